// tensorResize on a GPU: setup() has laid the tensors out as images or volumes.
#include "generated/ops/tensor_resize.h"
#include "kernels/resample/resample_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(tensor_resize, TensorResizeArgs, gpu::resample_run)

}  // namespace penstock::ops
