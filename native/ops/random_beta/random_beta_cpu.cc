// random.beta on the CPU: x / (x + y) of two gamma numbers, as logarithms, so that small parameters do not end at 0 /
// 0.
#include <cmath>

#include "generated/ops/random_beta.h"
#include "kernels/draw/draw.h"

namespace penstock::ops {
namespace {

void check_parameter(const char* name, float value) {
  // Written as a negation so that NaN is refused.
  if (!(value > 0) || !std::isfinite(value)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a finite number above 0 for %s but received %g", name,
         static_cast<double>(value));
  }
}

void setup(const RandomBetaArgs& a, SampleSetup& s, NoState&) {
  random_setup(a, s);
  check_parameter("alpha", a.alpha);
  check_parameter("beta", a.beta);
}

// The logarithm of a gamma number by Marsaglia and Tsang. A parameter below 1 is raised by 1, and the number is
// multiplied by a power of a uniform one.
double log_gamma_draw(Rng& rng, double parameter) {
  const double raised = parameter < 1 ? parameter + 1 : parameter;
  const double d = raised - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  double v;
  for (;;) {
    const double x = rng.normal();
    v = 1 + c * x;
    if (v <= 0) continue;
    v = v * v * v;
    if (std::log(1 - rng.uniform53()) < 0.5 * x * x + d * (1 - v + std::log(v))) break;
  }
  const double log_raised = std::log(d * v);
  return parameter < 1 ? log_raised + std::log(1 - rng.uniform53()) / parameter : log_raised;
}

void run(const RandomBetaArgs& a, SampleRun& s, NoState&) {
  Rng rng = s.rng();
  fill_draws(s.out[0], [&] {
    const double x = log_gamma_draw(rng, a.alpha), y = log_gamma_draw(rng, a.beta);
    return 1 / (1 + std::exp(y - x));
  });
}

}  // namespace

PENSTOCK_CPU_OP(random_beta, RandomBetaArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
