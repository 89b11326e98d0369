// From native/ops/experimental_resize/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ExperimentalResizeArgs {
  static constexpr const char* op_name = "experimental.resize";
  static const ArgTable table;

  enum class Match : int32_t { dali, pillow, pillow_12, torchvision, torchvision_float, opencv };
  static constexpr const char* kMatchNames[] = {"dali", "pillow", "pillow-12", "torchvision", "torchvision-float", "opencv", nullptr};
  enum class MatchFilter : int32_t { box, hamming, area, lanczos4, nearest_exact };
  static constexpr const char* kMatchFilterNames[] = {"box", "hamming", "area", "lanczos4", "nearest_exact", nullptr};
  enum class Mode : int32_t { default_, stretch, not_larger, not_smaller };
  static constexpr const char* kModeNames[] = {"default", "stretch", "not_larger", "not_smaller", nullptr};
  enum Field : int { kAntialias, kDtype, kInterpType, kMagFilter, kMatch, kMatchFilter, kMaxSize, kMinFilter, kMinibatchSize, kMode, kResizeLonger, kResizeShorter, kResizeX, kResizeY, kResizeZ, kRoiEnd, kRoiRelative, kRoiStart, kSaveAttrs, kSize, kSubpixelScale, kTempBufferHint };

  bool antialias = true;
  DType dtype = DType::uint8;
  Interp interp_type = Interp::linear;
  Interp mag_filter = Interp::linear;
  Match match = Match::dali;
  MatchFilter match_filter = MatchFilter::box;
  ArgList<float> max_size;
  Interp min_filter = Interp::linear;
  int32_t minibatch_size = 32;
  Mode mode = Mode::default_;
  float resize_longer = 0.0f;
  float resize_shorter = 0.0f;
  float resize_x = 0.0f;
  float resize_y = 0.0f;
  float resize_z = 0.0f;
  ArgList<float> roi_end;
  bool roi_relative = false;
  ArgList<float> roi_start;
  bool save_attrs = false;
  ArgList<float> size;
  bool subpixel_scale = true;
  int32_t temp_buffer_hint = 0;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kExperimentalResizeArgsFields[] = {
    {"antialias", ArgType::boolean, false, offsetof(ExperimentalResizeArgs, antialias), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(ExperimentalResizeArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"interpType", ArgType::choice, true, offsetof(ExperimentalResizeArgs, interp_type), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"magFilter", ArgType::choice, true, offsetof(ExperimentalResizeArgs, mag_filter), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"match", ArgType::choice, false, offsetof(ExperimentalResizeArgs, match), ExperimentalResizeArgs::kMatchNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"matchFilter", ArgType::choice, false, offsetof(ExperimentalResizeArgs, match_filter), ExperimentalResizeArgs::kMatchFilterNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxSize", ArgType::numbers, false, offsetof(ExperimentalResizeArgs, max_size), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"minFilter", ArgType::choice, true, offsetof(ExperimentalResizeArgs, min_filter), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"minibatchSize", ArgType::integer, false, offsetof(ExperimentalResizeArgs, minibatch_size), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"mode", ArgType::choice, false, offsetof(ExperimentalResizeArgs, mode), ExperimentalResizeArgs::kModeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeLonger", ArgType::number, true, offsetof(ExperimentalResizeArgs, resize_longer), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeShorter", ArgType::number, true, offsetof(ExperimentalResizeArgs, resize_shorter), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeX", ArgType::number, true, offsetof(ExperimentalResizeArgs, resize_x), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeY", ArgType::number, true, offsetof(ExperimentalResizeArgs, resize_y), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeZ", ArgType::number, true, offsetof(ExperimentalResizeArgs, resize_z), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiEnd", ArgType::numbers, true, offsetof(ExperimentalResizeArgs, roi_end), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiRelative", ArgType::boolean, false, offsetof(ExperimentalResizeArgs, roi_relative), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiStart", ArgType::numbers, true, offsetof(ExperimentalResizeArgs, roi_start), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"saveAttrs", ArgType::boolean, false, offsetof(ExperimentalResizeArgs, save_attrs), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"size", ArgType::numbers, true, offsetof(ExperimentalResizeArgs, size), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"subpixelScale", ArgType::boolean, false, offsetof(ExperimentalResizeArgs, subpixel_scale), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"tempBufferHint", ArgType::integer, false, offsetof(ExperimentalResizeArgs, temp_buffer_hint), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ExperimentalResizeArgs::table = {kExperimentalResizeArgsFields, 22, sizeof(ExperimentalResizeArgs), offsetof(ExperimentalResizeArgs, given),
    [](void* p) { new (p) ExperimentalResizeArgs(); }, false, false, false, true};

}  // namespace penstock::ops
