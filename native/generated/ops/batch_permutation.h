// From native/ops/batch_permutation/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct BatchPermutationArgs {
  static constexpr const char* op_name = "batchPermutation";
  static const ArgTable table;

  enum Field : int { kAllowRepetitions, kNoFixedPoints };

  bool allow_repetitions = false;
  bool no_fixed_points = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kBatchPermutationArgsFields[] = {
    {"allowRepetitions", ArgType::boolean, false, offsetof(BatchPermutationArgs, allow_repetitions), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"noFixedPoints", ArgType::boolean, false, offsetof(BatchPermutationArgs, no_fixed_points), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable BatchPermutationArgs::table = {kBatchPermutationArgsFields, 2, sizeof(BatchPermutationArgs), offsetof(BatchPermutationArgs, given),
    [](void* p) { new (p) BatchPermutationArgs(); }, false, false, true};

}  // namespace penstock::ops
