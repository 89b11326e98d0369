// From native/ops/sphere/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct SphereArgs {
  static constexpr const char* op_name = "sphere";
  static const ArgTable table;

  enum Field : int { kFillValue, kInterpType, kMask };

  float fill_value = 0.0f;
  Interp interp_type = Interp::nn;
  int32_t mask = 1;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kSphereArgsFields[] = {
    {"fillValue", ArgType::number, false, offsetof(SphereArgs, fill_value), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
    {"interpType", ArgType::choice, false, offsetof(SphereArgs, interp_type), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"mask", ArgType::integer, true, offsetof(SphereArgs, mask), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable SphereArgs::table = {kSphereArgsFields, 3, sizeof(SphereArgs), offsetof(SphereArgs, given),
    [](void* p) { new (p) SphereArgs(); }, true};

}  // namespace penstock::ops
