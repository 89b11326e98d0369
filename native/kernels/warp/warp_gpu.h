// Resampling along an affine map on the GPU, for warpAffine and rotate.
#pragma once
#include "gpu_plugin/gpu_op.h"

namespace penstock::ops {

// The samples' states are WarpStates.
void run_warp_gpu(gpu::Run& r);

}  // namespace penstock::ops
