// random.coinFlip on the CPU.
#include "generated/ops/random_coin_flip.h"
#include "kernels/draw/draw.h"

namespace penstock::ops {
namespace {

void setup(const RandomCoinFlipArgs& a, SampleSetup& s, NoState&) {
  random_setup(a, s);
  if (!(a.probability >= 0 && a.probability <= 1)) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected 0 to 1 for probability but received %g", a.probability);
  }
}

void run(const RandomCoinFlipArgs& a, SampleRun& s, NoState&) {
  Rng rng = s.rng();
  // The probability in units of 2^-32, rounded up, so that a probability of 1 is above every draw.
  const auto threshold = static_cast<uint64_t>(std::ceil(static_cast<double>(a.probability) * 0x1p32));
  fill_draws(s.out[0], [&] { return static_cast<int32_t>(rng.bits() < threshold); });
}

}  // namespace

PENSTOCK_CPU_OP(random_coin_flip, RandomCoinFlipArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
