// fullLike on the CPU.
#include "generated/ops/full_like.h"
#include "kernels/fill/fill.h"

namespace penstock::ops {
namespace {

void setup(const FullLikeArgs& a, SampleSetup& s, NoState&) {
  const OutSpec value = given_value(a, s, 1);
  s.out[0] = s.in[0];
  check_fills(value, s.out[0], "the shape of dataLike");
}

void run(const FullLikeArgs& a, SampleRun& s, NoState&) { fill_given(a, s, 1); }

}  // namespace

PENSTOCK_CPU_OP(full_like, FullLikeArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
