// See png_encode.h.
#include "codecs/png/png_encode.h"

#include "codecs/vips/save.h"

namespace penstock::codecs {

Bytes encode_png(const RawImage& image, int level, Scratch& scratch) {
  static constexpr vips::Saver kSaver("pngsave_buffer");
  constexpr int kNoFilter = 8;
  return vips::Save(image, "encode PNG").to(scratch, kSaver, "compression", level, "filter", kNoFilter);
}

}  // namespace penstock::codecs
