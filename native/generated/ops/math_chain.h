// From native/ops/math_chain/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct MathChainArgs {
  static constexpr const char* op_name = "mathChain";
  static const ArgTable table;

  enum Field : int { kConstants, kOperations };

  ArgList<std::string_view> constants;
  ArgList<std::string_view> operations;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kMathChainArgsFields[] = {
    {"constants", ArgType::strings, false, offsetof(MathChainArgs, constants), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"operations", ArgType::strings, false, offsetof(MathChainArgs, operations), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable MathChainArgs::table = {kMathChainArgsFields, 2, sizeof(MathChainArgs), offsetof(MathChainArgs, given),
    [](void* p) { new (p) MathChainArgs(); }};

}  // namespace penstock::ops
