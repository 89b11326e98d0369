// From native/ops/slice/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct SliceArgs {
  static constexpr const char* op_name = "slice";
  static const ArgTable table;

  enum class OutOfBoundsPolicy : int32_t { error, pad, constant, trim_to_shape, edge, clamp, reflect_1001, reflect, reflect_101, wrap };
  static constexpr const char* kOutOfBoundsPolicyNames[] = {"error", "pad", "constant", "trim_to_shape", "edge", "clamp", "reflect_1001", "reflect", "reflect_101", "wrap", nullptr};
  enum Field : int { kAxes, kAxisNames, kDtype, kEnd, kFillValues, kNormalizedAnchor, kNormalizedShape, kOutOfBoundsPolicy, kRelEnd, kRelShape, kRelStart, kShape, kStart };
  static constexpr int32_t kAxesDefault[] = {1, 0};
  static constexpr float kFillValuesDefault[] = {0.0f};

  ArgList<int32_t> axes = {kAxesDefault, 2};
  Layout axis_names = "WH";
  DType dtype = DType::uint8;
  ArgList<int32_t> end;
  ArgList<float> fill_values = {kFillValuesDefault, 1};
  bool normalized_anchor = true;
  bool normalized_shape = true;
  OutOfBoundsPolicy out_of_bounds_policy = OutOfBoundsPolicy::error;
  ArgList<float> rel_end;
  ArgList<float> rel_shape;
  ArgList<float> rel_start;
  ArgList<int32_t> shape;
  ArgList<int32_t> start;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kSliceArgsFields[] = {
    {"axes", ArgType::integers, true, offsetof(SliceArgs, axes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axisNames", ArgType::layout, false, offsetof(SliceArgs, axis_names), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(SliceArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"end", ArgType::integers, true, offsetof(SliceArgs, end), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fillValues", ArgType::numbers, false, offsetof(SliceArgs, fill_values), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
    {"normalizedAnchor", ArgType::boolean, false, offsetof(SliceArgs, normalized_anchor), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"normalizedShape", ArgType::boolean, false, offsetof(SliceArgs, normalized_shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"outOfBoundsPolicy", ArgType::choice, false, offsetof(SliceArgs, out_of_bounds_policy), SliceArgs::kOutOfBoundsPolicyNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"relEnd", ArgType::numbers, true, offsetof(SliceArgs, rel_end), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"relShape", ArgType::numbers, true, offsetof(SliceArgs, rel_shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"relStart", ArgType::numbers, true, offsetof(SliceArgs, rel_start), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shape", ArgType::integers, true, offsetof(SliceArgs, shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"start", ArgType::integers, true, offsetof(SliceArgs, start), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable SliceArgs::table = {kSliceArgsFields, 13, sizeof(SliceArgs), offsetof(SliceArgs, given),
    [](void* p) { new (p) SliceArgs(); }};

}  // namespace penstock::ops
