// From native/ops/zeros_like/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ZerosLikeArgs {
  static constexpr const char* op_name = "zerosLike";
  static const ArgTable table;

  enum Field : int { kDtype };

  DType dtype = DType::uint8;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kZerosLikeArgsFields[] = {
    {"dtype", ArgType::dtype, false, offsetof(ZerosLikeArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ZerosLikeArgs::table = {kZerosLikeArgsFields, 1, sizeof(ZerosLikeArgs), offsetof(ZerosLikeArgs, given),
    [](void* p) { new (p) ZerosLikeArgs(); }};

}  // namespace penstock::ops
