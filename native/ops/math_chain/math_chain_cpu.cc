// Several operations of math.*, one after another, on the CPU; kernels/math/chain.h runs them.
#include <algorithm>
#include <iterator>

#include "core/op.h"
#include "generated/ops/math.h"
#include "generated/ops/math_chain.h"
#include "kernels/math/chain.h"

namespace penstock::ops {
namespace {

using math::Operation;

std::vector<Operation> operations_of(const MathChainArgs& a) {
  std::vector<Operation> operations;
  for (const std::string_view name : a.operations) {
    const auto& known = MathArgs::kOperationNames;
    const auto end = std::end(known) - 1;  // the list of names ends with a null
    const auto found = std::find(std::begin(known), end, name);
    if (found == end) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected names of math's operations for operations but received \"%.*s\"",
           static_cast<int>(name.size()), name.data());
    }
    operations.push_back(static_cast<Operation>(found - std::begin(known)));
  }
  if (operations.empty()) fail(ErrorCode::INVALID_ARGUMENT, "Expected at least one of operations but received none");
  return operations;
}

math::Chain& planned(const MathChainArgs& a, SampleBase& s) {
  auto& chain = s.local<math::Chain>();
  if (!chain.planned_for(s)) {
    const std::vector<Operation> operations = operations_of(a);
    chain.plan(operations.data(), static_cast<int>(operations.size()), a.constants, s);
  }
  return chain;
}

void setup(const MathChainArgs& a, SampleSetup& s, NoState&) { s.out[0] = planned(a, s).describe(s); }
void run(const MathChainArgs& a, SampleRun& s, NoState&) { planned(a, s).run(s); }

}  // namespace

PENSTOCK_CPU_OP(math_chain, MathChainArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
