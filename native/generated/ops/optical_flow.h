// From native/ops/optical_flow/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct OpticalFlowArgs {
  static constexpr const char* op_name = "opticalFlow";
  static const ArgTable table;

  enum Field : int { kEnableExternalHints, kEnableTemporalHints, kHintGrid, kImageType, kOutputGrid, kPreset };

  bool enable_external_hints = false;
  bool enable_temporal_hints = false;
  int32_t hint_grid = 4;
  ImageType image_type = ImageType::rgb;
  int32_t output_grid = 4;
  float preset = 0.0f;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kOpticalFlowArgsFields[] = {
    {"enableExternalHints", ArgType::boolean, false, offsetof(OpticalFlowArgs, enable_external_hints), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"enableTemporalHints", ArgType::boolean, false, offsetof(OpticalFlowArgs, enable_temporal_hints), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hintGrid", ArgType::integer, false, offsetof(OpticalFlowArgs, hint_grid), nullptr, 1, 8},
    {"imageType", ArgType::choice, false, offsetof(OpticalFlowArgs, image_type), kImageTypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"outputGrid", ArgType::integer, false, offsetof(OpticalFlowArgs, output_grid), nullptr, 1, 4},
    {"preset", ArgType::number, false, offsetof(OpticalFlowArgs, preset), nullptr, 0, 1},
};
inline const ArgTable OpticalFlowArgs::table = {kOpticalFlowArgsFields, 6, sizeof(OpticalFlowArgs), offsetof(OpticalFlowArgs, given),
    [](void* p) { new (p) OpticalFlowArgs(); }};

}  // namespace penstock::ops
