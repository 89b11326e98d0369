// From native/ops/transforms_shear/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct TransformsShearArgs {
  static constexpr const char* op_name = "transforms.shear";
  static const ArgTable table;

  enum Field : int { kAngles, kCenter, kReverseOrder, kShear };

  ArgList<float> angles;
  ArgList<float> center;
  bool reverse_order = false;
  ArgList<float> shear;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kTransformsShearArgsFields[] = {
    {"angles", ArgType::numbers, true, offsetof(TransformsShearArgs, angles), nullptr, -90, 90},
    {"center", ArgType::numbers, true, offsetof(TransformsShearArgs, center), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"reverseOrder", ArgType::boolean, false, offsetof(TransformsShearArgs, reverse_order), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shear", ArgType::numbers, true, offsetof(TransformsShearArgs, shear), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable TransformsShearArgs::table = {kTransformsShearArgsFields, 4, sizeof(TransformsShearArgs), offsetof(TransformsShearArgs, given),
    [](void* p) { new (p) TransformsShearArgs(); }, true, true};

}  // namespace penstock::ops
