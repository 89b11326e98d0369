// From native/ops/resize_crop_mirror/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ResizeCropMirrorArgs {
  static constexpr const char* op_name = "resizeCropMirror";
  static const ArgTable table;

  enum class Match : int32_t { dali, pillow, pillow_12, torchvision, torchvision_float, opencv };
  static constexpr const char* kMatchNames[] = {"dali", "pillow", "pillow-12", "torchvision", "torchvision-float", "opencv", nullptr};
  enum class MatchFilter : int32_t { box, hamming, area, lanczos4, nearest_exact };
  static constexpr const char* kMatchFilterNames[] = {"box", "hamming", "area", "lanczos4", "nearest_exact", nullptr};
  enum class Mode : int32_t { default_, stretch, not_larger, not_smaller };
  static constexpr const char* kModeNames[] = {"default", "stretch", "not_larger", "not_smaller", nullptr};
  enum class Rounding : int32_t { round, truncate };
  static constexpr const char* kRoundingNames[] = {"round", "truncate", nullptr};
  enum Field : int { kAntialias, kCrop, kCropD, kCropH, kCropPosX, kCropPosY, kCropPosZ, kCropW, kDtype, kInterpType, kMagFilter, kMatch, kMatchFilter, kMaxSize, kMinFilter, kMinibatchSize, kMirror, kMode, kResizeLonger, kResizeShorter, kResizeX, kResizeY, kResizeZ, kRoiEnd, kRoiRelative, kRoiStart, kRounding, kSize, kSubpixelScale, kTempBufferHint };

  bool antialias = true;
  ArgList<float> crop;
  float crop_d = 0.0f;
  float crop_h = 0.0f;
  float crop_pos_x = 0.5f;
  float crop_pos_y = 0.5f;
  float crop_pos_z = 0.5f;
  float crop_w = 0.0f;
  DType dtype = DType::uint8;
  Interp interp_type = Interp::linear;
  Interp mag_filter = Interp::linear;
  Match match = Match::dali;
  MatchFilter match_filter = MatchFilter::box;
  ArgList<float> max_size;
  Interp min_filter = Interp::linear;
  int32_t minibatch_size = 32;
  int32_t mirror = 0;
  Mode mode = Mode::default_;
  float resize_longer = 0.0f;
  float resize_shorter = 0.0f;
  float resize_x = 0.0f;
  float resize_y = 0.0f;
  float resize_z = 0.0f;
  ArgList<float> roi_end;
  bool roi_relative = false;
  ArgList<float> roi_start;
  Rounding rounding = Rounding::round;
  ArgList<float> size;
  bool subpixel_scale = true;
  int32_t temp_buffer_hint = 0;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kResizeCropMirrorArgsFields[] = {
    {"antialias", ArgType::boolean, false, offsetof(ResizeCropMirrorArgs, antialias), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"crop", ArgType::numbers, true, offsetof(ResizeCropMirrorArgs, crop), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cropD", ArgType::number, true, offsetof(ResizeCropMirrorArgs, crop_d), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cropH", ArgType::number, true, offsetof(ResizeCropMirrorArgs, crop_h), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cropPosX", ArgType::number, true, offsetof(ResizeCropMirrorArgs, crop_pos_x), nullptr, 0, 1},
    {"cropPosY", ArgType::number, true, offsetof(ResizeCropMirrorArgs, crop_pos_y), nullptr, 0, 1},
    {"cropPosZ", ArgType::number, true, offsetof(ResizeCropMirrorArgs, crop_pos_z), nullptr, 0, 1},
    {"cropW", ArgType::number, true, offsetof(ResizeCropMirrorArgs, crop_w), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(ResizeCropMirrorArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"interpType", ArgType::choice, true, offsetof(ResizeCropMirrorArgs, interp_type), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"magFilter", ArgType::choice, true, offsetof(ResizeCropMirrorArgs, mag_filter), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"match", ArgType::choice, false, offsetof(ResizeCropMirrorArgs, match), ResizeCropMirrorArgs::kMatchNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"matchFilter", ArgType::choice, false, offsetof(ResizeCropMirrorArgs, match_filter), ResizeCropMirrorArgs::kMatchFilterNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxSize", ArgType::numbers, false, offsetof(ResizeCropMirrorArgs, max_size), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"minFilter", ArgType::choice, true, offsetof(ResizeCropMirrorArgs, min_filter), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"minibatchSize", ArgType::integer, false, offsetof(ResizeCropMirrorArgs, minibatch_size), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"mirror", ArgType::integer, true, offsetof(ResizeCropMirrorArgs, mirror), nullptr, 0, 7},
    {"mode", ArgType::choice, false, offsetof(ResizeCropMirrorArgs, mode), ResizeCropMirrorArgs::kModeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeLonger", ArgType::number, true, offsetof(ResizeCropMirrorArgs, resize_longer), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeShorter", ArgType::number, true, offsetof(ResizeCropMirrorArgs, resize_shorter), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeX", ArgType::number, true, offsetof(ResizeCropMirrorArgs, resize_x), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeY", ArgType::number, true, offsetof(ResizeCropMirrorArgs, resize_y), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeZ", ArgType::number, true, offsetof(ResizeCropMirrorArgs, resize_z), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiEnd", ArgType::numbers, true, offsetof(ResizeCropMirrorArgs, roi_end), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiRelative", ArgType::boolean, false, offsetof(ResizeCropMirrorArgs, roi_relative), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiStart", ArgType::numbers, true, offsetof(ResizeCropMirrorArgs, roi_start), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"rounding", ArgType::choice, false, offsetof(ResizeCropMirrorArgs, rounding), ResizeCropMirrorArgs::kRoundingNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"size", ArgType::numbers, true, offsetof(ResizeCropMirrorArgs, size), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"subpixelScale", ArgType::boolean, false, offsetof(ResizeCropMirrorArgs, subpixel_scale), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"tempBufferHint", ArgType::integer, false, offsetof(ResizeCropMirrorArgs, temp_buffer_hint), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ResizeCropMirrorArgs::table = {kResizeCropMirrorArgsFields, 30, sizeof(ResizeCropMirrorArgs), offsetof(ResizeCropMirrorArgs, given),
    [](void* p) { new (p) ResizeCropMirrorArgs(); }, false, false, false, true};

}  // namespace penstock::ops
