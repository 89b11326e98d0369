// From native/ops/color_twist/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ColorTwistArgs {
  static constexpr const char* op_name = "colorTwist";
  static const ArgTable table;

  enum Field : int { kBrightness, kContrast, kDtype, kHue, kImageType, kSaturation };

  float brightness = 1.0f;
  float contrast = 1.0f;
  DType dtype = DType::uint8;
  float hue = 0.0f;
  ImageType image_type = ImageType::rgb;
  float saturation = 1.0f;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kColorTwistArgsFields[] = {
    {"brightness", ArgType::number, true, offsetof(ColorTwistArgs, brightness), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"contrast", ArgType::number, true, offsetof(ColorTwistArgs, contrast), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(ColorTwistArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hue", ArgType::number, true, offsetof(ColorTwistArgs, hue), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"imageType", ArgType::choice, false, offsetof(ColorTwistArgs, image_type), kImageTypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"saturation", ArgType::number, true, offsetof(ColorTwistArgs, saturation), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ColorTwistArgs::table = {kColorTwistArgsFields, 6, sizeof(ColorTwistArgs), offsetof(ColorTwistArgs, given),
    [](void* p) { new (p) ColorTwistArgs(); }, true};

}  // namespace penstock::ops
