// sphere: the map, which depends on nothing but the extents.
#pragma once
#include <algorithm>
#include <cmath>

#include "kernels/remap/remap.h"

namespace penstock::ops {

struct SphereMap {
  float middle_x, middle_y, radius;
  float origin;  // of positions, against the corner of the first pixel

  PENSTOCK_HD Position operator()(int x, int y) const {
    const float tx = static_cast<float>(x) + 0.5f - middle_x, ty = static_cast<float>(y) + 0.5f - middle_y;
    const float far = sqrtf(tx * tx + ty * ty) / radius;
    return {middle_x + tx * far - origin, middle_y + ty * far - origin};
  }
};

inline SphereMap sphere_map(const RemapState& s) {
  // An image of one pixel, whose centre does not move, has no radius.
  const int radius = std::max({s.in[0] / 2, s.in[1] / 2, 1});
  return {static_cast<float>(s.in[0]) * 0.5f, static_cast<float>(s.in[1]) * 0.5f, static_cast<float>(radius),
          s.interp == Interp::nn ? 0 : 0.5f};
}

}  // namespace penstock::ops
