// What a format's decoder hands over before colour model, dtype and orientation are applied, and the check that every
// format makes of its header. A RawImage owns nothing: its pixels are in the caller's scratch or in the file.
#pragma once
#include <cstddef>
#include <cstdint>

#include "codecs/codec.h"
#include "codecs/deadline.h"

namespace penstock::codecs {

// What a format's decoder is asked for. `stored` is the window in the stored image; more may be decoded.
struct DecodeTask {
  Bytes file;
  const Header& header;
  const DecodeSpec& spec;
  Window stored;
  Scratch& scratch;
  const Deadline& deadline;

  // Whether the numbers of a palette's colours are wanted, as 1 channel of 8 bits.
  bool indices() const { return spec.type == ImageType::index; }
};

// A rectangle of the stored (unoriented) image that holds at least the window asked for.
struct RawImage {
  int x = 0, y = 0;  // of the rectangle in the stored image
  int w = 0, h = 0;
  int channels = 0;  // interleaved: 1 grey, 2 grey+alpha, 3 RGB, 4 RGB+alpha
  int bits = 8;      // 8: uint8, 16: uint16 in the machine's byte order; full range in both
  const void* data = nullptr;
  size_t stride = 0;  // bytes from row to row

  bool alpha() const { return channels == 2 || channels == 4; }
};

// Where the pixels of an oriented window lie in the stored image; orientation as in EXIF, 1..8.
Window stored_window(Window oriented, int stored_w, int stored_h, int orientation);

// Refuses a claimed size that is empty or that decodes to 2 GiB or more, and fills header.least_bytes from the most
// that a byte of the file can unpack to: `max_ratio` bytes of stored pixels, `stored_bits` each (0: no such bound).
void check_claim(Header& header, int stored_bits, double max_ratio);

// Throws the error of an image that takes longer than it may.
[[noreturn]] void fail_late(const Deadline&, Format, int width, int height);

}  // namespace penstock::codecs
