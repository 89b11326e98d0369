// Multiplies pixels of three channels by a matrix on the GPU, for hsv, hue, saturation and colorTwist.
#pragma once
#include "gpu_plugin/gpu_op.h"

namespace penstock::ops {

// The samples' states are ColorMatrices.
void color_pixels_gpu(gpu::Run&);

}  // namespace penstock::ops
