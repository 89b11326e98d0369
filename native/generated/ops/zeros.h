// From native/ops/zeros/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ZerosArgs {
  static constexpr const char* op_name = "zeros";
  static const ArgTable table;

  enum Field : int { kDtype, kLayout, kShape };

  DType dtype = DType::int32;
  Layout layout;
  ArgList<int32_t> shape;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kZerosArgsFields[] = {
    {"dtype", ArgType::dtype, false, offsetof(ZerosArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"layout", ArgType::layout, false, offsetof(ZerosArgs, layout), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shape", ArgType::integers, true, offsetof(ZerosArgs, shape), nullptr, 0, std::numeric_limits<double>::infinity()},
};
inline const ArgTable ZerosArgs::table = {kZerosArgsFields, 3, sizeof(ZerosArgs), offsetof(ZerosArgs, given),
    [](void* p) { new (p) ZerosArgs(); }};

}  // namespace penstock::ops
