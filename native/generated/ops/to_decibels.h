// From native/ops/to_decibels/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ToDecibelsArgs {
  static constexpr const char* op_name = "toDecibels";
  static const ArgTable table;

  enum Field : int { kCutoffDb, kMultiplier, kReference };

  float cutoff_db = -200.0f;
  float multiplier = 10.0f;
  float reference = 0;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kToDecibelsArgsFields[] = {
    {"cutoffDb", ArgType::number, false, offsetof(ToDecibelsArgs, cutoff_db), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"multiplier", ArgType::number, false, offsetof(ToDecibelsArgs, multiplier), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"reference", ArgType::number, false, offsetof(ToDecibelsArgs, reference), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ToDecibelsArgs::table = {kToDecibelsArgsFields, 3, sizeof(ToDecibelsArgs), offsetof(ToDecibelsArgs, given),
    [](void* p) { new (p) ToDecibelsArgs(); }};

}  // namespace penstock::ops
