// From native/ops/reductions_std_dev/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReductionsStdDevArgs {
  static constexpr const char* op_name = "reductions.stdDev";
  static const ArgTable table;

  enum Field : int { kAxes, kAxisNames, kDdof, kKeepDims };

  ArgList<int32_t> axes;
  Layout axis_names;
  int32_t ddof = 0;
  bool keep_dims = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReductionsStdDevArgsFields[] = {
    {"axes", ArgType::integers, false, offsetof(ReductionsStdDevArgs, axes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axisNames", ArgType::layout, false, offsetof(ReductionsStdDevArgs, axis_names), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"ddof", ArgType::integer, false, offsetof(ReductionsStdDevArgs, ddof), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"keepDims", ArgType::boolean, false, offsetof(ReductionsStdDevArgs, keep_dims), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReductionsStdDevArgs::table = {kReductionsStdDevArgsFields, 4, sizeof(ReductionsStdDevArgs), offsetof(ReductionsStdDevArgs, given),
    [](void* p) { new (p) ReductionsStdDevArgs(); }};

}  // namespace penstock::ops
