// From native/ops/color_space_conversion/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ColorSpaceConversionArgs {
  static constexpr const char* op_name = "colorSpaceConversion";
  static const ArgTable table;

  enum Field : int { kImageType, kOutputType };

  ImageType image_type = ImageType::rgb;
  ImageType output_type = ImageType::rgb;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kColorSpaceConversionArgsFields[] = {
    {"imageType", ArgType::choice, false, offsetof(ColorSpaceConversionArgs, image_type), kImageTypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"outputType", ArgType::choice, false, offsetof(ColorSpaceConversionArgs, output_type), kImageTypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ColorSpaceConversionArgs::table = {kColorSpaceConversionArgsFields, 2, sizeof(ColorSpaceConversionArgs), offsetof(ColorSpaceConversionArgs, given),
    [](void* p) { new (p) ColorSpaceConversionArgs(); }};

}  // namespace penstock::ops
