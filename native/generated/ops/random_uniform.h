// From native/ops/random_uniform/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct RandomUniformArgs {
  static constexpr const char* op_name = "random.uniform";
  static const ArgTable table;

  enum Field : int { kDtype, kRange, kShape, kValues };
  static constexpr float kRangeDefault[] = {-1.0f, 1.0f};

  DType dtype = DType::float32;
  ArgList<float> range = {kRangeDefault, 2};
  ArgList<int32_t> shape;
  ArgList<float> values;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kRandomUniformArgsFields[] = {
    {"dtype", ArgType::dtype, false, offsetof(RandomUniformArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"range", ArgType::numbers, true, offsetof(RandomUniformArgs, range), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shape", ArgType::integers, true, offsetof(RandomUniformArgs, shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"values", ArgType::numbers, true, offsetof(RandomUniformArgs, values), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
};
inline const ArgTable RandomUniformArgs::table = {kRandomUniformArgsFields, 4, sizeof(RandomUniformArgs), offsetof(RandomUniformArgs, given),
    [](void* p) { new (p) RandomUniformArgs(); }};

}  // namespace penstock::ops
