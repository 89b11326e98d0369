// libvips, which decodes several formats: a shared library that npm brings and that is loaded when the first such image
// is decoded. This header is for those who set it up; load.h is for the formats. All functions may be called from any
// thread.
#pragma once
#include <string>

namespace penstock::codecs {

// Where libvips is; before the first decode. Without it, the dynamic linker's own search finds the library or not.
void set_vips_path(std::string path);

// Loads libvips if need be. The version, e.g. "8.18.7", or an empty string and the reason in `error`.
std::string vips_version(std::string* error = nullptr);

}  // namespace penstock::codecs
