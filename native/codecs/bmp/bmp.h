// Windows and OS/2 bitmaps: 1, 4, 8 (palette), 16, 24 and 32 bits, bottom-up or top-down, bit fields, RLE4 and RLE8.
#pragma once
#include "codecs/raw_image.h"

namespace penstock::codecs {

Header peek_bmp(Bytes);
// Decodes task.stored or more, into the scratch memory.
RawImage decode_bmp(const DecodeTask&);

}  // namespace penstock::codecs
