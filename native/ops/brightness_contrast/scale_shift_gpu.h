// The GPU side that brightnessContrast, brightness and contrast share: the kernels are in brightness_contrast_gpu.cu.
#pragma once
#include "cuda/gpu_op.h"

namespace penstock::ops {

// The samples' states are ScaleShifts.
void scale_shift_gpu(gpu::Run&);

}  // namespace penstock::ops
