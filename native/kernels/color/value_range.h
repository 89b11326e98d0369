// The range of a dtype's pixels as torchvision counts it: from 0 to the largest integer, or to 1 for floating point.
#pragma once
#include <limits>
#include <type_traits>

#include "core/pixel_cast.h"

namespace penstock::ops {

template <class T>
inline constexpr bool is_whole = std::is_integral_v<T>;

// The brightest value, as a float: that of int32 is rounded to 2^31.
template <class T>
PENSTOCK_HD constexpr float brightest_value() {
  if constexpr (is_whole<T>) {
    return static_cast<float>(std::numeric_limits<T>::max());
  } else {
    return 1.0f;
  }
}

// The bits of a value, without the sign.
template <class T>
inline constexpr int value_bits = std::numeric_limits<T>::digits;

// The value as far from the brightest one as `v` is from 0.
template <class T>
PENSTOCK_HD T inverted(T v) {
  if constexpr (is_whole<T>) {
    return static_cast<T>(v ^ std::numeric_limits<T>::max());
  } else {
    return float_to_pixel<T>(1.0f - pixel_to_float(v));
  }
}

// Keeps NaN.
PENSTOCK_HD float clamp_to_range(float v, float top) { return v < 0 ? 0.0f : v > top ? top : v; }

// Drops the fraction of a value that clamp_to_range() has clamped, as torchvision does; saturates at the top of int32.
template <class T>
PENSTOCK_HD T truncated(float v) {
  if constexpr (is_whole<T>) {
    // The largest float below 2^31, where the conversion is still defined.
    if constexpr (sizeof(T) == 4) return v >= 2147483648.0f ? std::numeric_limits<T>::max() : static_cast<T>(v);
    return static_cast<T>(v);
  } else {
    return float_to_pixel<T>(v);
  }
}

}  // namespace penstock::ops
