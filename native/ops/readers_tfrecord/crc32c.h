// The checksum of TFRecord files: CRC-32C (Castagnoli), masked.
#pragma once
#include <cstddef>
#include <cstdint>

namespace penstock::ops {

// Continues a CRC-32C; begins with 0.
uint32_t crc32c(uint32_t crc, const uint8_t* data, size_t size);

// The form in which TFRecord files store it.
inline uint32_t masked(uint32_t crc) { return (crc >> 15 | crc << 17) + 0xa282ead8u; }

}  // namespace penstock::ops
