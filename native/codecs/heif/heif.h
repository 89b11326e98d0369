// HEIF files, and AVIF files, which are HEIF with the codec AV1. The boxes that give size, orientation, depth and codec
// of the primary image (ISO/IEC 23008-12) are read here without decoding; pixels come from libvips. Only irot and imir
// give the orientation: the standard requires readers to ignore EXIF's.
#pragma once
#include <initializer_list>
#include <string>

#include "codecs/raw_image.h"
#include "codecs/vips/library.h"
#include "codecs/vips/pieces.h"

namespace penstock::codecs {

// Whether the file's first box has one of these brands, as the major one or as a compatible one.
bool has_brand(Bytes, std::initializer_list<const char*> brands);

struct HeifHeader {
  Header header;
  int depth = 8;           // bits per channel
  char codec[5] = "none";  // four-character code of the coded images: "av01", "hvc1", ...
};

// `format` becomes header.format and names the file in errors.
HeifHeader read_heif_header(Bytes, Format format);

// The file with every link from metadata to an image cut: libheif copies metadata that is linked, and any number of
// items may claim the same bytes.
vips::Pieces pixels_of_heif(Bytes);

// libvips' loader for all HEIF files.
extern const vips::Loader heif_loader;

// `explain` is that of vips::LoadOptions.
RawImage decode_heif(const DecodeTask&, void (*explain)(const DecodeTask&, const std::string& text));

// Throws UNSUPPORTED naming the file's codec when a line of `text` says that libvips lacks it; `cure` is its hint.
void explain_codec(const DecodeTask&, const std::string& text, const char* cure);

}  // namespace penstock::codecs
