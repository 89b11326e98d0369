// From native/ops/autocontrast/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct AutocontrastArgs {
  static constexpr const char* op_name = "autocontrast";
  static const ArgTable table;

  enum class Rounding : int32_t { truncate, nearest };
  static constexpr const char* kRoundingNames[] = {"truncate", "nearest", nullptr};
  enum Field : int { kRounding };

  Rounding rounding = Rounding::truncate;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kAutocontrastArgsFields[] = {
    {"rounding", ArgType::choice, false, offsetof(AutocontrastArgs, rounding), AutocontrastArgs::kRoundingNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable AutocontrastArgs::table = {kAutocontrastArgsFields, 1, sizeof(AutocontrastArgs), offsetof(AutocontrastArgs, given),
    [](void* p) { new (p) AutocontrastArgs(); }};

}  // namespace penstock::ops
