// reductions.variance on the CPU: kernels/reduce with its arguments.
#include "generated/ops/reductions_variance.h"
#include "kernels/reduce/reduce.h"

namespace penstock::ops {

PENSTOCK_CPU_OP(reductions_variance, ReductionsVarianceArgs, ReduceState,
                reduce_setup_of_deviations<Reduction::variance>, reduce_run, kNone)

}  // namespace penstock::ops
