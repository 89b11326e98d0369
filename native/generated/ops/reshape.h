// From native/ops/reshape/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReshapeArgs {
  static constexpr const char* op_name = "reshape";
  static const ArgTable table;

  enum Field : int { kLayout, kRelShape, kShape, kSrcDims };

  Layout layout;
  ArgList<float> rel_shape;
  ArgList<int32_t> shape;
  ArgList<int32_t> src_dims;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReshapeArgsFields[] = {
    {"layout", ArgType::layout, false, offsetof(ReshapeArgs, layout), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"relShape", ArgType::numbers, true, offsetof(ReshapeArgs, rel_shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shape", ArgType::integers, true, offsetof(ReshapeArgs, shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"srcDims", ArgType::integers, true, offsetof(ReshapeArgs, src_dims), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReshapeArgs::table = {kReshapeArgsFields, 4, sizeof(ReshapeArgs), offsetof(ReshapeArgs, given),
    [](void* p) { new (p) ReshapeArgs(); }};

}  // namespace penstock::ops
