// From native/ops/stack/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct StackArgs {
  static constexpr const char* op_name = "stack";
  static const ArgTable table;

  enum Field : int { kAxis, kAxisName };

  int32_t axis = 0;
  std::string_view axis_name;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kStackArgsFields[] = {
    {"axis", ArgType::integer, false, offsetof(StackArgs, axis), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axisName", ArgType::string, false, offsetof(StackArgs, axis_name), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable StackArgs::table = {kStackArgsFields, 2, sizeof(StackArgs), offsetof(StackArgs, given),
    [](void* p) { new (p) StackArgs(); }};

}  // namespace penstock::ops
