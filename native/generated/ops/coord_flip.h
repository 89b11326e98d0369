// From native/ops/coord_flip/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct CoordFlipArgs {
  static constexpr const char* op_name = "coordFlip";
  static const ArgTable table;

  enum Field : int { kCenterX, kCenterY, kCenterZ, kFlipX, kFlipY, kFlipZ, kLayout };

  float center_x = 0.5f;
  float center_y = 0.5f;
  float center_z = 0.5f;
  int32_t flip_x = 1;
  int32_t flip_y = 0;
  int32_t flip_z = 0;
  Layout layout = "";
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kCoordFlipArgsFields[] = {
    {"centerX", ArgType::number, true, offsetof(CoordFlipArgs, center_x), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"centerY", ArgType::number, true, offsetof(CoordFlipArgs, center_y), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"centerZ", ArgType::number, true, offsetof(CoordFlipArgs, center_z), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"flipX", ArgType::integer, true, offsetof(CoordFlipArgs, flip_x), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"flipY", ArgType::integer, true, offsetof(CoordFlipArgs, flip_y), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"flipZ", ArgType::integer, true, offsetof(CoordFlipArgs, flip_z), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"layout", ArgType::layout, false, offsetof(CoordFlipArgs, layout), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable CoordFlipArgs::table = {kCoordFlipArgsFields, 7, sizeof(CoordFlipArgs), offsetof(CoordFlipArgs, given),
    [](void* p) { new (p) CoordFlipArgs(); }};

}  // namespace penstock::ops
