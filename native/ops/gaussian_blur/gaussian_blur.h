// The part of gaussianBlur that CPU and GPU share: the window's weights, and the state that setup() makes.
#pragma once
#include <cmath>
#include <cstdint>

#include "core/host_device.h"
#include "core/tensor.h"
#include "kernels/convolve/border.h"

namespace penstock::ops {

inline constexpr int kMaxBlurAxes = 3;
inline constexpr int kMaxBlurTaps = 65535;

// The input as [outer][extent 0][extent 1][extent 2][inner]: frames and channels before the spatial axes count as
// outer, channels after them as inner. Missing axes come first, with extent 1 and a window of 1.
struct GaussianBlurState {
  int64_t outer = 1, inner = 1;
  int64_t extent[kMaxBlurAxes] = {1, 1, 1};
  float sigma[kMaxBlurAxes] = {1, 1, 1};
  int32_t taps[kMaxBlurAxes] = {1, 1, 1};  // odd
};

PENSTOCK_HD float gaussian_sigma(int taps) {
  return static_cast<float>((static_cast<double>((taps - 1) / 2) - 1) * 0.3 + 0.8);
}

// The factor 1 / (2 sigma^2), by which a squared distance is multiplied in the exponent.
PENSTOCK_HD float gaussian_falloff(float sigma) { return 0.5f / (sigma * sigma); }

// The weight at a distance from the centre, before the window is scaled to a sum of 1. It is 1 at the centre.
PENSTOCK_HD float gaussian_value(int distance, float falloff) {
  const float square = static_cast<float>(distance) * static_cast<float>(distance);
  return static_cast<float>(exp(static_cast<double>(-(square * falloff))));
}

// Fills a window whose weights sum to 1. The order in which they are added affects the result: from the ends inwards,
// both sides at once, then the centre.
PENSTOCK_HD void fill_gaussian(float sigma, int taps, float* window) {
  const int radius = (taps - 1) / 2;
  const float falloff = gaussian_falloff(sigma);
  float sum = 0;
  for (int k = 0; k < radius; ++k) {
    window[k] = gaussian_value(radius - k, falloff);
    sum += window[k];
  }
  const float scale = 1.0f / (sum * 2.0f + 1.0f);
  for (int k = 0; k < radius; ++k) window[taps - 1 - k] = window[k] *= scale;
  window[radius] = scale;
}

}  // namespace penstock::ops
