// reductions.sum on a GPU: kernels/reduce.
#include "generated/ops/reductions_sum.h"
#include "kernels/reduce/reduce_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(reductions_sum, ReductionsSumArgs, reduce)

}  // namespace penstock::ops
