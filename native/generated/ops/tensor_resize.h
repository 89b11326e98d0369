// From native/ops/tensor_resize/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct TensorResizeArgs {
  static constexpr const char* op_name = "tensorResize";
  static const ArgTable table;

  enum class Mode : int32_t { default_, stretch, not_larger, not_smaller };
  static constexpr const char* kModeNames[] = {"default", "stretch", "not_larger", "not_smaller", nullptr};
  enum class SizeRounding : int32_t { round, truncate, ceil };
  static constexpr const char* kSizeRoundingNames[] = {"round", "truncate", "ceil", nullptr};
  enum Field : int { kAlignment, kAntialias, kAxes, kAxisNames, kDtype, kInterpType, kMagFilter, kMaxSize, kMinFilter, kMinibatchSize, kMode, kRoiEnd, kRoiRelative, kRoiStart, kScales, kSizeRounding, kSizes, kSubpixelScale, kTempBufferHint };
  static constexpr float kAlignmentDefault[] = {0.5f};

  ArgList<float> alignment = {kAlignmentDefault, 1};
  bool antialias = true;
  ArgList<int32_t> axes;
  Layout axis_names;
  DType dtype = DType::uint8;
  Interp interp_type = Interp::linear;
  Interp mag_filter = Interp::linear;
  ArgList<float> max_size;
  Interp min_filter = Interp::linear;
  int32_t minibatch_size = 32;
  Mode mode = Mode::default_;
  ArgList<float> roi_end;
  bool roi_relative = false;
  ArgList<float> roi_start;
  ArgList<float> scales;
  SizeRounding size_rounding = SizeRounding::round;
  ArgList<float> sizes;
  bool subpixel_scale = true;
  int32_t temp_buffer_hint = 0;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kTensorResizeArgsFields[] = {
    {"alignment", ArgType::numbers, true, offsetof(TensorResizeArgs, alignment), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"antialias", ArgType::boolean, false, offsetof(TensorResizeArgs, antialias), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axes", ArgType::integers, false, offsetof(TensorResizeArgs, axes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axisNames", ArgType::layout, false, offsetof(TensorResizeArgs, axis_names), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(TensorResizeArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"interpType", ArgType::choice, true, offsetof(TensorResizeArgs, interp_type), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"magFilter", ArgType::choice, true, offsetof(TensorResizeArgs, mag_filter), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxSize", ArgType::numbers, false, offsetof(TensorResizeArgs, max_size), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"minFilter", ArgType::choice, true, offsetof(TensorResizeArgs, min_filter), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"minibatchSize", ArgType::integer, false, offsetof(TensorResizeArgs, minibatch_size), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"mode", ArgType::choice, false, offsetof(TensorResizeArgs, mode), TensorResizeArgs::kModeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiEnd", ArgType::numbers, true, offsetof(TensorResizeArgs, roi_end), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiRelative", ArgType::boolean, false, offsetof(TensorResizeArgs, roi_relative), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiStart", ArgType::numbers, true, offsetof(TensorResizeArgs, roi_start), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"scales", ArgType::numbers, true, offsetof(TensorResizeArgs, scales), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"sizeRounding", ArgType::choice, false, offsetof(TensorResizeArgs, size_rounding), TensorResizeArgs::kSizeRoundingNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"sizes", ArgType::numbers, true, offsetof(TensorResizeArgs, sizes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"subpixelScale", ArgType::boolean, false, offsetof(TensorResizeArgs, subpixel_scale), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"tempBufferHint", ArgType::integer, false, offsetof(TensorResizeArgs, temp_buffer_hint), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable TensorResizeArgs::table = {kTensorResizeArgsFields, 19, sizeof(TensorResizeArgs), offsetof(TensorResizeArgs, given),
    [](void* p) { new (p) TensorResizeArgs(); }};

}  // namespace penstock::ops
