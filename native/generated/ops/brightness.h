// From native/ops/brightness/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct BrightnessArgs {
  static constexpr const char* op_name = "brightness";
  static const ArgTable table;

  enum Field : int { kBrightness, kBrightnessShift, kDtype };

  float brightness = 1.0f;
  float brightness_shift = 0.0f;
  DType dtype = DType::uint8;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kBrightnessArgsFields[] = {
    {"brightness", ArgType::number, true, offsetof(BrightnessArgs, brightness), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"brightnessShift", ArgType::number, true, offsetof(BrightnessArgs, brightness_shift), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(BrightnessArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable BrightnessArgs::table = {kBrightnessArgsFields, 3, sizeof(BrightnessArgs), offsetof(BrightnessArgs, given),
    [](void* p) { new (p) BrightnessArgs(); }, true};

}  // namespace penstock::ops
