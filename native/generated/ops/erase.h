// From native/ops/erase/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct EraseArgs {
  static constexpr const char* op_name = "erase";
  static const ArgTable table;

  enum Field : int { kAnchor, kAxes, kAxisNames, kCenteredAnchor, kFillValue, kNormalized, kNormalizedAnchor, kNormalizedShape, kShape };
  static constexpr int32_t kAxesDefault[] = {1, 0};
  static constexpr float kFillValueDefault[] = {0.0f};

  ArgList<float> anchor;
  ArgList<int32_t> axes = {kAxesDefault, 2};
  Layout axis_names = "HW";
  bool centered_anchor = false;
  ArgList<float> fill_value = {kFillValueDefault, 1};
  bool normalized = false;
  bool normalized_anchor = false;
  bool normalized_shape = false;
  ArgList<float> shape;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kEraseArgsFields[] = {
    {"anchor", ArgType::numbers, true, offsetof(EraseArgs, anchor), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axes", ArgType::integers, false, offsetof(EraseArgs, axes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axisNames", ArgType::layout, false, offsetof(EraseArgs, axis_names), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"centeredAnchor", ArgType::boolean, false, offsetof(EraseArgs, centered_anchor), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fillValue", ArgType::numbers, true, offsetof(EraseArgs, fill_value), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
    {"normalized", ArgType::boolean, false, offsetof(EraseArgs, normalized), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"normalizedAnchor", ArgType::boolean, false, offsetof(EraseArgs, normalized_anchor), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"normalizedShape", ArgType::boolean, false, offsetof(EraseArgs, normalized_shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shape", ArgType::numbers, true, offsetof(EraseArgs, shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable EraseArgs::table = {kEraseArgsFields, 9, sizeof(EraseArgs), offsetof(EraseArgs, given),
    [](void* p) { new (p) EraseArgs(); }};

}  // namespace penstock::ops
