// hue on the GPU: colorTwist's kernels.
#include "generated/ops/hue.h"
#include "ops/color_twist/color_pixels_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(hue, HueArgs, color_pixels_gpu)

}  // namespace penstock::ops
