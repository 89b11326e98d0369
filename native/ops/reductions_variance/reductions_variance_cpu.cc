// reductions.variance on the CPU: kernels/reduce with its arguments.
#include "generated/ops/reductions_variance.h"
#include "kernels/reduce/reduce.h"

namespace penstock::ops {
namespace {

void setup(const ReductionsVarianceArgs& a, SampleSetup& s, ReduceState& st) {
  reduce_setup(a, Reduction::variance, s, st);
  st.ddof = a.ddof;
}

void run(const ReductionsVarianceArgs&, SampleRun& s, ReduceState& st) { reduce(st, s); }

}  // namespace

PENSTOCK_CPU_OP(reductions_variance, ReductionsVarianceArgs, ReduceState, setup, run, kNone)

}  // namespace penstock::ops
