// GIF, its first frame: the header is read here, pixels come from libvips.
#pragma once
#include "codecs/vips/index_file.h"

namespace penstock::codecs {

Header peek_gif(Bytes);

// A GIF of the first frame alone, with a palette of greys. Pixels that the frame does not cover decode to 0;
// `frame` is its place in the image, `open` the number that they have: the transparent one, or 0.
vips::IndexFile index_gif(const DecodeTask&, Window& frame, uint8_t& open);

}  // namespace penstock::codecs
