// From native/ops/flip/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct FlipArgs {
  static constexpr const char* op_name = "flip";
  static const ArgTable table;

  enum Field : int { kDepthwise, kHorizontal, kVertical };

  int32_t depthwise = 0;
  int32_t horizontal = 1;
  int32_t vertical = 0;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kFlipArgsFields[] = {
    {"depthwise", ArgType::integer, true, offsetof(FlipArgs, depthwise), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"horizontal", ArgType::integer, true, offsetof(FlipArgs, horizontal), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"vertical", ArgType::integer, true, offsetof(FlipArgs, vertical), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable FlipArgs::table = {kFlipArgsFields, 3, sizeof(FlipArgs), offsetof(FlipArgs, given),
    [](void* p) { new (p) FlipArgs(); }, true};

}  // namespace penstock::ops
