// gridMask: the state of a sample, and which pixels are kept, which CPU and GPU share.
#pragma once
#include <cmath>
#include <type_traits>

#include "core/dispatch.h"

namespace penstock::ops {

struct GridState {
  int64_t outer = 1, height = 0, width = 0, inner = 1;  // planes, rows, pixels of a row, elements of a pixel
  float dx = 0, dy = 0;                                 // a step along x in the grid, in tiles
  float shift_x = 0, shift_y = 0;                       // in tiles
  float ratio = 0;
};

// Whether a pixel is kept. In float32 and in DALI's order, so that pixels at the border of a square agree.
PENSTOCK_HD bool grid_keeps(const GridState& s, int64_t y, int64_t x) {
  const float fx = static_cast<float>(y) * -s.dy - s.shift_x + static_cast<float>(x) * s.dx;
  const float fy = static_cast<float>(y) * s.dx - s.shift_y + static_cast<float>(x) * s.dy;
  return fx - floorf(fx) >= s.ratio || fy - floorf(fy) >= s.ratio;
}

// An element in a square. Floating point keeps the sign of zero, and NaN.
template <class T>
PENSTOCK_HD T blacked_out(T value) {
  if constexpr (std::is_same_v<T, Half>) {
    return convert<T>(convert<float>(value) * 0.0f);
  } else if constexpr (std::is_floating_point_v<T>) {
    return value * T{0};
  } else {
    return T{};
  }
}

}  // namespace penstock::ops
