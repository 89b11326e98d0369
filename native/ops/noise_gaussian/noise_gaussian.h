// noise.gaussian: the arithmetic of an element, which CPU and GPU share.
#pragma once
#include "kernels/noise/noise.h"

namespace penstock::ops {

// An element and its noise, of which `normal` is the draw of the standard normal distribution.
template <class T>
PENSTOCK_HD T add_normal(T value, float mean, float stddev, float normal) {
  using F = NoiseFloat<T>;
  return convert<T>(convert<F>(value) + static_cast<F>(mean + stddev * normal));
}

}  // namespace penstock::ops
