// Bytes of a page that are still to be read, and numbers of any width in them.
#pragma once
#include <cstdint>
#include <cstring>

#include "parquet/thrift.h"

namespace penstock::parquet {

[[noreturn]] inline void cut_off() { throw ParquetFault("a page is damaged: it ends within its values"); }

struct Span {
  const uint8_t* at;
  const uint8_t* end;

  int64_t size() const { return end - at; }
  Span take(int64_t bytes) {
    if (bytes < 0 || bytes > size()) cut_off();
    const Span taken{at, at + bytes};
    at += bytes;
    return taken;
  }
  uint32_t word() {
    uint32_t value;
    std::memcpy(&value, take(4).at, sizeof value);
    return value;
  }
  uint64_t varint() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const uint8_t b = *take(1).at;
      value |= static_cast<uint64_t>(b & 127) << shift;
      if (b < 128) return value;
    }
    cut_off();
  }
  // A number with a sign: zigzag.
  uint64_t signed_varint() {
    const uint64_t value = varint();
    return value >> 1 ^ (~(value & 1) + 1);
  }
};

// A number of `bits` bits, at most 64, that begins at a bit of bytes which have all of it.
inline uint64_t bits_at(Span packed, int64_t bit, int bits) {
  const int64_t at = bit >> 3, there = packed.size() - at;
  const int shift = static_cast<int>(bit & 7);
  uint64_t value = 0;
  if (there >= 8) {
    std::memcpy(&value, packed.at + at, 8);
  } else if (there > 0) {
    std::memcpy(&value, packed.at + at, static_cast<size_t>(there));
  }
  value >>= shift;
  if (shift + bits > 64) value |= static_cast<uint64_t>(packed.at[at + 8]) << (64 - shift);
  return bits == 64 ? value : value & ((uint64_t{1} << bits) - 1);
}

}  // namespace penstock::parquet
