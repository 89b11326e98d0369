// The map of rotate.
#pragma once
#include "kernels/warp/rotation.h"
#include "kernels/warp/warp.h"

namespace penstock::ops {

// Fills the state's matrix, which maps the output's centre to the input's centre.
inline void rotation_matrix(const Rotation& r, WarpState& s) {
  const int n = s.spatial;
  for (int i = 0; i < n; ++i) {
    double offset = s.in[i] * 0.5;
    for (int j = 0; j < n; ++j) {
      s.matrix[i * (n + 1) + j] = static_cast<float>(r.m[i][j]);
      offset -= r.m[i][j] * s.out[j] * 0.5;
    }
    s.matrix[i * (n + 1) + n] = static_cast<float>(offset);
  }
}

}  // namespace penstock::ops
