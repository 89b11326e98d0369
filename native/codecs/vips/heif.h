// AVIF and HEIF files: the boxes that tell size, turning, depth and codec of the primary image (ISO/IEC 23008-12), read
// without decoding. Turning is irot and imir alone: the standard has readers ignore the EXIF orientation.
#pragma once
#include "codecs/raw_image.h"

namespace penstock::codecs {

struct HeifHeader {
  Header header;
  int depth = 8;           // bits per channel
  char codec[5] = "none";  // four-character code of the coded images: "av01", "hvc1", ...
};

HeifHeader read_heif_header(Bytes);

}  // namespace penstock::codecs
