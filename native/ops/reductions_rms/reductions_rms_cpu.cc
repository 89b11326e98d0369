// reductions.rms on the CPU: kernels/reduce with its arguments.
#include "generated/ops/reductions_rms.h"
#include "kernels/reduce/reduce.h"

namespace penstock::ops {
namespace {

void setup(const ReductionsRmsArgs& a, SampleSetup& s, ReduceState& st) {
  reduce_setup(a, Reduction::rms, s, st);
  s.out[0].dtype = a.dtype;
}

void run(const ReductionsRmsArgs&, SampleRun& s, ReduceState& st) { reduce(st, s); }

}  // namespace

PENSTOCK_CPU_OP(reductions_rms, ReductionsRmsArgs, ReduceState, setup, run, kNone)

}  // namespace penstock::ops
