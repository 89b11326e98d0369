// resize on the GPU: resampling, and the inputs' extents where saveAttrs asks for them.
#include "generated/ops/resize.h"
#include "gpu_plugin/launch.h"
#include "kernels/resample/resample_gpu.h"

namespace penstock::ops {
namespace {

struct Sizes {
  int32_t* out;
  int32_t spatial, size[3];
};

__global__ void put_sizes(const Sizes* samples, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (int d = 0; d < samples[i].spatial; ++d) samples[i].out[d] = samples[i].size[d];
}

void run(gpu::Run& r) {
  std::vector<gpu::Resample> items(r.count);
  std::vector<Sizes> sizes;
  for (int i = 0; i < r.count; ++i) {
    const ResizeState& state = r.state<ResizeState>(i);
    items[i] = {&state, r.in[0][i], r.out[0][i]};
    if (!r.arg<ResizeArgs>(i).save_attrs) continue;
    Sizes s = {r.out[1][i].as<int32_t>(), state.layout.spatial, {}};
    for (int d = 0; d < s.spatial; ++d) s.size[d] = static_cast<int32_t>(r.in[0][i].shape[state.layout.first + d]);
    sizes.push_back(s);
  }
  gpu::resample_batch(r.ctx, items);
  if (sizes.empty()) return;
  const int count = static_cast<int>(sizes.size());
  gpu::launch(put_sizes, dim3((count + 127) / 128), dim3(128), r.ctx.stream(), r.ctx.upload(sizes), count);
}

}  // namespace

PENSTOCK_GPU_OP(resize, ResizeArgs, run)

}  // namespace penstock::ops
