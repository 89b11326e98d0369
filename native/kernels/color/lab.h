// 8-bit RGB to CIE L*a*b* and back as OpenCV computes it, in whole numbers: sRGB, D65, L from 0 to 255, a and b around
// 128. The pixel's arithmetic is for all devices; the tables are made once.
#pragma once
#include <cmath>
#include <cstdint>

#include "core/host_device.h"

namespace penstock::ops {

inline constexpr int kLabCubeRoots = 3072;    // 1.5 times the range of linear values, which has 3 more bits than a byte
inline constexpr int kLabGammaOut = 1 << 12;  // steps of linear values on the way back

struct LabTables {
  int32_t linear[256];               // of an sRGB value, times 8
  int32_t cube_root[kLabCubeRoots];  // f() of CIE's formula, times 2^15
  int32_t luminance[256];            // of L: Y in the upper half of a word, f(Y) in the lower one, times 2^14
  int32_t srgb[kLabGammaOut];        // of a linear value
};

namespace detail {

inline LabTables make_lab_tables() {
  LabTables t;
  const auto whole = [](double v) { return static_cast<int32_t>(std::nearbyint(v)); };
  for (int i = 0; i < 256; ++i) {
    const double v = i / 255.0;
    t.linear[i] = whole(2040 * (v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4)));
  }
  for (int i = 0; i < kLabCubeRoots; ++i) {
    const double v = i / 2040.0;
    t.cube_root[i] = whole(32768 * (v < 216.0 / 24389 ? v * 841 / 108 + 16.0 / 116 : std::cbrt(v)));
  }
  // OpenCV computes these two in single precision, where they round to the other side of a half.
  t.cube_root[49] = 9454;
  t.cube_root[628] = 22126;
  for (int i = 0; i < 256; ++i) {
    const double f = (i * 100 / 255.0 + 16) / 116;
    const bool line = i <= 20;
    const int32_t y = whole(16384.0 * (line ? i * 180.0 / (17 * 29 * 29 * 29) : f * f * f));
    t.luminance[i] = y << 16 | whole(16384 * (line ? 16.0 / 116 + i * 5.0 / (3 * 17 * 29) : f));
  }
  for (int i = 0; i < kLabGammaOut; ++i) {
    const double v = i / static_cast<double>(kLabGammaOut);
    t.srgb[i] = whole(255 * (v <= 0.0031308 ? v * 12.92 : 1.055 * std::pow(v, 1 / 2.4) - 0.055));
  }
  return t;
}

}  // namespace detail

inline const LabTables& lab_tables() {
  static const LabTables tables = detail::make_lab_tables();
  return tables;
}

PENSTOCK_HD int32_t clamp_byte(int32_t v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

// L of a pixel. Weights of red, green and blue for X, Y and Z are those of ITU-R BT.709, over the white of D65, times
// 2^12.
PENSTOCK_HD int32_t lab_cube_root(const LabTables& t, int32_t r, int32_t g, int32_t b, int32_t wr, int32_t wg,
                                  int32_t wb) {
  return t.cube_root[(r * wr + g * wg + b * wb + 2048) >> 12];
}
PENSTOCK_HD int32_t lab_l_of(int32_t fy) { return clamp_byte((296 * fy - 1336934 + 16384) >> 15); }
PENSTOCK_HD int32_t rgb_to_l(const LabTables& t, const uint8_t* p) {
  return lab_l_of(lab_cube_root(t, t.linear[p[0]], t.linear[p[1]], t.linear[p[2]], 871, 2929, 296));
}

// Linear values beyond the cube of CIE's formula, times 2^14.
PENSTOCK_HD int32_t lab_cube(int32_t f) {
  const int32_t line = f * 108 / 841 - 290, cube = ((f * f) >> 14) * f >> 14;
  return f <= 3389 ? line : cube;
}

// L, a and b of a pixel, each a byte.
PENSTOCK_HD void rgb_to_lab(const LabTables& t, const uint8_t* p, uint8_t& l, uint8_t& a, uint8_t& b) {
  const int32_t red = t.linear[p[0]], green = t.linear[p[1]], blue = t.linear[p[2]];
  const int32_t fx = lab_cube_root(t, red, green, blue, 1777, 1541, 778),
                fy = lab_cube_root(t, red, green, blue, 871, 2929, 296),
                fz = lab_cube_root(t, red, green, blue, 73, 448, 3575);
  l = static_cast<uint8_t>(lab_l_of(fy));
  a = static_cast<uint8_t>(clamp_byte((500 * (fx - fy) + (128 << 15) + 16384) >> 15));
  b = static_cast<uint8_t>(clamp_byte((200 * (fy - fz) + (128 << 15) + 16384) >> 15));
}

PENSTOCK_HD void lab_to_rgb(const LabTables& t, int32_t l, int32_t a, int32_t b, uint8_t* out) {
  const int32_t luminance = t.luminance[l], y = luminance >> 16, root = luminance & 65535;
  const int32_t x = lab_cube(root + ((5 * a * 53687 + 128) >> 13) - 4194);
  const int32_t z = lab_cube(root - (((b * 41943 + 16) >> 9) - 10485 + 1));
  const auto channel = [&](int32_t wx, int32_t wy, int32_t wz) {
    const int32_t v = (wx * x + wy * y + wz * z + 8192) >> 14;
    return static_cast<uint8_t>(t.srgb[v < 0 ? 0 : v > kLabGammaOut - 1 ? kLabGammaOut - 1 : v]);
  };
  const uint8_t red = channel(12615, -6296, -2223), green = channel(-3773, 7684, 185), blue = channel(217, -836, 4715);
  out[0] = red;
  out[1] = green;
  out[2] = blue;
}

// The pixel `p` with another L.
PENSTOCK_HD void replace_l(const LabTables& t, const uint8_t* p, int32_t l, uint8_t* out) {
  uint8_t own, a, b;
  rgb_to_lab(t, p, own, a, b);
  lab_to_rgb(t, l, a, b, out);
}

}  // namespace penstock::ops
