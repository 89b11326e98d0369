// GIF, its first frame: the header is read here, pixels come from libvips.
#pragma once
#include "codecs/vips/index_file.h"

namespace penstock::codecs {

Header peek_gif(Bytes);

// Makes a GIF of the first frame alone, with a palette of greys. Pixels that the frame does not cover decode to 0.
// `frame` becomes the frame's place in the image, and `open` the index of uncovered pixels: the transparent one, or 0.
vips::IndexFile index_gif(const DecodeTask&, Window& frame, uint8_t& open);

}  // namespace penstock::codecs
