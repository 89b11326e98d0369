// From native/ops/peek_image_shape/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct PeekImageShapeArgs {
  static constexpr const char* op_name = "peekImageShape";
  static const ArgTable table;

  static constexpr const char* kDtypeNames[] = {"int32", "uint32", "int64", "uint64", "float32", "float64", nullptr};
  enum Field : int { kAdjustOrientation, kDtype, kImageType };

  bool adjust_orientation = true;
  DType dtype = DType::int64;
  ImageType image_type = ImageType::rgb;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kPeekImageShapeArgsFields[] = {
    {"adjustOrientation", ArgType::boolean, false, offsetof(PeekImageShapeArgs, adjust_orientation), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(PeekImageShapeArgs, dtype), PeekImageShapeArgs::kDtypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"imageType", ArgType::choice, false, offsetof(PeekImageShapeArgs, image_type), kImageTypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable PeekImageShapeArgs::table = {kPeekImageShapeArgsFields, 3, sizeof(PeekImageShapeArgs), offsetof(PeekImageShapeArgs, given),
    [](void* p) { new (p) PeekImageShapeArgs(); }};

}  // namespace penstock::ops
