// ones on the CPU.
#include "generated/ops/ones.h"
#include "kernels/fill/fill.h"

namespace penstock::ops {
namespace {

void setup(const OnesArgs& a, SampleSetup& s, NoState&) {
  s.out[0].dtype = a.dtype;
  filled_shape(a, s.out[0]);
}

void run(const OnesArgs&, SampleRun& s, NoState&) { fill_value(s.out[0], 1); }

}  // namespace

PENSTOCK_CPU_OP(ones, OnesArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
