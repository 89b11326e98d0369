// oneHot on a GPU: each thread makes elements of the output, so that neighbours are stored together.
#include "generated/ops/one_hot.h"
#include "gpu_plugin/element.h"
#include "gpu_plugin/launch.h"
#include "kernels/window/clamp_to.h"
#include "ops/one_hot/one_hot.h"

namespace penstock::ops {
namespace {

using namespace gpu;

constexpr int kThreads = 256;

struct OneHotSample {
  const void* in;
  void* out;
  int64_t volume;
  OneHotState st;
};

// --- kernels ---

template <class Out>
__global__ void one_hot(const OneHotSample* samples, DType in_dtype, Out on, Out off) {
  const OneHotSample& s = samples[blockIdx.y];
  const int64_t stride = int64_t{gridDim.x} * blockDim.x;
  for (int64_t i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < s.volume; i += stride) {
    int64_t rest = i;
    const int64_t inner = take_coordinate(rest, s.st.inner), c = take_coordinate(rest, s.st.classes);
    const int64_t label = dispatch(in_dtype, [&](auto zero) {
      return class_of(static_cast<const decltype(zero)*>(s.in)[rest * s.st.inner + inner], s.st.classes);
    });
    static_cast<Out*>(s.out)[i] = c == label ? on : off;
  }
}

// --- launchers ---

void run(Run& r) {
  std::vector<OneHotSample> samples(r.count);
  int64_t most = 0;
  for (int i = 0; i < r.count; ++i) {
    samples[i] = {r.in[0][i].data, r.out[0][i].data, r.out[0][i].shape.volume(), r.state<OneHotState>(i)};
    most = std::max(most, samples[i].volume);
  }
  if (!most) return;
  const auto& a = r.arg<OneHotArgs>(0);
  const OneHotSample* given = r.ctx.upload(samples);
  dispatch(r.out[0][0].dtype, [&](auto zero) {
    using Out = decltype(zero);
    launch(one_hot<Out>, ragged_grid(r.count, most, kThreads), dim3(kThreads), r.ctx.stream(), given, r.in[0][0].dtype,
           detail::clamp_to<Out>(a.on_value), detail::clamp_to<Out>(a.off_value));
  });
}

}  // namespace

PENSTOCK_GPU_OP(one_hot, OneHotArgs, run)

}  // namespace penstock::ops
