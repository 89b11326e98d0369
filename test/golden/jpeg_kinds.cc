// Writes small JPEG files of every kind into the folder given: the inputs of the decoders' goldens. Built and run by
// jpeg_kinds.py.
#include <fstream>

#include "test/jpeg_encode.h"

using namespace penstock::test;

static std::string g_folder;

static void put(const std::string& name, const JpegRecipe& r) {
  const auto pixels = test_pixels(r.width, r.height, channels_of(r.in), 1);
  const auto file = encode_jpeg(r, pixels.data());
  std::ofstream(g_folder + "/" + name + ".jpg", std::ios::binary)
      .write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
}

static JpegRecipe base(std::vector<int> h = {2, 1, 1, 2}, std::vector<int> v = {2, 1, 1, 2}) {
  JpegRecipe r;
  r.width = 37;
  r.height = 29;
  r.h = std::move(h);
  r.v = std::move(v);
  r.optimise = true;
  return r;
}

int main(int, char** argv) {
  g_folder = argv[1];
  const struct {
    const char* name;
    std::vector<int> h, v;
  } samplings[] = {{"444", {1, 1, 1}, {1, 1, 1}}, {"422", {2, 1, 1}, {1, 1, 1}},  {"420", {2, 1, 1}, {2, 1, 1}},
                   {"440", {1, 1, 1}, {2, 1, 1}}, {"411", {4, 1, 1}, {1, 1, 1}},  {"410", {4, 1, 1}, {2, 1, 1}},
                   {"3x1", {3, 1, 1}, {1, 1, 1}}, {"mixed", {2, 2, 1}, {2, 1, 2}}};
  for (const auto& s : samplings) put(s.name, base(s.h, s.v));
  JpegRecipe r = base();
  r.progressive = true;
  put("progressive", r);
  r = base({2, 1, 1}, {1, 1, 1});
  r.progressive = true;
  put("progressive 422", r);
  r = base();
  r.restart = 2;
  put("restart", r);
  r = base();
  r.interleaved = false;
  put("scans", r);
  r = base();
  r.optimise = false;
  r.arithmetic = true;
  put("arithmetic", r);
  r = base({1}, {1});
  r.in = r.stored = JCS_GRAYSCALE;
  put("grey", r);
  r.orientation = 6;
  put("grey turned", r);
  r = base({2}, {2});
  r.in = r.stored = JCS_GRAYSCALE;
  put("grey 2x2", r);
  r = base({1, 1, 1}, {1, 1, 1});
  r.stored = JCS_RGB;
  put("stored rgb", r);
  r = base({1, 1, 1, 1}, {1, 1, 1, 1});
  r.in = r.stored = JCS_CMYK;
  put("cmyk adobe", r);
  r.adobe = 0;
  put("cmyk", r);
  r = base();
  r.in = JCS_CMYK;
  r.stored = JCS_YCCK;
  put("ycck", r);
  for (int o = 1; o <= 8; ++o) {
    r = base();
    r.orientation = o;
    r.big_endian_exif = o & 1;
    put("orientation " + std::to_string(o), r);
  }
}
