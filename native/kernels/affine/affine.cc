// See affine.h.
#include "kernels/affine/affine.h"

#include <cinttypes>
#include <cstring>

namespace penstock::ops {

namespace {

// The loops have known lengths, which makes products of small matrices several times as fast.
template <int n>
void product(const float* first, const float* then, float* out) {
  for (int i = 0; i < n; ++i, then += n + 1, out += n + 1) {
    for (int j = 0; j <= n; ++j) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += then[k] * first[k * (n + 1) + j];
      out[j] = j == n ? sum + then[j] : sum;
    }
  }
}

}  // namespace

void chain(int n, const float* first, const float* then, float* out) {
  static_assert(kMaxAffine == 6);
  switch (n) {
    case 1: return product<1>(first, then, out);
    case 2: return product<2>(first, then, out);
    case 3: return product<3>(first, then, out);
    case 4: return product<4>(first, then, out);
    case 5: return product<5>(first, then, out);
    default: return product<6>(first, then, out);
  }
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

void finish_transform(const SampleRun& s, const Affine& own, bool reverse_order) {
  auto* out = s.out[0].as<float>();
  if (s.num_inputs == 0) {
    std::memcpy(out, own.m, sizeof(float) * own.size());
    return;
  }
  const auto* given = s.in[0].as<const float>();
  chain(own.n, reverse_order ? own.m : given, reverse_order ? given : own.m, out);
}

}  // namespace penstock::ops
