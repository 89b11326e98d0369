// Mirrored coordinates, and which column of the input is which; CPU and GPU share this.
#pragma once
#include "core/extents.h"
#include "core/host_device.h"
#include "core/op.h"

namespace penstock::ops {

struct CoordFlip {
  const float* in;
  float* out;
  int columns;
  bool flips[3];
  float twice[3];  // by column: twice the centre

  PENSTOCK_HD void operator()(int64_t row) const {
    const float* from = in + row * columns;
    float* to = out + row * columns;
    for (int c = 0; c < columns; ++c) to[c] = flips[c] ? twice[c] - from[c] : from[c];
  }
};

// Finds the columns in the layout; throws where one of x, y, z is missing, of as many as there are columns.
template <class Args>
CoordFlip coord_flip(const Args& a, const TensorView& in, float* out) {
  CoordFlip f = {in.as<const float>(), out, static_cast<int>(in.shape[1]), {}, {}};
  const float center[3] = {a.center_x, a.center_y, a.center_z};
  const bool flips[3] = {a.flip_x != 0, a.flip_y != 0, a.flip_z != 0};
  const Layout layout = a.layout.empty() ? Layout("xyz") : a.layout;
  for (int i = 0; i < f.columns; ++i) {
    const char axis = "xyz"[i];
    const int column = layout.find(axis);
    if (column < 0 || column >= f.columns) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected a layout with %c among its first %d letters but received '%s'", axis,
           f.columns, layout.name);
    }
    f.flips[column] = flips[i];
    f.twice[column] = 2 * center[i];
  }
  return f;
}

}  // namespace penstock::ops
