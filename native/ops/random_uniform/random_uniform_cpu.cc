// random.uniform on the CPU.
#include <cmath>

#include "kernels/draw/draw.h"
#include "ops/random_uniform/random_uniform.h"

namespace penstock::ops {
namespace {

void setup(const RandomUniformArgs& a, SampleSetup& s, Rng& rng) {
  random_setup(a, s);
  rng = s.rng();
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

void run(const RandomUniformArgs& a, SampleRun& s, Rng& drawn) {
  Rng rng = drawn;  // run() may be called again
  const TensorView& out = s.out[0];
  if (a.has(RandomUniformArgs::kValues)) {
    fill_draws(out, [&] { return a.values[static_cast<int>(rng.below(static_cast<uint32_t>(a.values.size)))]; });
    return;
  }
  const UniformRange range = uniform_range(a, out.dtype);
  if (out.dtype == DType::float32) {
    fill_draws(out, [&] { return uniform_float(range, rng.uniform()); });
  } else {
    fill_draws(out, [&] { return uniform_double(range, rng.uniform53()); });
  }
}

}  // namespace

PENSTOCK_CPU_OP(random_uniform, RandomUniformArgs, Rng, setup, run, kNone)

}  // namespace penstock::ops
