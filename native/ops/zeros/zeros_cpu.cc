// zeros on the CPU.
#include "generated/ops/zeros.h"
#include "kernels/fill/fill.h"

namespace penstock::ops {
namespace {

void setup(const ZerosArgs& a, SampleSetup& s, NoState&) {
  s.out[0].dtype = a.dtype;
  filled_shape(a, s.out[0]);
}

void run(const ZerosArgs&, SampleRun& s, NoState&) { fill_value(s.out[0], 0); }

}  // namespace

PENSTOCK_CPU_OP(zeros, ZerosArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
