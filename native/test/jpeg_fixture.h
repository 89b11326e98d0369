// Shared by the JPEG tests: libjpeg-turbo used plainly, a decoder with guarded output, random windows.
#pragma once
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "codecs/jpeg/jpeg_decode.h"
#include "codecs/jpeg/jpeg_header.h"
#include "core/cpu.h"
#include "core/rng.h"
#include "test/jpeg_encode.h"
#include "test/test.h"

namespace penstock::test {

using namespace penstock::codecs;
using File = std::vector<uint8_t>;

inline Bytes bytes_of(const File& f) { return {f.data(), f.size()}; }

// libjpeg-turbo without skips and crops, with its own memory manager; at `eighths` of the image's size.
struct Plain {
  int w = 0, h = 0, channels = 0;
  std::vector<uint8_t> pixels;
  std::string error;
};

inline Plain decode_plain(const File& file, J_COLOR_SPACE space, bool fancy, bool fast, unsigned eighths = 8) {
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
  info.scale_num = eighths;
  info.scale_denom = 8;
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

// Lets the decoder use the vector instructions of one level or another.
inline void draw_level(JpegDecoder& decoder, Rng& rng) {
  constexpr SimdLevel kLevels[] = {SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512};
  decoder.pixels().use(kLevels[rng.below(3)]);
}

struct JpegFixture {
  JpegDecoder decoder;
  Scratch scratch;
  std::vector<uint8_t> out;

  // Decodes the window's pixels, with guard bytes on both sides.
  const uint8_t* window(const File& f, const Header& h, const DecodeSpec& spec, Window w, int channels) {
    const size_t size = static_cast<size_t>(w.w) * w.h * channels;
    out.assign(size + 128, 0xa5);
    decoder.decode(bytes_of(f), h, spec, w, out.data() + 64, scratch);
    scratch.reset();
    for (int i = 0; i < 64; ++i) CHECK(out[i] == 0xa5 && out[64 + size + i] == 0xa5);
    return out.data() + 64;
  }
};

inline bool same(const Plain& whole, Window w, const uint8_t* part) {
  const size_t row = static_cast<size_t>(w.w) * whole.channels;
  for (int y = 0; y < w.h; ++y) {
    const uint8_t* from = whole.pixels.data() + (static_cast<size_t>(w.y + y) * whole.w + w.x) * whole.channels;
    if (std::memcmp(from, part + y * row, row)) return false;
  }
  return true;
}

// Draws windows of all sizes, with edges on and beside block borders more often than by chance.
inline codecs::Window draw_window(Rng& rng, int w, int h) {
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

}  // namespace penstock::test
