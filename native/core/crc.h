// Checksums of files: CRC-32C (Castagnoli), of TFRecord files, and CRC-32, of PNG files and of what a cache keeps.
#pragma once
#include <cstddef>
#include <cstdint>

namespace penstock {

// Both continue a checksum; it begins with 0.
uint32_t crc32c(uint32_t crc, const uint8_t* data, size_t size);
uint32_t crc32(uint32_t crc, const uint8_t* data, size_t size);

}  // namespace penstock
