// Element-wise operations on a GPU: math and mathChain.
#pragma once
#include "core/args.h"
#include "gpu_plugin/gpu_op.h"
#include "kernels/math/promote.h"

namespace penstock::ops::math {

// Queues the operations, as Plan::make() takes them, for a batch. An integer that a value divides by 0 gives 0, because
// nothing waits for the GPU to look at it; a constant of 0 is refused as on the CPU.
void run_chain_gpu(gpu::Run& r, const Operation* operations, int count, const ArgList<std::string_view>& constants);

}  // namespace penstock::ops::math
