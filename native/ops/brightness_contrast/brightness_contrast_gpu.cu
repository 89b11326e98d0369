// brightnessContrast on the GPU: a product and a sum per element, which setup has made.
#include "generated/ops/brightness_contrast.h"
#include "kernels/color/scale_shift_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(brightness_contrast, BrightnessContrastArgs, scale_shift_gpu)

}  // namespace penstock::ops
