// From native/ops/per_frame/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct PerFrameArgs {
  static constexpr const char* op_name = "perFrame";
  static const ArgTable table;

  enum Field : int { kReplace };

  bool replace = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kPerFrameArgsFields[] = {
    {"replace", ArgType::boolean, false, offsetof(PerFrameArgs, replace), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable PerFrameArgs::table = {kPerFrameArgsFields, 1, sizeof(PerFrameArgs), offsetof(PerFrameArgs, given),
    [](void* p) { new (p) PerFrameArgs(); }};

}  // namespace penstock::ops
