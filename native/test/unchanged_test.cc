// Files that another thread changes between setup() and run(): each decoder continues only with an image of the size
// for which the output was laid out, and decodes the next file correctly.
#include <algorithm>
#include <cstring>

#include "codecs/codec.h"
#include "core/scratch.h"
#include "jpeg_encode.h"
#include "test.h"

namespace penstock::test {
namespace {

using namespace penstock::codecs;
using File = std::vector<uint8_t>;

Bytes bytes_of(const File& f) { return {f.data(), f.size()}; }

File jpeg(int width, int height, bool progressive = false) {
  JpegRecipe recipe;
  recipe.width = width;
  recipe.height = height;
  recipe.progressive = progressive;
  return encode_jpeg(recipe, test_pixels(width, height, 3, 1).data());
}
File pnm(int width, int height, const char* kind, const char* top) {
  const std::string head =
      kind + (" " + std::to_string(width)) + " " + std::to_string(height) + " " + std::string(top) + " ";
  File f(head.begin(), head.end());
  f.resize(f.size() + static_cast<size_t>(width) * height * 6, '1');
  return f;
}
File bmp(int width, int height) {
  File f(54 + static_cast<size_t>(width + 1) * 3 * height + 64);
  const uint32_t words[] = {static_cast<uint32_t>(f.size()), 0,           54, 40, static_cast<uint32_t>(width),
                            static_cast<uint32_t>(height),   1 | 24 << 16};
  f[0] = 'B', f[1] = 'M';
  std::memcpy(f.data() + 2, words, sizeof words);
  return f;
}

// The changed file has the same length.
void changed(const char* what, const File& seen, File now) {
  now.resize(std::max(now.size(), seen.size()));
  const Header header = peek(bytes_of(seen));
  DecodeSpec spec;
  const Shape shape = decoded_shape(header, spec);
  const auto width = static_cast<int>(shape[1]), height = static_cast<int>(shape[0]);
  Decoders decoders;
  Scratch scratch;
  for (const Window window : {Window{0, 0, width, height}, Window{width / 2, height / 2, width / 2, height / 2}}) {
    File out(static_cast<size_t>(window.w) * window.h * 3);
    const std::string error =
        error_of([&] { decoders.decode(bytes_of(now), header, spec, window, out.data(), scratch); });
    if (!contains(error, "header says but received")) report(__FILE__, __LINE__, std::string(what) + ": " + error);
    decoders.decode(bytes_of(seen), header, spec, window, out.data(), scratch);
  }
}

}  // namespace

TEST(decoders_go_on_only_with_the_image_that_setup_saw) {
  changed("a smaller JPEG", jpeg(64, 48), jpeg(32, 24));
  changed("a lower JPEG", jpeg(64, 48), jpeg(64, 40));
  changed("a narrower JPEG", jpeg(64, 48), jpeg(40, 48));
  changed("a larger JPEG", jpeg(64, 48), jpeg(640, 480));
  changed("a smaller progressive JPEG", jpeg(64, 48), jpeg(32, 24, true));
  changed("a smaller BMP", bmp(20, 10), bmp(10, 5));
  changed("a larger BMP", bmp(20, 10), bmp(40, 30));
  changed("a smaller PNM", pnm(20, 10, "P6", "255"), pnm(10, 5, "P6", "255"));
  changed("a wider PNM", pnm(20, 10, "P6", "200"), pnm(60, 10, "P6", "200"));
  changed("a lower PNM of 16 bits", pnm(20, 10, "P6", "65535"), pnm(20, 4, "P6", "65535"));
}

}  // namespace penstock::test
