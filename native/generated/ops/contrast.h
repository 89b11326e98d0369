// From native/ops/contrast/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ContrastArgs {
  static constexpr const char* op_name = "contrast";
  static const ArgTable table;

  enum Field : int { kAroundMean, kContrast, kContrastCenter, kDtype };

  bool around_mean = false;
  float contrast = 1.0f;
  float contrast_center = 0;
  DType dtype = DType::uint8;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kContrastArgsFields[] = {
    {"aroundMean", ArgType::boolean, false, offsetof(ContrastArgs, around_mean), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"contrast", ArgType::number, true, offsetof(ContrastArgs, contrast), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"contrastCenter", ArgType::number, true, offsetof(ContrastArgs, contrast_center), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(ContrastArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ContrastArgs::table = {kContrastArgsFields, 4, sizeof(ContrastArgs), offsetof(ContrastArgs, given),
    [](void* p) { new (p) ContrastArgs(); }, true};

}  // namespace penstock::ops
