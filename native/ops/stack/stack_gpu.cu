// stack on a GPU.
#include "generated/ops/stack.h"
#include "kernels/join/join_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(stack, StackArgs, gpu::join)

}  // namespace penstock::ops
