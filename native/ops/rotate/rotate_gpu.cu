// rotate on the GPU: a warp with the map that setup() has made.
#include "generated/ops/rotate.h"
#include "kernels/warp/warp_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(rotate, RotateArgs, run_warp_gpu)

}  // namespace penstock::ops
