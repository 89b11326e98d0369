// slice on a GPU. Positional anchors and shapes stay on the CPU: setup() has made the window of them.
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
