// From native/ops/subscript_copy/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct SubscriptCopyArgs {
  static constexpr const char* op_name = "subscriptCopy";
  static const ArgTable table;

  enum Field : int { kIndex, kRanges, kSteps };

  int32_t index = 0;
  ArgList<int32_t> ranges;
  ArgList<int32_t> steps;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kSubscriptCopyArgsFields[] = {
    {"index", ArgType::integer, true, offsetof(SubscriptCopyArgs, index), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"ranges", ArgType::integers, false, offsetof(SubscriptCopyArgs, ranges), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"steps", ArgType::integers, false, offsetof(SubscriptCopyArgs, steps), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable SubscriptCopyArgs::table = {kSubscriptCopyArgsFields, 3, sizeof(SubscriptCopyArgs), offsetof(SubscriptCopyArgs, given),
    [](void* p) { new (p) SubscriptCopyArgs(); }};

}  // namespace penstock::ops
