// The generator SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014), of which
// any number is at hand: draws that are addressed by their number.
#pragma once
#include <cstdint>

namespace penstock {

inline uint64_t split_mix(uint64_t key, uint64_t k) {
  uint64_t z = key + (k + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

}  // namespace penstock
