// From native/ops/transpose/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct TransposeArgs {
  static constexpr const char* op_name = "transpose";
  static const ArgTable table;

  enum Field : int { kOutputLayout, kPerm, kTransposeLayout };

  Layout output_layout;
  ArgList<int32_t> perm;
  bool transpose_layout = true;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kTransposeArgsFields[] = {
    {"outputLayout", ArgType::layout, false, offsetof(TransposeArgs, output_layout), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"perm", ArgType::integers, false, offsetof(TransposeArgs, perm), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"transposeLayout", ArgType::boolean, false, offsetof(TransposeArgs, transpose_layout), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable TransposeArgs::table = {kTransposeArgsFields, 3, sizeof(TransposeArgs), offsetof(TransposeArgs, given),
    [](void* p) { new (p) TransposeArgs(); }};

}  // namespace penstock::ops
