// full on the CPU.
#include "generated/ops/full.h"
#include "kernels/fill/fill.h"

namespace penstock::ops {
namespace {

void setup(const FullArgs& a, SampleSetup& s, NoState&) {
  const OutSpec value = given_value(a, s, 0);
  s.out[0].dtype = value.dtype;
  filled_shape(a, s.out[0]);
  check_fills(value, s.out[0], a.has(FullArgs::kShape) ? "shape" : "shape, which is one number without `shape`");
}

void run(const FullArgs& a, SampleRun& s, NoState&) { fill_given(a, s, 0); }

}  // namespace

PENSTOCK_CPU_OP(full, FullArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
