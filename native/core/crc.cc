// See crc.h.
#include "core/crc.h"

#include <array>
#include <cstring>

namespace penstock {
namespace {

// tables[k][b]: what a byte adds to the remainder when k more bytes follow it.
using Tables = std::array<std::array<uint32_t, 256>, 8>;

constexpr Tables make_tables(uint32_t polynomial) {
  Tables t{};
  for (uint32_t b = 0; b < 256; ++b) {
    uint32_t crc = b;
    for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ (crc & 1 ? polynomial : 0);
    t[0][b] = crc;
  }
  for (uint32_t b = 0; b < 256; ++b) {
    for (int k = 1; k < 8; ++k) t[k][b] = t[k - 1][b] >> 8 ^ t[0][t[k - 1][b] & 255];
  }
  return t;
}
constexpr Tables kCastagnoli = make_tables(0x82f63b78u), kIeee = make_tables(0xedb88320u);

uint32_t continued(const Tables& tables, uint32_t crc, const uint8_t* data, size_t size) {
  crc = ~crc;
  for (; size >= 8; data += 8, size -= 8) {
    uint64_t word;
    std::memcpy(&word, data, 8);
    word ^= crc;
    crc = 0;
    for (int i = 0; i < 8; ++i) crc ^= tables[7 - i][word >> (8 * i) & 255];
  }
  for (; size; ++data, --size) crc = crc >> 8 ^ tables[0][(crc ^ *data) & 255];
  return ~crc;
}

}  // namespace

uint32_t crc32c(uint32_t crc, const uint8_t* data, size_t size) { return continued(kCastagnoli, crc, data, size); }
uint32_t crc32(uint32_t crc, const uint8_t* data, size_t size) { return continued(kIeee, crc, data, size); }

}  // namespace penstock
