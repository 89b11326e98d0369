// From native/ops/coord_transform/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct CoordTransformArgs {
  static constexpr const char* op_name = "coordTransform";
  static const ArgTable table;

  enum Field : int { kM, kMT, kT, kDtype };

  ArgList<float> m;
  ArgList<float> mt;
  ArgList<float> t;
  DType dtype = DType::float32;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kCoordTransformArgsFields[] = {
    {"M", ArgType::numbers, true, offsetof(CoordTransformArgs, m), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"MT", ArgType::numbers, true, offsetof(CoordTransformArgs, mt), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"T", ArgType::numbers, true, offsetof(CoordTransformArgs, t), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(CoordTransformArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable CoordTransformArgs::table = {kCoordTransformArgsFields, 4, sizeof(CoordTransformArgs), offsetof(CoordTransformArgs, given),
    [](void* p) { new (p) CoordTransformArgs(); }, true, true};

}  // namespace penstock::ops
