// colorTwist on the GPU: multiplies each pixel by its sample's matrix, which setup() has made.
#include "generated/ops/color_twist.h"
#include "kernels/color/color_pixels_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(color_twist, ColorTwistArgs, color_pixels_gpu)

}  // namespace penstock::ops
