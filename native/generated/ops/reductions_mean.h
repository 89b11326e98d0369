// From native/ops/reductions_mean/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReductionsMeanArgs {
  static constexpr const char* op_name = "reductions.mean";
  static const ArgTable table;

  enum Field : int { kAxes, kAxisNames, kDtype, kKeepDims };

  ArgList<int32_t> axes;
  Layout axis_names;
  DType dtype = DType::float32;
  bool keep_dims = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReductionsMeanArgsFields[] = {
    {"axes", ArgType::integers, false, offsetof(ReductionsMeanArgs, axes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axisNames", ArgType::layout, false, offsetof(ReductionsMeanArgs, axis_names), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(ReductionsMeanArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"keepDims", ArgType::boolean, false, offsetof(ReductionsMeanArgs, keep_dims), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReductionsMeanArgs::table = {kReductionsMeanArgsFields, 4, sizeof(ReductionsMeanArgs), offsetof(ReductionsMeanArgs, given),
    [](void* p) { new (p) ReductionsMeanArgs(); }};

}  // namespace penstock::ops
