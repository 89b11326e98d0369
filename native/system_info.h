// Facts about this build and this machine: for `doctor`, for error messages, and to refuse an addon of another build.
#pragma once
#include <cstddef>
#include <string>

namespace penstock {

// JSON: abi, simd, cpu {online, affinity, quota, usable}, poolThreads, handles and codecs [{format, library, version,
// ok, note}]. Codec libraries are loaded only with probe_codecs; without it codecs is empty.
std::string system_info(size_t open_handles, bool probe_codecs);

// The path of libvips, which decodes several formats: its file, or the folder that holds it.
void set_codec_library(const std::string& path);

}  // namespace penstock
