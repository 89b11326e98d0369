// Numbers of 7 bits a byte, the lowest first; the highest bit of a byte says that another one follows.
#pragma once
#include <cstdint>

#include "dataset/set/growing_buffer.h"

namespace penstock {

inline void put_number(GrowingBuffer& to, uint64_t value) {
  for (; value > 127; value >>= 7) to.push(static_cast<uint8_t>(value | 128));
  to.push(static_cast<uint8_t>(value));
}

inline uint64_t take_number(const uint8_t*& at) {
  uint64_t value = *at & 127;
  for (int shift = 7; *at++ & 128; shift += 7) value |= static_cast<uint64_t>(*at & 127) << shift;
  return value;
}

// Small numbers of either sign become small numbers.
inline uint64_t folded(int64_t value) { return static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63); }
inline int64_t unfolded(uint64_t value) { return static_cast<int64_t>(value >> 1 ^ (~(value & 1) + 1)); }

}  // namespace penstock
