// reductions.min on the CPU: kernels/reduce with its arguments.
#include "generated/ops/reductions_min.h"
#include "kernels/reduce/reduce.h"

namespace penstock::ops {

PENSTOCK_CPU_OP(reductions_min, ReductionsMinArgs, ReduceState, reduce_setup<Reduction::least>, reduce_run, kNone)

}  // namespace penstock::ops
