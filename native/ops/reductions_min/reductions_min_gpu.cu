// reductions.min on a GPU: kernels/reduce.
#include "generated/ops/reductions_min.h"
#include "kernels/reduce/reduce_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(reductions_min, ReductionsMinArgs, reduce)

}  // namespace penstock::ops
