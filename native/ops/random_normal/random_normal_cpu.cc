// random.normal on the CPU.
#include "generated/ops/random_normal.h"
#include "kernels/draw/draw.h"

namespace penstock::ops {
namespace {

void setup(const RandomNormalArgs& a, SampleSetup& s, Rng& rng) {
  random_setup(a, s);
  rng = s.rng();
}

void run(const RandomNormalArgs& a, SampleRun& s, Rng& drawn) {
  Rng rng = drawn;  // run() may be called again
  const double mean = a.mean, stddev = a.stddev;
  fill_draws(s.out[0], [&] { return mean + stddev * rng.normal(); });
}

}  // namespace

PENSTOCK_CPU_OP(random_normal, RandomNormalArgs, Rng, setup, run, kNone)

}  // namespace penstock::ops
