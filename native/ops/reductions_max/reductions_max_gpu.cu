// reductions.max on a GPU: kernels/reduce.
#include "generated/ops/reductions_max.h"
#include "kernels/reduce/reduce_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(reductions_max, ReductionsMaxArgs, reduce)

}  // namespace penstock::ops
