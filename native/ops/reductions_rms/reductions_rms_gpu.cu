// reductions.rms on a GPU: kernels/reduce.
#include "generated/ops/reductions_rms.h"
#include "kernels/reduce/reduce_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(reductions_rms, ReductionsRmsArgs, reduce)

}  // namespace penstock::ops
