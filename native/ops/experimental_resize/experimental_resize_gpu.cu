// experimental.resize on the GPU.
#include "generated/ops/experimental_resize.h"
#include "kernels/resample/resize_op_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(experimental_resize, ExperimentalResizeArgs, resize_images<ExperimentalResizeArgs>)

}  // namespace penstock::ops
