// A pixel of three channels times a matrix on the GPU; hsv, hue, saturation and colorTwist do that.
#pragma once
#include "cuda/gpu_op.h"

namespace penstock::ops {

// The samples' states are ColorMatrices.
void color_pixels_gpu(gpu::Run&);

}  // namespace penstock::ops
