// Shared by the tests of the formats other than JPEG: files made by hand, and decoding them. Tests that need libvips do
// nothing when npm has not installed it.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "codecs/convert.h"
#include "codecs/orient.h"
#include "codecs/vips/vips.h"
#include "core/rng.h"
#include "test/test.h"

namespace penstock::test {

using namespace penstock::codecs;
namespace fs = std::filesystem;
using File = std::vector<uint8_t>;

inline Bytes bytes_of(const File& f) { return {f.data(), f.size()}; }
inline File text(const char* s) { return File(s, s + std::strlen(s)); }

inline Scratch& scratch() {
  thread_local Scratch s;
  s.reset();
  return s;
}

struct Pixels {
  int h = 0, w = 0, c = 0;
  std::vector<uint8_t> data;
};

template <class T = uint8_t>
std::vector<T> decode(const File& f, DecodeSpec spec, Window* window = nullptr) {
  const Header h = peek(bytes_of(f));
  const Shape shape = decoded_shape(h, spec);
  const Window v = window ? *window : Window{0, 0, static_cast<int>(shape[1]), static_cast<int>(shape[0])};
  std::vector<T> out(static_cast<size_t>(v.w) * v.h * shape[2]);
  Decoders().decode(bytes_of(f), h, spec, v, out.data(), scratch());
  return out;
}

inline std::vector<uint8_t> decode_any(const File& f) {
  DecodeSpec spec;
  spec.type = ImageType::any;
  return decode(f, spec);
}

inline void le(File& f, uint32_t v, int bytes) {
  for (int i = 0; i < bytes; ++i) f.push_back(static_cast<uint8_t>(v >> (8 * i)));
}
inline void be(File& f, uint32_t v, int bytes) {
  while (bytes--) f.push_back(static_cast<uint8_t>(v >> (8 * bytes)));
}
inline void append(File& f, const File& more) { f.insert(f.end(), more.begin(), more.end()); }

inline File bmp(int w, int h, int bpp, int compression, const File& palette, const File& pixels) {
  File f = text("BM");
  const uint32_t at = static_cast<uint32_t>(54 + palette.size());
  le(f, static_cast<uint32_t>(at + pixels.size()), 4);
  le(f, 0, 4);
  le(f, at, 4);
  le(f, 40, 4);
  le(f, static_cast<uint32_t>(w), 4);
  le(f, static_cast<uint32_t>(h), 4);
  le(f, 1, 2);
  le(f, static_cast<uint32_t>(bpp), 2);
  le(f, static_cast<uint32_t>(compression), 4);
  for (int i = 0; i < 5; ++i) le(f, i == 3 ? static_cast<uint32_t>(palette.size() / 4) : 0, 4);
  append(f, palette);
  append(f, pixels);
  return f;
}

inline void png_chunk(File& f, const char* name, const File& data) {
  be(f, static_cast<uint32_t>(data.size()), 4);
  const size_t from = f.size();
  append(f, text(name));
  append(f, data);
  uint32_t crc = ~0u;
  for (size_t i = from; i < f.size(); ++i) {
    crc ^= f[i];
    for (int k = 0; k < 8; ++k) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  be(f, ~crc, 4);
}

// Makes a PNG with unfiltered rows in one stored deflate block.
inline File png(int w, int h, int depth, int type, const File& rows, const File& exif = {}) {
  File f = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}, head, z = {0x78, 1, 1};
  be(head, static_cast<uint32_t>(w), 4);
  be(head, static_cast<uint32_t>(h), 4);
  append(head, {static_cast<uint8_t>(depth), static_cast<uint8_t>(type), 0, 0, 0});
  png_chunk(f, "IHDR", head);
  if (!exif.empty()) png_chunk(f, "eXIf", exif);
  le(z, static_cast<uint32_t>(rows.size()), 2);
  le(z, static_cast<uint32_t>(~rows.size()), 2);
  append(z, rows);
  uint32_t a = 1, b = 0;
  for (const uint8_t v : rows) a = (a + v) % 65521, b = (b + a) % 65521;
  be(z, b << 16 | a, 4);
  png_chunk(f, "IDAT", z);
  png_chunk(f, "IEND", {});
  return f;
}

inline File exif_of(int orientation) {
  File f = {'M', 'M', 0, '*', 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1};
  be(f, static_cast<uint32_t>(orientation), 2);
  append(f, {0, 0, 0, 0, 0, 0});
  return f;
}

inline bool have_vips() {
  static const bool found = [] {
#if defined(__SANITIZE_THREAD__)
    return false;  // libvips is not instrumented: its hand-overs between threads would look like races
#endif
    std::error_code none;
    if (const char* path = std::getenv("PENSTOCK_VIPS")) set_vips_path(path);
    for (const auto& package : fs::directory_iterator("node_modules/@img", none)) {
      for (const auto& file : fs::directory_iterator(package.path() / "lib", none)) {
        if (file.path().filename().string().rfind("libvips-cpp.so", 0) == 0) set_vips_path(file.path().string());
      }
    }
    return !vips_version().empty();
  }();
  return found;
}

inline File random_bytes(size_t n, uint64_t seed) {
  Rng rng(seed, 0, 0, 0);
  File f(n);
  for (uint8_t& v : f) v = static_cast<uint8_t>(rng.bits());
  return f;
}

// Small files of every kind that can be made here, plus the files of data/formats.
inline std::vector<File> samples(bool vips) {
  std::vector<File> all;
  File grey_palette, colors = random_bytes(64, 7), mask_pixels;
  for (int i = 0; i < 2; ++i) append(grey_palette, File(3, i ? 255 : 0)), grey_palette.push_back(0);
  all.push_back(bmp(9, 5, 1, 0, grey_palette, random_bytes(20, 1)));
  all.push_back(bmp(9, 5, 4, 0, colors, random_bytes(40, 2)));
  all.push_back(bmp(9, 5, 8, 0, colors, random_bytes(60, 3)));
  all.push_back(bmp(4, 3, 8, 1, colors, {4, 1, 0, 0, 0, 3, 1, 2, 3, 0, 1, 5, 0, 0, 2, 1, 2, 9, 0, 1}));
  all.push_back(bmp(5, 2, 4, 2, colors, {5, 0x12, 0, 0, 0, 5, 0x12, 0x34, 0x50, 0, 0, 1}));
  all.push_back(bmp(9, -5, 24, 0, {}, random_bytes(140, 4)));
  all.push_back(bmp(9, 5, 16, 0, {}, random_bytes(100, 5)));
  all.push_back(bmp(9, 5, 32, 3, {0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0}, random_bytes(180, 6)));
  all.push_back(text("P1 # c\n3 2\n1 0 1\n010"));
  all.push_back(text("P2\n3 2\n300\n1 2 300\n4 5 6\n"));
  all.push_back(text("P3\n1 2\n7\n1 2 3 4 5 6"));
  File p6 = text("P6 7 3 65535 ");
  append(p6, random_bytes(7 * 3 * 6, 8));
  all.push_back(p6);
  if (!vips) return all;
  File rows;
  for (int y = 0; y < 6; ++y) rows.push_back(0), append(rows, random_bytes(11 * 3, 20 + y));
  all.push_back(png(11, 6, 8, 2, rows));
  std::error_code none;
  for (const auto& entry : fs::directory_iterator("data/formats", none)) {
    // JPEG has tests of its own; HEVC is not decoded.
    if (entry.path().extension() == ".jpg" || entry.path().extension() == ".heic") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    all.emplace_back((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  }
  return all;
}

}  // namespace penstock::test
