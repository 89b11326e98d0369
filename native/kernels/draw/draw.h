// The code that the random operators share: finding the output's shape, and filling it with converted draws.
#pragma once
#include <algorithm>
#include <cinttypes>

#include "core/dispatch.h"
#include "core/extents.h"
#include "core/op.h"

namespace penstock::ops {

// Sets the output's shape from the argument `shape`, or from the input `like` unless that is null.
template <class Args>
void random_shape(const Args& a, SampleSetup& s, const TensorView* like) {
  OutSpec& out = s.out[0];
  if (like) {
    if (a.has(Args::kShape)) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected either shape or a shapeLike input but received both");
    }
    out.shape = like->shape;
    return;
  }
  if (a.shape.size > static_cast<int>(abi::maxDims)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected at most %d values for shape but received %d",
         static_cast<int>(abi::maxDims), a.shape.size);
  }
  for (int32_t extent : a.shape) out.shape[out.shape.ndim++] = extent;
  check_extents(out, ErrorCode::INVALID_ARGUMENT, "shape");
}

// Sets shape and dtype of the output, from the arguments `shape` and `dtype` and an optional input whose shape is
// taken.
template <class Args>
void random_setup(const Args& a, SampleSetup& s) {
  s.out[0].dtype = a.dtype;
  random_shape(a, s, s.num_inputs > 0 ? &s.in[0] : nullptr);
}

// Uniform in [0, n), for 1 <= n <= 2^53.
inline int64_t draw_below(Rng& rng, int64_t n) {
  if (n <= UINT32_MAX) return rng.below(static_cast<uint32_t>(n));
  return std::min(static_cast<int64_t>(rng.uniform53() * static_cast<double>(n)), n - 1);
}

// Fills the output with draws, converted to its dtype. draw() returns a number.
template <class F>
void fill_draws(const TensorView& out, F&& draw) {
  const int64_t n = out.shape.volume();
  dispatch(out.dtype, [&](auto zero) {
    using T = decltype(zero);
    T* p = out.as<T>();
    for (int64_t i = 0; i < n; ++i) p[i] = convert<T>(draw());
  });
}

}  // namespace penstock::ops
