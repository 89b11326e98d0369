// See affine.h.
#include "kernels/affine/affine.h"

#include <cinttypes>
#include <cstring>

namespace penstock::ops {

Affine chain(const Affine& first, const Affine& then) {
  Affine out;
  out.n = first.n;
  for (int i = 0; i < out.n; ++i) {
    for (int j = 0; j <= out.n; ++j) {
      float sum = 0;
      for (int k = 0; k < out.n; ++k) sum += then.at(i, k) * first.at(k, j);
      out.at(i, j) = j == out.n ? sum + then.at(i, j) : sum;
    }
  }
  return out;
}

void set_center(Affine& a, const ArgList<float>& center) {
  if (center.empty()) return;
  for (int i = 0; i < a.n; ++i) {
    float moved = 0;
    for (int j = 0; j < a.n; ++j) moved += a.at(i, j) * center.at(j);
    a.at(i, a.n) = center.at(i) - moved;
  }
}

void check_dimensions(int n) {
  if (n < 1 || n > kMaxAffine) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a transform of 1 to %d dimensions but received one of %d", kMaxAffine,
         n);
  }
}

void check_per_dimension(const char* name, const ArgList<float>& list, int n) {
  if (list.size == 1 || list.size == n) return;
  fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 or %d values for %s but received %d", n, name, list.size);
}

int input_dimensions(const TensorView& in) {
  if (in.dtype != DType::float32) {
    fail(ErrorCode::INVALID_INPUT, "Expected float32 for the input transform but received %s", dtype_name(in.dtype));
  }
  if (in.shape.ndim != 2 || in.shape[1] != in.shape[0] + 1) {
    fail(ErrorCode::INVALID_INPUT, "Expected an input transform of shape (n, n + 1) but received %s",
         extents_text(in).c_str());
  }
  if (in.shape[0] < 1 || in.shape[0] > kMaxAffine) {
    fail(ErrorCode::INVALID_INPUT, "Expected an input transform of 1 to %d dimensions but received one of %" PRId64,
         kMaxAffine, in.shape[0]);
  }
  return static_cast<int>(in.shape[0]);
}

void transform_output(SampleSetup& s, int n) {
  check_dimensions(n);
  if (s.num_inputs > 0 && input_dimensions(s.in[0]) != n) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected an input transform of %d dimensions, like the arguments, but received one of %d", n,
         input_dimensions(s.in[0]));
  }
  s.out[0].dtype = DType::float32;
  s.out[0].shape = {n, n + 1};
}

Affine read_affine(const TensorView& in) {
  Affine a;
  a.n = static_cast<int>(in.shape[0]);
  std::memcpy(a.m, in.data, sizeof(float) * a.size());
  return a;
}

void finish_transform(const SampleRun& s, const Affine& own, bool reverse_order) {
  Affine made = own;
  if (s.num_inputs > 0) {
    const Affine given = read_affine(s.in[0]);
    made = reverse_order ? chain(own, given) : chain(given, own);
  }
  std::memcpy(s.out[0].data, made.m, sizeof(float) * made.size());
}

}  // namespace penstock::ops
