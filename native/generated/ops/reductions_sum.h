// From native/ops/reductions_sum/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReductionsSumArgs {
  static constexpr const char* op_name = "reductions.sum";
  static const ArgTable table;

  enum Field : int { kAxes, kAxisNames, kDtype, kKeepDims };

  ArgList<int32_t> axes;
  Layout axis_names;
  DType dtype = DType::uint8;
  bool keep_dims = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReductionsSumArgsFields[] = {
    {"axes", ArgType::integers, false, offsetof(ReductionsSumArgs, axes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axisNames", ArgType::layout, false, offsetof(ReductionsSumArgs, axis_names), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(ReductionsSumArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"keepDims", ArgType::boolean, false, offsetof(ReductionsSumArgs, keep_dims), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReductionsSumArgs::table = {kReductionsSumArgsFields, 4, sizeof(ReductionsSumArgs), offsetof(ReductionsSumArgs, given),
    [](void* p) { new (p) ReductionsSumArgs(); }};

}  // namespace penstock::ops
