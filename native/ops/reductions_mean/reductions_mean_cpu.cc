// reductions.mean on the CPU: kernels/reduce with its arguments.
#include "generated/ops/reductions_mean.h"
#include "kernels/reduce/reduce.h"

namespace penstock::ops {

PENSTOCK_CPU_OP(reductions_mean, ReductionsMeanArgs, ReduceState, reduce_setup_of_dtype<Reduction::mean>, reduce_run,
                kNone)

}  // namespace penstock::ops
