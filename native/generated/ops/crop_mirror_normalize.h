// From native/ops/crop_mirror_normalize/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct CropMirrorNormalizeArgs {
  static constexpr const char* op_name = "cropMirrorNormalize";
  static const ArgTable table;

  enum class OutOfBoundsPolicy : int32_t { error, pad, constant, trim_to_shape };
  static constexpr const char* kOutOfBoundsPolicyNames[] = {"error", "pad", "constant", "trim_to_shape", nullptr};
  enum class Rounding : int32_t { round, truncate };
  static constexpr const char* kRoundingNames[] = {"round", "truncate", nullptr};
  enum Field : int { kCrop, kCropD, kCropH, kCropPosX, kCropPosY, kCropPosZ, kCropW, kDtype, kFillValues, kMean, kMirror, kOutOfBoundsPolicy, kOutputLayout, kPadOutput, kRounding, kScale, kShift, kStd };
  static constexpr float kFillValuesDefault[] = {0.0f};
  static constexpr float kMeanDefault[] = {0.0f};
  static constexpr float kStdDefault[] = {1.0f};

  ArgList<float> crop;
  float crop_d = 0.0f;
  float crop_h = 0.0f;
  float crop_pos_x = 0.5f;
  float crop_pos_y = 0.5f;
  float crop_pos_z = 0.5f;
  float crop_w = 0.0f;
  DType dtype = DType::float32;
  ArgList<float> fill_values = {kFillValuesDefault, 1};
  ArgList<float> mean = {kMeanDefault, 1};
  int32_t mirror = 0;
  OutOfBoundsPolicy out_of_bounds_policy = OutOfBoundsPolicy::error;
  Layout output_layout = "CHW";
  bool pad_output = false;
  Rounding rounding = Rounding::round;
  float scale = 1.0f;
  float shift = 0.0f;
  ArgList<float> std = {kStdDefault, 1};
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kCropMirrorNormalizeArgsFields[] = {
    {"crop", ArgType::numbers, true, offsetof(CropMirrorNormalizeArgs, crop), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cropD", ArgType::number, true, offsetof(CropMirrorNormalizeArgs, crop_d), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cropH", ArgType::number, true, offsetof(CropMirrorNormalizeArgs, crop_h), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cropPosX", ArgType::number, true, offsetof(CropMirrorNormalizeArgs, crop_pos_x), nullptr, 0, 1},
    {"cropPosY", ArgType::number, true, offsetof(CropMirrorNormalizeArgs, crop_pos_y), nullptr, 0, 1},
    {"cropPosZ", ArgType::number, true, offsetof(CropMirrorNormalizeArgs, crop_pos_z), nullptr, 0, 1},
    {"cropW", ArgType::number, true, offsetof(CropMirrorNormalizeArgs, crop_w), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(CropMirrorNormalizeArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fillValues", ArgType::numbers, false, offsetof(CropMirrorNormalizeArgs, fill_values), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
    {"mean", ArgType::numbers, true, offsetof(CropMirrorNormalizeArgs, mean), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"mirror", ArgType::integer, true, offsetof(CropMirrorNormalizeArgs, mirror), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"outOfBoundsPolicy", ArgType::choice, false, offsetof(CropMirrorNormalizeArgs, out_of_bounds_policy), CropMirrorNormalizeArgs::kOutOfBoundsPolicyNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"outputLayout", ArgType::layout, false, offsetof(CropMirrorNormalizeArgs, output_layout), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"padOutput", ArgType::boolean, false, offsetof(CropMirrorNormalizeArgs, pad_output), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"rounding", ArgType::choice, false, offsetof(CropMirrorNormalizeArgs, rounding), CropMirrorNormalizeArgs::kRoundingNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"scale", ArgType::number, false, offsetof(CropMirrorNormalizeArgs, scale), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shift", ArgType::number, false, offsetof(CropMirrorNormalizeArgs, shift), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"std", ArgType::numbers, true, offsetof(CropMirrorNormalizeArgs, std), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable CropMirrorNormalizeArgs::table = {kCropMirrorNormalizeArgsFields, 18, sizeof(CropMirrorNormalizeArgs), offsetof(CropMirrorNormalizeArgs, given),
    [](void* p) { new (p) CropMirrorNormalizeArgs(); }};

}  // namespace penstock::ops
