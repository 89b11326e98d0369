// See crc32c.h.
#include "ops/readers_tfrecord/crc32c.h"

#include <array>
#include <cstring>

namespace penstock::ops {
namespace {

// tables[k][b]: what a byte adds to the remainder when k more bytes follow it.
constexpr std::array<std::array<uint32_t, 256>, 8> make_tables() {
  std::array<std::array<uint32_t, 256>, 8> t{};
  for (uint32_t b = 0; b < 256; ++b) {
    uint32_t crc = b;
    for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78u : 0);
    t[0][b] = crc;
  }
  for (uint32_t b = 0; b < 256; ++b) {
    for (int k = 1; k < 8; ++k) t[k][b] = t[k - 1][b] >> 8 ^ t[0][t[k - 1][b] & 255];
  }
  return t;
}
constexpr auto kTables = make_tables();

}  // namespace

uint32_t crc32c(uint32_t crc, const uint8_t* data, size_t size) {
  crc = ~crc;
  for (; size >= 8; data += 8, size -= 8) {
    uint64_t word;
    std::memcpy(&word, data, 8);
    word ^= crc;
    crc = 0;
    for (int i = 0; i < 8; ++i) crc ^= kTables[7 - i][word >> (8 * i) & 255];
  }
  for (; size; ++data, --size) crc = crc >> 8 ^ kTables[0][(crc ^ *data) & 255];
  return ~crc;
}

}  // namespace penstock::ops
