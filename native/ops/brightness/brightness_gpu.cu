// brightness on the GPU: brightnessContrast's kernels.
#include "generated/ops/brightness.h"
#include "ops/brightness_contrast/scale_shift_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(brightness, BrightnessArgs, scale_shift_gpu)

}  // namespace penstock::ops
