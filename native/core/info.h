// What this build and this machine are: for doctor, for error messages, and to refuse a stale addon.
#pragma once
#include <cstddef>
#include <string>

namespace penstock {

// JSON: abi, simd, cpu {online, affinity, quota, usable}, poolThreads, codecs [{format, library, version, ok, note}], handles.
std::string system_info(size_t open_handles);

// Path of the library that reads PNG, WebP, TIFF and GIF.
void set_codec_library(const std::string& path);

}  // namespace penstock
