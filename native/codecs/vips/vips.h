// PNG, WebP, TIFF, GIF (first frame) and AVIF. Headers are read by code of our own, which allocates nothing; pixels are
// decoded by libvips, a shared library that npm brings and that is loaded when the first such image is decoded.
// All functions may be called from any thread.
#pragma once
#include <string>

#include "codecs/raw_image.h"

namespace penstock::codecs {

Header peek_png(Bytes);
Header peek_webp(Bytes);
Header peek_tiff(Bytes);
Header peek_gif(Bytes);

// AVIF, and HEIF of other codecs: whether libvips has those, decode_heif() tells.
Header peek_heif(Bytes);

// The whole image, in the task's scratch; throws UNSUPPORTED when libvips is not there.
RawImage decode_png(const DecodeTask&);
RawImage decode_webp(const DecodeTask&);
RawImage decode_tiff(const DecodeTask&);
RawImage decode_gif(const DecodeTask&);
RawImage decode_heif(const DecodeTask&);

// Where libvips is; before the first decode. Without it, the dynamic linker's own search finds the library or not.
void set_vips_path(std::string path);

// Loads libvips if need be. The version, e.g. "8.18.7", or an empty string and the reason in `error`.
std::string vips_version(std::string* error = nullptr);

// Whether libvips was built with a loader, e.g. "heifload_buffer". Throws UNSUPPORTED without libvips.
bool vips_has(const char* loader);

}  // namespace penstock::codecs
