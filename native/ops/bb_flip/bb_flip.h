// The mirrored box; CPU and GPU share this.
#pragma once
#include "kernels/boxes/boxes.h"

namespace penstock::ops {

struct BoxFlip {
  const float* in;
  float* out;
  bool ltrb, horizontal, vertical;

  PENSTOCK_HD void operator()(int64_t i) const {
    Box b = load_box(in + 4 * i, ltrb);
    if (horizontal) b = {1 - b.right, b.top, 1 - b.left, b.bottom};
    if (vertical) b = {b.left, 1 - b.bottom, b.right, 1 - b.top};
    store_box(out + 4 * i, b, ltrb);
  }
};

template <class Args>
BoxFlip box_flip(const Args& a, const TensorView& in, const TensorView& out) {
  return {in.as<float>(), out.as<float>(), a.ltrb, a.horizontal != 0, a.vertical != 0};
}

}  // namespace penstock::ops
