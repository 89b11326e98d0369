// experimental.remap: the state of a sample, and its map, which reads the positions from two images of float32.
#pragma once
#include <cmath>

#include "kernels/remap/remap.h"

namespace penstock::ops {

struct PositionMapState {
  RemapState remap;  // of one frame
  int64_t frames = 1;
  bool per_frame = false;  // each frame has positions of its own
  float origin = 0;        // of positions, against the centre of the first pixel
};

struct PositionMap {
  const float *x, *y;
  int32_t width;
  float origin;
  bool to_nearest;

  PENSTOCK_HD Position operator()(int column, int row) const {
    const int64_t at = int64_t{row} * width + column;
    const float at_x = x[at] - origin, at_y = y[at] - origin;
    // The nearest pixel is the one with the nearest centre; between two it is the even one.
    return {to_nearest ? rintf(at_x) : at_x, to_nearest ? rintf(at_y) : at_y};
  }
};

// Calls remap(map, in, out) for each frame, with the data of each.
template <class Remap>
void each_frame(const PositionMapState& st, DType dtype, const void* x, const void* y, const void* in, void* out,
                Remap&& remap) {
  const RemapState& s = st.remap;
  const int64_t pixels = int64_t{s.out[0]} * s.out[1];
  const int64_t bytes = pixels * s.channels * static_cast<int64_t>(dtype_size(dtype));
  for (int64_t f = 0; f < st.frames; ++f) {
    const int64_t from = st.per_frame ? f * pixels : 0;
    const PositionMap map{static_cast<const float*>(x) + from, static_cast<const float*>(y) + from, s.out[0], st.origin,
                          s.interp == Interp::nn};
    remap(map, static_cast<const uint8_t*>(in) + f * bytes, static_cast<uint8_t*>(out) + f * bytes);
  }
}

}  // namespace penstock::ops
