// reductions.max on the CPU: kernels/reduce with its arguments.
#include "generated/ops/reductions_max.h"
#include "kernels/reduce/reduce.h"

namespace penstock::ops {

PENSTOCK_CPU_OP(reductions_max, ReductionsMaxArgs, ReduceState, reduce_setup<Reduction::most>, reduce_run, kNone)

}  // namespace penstock::ops
