// Reads the one EXIF field that decoding needs.
#pragma once
#include <cstddef>
#include <cstdint>

namespace penstock::codecs {

// The orientation (1..8) in a TIFF structure, which follows "Exif\0\0" in a JPEG's APP1 segment or fills a PNG's eXIf
// chunk; 1 when absent or malformed.
int exif_orientation(const uint8_t* data, size_t size);

}  // namespace penstock::codecs
