// reductions.mean on a GPU: kernels/reduce.
#include "generated/ops/reductions_mean.h"
#include "kernels/reduce/reduce_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(reductions_mean, ReductionsMeanArgs, reduce)

}  // namespace penstock::ops
