// JPEG files that are truncated, damaged, claim a wrong size or are of an unsupported kind; and state that must not
// pass from one image to the next.
#include <cstdlib>

#include "test/jpeg_fixture.h"

namespace penstock::test {
namespace {

File sample_file(bool progressive = false, int restart = 0) {
  JpegRecipe r;
  r.width = 200;
  r.height = 160;
  r.progressive = progressive;
  r.restart = restart;
  return encode_jpeg(r, test_pixels(r.width, r.height, 3, 3).data());
}

TEST(jpeg_truncated_is_bad_whatever_the_window) {
  JpegFixture fx;
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
    CHECK(same(decode_plain(whole, JCS_RGB, true, false), {0, 0, 200, 160},
               fx.window(no_end, h, {}, {0, 0, 200, 160}, 3)));
    File trailing = whole;
    trailing.insert(trailing.end(), 1000, 0x20);
    fx.window(trailing, h, {}, {0, 0, 20, 20}, 3);
  }
}

// Decodes the whole image and 40 windows of it; returns whether the file is good.
bool windows_agree(JpegFixture& fx, Rng& rng, const File& f, const Header& h, int mode) {
  DecodeSpec spec;
  spec.fancy_upsampling = mode & 1;
  if (mode & 2) spec.type = ImageType::gray;
  const int channels = mode & 2 ? 1 : 3;
  Plain all;
  all.w = h.width, all.h = h.height, all.channels = channels;
  const std::string verdict = error_of([&] {
    const uint8_t* p = fx.window(f, h, spec, {0, 0, h.width, h.height}, channels);
    all.pixels.assign(p, p + static_cast<size_t>(h.width) * h.height * channels);
  });
  for (int i = 0; i < 40; ++i) {
    codecs::Window w = draw_window(rng, h.width, h.height);
    if (i < 3) w = {0, h.height / 2 + i, 5, 3};
    bool equal = true;
    const std::string its = error_of([&] { equal = same(all, w, fx.window(f, h, spec, w, channels)); });
    CHECK_EQ(its, verdict);
    CHECK(its != verdict || verdict != "no error" || equal);
    if (its != verdict) fx.scratch.reset();
  }
  return verdict == "no error";
}

// A file without an end marker gives the same result and the same pixels for every window.
TEST(jpeg_without_end_is_judged_alike_in_every_window) {
  struct Kind {
    int height;
    std::vector<int> h, v;
    bool progressive, interleaved, arithmetic;
  };
  const Kind kinds[] = {
      {128, {1, 2, 1}, {4, 2, 2}, false, false, false},  // a scan per component, one longer than the others
      {320, {2, 1, 1}, {2, 1, 1}, false, true, false},  {117, {2, 1, 1}, {2, 1, 1}, false, true, false},
      {90, {2, 1, 1}, {1, 1, 1}, false, true, false},   {90, {1, 1, 1}, {1, 1, 1}, false, true, false},
      {97, {1, 1, 1}, {2, 1, 1}, false, true, false},   {130, {2, 1, 1}, {2, 1, 1}, true, true, false},
      {75, {2, 1, 1}, {2, 1, 1}, false, false, false},  {75, {2, 1, 1}, {2, 1, 1}, false, true, true},
  };
  JpegFixture fx;
  Rng rng(29, 0, 0, 0);
  int good = 0, bad = 0;
  for (const Kind& k : kinds) {
    JpegRecipe r;
    r.width = 16 + static_cast<int>(rng.below(60));
    r.height = k.height;
    r.h = k.h;
    r.v = k.v;
    r.progressive = k.progressive;
    r.interleaved = k.interleaved;
    r.arithmetic = k.arithmetic;
    const File whole = encode_jpeg(r, test_pixels(r.width, r.height, 3, 3).data());
    const Header h = peek_jpeg(bytes_of(whole));
    const size_t scan = read_jpeg_header(bytes_of(whole)).scan;
    for (int cut = 0; cut < 5; ++cut) {
      // Cut before the end marker; cut right after the first scan's header; cut anywhere after that.
      const size_t size = cut == 0   ? whole.size() - 2
                          : cut == 1 ? scan
                                     : scan + rng.below(static_cast<uint32_t>(whole.size() - scan - 2));
      const File f(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size));
      for (int mode = 0; mode < 4; ++mode) {
        ++(windows_agree(fx, rng, f, h, mode) ? good : bad);
      }
    }
  }
  CHECK(good >= 20);
  CHECK(bad >= 20);
}

TEST(jpeg_damaged_files_end_in_an_error_or_pixels) {
  JpegFixture fx;
  Rng rng(13, 0, 0, 0);
  int good = 0, bad = 0;
  std::vector<File> files = {sample_file(), sample_file(true), sample_file(false, 5)};
  for (int i = 0; i < rounds(1500, 13); ++i) {
    File f = files[i % files.size()];
    const int changes = 1 + static_cast<int>(rng.below(6));
    for (int k = 0; k < changes; ++k)
      f[2 + rng.below(static_cast<uint32_t>(f.size() - 2))] = static_cast<uint8_t>(rng.bits());
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
  CHECK(good > rounds(1500, 13) / 10);
  CHECK(bad > rounds(1500, 13) / 20);
}

TEST(jpeg_giant_claims_are_refused_before_memory) {
  JpegFixture fx;
  for (int kind = 0; kind < 2; ++kind) {
    File f = sample_file(kind == 1);
    // Changes the frame header's size.
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
  CHECK_THROWS(peek_jpeg(bytes_of(twelve)),
               "UNSUPPORTED: Expected a JPEG of 8 bits per sample but received one of 12 bits");
  File lossless = f;
  lossless[frame + 1] = 0xc3;
  CHECK_THROWS(peek_jpeg(bytes_of(lossless)), "UNSUPPORTED");
  File flat = f;
  flat[frame + 5] = flat[frame + 6] = 0;
  CHECK_THROWS(peek_jpeg(bytes_of(flat)), "BAD_SAMPLE");
}

TEST(jpeg_tables_of_the_image_before_do_not_serve) {
  JpegFixture fx;
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
  JpegFixture fx;
  const File a = sample_file(), b = sample_file(true);
  const Header h = peek_jpeg(bytes_of(a));
  for (int i = 0; i < 3; ++i) fx.window(a, h, {}, {9, 9, 100, 100}, 3), fx.window(b, h, {}, {9, 9, 100, 100}, 3);
  const size_t before = fx.scratch.reserved();
  for (int i = 0; i < 20; ++i) fx.window(a, h, {}, {9, 9, 100, 100}, 3), fx.window(b, h, {}, {9, 9, 100, 100}, 3);
  CHECK_EQ(fx.scratch.reserved(), before);
}

}  // namespace
}  // namespace penstock::test
