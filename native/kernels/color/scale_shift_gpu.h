// scale_shift() of every element on the GPU; brightnessContrast, brightness and contrast do that.
#pragma once
#include "cuda/gpu_op.h"

namespace penstock::ops {

// The samples' states are ScaleShifts.
void scale_shift_gpu(gpu::Run&);

}  // namespace penstock::ops
