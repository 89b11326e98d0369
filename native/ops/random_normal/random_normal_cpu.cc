// random.normal on the CPU.
#include "generated/ops/random_normal.h"
#include "kernels/draw/draw.h"

namespace penstock::ops {
namespace {

void setup(const RandomNormalArgs& a, SampleSetup& s, NoState&) { random_setup(a, s); }

void run(const RandomNormalArgs& a, SampleRun& s, NoState&) {
  Rng rng = s.rng();
  const double mean = a.mean, stddev = a.stddev;
  fill_draws(s.out[0], [&] { return mean + stddev * rng.normal(); });
}

}  // namespace

PENSTOCK_CPU_OP(random_normal, RandomNormalArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
