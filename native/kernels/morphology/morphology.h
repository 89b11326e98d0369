// Dilation and erosion by rectangular masks: the state that setup() makes, and what one element becomes.
#pragma once
#include <cstdint>

#include "core/host_device.h"
#include "kernels/convolve/border.h"

namespace penstock::ops {

enum class Extreme : uint8_t { smallest, largest };

// The input as [outer][extent 0][extent 1][inner]: frames and channels before the spatial axes count as outer, channels
// after them as inner. The mask is the one of all iterations.
struct MorphologyState {
  int64_t outer = 1, inner = 1;
  int64_t extent[2] = {1, 1}, mask[2] = {1, 1}, anchor[2] = {0, 0};  // rows, columns
  Border border = Border::constant;
  Extreme extreme = Extreme::largest;
};

template <class T>
PENSTOCK_HD T extreme_of(Extreme extreme, T a, T b) {
  return extreme == Extreme::largest ? (a > b ? a : b) : (a < b ? a : b);
}

// The extreme below the mask at (y, x). value(y, x) gives an element. Elements beyond the edges do not count under
// Border::constant; `none` is what comes of a mask that lies wholly beyond them.
template <class Value>
PENSTOCK_HD float extreme_at(const MorphologyState& st, float none, int64_t y, int64_t x, Value&& value) {
  float found = none;
  for (int64_t i = 0; i < st.mask[0]; ++i) {
    const int64_t from_y = border_index(y - st.anchor[0] + i, st.extent[0], st.border);
    if (from_y < 0) continue;
    for (int64_t j = 0; j < st.mask[1]; ++j) {
      const int64_t from_x = border_index(x - st.anchor[1] + j, st.extent[1], st.border);
      if (from_x >= 0) found = extreme_of(st.extreme, found, value(from_y, from_x));
    }
  }
  return found;
}

}  // namespace penstock::ops
