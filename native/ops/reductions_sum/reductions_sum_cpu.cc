// reductions.sum on the CPU: kernels/reduce with its arguments.
#include "generated/ops/reductions_sum.h"
#include "kernels/reduce/reduce.h"

namespace penstock::ops {

PENSTOCK_CPU_OP(reductions_sum, ReductionsSumArgs, ReduceState, reduce_setup_of_dtype<Reduction::sum>, reduce_run,
                kNone)

}  // namespace penstock::ops
