// From native/ops/brightness_contrast/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct BrightnessContrastArgs {
  static constexpr const char* op_name = "brightnessContrast";
  static const ArgTable table;

  enum Field : int { kBrightness, kBrightnessShift, kContrast, kContrastCenter, kDtype };

  float brightness = 1.0f;
  float brightness_shift = 0.0f;
  float contrast = 1.0f;
  float contrast_center = 0;
  DType dtype = DType::uint8;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kBrightnessContrastArgsFields[] = {
    {"brightness", ArgType::number, true, offsetof(BrightnessContrastArgs, brightness), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"brightnessShift", ArgType::number, true, offsetof(BrightnessContrastArgs, brightness_shift), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"contrast", ArgType::number, true, offsetof(BrightnessContrastArgs, contrast), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"contrastCenter", ArgType::number, true, offsetof(BrightnessContrastArgs, contrast_center), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(BrightnessContrastArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable BrightnessContrastArgs::table = {kBrightnessContrastArgsFields, 5, sizeof(BrightnessContrastArgs), offsetof(BrightnessContrastArgs, given),
    [](void* p) { new (p) BrightnessContrastArgs(); }, true};

}  // namespace penstock::ops
