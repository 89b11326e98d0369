// libvips, which decodes several formats. It is a shared library that an npm package provides and that is loaded when
// the first such image is decoded. This header is for code that sets libvips up; load.h is for the formats. All
// functions may be called from any thread.
#pragma once
#include <string>

namespace penstock::codecs {

// Sets the path of libvips, before the first decode. Without a path, the dynamic linker searches for the library.
void set_vips_path(std::string path);

// Loads libvips if it is not loaded yet. Returns its version, e.g. "8.18.7", or an empty string and the reason in
// `error`.
std::string vips_version(std::string* error = nullptr);

}  // namespace penstock::codecs
