// Limits on the work that a file can cause: pixels, time, scans, and the size that a file of its length may claim.
#include "test/formats_fixture.h"
#include "test/jpeg_encode.h"

namespace penstock::test {
namespace {

File jpeg(bool progressive, bool arithmetic, bool ends = true) {
  JpegRecipe r;
  r.width = 120;
  r.height = 90;
  r.progressive = progressive;
  r.arithmetic = arithmetic;
  File f = encode_jpeg(r, test_pixels(r.width, r.height, 3, 3).data());
  if (!ends) f.resize(f.size() - 2);
  return f;
}

File with_size(File riff) {
  const uint32_t n = static_cast<uint32_t>(riff.size() - 8);
  for (int i = 0; i < 4; ++i) riff[4 + static_cast<size_t>(i)] = static_cast<uint8_t>(n >> (8 * i));
  return riff;
}

// An extended WebP file of the canvas size, with the given chunk after its header.
File webp(int canvas_w, int canvas_h, int flags, const char* name, const File& chunk) {
  File f = text("RIFF____WEBPVP8X");
  le(f, 10, 4);
  le(f, static_cast<uint32_t>(flags), 4);
  le(f, static_cast<uint32_t>(canvas_w - 1), 3);
  le(f, static_cast<uint32_t>(canvas_h - 1), 3);
  if (!*name) return with_size(f);
  append(f, text(name));
  le(f, static_cast<uint32_t>(chunk.size()), 4);
  append(f, chunk);
  return with_size(f);
}

File vp8l(uint32_t w, uint32_t h) {
  File f = {0x2f};
  le(f, (w - 1) | (h - 1) << 14, 4);
  append(f, File(8, 0));
  return f;
}

File vp8(uint32_t w, uint32_t h) {
  File f = {0x10, 2, 0, 0x9d, 1, 0x2a};
  le(f, w, 2);
  le(f, h, 2);
  return f;
}

}  // namespace

TEST(limit_of_pixels) {
  Header h;
  h.format = Format::png;
  h.width = 20000;
  h.height = 20000;
  CHECK_THROWS(
      check_pixels(h, 268402689),
      "BAD_SAMPLE: Expected an image of at most 268402689 pixels (maxPixels) but received a PNG of 20000x20000 "
      "(400000000 pixels)");
  check_pixels(h, 0);
  check_pixels(h, 400000000);
  CHECK_THROWS(check_pixels(h, 399999999), "BAD_SAMPLE");
}

TEST(limit_of_time) {
  std::vector<File> files = {jpeg(false, false), jpeg(true, false), jpeg(false, true), jpeg(false, false, false)};
  if (have_vips()) {
    for (const char* name : {"rgb8.png", "lossy.webp", "rgb8.tiff", "palette.gif", "rgb.avif"}) {
      std::ifstream in(std::string("data/formats/") + name, std::ios::binary);
      files.emplace_back((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    }
  }
  DecodeSpec hurried, patient;
  hurried.max_seconds = 1e-9;
  patient.max_seconds = 1000;
  for (const File& f : files) {
    CHECK_THROWS(decode(f, hurried), "BAD_SAMPLE: Expected to decode an image within 1e-09 s (maxDecodeSeconds)");
    CHECK(decode(f, patient) == decode(f, {}));
    // Skipped rows count too.
    const Header h = peek(bytes_of(f));
    Window low{0, h.height - 1, h.width, 1};
    CHECK_THROWS(decode(f, hurried, &low), "maxDecodeSeconds");
    CHECK(decode(f, patient, &low) == decode(f, {}, &low));
  }
}

TEST(limit_of_scans) {
  // The last scan is appended again and again.
  const File one = jpeg(true, false);
  size_t scan = one.size();
  while (!(one[scan - 2] == 0xff && one[scan - 1] == 0xda)) --scan;
  const File last(one.begin() + static_cast<ptrdiff_t>(scan) - 2, one.end() - 2);
  File many(one.begin(), one.end() - 2);
  for (int i = 0; i < 20; ++i) append(many, last);
  File more = many;
  for (int i = 0; i < 100; ++i) append(more, last);
  append(many, {0xff, 0xd9});
  append(more, {0xff, 0xd9});
  decode(many, {});
  CHECK_THROWS(decode(more, {}), "BAD_SAMPLE: Expected a sound JPEG file but received: more than 100 scans");
  // 101 scans that are all needed, and 100.
  JpegRecipe r;
  r.in = r.stored = JCS_GRAYSCALE;
  r.script = {{1, {0}, 0, 0, 0, 0}};
  for (int bit = 1; bit >= 0; --bit) {
    for (int k = 1; k <= 50; ++k) r.script.push_back({1, {0}, k, k < 50 ? k : 63, bit ? 0 : 1, bit});
  }
  const std::vector<uint8_t> pixels = test_pixels(r.width, r.height, 1, 3);
  CHECK_THROWS(decode(encode_jpeg(r, pixels.data()), {}), "more than 100 scans");
  r.script = {{1, {0}, 0, 0, 0, 1}, {1, {0}, 0, 0, 1, 0}};
  for (int bit = 1; bit >= 0; --bit) {
    for (int k = 1; k <= 49; ++k) r.script.push_back({1, {0}, k, k < 49 ? k : 63, bit ? 0 : 1, bit});
  }
  decode(encode_jpeg(r, pixels.data()), {});
}

TEST(limit_of_webp_claims) {
  CHECK_THROWS(peek(bytes_of(webp(26754, 26754, 0, "", {}))),
               "BAD_SAMPLE: Expected a complete WebP file but received 30");
  CHECK_THROWS(peek(bytes_of(webp(26754, 26754, 2, "", {}))), "cut before its image");
  CHECK_THROWS(peek(bytes_of(webp(26754, 26754, 0, "VP8L", vp8l(9, 9)))),
               "of 26754x26754, as its canvas is, but received 9x9");
  CHECK_EQ(peek(bytes_of(webp(9, 9, 0, "VP8L", vp8l(9, 9)))).width, 9);
  // A chunk that ends after the end of the file.
  File cut = webp(9, 9, 0, "VP8L", vp8l(9, 9));
  cut.resize(cut.size() - 1);
  CHECK_THROWS(peek(bytes_of(cut)), "BAD_SAMPLE: Expected a complete WebP file");
  // Lossy pixels take three bits for 16x16 of them; lossless ones may take none.
  const File lossy = webp(16000, 16000, 0, "VP8 ", vp8(16000, 16000));
  CHECK_THROWS(check_plausible(peek(bytes_of(lossy)), bytes_of(lossy)), "at least 375000 bytes");
  const File lossless = webp(16000, 16000, 0, "VP8L", vp8l(16000, 16000));
  check_plausible(peek(bytes_of(lossless)), bytes_of(lossless));
}

TEST(limit_of_tiff_claims) {
  const auto tiff = [](uint32_t compression, uint32_t photometric, uint32_t bits) {
    File f = {'I', 'I', '*', 0, 8, 0, 0, 0};
    const uint32_t tags[][2] = {{256, 16000}, {257, 16000}, {258, bits}, {259, compression}, {262, photometric}};
    le(f, 5, 2);
    for (const auto& t : tags) le(f, t[0], 2), le(f, 4, 2), le(f, 1, 4), le(f, t[1], 4);
    le(f, 0, 4);
    return peek(bytes_of(f)).least_bytes;
  };
  CHECK_EQ(tiff(7, 1, 8), 16000u * 16000 / 512);      // JPEG: a bit for 64 samples
  CHECK_EQ(tiff(2, 0, 1), 16000u * 16000 / 8 / 214);  // CCITT: 12 bits for 2560 pixels
  CHECK_EQ(tiff(4, 0, 1), 16000u / 8);                // a bit for a row
}

}  // namespace penstock::test
