// The one EXIF field that decoding needs.
#pragma once
#include <cstddef>
#include <cstdint>

namespace penstock::codecs {

// Orientation (1..8) from a TIFF structure, as it follows "Exif\0\0" in a JPEG's APP1 segment or fills a PNG's eXIf
// chunk; 1 when absent or malformed.
int exif_orientation(const uint8_t* data, size_t size);

}  // namespace penstock::codecs
