// brightnessContrast on the GPU: multiplies each element by a factor and adds an offset, both computed by setup().
#include "generated/ops/brightness_contrast.h"
#include "kernels/color/scale_shift_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(brightness_contrast, BrightnessContrastArgs, scale_shift_gpu)

}  // namespace penstock::ops
