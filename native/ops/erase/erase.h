// erase: the state of a sample, and the elements that a region covers.
#pragma once
#include <cstdint>

#include "core/host_device.h"
#include "core/tensor.h"

namespace penstock::ops {

// The state that setup() makes. Its lists point into the arguments, which live as long as the batch.
struct EraseState {
  int32_t ndim = 0;
  int32_t axes = 0;               // values per region
  int8_t dim[abi::maxDims] = {};  // the dimension of each of a region's values
  int8_t channel = -1;            // dimension of C; -1: none
  bool centered = false, normalized_anchor = false, normalized_shape = false;
  int32_t regions = 0, fills = 1;
  const float* anchor = nullptr;  // [regions][axes]; null: zeros
  const float* shape = nullptr;   // [regions][axes]
  const float* fill = nullptr;    // [fills]: 1, or one per channel
};

struct EraseBox {
  int64_t lo[abi::maxDims], hi[abi::maxDims];  // empty where hi <= lo
};

// The range of elements that a region covers along one axis, computed in float32.
PENSTOCK_HD void erase_range(const EraseState& s, float anchor, float shape, int64_t extent, int64_t& lo, int64_t& hi) {
  const float n = static_cast<float>(extent);
  if (s.normalized_anchor) anchor *= n;
  if (s.normalized_shape) shape *= n;
  if (s.centered) anchor -= shape * 0.5f;
  const float end = anchor + shape;
  // Clamped before the conversion to an integer. A NaN erases nothing.
  lo = anchor > 0 ? (anchor < n ? static_cast<int64_t>(anchor) : extent) : 0;
  hi = end > 0 ? (end < n ? static_cast<int64_t>(end) : extent) : 0;
  if (anchor != anchor) lo = extent;
}

PENSTOCK_HD EraseBox erase_box(const EraseState& s, int region, const int64_t* extent) {
  EraseBox box;
  for (int d = 0; d < s.ndim; ++d) {
    box.lo[d] = 0;
    box.hi[d] = extent[d];
  }
  for (int i = 0; i < s.axes; ++i) {
    const int at = region * s.axes + i, d = s.dim[i];
    erase_range(s, s.anchor ? s.anchor[at] : 0.0f, s.shape[at], extent[d], box.lo[d], box.hi[d]);
  }
  return box;
}

}  // namespace penstock::ops
