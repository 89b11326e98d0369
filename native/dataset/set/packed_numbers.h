// Numbers of 7 bits a byte, the lowest first; the highest bit of a byte says that another one follows.
#pragma once
#include <cstdint>

namespace penstock {

// To a GrowingBuffer, or what takes bytes by push() as it does.
template <class Buffer>
void put_number(Buffer& to, uint64_t value) {
  for (; value > 127; value >>= 7) to.push(static_cast<uint8_t>(value | 128));
  to.push(static_cast<uint8_t>(value));
}

inline uint64_t take_number(const uint8_t*& at) {
  uint64_t value = *at & 127;
  for (int shift = 7; *at++ & 128; shift += 7) value |= static_cast<uint64_t>(*at & 127) << shift;
  return value;
}

// Does the same for bytes of another origin; false where no number ends before their end.
inline bool take_number(const uint8_t*& at, const uint8_t* end, uint64_t& value) {
  value = 0;
  for (int shift = 0; at != end && shift < 64; shift += 7) {
    value |= static_cast<uint64_t>(*at & 127) << shift;
    if (!(*at++ & 128)) return true;
  }
  return false;
}

// Small numbers of either sign become small numbers.
inline uint64_t folded(int64_t value) { return static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63); }
inline int64_t unfolded(uint64_t value) { return static_cast<int64_t>(value >> 1 ^ (~(value & 1) + 1)); }

}  // namespace penstock
