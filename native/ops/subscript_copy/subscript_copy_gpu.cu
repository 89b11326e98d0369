// subscriptCopy on a GPU: strided copies of the windows.
#include "generated/ops/subscript_copy.h"
#include "kernels/window/window_copy_gpu.h"

namespace penstock::ops {
namespace {

void run(gpu::Run& r) {
  std::vector<gpu::StridedCopy> samples;
  for (int i = 0; i < r.count; ++i) {
    const auto& w = r.state<Window>(i);
    TensorView out = r.out[0][i];
    out.shape = w.out_shape();
    out.layout = {};
    if (out.shape.volume()) samples.push_back(window_copy(r.in[0][i], w, Bounds::error, {}, out));
  }
  if (!samples.empty()) gpu::strided_copy(r.ctx, samples);
}

}  // namespace

PENSTOCK_GPU_OP(subscript_copy, SubscriptCopyArgs, run)

}  // namespace penstock::ops
