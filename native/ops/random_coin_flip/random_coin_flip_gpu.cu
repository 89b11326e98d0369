// random.coinFlip on a GPU.
#include "generated/ops/random_coin_flip.h"
#include "kernels/draw/draw_gpu.h"
#include "ops/random_coin_flip/random_coin_flip.h"

namespace penstock::ops {
namespace {

struct Flips : gpu::DrawSample {
  using Value = int32_t;
  static constexpr int kPerBlock = 4;
  uint64_t threshold = 0;

  PENSTOCK_HD void draw(const PhiloxBlock& words, Value* out) const {
    for (int k = 0; k < 4; ++k) out[k] = words[k] < threshold;
  }
};

void run(gpu::Run& r) {
  gpu::draw<Flips>(r, [&](Flips& s, int i) { s.threshold = coin_threshold(r.arg<RandomCoinFlipArgs>(i).probability); });
}

}  // namespace

PENSTOCK_GPU_OP(random_coin_flip, RandomCoinFlipArgs, run)

}  // namespace penstock::ops
