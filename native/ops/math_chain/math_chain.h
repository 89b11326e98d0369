// mathChain: its operations, by name.
#pragma once
#include <algorithm>
#include <iterator>
#include <vector>

#include "core/error.h"
#include "generated/ops/math_chain.h"
#include "kernels/math/promote.h"

namespace penstock::ops {

inline std::vector<math::Operation> operations_of(const MathChainArgs& a) {
  std::vector<math::Operation> operations;
  for (const std::string_view name : a.operations) {
    const auto& known = MathArgs::kOperationNames;
    const auto end = std::end(known) - 1;  // the list of names ends with a null
    const auto found = std::find(std::begin(known), end, name);
    if (found == end) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected names of math's operations for operations but received \"%.*s\"",
           static_cast<int>(name.size()), name.data());
    }
    operations.push_back(static_cast<math::Operation>(found - std::begin(known)));
  }
  if (operations.empty()) fail(ErrorCode::INVALID_ARGUMENT, "Expected at least one of operations but received none");
  return operations;
}

}  // namespace penstock::ops
