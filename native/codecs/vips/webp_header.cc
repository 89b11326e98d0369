// WebP: lossy (VP8), lossless (VP8L) and extended (VP8X) headers in their RIFF container.
#include "codecs/byte_reader.h"
#include "codecs/exif.h"
#include "codecs/vips/vips.h"

namespace penstock::codecs {
namespace {

int find_orientation(const ByteReader& r) {
  uint64_t at = 12;
  while (at + 8 <= r.file.size) {
    const uint64_t size = r.u32(at + 4);
    if (size > r.file.size - at - 8) break;
    if (r.has(at, "EXIF")) {
      // Some writers keep the prefix that the structure has in a JPEG.
      const uint64_t skip = size >= 6 && r.has(at + 8, "Exif") ? 6 : 0;
      return exif_orientation(r.file.data + at + 8 + skip, size - skip);
    }
    at += 8 + size + (size & 1);
  }
  return 1;
}

int u24(const ByteReader& r, uint64_t at) { return r.u16(at) | r.u8(at + 2) << 16; }

}  // namespace

Header peek_webp(Bytes file) {
  const ByteReader r{file, false, "WebP"};
  Header h;
  h.format = Format::webp;
  h.channels = 3;
  if (r.has(12, "VP8X")) {
    const int flags = r.u8(20);
    h.width = u24(r, 24) + 1;
    h.height = u24(r, 27) + 1;
    if (flags & 0x10) h.channels = 4;
    if (flags & 0x08) h.orientation = find_orientation(r);
    // Canvases go up to 2^24 a side, images to 2^14.
    check_claim(h, 24, 0);
  } else if (r.has(12, "VP8L")) {
    const uint32_t bits = r.u32(21);
    if (r.u8(20) != 0x2f) fail(ErrorCode::BAD_SAMPLE, "Expected the signature of a lossless WebP image");
    h.width = static_cast<int>(bits & 0x3fff) + 1;
    h.height = static_cast<int>(bits >> 14 & 0x3fff) + 1;
    if (bits >> 28 & 1) h.channels = 4;
    check_claim(h, 24, 0);
  } else if (r.has(12, "VP8 ")) {
    if (r.u8(20) & 1 || r.u8(23) != 0x9d || r.u8(24) != 0x01 || r.u8(25) != 0x2a)
      fail(ErrorCode::BAD_SAMPLE, "Expected a key frame in a lossy WebP image");
    h.width = r.u16(26) & 0x3fff;
    h.height = r.u16(28) & 0x3fff;
    // Prediction modes alone take more than a bit for each 16x16 pixels.
    check_claim(h, 8, 2048);
  } else {
    fail(ErrorCode::BAD_SAMPLE, "Expected VP8, VP8L or VP8X as the first chunk of a WebP file");
  }
  return h;
}

}  // namespace penstock::codecs
