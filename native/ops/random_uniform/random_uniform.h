// The part of random.uniform that CPU and GPU share: the range, and the arithmetic of a draw in it.
#pragma once
#include <cmath>

#include "core/dispatch.h"
#include "core/rng.h"
#include "generated/ops/random_uniform.h"

namespace penstock::ops {

// A range of real numbers, low included; `last` is the greatest number that a draw may become in its dtype.
struct UniformRange {
  double low = 0, width = 0, last = 0;
};

// The largest value of an unsigned dtype, or 0.
inline double unsigned_max(DType dtype) {
  return dispatch(dtype, [](auto zero) -> double {
    using T = decltype(zero);
    if constexpr (std::is_integral_v<T> && std::is_unsigned_v<T> && !std::is_same_v<T, bool>) {
      return static_cast<double>(std::numeric_limits<T>::max());
    } else {
      return 0;
    }
  });
}

inline UniformRange uniform_range(const RandomUniformArgs& a, DType dtype) {
  double low = a.range[0], high = a.range[1];
  const double top = unsigned_max(dtype);
  if (top > 0 && low == -1 && high == 1) {
    low = 0;
    high = top;
  }
  UniformRange range{low, high - low, INFINITY};
  // Rounding could give the excluded end of the range.
  if (dtype == DType::float64) range.last = std::nextafter(high, low);
  if (dtype == DType::float32) {
    range.last = static_cast<double>(std::nextafter(static_cast<float>(high), static_cast<float>(low)));
  }
  return range;
}

// Draws of float32 take one word, those of other dtypes two.
PENSTOCK_HD float uniform_float(const UniformRange& r, float unit) {
  const float v = static_cast<float>(r.low + r.width * static_cast<double>(unit)), last = static_cast<float>(r.last);
  return last < v ? last : v;
}
PENSTOCK_HD double uniform_double(const UniformRange& r, double unit) {
  const double v = r.low + r.width * unit;
  return r.last < v ? r.last : v;
}

}  // namespace penstock::ops
