// Palette images: the indices that they store, and the colours of TIFF palettes. Run from the repository's root.
#include "core/rng.h"
#include "test/formats_fixture.h"

namespace penstock::test {
namespace {

DecodeSpec index_spec() {
  DecodeSpec spec;
  spec.type = ImageType::index;
  return spec;
}

// Adds a palette of random colours, so that no index can be mistaken for a colour.
void add_palette(File& png, const File& colors) {
  // Inserted between the header and the pixels.
  File out(png.begin(), png.begin() + 33);
  png_chunk(out, "PLTE", colors);
  png_chunk(out, "tRNS", File(1, 0));
  out.insert(out.end(), png.begin() + 33, png.end());
  png = out;
}

File palette_png(int w, int h, int depth, const File& rows, const File& exif = {}) {
  File f = png(w, h, depth, 3, rows, exif);
  add_palette(f, random_bytes(size_t{3} << depth, 4));
  return f;
}

// LZW codes of 9 bits without repetitions: there is a clear code before each pixel.
File gif(int screen_w, int screen_h, Window frame, int background, const File& pixels) {
  File f = text("GIF89a");
  le(f, static_cast<uint32_t>(screen_w), 2);
  le(f, static_cast<uint32_t>(screen_h), 2);
  append(f, {0xf7, static_cast<uint8_t>(background), 0});
  append(f, random_bytes(768, 6));
  append(f, {0x21, 0xfe, 2, 'h', 'i', 0});                 // a comment
  append(f, {0x21, 0xf9, 4, 1, 0, 0, pixels.front(), 0});  // the first pixel's index is transparent
  f.push_back(0x2c);
  for (const int v : {frame.x, frame.y, frame.w, frame.h}) le(f, static_cast<uint32_t>(v), 2);
  append(f, {0, 8});
  File packed;
  uint32_t acc = 0;
  int bits = 0;
  const auto code = [&](uint32_t v) {
    acc |= v << bits;
    for (bits += 9; bits >= 8; bits -= 8, acc >>= 8) packed.push_back(static_cast<uint8_t>(acc));
  };
  for (const uint8_t v : pixels) code(256), code(v);
  code(257);
  packed.push_back(static_cast<uint8_t>(acc));
  for (size_t at = 0; at < packed.size(); at += 255) {
    const size_t n = std::min<size_t>(255, packed.size() - at);
    f.push_back(static_cast<uint8_t>(n));
    f.insert(f.end(), packed.begin() + static_cast<ptrdiff_t>(at), packed.begin() + static_cast<ptrdiff_t>(at + n));
  }
  append(f, {0, 0x3b});
  return f;
}

// 2x2 pixels: 7, 0, 255, 9. Colour i is 256 i, 256 i + 1, 256 i + 2.
File palette_tiff(bool big_endian, uint32_t type) {
  const auto put = [&](File& f, uint32_t v, int bytes) { big_endian ? be(f, v, bytes) : le(f, v, bytes); };
  File f = big_endian ? File{'M', 'M', 0, '*'} : File{'I', 'I', '*', 0};
  const uint32_t at = 8 + 2 + 11 * 12 + 4, colors = at + 4;
  const uint32_t tags[][2] = {{256, 2},  {257, 2}, {258, 8}, {259, 1}, {262, 3},
                              {273, at}, {277, 1}, {278, 2}, {279, 4}};
  put(f, 8, 4);
  put(f, 11, 2);
  for (const auto& t : tags) {
    put(f, t[0], 2), put(f, type, 2), put(f, 1, 4);
    type == 3 ? (put(f, t[1], 2), put(f, 0, 2)) : put(f, t[1], 4);
  }
  for (int twice = 0; twice < 2; ++twice) put(f, 320, 2), put(f, 3, 2), put(f, 768, 4), put(f, colors, 4);
  put(f, 0, 4);
  append(f, {7, 0, 255, 9});
  for (uint32_t i = 0; i < 768; ++i) put(f, (i % 256) * 256 + i / 256, 2);
  return f;
}

}  // namespace

TEST(palette_numbers_of_png) {
  if (!have_vips()) return;
  CHECK(decode(palette_png(3, 1, 8, {0, 0, 255, 7}), index_spec()) == File({0, 255, 7}));
  CHECK(decode(palette_png(3, 1, 4, {0, 0x1f, 0x70}), index_spec()) == File({1, 15, 7}));
  CHECK(decode(palette_png(5, 1, 2, {0, 0x1b, 0x80}), index_spec()) == File({0, 1, 2, 3, 2}));
  CHECK(decode(palette_png(9, 1, 1, {0, 0xa5, 0x80}), index_spec()) == File({1, 0, 1, 0, 0, 1, 0, 1, 1}));
  // Indices beyond the palette are returned unchanged.
  File few = png(2, 1, 8, 3, {0, 3, 200});
  add_palette(few, {1, 2, 3, 4, 5, 6});
  CHECK(decode(few, index_spec()) == File({3, 200}));
}

TEST(palette_numbers_of_gif) {
  if (!have_vips()) return;
  const File pixels = random_bytes(12, 9);
  CHECK(decode(gif(4, 3, {0, 0, 4, 3}, 9, pixels), index_spec()) == pixels);
  // Pixels outside of the first frame get the transparent index, here that of its first pixel, whatever the background.
  const File inside = decode(gif(4, 3, {1, 1, 2, 1}, 9, {5, 6}), index_spec());
  CHECK(inside == File({5, 5, 5, 5, 5, 5, 6, 5, 5, 5, 5, 5}));
}

// Tags may be SHORT or LONG, in either byte order. When a file has two palettes, the first one is used.
TEST(palette_numbers_of_tiff) {
  if (!have_vips()) return;
  DecodeSpec deep;
  deep.dtype = DType::uint16;
  for (const bool big_endian : {false, true}) {
    for (const uint32_t type : {3u, 4u}) {
      const File f = palette_tiff(big_endian, type);
      CHECK(decode(f, index_spec()) == File({7, 0, 255, 9}));
      CHECK(decode<uint16_t>(f, deep) ==
            std::vector<uint16_t>({1792, 1793, 1794, 0, 1, 2, 65280, 65281, 65282, 2304, 2305, 2306}));
    }
  }
}

TEST(palette_numbers_of_bmp) {
  const File colors = random_bytes(64, 3);
  CHECK(decode(bmp(3, 1, 8, 0, colors, {7, 200, 0, 0}), index_spec()) == File({7, 200, 0}));
  CHECK(decode(bmp(3, 1, 4, 0, colors, {0x1f, 0x70, 0, 0}), index_spec()) == File({1, 15, 7}));
  CHECK(decode(bmp(3, 1, 4, 2, colors, {3, 0x12, 0, 1}), index_spec()) == File({1, 2, 1}));
}

TEST(palette_numbers_need_a_palette) {
  const Header grey = peek(bytes_of(png(2, 1, 8, 0, {0, 1, 2})));
  CHECK_THROWS(decoded_shape(grey, index_spec()),
               "BAD_SAMPLE: Expected an image with a palette for outputType 'index' but received a PNG without one");
  CHECK_THROWS(decode(bmp(1, 1, 24, 0, {}, {3, 2, 1}), index_spec()), "received a BMP without one");
}

// A window in any orientation is the crop of the whole image.
TEST(palette_windows) {
  if (!have_vips()) return;
  Rng rng(5, 0, 0, 0);
  const int w = 11, h = 7;
  const File numbers = random_bytes(w * h, 3);
  File rows;
  for (int y = 0; y < h; ++y) {
    rows.push_back(0);
    rows.insert(rows.end(), numbers.begin() + y * w, numbers.begin() + (y + 1) * w);
  }
  for (const File& f : {palette_png(w, h, 8, rows), gif(w, h, {0, 0, w, h}, 0, numbers)}) {
    Header header = peek(bytes_of(f));
    for (int round = 0; round < 40; ++round) {
      header.orientation = 1 + static_cast<int>(rng.below(8));
      const Shape shape = decoded_shape(header, index_spec());
      CHECK_EQ(shape[2], 1);
      Window v;
      v.x = static_cast<int>(rng.below(static_cast<uint32_t>(shape[1])));
      v.y = static_cast<int>(rng.below(static_cast<uint32_t>(shape[0])));
      v.w = 1 + static_cast<int>(rng.below(static_cast<uint32_t>(shape[1] - v.x)));
      v.h = 1 + static_cast<int>(rng.below(static_cast<uint32_t>(shape[0] - v.y)));
      File turned(w * h), part(static_cast<size_t>(v.w) * v.h);
      orient_pixels(numbers.data(), w, w, h, 1, header.orientation, turned.data());
      Decoders().decode(bytes_of(f), header, index_spec(), v, part.data(), scratch());
      int wrong = 0;
      for (int y = 0; y < v.h; ++y)
        wrong += std::memcmp(part.data() + y * v.w, turned.data() + (v.y + y) * shape[1] + v.x, v.w) != 0;
      CHECK_EQ(wrong, 0);
    }
  }
}

// Damaged bytes give indices or an Error, and no other result.
TEST(palette_fuzz) {
  Rng rng(17, 0, 0, 0);
  std::vector<File> files = {bmp(9, 5, 8, 0, random_bytes(64, 7), random_bytes(60, 3)),
                             bmp(4, 3, 8, 1, random_bytes(64, 7), {4, 1, 0, 0, 0, 3, 1, 2, 3, 0, 1, 5, 0, 1})};
  if (have_vips()) {
    files.push_back(palette_png(2, 2, 4, {0, 0x12, 0, 0x34}));
    files.push_back(gif(4, 3, {1, 1, 2, 1}, 9, {5, 6}));
    files.push_back(palette_tiff(true, 4));
    files.push_back(palette_tiff(false, 3));
  }
  for (const File& f : files) {
    for (int round = 0; round < 300; ++round) {
      File bad = f;
      for (uint32_t k = 1 + rng.below(4); k--;)
        bad[rng.below(std::min<uint32_t>(static_cast<uint32_t>(bad.size()), rng.below(2) ? 160 : 3000))] =
            static_cast<uint8_t>(rng.below(3) ? rng.bits() : 255);
      if (!rng.below(3)) bad.resize(rng.below(static_cast<uint32_t>(bad.size())) + 1);
      bad.shrink_to_fit();
      try {
        const Header h = peek(bytes_of(bad));
        if (static_cast<double>(h.width) * h.height > 4e6) continue;
        decode(bad, index_spec());
      } catch (const Error&) {
      }
    }
  }
}

}  // namespace penstock::test
