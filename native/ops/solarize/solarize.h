// solarize for one element.
#pragma once
#include "kernels/color/value_range.h"

namespace penstock::ops {

struct Solarize {
  float threshold = 0;
  float addition = 0;
  bool adds = false;  // `addition` is given

  template <class T>
  PENSTOCK_HD T operator()(T v) const {
    const bool below = pixel_to_float(v) < threshold;
    if (!adds) return below ? v : inverted(v);
    const float sum = pixel_to_float(v) + addition;
    return below ? float_to_pixel<T>(clamp_to_range(sum, brightest_value<T>())) : v;
  }
};

}  // namespace penstock::ops
