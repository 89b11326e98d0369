// From native/ops/permute_batch/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct PermuteBatchArgs {
  static constexpr const char* op_name = "permuteBatch";
  static const ArgTable table;

  enum Field : int { kIndices };

  ArgList<int32_t> indices;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kPermuteBatchArgsFields[] = {
    {"indices", ArgType::integers, true, offsetof(PermuteBatchArgs, indices), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable PermuteBatchArgs::table = {kPermuteBatchArgsFields, 1, sizeof(PermuteBatchArgs), offsetof(PermuteBatchArgs, given),
    [](void* p) { new (p) PermuteBatchArgs(); }, false, false, true};

}  // namespace penstock::ops
