// From native/ops/transforms_rotation/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct TransformsRotationArgs {
  static constexpr const char* op_name = "transforms.rotation";
  static const ArgTable table;

  enum Field : int { kAngle, kAxis, kCenter, kReverseOrder };

  float angle = 0;
  ArgList<float> axis;
  ArgList<float> center;
  bool reverse_order = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kTransformsRotationArgsFields[] = {
    {"angle", ArgType::number, true, offsetof(TransformsRotationArgs, angle), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axis", ArgType::numbers, true, offsetof(TransformsRotationArgs, axis), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"center", ArgType::numbers, true, offsetof(TransformsRotationArgs, center), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"reverseOrder", ArgType::boolean, false, offsetof(TransformsRotationArgs, reverse_order), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable TransformsRotationArgs::table = {kTransformsRotationArgsFields, 4, sizeof(TransformsRotationArgs), offsetof(TransformsRotationArgs, given),
    [](void* p) { new (p) TransformsRotationArgs(); }, true, true};

}  // namespace penstock::ops
