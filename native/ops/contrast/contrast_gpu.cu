// contrast on the GPU: brightnessContrast's kernels.
#include "generated/ops/contrast.h"
#include "ops/brightness_contrast/scale_shift_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(contrast, ContrastArgs, scale_shift_gpu)

}  // namespace penstock::ops
