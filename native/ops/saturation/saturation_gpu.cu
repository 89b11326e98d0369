// saturation on the GPU: colorTwist's kernels.
#include "generated/ops/saturation.h"
#include "ops/color_twist/color_pixels_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(saturation, SaturationArgs, color_pixels_gpu)

}  // namespace penstock::ops
