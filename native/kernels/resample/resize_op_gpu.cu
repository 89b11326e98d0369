// See resize_op_gpu.h.
#include "gpu_plugin/launch.h"
#include "kernels/resample/resize_op_gpu.h"

namespace penstock::gpu {
namespace {

constexpr int kThreads = 128;

__global__ void write_extents(const Extents* samples, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (int d = 0; d < samples[i].spatial; ++d) samples[i].out[d] = samples[i].size[d];
}

}  // namespace

void put_extents(Context& ctx, const std::vector<Extents>& extents) {
  if (extents.empty()) return;
  const int count = static_cast<int>(extents.size());
  launch(write_extents, dim3((count + kThreads - 1) / kThreads), dim3(kThreads), ctx.stream(), ctx.upload(extents),
         count);
}

}  // namespace penstock::gpu
