// From native/ops/full/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct FullArgs {
  static constexpr const char* op_name = "full";
  static const ArgTable table;

  enum Field : int { kLayout, kShape, kValue, kValues };

  Layout layout;
  ArgList<int32_t> shape;
  float value = 0;
  ArgList<float> values;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kFullArgsFields[] = {
    {"layout", ArgType::layout, false, offsetof(FullArgs, layout), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shape", ArgType::integers, true, offsetof(FullArgs, shape), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"value", ArgType::number, false, offsetof(FullArgs, value), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
    {"values", ArgType::numbers, false, offsetof(FullArgs, values), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
};
inline const ArgTable FullArgs::table = {kFullArgsFields, 4, sizeof(FullArgs), offsetof(FullArgs, given),
    [](void* p) { new (p) FullArgs(); }};

}  // namespace penstock::ops
