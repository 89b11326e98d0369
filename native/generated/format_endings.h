// From native/codecs/*/codec.json by tools/gen.ts. Do not edit.
#pragma once

namespace penstock::codecs {

// The endings of the names of pictures, without the dot.
inline constexpr const char* kFormatEndings =
    "jpg jpeg png bmp tif tiff pnm ppm pgm pbm jp2 j2k j2c jpc webp gif avif heic heif";

}  // namespace penstock::codecs
