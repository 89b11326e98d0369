// reductions.rms on the CPU: kernels/reduce with its arguments.
#include "generated/ops/reductions_rms.h"
#include "kernels/reduce/reduce.h"

namespace penstock::ops {

PENSTOCK_CPU_OP(reductions_rms, ReductionsRmsArgs, ReduceState, reduce_setup_of_dtype<Reduction::rms>, reduce_run,
                kNone)

}  // namespace penstock::ops
