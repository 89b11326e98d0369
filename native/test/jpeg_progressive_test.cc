// The project's decoder of progressive JPEGs against libjpeg's: the same bytes, the same number of warnings and the
// same errors, for files of every script, for symbols that no encoder writes, and for damaged files and scripts.
// PENSTOCK_TEST_LONG=1 takes many more.
#include "test/jpeg_pair.h"
#include "test/jpeg_script.h"
#include "test/jpeg_symbols.h"

namespace penstock::test {
namespace {

// A file with a script that is drawn, or libjpeg's. None is CMYK, which libjpeg decodes.
File draw_progressive(Rng& rng, JpegRecipe* recipe = nullptr) {
  JpegRecipe r;
  do r = draw_jpeg_recipe(rng);
  while (r.in == JCS_CMYK);
  if (rng.below(2)) r.width = 1 + static_cast<int>(rng.below(40)), r.height = 1 + static_cast<int>(rng.below(40));
  const int components = channels_of(r.in);
  r.progressive = true;
  if (rng.below(3)) r.script = draw_script(rng, components, true);
  auto pixels = test_pixels(r.width, r.height, components, rng.bits());
  const uint32_t kind = rng.below(5), value = rng.bits();
  for (auto& p : pixels) {
    if (kind == 0) p = static_cast<uint8_t>(rng.bits());
    if (kind == 1) p = rng.below(2) ? 255 : 0;
    if (kind == 2 && rng.below(400)) p = static_cast<uint8_t>(value);  // runs of empty blocks
  }
  if (recipe) *recipe = r;
  return encode_jpeg(r, pixels.data());
}

TEST(jpeg_progressive_equals_libjpeg_on_sound_files) {
  JpegPair pair;
  Rng rng(41, 0, 0, 0);
  unsigned expected = 0;
  for (int i = 0; i < rounds(600, 20); ++i) {
    JpegRecipe r;
    const File f = draw_progressive(rng, &r);
    const std::string name = std::to_string(i) + ": " + text_of(r) + ", " + std::to_string(r.script.size()) + " scans";
    for (int k = 0; k < 5; ++k) {
      DecodeSpec spec;
      spec.fancy_upsampling = rng.below(4) != 0;
      if (rng.below(4) == 0) spec.type = ImageType::gray;
      if (rng.below(8) == 0) spec.type = ImageType::bgr;
      const bool grey = spec.type == ImageType::gray;
      // libjpeg makes grey of stored colours.
      expected += !(grey && r.stored == JCS_RGB);
      draw_level(pair.own, rng);
      pair.compare(f, spec, k ? draw_window(rng, r.width, r.height) : Window{0, 0, r.width, r.height}, grey ? 1 : 3,
                   name);
    }
  }
  CHECK_EQ(pair.own.pixels().taken, expected);
  CHECK_EQ(pair.own.pixels().progressive_given_up, 0u);
  CHECK_EQ(pair.plain.pixels().taken, 0u);
  CHECK_EQ(pair.warned + pair.failed, 0);
}

TEST(jpeg_progressive_equals_libjpeg_on_any_symbols) {
  JpegPair pair;
  Rng rng(42, 0, 0, 0);
  for (int i = 0; i < rounds(1500, 20); ++i) {
    pair.compare(progressive_symbol_file(rng, false), rng, 2, "symbols " + std::to_string(i));
  }
  CHECK_EQ(pair.own.pixels().taken, static_cast<unsigned>(pair.compared));
  CHECK_EQ(pair.own.pixels().progressive_given_up, 0u);
  CHECK_EQ(pair.warned + pair.failed, 0);
  for (int i = 0; i < rounds(500, 20); ++i) {
    pair.compare(progressive_symbol_file(rng, true), rng, 1, "careless symbols " + std::to_string(i));
  }
  CHECK(pair.own.pixels().progressive_given_up > static_cast<unsigned>(pair.compared) / 40);
}

// The places of scans in a file, tables before their headers included, and the end of the last one.
std::vector<size_t> scans_of(const File& f) {
  std::vector<size_t> places;
  for (size_t at = 2, begin = 0; at + 1 < f.size();) {
    const uint8_t marker = f[at + 1];
    if (f[at] != 0xff || marker == 0 || marker == 0xff || (marker >= 0xd0 && marker <= 0xd7)) {
      ++at;
      continue;
    }
    if (marker == 0xd9) return places.push_back(at), places;
    if (!begin && (marker == 0xc4 || marker == 0xdd || marker == 0xda)) begin = at;
    at += 2 + (static_cast<size_t>(f[at + 2]) << 8 | f[at + 3]);
    if (marker == 0xda) places.push_back(begin), begin = 0;
  }
  return {};
}

// Removes, repeats or exchanges scans, changes what their headers say, or puts segments between them.
void change_scans(File& f, Rng& rng) {
  const std::vector<size_t> places = scans_of(f);
  if (places.size() < 3) return;
  const size_t last = places.size() - 1, i = rng.below(static_cast<uint32_t>(last));
  const auto at = [&](size_t p) { return f.begin() + static_cast<ptrdiff_t>(p); };
  const File scan(at(places[i]), at(places[i + 1]));
  const auto insert = [&](std::initializer_list<uint8_t> bytes) { f.insert(at(places[i]), bytes); };
  switch (rng.below(12)) {
    case 0:
    case 1: f.erase(at(places[i]), at(places[i + 1])); break;
    case 2: f.insert(at(places[i + 1]), scan.begin(), scan.end()); break;
    case 3: f.insert(at(places[last]), scan.begin(), scan.end()); break;
    case 4: {
      const size_t k = rng.below(static_cast<uint32_t>(last));
      f.insert(at(places[std::max(i, k)]), scan.begin(), scan.end());
      if (k > i) f.erase(at(places[i]), at(places[i + 1]));
      break;
    }
    case 5:
    case 6: {  // the header of a scan
      size_t header = places[i];
      while (f[header + 1] != 0xda) header += 2 + (static_cast<size_t>(f[header + 2]) << 8 | f[header + 3]);
      const size_t size = f[header + 3], byte = 4 + rng.below(static_cast<uint32_t>(size - 2));
      f[header + byte] = static_cast<uint8_t>(rng.below(2) ? f[header + byte] ^ 1 << rng.below(8) : rng.bits());
      break;
    }
    case 7: insert({0xff, 0xfe, 0, 4, 'h', 'i'}); break;
    case 8: insert({0xff, static_cast<uint8_t>(0xe0 + rng.below(16)), 0, 4, 'h', 'i'}); break;
    case 9: insert({static_cast<uint8_t>(rng.bits())}); break;
    case 10: {  // other divisors for what follows
      insert({0xff, 0xdb, 0, 67, static_cast<uint8_t>(rng.below(2))});
      f.insert(at(places[i] + 5), 64, static_cast<uint8_t>(1 + rng.below(40)));
      break;
    }
    case 11: f.erase(at(places[last]), f.end()); break;
  }
}

TEST(jpeg_progressive_equals_libjpeg_on_damaged_files) {
  JpegPair pair;
  Rng rng(43, 0, 0, 0);
  for (int i = 0; i < rounds(400, 20); ++i) {
    const File base = i % 4 ? draw_progressive(rng) : progressive_symbol_file(rng, false);
    const size_t scan = read_jpeg_header(bytes_of(base)).scan;
    for (int k = 0; k < 10; ++k) {
      File f = base;
      const uint32_t kind = rng.below(3);
      if (kind < 2) change_scans(f, rng);
      for (uint32_t n = kind ? 1 + rng.below(rng.below(2) ? 1 : 3) : 0; n; --n) damage_jpeg(f, scan, rng);
      pair.compare_damaged(f, rng, "damaged " + std::to_string(i) + "." + std::to_string(k));
    }
  }
  // Each outcome must have occurred often enough.
  const auto all = static_cast<unsigned>(pair.compared), given_up = pair.own.pixels().progressive_given_up;
  CHECK(pair.warned > pair.compared / 10);
  CHECK(pair.failed > pair.compared / 50);
  CHECK(given_up > all / 20);
  CHECK(pair.own.pixels().taken - given_up > all / 20);
  CHECK(pair.own.pixels().taken < all / 4 * 3);
}

// libjpeg has all coefficients in memory, 6 bytes a pixel here.
TEST(jpeg_progressive_takes_memory_for_rows_alone) {
  JpegRecipe r;
  r.width = 400;
  r.height = 1200;
  r.h = r.v = {1, 1, 1};
  r.progressive = true;
  r.quality = 30;
  const File f = encode_jpeg(r, test_pixels(r.width, r.height, 3, 1).data());
  JpegPair pair;
  Scratch small, large;
  const Window all = {0, 0, r.width, r.height};
  const auto ours = decode_guarded(pair.own, small, f, {}, all, 3),
             plain = decode_guarded(pair.plain, large, f, {}, all, 3);
  CHECK(ours.pixels == plain.pixels);
  CHECK(small.reserved() <= size_t{1} << 20);
  CHECK(large.reserved() >= size_t{6} * 400 * 1200);
}

}  // namespace
}  // namespace penstock::test
