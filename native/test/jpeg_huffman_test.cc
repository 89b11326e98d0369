// The project's Huffman decoder against libjpeg's: the same bytes, the same number of warnings and the same errors, for
// sound files of every kind, for files with tables and symbols that no encoder makes, and for damaged ones.
// PENSTOCK_TEST_LONG=1 takes many more; PENSTOCK_TEST_JPEGS names a folder of more files.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "test/jpeg_pair.h"
#include "test/jpeg_symbols.h"

namespace penstock::test {
namespace {

TEST(jpeg_huffman_equals_libjpeg_on_sound_files) {
  JpegPair pair;
  Rng rng(21, 0, 0, 0);
  for (int i = 0; i < rounds(400, 20); ++i) {
    JpegRecipe r;
    const File f = draw_jpeg(rng, &r);
    pair.compare(f, rng, 4, text_of(r));
  }
  // The project's decoder must take all of these files.
  CHECK_EQ(pair.taken(), static_cast<unsigned>(pair.compared));
  CHECK_EQ(pair.given_up(), 0u);
  CHECK_EQ(pair.plain.huffman().taken, 0u);
  CHECK_EQ(pair.warned + pair.failed, 0);
}

TEST(jpeg_huffman_leaves_other_processes_alone) {
  JpegPair pair;
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
  JpegPair pair;
  Rng rng(23, 0, 0, 0);
  for (int i = 0; i < rounds(1500, 20); ++i) {
    const File f = symbol_file(rng);
    pair.compare(f, rng, 3, "symbols " + std::to_string(i));
  }
  CHECK_EQ(pair.taken(), static_cast<unsigned>(pair.compared));
  CHECK_EQ(pair.given_up(), 0u);
  CHECK_EQ(pair.warned + pair.failed, 0);
}

TEST(jpeg_huffman_equals_libjpeg_on_damaged_files) {
  JpegPair pair;
  Rng rng(24, 0, 0, 0);
  for (int i = 0; i < rounds(300, 20); ++i) {
    const File base = i % 4 ? draw_jpeg(rng) : symbol_file(rng);
    const size_t scan = read_jpeg_header(bytes_of(base)).scan;
    for (int k = 0; k < 10; ++k) {
      File f = base;
      for (uint32_t n = 1 + rng.below(rng.below(2) ? 1 : 4); n; --n) damage_jpeg(f, scan, rng);
      pair.compare_damaged(f, rng, "damaged " + std::to_string(i) + "." + std::to_string(k));
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
  JpegPair pair;
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
  JpegPair pair;
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
