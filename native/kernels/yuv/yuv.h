// From YCbCr to RGB of 8 or 16 bits, in whole numbers: the arithmetic of one pixel, which CPU and GPU share. Chroma is
// interpolated between samples that lie in the middle of the pixels that they stand for, times 16, so that nothing is
// rounded before the end.
#pragma once
#include <cmath>
#include <cstdint>

#include "core/host_device.h"

namespace penstock::ops {

// Coefficients are scaled by 2^(shift - 4); zero stands for no colour in chroma times 16.
struct YuvMatrix {
  int32_t y, v_red, u_green, v_green, u_blue;
  int32_t black, zero, shift;
};

// Weights of red and blue in luma, and the depth and range of the samples.
inline YuvMatrix yuv_matrix(double red, double blue, int depth, bool full_range) {
  const double green = 1 - red - blue, most = (1 << depth) - 1;
  const int unit = 1 << (depth - 8);
  const double y = 255 / (full_range ? most : 219 * unit), c = 255 / (full_range ? most : 224 * unit);
  // More bits would leave 32 bits with samples of 12.
  const int bits = 14 + (depth > 10 ? 2 : depth - 8);
  const auto fixed = [bits](double x) { return static_cast<int32_t>(std::floor(x * (1 << bits) + 0.5)); };
  YuvMatrix m;
  m.y = 16 * fixed(y);
  m.v_red = fixed(c * 2 * (1 - red));
  m.u_blue = fixed(c * 2 * (1 - blue));
  m.u_green = fixed(c * 2 * (1 - blue) * blue / green);
  m.v_green = fixed(c * 2 * (1 - red) * red / green);
  m.black = full_range ? 0 : 16 * unit;
  m.zero = 16 * 128 * unit;
  m.shift = bits + 4;
  return m;
}

// The same for pixels of 16 bits, 0 to 65535. Luma is not scaled before it is weighed, so its coefficient keeps all
// bits.
inline YuvMatrix yuv_matrix_16(double red, double blue, int depth, bool full_range) {
  const double green = 1 - red - blue, most = (1 << depth) - 1;
  const int unit = 1 << (depth - 8);
  const double y = 65535 / (full_range ? most : 219 * unit), c = 65535 / (full_range ? most : 224 * unit);
  // The brightest sums are 2.2 times 65535, so more bits would leave 32.
  constexpr int kShift = 13;
  const auto fixed = [](double x, int bits) { return static_cast<int32_t>(std::floor(x * (1 << bits) + 0.5)); };
  YuvMatrix m;
  m.y = fixed(y, kShift);
  m.v_red = fixed(c * 2 * (1 - red), kShift - 4);
  m.u_blue = fixed(c * 2 * (1 - blue), kShift - 4);
  m.u_green = fixed(c * 2 * (1 - blue) * blue / green, kShift - 4);
  m.v_green = fixed(c * 2 * (1 - red) * red / green, kShift - 4);
  m.black = full_range ? 0 : 16 * unit;
  m.zero = 16 * 128 * unit;
  m.shift = kShift;
  return m;
}

// The sample beside sample `at` of `count` that is the second nearest to the pixel.
PENSTOCK_HD int32_t chroma_beside(int32_t pixel, int32_t at, int32_t count) {
  const int32_t other = pixel & 1 ? at + 1 : at - 1;
  return other < 0 ? 0 : other >= count ? count - 1 : other;
}

PENSTOCK_HD int32_t chroma_between(int32_t near, int32_t beside) { return 3 * near + beside; }

// T: uint8_t, or uint16_t with the matrix for it.
template <class T>
PENSTOCK_HD T yuv_value(int32_t scaled, int32_t shift) {
  constexpr int32_t kTop = sizeof(T) == 1 ? 255 : 65535;
  const int32_t v = scaled >> shift;
  return static_cast<T>(v < 0 ? 0 : v > kTop ? kTop : v);
}

PENSTOCK_HD int32_t yuv_luma(const YuvMatrix& m, int32_t y) { return m.y * (y - m.black) + (1 << (m.shift - 1)); }
template <class T = uint8_t>
PENSTOCK_HD T yuv_red(const YuvMatrix& m, int32_t luma, int32_t, int32_t v) {
  return yuv_value<T>(luma + m.v_red * (v - m.zero), m.shift);
}
template <class T = uint8_t>
PENSTOCK_HD T yuv_green(const YuvMatrix& m, int32_t luma, int32_t u, int32_t v) {
  return yuv_value<T>(luma - m.u_green * (u - m.zero) - m.v_green * (v - m.zero), m.shift);
}
template <class T = uint8_t>
PENSTOCK_HD T yuv_blue(const YuvMatrix& m, int32_t luma, int32_t u, int32_t) {
  return yuv_value<T>(luma + m.u_blue * (u - m.zero), m.shift);
}

// A sample of red, green, blue or alpha, which has the full range of its depth.
template <class T = uint8_t>
PENSTOCK_HD T full_value(int32_t v, int32_t depth) {
  constexpr int32_t kTop = sizeof(T) == 1 ? 255 : 65535;
  const int32_t most = (1 << depth) - 1;
  return static_cast<T>((v * kTop + most / 2) / most);
}

}  // namespace penstock::ops
