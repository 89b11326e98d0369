// The project's Huffman decoder against libjpeg's: the same bytes, the same number of warnings and the same errors, for
// sound files of every kind, for files with tables and symbols that no encoder makes, and for damaged ones.
// PENSTOCK_TEST_LONG=1 takes many more; PENSTOCK_TEST_JPEGS names a folder of more files.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "test/jpeg_fixture.h"
#include "test/jpeg_symbols.h"

namespace penstock::test {
namespace {

struct Result {
  int warnings = -1;
  std::string error;
  std::vector<uint8_t> pixels;
};

Result decode(JpegDecoder& decoder, Scratch& scratch, const File& f, const DecodeSpec& spec, Window w, int channels) {
  constexpr size_t kGuard = 64;
  Result r;
  const size_t size = static_cast<size_t>(w.w) * w.h * channels;
  r.pixels.assign(size + 2 * kGuard, 0xa5);
  try {
    r.warnings = decoder.decode(bytes_of(f), peek_jpeg(bytes_of(f)), spec, w, r.pixels.data() + kGuard, scratch);
  } catch (const Error& e) {
    r.error = e.message;
    r.pixels.clear();
  }
  scratch.reset();
  for (size_t i = 0; i < kGuard && !r.pixels.empty(); ++i) {
    CHECK(r.pixels[i] == 0xa5 && r.pixels[kGuard + size + i] == 0xa5);
  }
  return r;
}

// Both decoders live as long as the test, so that state which one image leaves behind can affect the next.
struct Pair {
  JpegDecoder own, plain;
  Scratch scratch;
  int compared = 0, warned = 0, failed = 0;

  Pair() { plain.huffman().enabled = false; }
  unsigned taken() { return own.huffman().taken; }
  unsigned given_up() { return own.huffman().given_up; }

  void compare(const File& f, const DecodeSpec& spec, Window w, int channels, const std::string& name) {
    const Result a = decode(own, scratch, f, spec, w, channels), b = decode(plain, scratch, f, spec, w, channels);
    ++compared;
    warned += b.warnings > 0;
    failed += b.warnings < 0;
    if (a.warnings == b.warnings && a.error == b.error && a.pixels == b.pixels) return;
    char text[300];
    std::snprintf(text, sizeof text, "%.100s: window %d,%d %dx%d: warnings %d and %d, errors '%.60s' and '%.60s'%s",
                  name.c_str(), w.x, w.y, w.w, w.h, a.warnings, b.warnings, a.error.c_str(), b.error.c_str(),
                  a.pixels == b.pixels ? "" : ", pixels differ");
    report(__FILE__, __LINE__, text);
  }

  // Compares the whole image and `windows` parts of it, in colour and in grey.
  void compare(const File& f, Rng& rng, int windows, const std::string& name) {
    const Header h = peek_jpeg(bytes_of(f));
    for (int i = 0; i <= windows; ++i) {
      DecodeSpec spec;
      spec.adjust_orientation = false;
      spec.fancy_upsampling = rng.below(4) != 0;
      const bool grey = rng.below(4) == 0;
      if (grey) spec.type = ImageType::gray;
      const Window w = i ? draw_window(rng, h.width, h.height) : Window{0, 0, h.width, h.height};
      draw_level(own, rng);
      compare(f, spec, w, grey ? 1 : 3, name);
    }
  }
};

// Images from smooth to noisy and qualities from 1 to 100: from two bits per block to codes and values of every length.
JpegRecipe draw_recipe(Rng& rng) {
  static const struct {
    std::vector<int> h, v;
  } kSamplings[] = {{{1, 1, 1}, {1, 1, 1}}, {{2, 1, 1}, {1, 1, 1}}, {{2, 1, 1}, {2, 1, 1}}, {{1, 1, 1}, {2, 1, 1}},
                    {{4, 1, 1}, {1, 1, 1}}, {{4, 1, 1}, {2, 1, 1}}, {{1, 1, 1}, {4, 1, 1}}, {{3, 1, 1}, {1, 1, 1}},
                    {{1, 2, 2}, {1, 2, 2}}, {{2, 2, 1}, {2, 1, 2}}, {{4, 2, 2}, {1, 1, 1}}};
  JpegRecipe r;
  const auto size = [&] { return 1 + static_cast<int>(rng.below(rng.below(3) ? 150 : 20)); };
  r.width = size();
  r.height = size();
  if (rng.below(12) == 0) r.width = 800;
  if (rng.below(12) == 0) r.height = 800;
  const uint32_t kind = rng.below(16);
  if (kind < 3) {
    r.in = r.stored = JCS_GRAYSCALE;
    r.h = r.v = {1 + static_cast<int>(rng.below(4))};
  } else if (kind == 3) {
    r.in = JCS_CMYK;
    r.stored = rng.below(2) ? JCS_CMYK : JCS_YCCK;
  } else {
    const auto& s = kSamplings[rng.below(std::size(kSamplings))];
    r.h = s.h;
    r.v = s.v;
    if (kind == 4) r.stored = JCS_RGB;
  }
  r.quality = rng.below(4) ? 1 + static_cast<int>(rng.below(100)) : 100;
  r.optimise = rng.below(2);
  int h = 1;
  for (int factor : r.h) h = std::max(h, factor);
  const int row = (r.width + 8 * h - 1) / (8 * h);
  const int intervals[] = {0, 0, 1, 2, 7, row};
  r.restart = intervals[rng.below(6)];
  return r;
}

File draw_file(Rng& rng, JpegRecipe* recipe = nullptr) {
  const JpegRecipe r = draw_recipe(rng);
  if (recipe) *recipe = r;
  auto pixels = test_pixels(r.width, r.height, channels_of(r.in), rng.bits());
  const uint32_t kind = rng.below(4);
  for (auto& p : pixels) {
    if (kind == 0) p = static_cast<uint8_t>(rng.bits());
    if (kind == 1) p = rng.below(2) ? 255 : 0;
  }
  return encode_jpeg(r, pixels.data());
}

std::string text_of(const JpegRecipe& r) {
  char text[100];
  std::snprintf(text, sizeof text, "%dx%d, %dx%d of %zu, quality %d, restart %d, optimise %d", r.width, r.height,
                r.h[0], r.v[0], r.h.size(), r.quality, r.restart, r.optimise);
  return text;
}

TEST(jpeg_huffman_equals_libjpeg_on_sound_files) {
  Pair pair;
  Rng rng(21, 0, 0, 0);
  for (int i = 0; i < rounds(400, 20); ++i) {
    JpegRecipe r;
    const File f = draw_file(rng, &r);
    pair.compare(f, rng, 4, text_of(r));
  }
  // The project's decoder must take all of these files.
  CHECK_EQ(pair.taken(), static_cast<unsigned>(pair.compared));
  CHECK_EQ(pair.given_up(), 0u);
  CHECK_EQ(pair.plain.huffman().taken, 0u);
  CHECK_EQ(pair.warned + pair.failed, 0);
}

TEST(jpeg_huffman_leaves_other_processes_alone) {
  Pair pair;
  Rng rng(22, 0, 0, 0);
  for (int kind = 0; kind < 3; ++kind) {
    JpegRecipe r;
    r.progressive = kind == 0;
    r.arithmetic = kind == 1;
    r.interleaved = kind != 2;
    pair.compare(encode_jpeg(r, test_pixels(r.width, r.height, 3, 1).data()), rng, 8, "other process");
  }
  CHECK_EQ(pair.taken(), 0u);
}

TEST(jpeg_huffman_equals_libjpeg_on_any_tables) {
  Pair pair;
  Rng rng(23, 0, 0, 0);
  for (int i = 0; i < rounds(1500, 20); ++i) {
    const File f = symbol_file(rng);
    pair.compare(f, rng, 3, "symbols " + std::to_string(i));
  }
  CHECK_EQ(pair.taken(), static_cast<unsigned>(pair.compared));
  CHECK_EQ(pair.given_up(), 0u);
  CHECK_EQ(pair.warned + pair.failed, 0);
}

size_t find_marker(const File& f, size_t from, int low, int high) {
  for (size_t i = from; i + 1 < f.size(); ++i) {
    if (f[i] == 0xff && f[i + 1] >= low && f[i + 1] <= high) return i;
  }
  return 0;
}

void damage(File& f, size_t scan, Rng& rng) {
  const auto place = [&] { return scan + rng.below(static_cast<uint32_t>(f.size() - scan)); };
  const auto insert = [&](size_t at, std::initializer_list<uint8_t> bytes) { f.insert(f.begin() + at, bytes); };
  if (f.size() < scan + 8) return;
  const size_t at = place(), length = std::min<size_t>(f.size() - at, 1 + rng.below(rng.below(2) ? 4 : 60));
  switch (rng.below(16)) {
    case 0: f[at] ^= 1 << rng.below(8); break;
    case 1: f[at] = 0xff; break;
    case 2: f[at] = static_cast<uint8_t>(rng.bits()); break;
    case 3: f.erase(f.begin() + at, f.begin() + at + length); break;
    case 4: {
      const File part(f.begin() + at, f.begin() + at + length);
      f.insert(f.begin() + place(), part.begin(), part.end());
      break;
    }
    case 5: {  // removes a restart marker, renumbers or doubles it, or inserts bytes before it
      const size_t marker = find_marker(f, at, 0xd0, 0xd7);
      if (!marker) break;
      const uint32_t how = rng.below(5);
      if (how == 0) f.erase(f.begin() + marker, f.begin() + marker + 2);
      if (how == 1) f[marker + 1] = 0xd0 + rng.below(8);
      if (how == 2) insert(marker, {0xff, f[marker + 1]});
      if (how == 3) insert(marker, {static_cast<uint8_t>(rng.bits())});
      if (how == 4) f.erase(f.begin() + marker + 1);
      break;
    }
    case 6: {  // fill bytes before a marker
      const size_t marker = find_marker(f, at, 0xd0, 0xd9);
      if (marker) insert(marker, {0xff, 0xff});
      break;
    }
    case 7: {  // fill bytes before stuffing
      const size_t stuffed = find_marker(f, at, 0, 0);
      if (stuffed) insert(stuffed, {0xff});
      break;
    }
    case 8:
      f.resize(at);
      f.insert(f.end(), {0xff, 0xd9});
      break;
    case 9: f.insert(f.end() - 2, length, static_cast<uint8_t>(rng.bits())); break;
    case 10: insert(at, {0xff, 0xd9}); break;
    case 11: insert(at, {0xff, 0xdc, 0, 4, 0, static_cast<uint8_t>(rng.bits())}); break;
    case 12: insert(at, {0xff, static_cast<uint8_t>(rng.bits())}); break;
    case 13: insert(at, {0xff, static_cast<uint8_t>(0xd0 + rng.below(8))}); break;
    case 14: f.resize(at); break;
    case 15:  // the header, tables included
      for (uint32_t k = rng.below(3) + 1; k; --k) {
        f[2 + rng.below(static_cast<uint32_t>(scan - 2))] = static_cast<uint8_t>(rng.bits());
      }
      break;
  }
}

TEST(jpeg_huffman_equals_libjpeg_on_damaged_files) {
  Pair pair;
  Rng rng(24, 0, 0, 0);
  for (int i = 0; i < rounds(300, 20); ++i) {
    const File base = i % 4 ? draw_file(rng) : symbol_file(rng);
    const size_t scan = read_jpeg_header(bytes_of(base)).scan;
    for (int k = 0; k < 10; ++k) {
      File f = base;
      for (uint32_t n = 1 + rng.below(rng.below(2) ? 1 : 4); n; --n) damage(f, scan, rng);
      try {
        const Header h = peek_jpeg(bytes_of(f));
        check_plausible(h, bytes_of(f));
        if (static_cast<int64_t>(h.width) * h.height > 1 << 20) continue;
      } catch (const Error&) {
        continue;
      }
      pair.compare(f, rng, 1, "damaged " + std::to_string(i) + "." + std::to_string(k));
    }
  }
  // Each outcome must have occurred often enough.
  const int all = pair.compared;
  CHECK(pair.warned > all / 10);
  CHECK(pair.failed > all / 50);
  CHECK(pair.given_up() > static_cast<unsigned>(all) / 10);
  CHECK(pair.taken() - pair.given_up() > static_cast<unsigned>(all) / 10);
}

// More sets of tables than the cache holds, in random order, against the first result of each.
TEST(jpeg_huffman_tables_do_not_mix) {
  Pair pair;
  Rng rng(25, 0, 0, 0);
  std::vector<File> files;
  for (int i = 0; i < 12; ++i) {
    JpegRecipe r;
    r.width = r.height = 40;
    r.optimise = i > 1;
    if (i % 3 == 0) r.in = r.stored = JCS_GRAYSCALE;
    r.quality = 30 + 5 * i;
    files.push_back(encode_jpeg(r, test_pixels(40, 40, channels_of(r.in), i).data()));
  }
  // Equal tables in other slots, for other components, and one table for both DC and AC.
  for (int i = 0; i < 12; ++i) files.push_back(symbol_file(rng));
  for (int i = 0; i < rounds(300, 20); ++i) pair.compare(files[rng.below(24)], rng, 1, "table set");
  CHECK_EQ(pair.given_up(), 0u);
}

TEST(jpeg_huffman_serves_given_files) {
  const char* folder = std::getenv("PENSTOCK_TEST_JPEGS");
  if (!folder) return;
  Pair pair;
  Rng rng(26, 0, 0, 0);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const File file((std::istreambuf_iterator<char>(in)), {});
    if (sniff(bytes_of(file)) != Format::jpeg) continue;
    try {
      check_plausible(peek_jpeg(bytes_of(file)), bytes_of(file));
    } catch (const Error&) {
      continue;
    }
    pair.compare(file, rng, 6, entry.path().filename().string());
  }
  std::printf("%d windows compared, %u taken over, %u given up, %d with warnings, %d errors\n", pair.compared,
              pair.taken(), pair.given_up(), pair.warned, pair.failed);
}

}  // namespace
}  // namespace penstock::test
