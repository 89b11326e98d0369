// From native/ops/ones_like/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct OnesLikeArgs {
  static constexpr const char* op_name = "onesLike";
  static const ArgTable table;

  enum Field : int { kDtype };

  DType dtype = DType::uint8;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kOnesLikeArgsFields[] = {
    {"dtype", ArgType::dtype, false, offsetof(OnesLikeArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable OnesLikeArgs::table = {kOnesLikeArgsFields, 1, sizeof(OnesLikeArgs), offsetof(OnesLikeArgs, given),
    [](void* p) { new (p) OnesLikeArgs(); }};

}  // namespace penstock::ops
