// The part of filter that CPU and GPU share: the state that setup() makes, and the sum of one element.
#pragma once
#include <cstdint>

#include "core/host_device.h"
#include "kernels/convolve/border.h"

namespace penstock::ops {

inline constexpr int kFilterAxes = 3;

// The input as [outer][extent 0][extent 1][extent 2][inner]: frames and channels before the spatial axes count as
// outer, channels after them as inner. A missing first axis has extent 1 and a kernel of 1.
struct FilterState {
  int64_t outer = 1, inner = 1;
  int64_t planes = 1;  // of the outer ones, those of one frame
  int64_t in[kFilterAxes] = {1, 1, 1}, out[kFilterAxes] = {1, 1, 1};
  int64_t window[kFilterAxes] = {1, 1, 1}, anchor[kFilterAxes] = {0, 0, 0};
  bool kernel_per_frame = false, fill_per_frame = false;
  Border border = Border::reflect_101;

  PENSTOCK_HD int64_t weights() const { return window[0] * window[1] * window[2]; }
};

// The weighted sum at output position (z, y, x). value(z, y, x) gives an element of the input.
template <class Value>
PENSTOCK_HD float filter_sum(const FilterState& st, const float* weights, float fill, int64_t z, int64_t y, int64_t x,
                             Value&& value) {
  float sum = 0;
  bool any = false;
  for (int64_t k = 0; k < st.window[0]; ++k) {
    const int64_t from_z = border_index(z - st.anchor[0] + k, st.in[0], st.border);
    for (int64_t i = 0; i < st.window[1]; ++i) {
      const int64_t from_y = border_index(y - st.anchor[1] + i, st.in[1], st.border);
      for (int64_t j = 0; j < st.window[2]; ++j) {
        const float weight = *weights++;
        if (weight == 0) continue;
        const int64_t from_x = border_index(x - st.anchor[2] + j, st.in[2], st.border);
        const bool beyond = from_z < 0 || from_y < 0 || from_x < 0;
        const float part = (beyond ? fill : value(from_z, from_y, from_x)) * weight;
        sum = any ? sum + part : part;
        any = true;
      }
    }
  }
  return sum;
}

}  // namespace penstock::ops
