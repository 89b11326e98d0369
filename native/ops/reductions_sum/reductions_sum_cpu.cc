// reductions.sum on the CPU: kernels/reduce with its arguments.
#include "generated/ops/reductions_sum.h"
#include "kernels/reduce/reduce.h"

namespace penstock::ops {
namespace {

void setup(const ReductionsSumArgs& a, SampleSetup& s, ReduceState& st) {
  reduce_setup(a, Reduction::sum, s, st);
  if (a.has(ReductionsSumArgs::kDtype)) s.out[0].dtype = a.dtype;
}

void run(const ReductionsSumArgs&, SampleRun& s, ReduceState& st) { reduce(st, s); }

}  // namespace

PENSTOCK_CPU_OP(reductions_sum, ReductionsSumArgs, ReduceState, setup, run, kNone)

}  // namespace penstock::ops
