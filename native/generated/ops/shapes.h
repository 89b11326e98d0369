// From native/ops/shapes/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ShapesArgs {
  static constexpr const char* op_name = "shapes";
  static const ArgTable table;

  static constexpr const char* kDtypeNames[] = {"int32", "uint32", "int64", "uint64", "float32", "float64", nullptr};
  enum Field : int { kDtype };

  DType dtype = DType::int64;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kShapesArgsFields[] = {
    {"dtype", ArgType::dtype, false, offsetof(ShapesArgs, dtype), ShapesArgs::kDtypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ShapesArgs::table = {kShapesArgsFields, 1, sizeof(ShapesArgs), offsetof(ShapesArgs, given),
    [](void* p) { new (p) ShapesArgs(); }};

}  // namespace penstock::ops
