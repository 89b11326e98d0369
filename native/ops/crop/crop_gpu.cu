// crop on a GPU.
#include "generated/ops/crop.h"
#include "kernels/window/window_copy_gpu.h"

namespace penstock::ops {
namespace {

void run(gpu::Run& r) {
  copy_windows<CropArgs>(
      r, [&](int i) { return r.state<Window>(i); }, [&](int i) { return r.out[0][i]; });
}

}  // namespace

PENSTOCK_GPU_OP(crop, CropArgs, run)

}  // namespace penstock::ops
