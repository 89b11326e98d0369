// random.coinFlip on the CPU.
#include "generated/ops/random_coin_flip.h"
#include "kernels/draw/draw.h"
#include "ops/random_coin_flip/random_coin_flip.h"

namespace penstock::ops {
namespace {

void setup(const RandomCoinFlipArgs& a, SampleSetup& s, Rng& rng) {
  random_setup(a, s);
  rng = s.rng();
}

void run(const RandomCoinFlipArgs& a, SampleRun& s, Rng& drawn) {
  Rng rng = drawn;  // run() may be called again
  const uint64_t threshold = coin_threshold(a.probability);
  fill_draws(s.out[0], [&] { return static_cast<int32_t>(rng.bits() < threshold); });
}

}  // namespace

PENSTOCK_CPU_OP(random_coin_flip, RandomCoinFlipArgs, Rng, setup, run, kNone)

}  // namespace penstock::ops
