// posterize for one element.
#pragma once
#include "kernels/color/value_range.h"

namespace penstock::ops {

struct Posterize {
  int32_t bits = 8;

  template <class T>
  PENSTOCK_HD T operator()(T v) const {
    if constexpr (is_whole<T>) {
      return static_cast<T>(v & mask<T>());
    } else {
      const float levels = static_cast<float>(1 << bits);
      // The clamp stands before the conversion to an integer, which drops the fraction; NaN becomes 0.
      const float at = pixel_to_float(v) * levels, high = levels - 1;
      const float kept = at > 0 ? (at < high ? at : high) : 0.0f;
      return float_to_pixel<T>(static_cast<float>(static_cast<int32_t>(kept)) / levels);
    }
  }

  // The highest `bits` bits below the sign.
  template <class T>
  PENSTOCK_HD T mask() const {
    constexpr int all = value_bits<T>;
    return bits >= all ? static_cast<T>(-1) : static_cast<T>(((int64_t{1} << bits) - 1) << (all - bits));
  }
};

}  // namespace penstock::ops
