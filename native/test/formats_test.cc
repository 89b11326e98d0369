// The formats other than JPEG: values of hand-made files, windows and orientations against the whole image, headers
// that lie, and damaged files by the thousand (meant for AddressSanitizer). Run from the repository's root; tests that
// need libvips do nothing where npm has not brought it.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "codecs/bmp/bmp.h"
#include "codecs/convert.h"
#include "codecs/orient.h"
#include "codecs/pnm/pnm.h"
#include "codecs/vips/vips.h"
#include "core/rng.h"
#include "test/test.h"

namespace penstock::test {
namespace {

using namespace penstock::codecs;
namespace fs = std::filesystem;
using File = std::vector<uint8_t>;

Bytes bytes_of(const File& f) { return {f.data(), f.size()}; }
File text(const char* s) { return File(s, s + std::strlen(s)); }

Scratch& scratch() {
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

std::vector<uint8_t> decode_any(const File& f) {
  DecodeSpec spec;
  spec.type = ImageType::any;
  return decode(f, spec);
}

void le(File& f, uint32_t v, int bytes) {
  for (int i = 0; i < bytes; ++i) f.push_back(static_cast<uint8_t>(v >> (8 * i)));
}
void be(File& f, uint32_t v, int bytes) {
  while (bytes--) f.push_back(static_cast<uint8_t>(v >> (8 * bytes)));
}
void append(File& f, const File& more) { f.insert(f.end(), more.begin(), more.end()); }

File bmp(int w, int h, int bpp, int compression, const File& palette, const File& pixels) {
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

void png_chunk(File& f, const char* name, const File& data) {
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

// Filterless rows in one stored deflate block.
File png(int w, int h, int depth, int type, const File& rows, const File& exif = {}) {
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

File exif_of(int orientation) {
  File f = {'M', 'M', 0, '*', 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1};
  be(f, static_cast<uint32_t>(orientation), 2);
  append(f, {0, 0, 0, 0, 0, 0});
  return f;
}

bool have_vips() {
  static const bool found = [] {
#if defined(__SANITIZE_THREAD__)
    return false;  // it is not instrumented: its own hand-overs between threads would look like races
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

File random_bytes(size_t n, uint64_t seed) {
  Rng rng(seed, 0, 0, 0);
  File f(n);
  for (uint8_t& v : f) v = static_cast<uint8_t>(rng.bits());
  return f;
}

// Small files of every kind that can be made here, plus those of data/formats.
std::vector<File> samples(bool vips) {
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
    if (entry.path().extension() == ".jpg") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    all.emplace_back((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  }
  return all;
}

}  // namespace

TEST(formats_pnm_values) {
  DecodeSpec any;
  any.type = ImageType::any;
  CHECK(decode_any(text("P1\n# comment\n3 1\n1 0 1")) == File({0, 255, 0}));
  CHECK(decode_any(text("P1 3 1 101")) == File({0, 255, 0}));
  CHECK(decode_any(text("P2 3 1 2 0 1 2")) == File({0, 128, 255}));
  CHECK(decode_any(text("P3 1 1 255 1 2 3")) == File({1, 2, 3}));
  CHECK(decode_any(File({'P', '4', ' ', '9', ' ', '1', '\n', 0xaa, 0x80})) ==
        File({0, 255, 0, 255, 0, 255, 0, 255, 0}));
  CHECK(decode_any(File({'P', '5', ' ', '2', ' ', '1', ' ', '9', '9', '\n', 99, 33})) == File({255, 85}));
  any.dtype = DType::uint16;
  CHECK(decode<uint16_t>(File({'P', '5', ' ', '2', ' ', '1', ' ', '2', '5', '6', '\n', 1, 0, 0, 128}), any) ==
        std::vector<uint16_t>({65535, 32768}));
}

TEST(formats_pnm_refusals) {
  CHECK_THROWS(decode_any(text("P5 2 2 255 abc")), "BAD_SAMPLE");
  CHECK_THROWS(decode_any(text("P2 2 1 10 1 11")), "BAD_SAMPLE");
  CHECK_THROWS(decode_any(text("P2 2 1 70000 1 11")), "BAD_SAMPLE");
  CHECK_THROWS(decode_any(text("P2 2 1")), "BAD_SAMPLE");
  CHECK_THROWS(decode_any(text("P2 2 1 10 1")), "BAD_SAMPLE");
  CHECK_THROWS(decode_any(text("P1 2 1 12")), "BAD_SAMPLE");
  CHECK_THROWS(decode_any(text("P5 0 2 255 ")), "BAD_SAMPLE");
  CHECK_THROWS(decode_any(text("P5 60000 60000 255 abc")), "2 GiB");
  CHECK_THROWS(decode_any(text("P5 20000 20000 255 abc")), "at least 400000000 bytes");
  CHECK_THROWS(decode_any(text("P5 99999999999999999999 1 255 abc")), "BAD_SAMPLE");
}

TEST(formats_bmp_values) {
  // Two rows, bottom-up, padded to 4 bytes.
  CHECK(decode_any(bmp(1, 2, 24, 0, {}, {3, 2, 1, 0, 6, 5, 4, 0})) == File({4, 5, 6, 1, 2, 3}));
  CHECK(decode_any(bmp(1, -2, 24, 0, {}, {3, 2, 1, 0, 6, 5, 4, 0})) == File({1, 2, 3, 4, 5, 6}));
  CHECK(decode_any(bmp(1, 1, 24, 0, {}, {3, 2, 1})) == File({1, 2, 3}));
  CHECK(decode_any(bmp(3, 1, 1, 0, {9, 9, 9, 0, 8, 8, 8, 0}, {0xa0, 0, 0, 0})) == File({8, 9, 8}));
  CHECK(decode_any(bmp(2, 1, 4, 0, {9, 8, 7, 0, 6, 5, 4, 0}, {0x10, 0, 0, 0})) == File({4, 5, 6, 7, 8, 9}));
  CHECK(decode_any(bmp(2, 1, 8, 0, {9, 8, 7, 0, 6, 5, 4, 0}, {1, 200, 0, 0})) == File({4, 5, 6, 0, 0, 0}));
  CHECK(decode_any(bmp(2, 1, 16, 0, {}, {0xff, 0x7f, 0x10, 0x40})) == File({255, 255, 255, 132, 0, 132}));
  CHECK(decode_any(bmp(1, 1, 32, 0, {}, {3, 2, 1, 99})) == File({1, 2, 3}));
  const File grey = {10, 10, 10, 0, 20, 20, 20, 0, 30, 30, 30, 0};
  CHECK(decode_any(bmp(3, 2, 8, 1, grey, {3, 1, 0, 0, 0, 3, 2, 1, 0, 0, 0, 1})) == File({30, 20, 10, 20, 20, 20}));
  CHECK(decode_any(bmp(3, 2, 8, 1, grey, {1, 1, 0, 2, 1, 1, 1, 2, 0, 1})) == File({10, 10, 30, 20, 10, 10}));
  CHECK(decode_any(bmp(3, 1, 4, 2, grey, {3, 0x12, 0, 1})) == File({20, 30, 20}));
}

TEST(formats_bmp_refusals) {
  const File grey = {10, 10, 10, 0, 20, 20, 20, 0};
  CHECK_THROWS(decode_any(bmp(1, 2, 24, 0, {}, {3, 2, 1, 0, 6, 5})), "BAD_SAMPLE");
  CHECK_THROWS(decode_any(bmp(1, 2, 7, 0, {}, {0})), "BAD_SAMPLE");
  CHECK_THROWS(decode_any(bmp(1, 1, 24, 4, {}, {0, 0, 0})), "embedded JPEG");
  CHECK_THROWS(decode_any(bmp(-1, 1, 24, 0, {}, {0, 0, 0})), "BAD_SAMPLE");
  CHECK_THROWS(decode_any(bmp(1, INT32_MIN, 24, 0, {}, {0, 0, 0})), "BAD_SAMPLE");
  CHECK_THROWS(decode_any(bmp(INT32_MAX, 1, 32, 0, {}, {0, 0, 0})), "2 GiB");
  CHECK_THROWS(decode_any(bmp(20000, 20000, 24, 0, {}, {0, 0, 0})), "at least 1200000000 bytes");
  CHECK_THROWS(decode_any(bmp(3, 2, 8, 1, grey, {3, 1, 0, 0})), "row 1");
  CHECK_THROWS(decode_any(bmp(20000, 20000, 8, 1, grey, {3, 1, 0, 0, 0, 1})), "BAD_SAMPLE");
  CHECK_THROWS(decode_any(text("BM")), "BAD_SAMPLE");
}

// Two pixels, one rgb and one grey, in every colour model and dtype.
TEST(formats_conversions) {
  const File f = bmp(1, 1, 24, 0, {}, {30, 20, 210});
  DecodeSpec spec;
  CHECK(decode(f, spec) == File({210, 20, 30}));
  spec.type = ImageType::bgr;
  CHECK(decode(f, spec) == File({30, 20, 210}));
  spec.type = ImageType::gray;
  CHECK(decode(f, spec) == File({78}));  // 62.79 + 11.74 + 3.42
  spec.type = ImageType::ycbcr;
  CHECK(decode(f, spec) == File({83, 104, 211}));
  spec.type = ImageType::rgb;
  spec.dtype = DType::uint16;
  CHECK(decode<uint16_t>(f, spec) == std::vector<uint16_t>({210 * 257, 20 * 257, 30 * 257}));
  spec.dtype = DType::float32;
  CHECK(decode<float>(f, spec) == std::vector<float>({210 * (1 / 255.0f), 20 * (1 / 255.0f), 30 * (1 / 255.0f)}));
  spec.dtype = DType::int32;
  CHECK_THROWS(decode<int32_t>(f, spec), "INVALID_ARGUMENT");
  // Every 16-bit value to 8 bits.
  File p5 = text("P5 256 256 65535 ");
  for (uint32_t v = 0; v < 65536; ++v) be(p5, v, 2);
  const File eight = decode_any(p5);
  int wrong = 0;
  for (int v = 0; v < 65536; ++v) wrong += eight[v] != std::lrint(v * 255.0 / 65535);
  CHECK_EQ(wrong, 0);
}

// Any window in any orientation, colour model and dtype is the crop of the whole.
TEST(formats_windows) {
  Rng rng(3, 0, 0, 0);
  for (const File& f : samples(have_vips())) {
    Header h = peek(bytes_of(f));
    for (int round = 0; round < 40; ++round) {
      h.orientation = 1 + static_cast<int>(rng.below(8));
      DecodeSpec spec;
      spec.type = static_cast<ImageType>(rng.below(5));
      spec.dtype = rng.below(2) ? DType::uint16 : DType::uint8;
      const Shape shape = decoded_shape(h, spec);
      const int full_w = static_cast<int>(shape[1]), full_h = static_cast<int>(shape[0]);
      Window v;
      v.x = static_cast<int>(rng.below(static_cast<uint32_t>(full_w)));
      v.y = static_cast<int>(rng.below(static_cast<uint32_t>(full_h)));
      v.w = 1 + static_cast<int>(rng.below(static_cast<uint32_t>(full_w - v.x)));
      v.h = 1 + static_cast<int>(rng.below(static_cast<uint32_t>(full_h - v.y)));
      const size_t pixel = static_cast<size_t>(shape[2]) * static_cast<size_t>(dtype_size(spec.dtype));
      File all(static_cast<size_t>(shape.volume()) * 2), part(static_cast<size_t>(v.w) * v.h * pixel);
      Decoders().decode(bytes_of(f), h, spec, {0, 0, full_w, full_h}, all.data(), scratch());
      Decoders().decode(bytes_of(f), h, spec, v, part.data(), scratch());
      int wrong = 0;
      for (int y = 0; y < v.h; ++y)
        wrong += std::memcmp(part.data() + static_cast<size_t>(y) * v.w * pixel,
                             all.data() + (static_cast<size_t>(v.y + y) * full_w + v.x) * pixel, v.w * pixel) != 0;
      CHECK_EQ(wrong, 0);
      // The orientation itself, against the other implementation of it.
      DecodeSpec stored = spec;
      stored.adjust_orientation = false;
      File plain(all.size()), turned(all.size());
      Decoders().decode(bytes_of(f), h, stored, {0, 0, h.width, h.height}, plain.data(), scratch());
      orient_pixels(plain.data(), h.width * pixel, h.width, h.height, pixel, h.orientation, turned.data());
      turned.resize(static_cast<size_t>(full_w) * full_h * pixel);
      all.resize(turned.size());
      CHECK(turned == all);
    }
  }
}

TEST(formats_png_values) {
  if (!have_vips()) return;
  CHECK(decode_any(png(2, 1, 8, 2, {0, 1, 2, 3, 4, 5, 6})) == File({1, 2, 3, 4, 5, 6}));
  CHECK(decode_any(png(3, 1, 1, 0, {0, 0xa0})) == File({255, 0, 255}));
  CHECK(decode_any(png(2, 1, 4, 0, {0, 0x1f})) == File({17, 255}));
  CHECK(decode_any(png(1, 1, 16, 0, {0, 0x81, 0x01})) == File({129}));
  CHECK(decode_any(png(1, 1, 8, 6, {0, 1, 2, 3, 4})) == File({1, 2, 3, 4}));
  CHECK(decode(png(1, 1, 8, 6, {0, 1, 2, 3, 4}), {}) == File({1, 2, 3}));
  CHECK(decode_any(png(1, 1, 8, 4, {0, 7, 9})) == File({7, 9}));
  CHECK(decode_any(png(2, 1, 8, 0, {0, 7, 9}, exif_of(6))) == File({7, 9}));
  CHECK_EQ(peek_png(bytes_of(png(2, 1, 8, 0, {0, 7, 9}, exif_of(6)))).orientation, 6);
}

TEST(formats_headers_that_lie) {
  const File rows = {0, 1, 2, 3};
  CHECK_THROWS(decode_any(png(60000, 60000, 8, 2, rows)), "2 GiB");
  CHECK_THROWS(decode_any(png(20000, 20000, 8, 2, rows)), "BAD_SAMPLE");
  CHECK_THROWS(decode_any(png(0, 20000, 8, 2, rows)), "BAD_SAMPLE");
  CHECK_THROWS(decode_any(png(1, 1, 3, 2, rows)), "type 2 with 3 bits");
  CHECK_THROWS(decode_any(text("GIF89a\xff\xff\xff\xff")), "2 GiB");
  CHECK_THROWS(decode_any(text("GIF89a\xff\x3f\xff\x3f")), "BAD_SAMPLE");
  CHECK_THROWS(decode_any(text("GIF89a")), "BAD_SAMPLE");
  CHECK_THROWS(decode_any(text("RIFF____WEBPVP8 ")), "BAD_SAMPLE");
  CHECK_THROWS(decode_any({'I', 'I', '*', 0, 200, 0, 0, 0}), "without its directory");
  if (!have_vips()) return;
  CHECK_THROWS(decode_any(png(2, 2, 8, 2, rows)), "BAD_SAMPLE");
}

// Every prefix of every file is refused, unless the end carries no pixels.
TEST(formats_truncated) {
  for (const File& f : samples(have_vips())) {
    const File whole = decode_any(f);
    for (size_t n = 0; n < f.size(); n += 1 + f.size() / 64) {
      File part(f.begin(), f.begin() + static_cast<ptrdiff_t>(n));
      part.shrink_to_fit();
      File got;
      const std::string e = error_of([&] { got = decode_any(part); });
      CHECK(e == "no error" ? got == whole : contains(e, "BAD_SAMPLE"));
    }
  }
}

// Damaged bytes give pixels or an Error, nothing else.
TEST(formats_fuzz) {
  const char* rounds = std::getenv("PENSTOCK_FUZZ_ROUNDS");
  Rng rng(11, 0, 0, 0);
  for (const File& f : samples(have_vips())) {
    for (int round = rounds ? std::atoi(rounds) : 200; round--;) {
      File bad = f;
      // Headers decide most: half of the damage goes there.
      for (uint32_t k = 1 + rng.below(4); k--;) {
        const uint32_t most = static_cast<uint32_t>(rng.below(2) ? std::min<size_t>(bad.size(), 64) : bad.size());
        bad[rng.below(most)] = static_cast<uint8_t>(rng.below(3) ? rng.bits() : 255);
      }
      if (!rng.below(4)) bad.resize(rng.below(static_cast<uint32_t>(bad.size())) + 1);
      bad.shrink_to_fit();
      DecodeSpec spec;
      spec.type = static_cast<ImageType>(rng.below(5));
      try {
        const Header h = peek(bytes_of(bad));
        if (static_cast<double>(h.width) * h.height > 4e6) continue;
        decode(bad, spec);
      } catch (const Error&) {
      }
    }
  }
}

TEST(formats_threads) {
  const std::vector<File> files = samples(have_vips());
  std::vector<File> expected;
  for (const File& f : files) expected.push_back(decode_any(f));
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  for (size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (size_t i = 0; i < files.size() * 5; ++i) {
        const size_t k = (i * 7 + t) % files.size();
        wrong[t] += decode_any(files[k]) != expected[k];
        File cut(files[k].begin(), files[k].begin() + static_cast<ptrdiff_t>(files[k].size() / 2));
        error_of([&] { decode_any(cut); });
      }
    });
  }
  for (std::thread& t : threads) t.join();
  for (const int w : wrong) CHECK_EQ(w, 0);
}

}  // namespace penstock::test
