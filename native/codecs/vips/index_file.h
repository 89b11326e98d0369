// For palette images libvips returns colours, never the indices that the file stores. A format with palettes therefore
// writes a file with the same compressed pixels in which each colour is a grey equal to its index, so that libvips
// returns the indices. This header has what such formats share.
#pragma once
#include <cstring>

#include "codecs/raw_image.h"

namespace penstock::codecs::vips {

// A file in the task's scratch memory, and the number by which its decoded values must be divided to give indices.
struct IndexFile {
  Bytes file;
  int step = 1;
};

// The step between the 8-bit values to which indices of fewer bits are scaled.
inline int step_of(int bits) { return bits >= 8 ? 1 : 255 / ((1 << bits) - 1); }

// Appends to memory that must be large enough.
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

// Converts the image that an IndexFile decoded to into palette indices, one byte each, in place.
RawImage to_indices(RawImage decoded, int step);

}  // namespace penstock::codecs::vips
