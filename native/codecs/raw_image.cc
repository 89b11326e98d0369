// Orientation arithmetic on windows, and the limits on a header's claims.
#include "codecs/raw_image.h"

namespace penstock::codecs {

Window stored_window(Window v, int w, int h, int orientation) {
  const int right = w - v.x - v.w, bottom = h - v.y - v.h;
  switch (orientation) {
    case 2: return {right, v.y, v.w, v.h};
    case 3: return {right, bottom, v.w, v.h};
    case 4: return {v.x, bottom, v.w, v.h};
    case 5: return {v.y, v.x, v.h, v.w};
    case 6: return {v.y, h - v.x - v.w, v.h, v.w};
    case 7: return {w - v.y - v.h, h - v.x - v.w, v.h, v.w};
    case 8: return {w - v.y - v.h, v.x, v.h, v.w};
    default: return v;
  }
}

void check_claim(Header& header, int stored_bits, double max_ratio) {
  const char* name = format_name(header.format);
  if (header.width <= 0 || header.height <= 0)
    fail(ErrorCode::BAD_SAMPLE, "Expected a %s image of at least 1x1 but received a header of %dx%d", name,
         header.width, header.height);
  // Computed in double, because the product of two ints and a few bytes can exceed 64 bits.
  const double pixels = static_cast<double>(header.width) * header.height;
  if (pixels * header.channels * (header.bits / 8) >= 0x1p31)
    fail(ErrorCode::BAD_SAMPLE, "Expected an image under 2 GiB but received a %s header that claims %dx%d", name,
         header.width, header.height);
  header.least_bytes = max_ratio > 0 ? static_cast<uint64_t>(pixels * stored_bits / 8 / max_ratio) : 0;
}

void fail_late(const Deadline& deadline, Format format, int width, int height) {
  char text[160];
  std::snprintf(
      text, sizeof text,
      "Expected to decode an image within %g s (maxDecodeSeconds) but received a %s of %dx%d that takes longer",
      deadline.seconds(), format_name(format), width, height);
  throw Error(ErrorCode::BAD_SAMPLE, text, "raise maxDecodeSeconds, or set it to 0 for no limit");
}

}  // namespace penstock::codecs
