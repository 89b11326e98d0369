// Conversion of a batch to another dtype on a GPU, as by the operator cast.
#pragma once
#include "gpu_plugin/gpu_op.h"

namespace penstock::ops {

// Queues the kernel that fills the first output from the first input.
void cast_elements(gpu::Run& r);

}  // namespace penstock::ops
