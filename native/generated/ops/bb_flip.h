// From native/ops/bb_flip/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct BbFlipArgs {
  static constexpr const char* op_name = "bbFlip";
  static const ArgTable table;

  enum Field : int { kHorizontal, kLtrb, kVertical };

  int32_t horizontal = 1;
  bool ltrb = false;
  int32_t vertical = 0;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kBbFlipArgsFields[] = {
    {"horizontal", ArgType::integer, true, offsetof(BbFlipArgs, horizontal), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"ltrb", ArgType::boolean, false, offsetof(BbFlipArgs, ltrb), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"vertical", ArgType::integer, true, offsetof(BbFlipArgs, vertical), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable BbFlipArgs::table = {kBbFlipArgsFields, 3, sizeof(BbFlipArgs), offsetof(BbFlipArgs, given),
    [](void* p) { new (p) BbFlipArgs(); }};

}  // namespace penstock::ops
