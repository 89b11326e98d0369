// SipHash-2-4 with 128 bits (J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF", 2012): with a
// secret key, nobody can prepare inputs that have the same hash.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace penstock {

struct Hash128 {
  uint64_t low = 0, high = 0;
  bool operator==(const Hash128& o) const { return low == o.low && high == o.high; }
};

inline Hash128 sip_hash(const void* data, size_t size, uint64_t key0, uint64_t key1) {
  const auto* bytes = static_cast<const uint8_t*>(data);
  uint64_t v0 = key0 ^ 0x736f6d6570736575, v1 = key1 ^ 0x646f72616e646f6d ^ 0xee;
  uint64_t v2 = key0 ^ 0x6c7967656e657261, v3 = key1 ^ 0x7465646279746573;
  const auto turn = [](uint64_t x, int by) { return x << by | x >> (64 - by); };
  const auto rounds = [&](int count) {
    for (int i = 0; i < count; ++i) {
      v0 += v1, v1 = turn(v1, 13) ^ v0, v0 = turn(v0, 32);
      v2 += v3, v3 = turn(v3, 16) ^ v2;
      v0 += v3, v3 = turn(v3, 21) ^ v0;
      v2 += v1, v1 = turn(v1, 17) ^ v2, v2 = turn(v2, 32);
    }
  };
  const auto absorb = [&](uint64_t word) {
    v3 ^= word;
    rounds(2);
    v0 ^= word;
  };
  const size_t whole = size / 8 * 8;
  for (size_t i = 0; i < whole; i += 8) {
    uint64_t word;
    std::memcpy(&word, bytes + i, 8);
    absorb(word);
  }
  uint64_t last = static_cast<uint64_t>(size) << 56;
  for (size_t i = whole; i < size; ++i) last |= static_cast<uint64_t>(bytes[i]) << (8 * (i - whole));
  absorb(last);
  v2 ^= 0xee;
  rounds(4);
  const uint64_t low = v0 ^ v1 ^ v2 ^ v3;
  v1 ^= 0xdd;
  rounds(4);
  return {low, v0 ^ v1 ^ v2 ^ v3};
}

}  // namespace penstock
