// reductions.meanSquare on the CPU: kernels/reduce with its arguments.
#include "generated/ops/reductions_mean_square.h"
#include "kernels/reduce/reduce.h"

namespace penstock::ops {

PENSTOCK_CPU_OP(reductions_mean_square, ReductionsMeanSquareArgs, ReduceState,
                reduce_setup_of_dtype<Reduction::mean_square>, reduce_run, kNone)

}  // namespace penstock::ops
