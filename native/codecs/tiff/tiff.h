// TIFF and BigTIFF, the first page: tags are read here, pixels come from libvips.
#pragma once
#include "codecs/vips/index_file.h"

namespace penstock::codecs {

Header peek_tiff(Bytes);

// A smaller version that the file holds beside the image, as the levels of a pyramid. `level` of the reduction is the
// number of its page, or, below 0, -1 - the number of the first page's subdirectory.
Reduction reduce_tiff(const Header&, const DecodeSpec&, Bytes, double least);

// A palette's colours: red, green and blue, each `colors` values of 16 bits, in the task's scratch.
struct TiffPalette {
  const uint16_t* values = nullptr;
  int colors = 0;
};

// Makes a grey TIFF in which each pixel is its palette index. `palette` becomes the file's palette, scaled to 16 bits
// when the file's has 8.
vips::IndexFile index_tiff(const DecodeTask&, TiffPalette& palette);

}  // namespace penstock::codecs
