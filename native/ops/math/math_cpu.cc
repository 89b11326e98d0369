// math.* on the CPU, run as a chain (kernels/math/chain.h) of one operation.
#include "core/op.h"
#include "generated/ops/math.h"
#include "kernels/math/chain.h"

namespace penstock::ops {
namespace {

math::Chain& planned(const MathArgs& a, SampleBase& s) {
  auto& chain = s.local<math::Chain>();
  if (!chain.planned_for(s)) chain.plan(&a.operation, 1, a.constants, s);
  return chain;
}

void setup(const MathArgs& a, SampleSetup& s, NoState&) { s.out[0] = planned(a, s).describe(s); }
void run(const MathArgs& a, SampleRun& s, NoState&) { planned(a, s).run(s); }

}  // namespace

PENSTOCK_CPU_OP(math, MathArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
