// Which files the GPU's engines are given, and which not: made files of every kind, the photos under data/, and damaged
// files.
#include "gpu_plugin/jpeg_markers.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "jpeg_fixture.h"

using namespace penstock;
using namespace penstock::test;
using gpu::JpegMarkers;

namespace {

File make(JpegRecipe r, int w = 96, int h = 80) {
  r.width = w;
  r.height = h;
  return encode_jpeg(r, test_pixels(w, h, channels_of(r.in), 3).data());
}
File make_gray(int w = 96, int h = 80) {
  JpegRecipe r;
  r.in = r.stored = JCS_GRAYSCALE;
  r.h = r.v = {1};
  return make(r, w, h);
}

const char* why_not(const File& f, JpegMarkers* m = nullptr, bool lacks_interpolation = false) {
  JpegMarkers own;
  return gpu::engines_refuse(f.data(), static_cast<int64_t>(f.size()), lacks_interpolation, m ? m : &own);
}
bool refused(const File& f, const char* part) {
  const char* why = why_not(f);
  return why && contains(why, part);
}
// The folder beside the build folder.
std::filesystem::path data_folder() {
  auto at = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  while (!std::filesystem::exists(at / "data/photos") && at != at.root_path()) at = at.parent_path();
  return at / "data";
}
File read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

size_t find_marker(const File& f, uint8_t marker) {
  for (size_t i = 0; i + 1 < f.size(); ++i) {
    if (f[i] == 0xff && f[i + 1] == marker) return i;
  }
  return f.size();
}

}  // namespace

TEST(jpeg_markers_tell_size_and_sampling) {
  const struct {
    std::vector<int> h, v;
    bool taken, subsampled;
  } kinds[] = {
      {{1, 1, 1}, {1, 1, 1}, true, false},  // 4:4:4
      {{2, 1, 1}, {1, 1, 1}, true, true},   // 4:2:2
      {{2, 1, 1}, {2, 1, 1}, true, true},   // 4:2:0
      {{1, 1, 1}, {2, 1, 1}, true, true},   // 4:4:0
      {{4, 1, 1}, {1, 1, 1}, false, true},  // 4:1:1
      {{4, 1, 1}, {2, 1, 1}, false, true},  // 4:1:0
      {{2, 2, 1}, {2, 1, 1}, false, true}, {{2, 2, 2}, {1, 1, 1}, false, true},
  };
  for (const auto& k : kinds) {
    JpegRecipe r;
    r.h = k.h;
    r.v = k.v;
    r.restart = 2;
    r.orientation = 6;
    r.comment = std::string(300, '\xff');
    const File f = make(r, 97, 70);
    JpegMarkers m;
    CHECK_EQ(!why_not(f, &m), k.taken);
    if (!k.taken) {
      CHECK(refused(f, "sampling"));
      continue;
    }
    CHECK_EQ(m.width, 97);
    CHECK_EQ(m.height, 70);
    CHECK_EQ(m.subsampled, k.subsampled);
    // Engines that do not interpolate chroma are not given files that need it; 4:4:4 needs none.
    CHECK_EQ(!why_not(f, &m, true), !k.subsampled);
  }
  JpegMarkers m;
  CHECK(!why_not(make_gray(), &m, true));
  CHECK(!m.subsampled);
}

TEST(jpeg_markers_keep_from_the_engines_what_they_do_not_take) {
  JpegRecipe progressive, scans;
  progressive.progressive = true;
  scans.interleaved = false;
  CHECK(refused(make(progressive), "baseline"));
  CHECK(refused(make(scans), "several scans"));
  CHECK(!why_not(make({}, 64, 64)));
  CHECK(refused(make({}, 63, 64), "64"));
  CHECK(refused(make({}, 64, 63), "64"));
  File wide = make({});
  const size_t frame = find_marker(wide, 0xc0);
  wide[frame + 7] = 0x40, wide[frame + 8] = 0;  // 16384
  CHECK(!why_not(wide));
  wide[frame + 8] = 1;
  CHECK(refused(wide, "16384"));
  // Extended sequential, 8 bits.
  File extended = make({});
  extended[find_marker(extended, 0xc0) + 1] = 0xc1;
  CHECK(refused(extended, "baseline"));
}

TEST(jpeg_markers_refuse_colours_that_nvjpeg_takes_for_others) {
  const auto with = [](J_COLOR_SPACE in, J_COLOR_SPACE stored, int adobe) {
    JpegRecipe r;
    r.in = in;
    r.stored = stored;
    r.h = r.v = {1, 1, 1, 1};
    r.adobe = adobe;
    return make(r);
  };
  CHECK(refused(with(JCS_RGB, JCS_RGB, 1), "RGB"));
  CHECK(refused(with(JCS_RGB, JCS_RGB, 0), "RGB"));  // the names of its channels are R, G and B
  // A JFIF header overrides the names; another APP0 segment does not.
  File named = with(JCS_RGB, JCS_RGB, 0);
  const uint8_t app0[] = {0xff, 0xe0, 0, 16, 'J', 'F', 'I', 'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0};
  named.insert(named.begin() + 2, app0, app0 + sizeof app0);
  CHECK(!why_not(named));
  named[7] = 'X';
  CHECK(refused(named, "RGB"));
  CHECK(refused(with(JCS_CMYK, JCS_CMYK, 1), "neither 1 nor 3"));
  CHECK(refused(with(JCS_CMYK, JCS_YCCK, 1), "neither 1 nor 3"));
  // JFIF and Adobe's transform 1 both mean YCbCr; transform 0 contradicts JFIF, which the CPU decoder resolves.
  CHECK(!why_not(with(JCS_RGB, JCS_YCbCr, 1)));
  File both = with(JCS_RGB, JCS_YCbCr, 1);
  both[find_marker(both, 0xee) + 15] = 0;
  CHECK(refused(both, "RGB"));
}

TEST(jpeg_markers_refuse_what_the_cpu_must_decide) {
  JpegRecipe arithmetic;
  arithmetic.arithmetic = true;
  CHECK(why_not(make(arithmetic)));
  const File good = make({});
  CHECK(!why_not(good));
  // No prefix of the file is taken for a whole file, and no read goes past its end.
  for (size_t n = 0; n < good.size(); ++n) {
    const File cut(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(n));
    CHECK(why_not(cut));
  }
  File tail = good;
  tail.insert(tail.end(), 200, 0);
  CHECK(!why_not(tail));
  tail.insert(tail.end(), 2000, 0);
  CHECK(refused(tail, "end marker"));
  File no_tables = good;
  for (size_t at; (at = find_marker(no_tables, 0xc4)) < no_tables.size();) no_tables[at + 1] = 0xe5;
  CHECK(refused(no_tables, "tables"));
  File deep = good;
  deep[find_marker(deep, 0xc0) + 4] = 12;
  CHECK(refused(deep, "8 bits"));
  File flat = good;
  flat[find_marker(flat, 0xc0) + 5] = flat[find_marker(flat, 0xc0) + 6] = 0;
  CHECK(refused(flat, "fewer than 64"));
  File filled = good;
  filled.insert(filled.begin() + static_cast<std::ptrdiff_t>(find_marker(filled, 0xc0)), 3, 0xff);
  CHECK(!why_not(filled));
}

TEST(jpeg_markers_survive_any_bytes) {
  Rng rng(7, 1, 2, 3);
  const File good = make({});
  for (int i = 0; i < 20000; ++i) {
    // Allocated with its exact size, so that a sanitizer detects any read past the end.
    File f(good.begin(), good.begin() + 2 + rng.below(static_cast<uint32_t>(good.size()) - 1));
    for (int k = 0; k < 4; ++k) f[rng.below(static_cast<uint32_t>(f.size()))] = static_cast<uint8_t>(rng.below(256));
    f.shrink_to_fit();
    JpegMarkers m;
    const char* why = why_not(f, &m);
    CHECK(why || (m.width >= 64 && m.height >= 64));
  }
}

TEST(jpeg_markers_of_the_photos_agree_with_the_decoders) {
  int taken = 0;
  for (const auto& e : std::filesystem::recursive_directory_iterator(data_folder() / "photos")) {
    if (e.path().extension() != ".jpg") continue;
    const File f = read_file(e.path());
    const JpegHeader h = read_jpeg_header(bytes_of(f));
    JpegMarkers m;
    if (why_not(f, &m)) continue;
    ++taken;
    CHECK_EQ(m.width, h.header.width);
    CHECK_EQ(m.height, h.header.height);
    CHECK(h.header.channels == 1 || h.header.channels == 3);
    CHECK(!h.progressive);
  }
  CHECK(taken >= 20);
  const auto broken = data_folder() / "broken";
  for (const char* name :
       {"truncated_half.jpg", "truncated_header.jpg", "zero_bytes.jpg", "empty.jpg", "text.jpg", "png_named.jpg"}) {
    if (!why_not(read_file(broken / name))) report(name, 0, "was taken");
  }
  CHECK(why_not(read_file(data_folder() / "formats/cmyk_adobe.jpg")));
}
