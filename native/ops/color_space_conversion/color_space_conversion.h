// colorSpaceConversion: which conversion two colour models need, and the arithmetic of one 8-bit pixel for every
// device. YCbCr is ITU-R BT.601 in studio range (Y 16..235, Cb and Cr 16..240), RGB and gray take the full range.
#pragma once
#include "ops/color_twist/color_twist.h"

namespace penstock::ops {

struct ColorConversion {
  enum Kind : int32_t {
    copy,          // the same model
    swap,          // red and blue
    matrix,        // 3 channels to 3
    luma,          // RGB to gray
    swapped_luma,  // BGR to gray
    stretch_luma,  // YCbCr to gray
    spread,        // gray to RGB or BGR
    gray_ycbcr
  };
  Kind kind = copy;
  int32_t in_channels = 3, out_channels = 3;
  ColorMatrix m;
};

// In 15-bit fixed point.
PENSTOCK_HD uint8_t luma_of_rgb(uint8_t r, uint8_t g, uint8_t b) {
  return static_cast<uint8_t>((9798 * r + 19235 * g + 3735 * b + (1 << 14)) >> 15);
}
PENSTOCK_HD uint8_t gray_of_luma(uint8_t y) {
  return float_to_pixel<uint8_t>(1.16438356f * (static_cast<float>(y) - 16.0f));
}
PENSTOCK_HD uint8_t luma_of_gray(uint8_t g) {
  const float product = 0.85882353f * static_cast<float>(g);
  return float_to_pixel<uint8_t>(product + 16.0f);
}

// One pixel. `in` and `out` have the conversion's channels.
PENSTOCK_HD void convert_color(const ColorConversion& c, const uint8_t* in, uint8_t* out) {
  switch (c.kind) {
    case ColorConversion::copy:
      for (int i = 0; i < c.out_channels; ++i) out[i] = in[i];
      return;
    case ColorConversion::swap: {
      const uint8_t first = in[0];
      out[0] = in[2];
      out[1] = in[1];
      out[2] = first;
      return;
    }
    case ColorConversion::matrix: {
      const float x = in[c.m.first], y = in[1], z = in[c.m.last];
      for (int row = 0; row < 3; ++row) out[row] = float_to_pixel<uint8_t>(color_channel(c.m, row, x, y, z));
      return;
    }
    case ColorConversion::luma: out[0] = luma_of_rgb(in[0], in[1], in[2]); return;
    case ColorConversion::swapped_luma: out[0] = luma_of_rgb(in[2], in[1], in[0]); return;
    case ColorConversion::stretch_luma: out[0] = gray_of_luma(in[0]); return;
    case ColorConversion::spread: out[0] = out[1] = out[2] = in[0]; return;
    case ColorConversion::gray_ycbcr:
      out[0] = luma_of_gray(in[0]);
      out[1] = out[2] = 128;
      return;
  }
}

// `from` and `to` are any but ImageType::any.
inline ColorConversion color_conversion(ImageType from, ImageType to) {
  static constexpr ColorMatrix kRgbToYcc = {{{0.25678823529f, 0.50412941176f, 0.09790588235f},
                                             {-0.14822289945f, -0.29099278682f, 0.43921568627f},
                                             {0.43921568627f, -0.36778831435f, -0.07142737192f}},
                                            {0, 0, 0},
                                            {16, 128, 128},
                                            0,
                                            2};
  static constexpr ColorMatrix kYccToRgb = {
      {{1.16438356f, 0, 1.59602678f}, {1.16438356f, -0.39176229f, -0.81296764f}, {1.16438356f, 2.01723214f, 0}},
      {16, 128, 128},
      {0, 0, 0},
      0,
      2};
  const bool from_bgr = from == ImageType::bgr, to_bgr = to == ImageType::bgr;
  const bool from_colors = from_bgr || from == ImageType::rgb, to_colors = to_bgr || to == ImageType::rgb;
  ColorConversion c;
  c.in_channels = from == ImageType::gray ? 1 : 3;
  c.out_channels = to == ImageType::gray ? 1 : 3;
  if (from == to) {
    c.kind = ColorConversion::copy;
  } else if (from_colors && to_colors) {
    c.kind = ColorConversion::swap;
  } else if (from_colors && to == ImageType::gray) {
    c.kind = from_bgr ? ColorConversion::swapped_luma : ColorConversion::luma;
  } else if (to == ImageType::gray) {
    c.kind = ColorConversion::stretch_luma;
  } else if (from == ImageType::gray) {
    c.kind = to_colors ? ColorConversion::spread : ColorConversion::gray_ycbcr;
  } else {
    c.kind = ColorConversion::matrix;
    c.m = from_colors ? kRgbToYcc : kYccToRgb;
    // The columns stay: sums in another order round differently.
    if (from_bgr) c.m.first = 2, c.m.last = 0;
    for (int j = 0; j < 3 && to_bgr; ++j) {
      const float top = c.m.m[0][j];
      c.m.m[0][j] = c.m.m[2][j];
      c.m.m[2][j] = top;
    }
  }
  return c;
}

}  // namespace penstock::ops
