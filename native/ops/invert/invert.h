// invert for one element.
#pragma once
#include "kernels/color/value_range.h"

namespace penstock::ops {

struct Invert {
  template <class T>
  PENSTOCK_HD T operator()(T v) const {
    return inverted(v);
  }
};

}  // namespace penstock::ops
