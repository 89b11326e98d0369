// Reads the one EXIF field that decoding needs, for all containers of EXIF.
#pragma once
#include <cstddef>
#include <cstdint>

namespace penstock::codecs {

// The orientation (1..8) in a TIFF structure, which a JPEG has in an APP1 segment, a PNG in its eXIf chunk and a WebP
// in its EXIF chunk, with or without "Exif\0\0" before it; 1 when absent or malformed.
int exif_orientation(const uint8_t* data, size_t size);

// The orientation that one entry of a directory gives, which has counts and offsets of 8 bytes where it is `wide`: the
// first of its numbers, of whatever type, as Pillow takes it; 1 when that is no orientation. `at` is where the entry
// begins, all of which lies in the data.
int orientation_of_entry(const uint8_t* data, size_t size, size_t at, bool big_endian, bool wide);

}  // namespace penstock::codecs
