// From native/ops/noise_shot/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct NoiseShotArgs {
  static constexpr const char* op_name = "noise.shot";
  static const ArgTable table;

  enum Field : int { kFactor };

  float factor = 20.0f;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kNoiseShotArgsFields[] = {
    {"factor", ArgType::number, true, offsetof(NoiseShotArgs, factor), nullptr, 0, std::numeric_limits<double>::infinity()},
};
inline const ArgTable NoiseShotArgs::table = {kNoiseShotArgsFields, 1, sizeof(NoiseShotArgs), offsetof(NoiseShotArgs, given),
    [](void* p) { new (p) NoiseShotArgs(); }, true};

}  // namespace penstock::ops
