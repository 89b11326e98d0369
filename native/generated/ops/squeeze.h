// From native/ops/squeeze/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct SqueezeArgs {
  static constexpr const char* op_name = "squeeze";
  static const ArgTable table;

  enum Field : int { kAxes, kAxisNames };

  ArgList<int32_t> axes;
  Layout axis_names;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kSqueezeArgsFields[] = {
    {"axes", ArgType::integers, true, offsetof(SqueezeArgs, axes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axisNames", ArgType::layout, false, offsetof(SqueezeArgs, axis_names), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable SqueezeArgs::table = {kSqueezeArgsFields, 2, sizeof(SqueezeArgs), offsetof(SqueezeArgs, given),
    [](void* p) { new (p) SqueezeArgs(); }};

}  // namespace penstock::ops
