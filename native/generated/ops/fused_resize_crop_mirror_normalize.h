// From native/ops/fused_resize_crop_mirror_normalize/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct FusedResizeCropMirrorNormalizeArgs {
  static constexpr const char* op_name = "fusedResizeCropMirrorNormalize";
  static const ArgTable table;

  enum class Match : int32_t { dali, pillow, pillow_12, torchvision, torchvision_float, opencv };
  static constexpr const char* kMatchNames[] = {"dali", "pillow", "pillow-12", "torchvision", "torchvision-float", "opencv", nullptr};
  enum class MatchFilter : int32_t { box, hamming, area, lanczos4, nearest_exact };
  static constexpr const char* kMatchFilterNames[] = {"box", "hamming", "area", "lanczos4", "nearest_exact", nullptr};
  enum class Mode : int32_t { default_, stretch, not_larger, not_smaller };
  static constexpr const char* kModeNames[] = {"default", "stretch", "not_larger", "not_smaller", nullptr};
  enum class OutOfBoundsPolicy : int32_t { error, pad, constant, trim_to_shape };
  static constexpr const char* kOutOfBoundsPolicyNames[] = {"error", "pad", "constant", "trim_to_shape", nullptr};
  enum class Rounding : int32_t { round, truncate };
  static constexpr const char* kRoundingNames[] = {"round", "truncate", nullptr};
  enum Field : int { kAntialias, kCrop, kCropD, kCropH, kCropPosX, kCropPosY, kCropPosZ, kCropW, kDtype, kFillValues, kInterpType, kMagFilter, kMatch, kMatchFilter, kMaxSize, kMean, kMinFilter, kMinibatchSize, kMirror, kMode, kOutOfBoundsPolicy, kOutputLayout, kPadOutput, kResizeLonger, kResizeShorter, kResizeX, kResizeY, kResizeZ, kRoiEnd, kRoiRelative, kRoiStart, kRounding, kScale, kShift, kSize, kStd, kSubpixelScale, kTempBufferHint };
  static constexpr float kFillValuesDefault[] = {0.0f};
  static constexpr float kMeanDefault[] = {0.0f};
  static constexpr float kStdDefault[] = {1.0f};

  bool antialias = true;
  ArgList<float> crop;
  float crop_d = 0.0f;
  float crop_h = 0.0f;
  float crop_pos_x = 0.5f;
  float crop_pos_y = 0.5f;
  float crop_pos_z = 0.5f;
  float crop_w = 0.0f;
  DType dtype = DType::float32;
  ArgList<float> fill_values = {kFillValuesDefault, 1};
  Interp interp_type = Interp::linear;
  Interp mag_filter = Interp::linear;
  Match match = Match::dali;
  MatchFilter match_filter = MatchFilter::box;
  ArgList<float> max_size;
  ArgList<float> mean = {kMeanDefault, 1};
  Interp min_filter = Interp::linear;
  int32_t minibatch_size = 32;
  int32_t mirror = 0;
  Mode mode = Mode::default_;
  OutOfBoundsPolicy out_of_bounds_policy = OutOfBoundsPolicy::error;
  Layout output_layout = "CHW";
  bool pad_output = false;
  float resize_longer = 0.0f;
  float resize_shorter = 0.0f;
  float resize_x = 0.0f;
  float resize_y = 0.0f;
  float resize_z = 0.0f;
  ArgList<float> roi_end;
  bool roi_relative = false;
  ArgList<float> roi_start;
  Rounding rounding = Rounding::round;
  float scale = 1.0f;
  float shift = 0.0f;
  ArgList<float> size;
  ArgList<float> std = {kStdDefault, 1};
  bool subpixel_scale = true;
  int32_t temp_buffer_hint = 0;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kFusedResizeCropMirrorNormalizeArgsFields[] = {
    {"antialias", ArgType::boolean, false, offsetof(FusedResizeCropMirrorNormalizeArgs, antialias), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"crop", ArgType::numbers, true, offsetof(FusedResizeCropMirrorNormalizeArgs, crop), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cropD", ArgType::number, true, offsetof(FusedResizeCropMirrorNormalizeArgs, crop_d), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cropH", ArgType::number, true, offsetof(FusedResizeCropMirrorNormalizeArgs, crop_h), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cropPosX", ArgType::number, true, offsetof(FusedResizeCropMirrorNormalizeArgs, crop_pos_x), nullptr, 0, 1},
    {"cropPosY", ArgType::number, true, offsetof(FusedResizeCropMirrorNormalizeArgs, crop_pos_y), nullptr, 0, 1},
    {"cropPosZ", ArgType::number, true, offsetof(FusedResizeCropMirrorNormalizeArgs, crop_pos_z), nullptr, 0, 1},
    {"cropW", ArgType::number, true, offsetof(FusedResizeCropMirrorNormalizeArgs, crop_w), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(FusedResizeCropMirrorNormalizeArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fillValues", ArgType::numbers, false, offsetof(FusedResizeCropMirrorNormalizeArgs, fill_values), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
    {"interpType", ArgType::choice, true, offsetof(FusedResizeCropMirrorNormalizeArgs, interp_type), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"magFilter", ArgType::choice, true, offsetof(FusedResizeCropMirrorNormalizeArgs, mag_filter), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"match", ArgType::choice, false, offsetof(FusedResizeCropMirrorNormalizeArgs, match), FusedResizeCropMirrorNormalizeArgs::kMatchNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"matchFilter", ArgType::choice, false, offsetof(FusedResizeCropMirrorNormalizeArgs, match_filter), FusedResizeCropMirrorNormalizeArgs::kMatchFilterNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxSize", ArgType::numbers, false, offsetof(FusedResizeCropMirrorNormalizeArgs, max_size), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"mean", ArgType::numbers, true, offsetof(FusedResizeCropMirrorNormalizeArgs, mean), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"minFilter", ArgType::choice, true, offsetof(FusedResizeCropMirrorNormalizeArgs, min_filter), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"minibatchSize", ArgType::integer, false, offsetof(FusedResizeCropMirrorNormalizeArgs, minibatch_size), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"mirror", ArgType::integer, true, offsetof(FusedResizeCropMirrorNormalizeArgs, mirror), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"mode", ArgType::choice, false, offsetof(FusedResizeCropMirrorNormalizeArgs, mode), FusedResizeCropMirrorNormalizeArgs::kModeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"outOfBoundsPolicy", ArgType::choice, false, offsetof(FusedResizeCropMirrorNormalizeArgs, out_of_bounds_policy), FusedResizeCropMirrorNormalizeArgs::kOutOfBoundsPolicyNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"outputLayout", ArgType::layout, false, offsetof(FusedResizeCropMirrorNormalizeArgs, output_layout), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"padOutput", ArgType::boolean, false, offsetof(FusedResizeCropMirrorNormalizeArgs, pad_output), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeLonger", ArgType::number, true, offsetof(FusedResizeCropMirrorNormalizeArgs, resize_longer), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeShorter", ArgType::number, true, offsetof(FusedResizeCropMirrorNormalizeArgs, resize_shorter), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeX", ArgType::number, true, offsetof(FusedResizeCropMirrorNormalizeArgs, resize_x), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeY", ArgType::number, true, offsetof(FusedResizeCropMirrorNormalizeArgs, resize_y), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeZ", ArgType::number, true, offsetof(FusedResizeCropMirrorNormalizeArgs, resize_z), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiEnd", ArgType::numbers, true, offsetof(FusedResizeCropMirrorNormalizeArgs, roi_end), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiRelative", ArgType::boolean, false, offsetof(FusedResizeCropMirrorNormalizeArgs, roi_relative), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiStart", ArgType::numbers, true, offsetof(FusedResizeCropMirrorNormalizeArgs, roi_start), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"rounding", ArgType::choice, false, offsetof(FusedResizeCropMirrorNormalizeArgs, rounding), FusedResizeCropMirrorNormalizeArgs::kRoundingNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"scale", ArgType::number, false, offsetof(FusedResizeCropMirrorNormalizeArgs, scale), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shift", ArgType::number, false, offsetof(FusedResizeCropMirrorNormalizeArgs, shift), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"size", ArgType::numbers, true, offsetof(FusedResizeCropMirrorNormalizeArgs, size), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"std", ArgType::numbers, true, offsetof(FusedResizeCropMirrorNormalizeArgs, std), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"subpixelScale", ArgType::boolean, false, offsetof(FusedResizeCropMirrorNormalizeArgs, subpixel_scale), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"tempBufferHint", ArgType::integer, false, offsetof(FusedResizeCropMirrorNormalizeArgs, temp_buffer_hint), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable FusedResizeCropMirrorNormalizeArgs::table = {kFusedResizeCropMirrorNormalizeArgsFields, 38, sizeof(FusedResizeCropMirrorNormalizeArgs), offsetof(FusedResizeCropMirrorNormalizeArgs, given),
    [](void* p) { new (p) FusedResizeCropMirrorNormalizeArgs(); }, false, false, false, true};

}  // namespace penstock::ops
