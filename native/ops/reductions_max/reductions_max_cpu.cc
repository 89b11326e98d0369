// reductions.max on the CPU: kernels/reduce with its arguments.
#include "generated/ops/reductions_max.h"
#include "kernels/reduce/reduce.h"

namespace penstock::ops {
namespace {

void setup(const ReductionsMaxArgs& a, SampleSetup& s, ReduceState& st) { reduce_setup(a, Reduction::most, s, st); }

void run(const ReductionsMaxArgs&, SampleRun& s, ReduceState& st) { reduce(st, s); }

}  // namespace

PENSTOCK_CPU_OP(reductions_max, ReductionsMaxArgs, ReduceState, setup, run, kNone)

}  // namespace penstock::ops
