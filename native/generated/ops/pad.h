// From native/ops/pad/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct PadArgs {
  static constexpr const char* op_name = "pad";
  static const ArgTable table;

  enum Field : int { kAlign, kAxes, kAxisNames, kFillValue, kShape };

  ArgList<int32_t> align;
  ArgList<int32_t> axes;
  Layout axis_names;
  float fill_value = 0.0f;
  ArgList<int32_t> shape;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kPadArgsFields[] = {
    {"align", ArgType::integers, true, offsetof(PadArgs, align), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"axes", ArgType::integers, true, offsetof(PadArgs, axes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axisNames", ArgType::layout, false, offsetof(PadArgs, axis_names), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fillValue", ArgType::number, true, offsetof(PadArgs, fill_value), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
    {"shape", ArgType::integers, true, offsetof(PadArgs, shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable PadArgs::table = {kPadArgsFields, 5, sizeof(PadArgs), offsetof(PadArgs, given),
    [](void* p) { new (p) PadArgs(); }, false, false, true};

}  // namespace penstock::ops
