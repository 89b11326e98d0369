// From native/ops/subscript/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct SubscriptArgs {
  static constexpr const char* op_name = "subscript";
  static const ArgTable table;

  enum Field : int { kIndex, kRanges };

  int32_t index = 0;
  ArgList<int32_t> ranges;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kSubscriptArgsFields[] = {
    {"index", ArgType::integer, true, offsetof(SubscriptArgs, index), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"ranges", ArgType::integers, false, offsetof(SubscriptArgs, ranges), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable SubscriptArgs::table = {kSubscriptArgsFields, 2, sizeof(SubscriptArgs), offsetof(SubscriptArgs, given),
    [](void* p) { new (p) SubscriptArgs(); }};

}  // namespace penstock::ops
