// crop on a GPU.
#include "kernels/window/window_copy_gpu.h"
#include "ops/crop/crop.h"

namespace penstock::ops {
namespace {

void run(gpu::Run& r) {
  copy_windows<CropArgs>(
      r, [&](int i) { return r.state<Window>(i); }, [&](int i) { return r.out[0][i]; }, fill_policy);
}

}  // namespace

PENSTOCK_GPU_OP(crop, CropArgs, run)

}  // namespace penstock::ops
