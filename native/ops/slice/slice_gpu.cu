// slice on a GPU. Anchor and shape inputs stay in host memory: setup() has computed the window from them.
#include "generated/ops/slice.h"
#include "kernels/window/window_copy_gpu.h"

namespace penstock::ops {
namespace {

void run(gpu::Run& r) {
  copy_windows<SliceArgs>(
      r, [&](int i) { return r.state<Window>(i); },
      [&](int i) {
        TensorView out = r.out[0][i];
        out.layout = fill_layout(out);
        return out;
      });
}

}  // namespace

PENSTOCK_GPU_OP(slice, SliceArgs, run)

}  // namespace penstock::ops
