// Finds the format of a file by its first bytes, and describes files that are no image.
#include "codecs/format.h"
#include "core/kind_of_bytes.h"

namespace penstock::codecs {

const char* format_name(Format f) { return format_entry(f).name; }

Format sniff(Bytes b) {
  for (int i = 1; i < kFormats; ++i) {
    const auto format = static_cast<Format>(i);
    if (format_entry(format).codec->sniff(b)) return format;
  }
  return Format::unknown;
}

// The bytes are not quoted: a list may name any file.
void fail_not_an_image(Bytes b) {
  if (!b.size) fail(ErrorCode::BAD_SAMPLE, "Expected an image but received an empty file");
  fail(ErrorCode::BAD_SAMPLE, "Expected an image of a known format but received %s (%zu bytes)",
       kind_of_bytes({reinterpret_cast<const char*>(b.data), b.size}), b.size);
}

}  // namespace penstock::codecs
