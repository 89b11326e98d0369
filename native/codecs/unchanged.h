// A decoder reads the header a second time after setup(). The file may lie in memory that another thread changes (a
// user's SharedArrayBuffer), but windows and outputs are laid out for the header that setup() read. So a decoder
// continues only with an image of that size, and takes the size from one reading alone.
#pragma once
#include "codecs/codec.h"

namespace penstock::codecs {

inline void check_unchanged(const Header& seen, int64_t width, int64_t height) {
  if (width == seen.width && height == seen.height) return;
  fail(ErrorCode::BAD_SAMPLE, "Expected %dx%d pixels as the %s header says but received %lldx%lld", seen.width,
       seen.height, format_name(seen.format), static_cast<long long>(width), static_cast<long long>(height));
}

}  // namespace penstock::codecs
