// From native/ops/saturation/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct SaturationArgs {
  static constexpr const char* op_name = "saturation";
  static const ArgTable table;

  enum Field : int { kDtype, kImageType, kSaturation };

  DType dtype = DType::uint8;
  ImageType image_type = ImageType::rgb;
  float saturation = 1.0f;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kSaturationArgsFields[] = {
    {"dtype", ArgType::dtype, false, offsetof(SaturationArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"imageType", ArgType::choice, false, offsetof(SaturationArgs, image_type), kImageTypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"saturation", ArgType::number, true, offsetof(SaturationArgs, saturation), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable SaturationArgs::table = {kSaturationArgsFields, 3, sizeof(SaturationArgs), offsetof(SaturationArgs, given),
    [](void* p) { new (p) SaturationArgs(); }, true};

}  // namespace penstock::ops
