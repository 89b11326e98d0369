// brightness on the GPU, with the arithmetic of brightnessContrast.
#include "generated/ops/brightness.h"
#include "kernels/color/scale_shift_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(brightness, BrightnessArgs, scale_shift_gpu)

}  // namespace penstock::ops
