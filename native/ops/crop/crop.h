// The padding of crop, for all devices.
#pragma once
#include "generated/ops/crop.h"
#include "kernels/window/crop_window.h"

namespace penstock::ops {

inline Margins margins_of(const CropArgs& a) {
  const auto& p = a.padding;
  if (!a.has(CropArgs::kPadding)) return {};
  switch (p.size) {
    case 1: return {p.data[0], p.data[0], p.data[0], p.data[0]};
    case 2: return {p.data[0], p.data[1], p.data[0], p.data[1]};
    case 4: return {p.data[0], p.data[1], p.data[2], p.data[3]};
    default: fail(ErrorCode::INVALID_ARGUMENT, "Expected 1, 2 or 4 values for padding but received %d", p.size);
  }
}

// What elements outside the input are. Padding is filled even where a window beyond it is an error.
inline Bounds fill_policy(const CropArgs& a) {
  const Bounds policy = bounds_of(a);
  return policy == Bounds::error && a.has(CropArgs::kPadding) ? Bounds::pad : policy;
}

// Under 'error', refuses a window that reaches beyond the input and its padding. Other policies take any window.
inline void check_padded(const CropArgs& a, const Shape& in, const Layout& layout, const Margins& m, Window w) {
  if (bounds_of(a) != Bounds::error) return;
  Shape padded = in;
  const int dim_h = layout.find('H'), dim_w = layout.find('W');
  if (dim_h >= 0) {
    padded[dim_h] += m.top + m.bottom;
    w.anchor[dim_h] += m.top;
  }
  if (dim_w >= 0) {
    padded[dim_w] += m.left + m.right;
    w.anchor[dim_w] += m.left;
  }
  apply_bounds(Bounds::error, padded, w);
}

}  // namespace penstock::ops
