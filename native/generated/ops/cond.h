// From native/ops/cond/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct CondArgs {
  static constexpr const char* op_name = "cond";
  static const ArgTable table;

  enum Field : int { kLogical };

  bool logical = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kCondArgsFields[] = {
    {"logical", ArgType::boolean, false, offsetof(CondArgs, logical), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable CondArgs::table = {kCondArgsFields, 1, sizeof(CondArgs), offsetof(CondArgs, given),
    [](void* p) { new (p) CondArgs(); }};

}  // namespace penstock::ops
