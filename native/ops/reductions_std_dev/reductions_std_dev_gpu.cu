// reductions.stdDev on a GPU: kernels/reduce.
#include "generated/ops/reductions_std_dev.h"
#include "kernels/reduce/reduce_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(reductions_std_dev, ReductionsStdDevArgs, reduce)

}  // namespace penstock::ops
