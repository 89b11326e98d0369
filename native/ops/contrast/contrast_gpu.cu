// contrast on the GPU, with the arithmetic of brightnessContrast.
#include "generated/ops/contrast.h"
#include "kernels/color/scale_shift_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(contrast, ContrastArgs, scale_shift_gpu)

}  // namespace penstock::ops
