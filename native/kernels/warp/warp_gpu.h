// Resampling along an affine map on the GPU, as warpAffine and rotate do.
#pragma once
#include "cuda/gpu_op.h"

namespace penstock::ops {

// The samples' states are WarpStates.
void run_warp_gpu(gpu::Run& r);

}  // namespace penstock::ops
