// Writes PNG files with libvips, without interlacing and without filters, as sharp does.
#pragma once
#include "codecs/raw_image.h"

namespace penstock::codecs {

// The file lies in the scratch memory. The image is dense, has 8 or 16 bits and 1 to 4 channels. `level`: zlib's, 0..9.
// Throws UNSUPPORTED without libvips.
Bytes encode_png(const RawImage& image, int level, Scratch&);

}  // namespace penstock::codecs
