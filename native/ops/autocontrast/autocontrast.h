// autocontrast: the stretch of a channel from its limits, and one element of it.
#pragma once
#include "kernels/color/value_range.h"

namespace penstock::ops {

// The smallest and the largest value of a channel. NaNs do not count.
struct ChannelLimits {
  float low = float_of_bits(0x7f800000), high = -float_of_bits(0x7f800000);

  template <class T>
  PENSTOCK_HD void add(T pixel) {
    const float v = pixel_to_float(pixel);
    low = v < low ? v : low;
    high = v > high ? v : high;
  }
  PENSTOCK_HD void add(const ChannelLimits& o) {
    low = o.low < low ? o.low : low;
    high = o.high > high ? o.high : high;
  }
};

struct Stretch {
  float low = 0, scale = 1;
  bool nearest = false;

  template <class T>
  PENSTOCK_HD T operator()(T v) const {
    const float stretched = clamp_to_range((pixel_to_float(v) - low) / scale, brightest_value<T>());
    return nearest ? float_to_pixel<T>(stretched) : truncated<T>(stretched);
  }
};

// A channel of one value, or without numbers, keeps its values.
template <class T>
PENSTOCK_HD Stretch stretch_of(const ChannelLimits& l, bool nearest) {
  if (!(l.low < l.high)) return {0.0f, 1.0f, nearest};
  double top = 1;
  if constexpr (is_whole<T>) top = std::numeric_limits<T>::max();
  return {l.low, (l.high - l.low) * static_cast<float>(1.0 / top), nearest};
}

}  // namespace penstock::ops
