// The output of a format's decoder before colour model, dtype and orientation are applied, and the check of every
// format's header. A RawImage owns nothing: its pixels are in the caller's scratch memory or in the file.
#pragma once
#include <cstddef>
#include <cstdint>

#include "codecs/codec.h"
#include "codecs/deadline.h"

namespace penstock::codecs {

// The task of a format's decoder. `stored` is the window in the stored image; the decoder may decode more.
struct DecodeTask {
  Bytes file;
  const Header& header;
  const DecodeSpec& spec;
  Window stored;
  Scratch& scratch;
  const Deadline& deadline;

  // Whether palette indices are requested, as 1 channel of 8 bits.
  bool indices() const { return spec.type == ImageType::index; }
};

// A rectangle of the stored (unoriented) image that contains at least the requested window.
struct RawImage {
  int x = 0, y = 0;  // position of the rectangle in the stored image
  int w = 0, h = 0;
  int channels = 0;  // interleaved: 1 grey, 2 grey+alpha, 3 RGB, 4 RGB+alpha
  int bits = 8;      // 8: uint8, 16: uint16 in the machine's byte order; full range in both
  const void* data = nullptr;
  size_t stride = 0;  // bytes from one row to the next

  bool alpha() const { return channels == 2 || channels == 4; }
};

// Where the pixels of an oriented window lie in the stored image. The orientation is EXIF's, 1..8.
Window stored_window(Window oriented, int stored_w, int stored_h, int orientation);

// Refuses a header that claims an empty size or 2 GiB or more of decoded pixels. Fills header.least_bytes, given that a
// byte of the file unpacks to at most `max_ratio` bytes of stored pixels, which have `stored_bits` each (0: no such
// bound).
void check_claim(Header& header, int stored_bits, double max_ratio);

// Throws the error for an image whose decoding exceeds the deadline.
[[noreturn]] void fail_late(const Deadline&, Format, int width, int height);

}  // namespace penstock::codecs
