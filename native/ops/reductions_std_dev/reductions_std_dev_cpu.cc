// reductions.stdDev on the CPU: kernels/reduce with its arguments.
#include "generated/ops/reductions_std_dev.h"
#include "kernels/reduce/reduce.h"

namespace penstock::ops {
namespace {

void setup(const ReductionsStdDevArgs& a, SampleSetup& s, ReduceState& st) {
  reduce_setup(a, Reduction::std_dev, s, st);
  st.ddof = a.ddof;
}

void run(const ReductionsStdDevArgs&, SampleRun& s, ReduceState& st) { reduce(st, s); }

}  // namespace

PENSTOCK_CPU_OP(reductions_std_dev, ReductionsStdDevArgs, ReduceState, setup, run, kNone)

}  // namespace penstock::ops
