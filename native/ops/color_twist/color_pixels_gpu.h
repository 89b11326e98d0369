// The GPU side that hsv, hue, saturation and colorTwist share: the kernels are in color_twist_gpu.cu.
#pragma once
#include "cuda/gpu_op.h"

namespace penstock::ops {

// The samples' states are ColorMatrices.
void color_pixels_gpu(gpu::Run&);

}  // namespace penstock::ops
