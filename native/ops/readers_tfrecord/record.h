// The frame of a record's data in a TFRecord file: the length and its checksum before it, the data's checksum after it.
#pragma once
#include <cstdint>
#include <cstring>
#include <string>

#include "core/crc.h"

namespace penstock {
class DatasetBuilder;
class IndexFile;
}  // namespace penstock

namespace penstock::ops {

inline constexpr int64_t kRecordHead = 12, kRecordTail = 4;

// The form in which these files store a checksum.
inline uint32_t masked(uint32_t crc) { return (crc >> 15 | crc << 17) + 0xa282ead8u; }

// Reads the length. Returns false when its checksum is wrong. Numbers are little-endian, as this machine's are.
inline bool read_head(const uint8_t* head, uint64_t& length) {
  uint32_t sum;
  std::memcpy(&length, head, sizeof length);
  std::memcpy(&sum, head + sizeof length, sizeof sum);
  return sum == masked(crc32c(0, head, sizeof length));
}

// Writes the index of a file, as tfrecord2idx does: DataFormat.
void write_tfrecord_index(const std::string& path, const DatasetBuilder& builder, IndexFile& to);

}  // namespace penstock::ops
