// From native/codecs/*/codec.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstdint>

namespace penstock::codecs {

// In the order in which a file is asked whether it is one of them.
enum class Format : uint8_t {
  unknown,
  jpeg,
  png,
  bmp,
  tiff,
  pnm,
  jpeg2000,
  webp,
  gif,
  avif,
  heif,
};
inline constexpr int kFormats = 11;  // Format::unknown included

}  // namespace penstock::codecs
