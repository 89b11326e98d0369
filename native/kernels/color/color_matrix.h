// Multiplies pixels of three channels by a matrix, in single precision: how the matrices are made, and the arithmetic
// of one pixel for all devices. hsv, hue, saturation, colorTwist and colorSpaceConversion use it.
#pragma once
#include <cmath>

#include "core/host_device.h"
#include "core/pixel_cast.h"
#include "core/tensor.h"

namespace penstock::ops {

// output = m * (input - before) + after
struct ColorMatrix {
  float m[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  float before[3] = {}, after[3] = {};
  int32_t first = 0, last = 2;  // index of the input channel that column 0 applies to, and of that for column 2
};

// Channel `row` of the result. The order of the sums affects the last bit.
PENSTOCK_HD float color_channel(const ColorMatrix& c, int row, float x, float y, float z) {
  const float a = c.m[row][0] * (x - c.before[0]);
  const float b = c.m[row][1] * (y - c.before[1]);
  const float d = c.m[row][2] * (z - c.before[2]);
  const float ab = a + b;
  const float abd = ab + d;
  return abd + c.after[row];
}

using ColorRows = float[3][3];

// to = a * b in single precision; sums are taken from the left.
inline void multiply_rows(const ColorRows& a, const ColorRows& b, ColorRows& to) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      float sum = a[i][0] * b[0][j];
      for (int k = 1; k < 3; ++k) {
        const float product = a[i][k] * b[k][j];
        sum += product;
      }
      to[i][j] = sum;
    }
  }
}

// Hue turns and saturation stretches the two colour axes of YIQ; value scales all three. The matrices are multiplied
// from the left, in the order that gives DALI's bits.
//   lead: scales the result (brightness and contrast), value: scales the chain's middle
inline ColorMatrix twist_matrix(float lead, float hue, float saturation, float value) {
  static constexpr ColorRows kRgbToYiq = {{.299f, .587f, .114f}, {.596f, -.274f, -.321f}, {.211f, -.523f, .311f}};
  // The inverse of the YIQ matrix, solved in single precision.
  static constexpr ColorRows kYiqToRgb = {{0.99966437f, 0.9565412f, 0.6208617f},
                                          {0.99962485f, -0.27227446f, -0.6474513f},
                                          {1.0028123f, -1.106848f, 1.7054056f}};
  const float angle = static_cast<float>(static_cast<double>(hue) * 3.14159265358979323846 / 180);
  const float c = std::cos(angle), s = std::sin(angle);
  const ColorRows leading = {{lead, 0, 0}, {0, lead, 0}, {0, 0, lead}};
  const ColorRows turn = {{1, 0, 0}, {0, c, s}, {0, -s, c}};
  const ColorRows stretch = {{1, 0, 0}, {0, saturation, 0}, {0, 0, saturation}};
  const ColorRows scale = {{value, 0, 0}, {0, value, 0}, {0, 0, value}};
  ColorRows a, b;
  multiply_rows(leading, kYiqToRgb, a);
  multiply_rows(a, turn, b);
  multiply_rows(b, stretch, a);
  multiply_rows(a, scale, b);
  ColorMatrix out;
  multiply_rows(b, kRgbToYiq, out.m);
  return out;
}

// The matrix of colorTwist. The middle grey, which contrast does not change, is 128 for all integer input dtypes.
inline ColorMatrix twist_matrix_of(DType in, float brightness, float contrast, float hue, float saturation) {
  ColorMatrix out = twist_matrix(brightness * contrast, hue, saturation, 1);
  const float grey = in == DType::float16 || in == DType::float32 ? 0.5f : 128.0f;
  const float lost = grey * contrast;
  const float added = (grey - lost) * brightness;
  for (float& v : out.after) v = added;
  return out;
}

}  // namespace penstock::ops
