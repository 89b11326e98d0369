// From native/ops/expand_dims/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ExpandDimsArgs {
  static constexpr const char* op_name = "expandDims";
  static const ArgTable table;

  enum Field : int { kAxes, kNewAxisNames };

  ArgList<int32_t> axes;
  Layout new_axis_names = "";
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kExpandDimsArgsFields[] = {
    {"axes", ArgType::integers, false, offsetof(ExpandDimsArgs, axes), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"newAxisNames", ArgType::layout, false, offsetof(ExpandDimsArgs, new_axis_names), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ExpandDimsArgs::table = {kExpandDimsArgsFields, 2, sizeof(ExpandDimsArgs), offsetof(ExpandDimsArgs, given),
    [](void* p) { new (p) ExpandDimsArgs(); }};

}  // namespace penstock::ops
