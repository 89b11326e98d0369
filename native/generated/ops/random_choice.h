// From native/ops/random_choice/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct RandomChoiceArgs {
  static constexpr const char* op_name = "random.choice";
  static const ArgTable table;

  enum Field : int { kCount, kP, kShape, kValues };

  int32_t count = 0;
  ArgList<float> p;
  ArgList<int32_t> shape;
  ArgList<float> values;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kRandomChoiceArgsFields[] = {
    {"count", ArgType::integer, false, offsetof(RandomChoiceArgs, count), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"p", ArgType::numbers, true, offsetof(RandomChoiceArgs, p), nullptr, 0, 1},
    {"shape", ArgType::integers, true, offsetof(RandomChoiceArgs, shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"values", ArgType::numbers, false, offsetof(RandomChoiceArgs, values), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
};
inline const ArgTable RandomChoiceArgs::table = {kRandomChoiceArgsFields, 4, sizeof(RandomChoiceArgs), offsetof(RandomChoiceArgs, given),
    [](void* p) { new (p) RandomChoiceArgs(); }};

}  // namespace penstock::ops
