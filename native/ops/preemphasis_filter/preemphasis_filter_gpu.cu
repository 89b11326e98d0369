// preemphasisFilter on a GPU, in float32: an element a thread.
#include <vector>

#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "ops/preemphasis_filter/preemphasis_filter.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

struct SignalSample {
  const void* in;
  void* out;
  DType in_dtype, out_dtype;
  int64_t n;
  float coefficient;
  PreemphasisBorder border;
};

// --- kernels ---

__global__ void filter(const SignalSample* samples) {
  const SignalSample& s = samples[blockIdx.y];
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < s.n; i += stride) {
    const auto x = [&](int64_t at) { return load_as<float>(s.in, at, s.in_dtype); };
    const float own = x(i), before = i ? x(i - 1) : before_first(own, x(s.n > 1 ? 1 : 0), s.border);
    store_as(s.out, i, s.out_dtype, own - s.coefficient * before);
  }
}

// --- launchers ---

void run(Run& r) {
  std::vector<SignalSample> samples(r.count);
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    const auto& a = r.arg<PreemphasisFilterArgs>(i);
    const TensorView &in = r.in[0][i], &out = r.out[0][i];
    samples[i] = {in.data, out.data, in.dtype, out.dtype, in.shape.volume(), a.preemph_coeff, a.border};
    most = std::max(most, samples[i].n);
  }
  const SignalSample* given = r.ctx.upload(samples);
  launch(filter, ragged_grid(r.count, most, kThreads), dim3(kThreads), r.ctx.stream(), given);
}

}  // namespace

PENSTOCK_GPU_OP(preemphasis_filter, PreemphasisFilterArgs, run)

}  // namespace penstock::ops
