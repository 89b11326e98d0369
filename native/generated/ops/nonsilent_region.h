// From native/ops/nonsilent_region/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct NonsilentRegionArgs {
  static constexpr const char* op_name = "nonsilentRegion";
  static const ArgTable table;

  enum Field : int { kCutoffDb, kReferencePower, kResetInterval, kWindowLength };

  float cutoff_db = -60.0f;
  float reference_power = 0;
  int32_t reset_interval = 8192;
  int32_t window_length = 2048;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kNonsilentRegionArgsFields[] = {
    {"cutoffDb", ArgType::number, false, offsetof(NonsilentRegionArgs, cutoff_db), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"referencePower", ArgType::number, false, offsetof(NonsilentRegionArgs, reference_power), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resetInterval", ArgType::integer, false, offsetof(NonsilentRegionArgs, reset_interval), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"windowLength", ArgType::integer, false, offsetof(NonsilentRegionArgs, window_length), nullptr, 1, std::numeric_limits<double>::infinity()},
};
inline const ArgTable NonsilentRegionArgs::table = {kNonsilentRegionArgsFields, 4, sizeof(NonsilentRegionArgs), offsetof(NonsilentRegionArgs, given),
    [](void* p) { new (p) NonsilentRegionArgs(); }};

}  // namespace penstock::ops
