// From native/ops/random_crop_generator/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct RandomCropGeneratorArgs {
  static constexpr const char* op_name = "randomCropGenerator";
  static const ArgTable table;

  enum Field : int { kNumAttempts, kRandomArea, kRandomAspectRatio };
  static constexpr float kRandomAreaDefault[] = {0.08f, 1.0f};
  static constexpr float kRandomAspectRatioDefault[] = {0.75f, 1.3333333333333333f};

  int32_t num_attempts = 10;
  ArgList<float> random_area = {kRandomAreaDefault, 2};
  ArgList<float> random_aspect_ratio = {kRandomAspectRatioDefault, 2};
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kRandomCropGeneratorArgsFields[] = {
    {"numAttempts", ArgType::integer, false, offsetof(RandomCropGeneratorArgs, num_attempts), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"randomArea", ArgType::numbers, false, offsetof(RandomCropGeneratorArgs, random_area), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"randomAspectRatio", ArgType::numbers, false, offsetof(RandomCropGeneratorArgs, random_aspect_ratio), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable RandomCropGeneratorArgs::table = {kRandomCropGeneratorArgsFields, 3, sizeof(RandomCropGeneratorArgs), offsetof(RandomCropGeneratorArgs, given),
    [](void* p) { new (p) RandomCropGeneratorArgs(); }};

}  // namespace penstock::ops
