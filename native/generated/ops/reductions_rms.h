// From native/ops/reductions_rms/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReductionsRmsArgs {
  static constexpr const char* op_name = "reductions.rms";
  static const ArgTable table;

  enum Field : int { kAxes, kAxisNames, kDtype, kKeepDims };

  ArgList<int32_t> axes;
  Layout axis_names;
  DType dtype = DType::float32;
  bool keep_dims = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReductionsRmsArgsFields[] = {
    {"axes", ArgType::integers, false, offsetof(ReductionsRmsArgs, axes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axisNames", ArgType::layout, false, offsetof(ReductionsRmsArgs, axis_names), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(ReductionsRmsArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"keepDims", ArgType::boolean, false, offsetof(ReductionsRmsArgs, keep_dims), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReductionsRmsArgs::table = {kReductionsRmsArgsFields, 4, sizeof(ReductionsRmsArgs), offsetof(ReductionsRmsArgs, given),
    [](void* p) { new (p) ReductionsRmsArgs(); }};

}  // namespace penstock::ops
