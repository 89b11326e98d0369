// Dilation and erosion on the GPU.
#pragma once
#include "gpu_plugin/gpu_op.h"

namespace penstock::ops {

// Queues a batch, whose states are MorphologyState.
void run_morphology_gpu(gpu::Run& r);

}  // namespace penstock::ops
