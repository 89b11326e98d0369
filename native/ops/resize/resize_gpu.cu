// resize on the GPU.
#include "generated/ops/resize.h"
#include "kernels/resample/resize_op_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(resize, ResizeArgs, resize_images<ResizeArgs>)

}  // namespace penstock::ops
