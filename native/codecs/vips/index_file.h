// libvips gives the colours of palette images, never the numbers that the file stores. A format with palettes writes a
// file of the same compressed pixels in which each colour is its number, so that libvips gives the numbers. What such
// formats share is here.
#pragma once
#include <cstring>

#include "codecs/raw_image.h"

namespace penstock::codecs::vips {

// A file in the task's scratch, and by what the values that it decodes to must be divided to give numbers.
struct IndexFile {
  Bytes file;
  int step = 1;
};

// The step between the 8-bit values that numbers of fewer bits are spread to.
inline int step_of(int bits) { return bits >= 8 ? 1 : 255 / ((1 << bits) - 1); }

// Appends to memory that is large enough.
struct Writer {
  uint8_t* at;

  void bytes(const uint8_t* from, size_t n) {
    std::memcpy(at, from, n);
    at += n;
  }
  void u8(uint32_t v) { *at++ = static_cast<uint8_t>(v); }
  void be32(uint32_t v) {
    for (int shift = 24; shift >= 0; shift -= 8) u8(v >> shift);
  }
};

// The numbers of a palette's colours, one byte each, from what an IndexFile decoded to; in place.
RawImage to_indices(RawImage decoded, int step);

}  // namespace penstock::codecs::vips
