// From native/ops/reinterpret/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReinterpretArgs {
  static constexpr const char* op_name = "reinterpret";
  static const ArgTable table;

  enum Field : int { kDtype, kLayout, kRelShape, kShape, kSrcDims };

  DType dtype = DType::uint8;
  Layout layout;
  ArgList<float> rel_shape;
  ArgList<int32_t> shape;
  ArgList<int32_t> src_dims;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReinterpretArgsFields[] = {
    {"dtype", ArgType::dtype, false, offsetof(ReinterpretArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"layout", ArgType::layout, false, offsetof(ReinterpretArgs, layout), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"relShape", ArgType::numbers, true, offsetof(ReinterpretArgs, rel_shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shape", ArgType::integers, true, offsetof(ReinterpretArgs, shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"srcDims", ArgType::integers, true, offsetof(ReinterpretArgs, src_dims), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReinterpretArgs::table = {kReinterpretArgsFields, 5, sizeof(ReinterpretArgs), offsetof(ReinterpretArgs, given),
    [](void* p) { new (p) ReinterpretArgs(); }};

}  // namespace penstock::ops
