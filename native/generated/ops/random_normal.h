// From native/ops/random_normal/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct RandomNormalArgs {
  static constexpr const char* op_name = "random.normal";
  static const ArgTable table;

  enum Field : int { kDtype, kMean, kShape, kStddev };

  DType dtype = DType::float32;
  float mean = 0.0f;
  ArgList<int32_t> shape;
  float stddev = 1.0f;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kRandomNormalArgsFields[] = {
    {"dtype", ArgType::dtype, false, offsetof(RandomNormalArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"mean", ArgType::number, true, offsetof(RandomNormalArgs, mean), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shape", ArgType::integers, true, offsetof(RandomNormalArgs, shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"stddev", ArgType::number, true, offsetof(RandomNormalArgs, stddev), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable RandomNormalArgs::table = {kRandomNormalArgsFields, 4, sizeof(RandomNormalArgs), offsetof(RandomNormalArgs, given),
    [](void* p) { new (p) RandomNormalArgs(); }};

}  // namespace penstock::ops
