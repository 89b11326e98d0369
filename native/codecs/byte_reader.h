// Bounds-checked reading of integers from a file's bytes, in either byte order.
#pragma once
#include <cstring>

#include "codecs/codec.h"

namespace penstock::codecs {

struct ByteReader {
  Bytes file;
  bool big_endian;
  const char* format;  // for the message

  const uint8_t* at(uint64_t offset, uint64_t count) const {
    if (offset > file.size || count > file.size - offset)
      fail(ErrorCode::BAD_SAMPLE, "Expected a complete %s file but received %zu bytes, cut in its header", format,
           file.size);
    return file.data + offset;
  }
  uint8_t u8(uint64_t offset) const { return *at(offset, 1); }
  uint16_t u16(uint64_t offset) const { return static_cast<uint16_t>(number(offset, 2)); }
  uint32_t u32(uint64_t offset) const { return static_cast<uint32_t>(number(offset, 4)); }
  uint64_t u64(uint64_t offset) const { return number(offset, 8); }
  bool has(uint64_t offset, const char* text) const {
    const size_t n = std::strlen(text);
    return offset <= file.size && n <= file.size - offset && !std::memcmp(file.data + offset, text, n);
  }

 private:
  uint64_t number(uint64_t offset, int bytes) const {
    const uint8_t* p = at(offset, static_cast<uint64_t>(bytes));
    uint64_t v = 0;
    for (int i = 0; i < bytes; ++i) v = v << 8 | p[big_endian ? i : bytes - 1 - i];
    return v;
  }
};

}  // namespace penstock::codecs
