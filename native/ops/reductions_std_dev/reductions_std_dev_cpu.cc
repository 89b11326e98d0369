// reductions.stdDev on the CPU: kernels/reduce with its arguments.
#include "generated/ops/reductions_std_dev.h"
#include "kernels/reduce/reduce.h"

namespace penstock::ops {

PENSTOCK_CPU_OP(reductions_std_dev, ReductionsStdDevArgs, ReduceState, reduce_setup_of_deviations<Reduction::std_dev>,
                reduce_run, kNone)

}  // namespace penstock::ops
