// The formats other than JPEG: values of hand-made files, windows and orientations against the whole image, headers
// with wrong claims, and thousands of damaged files (meant for AddressSanitizer). Run from the repository's root; tests
// that need libvips do nothing when npm has not installed it.
#include <thread>

#include "test/formats_fixture.h"

namespace penstock::test {

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
  // Converts every 16-bit value to 8 bits.
  File p5 = text("P5 256 256 65535 ");
  for (uint32_t v = 0; v < 65536; ++v) be(p5, v, 2);
  const File eight = decode_any(p5);
  int wrong = 0;
  for (int v = 0; v < 65536; ++v) wrong += eight[v] != std::lrint(v * 255.0 / 65535);
  CHECK_EQ(wrong, 0);
}

// A window in any orientation, colour model and dtype is the crop of the whole image.
TEST(formats_windows) {
  Rng rng(3, 0, 0, 0);
  for (const File& f : samples(have_vips())) {
    Header h = peek(bytes_of(f));
    for (int round = 0; round < rounds(40); ++round) {
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
      // Checks the orientation against an independent implementation.
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
  CHECK_EQ(peek(bytes_of(png(2, 1, 8, 0, {0, 7, 9}, exif_of(6)))).orientation, 6);
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

// Every prefix of a file is refused, unless the missing end contains no pixels.
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

// Damaged bytes give pixels or an Error, and no other result.
TEST(formats_fuzz) {
  const char* given = std::getenv("PENSTOCK_FUZZ_ROUNDS");
  Rng rng(11, 0, 0, 0);
  for (const File& f : samples(have_vips())) {
    for (int round = given ? std::atoi(given) : rounds(200); round--;) {
      File bad = f;
      // Headers decide most, so half of the damage is done there.
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
