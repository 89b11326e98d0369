// The boxes of a HEIF file (ISO/IEC 14496-12): walking a list of them, and reading numbers inside of one. No read
// leaves the file, whatever sizes the boxes claim.
#pragma once
#include <cstring>

#include "codecs/byte_reader.h"

namespace penstock::codecs {

struct Box {
  uint64_t at = 0;             // where the box begins: its size, 4 bytes before its type
  uint64_t from = 0, end = 0;  // range of the box's content in the file
  char type[5] = {};

  bool is(const char* name) const { return !std::memcmp(type, name, 4); }
  explicit operator bool() const { return end != 0; }
};

// Calls use(box) for each box in [from, end) until it returns false.
template <class Use>
void each_box(const ByteReader& r, uint64_t from, uint64_t end, Use&& use) {
  while (from + 8 <= end) {
    Box box;
    uint64_t size = r.u32(from), header = 8;
    std::memcpy(box.type, r.at(from + 4, 4), 4);
    if (size == 1) size = r.u64(from + 8), header = 16;
    if (size == 0) size = end - from;
    // The last box of a truncated file reaches past the file's end.
    if (size < header || size > end - from) {
      if (end != r.file.size || size < header) return;
      size = end - from;
    }
    box.at = from;
    box.from = from + header;
    box.end = from + size;
    if (!use(box)) return;
    from += size;
  }
}

inline Box find_box(const ByteReader& r, uint64_t from, uint64_t end, const char* name) {
  Box found;
  each_box(r, from, end, [&](const Box& b) {
    if (b.is(name)) found = b;
    return !found;
  });
  return found;
}

// Reads a box from front to back.
struct Cursor {
  const ByteReader& r;
  uint64_t at, end;

  uint64_t number(int bytes) {
    if (at + static_cast<uint64_t>(bytes) > end)
      fail(ErrorCode::BAD_SAMPLE, "Expected complete boxes in an AVIF or HEIF file but received one cut short");
    uint64_t v = 0;
    for (; bytes--; ++at) v = v << 8 | r.u8(at);
    return v;
  }
  bool more() const { return at < end; }
};

}  // namespace penstock::codecs
