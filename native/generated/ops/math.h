// From native/ops/math/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct MathArgs {
  static constexpr const char* op_name = "math";
  static const ArgTable table;

  enum class Operation : int32_t { neg, abs, bitNot, lnot, fabs, sqrt, rsqrt, cbrt, exp, log, log2, log10, floor, ceil, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, asinh, acosh, atanh, add, sub, mul, floorDiv, mod, min, max, pow, div, fpow, atan2, eq, ne, lt, le, gt, ge, bitAnd, bitOr, bitXor, lshift, rshift, land, lor, clamp };
  static constexpr const char* kOperationNames[] = {"neg", "abs", "bitNot", "lnot", "fabs", "sqrt", "rsqrt", "cbrt", "exp", "log", "log2", "log10", "floor", "ceil", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "add", "sub", "mul", "floorDiv", "mod", "min", "max", "pow", "div", "fpow", "atan2", "eq", "ne", "lt", "le", "gt", "ge", "bitAnd", "bitOr", "bitXor", "lshift", "rshift", "land", "lor", "clamp", nullptr};
  enum Field : int { kConstants, kOperation };

  ArgList<std::string_view> constants;
  Operation operation = Operation::neg;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kMathArgsFields[] = {
    {"constants", ArgType::strings, false, offsetof(MathArgs, constants), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"operation", ArgType::choice, false, offsetof(MathArgs, operation), MathArgs::kOperationNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable MathArgs::table = {kMathArgsFields, 2, sizeof(MathArgs), offsetof(MathArgs, given),
    [](void* p) { new (p) MathArgs(); }};

}  // namespace penstock::ops
