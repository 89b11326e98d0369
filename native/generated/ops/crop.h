// From native/ops/crop/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct CropArgs {
  static constexpr const char* op_name = "crop";
  static const ArgTable table;

  enum class OutOfBoundsPolicy : int32_t { error, pad, constant, trim_to_shape, edge, clamp, reflect_1001, reflect, reflect_101, wrap };
  static constexpr const char* kOutOfBoundsPolicyNames[] = {"error", "pad", "constant", "trim_to_shape", "edge", "clamp", "reflect_1001", "reflect", "reflect_101", "wrap", nullptr};
  enum class Rounding : int32_t { round, truncate };
  static constexpr const char* kRoundingNames[] = {"round", "truncate", nullptr};
  enum Field : int { kCrop, kCropD, kCropH, kCropPosX, kCropPosY, kCropPosZ, kCropW, kDtype, kFillValues, kOutOfBoundsPolicy, kPadding, kRounding };
  static constexpr float kFillValuesDefault[] = {0.0f};

  ArgList<float> crop;
  float crop_d = 0.0f;
  float crop_h = 0.0f;
  float crop_pos_x = 0.5f;
  float crop_pos_y = 0.5f;
  float crop_pos_z = 0.5f;
  float crop_w = 0.0f;
  DType dtype = DType::uint8;
  ArgList<float> fill_values = {kFillValuesDefault, 1};
  OutOfBoundsPolicy out_of_bounds_policy = OutOfBoundsPolicy::error;
  ArgList<int32_t> padding;
  Rounding rounding = Rounding::round;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kCropArgsFields[] = {
    {"crop", ArgType::numbers, true, offsetof(CropArgs, crop), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cropD", ArgType::number, true, offsetof(CropArgs, crop_d), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cropH", ArgType::number, true, offsetof(CropArgs, crop_h), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cropPosX", ArgType::number, true, offsetof(CropArgs, crop_pos_x), nullptr, 0, 1},
    {"cropPosY", ArgType::number, true, offsetof(CropArgs, crop_pos_y), nullptr, 0, 1},
    {"cropPosZ", ArgType::number, true, offsetof(CropArgs, crop_pos_z), nullptr, 0, 1},
    {"cropW", ArgType::number, true, offsetof(CropArgs, crop_w), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(CropArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fillValues", ArgType::numbers, false, offsetof(CropArgs, fill_values), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
    {"outOfBoundsPolicy", ArgType::choice, false, offsetof(CropArgs, out_of_bounds_policy), CropArgs::kOutOfBoundsPolicyNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"padding", ArgType::integers, true, offsetof(CropArgs, padding), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"rounding", ArgType::choice, false, offsetof(CropArgs, rounding), CropArgs::kRoundingNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable CropArgs::table = {kCropArgsFields, 12, sizeof(CropArgs), offsetof(CropArgs, given),
    [](void* p) { new (p) CropArgs(); }};

}  // namespace penstock::ops
