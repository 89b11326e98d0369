// JPEG windows: every window of every kind of file, decoded whole or smaller, must equal the crop of the whole image,
// byte for byte, and the whole image must equal the output of libjpeg when it is used plainly. PENSTOCK_TEST_LONG=1
// compares ten times as many; PENSTOCK_TEST_JPEGS names a folder of more files.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "test/jpeg_fixture.h"

namespace penstock::test {
namespace {

int g_windows = 0;

void check_windows_at(int eighths, const char* name, JpegFixture& fx, const File& file, Rng& rng, int count) {
  const Header h = peek_jpeg(bytes_of(file));
  struct Mode {
    ImageType type;
    J_COLOR_SPACE space;
  };
  constexpr Mode kModes[] = {
      {ImageType::rgb, JCS_RGB}, {ImageType::bgr, JCS_EXT_BGR}, {ImageType::gray, JCS_GRAYSCALE}};
  for (int fancy = 0; fancy < 2; ++fancy) {
    for (int m = 0; m < 3; ++m) {
      const bool fast = rng.below(4) == 0;
      const Plain whole = decode_plain(file, kModes[m].space, fancy, fast, static_cast<unsigned>(eighths));
      if (!whole.error.empty()) {
        report(name, 0, whole.error);
        return;
      }
      DecodeSpec spec;
      spec.type = kModes[m].type;
      spec.fancy_upsampling = fancy;
      spec.fast_idct = fast;
      if (eighths < 8) {
        spec.reduction.level = eighths;
        spec.reduction.width = whole.w;
        spec.reduction.height = whole.h;
      }
      const int n = m ? std::max(1, count / 4) : count;
      for (int i = 0; i < n; ++i) {
        const Window w = i ? draw_window(rng, whole.w, whole.h) : Window{0, 0, whole.w, whole.h};
        ++g_windows;
        draw_level(fx.decoder, rng);
        if (!same(whole, w, fx.window(file, h, spec, w, whole.channels))) {
          char text[200];
          std::snprintf(text, sizeof text, "%s %dx%d: window %d,%d %dx%d differs (%d/8, fancy %d, type %d, fast %d)",
                        name, whole.w, whole.h, w.x, w.y, w.w, w.h, eighths, fancy, m, fast);
          report(__FILE__, __LINE__, text);
        }
      }
    }
  }
}

// All of the image, and one of its smaller versions.
void check_windows(const char* name, JpegFixture& fx, const File& file, Rng& rng, int count) {
  check_windows_at(8, name, fx, file, rng, count);
  check_windows_at(1 << rng.below(3), name, fx, file, rng, (count + 1) / 2);
}

struct Sampling {
  const char* name;
  std::vector<int> h, v;
};

const std::vector<Sampling>& samplings() {
  static const std::vector<Sampling> all = {
      {"4:4:4", {1, 1, 1}, {1, 1, 1}}, {"4:2:2", {2, 1, 1}, {1, 1, 1}},  {"4:2:0", {2, 1, 1}, {2, 1, 1}},
      {"4:4:0", {1, 1, 1}, {2, 1, 1}}, {"4:1:1", {4, 1, 1}, {1, 1, 1}},  {"4:1:0", {4, 1, 1}, {2, 1, 1}},
      {"4:4:1", {1, 1, 1}, {4, 1, 1}}, {"4x4", {4, 1, 1}, {4, 2, 2}},    {"3x1", {3, 1, 1}, {1, 1, 1}},
      {"1x3", {1, 1, 1}, {3, 1, 1}},   {"3x2", {3, 1, 1}, {2, 1, 1}},    {"mixed", {2, 2, 1}, {2, 1, 2}},
      {"half", {4, 2, 2}, {1, 1, 1}},  {"chroma", {1, 2, 2}, {1, 2, 2}}, {"cb", {2, 2, 1}, {1, 1, 1}},
      {"2x4", {2, 1, 1}, {4, 2, 1}}};
  return all;
}

TEST(jpeg_window_equals_crop_of_whole) {
  JpegFixture fx;
  Rng rng(7, 0, 0, 0);
  constexpr int kSizes[][2] = {{61, 45}, {64, 64}, {97, 83},   {128, 31}, {33, 130}, {17, 17}, {16, 16},
                               {9, 200}, {200, 9}, {3, 3},     {1, 1},    {2, 50},   {50, 2},  {5, 40},
                               {40, 5},  {7, 1},   {145, 113}, {66, 66},  {48, 49},  {31, 34}};
  for (const Sampling& s : samplings()) {
    uint32_t seed = 1;
    for (const auto& size : kSizes) {
      JpegRecipe r;
      r.width = size[0];
      r.height = size[1];
      r.h = s.h;
      r.v = s.v;
      for (int kind = 0; kind < 5; ++kind) {
        r.progressive = kind == 1;
        // More than ten blocks in an MCU cannot be interleaved.
        const bool large = s.h[0] * s.v[0] + s.h[1] * s.v[1] + s.h[2] * s.v[2] > 10;
        r.interleaved = kind != 2 && !large;
        if (large) r.progressive = false;
        r.restart = kind == 3 ? 1 + static_cast<int>(rng.below(7)) : 0;
        r.arithmetic = kind == 4;
        r.quality = 60 + static_cast<int>(rng.below(40));
        if (kind == 4 && size[0] > 70) continue;
        const auto pixels = test_pixels(r.width, r.height, 3, seed++);
        check_windows(s.name, fx, encode_jpeg(r, pixels.data()), rng, rounds(12, 10));
      }
    }
  }
  std::printf("%d windows compared\n", g_windows);
}

TEST(jpeg_is_decoded_without_libjpeg) {
  JpegFixture fx;
  Rng rng(15, 0, 0, 0);
  unsigned expected = 0;
  for (const Sampling& s : samplings()) {
    JpegRecipe r;
    r.width = 43;
    r.height = 37;
    r.h = s.h;
    r.v = s.v;
    int blocks = 0;
    for (int c = 0; c < 3; ++c) blocks += s.h[c] * s.v[c];
    r.interleaved = blocks <= 10;
    const File file = encode_jpeg(r, test_pixels(r.width, r.height, 3, 7).data());
    const Header h = peek_jpeg(bytes_of(file));
    for (const ImageType type : {ImageType::rgb, ImageType::bgr, ImageType::gray}) {
      DecodeSpec spec;
      spec.type = type;
      const Window w = draw_window(rng, r.width, r.height);
      fx.window(file, h, spec, w, type == ImageType::gray ? 1 : 3);
      expected += blocks <= 10;
    }
  }
  CHECK_EQ(fx.decoder.pixels().taken, expected);
  DecodeSpec fast;
  fast.fast_idct = true;
  const File file = encode_jpeg({}, test_pixels(64, 48, 3, 7).data());
  fx.window(file, peek_jpeg(bytes_of(file)), fast, {0, 0, 64, 48}, 3);
  CHECK_EQ(fx.decoder.pixels().taken, expected);
}

TEST(jpeg_grey_windows) {
  JpegFixture fx;
  Rng rng(8, 0, 0, 0);
  for (int factor = 1; factor <= 4; ++factor) {
    for (int kind = 0; kind < 3; ++kind) {
      JpegRecipe r;
      r.width = 77 + factor;
      r.height = 59;
      r.in = r.stored = JCS_GRAYSCALE;
      r.h = {factor};
      r.v = {kind == 2 ? 1 : factor};
      r.progressive = kind == 1;
      r.restart = kind == 2 ? 3 : 0;
      const auto pixels = test_pixels(r.width, r.height, 1, factor);
      check_windows("grey", fx, encode_jpeg(r, pixels.data()), rng, 30);
    }
  }
}

TEST(jpeg_unfinished_progressive_windows) {
  JpegFixture fx;
  Rng rng(9, 0, 0, 0);
  for (const Sampling& s : {samplings()[0], samplings()[2], samplings()[3]}) {
    JpegRecipe r;
    r.width = 131;
    r.height = 117;
    r.h = s.h;
    r.v = s.v;
    r.progressive = r.partial = true;
    const auto pixels = test_pixels(r.width, r.height, 3, 5);
    check_windows("partial", fx, encode_jpeg(r, pixels.data()), rng, 40);
  }
}

TEST(jpeg_stored_rgb_windows) {
  JpegFixture fx;
  Rng rng(10, 0, 0, 0);
  JpegRecipe r;
  r.width = 83;
  r.height = 47;
  r.stored = JCS_RGB;
  r.h = r.v = {1, 1, 1};
  check_windows("rgb", fx, encode_jpeg(r, test_pixels(r.width, r.height, 3, 5).data()), rng, 40);
}

TEST(jpeg_cmyk) {
  JpegFixture fx;
  Rng rng(11, 0, 0, 0);
  for (int kind = 0; kind < 4; ++kind) {
    JpegRecipe r;
    r.width = 61;
    r.height = 45;
    r.in = JCS_CMYK;
    r.stored = kind < 2 ? JCS_CMYK : JCS_YCCK;
    r.h = r.v = {1, 1, 1, 1};
    if (kind == 3) r.h = r.v = {2, 1, 1, 2};
    r.adobe = kind == 1 ? 0 : -1;
    const File file = encode_jpeg(r, test_pixels(r.width, r.height, 4, kind).data());
    const Header h = peek_jpeg(bytes_of(file));
    CHECK(h.cmyk);
    Plain whole = decode_plain(file, JCS_CMYK, true, false);
    Plain rgb = whole;
    rgb.channels = 3;
    rgb.pixels.resize(whole.pixels.size() / 4 * 3);
    for (size_t i = 0; i < whole.pixels.size() / 4; ++i) {
      const uint8_t* p = &whole.pixels[4 * i];
      for (int c = 0; c < 3; ++c) {
        rgb.pixels[3 * i + c] = static_cast<uint8_t>(kind == 1 ? (255 - p[c]) * (255 - p[3]) / 255 : p[c] * p[3] / 255);
      }
    }
    for (int i = 0; i < 60; ++i) {
      const Window w = draw_window(rng, h.width, h.height);
      CHECK(same(rgb, w, fx.window(file, h, {}, w, 3)));
    }
  }
}

TEST(jpeg_orientation) {
  JpegFixture fx;
  Rng rng(12, 0, 0, 0);
  JpegRecipe r;
  r.width = 61;
  r.height = 45;
  const auto pixels = test_pixels(r.width, r.height, 3, 3);
  const Plain plain = decode_plain(encode_jpeg(r, pixels.data()), JCS_RGB, true, false);
  for (int o = 1; o <= 8; ++o) {
    r.orientation = o;
    r.big_endian_exif = o & 1;
    const File file = encode_jpeg(r, pixels.data());
    const Header h = peek_jpeg(bytes_of(file));
    CHECK_EQ(h.orientation, o);
    // The standard's table: the sides on which the stored row 0 and column 0 appear.
    Plain seen = plain;
    if (o >= 5) std::swap(seen.w, seen.h);
    for (int y = 0; y < seen.h; ++y) {
      for (int x = 0; x < seen.w; ++x) {
        int i = x, j = y;
        if (o == 2 || o == 3) i = r.width - 1 - x;
        if (o == 3 || o == 4) j = r.height - 1 - y;
        if (o >= 5) i = y, j = x;
        if (o == 6 || o == 7) j = r.height - 1 - x;
        if (o == 7 || o == 8) i = r.width - 1 - y;
        std::memcpy(&seen.pixels[(y * seen.w + x) * 3], &plain.pixels[(j * r.width + i) * 3], 3);
      }
    }
    for (int k = 0; k < 60; ++k) {
      const Window w = k ? draw_window(rng, seen.w, seen.h) : Window{0, 0, seen.w, seen.h};
      CHECK(same(seen, w, fx.window(file, h, {}, w, 3)));
    }
    DecodeSpec off;
    off.adjust_orientation = false;
    const Window w = draw_window(rng, r.width, r.height);
    CHECK(same(plain, w, fx.window(file, h, off, w, 3)));
  }
}

TEST(jpeg_windows_of_given_files) {
  const char* folder = std::getenv("PENSTOCK_TEST_JPEGS");
  if (!folder) return;
  JpegFixture fx;
  Rng rng(14, 0, 0, 0);
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  for (const auto& path : paths) {
    std::ifstream in(path, std::ios::binary);
    const File file((std::istreambuf_iterator<char>(in)), {});
    check_windows(path.c_str(), fx, file, rng, 8);
  }
  std::printf("%d windows compared, with those of %zu files\n", g_windows, paths.size());
}

}  // namespace
}  // namespace penstock::test
