// Writes WebP files with libvips.
#pragma once
#include "codecs/raw_image.h"

namespace penstock::codecs {

struct WebpSettings {
  int quality = 80;  // 1..100; without loss, how hard the encoder tries
  bool lossless = false;
  int effort = 4;  // 0..6
};

// The largest extent that the format can say.
inline constexpr int kMostWebpExtent = 16383;

// The file lies in the scratch memory. The image is dense, has 8 bits and 1 to 4 channels. Throws UNSUPPORTED without
// libvips.
Bytes encode_webp(const RawImage& image, const WebpSettings&, Scratch&);

}  // namespace penstock::codecs
