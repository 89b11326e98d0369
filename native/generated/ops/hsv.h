// From native/ops/hsv/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct HsvArgs {
  static constexpr const char* op_name = "hsv";
  static const ArgTable table;

  enum Field : int { kDtype, kHue, kSaturation, kValue };

  DType dtype = DType::uint8;
  float hue = 0.0f;
  float saturation = 1.0f;
  float value = 1.0f;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kHsvArgsFields[] = {
    {"dtype", ArgType::dtype, false, offsetof(HsvArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hue", ArgType::number, true, offsetof(HsvArgs, hue), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"saturation", ArgType::number, true, offsetof(HsvArgs, saturation), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"value", ArgType::number, true, offsetof(HsvArgs, value), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable HsvArgs::table = {kHsvArgsFields, 4, sizeof(HsvArgs), offsetof(HsvArgs, given),
    [](void* p) { new (p) HsvArgs(); }, true};

}  // namespace penstock::ops
