// The GPU launcher that warpAffine and rotate share; defined in warp_affine_gpu.cu.
#pragma once
#include "cuda/gpu_op.h"

namespace penstock::ops {

// The samples' states are WarpStates.
void run_warp_gpu(gpu::Run& r);

}  // namespace penstock::ops
