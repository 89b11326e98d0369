// noise.shot on a GPU.
#include "generated/ops/noise_shot.h"
#include "kernels/noise/noise_gpu.h"
#include "ops/noise_shot/noise_shot.h"

namespace penstock::ops {
namespace {

struct Shot : gpu::NoiseSample {
  float factor = 20;

  template <class T>
  PENSTOCK_HD T apply(T value, uint32_t word) const {
    return factor == 0 ? value : shot_element(value, factor, word, *tables);
  }
};

void run(gpu::Run& r) {
  gpu::noise<Shot>(r, [&](Shot& s, int i) { s.factor = r.arg<NoiseShotArgs>(i).factor; });
}

}  // namespace

PENSTOCK_GPU_OP(noise_shot, NoiseShotArgs, run)

}  // namespace penstock::ops
