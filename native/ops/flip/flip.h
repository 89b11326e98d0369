// The axes that flip mirrors; CPU and GPU share this.
#pragma once
#include "generated/ops/flip.h"

namespace penstock::ops {

inline bool flips_axis(const FlipArgs& a, char axis) {
  return (axis == 'W' && a.horizontal) || (axis == 'H' && a.vertical) || (axis == 'D' && a.depthwise);
}

}  // namespace penstock::ops
