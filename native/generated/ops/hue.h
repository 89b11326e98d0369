// From native/ops/hue/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct HueArgs {
  static constexpr const char* op_name = "hue";
  static const ArgTable table;

  enum Field : int { kDtype, kHue, kImageType };

  DType dtype = DType::uint8;
  float hue = 0.0f;
  ImageType image_type = ImageType::rgb;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kHueArgsFields[] = {
    {"dtype", ArgType::dtype, false, offsetof(HueArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hue", ArgType::number, true, offsetof(HueArgs, hue), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"imageType", ArgType::choice, false, offsetof(HueArgs, image_type), kImageTypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable HueArgs::table = {kHueArgsFields, 3, sizeof(HueArgs), offsetof(HueArgs, given),
    [](void* p) { new (p) HueArgs(); }, true};

}  // namespace penstock::ops
