// onesLike on the CPU.
#include "generated/ops/ones_like.h"
#include "kernels/fill/fill.h"

namespace penstock::ops {
namespace {

void setup(const OnesLikeArgs& a, SampleSetup& s, NoState&) {
  s.out[0] = s.in[0];
  if (a.has(OnesLikeArgs::kDtype)) s.out[0].dtype = a.dtype;
}

void run(const OnesLikeArgs&, SampleRun& s, NoState&) { fill_value(s.out[0], 1); }

}  // namespace

PENSTOCK_CPU_OP(ones_like, OnesLikeArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
