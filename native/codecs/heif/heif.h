// HEIF files, and AVIF, which is HEIF with the codec AV1: the boxes that tell size, turning, depth and codec of the
// primary image (ISO/IEC 23008-12) are read here, without decoding; pixels come from libvips. Turning is irot and imir
// alone: the standard has readers ignore the EXIF orientation.
#pragma once
#include <initializer_list>
#include <string>

#include "codecs/raw_image.h"
#include "codecs/vips/library.h"

namespace penstock::codecs {

// Whether the file's first box has one of these brands, as the major one or as a compatible one.
bool has_brand(Bytes, std::initializer_list<const char*> brands);

struct HeifHeader {
  Header header;
  int depth = 8;           // bits per channel
  char codec[5] = "none";  // four-character code of the coded images: "av01", "hvc1", ...
};

// `format` is what header.format becomes and what errors call the file.
HeifHeader read_heif_header(Bytes, Format format);

// libvips' loader of all HEIF files.
extern const vips::Loader heif_loader;

// `explain` as in vips::LoadOptions.
RawImage decode_heif(const DecodeTask&, void (*explain)(const DecodeTask&, const std::string& reason));

// Throws UNSUPPORTED with the file's codec when that is what `reason` says libvips lacks; `cure` is the error's hint.
void explain_codec(const DecodeTask&, const std::string& reason, const char* cure);

}  // namespace penstock::codecs
