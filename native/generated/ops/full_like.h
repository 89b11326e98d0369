// From native/ops/full_like/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct FullLikeArgs {
  static constexpr const char* op_name = "fullLike";
  static const ArgTable table;

  enum Field : int { kValue, kValues };

  float value = 0;
  ArgList<float> values;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kFullLikeArgsFields[] = {
    {"value", ArgType::number, false, offsetof(FullLikeArgs, value), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
    {"values", ArgType::numbers, false, offsetof(FullLikeArgs, values), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
};
inline const ArgTable FullLikeArgs::table = {kFullLikeArgsFields, 2, sizeof(FullLikeArgs), offsetof(FullLikeArgs, given),
    [](void* p) { new (p) FullLikeArgs(); }};

}  // namespace penstock::ops
