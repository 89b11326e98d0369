// experimental.warpPerspective: the state of a sample, and its map.
#pragma once
#include <cmath>

#include "kernels/remap/remap.h"

namespace penstock::ops {

struct PerspectiveMap {
  float m[9];    // output position to input position, row by row
  float origin;  // of the matrix's positions, against the centre of the first pixel
  bool to_nearest;

  PENSTOCK_HD Position operator()(int x, int y) const {
    const float px = static_cast<float>(x) + origin, py = static_cast<float>(y) + origin;
    const float w = m[6] * px + (m[7] * py + m[8]);
    const float at_x = (m[0] * px + (m[1] * py + m[2])) / w - origin;
    const float at_y = (m[3] * px + (m[4] * py + m[5])) / w - origin;
    // The nearest pixel is the one with the nearest centre; between two it is the even one.
    return {to_nearest ? rintf(at_x) : at_x, to_nearest ? rintf(at_y) : at_y};
  }
};

struct PerspectiveState {
  RemapState remap;
  PerspectiveMap map;
};

// Inverts a matrix of 3 x 3, in double; false when it has no inverse.
inline bool invert_3x3(const float* from, float* to) {
  double m[9];
  for (int i = 0; i < 9; ++i) m[i] = from[i];
  const double cofactors[9] = {m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
                               m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
                               m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]};
  const double determinant = m[0] * cofactors[0] + m[1] * cofactors[3] + m[2] * cofactors[6];
  if (determinant == 0 || !std::isfinite(determinant)) return false;
  for (int i = 0; i < 9; ++i) to[i] = static_cast<float>(cofactors[i] / determinant);
  return true;
}

}  // namespace penstock::ops
