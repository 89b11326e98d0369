// See morphology_gpu.h: a thread looks at all elements below the mask. float32 holds every value of the dtypes.
#include <cmath>

#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "kernels/morphology/morphology.h"
#include "kernels/morphology/morphology_gpu.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

struct MorphologySample {
  const void* in;
  void* out;
  DType dtype;
  int64_t volume;
  float none;
  MorphologyState st;
};

// --- kernels ---

__global__ void morphology_samples(const MorphologySample* samples) {
  const MorphologySample& s = samples[blockIdx.y];
  const MorphologyState& st = s.st;
  const int64_t step = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < s.volume; i += step) {
    int64_t rest = i;
    const int64_t c = take_coordinate(rest, st.inner);
    const int64_t x = take_coordinate(rest, st.extent[1]);
    const int64_t y = take_coordinate(rest, st.extent[0]);
    const float v = extreme_at(st, s.none, y, x, [&](int64_t at_y, int64_t at_x) {
      return load_as<float>(s.in, ((rest * st.extent[0] + at_y) * st.extent[1] + at_x) * st.inner + c, s.dtype);
    });
    store_as(s.out, i, s.dtype, v);
  }
}

}  // namespace

// --- launchers ---

void run_morphology_gpu(Run& r) {
  int64_t most = 0;
  std::vector<MorphologySample> samples(r.count);
  for (int i = 0; i < r.count; ++i) {
    const TensorView &in = r.in[0][i], &out = r.out[0][i];
    const auto& st = r.state<MorphologyState>(i);
    // Integers saturate when it is stored.
    const float none = st.extreme == Extreme::largest ? -INFINITY : INFINITY;
    samples[i] = {in.data, out.data, in.dtype, in.shape.volume(), none, st};
    most = std::max(most, samples[i].volume);
  }
  launch(morphology_samples, ragged_grid(r.count, most, kThreads, 4096), dim3(kThreads), r.ctx.stream(),
         r.ctx.upload(samples));
}

}  // namespace penstock::ops
