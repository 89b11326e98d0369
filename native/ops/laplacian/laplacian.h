// The part of laplacian that CPU and GPU share: windows, the state that setup() makes, and the value of one element.
#pragma once
#include <cstdint>

#include "core/host_device.h"
#include "kernels/convolve/border.h"

namespace penstock::ops {

inline constexpr int kLaplacianAxes = 3;
inline constexpr int kMaxLaplacianTaps = 31;

// The input as [outer][extent 0][extent 1][extent 2][inner]: frames and channels before the spatial axes count as
// outer, channels after them as inner. Missing axes come first, with extent 1 and windows of 1.
struct LaplacianState {
  int64_t outer = 1, inner = 1;
  int64_t extent[kLaplacianAxes] = {1, 1, 1};
  int32_t first = 0;  // the outermost axis that is there
  // taps[d][axis]: the window along an axis for the derivative along axis d. All are odd.
  int32_t taps[kLaplacianAxes][kLaplacianAxes] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
  float scale[kLaplacianAxes] = {1, 1, 1};
};

// Row taps - 1 of Pascal's triangle.
PENSTOCK_HD void fill_smoothing(int taps, double* window) {
  for (int k = 0; k < taps; ++k) window[k] = k ? 0 : 1;
  for (int row = 1; row < taps; ++row) {
    for (int k = row; k > 0; --k) window[k] += window[k - 1];
  }
}

// The second difference of row taps - 3 of Pascal's triangle.
PENSTOCK_HD void fill_derivative(int taps, double* window) {
  fill_smoothing(taps - 2, window);
  for (int k = taps - 1; k >= 0; --k) {
    const double here = k < taps - 2 ? window[k] : 0, before = k > 0 && k < taps - 1 ? window[k - 1] : 0;
    window[k] = here - 2 * before + (k > 1 ? window[k - 2] : 0);
  }
}

// The windows of a sample, as LaplacianState has their sizes. They are whole numbers, which float32 holds exactly for
// up to 23 elements; those of longer ones are rounded once.
struct LaplacianWindows {
  float of[kLaplacianAxes][kLaplacianAxes][kMaxLaplacianTaps];
};

inline void fill_windows(const LaplacianState& st, LaplacianWindows& windows) {
  for (int d = st.first; d < kLaplacianAxes; ++d) {
    for (int axis = 0; axis < kLaplacianAxes; ++axis) {
      double window[kMaxLaplacianTaps];
      (axis == d ? fill_derivative : fill_smoothing)(st.taps[d][axis], window);
      for (int k = 0; k < st.taps[d][axis]; ++k) windows.of[d][axis][k] = static_cast<float>(window[k]);
    }
  }
}

// The second derivative along axis `d` at position (z, y, x), innermost sums first. value(z, y, x) gives an element.
template <class Value>
PENSTOCK_HD float second_derivative(const LaplacianState& st, const LaplacianWindows& windows, int d, int64_t z,
                                    int64_t y, int64_t x, Value&& value) {
  const int32_t(&taps)[kLaplacianAxes] = st.taps[d];
  const float(&window)[kLaplacianAxes][kMaxLaplacianTaps] = windows.of[d];
  float volume = 0;
  for (int k = 0; k < taps[0]; ++k) {
    const int64_t from_z = mirror_101(z - taps[0] / 2 + k, st.extent[0]);
    float plane = 0;
    for (int i = 0; i < taps[1]; ++i) {
      const int64_t from_y = mirror_101(y - taps[1] / 2 + i, st.extent[1]);
      float row = 0;
      for (int j = 0; j < taps[2]; ++j) {
        const float part = value(from_z, from_y, mirror_101(x - taps[2] / 2 + j, st.extent[2])) * window[2][j];
        row = j ? row + part : part;
      }
      plane = i ? plane + row * window[1][i] : row * window[1][i];
    }
    volume = k ? volume + plane * window[0][k] : plane * window[0][k];
  }
  return volume;
}

// The sum of the scaled derivatives, outermost axis first.
template <class Value>
PENSTOCK_HD float laplacian_at(const LaplacianState& st, const LaplacianWindows& windows, int64_t z, int64_t y,
                               int64_t x, Value&& value) {
  float sum = 0;
  for (int d = st.first; d < kLaplacianAxes; ++d) {
    const float part = second_derivative(st, windows, d, z, y, x, value) * st.scale[d];
    sum = d > st.first ? sum + part : part;
  }
  return sum;
}

}  // namespace penstock::ops
