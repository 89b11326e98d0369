// WebP: lossy (VP8), lossless (VP8L) and extended (VP8X) headers in their RIFF container.
#include "codecs/byte_reader.h"
#include "codecs/exif.h"
#include "codecs/webp/webp.h"

namespace penstock::codecs {
namespace {

int find_orientation(const ByteReader& r) {
  uint64_t at = 12;
  while (at + 8 <= r.file.size) {
    const uint64_t size = r.u32(at + 4);
    if (size > r.file.size - at - 8) break;
    if (r.has(at, "EXIF")) return exif_orientation(r.file.data + at + 8, size);
    at += 8 + size + (size & 1);
  }
  return 1;
}

int u24(const ByteReader& r, uint64_t at) { return r.u16(at) | r.u8(at + 2) << 16; }

// The offset of the data of chunk `name`, between `at` and the end of the file; 0 when there is none. The chunk must be
// complete, because the decoder requires that too.
uint64_t find_chunk(const ByteReader& r, uint64_t at, const char* name, const char* other) {
  while (at + 8 <= r.file.size) {
    const uint64_t size = r.u32(at + 4);
    if (r.has(at, name) || r.has(at, other)) {
      r.at(at + 8, size);
      return at + 8;
    }
    at += 8 + size + (size & 1);
  }
  return 0;
}

// Reads one still image: a VP8 or VP8L chunk, whose data starts at `at`.
void read_image(const ByteReader& r, uint64_t at, Header& h) {
  r.at(at, r.u32(at - 4));
  if (r.has(at - 8, "VP8L")) {
    const uint32_t bits = r.u32(at + 1);
    if (r.u8(at) != 0x2f) fail(ErrorCode::BAD_SAMPLE, "Expected the signature of a lossless WebP image");
    h.width = static_cast<int>(bits & 0x3fff) + 1;
    h.height = static_cast<int>(bits >> 14 & 0x3fff) + 1;
    if (bits >> 28 & 1) h.channels = 4;
    // A code with only one symbol takes no bits at all: an image of any size fits in a few bytes.
    check_claim(h, 24, 0);
  } else {
    if (r.u8(at) & 1 || r.u8(at + 3) != 0x9d || r.u8(at + 4) != 0x01 || r.u8(at + 5) != 0x2a)
      fail(ErrorCode::BAD_SAMPLE, "Expected a key frame in a lossy WebP image");
    h.width = r.u16(at + 6) & 0x3fff;
    h.height = r.u16(at + 8) & 0x3fff;
    // The prediction modes of 16x16 pixels have fixed probabilities and take more than 3 bits.
    check_claim(h, 3, 256);
  }
}

}  // namespace

bool is_animated_webp(Bytes file) {
  const ByteReader r{file, false, "WebP"};
  return r.has(12, "VP8X") && r.u8(20) & 0x02;
}

Header peek_webp(Bytes file) {
  const ByteReader r{file, false, "WebP"};
  Header h;
  h.format = Format::webp;
  h.channels = 3;
  if (r.has(12, "VP8L") || r.has(12, "VP8 ")) {
    read_image(r, 20, h);
  } else if (r.has(12, "VP8X")) {
    const int flags = r.u8(20);
    const bool animation = flags & 0x02;
    const uint64_t first = 20 + uint64_t{r.u32(16)} + (r.u32(16) & 1);
    // The canvas size that a file claims is accepted only when an image follows.
    const uint64_t image = animation ? find_chunk(r, first, "ANMF", "ANMF") : find_chunk(r, first, "VP8 ", "VP8L");
    if (!image)
      fail(ErrorCode::BAD_SAMPLE, "Expected a complete WebP file but received %zu bytes, cut before its image",
           file.size);
    Header inner = h;
    if (!animation) read_image(r, image, inner);
    h.width = u24(r, 24) + 1;
    h.height = u24(r, 27) + 1;
    if (flags & 0x10) h.channels = 4;
    if (flags & 0x08) h.orientation = find_orientation(r);
    if (!animation && (inner.width != h.width || inner.height != h.height))
      fail(ErrorCode::BAD_SAMPLE, "Expected a WebP image of %dx%d, as its canvas is, but received %dx%d", h.width,
           h.height, inner.width, inner.height);
    // A frame of an animation may be smaller than the canvas, which has up to 2^24 pixels per side.
    check_claim(h, 24, 0);
    h.least_bytes = inner.least_bytes;
  } else {
    fail(ErrorCode::BAD_SAMPLE, "Expected VP8, VP8L or VP8X as the first chunk of a WebP file");
  }
  return h;
}

}  // namespace penstock::codecs
