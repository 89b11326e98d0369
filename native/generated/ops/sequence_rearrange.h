// From native/ops/sequence_rearrange/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct SequenceRearrangeArgs {
  static constexpr const char* op_name = "sequenceRearrange";
  static const ArgTable table;

  enum Field : int { kNewOrder };

  ArgList<int32_t> new_order;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kSequenceRearrangeArgsFields[] = {
    {"newOrder", ArgType::integers, true, offsetof(SequenceRearrangeArgs, new_order), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable SequenceRearrangeArgs::table = {kSequenceRearrangeArgsFields, 1, sizeof(SequenceRearrangeArgs), offsetof(SequenceRearrangeArgs, given),
    [](void* p) { new (p) SequenceRearrangeArgs(); }};

}  // namespace penstock::ops
