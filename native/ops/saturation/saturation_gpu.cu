// saturation on the GPU: multiplies each pixel by its sample's matrix, as colorTwist does.
#include "generated/ops/saturation.h"
#include "kernels/color/color_pixels_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(saturation, SaturationArgs, color_pixels_gpu)

}  // namespace penstock::ops
