// JPEG windows: every window of every kind of file must equal the crop of the whole image, byte for byte, and the whole
// image must equal what libjpeg gives when it is driven plainly. Extra files: PENSTOCK_TEST_JPEGS names a folder.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "codecs/jpeg/jpeg_decode.h"
#include "codecs/jpeg/jpeg_header.h"
#include "codecs/orient.h"
#include "core/rng.h"
#include "test/jpeg_encode.h"
#include "test/test.h"

namespace penstock::test {
namespace {

using namespace penstock::codecs;
using File = std::vector<uint8_t>;

Bytes bytes_of(const File& f) { return {f.data(), f.size()}; }

// The library without skips and crops, with its own memory manager.
struct Plain {
  int w = 0, h = 0, channels = 0;
  std::vector<uint8_t> pixels;
  std::string error;
};

Plain decode_plain(const File& file, J_COLOR_SPACE space, bool fancy, bool fast) {
  Plain out;
  jpeg_decompress_struct info;
  JpegErrors errors;
  errors.init();
  info.err = &errors.base;
  jpeg_create_decompress(&info);
  if (setjmp(errors.escape)) {
    char text[JMSG_LENGTH_MAX];
    errors.text(text, sizeof text);
    out.error = text;
    jpeg_destroy_decompress(&info);
    return out;
  }
  jpeg_mem_src(&info, file.data(), static_cast<unsigned long>(file.size()));
  jpeg_read_header(&info, TRUE);
  info.out_color_space = space;
  info.do_fancy_upsampling = fancy;
  info.dct_method = fast ? JDCT_IFAST : JDCT_ISLOW;
  jpeg_start_decompress(&info);
  out.w = info.output_width;
  out.h = info.output_height;
  out.channels = info.output_components;
  out.pixels.resize(static_cast<size_t>(out.w) * out.h * out.channels);
  while (info.output_scanline < info.output_height) {
    JSAMPROW row = out.pixels.data() + static_cast<size_t>(info.output_scanline) * out.w * out.channels;
    jpeg_read_scanlines(&info, &row, 1);
  }
  jpeg_destroy_decompress(&info);
  return out;
}

struct Fixture {
  JpegDecoder decoder;
  Scratch scratch;
  std::vector<uint8_t> out;

  // The window's pixels, with guards on both sides.
  const uint8_t* window(const File& f, const Header& h, const DecodeSpec& spec, Window w, int channels) {
    const size_t size = static_cast<size_t>(w.w) * w.h * channels;
    out.assign(size + 128, 0xa5);
    decoder.decode(bytes_of(f), h, spec, w, out.data() + 64, scratch);
    scratch.reset();
    for (int i = 0; i < 64; ++i) CHECK(out[i] == 0xa5 && out[64 + size + i] == 0xa5);
    return out.data() + 64;
  }
};

bool same(const Plain& whole, Window w, const uint8_t* part) {
  const size_t row = static_cast<size_t>(w.w) * whole.channels;
  for (int y = 0; y < w.h; ++y) {
    const uint8_t* from = whole.pixels.data() + (static_cast<size_t>(w.y + y) * whole.w + w.x) * whole.channels;
    if (std::memcmp(from, part + y * row, row)) return false;
  }
  return true;
}

// Windows of all sizes; edges on and beside block borders more often than chance has them.
Window draw_window(Rng& rng, int w, int h) {
  const auto axis = [&](int n, int& from, int& size) {
    const auto place = [&](int top) {
      int v = static_cast<int>(rng.below(top + 1));
      if (rng.below(3) == 0) v = std::min(top, v / 8 * 8 + static_cast<int>(rng.below(3)));
      return v;
    };
    from = place(n - 1);
    size = rng.below(4) == 0 ? 1 + static_cast<int>(rng.below(std::min(4, n - from)))
                             : std::max(1, std::min(n - from, place(n) - from));
    if (rng.below(12) == 0) size = n - from;
  };
  Window v;
  axis(w, v.x, v.w);
  axis(h, v.y, v.h);
  return v;
}

int g_windows = 0;

void check_windows(const char* name, Fixture& fx, const File& file, Rng& rng, int count) {
  const Header h = peek_jpeg(bytes_of(file));
  struct Mode {
    ImageType type;
    J_COLOR_SPACE space;
  };
  constexpr Mode kModes[] = {{ImageType::rgb, JCS_RGB}, {ImageType::bgr, JCS_EXT_BGR}, {ImageType::gray, JCS_GRAYSCALE}};
  for (int fancy = 0; fancy < 2; ++fancy) {
    for (int m = 0; m < 3; ++m) {
      const bool fast = rng.below(4) == 0;
      const Plain whole = decode_plain(file, kModes[m].space, fancy, fast);
      if (!whole.error.empty()) {
        report(name, 0, whole.error);
        return;
      }
      DecodeSpec spec;
      spec.type = kModes[m].type;
      spec.fancy_upsampling = fancy;
      spec.fast_idct = fast;
      const int n = m ? std::max(1, count / 4) : count;
      for (int i = 0; i < n; ++i) {
        const Window w = i ? draw_window(rng, whole.w, whole.h) : Window{0, 0, whole.w, whole.h};
        ++g_windows;
        if (!same(whole, w, fx.window(file, h, spec, w, whole.channels))) {
          char text[200];
          std::snprintf(text, sizeof text, "%s %dx%d: window %d,%d %dx%d differs (fancy %d, type %d, fast %d)", name,
                        whole.w, whole.h, w.x, w.y, w.w, w.h, fancy, m, fast);
          report(__FILE__, __LINE__, text);
        }
      }
    }
  }
}

struct Sampling {
  const char* name;
  std::vector<int> h, v;
};

const std::vector<Sampling>& samplings() {
  static const std::vector<Sampling> all = {
      {"4:4:4", {1, 1, 1}, {1, 1, 1}}, {"4:2:2", {2, 1, 1}, {1, 1, 1}}, {"4:2:0", {2, 1, 1}, {2, 1, 1}},
      {"4:4:0", {1, 1, 1}, {2, 1, 1}}, {"4:1:1", {4, 1, 1}, {1, 1, 1}}, {"4:1:0", {4, 1, 1}, {2, 1, 1}},
      {"4:4:1", {1, 1, 1}, {4, 1, 1}}, {"4x4", {4, 1, 1}, {4, 2, 2}},   {"3x1", {3, 1, 1}, {1, 1, 1}},
      {"1x3", {1, 1, 1}, {3, 1, 1}},   {"3x2", {3, 1, 1}, {2, 1, 1}},   {"mixed", {2, 2, 1}, {2, 1, 2}},
      {"half", {4, 2, 2}, {1, 1, 1}},  {"chroma", {1, 2, 2}, {1, 2, 2}}, {"cb", {2, 2, 1}, {1, 1, 1}},
      {"2x4", {2, 1, 1}, {4, 2, 1}}};
  return all;
}

TEST(jpeg_window_equals_crop_of_whole) {
  Fixture fx;
  Rng rng(7, 0, 0, 0);
  const int scale = std::getenv("PENSTOCK_TEST_LONG") ? 12 : 1;
  constexpr int kSizes[][2] = {{61, 45},  {64, 64}, {97, 83}, {128, 31}, {33, 130}, {17, 17}, {16, 16}, {9, 200},
                               {200, 9},  {3, 3},   {1, 1},   {2, 50},   {50, 2},   {5, 40},  {40, 5},  {7, 1},
                               {145, 113}, {66, 66}, {48, 49}, {31, 34}};
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
        check_windows(s.name, fx, encode_jpeg(r, pixels.data()), rng, 10 * scale);
      }
    }
  }
  std::printf("%d windows compared\n", g_windows);
}

TEST(jpeg_grey_windows) {
  Fixture fx;
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
  Fixture fx;
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
  Fixture fx;
  Rng rng(10, 0, 0, 0);
  JpegRecipe r;
  r.width = 83;
  r.height = 47;
  r.stored = JCS_RGB;
  r.h = r.v = {1, 1, 1};
  check_windows("rgb", fx, encode_jpeg(r, test_pixels(r.width, r.height, 3, 5).data()), rng, 40);
}

TEST(jpeg_cmyk) {
  Fixture fx;
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
  Fixture fx;
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
    // Straight from the standard's table: where the stored row 0 and column 0 are seen.
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

File sample_file(bool progressive = false, int restart = 0) {
  JpegRecipe r;
  r.width = 200;
  r.height = 160;
  r.progressive = progressive;
  r.restart = restart;
  return encode_jpeg(r, test_pixels(r.width, r.height, 3, 3).data());
}

TEST(jpeg_truncated_is_bad_whatever_the_window) {
  Fixture fx;
  for (int kind = 0; kind < 4; ++kind) {
    JpegRecipe r;
    r.width = 200;
    r.height = 160;
    r.progressive = kind == 1;
    r.arithmetic = kind == 2;
    r.interleaved = kind != 3;
    const File whole = encode_jpeg(r, test_pixels(r.width, r.height, 3, 3).data());
    const Header h = peek_jpeg(bytes_of(whole));
    const size_t scan = read_jpeg_header(bytes_of(whole)).scan;
    for (int i = 0; i < 40; ++i) {
      const File cut(whole.begin(), whole.begin() + scan + (whole.size() - 20 - scan) * i / 40);
      CHECK_THROWS(fx.window(cut, h, {}, {0, 0, 200, 160}, 3), "BAD_SAMPLE: Expected a whole JPEG");
      CHECK_THROWS(fx.window(cut, h, {}, {3, 5, 20, 1}, 3), "BAD_SAMPLE: Expected a whole JPEG");
    }
    for (size_t n = 2; n < scan; n += 7) {
      const File cut(whole.begin(), whole.begin() + n);
      CHECK_THROWS(peek_jpeg(bytes_of(cut)), "BAD_SAMPLE: Expected a whole JPEG file but received");
    }
    // Only the end marker is missing: all pixels are there.
    if (kind == 2) continue;
    const File no_end(whole.begin(), whole.end() - 2);
    CHECK(same(decode_plain(whole, JCS_RGB, true, false), {0, 0, 200, 160}, fx.window(no_end, h, {}, {0, 0, 200, 160}, 3)));
    File trailing = whole;
    trailing.insert(trailing.end(), 1000, 0x20);
    fx.window(trailing, h, {}, {0, 0, 20, 20}, 3);
  }
}

TEST(jpeg_damaged_files_end_in_an_error_or_pixels) {
  Fixture fx;
  Rng rng(13, 0, 0, 0);
  int good = 0, bad = 0;
  const int rounds = std::getenv("PENSTOCK_TEST_LONG") ? 20000 : 1500;
  std::vector<File> files = {sample_file(), sample_file(true), sample_file(false, 5)};
  for (int i = 0; i < rounds; ++i) {
    File f = files[i % files.size()];
    const int changes = 1 + static_cast<int>(rng.below(6));
    for (int k = 0; k < changes; ++k) f[2 + rng.below(static_cast<uint32_t>(f.size() - 2))] = static_cast<uint8_t>(rng.bits());
    if (rng.below(8) == 0) f.resize(rng.below(static_cast<uint32_t>(f.size())));
    try {
      const Header h = peek_jpeg(bytes_of(f));
      check_plausible(h, bytes_of(f));
      if (static_cast<int64_t>(h.width) * h.height > 1 << 22) continue;
      const Window w = draw_window(rng, h.width, h.height);
      fx.window(f, h, {}, w, 3);
      ++good;
    } catch (const Error& e) {
      CHECK(e.code == ErrorCode::BAD_SAMPLE || e.code == ErrorCode::UNSUPPORTED);
      fx.scratch.reset();
      ++bad;
    }
  }
  CHECK(good > rounds / 10);
  CHECK(bad > rounds / 20);
}

TEST(jpeg_giant_claims_are_refused_before_memory) {
  Fixture fx;
  for (int kind = 0; kind < 2; ++kind) {
    File f = sample_file(kind == 1);
    // The frame header's size.
    for (size_t i = 0; i + 9 < f.size(); ++i) {
      if (f[i] == 0xff && (f[i + 1] == 0xc0 || f[i + 1] == 0xc2)) {
        f[i + 5] = f[i + 7] = 0xea;
        f[i + 6] = f[i + 8] = 0x60;
        break;
      }
    }
    const Header h = peek_jpeg(bytes_of(f));
    CHECK_EQ(h.width, 60000);
    CHECK_THROWS(check_plausible(h, bytes_of(f)), "BAD_SAMPLE");
  }
}

TEST(jpeg_unsupported_kinds) {
  File f = sample_file();
  size_t frame = 0;
  while (!(f[frame] == 0xff && f[frame + 1] == 0xc0)) ++frame;
  File twelve = f;
  twelve[frame + 4] = 12;
  CHECK_THROWS(peek_jpeg(bytes_of(twelve)), "UNSUPPORTED: Expected a JPEG of 8 bits per sample but received one of 12 bits");
  File lossless = f;
  lossless[frame + 1] = 0xc3;
  CHECK_THROWS(peek_jpeg(bytes_of(lossless)), "UNSUPPORTED");
  File flat = f;
  flat[frame + 5] = flat[frame + 6] = 0;
  CHECK_THROWS(peek_jpeg(bytes_of(flat)), "BAD_SAMPLE");
}

TEST(jpeg_tables_of_the_image_before_do_not_serve) {
  Fixture fx;
  const File good = sample_file();
  const Header h = peek_jpeg(bytes_of(good));
  // Drop the quantisation tables.
  File bare;
  for (size_t i = 0; i < good.size();) {
    if (good[i] == 0xff && good[i + 1] == 0xdb && i < 700) {
      i += 2 + (good[i + 2] << 8 | good[i + 3]);
      continue;
    }
    bare.push_back(good[i++]);
  }
  fx.window(good, h, {}, {0, 0, 10, 10}, 3);
  CHECK_THROWS(fx.window(bare, h, {}, {0, 0, 10, 10}, 3), "BAD_SAMPLE");
}

TEST(jpeg_steady_state_allocates_nothing) {
  Fixture fx;
  const File a = sample_file(), b = sample_file(true);
  const Header h = peek_jpeg(bytes_of(a));
  for (int i = 0; i < 3; ++i) fx.window(a, h, {}, {9, 9, 100, 100}, 3), fx.window(b, h, {}, {9, 9, 100, 100}, 3);
  const size_t before = fx.scratch.reserved();
  for (int i = 0; i < 20; ++i) fx.window(a, h, {}, {9, 9, 100, 100}, 3), fx.window(b, h, {}, {9, 9, 100, 100}, 3);
  CHECK_EQ(fx.scratch.reserved(), before);
}

TEST(jpeg_windows_of_given_files) {
  const char* folder = std::getenv("PENSTOCK_TEST_JPEGS");
  if (!folder) return;
  Fixture fx;
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
