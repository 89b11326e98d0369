// peek and decode both parse the header: it is small, so nothing has to be kept between the two.
#include "codecs/bmp/bmp.h"

#include <cstring>

#include "codecs/byte_reader.h"
#include "codecs/unchanged.h"

namespace penstock::codecs {
namespace {

enum Compression : uint32_t {
  kRgb = 0,
  kRle8 = 1,
  kRle4 = 2,
  kBitFields = 3,
  kJpeg = 4,
  kPng = 5,
  kAlphaBitFields = 6
};

// One channel of a packed pixel: its bits are shifted down and scaled to 0..255.
struct Field {
  uint32_t mask = 0, max = 0;
  int shift = 0;

  explicit Field(uint32_t m = 0) : mask(m) {
    if (!m) return;
    while (!(m & 1)) m >>= 1, ++shift;
    // Bits beyond the top eight cannot change an 8-bit result by more than its rounding.
    while (m > 255) m >>= 1, ++shift;
    max = m;
  }
  uint8_t value(uint32_t pixel) const {
    const uint32_t v = pixel >> shift & max;
    return static_cast<uint8_t>(max == 255 ? v : max ? (v * 255 + max / 2) / max : 0);
  }
};

struct Bitmap {
  int w = 0, h = 0;
  bool top_down = false;
  int bpp = 0;
  uint32_t compression = kRgb;
  size_t pixels_at = 0, row_bytes = 0;
  Field red, green, blue, alpha;
  int colors = 0;
  uint8_t palette[256][3] = {};  // RGB; indices beyond `colors` are black
  bool grey = true;              // the palette's colours are all grey

  bool indexed() const { return bpp <= 8; }
  bool rle() const { return compression == kRle8 || compression == kRle4; }
  int channels() const { return indexed() ? (grey ? 1 : 3) : alpha.mask ? 4 : 3; }
};

void read_masks(const ByteReader& r, uint32_t header_bytes, Bitmap& b) {
  if (b.compression == kBitFields || b.compression == kAlphaBitFields) {
    b.red = Field(r.u32(54));
    b.green = Field(r.u32(58));
    b.blue = Field(r.u32(62));
    if (header_bytes >= 56 || b.compression == kAlphaBitFields) b.alpha = Field(r.u32(66));
  } else if (b.bpp == 16) {
    b.red = Field(0x7c00);
    b.green = Field(0x3e0);
    b.blue = Field(0x1f);
  } else {
    b.red = Field(0xff0000);
    b.green = Field(0xff00);
    b.blue = Field(0xff);
  }
}

void read_palette(const ByteReader& r, size_t from, uint32_t used, int entry_bytes, Bitmap& b) {
  const uint32_t most = 1u << b.bpp;
  uint64_t count = used && used < most ? used : most;
  // Some writers start the pixels before the end of the palette that the header claims.
  if (b.pixels_at > from) {
    const uint64_t room = (b.pixels_at - from) / static_cast<uint64_t>(entry_bytes);
    if (room < count) count = room;
  }
  b.colors = static_cast<int>(count);
  const uint8_t* p = r.at(from, count * static_cast<uint64_t>(entry_bytes));
  for (int i = 0; i < b.colors; ++i, p += entry_bytes) {
    b.palette[i][0] = p[2];
    b.palette[i][1] = p[1];
    b.palette[i][2] = p[0];
    b.grey &= p[0] == p[1] && p[1] == p[2];
  }
}

void check_kind(const Bitmap& b, uint32_t header_bytes) {
  const bool known_bpp = b.bpp == 1 || b.bpp == 4 || b.bpp == 8 || b.bpp == 16 || b.bpp == 24 || b.bpp == 32;
  if (!known_bpp) fail(ErrorCode::BAD_SAMPLE, "Expected 1, 4, 8, 16, 24 or 32 bits in a BMP but received %d", b.bpp);
  if (b.compression == kJpeg || b.compression == kPng)
    fail(ErrorCode::UNSUPPORTED, "Expected a bitmap in the BMP but received an embedded %s",
         b.compression == kJpeg ? "JPEG" : "PNG");
  const bool os2 = header_bytes == 64;  // in OS/2 files, 3 and 4 mean Huffman and RLE24
  const bool fields = b.compression == kBitFields || b.compression == kAlphaBitFields;
  const bool fits = b.compression == kRgb || (b.compression == kRle8 && b.bpp == 8) ||
                    (b.compression == kRle4 && b.bpp == 4) || (fields && !os2 && (b.bpp == 16 || b.bpp == 32));
  if (!fits)
    fail(ErrorCode::UNSUPPORTED, "Expected a BMP compression that fits %d bits but received number %u", b.bpp,
         b.compression);
  if (b.rle() && b.top_down)
    fail(ErrorCode::BAD_SAMPLE, "Expected a bottom-up BMP with RLE but received a top-down one");
}

Bitmap parse(Bytes file) {
  const ByteReader r{file, false, "BMP"};
  Bitmap b;
  b.pixels_at = r.u32(10);
  const uint32_t header_bytes = r.u32(14);
  uint32_t used = 0;
  int64_t h;
  if (header_bytes == 12) {
    b.w = r.u16(18);
    h = r.u16(20);
    b.bpp = r.u16(24);
  } else if (header_bytes >= 40 && header_bytes <= 1024) {
    b.w = static_cast<int>(r.u32(18));
    h = static_cast<int32_t>(r.u32(22));
    b.bpp = r.u16(28);
    b.compression = r.u32(30);
    used = r.u32(46);
  } else {
    fail(ErrorCode::BAD_SAMPLE, "Expected a BMP header of 12 or at least 40 bytes but received %u", header_bytes);
  }
  b.top_down = h < 0;
  if (h < 0) h = -h;
  b.h = h > INT32_MAX ? 0 : static_cast<int>(h);
  check_kind(b, header_bytes);
  size_t after = 14 + size_t{header_bytes};
  if (header_bytes == 40) after += b.compression == kBitFields ? 12 : b.compression == kAlphaBitFields ? 16 : 0;
  if (b.indexed())
    read_palette(r, after, used, header_bytes == 12 ? 3 : 4, b);
  else
    read_masks(r, header_bytes, b);
  b.row_bytes = (static_cast<size_t>(b.w < 0 ? 0 : b.w) * static_cast<size_t>(b.bpp) + 31) / 32 * 4;
  return b;
}

// The last row may lack its padding.
void check_pixels(const Bitmap& b, Bytes file) {
  const uint64_t last = (static_cast<uint64_t>(b.w) * static_cast<uint64_t>(b.bpp) + 7) / 8;
  const uint64_t need = b.pixels_at + static_cast<uint64_t>(b.row_bytes) * static_cast<uint64_t>(b.h - 1) + last;
  if (need > file.size)
    fail(ErrorCode::BAD_SAMPLE, "Expected %llu bytes for a %dx%d BMP of %d bits but received %zu",
         static_cast<unsigned long long>(need), b.w, b.h, b.bpp, file.size);
}

// Unpacks the palette indices of the whole image, with rows as stored (bottom-up). Pixels that the runs skip stay 0.
void unpack_rle(const Bitmap& b, Bytes file, uint8_t* out) {
  const bool nibbles = b.compression == kRle4;
  const size_t w = static_cast<size_t>(b.w), h = static_cast<size_t>(b.h);
  std::memset(out, 0, w * h);
  size_t x = 0, y = 0, at = b.pixels_at;
  auto put = [&](int index) {
    if (x < w && y < h) out[y * w + x] = static_cast<uint8_t>(index);
    ++x;
  };
  while (at + 2 <= file.size) {
    const int count = file.data[at], value = file.data[at + 1];
    at += 2;
    if (count) {
      for (int i = 0; i < count; ++i) put(nibbles ? (i & 1 ? value & 15 : value >> 4) : value);
    } else if (value == 0) {
      x = 0;
      ++y;
    } else if (value == 1) {
      return;
    } else if (value == 2) {
      if (at + 2 > file.size) break;
      x += file.data[at];
      y += file.data[at + 1];
      at += 2;
    } else {
      const size_t bytes = static_cast<size_t>(nibbles ? (value + 1) / 2 : value);
      if (bytes > file.size - at) break;
      const uint8_t* p = file.data + at;
      for (int i = 0; i < value; ++i) put(nibbles ? (i & 1 ? p[i / 2] & 15 : p[i / 2] >> 4) : p[i]);
      at += (bytes + 1) & ~size_t{1};
    }
  }
  // Some writers omit the end mark, which matters only when pixels are missing.
  if (y + 1 < h || (y + 1 == h && x < w))
    fail(ErrorCode::BAD_SAMPLE, "Expected the runs of a %dx%d BMP but received data that ends in row %zu", b.w, b.h, y);
}

// Reads pixels x..x+n of a stored row: palette indices when `indices` is set, else colours. 1-bit and 4-bit indices
// start at the high bits.
void read_row(const Bitmap& b, const uint8_t* row, int x, int n, bool indices, uint8_t* out) {
  const int end = x + n, channels = b.channels();
  if (b.indexed()) {
    const int per_byte = b.rle() ? 1 : 8 / b.bpp, bits = b.rle() ? 8 : b.bpp;
    const int mask = (1 << bits) - 1;
    for (; x < end; ++x) {
      const int index = row[x / per_byte] >> (8 - bits - x % per_byte * bits) & mask;
      if (indices)
        *out++ = static_cast<uint8_t>(index);
      else
        std::memcpy(out, b.palette[index], static_cast<size_t>(channels)), out += channels;
    }
  } else if (b.bpp == 24) {
    for (const uint8_t* p = row + 3 * static_cast<size_t>(x); x < end; ++x, p += 3, out += 3) {
      out[0] = p[2];
      out[1] = p[1];
      out[2] = p[0];
    }
  } else {
    const size_t bytes = static_cast<size_t>(b.bpp / 8);
    for (const uint8_t* p = row + bytes * static_cast<size_t>(x); x < end; ++x, p += bytes, out += channels) {
      uint32_t v = p[0] | p[1] << 8;
      if (bytes == 4) v |= static_cast<uint32_t>(p[2]) << 16 | static_cast<uint32_t>(p[3]) << 24;
      out[0] = b.red.value(v);
      out[1] = b.green.value(v);
      out[2] = b.blue.value(v);
      if (channels == 4) out[3] = b.alpha.value(v);
    }
  }
}

}  // namespace

Header peek_bmp(Bytes file) {
  const Bitmap b = parse(file);
  Header h;
  h.format = Format::bmp;
  h.width = b.w;
  h.height = b.h;
  h.channels = b.channels();
  h.palette = b.indexed();
  // A run of 255 pixels takes 2 bytes.
  check_claim(h, b.rle() ? 8 : b.bpp, b.rle() ? 128 : 1);
  return h;
}

RawImage decode_bmp(const DecodeTask& task) {
  const Bytes file = task.file;
  const Window stored = task.stored;
  const Bitmap b = parse(file);
  check_unchanged(task.header, b.w, b.h);
  if (!b.rle()) check_pixels(b, file);
  const uint8_t* pixels = file.data + b.pixels_at;
  size_t row_bytes = b.row_bytes;
  if (b.rle()) {
    row_bytes = static_cast<size_t>(b.w);
    auto* indices = task.scratch.get(row_bytes * static_cast<size_t>(b.h));
    unpack_rle(b, file, indices);
    pixels = indices;
  }
  RawImage raw;
  raw.x = stored.x;
  raw.y = stored.y;
  raw.w = stored.w;
  raw.h = stored.h;
  raw.channels = task.indices() ? 1 : b.channels();
  raw.stride = static_cast<size_t>(stored.w) * static_cast<size_t>(raw.channels);
  auto* out = task.scratch.get(raw.stride * static_cast<size_t>(stored.h));
  raw.data = out;
  for (int i = 0; i < stored.h; ++i, out += raw.stride) {
    const int y = b.top_down ? stored.y + i : b.h - 1 - stored.y - i;
    read_row(b, pixels + static_cast<size_t>(y) * row_bytes, stored.x, stored.w, task.indices(), out);
  }
  return raw;
}

}  // namespace penstock::codecs
