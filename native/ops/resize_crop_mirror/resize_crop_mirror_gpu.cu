// resizeCropMirror on the GPU: a resize of the part that setup() has chosen.
#include "generated/ops/resize_crop_mirror.h"
#include "kernels/resample/resample_gpu.h"

namespace penstock::ops {
namespace {

void run(gpu::Run& r) {
  std::vector<gpu::Resample> items(r.count);
  for (int i = 0; i < r.count; ++i) items[i] = {&r.state<ResizeState>(i), r.in[0][i], r.out[0][i]};
  gpu::resample_batch(r.ctx, items);
}

}  // namespace

PENSTOCK_GPU_OP(resize_crop_mirror, ResizeCropMirrorArgs, run)

}  // namespace penstock::ops
