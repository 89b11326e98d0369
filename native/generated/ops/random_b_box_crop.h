// From native/ops/random_b_box_crop/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct RandomBBoxCropArgs {
  static constexpr const char* op_name = "randomBBoxCrop";
  static const ArgTable table;

  enum class ThresholdType : int32_t { iou, overlap };
  static constexpr const char* kThresholdTypeNames[] = {"iou", "overlap", nullptr};
  enum Field : int { kAllBoxesAboveThreshold, kAllowNoCrop, kAspectRatio, kBboxLayout, kBboxPruneThreshold, kCropShape, kInputShape, kLtrb, kNumAttempts, kOutputBboxIndices, kQuiet, kScaling, kShapeLayout, kThresholdType, kThresholds, kTotalNumAttempts };
  static constexpr float kAspectRatioDefault[] = {1.0f, 1.0f};
  static constexpr float kScalingDefault[] = {1.0f, 1.0f};
  static constexpr float kThresholdsDefault[] = {0.0f};

  bool all_boxes_above_threshold = true;
  bool allow_no_crop = true;
  ArgList<float> aspect_ratio = {kAspectRatioDefault, 2};
  Layout bbox_layout;
  float bbox_prune_threshold = 0;
  ArgList<int32_t> crop_shape;
  ArgList<int32_t> input_shape;
  bool ltrb = true;
  int32_t num_attempts = 1;
  bool output_bbox_indices = false;
  bool quiet = false;
  ArgList<float> scaling = {kScalingDefault, 2};
  Layout shape_layout;
  ThresholdType threshold_type = ThresholdType::iou;
  ArgList<float> thresholds = {kThresholdsDefault, 1};
  int32_t total_num_attempts = -1;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kRandomBBoxCropArgsFields[] = {
    {"allBoxesAboveThreshold", ArgType::boolean, false, offsetof(RandomBBoxCropArgs, all_boxes_above_threshold), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"allowNoCrop", ArgType::boolean, false, offsetof(RandomBBoxCropArgs, allow_no_crop), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"aspectRatio", ArgType::numbers, false, offsetof(RandomBBoxCropArgs, aspect_ratio), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"bboxLayout", ArgType::layout, false, offsetof(RandomBBoxCropArgs, bbox_layout), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"bboxPruneThreshold", ArgType::number, false, offsetof(RandomBBoxCropArgs, bbox_prune_threshold), nullptr, 0, 1},
    {"cropShape", ArgType::integers, true, offsetof(RandomBBoxCropArgs, crop_shape), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"inputShape", ArgType::integers, true, offsetof(RandomBBoxCropArgs, input_shape), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"ltrb", ArgType::boolean, false, offsetof(RandomBBoxCropArgs, ltrb), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"numAttempts", ArgType::integer, false, offsetof(RandomBBoxCropArgs, num_attempts), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"outputBboxIndices", ArgType::boolean, false, offsetof(RandomBBoxCropArgs, output_bbox_indices), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"quiet", ArgType::boolean, false, offsetof(RandomBBoxCropArgs, quiet), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"scaling", ArgType::numbers, false, offsetof(RandomBBoxCropArgs, scaling), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"shapeLayout", ArgType::layout, false, offsetof(RandomBBoxCropArgs, shape_layout), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"thresholdType", ArgType::choice, false, offsetof(RandomBBoxCropArgs, threshold_type), RandomBBoxCropArgs::kThresholdTypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"thresholds", ArgType::numbers, false, offsetof(RandomBBoxCropArgs, thresholds), nullptr, 0, 1},
    {"totalNumAttempts", ArgType::integer, false, offsetof(RandomBBoxCropArgs, total_num_attempts), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable RandomBBoxCropArgs::table = {kRandomBBoxCropArgsFields, 16, sizeof(RandomBBoxCropArgs), offsetof(RandomBBoxCropArgs, given),
    [](void* p) { new (p) RandomBBoxCropArgs(); }};

}  // namespace penstock::ops
