// sharpness for one element: it moves away from the mean of its neighbourhood, or towards it.
#pragma once
#include "kernels/color/channel_runs.h"
#include "kernels/color/value_range.h"

namespace penstock::ops {

struct SharpnessState {
  ChannelRuns runs;
  float rest = 0;  // 1 - factor
};

// Images of one or two rows or columns have no pixel with neighbours all around, and stay as they are.
PENSTOCK_HD bool sharpens(int64_t height, int64_t width) { return height > 2 && width > 2; }

// Rounds to nearest, halves to even.
PENSTOCK_HD float rounded_even(float v) {
  const float size = v < 0 ? -v : v, whole = (size + 8388608.0f) - 8388608.0f;
  return size < 8388608.0f ? (v < 0 ? -whole : whole) : v;
}

// An element on the border of an image that is sharpened.
template <class T>
PENSTOCK_HD T bordering(T v) {
  return truncated<T>(clamp_to_range(pixel_to_float(v), brightest_value<T>()));
}

// The element `p`, whose neighbours are `pixel` and `row` elements apart. Its own weight in the mean is 5 of 13.
// torchvision fuses the last multiplication with the addition, which double precision does too: the product is exact in
// it.
template <class T>
PENSTOCK_HD T sharpened(const T* p, int64_t pixel, int64_t row, float rest) {
  const T *up = p - row, *down = p + row;
  const float v = pixel_to_float(*p);
  float sum = pixel_to_float(up[-pixel]) + pixel_to_float(up[0]);
  sum += pixel_to_float(up[pixel]);
  sum += pixel_to_float(p[-pixel]);
  sum += v * 5;
  sum += pixel_to_float(p[pixel]);
  sum += pixel_to_float(down[-pixel]);
  sum += pixel_to_float(down[0]);
  sum += pixel_to_float(down[pixel]);
  float mean = sum * (1.0f / 13.0f);
  if constexpr (is_whole<T>) mean = rounded_even(mean);
  const double moved = static_cast<double>(rest) * static_cast<double>(mean - v);
  return truncated<T>(clamp_to_range(static_cast<float>(static_cast<double>(v) + moved), brightest_value<T>()));
}

}  // namespace penstock::ops
