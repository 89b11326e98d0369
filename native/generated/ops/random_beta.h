// From native/ops/random_beta/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct RandomBetaArgs {
  static constexpr const char* op_name = "random.beta";
  static const ArgTable table;

  static constexpr const char* kDtypeNames[] = {"float32", "float64", nullptr};
  enum Field : int { kAlpha, kBeta, kDtype, kShape };

  float alpha = 1.0f;
  float beta = 1.0f;
  DType dtype = DType::float32;
  ArgList<int32_t> shape;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kRandomBetaArgsFields[] = {
    {"alpha", ArgType::number, true, offsetof(RandomBetaArgs, alpha), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"beta", ArgType::number, true, offsetof(RandomBetaArgs, beta), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(RandomBetaArgs, dtype), RandomBetaArgs::kDtypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shape", ArgType::integers, true, offsetof(RandomBetaArgs, shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable RandomBetaArgs::table = {kRandomBetaArgsFields, 4, sizeof(RandomBetaArgs), offsetof(RandomBetaArgs, given),
    [](void* p) { new (p) RandomBetaArgs(); }};

}  // namespace penstock::ops
