// From native/ops/transforms_combine/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct TransformsCombineArgs {
  static constexpr const char* op_name = "transforms.combine";
  static const ArgTable table;

  enum Field : int { kReverseOrder };

  bool reverse_order = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kTransformsCombineArgsFields[] = {
    {"reverseOrder", ArgType::boolean, false, offsetof(TransformsCombineArgs, reverse_order), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable TransformsCombineArgs::table = {kTransformsCombineArgsFields, 1, sizeof(TransformsCombineArgs), offsetof(TransformsCombineArgs, given),
    [](void* p) { new (p) TransformsCombineArgs(); }};

}  // namespace penstock::ops
