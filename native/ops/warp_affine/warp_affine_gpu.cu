// warpAffine on the GPU: a warp with the map that setup() has made.
#include "generated/ops/warp_affine.h"
#include "kernels/warp/warp_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(warp_affine, WarpAffineArgs, run_warp_gpu)

}  // namespace penstock::ops
