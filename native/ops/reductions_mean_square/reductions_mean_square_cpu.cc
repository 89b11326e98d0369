// reductions.meanSquare on the CPU: kernels/reduce with its arguments.
#include "generated/ops/reductions_mean_square.h"
#include "kernels/reduce/reduce.h"

namespace penstock::ops {
namespace {

void setup(const ReductionsMeanSquareArgs& a, SampleSetup& s, ReduceState& st) {
  reduce_setup(a, Reduction::mean_square, s, st);
  s.out[0].dtype = a.dtype;
}

void run(const ReductionsMeanSquareArgs&, SampleRun& s, ReduceState& st) { reduce(st, s); }

}  // namespace

PENSTOCK_CPU_OP(reductions_mean_square, ReductionsMeanSquareArgs, ReduceState, setup, run, kNone)

}  // namespace penstock::ops
