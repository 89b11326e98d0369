// zerosLike on the CPU.
#include "generated/ops/zeros_like.h"
#include "kernels/fill/fill.h"

namespace penstock::ops {
namespace {

void setup(const ZerosLikeArgs& a, SampleSetup& s, NoState&) {
  s.out[0] = s.in[0];
  if (a.has(ZerosLikeArgs::kDtype)) s.out[0].dtype = a.dtype;
}

void run(const ZerosLikeArgs&, SampleRun& s, NoState&) { fill_value(s.out[0], 0); }

}  // namespace

PENSTOCK_CPU_OP(zeros_like, ZerosLikeArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
