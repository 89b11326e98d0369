// WebP, the first frame of an animation: the header is read here, pixels come from libvips.
#pragma once
#include "codecs/raw_image.h"

namespace penstock::codecs {

Header peek_webp(Bytes);
bool is_animated_webp(Bytes);

}  // namespace penstock::codecs
