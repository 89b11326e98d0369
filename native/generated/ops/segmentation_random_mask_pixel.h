// From native/ops/segmentation_random_mask_pixel/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct SegmentationRandomMaskPixelArgs {
  static constexpr const char* op_name = "segmentation.randomMaskPixel";
  static const ArgTable table;

  enum Field : int { kForeground, kThreshold, kValue };

  int32_t foreground = 0;
  float threshold = 0.0f;
  int32_t value = 0;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kSegmentationRandomMaskPixelArgsFields[] = {
    {"foreground", ArgType::integer, true, offsetof(SegmentationRandomMaskPixelArgs, foreground), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"threshold", ArgType::number, true, offsetof(SegmentationRandomMaskPixelArgs, threshold), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"value", ArgType::integer, true, offsetof(SegmentationRandomMaskPixelArgs, value), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable SegmentationRandomMaskPixelArgs::table = {kSegmentationRandomMaskPixelArgsFields, 3, sizeof(SegmentationRandomMaskPixelArgs), offsetof(SegmentationRandomMaskPixelArgs, given),
    [](void* p) { new (p) SegmentationRandomMaskPixelArgs(); }};

}  // namespace penstock::ops
