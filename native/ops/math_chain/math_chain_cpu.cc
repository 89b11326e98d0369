// Several operations of math.*, one after another, on the CPU; kernels/math/chain.h runs them.
#include "core/op.h"
#include "generated/ops/math_chain.h"
#include "kernels/math/chain.h"
#include "ops/math_chain/math_chain.h"

namespace penstock::ops {
namespace {

math::Chain& planned(const MathChainArgs& a, SampleBase& s) {
  auto& chain = s.local<math::Chain>();
  if (!chain.planned_for(s)) {
    const std::vector<math::Operation> operations = operations_of(a);
    chain.plan(operations.data(), static_cast<int>(operations.size()), a.constants, s);
  }
  return chain;
}

void setup(const MathChainArgs& a, SampleSetup& s, NoState&) { s.out[0] = planned(a, s).describe(s); }
void run(const MathChainArgs& a, SampleRun& s, NoState&) { planned(a, s).run(s); }

}  // namespace

PENSTOCK_CPU_OP(math_chain, MathChainArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
