// hue on the GPU: multiplies each pixel by its sample's matrix, as colorTwist does.
#include "generated/ops/hue.h"
#include "kernels/color/color_pixels_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(hue, HueArgs, color_pixels_gpu)

}  // namespace penstock::ops
