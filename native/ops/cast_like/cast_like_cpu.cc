// castLike on the CPU.
#include "core/op.h"
#include "generated/ops/cast_like.h"
#include "kernels/cast/cast.h"

namespace penstock::ops {
namespace {

void setup(const CastLikeArgs&, SampleSetup& s, NoState&) {
  s.out[0] = s.in[0];
  s.out[0].dtype = s.in[1].dtype;
}

void run(const CastLikeArgs&, SampleRun& s, NoState&) { cast_elements(s.in[0], s.out[0]); }

}  // namespace

PENSTOCK_CPU_OP(cast_like, CastLikeArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
