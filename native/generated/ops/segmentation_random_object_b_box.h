// From native/ops/segmentation_random_object_b_box/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct SegmentationRandomObjectBBoxArgs {
  static constexpr const char* op_name = "segmentation.randomObjectBBox";
  static const ArgTable table;

  enum class Format : int32_t { anchor_shape, start_end, box };
  static constexpr const char* kFormatNames[] = {"anchor_shape", "start_end", "box", nullptr};
  enum Field : int { kBackground, kCacheObjects, kClassWeights, kClasses, kForegroundProb, kFormat, kIgnoreClass, kKLargest, kOutputClass, kThreshold };

  int32_t background = 0;
  bool cache_objects = false;
  ArgList<float> class_weights;
  ArgList<int32_t> classes;
  float foreground_prob = 1.0f;
  Format format = Format::anchor_shape;
  bool ignore_class = false;
  int32_t k_largest = 0;
  bool output_class = false;
  ArgList<int32_t> threshold;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kSegmentationRandomObjectBBoxArgsFields[] = {
    {"background", ArgType::integer, true, offsetof(SegmentationRandomObjectBBoxArgs, background), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cacheObjects", ArgType::boolean, false, offsetof(SegmentationRandomObjectBBoxArgs, cache_objects), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"classWeights", ArgType::numbers, true, offsetof(SegmentationRandomObjectBBoxArgs, class_weights), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"classes", ArgType::integers, true, offsetof(SegmentationRandomObjectBBoxArgs, classes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"foregroundProb", ArgType::number, true, offsetof(SegmentationRandomObjectBBoxArgs, foreground_prob), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"format", ArgType::choice, false, offsetof(SegmentationRandomObjectBBoxArgs, format), SegmentationRandomObjectBBoxArgs::kFormatNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"ignoreClass", ArgType::boolean, false, offsetof(SegmentationRandomObjectBBoxArgs, ignore_class), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"kLargest", ArgType::integer, false, offsetof(SegmentationRandomObjectBBoxArgs, k_largest), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"outputClass", ArgType::boolean, false, offsetof(SegmentationRandomObjectBBoxArgs, output_class), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"threshold", ArgType::integers, true, offsetof(SegmentationRandomObjectBBoxArgs, threshold), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable SegmentationRandomObjectBBoxArgs::table = {kSegmentationRandomObjectBBoxArgsFields, 10, sizeof(SegmentationRandomObjectBBoxArgs), offsetof(SegmentationRandomObjectBBoxArgs, given),
    [](void* p) { new (p) SegmentationRandomObjectBBoxArgs(); }};

}  // namespace penstock::ops
