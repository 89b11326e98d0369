// See webp_encode.h.
#include "codecs/webp/webp_encode.h"

#include "codecs/vips/save.h"

namespace penstock::codecs {

Bytes encode_webp(const RawImage& image, const WebpSettings& settings, Scratch& scratch) {
  static constexpr vips::Saver kSaver("webpsave_buffer");
  vips::Save save(image, "encode WebP");
  if (!settings.lossless) return save.to(scratch, kSaver, "Q", settings.quality, "effort", settings.effort);
  // `exact` keeps the colours of transparent pixels, which the encoder changes otherwise.
  return save.to(scratch, kSaver, "Q", settings.quality, "effort", settings.effort, "lossless", 1, "exact", 1);
}

}  // namespace penstock::codecs
