// reductions.mean on the CPU: kernels/reduce with its arguments.
#include "generated/ops/reductions_mean.h"
#include "kernels/reduce/reduce.h"

namespace penstock::ops {
namespace {

void setup(const ReductionsMeanArgs& a, SampleSetup& s, ReduceState& st) {
  reduce_setup(a, Reduction::mean, s, st);
  s.out[0].dtype = a.dtype;
}

void run(const ReductionsMeanArgs&, SampleRun& s, ReduceState& st) { reduce(st, s); }

}  // namespace

PENSTOCK_CPU_OP(reductions_mean, ReductionsMeanArgs, ReduceState, setup, run, kNone)

}  // namespace penstock::ops
