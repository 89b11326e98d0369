// Finds the format of a file by its first bytes, and describes files that are no image.
#include <cctype>
#include <cstdio>

#include "codecs/format.h"

namespace penstock::codecs {

const char* format_name(Format f) { return format_entry(f).name; }

Format sniff(Bytes b) {
  for (int i = 1; i < kFormats; ++i) {
    const auto format = static_cast<Format>(i);
    if (format_entry(format).codec->sniff(b)) return format;
  }
  return Format::unknown;
}

void fail_not_an_image(Bytes b) {
  if (!b.size) fail(ErrorCode::BAD_SAMPLE, "Expected an image but received an empty file");
  const size_t n = b.size < 24 ? b.size : 24;
  bool text = true, zero = true;
  for (size_t i = 0; i < n; ++i) {
    const uint8_t c = b.data[i];
    text = text && (c >= 0x80 || std::isprint(c) || std::isspace(c));
    zero = zero && !c;
  }
  char start[80];
  if (zero) {
    fail(ErrorCode::BAD_SAMPLE, "Expected an image but received %zu bytes that start with zeros", b.size);
  }
  if (text) {
    for (size_t i = 0; i < n; ++i) start[i] = std::isspace(b.data[i]) ? ' ' : static_cast<char>(b.data[i]);
    // The text must not end within a UTF-8 character.
    size_t end = n;
    while (n < b.size && end > 1 && (b.data[end] & 0xc0) == 0x80) --end;
    start[end] = 0;
    fail(ErrorCode::BAD_SAMPLE, "Expected an image but received text: starts with '%s%s'", start,
         end < b.size ? "..." : "");
  }
  for (size_t i = 0; i < n && i < 8; ++i) std::snprintf(start + 3 * i, 4, "%02x ", b.data[i]);
  start[3 * (n < 8 ? n : 8) - 1] = 0;
  fail(ErrorCode::BAD_SAMPLE, "Expected an image of a known format but received %zu bytes that start with %s", b.size,
       start);
}

}  // namespace penstock::codecs
