// From native/ops/transforms_scale/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct TransformsScaleArgs {
  static constexpr const char* op_name = "transforms.scale";
  static const ArgTable table;

  enum Field : int { kCenter, kNdim, kReverseOrder, kScale };

  ArgList<float> center;
  int32_t ndim = 0;
  bool reverse_order = false;
  ArgList<float> scale;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kTransformsScaleArgsFields[] = {
    {"center", ArgType::numbers, true, offsetof(TransformsScaleArgs, center), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"ndim", ArgType::integer, false, offsetof(TransformsScaleArgs, ndim), nullptr, 1, 6},
    {"reverseOrder", ArgType::boolean, false, offsetof(TransformsScaleArgs, reverse_order), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"scale", ArgType::numbers, true, offsetof(TransformsScaleArgs, scale), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable TransformsScaleArgs::table = {kTransformsScaleArgsFields, 4, sizeof(TransformsScaleArgs), offsetof(TransformsScaleArgs, given),
    [](void* p) { new (p) TransformsScaleArgs(); }, true, true};

}  // namespace penstock::ops
