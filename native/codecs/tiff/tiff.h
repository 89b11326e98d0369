// TIFF and BigTIFF, the first page: tags are read here, pixels come from libvips.
#pragma once
#include "codecs/raw_image.h"
#include "codecs/vips/pieces.h"

namespace penstock::codecs {

Header peek_tiff(Bytes);

// A smaller version that the file holds beside the image, as the levels of a pyramid. `level` of the reduction is the
// number of its page, or, below 0, -1 - the number of the first page's subdirectory.
Reduction reduce_tiff(const Header&, const DecodeSpec&, Bytes, double least);

// The offset of the directory of such a level; of the first one for level 0.
uint64_t find_tiff_directory(Bytes, int level);

// What libvips is told that pixels are, by the number that TIFF has for it; `stored`: what they are.
enum class TiffAs { stored = 0, grey = 1, rgb = 2 };

// How libvips must take the pixels so that it hands them over as they are stored, where it would do so wrongly.
TiffAs tiff_pixels_as(Bytes, uint64_t directory);

// The file with this directory alone, and without the tags that do not decide about pixels. What is written lies in the
// task's scratch.
vips::Pieces pixels_of_tiff(const DecodeTask&, uint64_t directory, TiffAs);

// Whether pixels are Y, Cb and Cr, without JPEG and with all their chroma.
bool has_raw_ycbcr(Bytes, uint64_t directory);

// Converts such pixels to colours, in place.
void convert_tiff_ycbcr(Bytes, uint64_t directory, const RawImage&);

// A palette's colours: red, green and blue, each `colors` values of 16 bits, in the task's scratch.
struct TiffPalette {
  const uint16_t* values = nullptr;
  int colors = 0;
};

// The file's palette, scaled to 16 bits when the file's has 8. `bits` becomes the bits of an index.
TiffPalette read_tiff_palette(const DecodeTask&, int& bits);

}  // namespace penstock::codecs
