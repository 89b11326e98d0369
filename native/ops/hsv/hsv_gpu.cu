// hsv on the GPU: colorTwist's kernels.
#include "generated/ops/hsv.h"
#include "ops/color_twist/color_pixels_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(hsv, HsvArgs, color_pixels_gpu)

}  // namespace penstock::ops
