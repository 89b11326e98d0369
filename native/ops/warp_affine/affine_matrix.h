// The matrix of warpAffine, from its argument or its second input, as a map from output to input.
#pragma once
#include <cmath>

#include "core/op.h"
#include "kernels/warp/warp.h"

namespace penstock::ops {

// Inverts an affine map of n axes in place, in double; false when it has no inverse.
inline bool invert_affine(int n, double* m) {
  const int row = n + 1;
  // Inverts A by elimination of [A | I] with row pivoting; the offset becomes -inv(A) * t.
  double work[3][6] = {};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) work[i][j] = m[i * row + j];
    work[i][n + i] = 1;
  }
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i) {
      if (std::fabs(work[i][k]) > std::fabs(work[best][k])) best = i;
    }
    const double pivot = work[best][k];
    if (pivot == 0 || !std::isfinite(pivot)) return false;
    for (int j = 0; j < 2 * n; ++j) {
      const double v = work[best][j];
      work[best][j] = work[k][j];
      work[k][j] = v / pivot;
    }
    for (int i = 0; i < n; ++i) {
      const double factor = work[i][k];
      for (int j = 0; i != k && j < 2 * n; ++j) work[i][j] -= factor * work[k][j];
    }
  }
  double offset[3] = {};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) offset[i] -= work[i][n + j] * m[j * row + n];
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) m[i * row + j] = work[i][n + j];
    m[i * row + n] = offset[i];
  }
  return true;
}

template <class Args>
void affine_matrix(const Args& a, const TensorView* input, WarpState& state) {
  const int n = state.spatial, count = n * (n + 1);
  const float* from = a.matrix.data;
  if (input) {
    if (input->dtype != DType::float32 || input->shape.volume() != count) {
      fail(ErrorCode::INVALID_INPUT, "Expected float32 [%d, %d] for the matrix input but received %s with %lld values",
           n, n + 1, dtype_name(input->dtype), static_cast<long long>(input->shape.volume()));
    }
    if (!input->data) fail(ErrorCode::INTERNAL, "the matrix input has no data at setup");
    from = input->as<const float>();
  } else if (a.matrix.size != count) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected %d values (%d x %d) for matrix but received %d", count, n, n + 1,
         a.matrix.size);
  }
  if (a.inverse_map) {
    for (int i = 0; i < count; ++i) state.matrix[i] = from[i];
    return;
  }
  double m[12];
  for (int i = 0; i < count; ++i) m[i] = from[i];
  if (!invert_affine(n, m)) {
    fail(ErrorCode::INVALID_ARGUMENT,
         "Expected a matrix with an inverse (inverseMap is false) but received a singular one");
  }
  for (int i = 0; i < count; ++i) state.matrix[i] = static_cast<float>(m[i]);
}

}  // namespace penstock::ops
