// From native/ops/b_box_rotate/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct BBoxRotateArgs {
  static constexpr const char* op_name = "bBoxRotate";
  static const ArgTable table;

  enum class BboxLayout : int32_t { xyXY, xyWH };
  static constexpr const char* kBboxLayoutNames[] = {"xyXY", "xyWH", nullptr};
  enum class Mode : int32_t { expand, halfway, fixed };
  static constexpr const char* kModeNames[] = {"expand", "halfway", "fixed", nullptr};
  enum Field : int { kAngle, kBboxLayout, kBboxNormalized, kInputShape, kKeepSize, kMode, kRemoveThreshold, kShapeLayout, kSize };

  float angle = 0;
  BboxLayout bbox_layout = BboxLayout::xyXY;
  bool bbox_normalized = true;
  ArgList<int32_t> input_shape;
  bool keep_size = false;
  Mode mode = Mode::expand;
  float remove_threshold = 0.1f;
  Layout shape_layout = "HW";
  ArgList<float> size;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kBBoxRotateArgsFields[] = {
    {"angle", ArgType::number, true, offsetof(BBoxRotateArgs, angle), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"bboxLayout", ArgType::choice, false, offsetof(BBoxRotateArgs, bbox_layout), BBoxRotateArgs::kBboxLayoutNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"bboxNormalized", ArgType::boolean, false, offsetof(BBoxRotateArgs, bbox_normalized), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"inputShape", ArgType::integers, true, offsetof(BBoxRotateArgs, input_shape), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"keepSize", ArgType::boolean, false, offsetof(BBoxRotateArgs, keep_size), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"mode", ArgType::choice, false, offsetof(BBoxRotateArgs, mode), BBoxRotateArgs::kModeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"removeThreshold", ArgType::number, false, offsetof(BBoxRotateArgs, remove_threshold), nullptr, 0, 1},
    {"shapeLayout", ArgType::layout, false, offsetof(BBoxRotateArgs, shape_layout), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"size", ArgType::numbers, true, offsetof(BBoxRotateArgs, size), nullptr, 1, std::numeric_limits<double>::infinity()},
};
inline const ArgTable BBoxRotateArgs::table = {kBBoxRotateArgsFields, 9, sizeof(BBoxRotateArgs), offsetof(BBoxRotateArgs, given),
    [](void* p) { new (p) BBoxRotateArgs(); }};

}  // namespace penstock::ops
