// From native/ops/sharpness/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct SharpnessArgs {
  static constexpr const char* op_name = "sharpness";
  static const ArgTable table;

  enum Field : int { kFactor };

  float factor = 1.0f;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kSharpnessArgsFields[] = {
    {"factor", ArgType::number, true, offsetof(SharpnessArgs, factor), nullptr, 0, std::numeric_limits<double>::infinity()},
};
inline const ArgTable SharpnessArgs::table = {kSharpnessArgsFields, 1, sizeof(SharpnessArgs), offsetof(SharpnessArgs, given),
    [](void* p) { new (p) SharpnessArgs(); }, true};

}  // namespace penstock::ops
