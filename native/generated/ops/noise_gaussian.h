// From native/ops/noise_gaussian/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct NoiseGaussianArgs {
  static constexpr const char* op_name = "noise.gaussian";
  static const ArgTable table;

  enum Field : int { kMean, kStddev };

  float mean = 0.0f;
  float stddev = 1.0f;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kNoiseGaussianArgsFields[] = {
    {"mean", ArgType::number, true, offsetof(NoiseGaussianArgs, mean), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"stddev", ArgType::number, true, offsetof(NoiseGaussianArgs, stddev), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable NoiseGaussianArgs::table = {kNoiseGaussianArgsFields, 2, sizeof(NoiseGaussianArgs), offsetof(NoiseGaussianArgs, given),
    [](void* p) { new (p) NoiseGaussianArgs(); }, true};

}  // namespace penstock::ops
