// From native/ops/solarize/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct SolarizeArgs {
  static constexpr const char* op_name = "solarize";
  static const ArgTable table;

  enum Field : int { kAddition, kThreshold };

  float addition = 0;
  float threshold = 0;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kSolarizeArgsFields[] = {
    {"addition", ArgType::number, true, offsetof(SolarizeArgs, addition), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"threshold", ArgType::number, true, offsetof(SolarizeArgs, threshold), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable SolarizeArgs::table = {kSolarizeArgsFields, 2, sizeof(SolarizeArgs), offsetof(SolarizeArgs, given),
    [](void* p) { new (p) SolarizeArgs(); }, true};

}  // namespace penstock::ops
