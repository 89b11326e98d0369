// From native/ops/grid_mask/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct GridMaskArgs {
  static constexpr const char* op_name = "gridMask";
  static const ArgTable table;

  enum Field : int { kAngle, kRatio, kShiftX, kShiftY, kTile };

  float angle = 0.0f;
  float ratio = 0.5f;
  float shift_x = 0.0f;
  float shift_y = 0.0f;
  int32_t tile = 100;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kGridMaskArgsFields[] = {
    {"angle", ArgType::number, true, offsetof(GridMaskArgs, angle), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"ratio", ArgType::number, true, offsetof(GridMaskArgs, ratio), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shiftX", ArgType::number, true, offsetof(GridMaskArgs, shift_x), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shiftY", ArgType::number, true, offsetof(GridMaskArgs, shift_y), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"tile", ArgType::integer, true, offsetof(GridMaskArgs, tile), nullptr, 1, std::numeric_limits<double>::infinity()},
};
inline const ArgTable GridMaskArgs::table = {kGridMaskArgsFields, 5, sizeof(GridMaskArgs), offsetof(GridMaskArgs, given),
    [](void* p) { new (p) GridMaskArgs(); }, true};

}  // namespace penstock::ops
