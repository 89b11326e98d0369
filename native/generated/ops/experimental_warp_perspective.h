// From native/ops/experimental_warp_perspective/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ExperimentalWarpPerspectiveArgs {
  static constexpr const char* op_name = "experimental.warpPerspective";
  static const ArgTable table;

  enum class BorderMode : int32_t { constant, replicate, reflect, reflect_101, wrap };
  static constexpr const char* kBorderModeNames[] = {"constant", "replicate", "reflect", "reflect_101", "wrap", nullptr};
  enum class PixelOrigin : int32_t { corner, center };
  static constexpr const char* kPixelOriginNames[] = {"corner", "center", nullptr};
  enum Field : int { kBorderMode, kFillValue, kInterpType, kInverseMap, kMatrix, kPixelOrigin, kSize };

  BorderMode border_mode = BorderMode::constant;
  ArgList<float> fill_value;
  Interp interp_type = Interp::linear;
  bool inverse_map = true;
  ArgList<float> matrix;
  PixelOrigin pixel_origin = PixelOrigin::corner;
  ArgList<float> size;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kExperimentalWarpPerspectiveArgsFields[] = {
    {"borderMode", ArgType::choice, false, offsetof(ExperimentalWarpPerspectiveArgs, border_mode), ExperimentalWarpPerspectiveArgs::kBorderModeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fillValue", ArgType::numbers, false, offsetof(ExperimentalWarpPerspectiveArgs, fill_value), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
    {"interpType", ArgType::choice, false, offsetof(ExperimentalWarpPerspectiveArgs, interp_type), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"inverseMap", ArgType::boolean, false, offsetof(ExperimentalWarpPerspectiveArgs, inverse_map), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"matrix", ArgType::numbers, true, offsetof(ExperimentalWarpPerspectiveArgs, matrix), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"pixelOrigin", ArgType::choice, false, offsetof(ExperimentalWarpPerspectiveArgs, pixel_origin), ExperimentalWarpPerspectiveArgs::kPixelOriginNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"size", ArgType::numbers, true, offsetof(ExperimentalWarpPerspectiveArgs, size), nullptr, 0.5, std::numeric_limits<double>::infinity()},
};
inline const ArgTable ExperimentalWarpPerspectiveArgs::table = {kExperimentalWarpPerspectiveArgsFields, 7, sizeof(ExperimentalWarpPerspectiveArgs), offsetof(ExperimentalWarpPerspectiveArgs, given),
    [](void* p) { new (p) ExperimentalWarpPerspectiveArgs(); }, true};

}  // namespace penstock::ops
