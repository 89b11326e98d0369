// noise.gaussian on a GPU.
#include "generated/ops/noise_gaussian.h"
#include "kernels/noise/noise_gpu.h"
#include "ops/noise_gaussian/noise_gaussian.h"

namespace penstock::ops {
namespace {

struct Gaussian : gpu::NoiseSample {
  float mean = 0, stddev = 1;

  template <class T>
  PENSTOCK_HD T apply(T value, uint32_t word) const {
    return add_normal(value, mean, stddev, normal_of(word, tables->normal));
  }
};

void run(gpu::Run& r) {
  gpu::noise<Gaussian>(r, [&](Gaussian& s, int i) {
    const auto& a = r.arg<NoiseGaussianArgs>(i);
    s.mean = a.mean;
    s.stddev = a.stddev;
  });
}

}  // namespace

PENSTOCK_GPU_OP(noise_gaussian, NoiseGaussianArgs, run)

}  // namespace penstock::ops
