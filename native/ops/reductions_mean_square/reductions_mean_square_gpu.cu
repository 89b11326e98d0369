// reductions.meanSquare on a GPU: kernels/reduce.
#include "generated/ops/reductions_mean_square.h"
#include "kernels/reduce/reduce_gpu.h"

namespace penstock::ops {

PENSTOCK_GPU_OP(reductions_mean_square, ReductionsMeanSquareArgs, reduce)

}  // namespace penstock::ops
