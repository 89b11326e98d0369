// reductions.variance on a GPU: kernels/reduce.
#include "generated/ops/reductions_variance.h"
#include "kernels/reduce/reduce_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(reductions_variance, ReductionsVarianceArgs, reduce)

}  // namespace penstock::ops
