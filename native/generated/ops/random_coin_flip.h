// From native/ops/random_coin_flip/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct RandomCoinFlipArgs {
  static constexpr const char* op_name = "random.coinFlip";
  static const ArgTable table;

  enum Field : int { kDtype, kProbability, kShape };

  DType dtype = DType::int32;
  float probability = 0.5f;
  ArgList<int32_t> shape;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kRandomCoinFlipArgsFields[] = {
    {"dtype", ArgType::dtype, false, offsetof(RandomCoinFlipArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"probability", ArgType::number, true, offsetof(RandomCoinFlipArgs, probability), nullptr, 0, 1},
    {"shape", ArgType::integers, true, offsetof(RandomCoinFlipArgs, shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable RandomCoinFlipArgs::table = {kRandomCoinFlipArgsFields, 3, sizeof(RandomCoinFlipArgs), offsetof(RandomCoinFlipArgs, given),
    [](void* p) { new (p) RandomCoinFlipArgs(); }};

}  // namespace penstock::ops
