// Applies scale_shift() to every element on the GPU, for brightnessContrast, brightness and contrast.
#pragma once
#include "gpu_plugin/gpu_op.h"

namespace penstock::ops {

// The samples' states are ScaleShifts.
void scale_shift_gpu(gpu::Run&);

}  // namespace penstock::ops
