// Makes JPEG files of every kind for tests: sampling, process, restarts, colour models, EXIF orientation.
#pragma once
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "codecs/jpeg/jpeg_error.h"

namespace penstock::test {

struct JpegRecipe {
  int width = 64, height = 48;
  J_COLOR_SPACE in = JCS_RGB;                           // colour space of the given pixels
  J_COLOR_SPACE stored = JCS_YCbCr;                     // colour space of the file
  std::vector<int> h = {2, 1, 1, 2}, v = {2, 1, 1, 2};  // sampling factors by component
  int quality = 85;
  bool progressive = false;
  bool partial = false;                     // progressive, without the last bits of the coefficients
  std::vector<jpeg_scan_info> script = {};  // progressive, with these scans
  bool interleaved = true;                  // false: one scan per component
  bool arithmetic = false;
  bool optimise = false;
  int restart = 0;      // in MCUs; 0: none
  int adobe = -1;       // -1: libjpeg's choice; 0: none; 1: write
  int orientation = 0;  // 0: no EXIF
  bool big_endian_exif = false;
  std::string comment;
};

inline int channels_of(J_COLOR_SPACE space) {
  return space == JCS_GRAYSCALE ? 1 : space == JCS_CMYK || space == JCS_YCCK ? 4 : 3;
}

// A smooth image with edges and noise: chroma changes everywhere, so that wrong neighbours are visible.
inline std::vector<uint8_t> test_pixels(int w, int h, int channels, uint32_t seed) {
  std::vector<uint8_t> p(static_cast<size_t>(w) * h * channels);
  uint32_t r = seed * 2654435761u + 12345;
  size_t at = 0;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      for (int c = 0; c < channels; ++c) {
        r = r * 1664525u + 1013904223u;
        const int wave = (x * (3 + c) + y * (5 - c) + ((x / 7 + y / 5) % 2) * 90 * (c + 1)) & 255;
        p[at++] = static_cast<uint8_t>((wave * 3 + (r >> 24)) / 4);
      }
  return p;
}

inline void write_exif(j_compress_ptr info, int orientation, bool big) {
  std::vector<uint8_t> b = {'E', 'x', 'i', 'f', 0, 0};
  auto u16 = [&](unsigned v) {
    b.push_back(static_cast<uint8_t>(big ? v >> 8 : v));
    b.push_back(static_cast<uint8_t>(big ? v : v >> 8));
  };
  auto u32 = [&](unsigned v) {
    if (big)
      u16(v >> 16), u16(v & 0xffff);
    else
      u16(v & 0xffff), u16(v >> 16);
  };
  b.push_back(big ? 'M' : 'I');
  b.push_back(big ? 'M' : 'I');
  u16(42), u32(8), u16(2);
  u16(0x0100), u16(4), u32(1), u32(1234);
  u16(0x0112), u16(3), u32(1), u16(orientation), u16(0);
  u32(0);
  jpeg_write_marker(info, JPEG_APP0 + 1, b.data(), static_cast<unsigned>(b.size()));
}

// `scans` has those that are neither libjpeg's nor the recipe's, until the image is written.
inline void choose_scans(j_compress_ptr info, const JpegRecipe& r, jpeg_scan_info* scans) {
  if (r.progressive) jpeg_simple_progression(info);
  if (!r.script.empty()) {
    info->scan_info = r.script.data();
    info->num_scans = static_cast<int>(r.script.size());
  }
  if (r.partial) info->num_scans = info->num_scans > 4 ? 4 : 2;
  if (r.interleaved) return;
  for (int i = 0; i < info->num_components; ++i) scans[i] = {1, {i}, 0, 63, 0, 0};
  info->scan_info = scans;
  info->num_scans = info->num_components;
}

inline std::vector<uint8_t> encode_jpeg(const JpegRecipe& r, const uint8_t* pixels) {
  jpeg_compress_struct info;
  codecs::JpegErrors errors;
  errors.init();
  info.err = &errors.base;
  // Memory of this function, because libjpeg does not free its own when it fails.
  std::vector<uint8_t> room((size_t{1} << 16) +
                            size_t{16} * static_cast<size_t>(r.width) * static_cast<size_t>(r.height));
  unsigned char* data = room.data();
  unsigned long size = room.size();
  jpeg_create_compress(&info);
  if (setjmp(errors.escape)) {
    char text[JMSG_LENGTH_MAX];
    errors.text(text, sizeof text);
    jpeg_destroy_compress(&info);
    throw std::runtime_error(text);
  }
  jpeg_mem_dest(&info, &data, &size);
  info.image_width = r.width;
  info.image_height = r.height;
  info.in_color_space = r.in;
  info.input_components = channels_of(r.in);
  jpeg_set_defaults(&info);
  jpeg_set_colorspace(&info, r.stored);
  jpeg_set_quality(&info, r.quality, TRUE);
  for (int i = 0; i < info.num_components; ++i) {
    info.comp_info[i].h_samp_factor = r.h[i];
    info.comp_info[i].v_samp_factor = r.v[i];
  }
  info.arith_code = r.arithmetic;
  info.optimize_coding = r.optimise;
  info.restart_interval = r.restart;
  if (r.adobe >= 0) info.write_Adobe_marker = r.adobe;
  jpeg_scan_info scans[4];
  choose_scans(&info, r, scans);
  jpeg_start_compress(&info, TRUE);
  if (r.orientation) write_exif(&info, r.orientation, r.big_endian_exif);
  if (!r.comment.empty())
    jpeg_write_marker(&info, JPEG_COM, reinterpret_cast<const JOCTET*>(r.comment.data()),
                      static_cast<unsigned>(r.comment.size()));
  while (info.next_scanline < info.image_height) {
    JSAMPROW row =
        const_cast<uint8_t*>(pixels) + static_cast<size_t>(info.next_scanline) * r.width * info.input_components;
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  std::vector<uint8_t> out(data, data + size);
  if (data != room.data()) std::free(data);
  return out;
}

}  // namespace penstock::test
