// JPEG 2000: the boxes of a JP2 file, and the markers of the codestream as far as they tell size, components and
// levels. Tile-parts are skipped by their lengths, so that a file that is cut is told from its headers.
#include <algorithm>
#include <vector>

#include "codecs/byte_reader.h"
#include "codecs/jpeg2000/jpeg2000.h"
#include "codecs/signature.h"

namespace penstock::codecs {
namespace {

constexpr int kMaxComponents = 16384;

struct Box {
  uint64_t type_at, begin, end;  // the contents
};

// What the boxes say; -1 and 0 where they say nothing.
struct Boxes {
  int color_space = -1;  // EnumCS
  int columns = 0;       // of the palette
  int palette_bits = 0;  // the most bits of its columns
  int index = 0;         // the component that the palette is applied to
  bool defined = false;  // by a Channel Definition box:
  int colors = 0, alphas = 0;
};

[[noreturn]] void fail_box(const char* what) {
  fail(ErrorCode::BAD_SAMPLE, "Expected a sound JPEG 2000 file but received %s", what);
}

// Calls `use` for the boxes from `at` to `end` until it returns false.
template <class Use>
void each_box(const ByteReader& r, uint64_t at, uint64_t end, Use&& use) {
  while (end - at >= 8) {
    uint64_t size = r.u32(at), head = 8;
    if (size == 1) {
      size = r.u64(at + 8);
      head = 16;
    } else if (size == 0) {
      size = end - at;
    }
    if (size < head) fail_box("a box that is shorter than its own header");
    const Box box{at + 4, at + head, size > end - at ? end : at + size};
    if (!use(box)) return;
    at = box.end;
  }
}

void read_palette(const ByteReader& r, const Box& box, Boxes& b) {
  b.columns = r.u8(box.begin + 2);
  if (!b.columns || !r.u16(box.begin)) fail_box("an empty palette");
  for (int i = 0; i < b.columns; ++i)
    b.palette_bits = std::max(b.palette_bits, (r.u8(box.begin + 3 + static_cast<uint64_t>(i)) & 0x7f) + 1);
}

void read_definitions(const ByteReader& r, const Box& box, Boxes& b) {
  b.defined = true;
  for (uint64_t i = 0, n = r.u16(box.begin); i < n; ++i) {
    const int type = r.u16(box.begin + 4 + 6 * i);
    b.colors += type == 0;
    b.alphas += type == 1 || type == 2;
  }
}

void read_jp2h(const ByteReader& r, const Box& outer, Boxes& b) {
  each_box(r, outer.begin, outer.end, [&](const Box& box) {
    if (r.has(box.type_at, "colr")) {
      // The first box counts; a profile (method 2) leaves the meaning to the number of components.
      if (b.color_space < 0) b.color_space = r.u8(box.begin) == 1 ? static_cast<int>(r.u32(box.begin + 3)) : 0;
    } else if (r.has(box.type_at, "pclr")) {
      read_palette(r, box, b);
    } else if (r.has(box.type_at, "cmap")) {
      b.index = r.u16(box.begin);
    } else if (r.has(box.type_at, "cdef")) {
      read_definitions(r, box, b);
    }
    return true;
  });
}

// The offset of the codestream.
uint64_t read_boxes(const ByteReader& r, Boxes& b) {
  uint64_t code = 0;
  each_box(r, 0, r.file.size, [&](const Box& box) {
    if (r.has(box.type_at, "jp2h")) read_jp2h(r, box, b);
    if (!r.has(box.type_at, "jp2c")) return true;
    code = box.begin;
    return false;
  });
  if (!code) fail_box("one without a codestream");
  return code;
}

struct Codestream {
  uint32_t x0, y0, width, height;
  bool subsampled = false;  // a component has fewer samples than the image has pixels
  int components;
  int bits = 0;  // the most of all components
  int levels = 33;
  uint64_t tiles = 0;
};

// `at` is after the marker.
Codestream read_size(const ByteReader& r, uint64_t at) {
  Codestream c;
  const uint32_t x1 = r.u32(at + 4), y1 = r.u32(at + 8);
  c.x0 = r.u32(at + 12);
  c.y0 = r.u32(at + 16);
  c.components = r.u16(at + 36);
  if (x1 > 0x7fffffff || y1 > 0x7fffffff || c.x0 >= x1 || c.y0 >= y1)
    fail(ErrorCode::BAD_SAMPLE, "Expected a JPEG 2000 image of at least 1x1 but received a header from %u,%u to %u,%u",
         c.x0, c.y0, x1, y1);
  if (!c.components || c.components > kMaxComponents) fail_box("one without components, or with too many");
  c.width = x1 - c.x0;
  c.height = y1 - c.y0;
  const uint32_t tile_w = r.u32(at + 20), tile_h = r.u32(at + 24), tile_x = r.u32(at + 28), tile_y = r.u32(at + 32);
  if (!tile_w || !tile_h || tile_x > c.x0 || tile_y > c.y0) fail_box("tiles that do not cover the image");
  c.tiles =
      (1 + static_cast<uint64_t>(x1 - tile_x - 1) / tile_w) * (1 + static_cast<uint64_t>(y1 - tile_y - 1) / tile_h);
  if (c.tiles > 65535) fail_box("more than 65,535 tiles");
  for (int i = 0; i < c.components; ++i) {
    const uint64_t component = at + 38 + 3 * static_cast<uint64_t>(i);
    c.bits = std::max(c.bits, (r.u8(component) & 0x7f) + 1);
    const uint32_t dx = r.u8(component + 1), dy = r.u8(component + 2);
    if (!dx || !dy) fail_box("a component with a sample distance of 0");
    c.subsampled |= dx > 1 || dy > 1;
  }
  return c;
}

// Reads the marker segments from `at` on for the numbers of levels; returns the offset of the marker that ends them.
uint64_t read_markers(const ByteReader& r, uint64_t at, Codestream& c) {
  for (;;) {
    const int marker = r.u16(at);
    if (marker == 0xff90 || marker == 0xff93 || marker == 0xffd9) return at;
    if (marker < 0xff01) fail_box("a codestream that breaks off in its headers");
    if (marker == 0xff52) c.levels = std::min<int>(c.levels, r.u8(at + 9));
    if (marker == 0xff53) c.levels = std::min<int>(c.levels, r.u8(at + (c.components < 257 ? 6 : 7)));
    const uint64_t size = r.u16(at + 2);
    r.at(at + 2, size);
    at += 2 + std::max<uint64_t>(size, 2);
  }
}

// Skips the tile-parts, and refuses an image that lacks a tile, which OpenJPEG would fill with zeros. A codestream may
// end without its last marker.
void read_tile_parts(const ByteReader& r, uint64_t at, Codestream& c) {
  std::vector<bool> seen(c.tiles);
  uint64_t tiles = 0;
  while (r.file.size - at >= 2 && r.u16(at) == 0xff90) {
    const uint64_t tile = r.u16(at + 4);
    if (tile >= c.tiles) fail_box("a tile-part of a tile that is not there");
    tiles += !seen[tile];
    seen[tile] = true;
    const uint64_t size = r.u32(at + 6);
    if (size && size < 14) fail_box("a tile-part that is shorter than its own header");
    read_markers(r, at + 12, c);
    if (!size) break;
    r.at(at, size);
    at += size;
  }
  if (tiles < c.tiles)
    fail(ErrorCode::BAD_SAMPLE, "Expected %llu tiles of a JPEG 2000 image but received %llu",
         static_cast<unsigned long long>(c.tiles), static_cast<unsigned long long>(tiles));
}

Codestream read_codestream(const ByteReader& r, uint64_t begin) {
  if (r.u16(begin) != 0xff4f || r.u16(begin + 2) != 0xff51) fail_box("a codestream without a size");
  Codestream c = read_size(r, begin + 4);
  read_tile_parts(r, read_markers(r, begin + 2, c), c);
  if (c.levels > 32) fail_box("a codestream without a coding style");
  return c;
}

Jpeg2000Colors colors_of(const Boxes& b, int channels) {
  switch (b.color_space) {
    case 12: return Jpeg2000Colors::cmyk;
    case 16: return Jpeg2000Colors::rgb;
    case 17: return Jpeg2000Colors::grey;
    case 18: return Jpeg2000Colors::sycc;
    case -1:
    case 0: break;
    default:
      fail(ErrorCode::UNSUPPORTED, "Expected JPEG 2000 in sRGB, grey, sYCC or CMYK but received the colour space %d",
           b.color_space);
  }
  const int colors = b.defined ? b.colors : channels;
  return colors < 3 ? Jpeg2000Colors::grey : Jpeg2000Colors::rgb;
}

}  // namespace

Jpeg2000Header read_jpeg2000_header(Bytes file) {
  const ByteReader r{file, true, "JPEG 2000"};
  Boxes b;
  Jpeg2000Header h;
  h.bare = has_signature(file, "\xff\x4f"sv);
  const Codestream c = read_codestream(r, h.bare ? 0 : read_boxes(r, b));
  const int channels = b.columns ? b.columns : c.components;
  h.colors = colors_of(b, channels);
  if (channels < h.color_channels())
    fail(ErrorCode::BAD_SAMPLE, "Expected %d channels in a JPEG 2000 image of its colour space but received %d",
         h.color_channels(), channels);
  h.alpha = h.colors != Jpeg2000Colors::cmyk && (b.defined ? b.alphas > 0 : channels == h.color_channels() + 1);
  const int bits = b.columns ? b.palette_bits : c.bits;
  if (bits > 16)
    fail(ErrorCode::UNSUPPORTED, "Expected JPEG 2000 of at most 16 bits per channel but received %d", bits);
  h.x0 = c.x0;
  h.y0 = c.y0;
  h.index = b.index;
  if (b.columns && b.index >= c.components) fail_box("a palette for a component that is not there");
  h.levels = b.columns || c.subsampled ? 0 : c.levels;
  h.header.format = Format::jpeg2000;
  h.header.width = static_cast<int>(c.width);
  h.header.height = static_cast<int>(c.height);
  // CMYK becomes RGB before anything else sees it.
  h.header.channels = h.colors == Jpeg2000Colors::cmyk ? 3 : h.color_channels() + h.alpha;
  h.header.bits = bits > 8 ? 16 : 8;
  h.header.palette = b.columns > 0 && c.bits <= 8;
  check_claim(h.header, h.header.channels * bits, 0);
  return h;
}

}  // namespace penstock::codecs
