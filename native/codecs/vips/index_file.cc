// Converts libvips' result for an IndexFile to one byte per pixel.
#include "codecs/vips/index_file.h"

namespace penstock::codecs::vips {

RawImage to_indices(RawImage raw, int step) {
  if (raw.bits != 8) fail(ErrorCode::INTERNAL, "palette numbers of %d bits", raw.bits);
  auto* const out = const_cast<uint8_t*>(static_cast<const uint8_t*>(raw.data));
  const size_t pixels = static_cast<size_t>(raw.w) * static_cast<size_t>(raw.h);
  const auto channels = static_cast<size_t>(raw.channels);
  if (step > 1 || channels > 1) {
    for (size_t i = 0; i < pixels; ++i) out[i] = static_cast<uint8_t>(out[i * channels] / step);
  }
  raw.channels = 1;
  raw.stride = static_cast<size_t>(raw.w);
  return raw;
}

}  // namespace penstock::codecs::vips
