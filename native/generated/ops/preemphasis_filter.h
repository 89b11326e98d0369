// From native/ops/preemphasis_filter/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct PreemphasisFilterArgs {
  static constexpr const char* op_name = "preemphasisFilter";
  static const ArgTable table;

  enum class Border : int32_t { clamp, zero, reflect };
  static constexpr const char* kBorderNames[] = {"clamp", "zero", "reflect", nullptr};
  enum Field : int { kBorder, kDtype, kPreemphCoeff };

  Border border = Border::clamp;
  DType dtype = DType::float32;
  float preemph_coeff = 0.97f;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kPreemphasisFilterArgsFields[] = {
    {"border", ArgType::choice, false, offsetof(PreemphasisFilterArgs, border), PreemphasisFilterArgs::kBorderNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(PreemphasisFilterArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"preemphCoeff", ArgType::number, true, offsetof(PreemphasisFilterArgs, preemph_coeff), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable PreemphasisFilterArgs::table = {kPreemphasisFilterArgsFields, 3, sizeof(PreemphasisFilterArgs), offsetof(PreemphasisFilterArgs, given),
    [](void* p) { new (p) PreemphasisFilterArgs(); }};

}  // namespace penstock::ops
