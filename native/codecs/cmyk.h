// CMYK to RGB for decoders that have all ink values of a whole image in memory.
#pragma once
#include "codecs/raw_image.h"

namespace penstock::codecs {

// Converts `raw`, whose pixels lie densely at `p`, in place and without a profile: R = (1 - C)(1 - K), rounded down as
// libtiff does. T is the type of its `bits`.
template <class T>
void cmyk_to_rgb(RawImage& raw, T* p) {
  constexpr uint32_t top = static_cast<T>(-1);
  const T* in = p;
  for (size_t i = 0, n = static_cast<size_t>(raw.w) * static_cast<size_t>(raw.h); i < n; ++i, in += 4) {
    const uint32_t light = top - in[3];
    for (int c = 0; c < 3; ++c) *p++ = static_cast<T>(static_cast<uint64_t>(top - in[c]) * light / top);
  }
  raw.channels = 3;
  raw.stride = raw.stride / 4 * 3;
}

}  // namespace penstock::codecs
