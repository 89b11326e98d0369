// GIF, its first frame: the header is read here, pixels come from libvips.
#pragma once
#include "codecs/vips/index_file.h"

namespace penstock::codecs {

Header peek_gif(Bytes);

// Where the first frame is.
struct GifFrame {
  size_t at = 0;      // its descriptor, 0 when there is none
  size_t pixels = 0;  // its LZW data, which begins with the size of codes; at most the file's end
  size_t end = 0;     // of that data
  Window place;       // in the image
  uint8_t open = 0;   // the index of pixels that it does not cover: the transparent one, or 0
};
GifFrame first_frame_of(Bytes);

// Throws BAD_SAMPLE where the first frame's codes stand for fewer pixels than it has: libvips gives those that it has
// without a word.
void check_gif_pixels(Bytes, const GifFrame&);

// Makes a GIF of the first frame alone, with a palette of greys. Pixels that the frame does not cover decode to 0.
vips::IndexFile index_gif(const DecodeTask&, const GifFrame&);

}  // namespace penstock::codecs
