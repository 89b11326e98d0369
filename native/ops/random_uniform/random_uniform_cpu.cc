// random.uniform on the CPU.
#include <algorithm>
#include <cmath>

#include "generated/ops/random_uniform.h"
#include "kernels/draw/draw.h"

namespace penstock::ops {
namespace {

void setup(const RandomUniformArgs& a, SampleSetup& s, NoState&) {
  random_setup(a, s);
  if (a.has(RandomUniformArgs::kValues)) {
    if (a.values.empty()) fail(ErrorCode::INVALID_ARGUMENT, "Expected 1 or more numbers for values but received none");
    return;
  }
  if (a.range.size != 2)
    fail(ErrorCode::INVALID_ARGUMENT, "Expected [min, max] for range but received %d numbers", a.range.size);
  // Written as a negation so that NaN is refused.
  if (!(a.range[1] > a.range[0]) || !std::isfinite(a.range[0]) || !std::isfinite(a.range[1])) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected max above min for range but received [%g, %g)", a.range[0], a.range[1]);
  }
}

// The largest value of an unsigned dtype, or 0.
double unsigned_max(DType dtype) {
  return dispatch(dtype, [](auto zero) -> double {
    using T = decltype(zero);
    if constexpr (std::is_integral_v<T> && std::is_unsigned_v<T> && !std::is_same_v<T, bool>) {
      return static_cast<double>(std::numeric_limits<T>::max());
    } else {
      return 0;
    }
  });
}

void run(const RandomUniformArgs& a, SampleRun& s, NoState&) {
  Rng rng = s.rng();
  const TensorView& out = s.out[0];
  if (a.has(RandomUniformArgs::kValues)) {
    fill_draws(out, [&] { return a.values[static_cast<int>(rng.below(static_cast<uint32_t>(a.values.size)))]; });
    return;
  }
  double low = a.range[0], high = a.range[1];
  const double top = unsigned_max(out.dtype);
  if (top > 0 && low == -1 && high == 1) {
    low = 0;
    high = top;
  }
  const double width = high - low;
  if (out.dtype == DType::float64) {
    const double last = std::nextafter(high, low);
    fill_draws(out, [&] { return std::min(low + width * rng.uniform53(), last); });
  } else if (out.dtype == DType::float32) {
    // Rounding to float32 could give the excluded end of the range.
    const float last = std::nextafter(static_cast<float>(high), static_cast<float>(low));
    fill_draws(out, [&] { return std::min(static_cast<float>(low + width * rng.uniform()), last); });
  } else {
    fill_draws(out, [&] { return low + width * rng.uniform53(); });
  }
}

}  // namespace

PENSTOCK_CPU_OP(random_uniform, RandomUniformArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
