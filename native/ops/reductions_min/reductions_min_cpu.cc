// reductions.min on the CPU: kernels/reduce with its arguments.
#include "generated/ops/reductions_min.h"
#include "kernels/reduce/reduce.h"

namespace penstock::ops {
namespace {

void setup(const ReductionsMinArgs& a, SampleSetup& s, ReduceState& st) { reduce_setup(a, Reduction::least, s, st); }

void run(const ReductionsMinArgs&, SampleRun& s, ReduceState& st) { reduce(st, s); }

}  // namespace

PENSTOCK_CPU_OP(reductions_min, ReductionsMinArgs, ReduceState, setup, run, kNone)

}  // namespace penstock::ops
