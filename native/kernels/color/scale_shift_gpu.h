// Applies scale_shift() to every element on the GPU, for brightnessContrast, brightness and contrast.
#pragma once
#include <functional>

#include "gpu_plugin/gpu_op.h"
#include "kernels/color/scale_shift.h"

namespace penstock::ops {

// `of` gives those of a sample.
void scale_shift_gpu(gpu::Run&, const std::function<ScaleShift(int sample)>& of);

// The samples' states are ScaleShifts.
inline void scale_shift_gpu(gpu::Run& r) {
  scale_shift_gpu(r, [&](int i) { return r.state<ScaleShift>(i); });
}

}  // namespace penstock::ops
