// ITU-T T.81 annex B: markers, the frame header, and the EXIF segment. Tolerates what libjpeg tolerates (fill bytes,
// garbage between segments).
#include "codecs/jpeg/jpeg_header.h"

#include <cstring>

#include "codecs/exif.h"

namespace penstock::codecs {
namespace {

enum Marker : uint8_t {
  kSOF0 = 0xc0,
  kDHT = 0xc4,
  kJPG = 0xc8,
  kDAC = 0xcc,
  kRST0 = 0xd0,
  kSOI = 0xd8,
  kEOI = 0xd9,
  kSOS = 0xda,
  kAPP1 = 0xe1,
  kTEM = 0x01
};

bool is_frame(uint8_t m) { return m >= kSOF0 && m <= 0xcf && m != kDHT && m != kJPG && m != kDAC; }
bool is_alone(uint8_t m) { return (m >= kRST0 && m <= kEOI) || m == kTEM; }

int u16(const uint8_t* p) { return p[0] << 8 | p[1]; }

[[noreturn]] void fail_truncated(Bytes b) {
  fail(ErrorCode::BAD_SAMPLE, "Expected a whole JPEG file but received %zu bytes that end inside its header", b.size);
}

// Reads the sampling factors; returns the number of 8x8 blocks that every scan of the frame codes at least.
uint64_t count_blocks(const uint8_t* frame, int width, int height, int components, SamplingFactors& s) {
  int h_max = 1, v_max = 1;
  for (int c = 0; c < components; ++c) {
    const int h = frame[7 + 3 * c] >> 4, v = frame[7 + 3 * c] & 15;
    if (h < 1 || h > 4 || v < 1 || v > 4) {
      fail(ErrorCode::BAD_SAMPLE, "Expected JPEG sampling factors of 1 to 4 but received %dx%d", h, v);
    }
    if (h > h_max) h_max = h;
    if (v > v_max) v_max = v;
  }
  s.most_h = h_max;
  s.most_v = v_max;
  uint64_t blocks = 0;
  for (int c = 0; c < components; ++c) {
    s.h[c] = frame[7 + 3 * c] >> 4;
    s.v[c] = frame[7 + 3 * c] & 15;
    const uint64_t h = frame[7 + 3 * c] >> 4, v = frame[7 + 3 * c] & 15;
    blocks += (width * h / h_max + 7) / 8 * ((height * v / v_max + 7) / 8);
  }
  return blocks;
}

void read_frame(Bytes b, uint8_t marker, const uint8_t* frame, size_t size, JpegHeader& out) {
  if (size < 6) fail_truncated(b);
  const int precision = frame[0], height = u16(frame + 1), width = u16(frame + 3), components = frame[5];
  if (size < static_cast<size_t>(6 + 3 * components)) {
    fail(ErrorCode::BAD_SAMPLE, "Expected a JPEG frame header of %d components but received one of %zu bytes",
         components, size);
  }
  const int process = marker - kSOF0;
  if ((process & 3) == 3) fail(ErrorCode::UNSUPPORTED, "Expected a JPEG of DCT process but received a lossless JPEG");
  if (process & 4) fail(ErrorCode::UNSUPPORTED, "Expected a JPEG of one frame but received a hierarchical JPEG");
  if (precision != 8) {
    fail(ErrorCode::UNSUPPORTED, "Expected a JPEG of 8 bits per sample but received one of %d bits", precision);
  }
  if (!width || !height) {
    fail(ErrorCode::BAD_SAMPLE, "Expected a JPEG with a size but received %d x %d pixels", width, height);
  }
  if (components != 1 && components != 3 && components != 4) {
    fail(ErrorCode::UNSUPPORTED, "Expected a JPEG of 1, 3 or 4 components but received %d", components);
  }
  out.progressive = (process & 3) == 2;
  out.arithmetic = process >= 8;
  Header& h = out.header;
  h.format = Format::jpeg;
  h.width = width;
  h.height = height;
  h.channels = components;
  h.cmyk = components == 4;
  // A block takes at least one Huffman code of at least one bit for its DC coefficient and, unless progressive runs
  // span blocks, one for its AC coefficients. Arithmetic coding has no such bound: 1/64 bit is far below what it
  // reaches on images.
  const uint64_t blocks = count_blocks(frame, width, height, components, out.sampling);
  h.least_bytes = out.arithmetic ? blocks / 512 : out.progressive ? blocks / 8 : blocks / 4;
}

}  // namespace

JpegHeader read_jpeg_header(Bytes b) {
  JpegHeader out;
  bool framed = false, oriented = false;
  size_t at = 2;
  for (;;) {
    while (at < b.size && b.data[at] != 0xff) ++at;
    while (at < b.size && b.data[at] == 0xff) ++at;
    if (at >= b.size) fail_truncated(b);
    const uint8_t marker = b.data[at++];
    if (!marker) continue;
    if (marker == kEOI) fail(ErrorCode::BAD_SAMPLE, "Expected a JPEG with an image but received one without a scan");
    if (is_alone(marker)) continue;
    if (at + 2 > b.size) fail_truncated(b);
    const size_t length = u16(b.data + at);
    if (length < 2) fail(ErrorCode::BAD_SAMPLE, "Expected a JPEG segment of 2 bytes or more but received %zu", length);
    if (at + length > b.size) fail_truncated(b);
    const uint8_t* body = b.data + at + 2;
    const size_t size = length - 2;
    if (marker == kSOS) {
      if (!framed) fail(ErrorCode::BAD_SAMPLE, "Expected a JPEG frame header before the first scan but received none");
      out.scan = at + length;
      return out;
    }
    if (is_frame(marker)) {
      if (framed) fail(ErrorCode::BAD_SAMPLE, "Expected one JPEG frame header but received two");
      framed = true;
      read_frame(b, marker, body, size, out);
    } else if (!oriented && marker == kAPP1 && size > 6 && !std::memcmp(body, "Exif\0\0", 6)) {
      // The first of several counts, whatever it says, unless it is empty.
      oriented = true;
      out.header.orientation = exif_orientation(body, size);
    }
    at += length;
  }
}

}  // namespace penstock::codecs
