// From native/ops/roi_random_crop/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct RoiRandomCropArgs {
  static constexpr const char* op_name = "roiRandomCrop";
  static const ArgTable table;

  enum Field : int { kCropShape, kInShape, kRoiEnd, kRoiShape, kRoiStart };

  ArgList<int32_t> crop_shape;
  ArgList<int32_t> in_shape;
  ArgList<int32_t> roi_end;
  ArgList<int32_t> roi_shape;
  ArgList<int32_t> roi_start;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kRoiRandomCropArgsFields[] = {
    {"cropShape", ArgType::integers, true, offsetof(RoiRandomCropArgs, crop_shape), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"inShape", ArgType::integers, true, offsetof(RoiRandomCropArgs, in_shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiEnd", ArgType::integers, true, offsetof(RoiRandomCropArgs, roi_end), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiShape", ArgType::integers, true, offsetof(RoiRandomCropArgs, roi_shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiStart", ArgType::integers, true, offsetof(RoiRandomCropArgs, roi_start), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable RoiRandomCropArgs::table = {kRoiRandomCropArgsFields, 5, sizeof(RoiRandomCropArgs), offsetof(RoiRandomCropArgs, given),
    [](void* p) { new (p) RoiRandomCropArgs(); }};

}  // namespace penstock::ops
