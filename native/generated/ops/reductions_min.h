// From native/ops/reductions_min/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReductionsMinArgs {
  static constexpr const char* op_name = "reductions.min";
  static const ArgTable table;

  enum Field : int { kAxes, kAxisNames, kKeepDims };

  ArgList<int32_t> axes;
  Layout axis_names;
  bool keep_dims = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReductionsMinArgsFields[] = {
    {"axes", ArgType::integers, false, offsetof(ReductionsMinArgs, axes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axisNames", ArgType::layout, false, offsetof(ReductionsMinArgs, axis_names), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"keepDims", ArgType::boolean, false, offsetof(ReductionsMinArgs, keep_dims), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReductionsMinArgs::table = {kReductionsMinArgsFields, 3, sizeof(ReductionsMinArgs), offsetof(ReductionsMinArgs, given),
    [](void* p) { new (p) ReductionsMinArgs(); }};

}  // namespace penstock::ops
