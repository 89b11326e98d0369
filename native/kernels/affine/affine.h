// Affine transforms of points of up to 6 dimensions, as DALI's fn.transforms makes them: a matrix of n rows and n + 1
// columns, whose last column is the offset. Arithmetic is single precision, as in DALI. The operators transforms.*
// share it; each makes its own transform in setup(), and finish_transform() joins it with that of the input.
#pragma once
#include <cmath>

#include "core/extents.h"
#include "core/op.h"

namespace penstock::ops {

inline constexpr int kMaxAffine = 6;

struct Affine {
  int n = 0;
  float m[kMaxAffine * (kMaxAffine + 1)] = {};

  static Affine identity(int n) {
    Affine a;
    a.n = n;
    for (int i = 0; i < n; ++i) a.at(i, i) = 1;
    return a;
  }
  float& at(int row, int column) { return m[row * (n + 1) + column]; }
  float at(int row, int column) const { return m[row * (n + 1) + column]; }
  int size() const { return n * (n + 1); }
};

// Writes the transform of n dimensions that applies `first` and then `then` to `out`, which is none of the two.
void chain(int n, const float* first, const float* then, float* out);

// Makes the transform leave the point `center` in place: its matrix stays, and its offset becomes what that needs.
// One value stands for all dimensions. An empty list leaves the offset at 0.
void set_center(Affine& a, const ArgList<float>& center);

// Throws INVALID_ARGUMENT unless 1 <= n <= 6.
void check_dimensions(int n);

// Throws unless the list has one value or n.
void check_per_dimension(const char* name, const ArgList<float>& list, int n);

// The number of dimensions of the transform in an input; throws INVALID_INPUT when it is none.
int input_dimensions(const TensorView& in);

// Sets the output for transforms of n dimensions; throws unless an input transform has as many.
void transform_output(SampleSetup& s, int n);

// Writes the transform, joined with that of the input if there is one: the input's is applied first, unless
// `reverse_order`.
void finish_transform(const SampleRun& s, const Affine& own, bool reverse_order);

}  // namespace penstock::ops
