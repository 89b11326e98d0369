// libvips gives the colours of palette images, never the numbers that the file stores. These functions write a file of
// the same compressed pixels in which each colour is its number, so that libvips gives the numbers.
#pragma once
#include "codecs/raw_image.h"

namespace penstock::codecs {

// A file in the task's scratch, and by what the values that it decodes to must be divided to give numbers.
struct IndexFile {
  Bytes file;
  int step = 1;
};

// A grey PNG: grey pixels of a depth are stored as numbers of that depth are.
IndexFile index_png(const DecodeTask&);

// A GIF of the first frame alone, with a palette of greys. Pixels that the frame does not cover decode to 0;
// `frame` is its place in the image, `open` the number that they have: the transparent one, or 0.
IndexFile index_gif(const DecodeTask&, Window& frame, uint8_t& open);

// A grey TIFF. `palette` becomes the colours: red, green and blue, each `colors` values of 16 bits (scaled to 16 bits
// where the file has 8), in the task's scratch.
IndexFile index_tiff(const DecodeTask&, const uint16_t*& palette, int& colors);

}  // namespace penstock::codecs
