// colorSpaceConversion: finds the conversion that two colour models need, and has the arithmetic of one 8-bit pixel for
// all devices. YCbCr is ITU-R BT.601 in studio range (Y 16..235, Cb and Cr 16..240), RGB and gray take the full range.
#pragma once
#include "kernels/color/color_matrix.h"

namespace penstock::ops {

struct ColorConversion {
  enum Kind : int32_t {
    copy,          // both models are equal
    swap,          // exchanges red and blue
    matrix,        // 3 channels to 3
    luma,          // RGB to gray
    swapped_luma,  // BGR to gray
    stretch_luma,  // YCbCr to gray
    spread,        // gray to RGB or BGR
    gray_ycbcr
  };
  Kind kind = copy;
  int32_t in_channels = 3, out_channels = 3;
  ColorMatrix m;  // for Kind::matrix
};

// The luma of an RGB pixel, in 15-bit fixed point.
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

// Converts one pixel; the template's channel counts are those of the conversion.
template <int InChannels, int OutChannels>
PENSTOCK_HD void convert_color(const ColorConversion& c, const uint8_t* in, uint8_t* out) {
  if constexpr (InChannels == 3 && OutChannels == 3) {
    if (c.kind == ColorConversion::matrix) {
      // A selection in place of in[c.m.first]: a kernel keeps arrays that are indexed at run time in slow memory.
      const float x = c.m.first ? in[2] : in[0], y = in[1], z = c.m.first ? in[0] : in[2];
      out[0] = float_to_pixel<uint8_t>(color_channel(c.m, 0, x, y, z));
      out[1] = float_to_pixel<uint8_t>(color_channel(c.m, 1, x, y, z));
      out[2] = float_to_pixel<uint8_t>(color_channel(c.m, 2, x, y, z));
    } else {
      const bool swap = c.kind == ColorConversion::swap;
      const uint8_t first = in[0], last = in[2];
      out[0] = swap ? last : first;
      out[1] = in[1];
      out[2] = swap ? first : last;
    }
  } else if constexpr (InChannels == 3) {
    out[0] = c.kind == ColorConversion::luma           ? luma_of_rgb(in[0], in[1], in[2])
             : c.kind == ColorConversion::swapped_luma ? luma_of_rgb(in[2], in[1], in[0])
                                                       : gray_of_luma(in[0]);
  } else if constexpr (OutChannels == 3) {
    const bool spread = c.kind == ColorConversion::spread;
    out[0] = spread ? in[0] : luma_of_gray(in[0]);
    out[1] = out[2] = spread ? in[0] : uint8_t{128};
  } else {
    out[0] = in[0];
  }
}

// The conversion between two models; neither may be ImageType::any.
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
    // The matrix's columns keep their order, because sums in another order round differently.
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
