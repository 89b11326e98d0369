// The reductions on a GPU, for all operators of reductions.*.
#pragma once
#include "gpu_plugin/gpu_op.h"

namespace penstock::ops {

// Queues the kernels that reduce the samples of r, whose states are ReduceStates.
void reduce(gpu::Run& r);

}  // namespace penstock::ops
