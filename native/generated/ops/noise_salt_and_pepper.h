// From native/ops/noise_salt_and_pepper/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct NoiseSaltAndPepperArgs {
  static constexpr const char* op_name = "noise.saltAndPepper";
  static const ArgTable table;

  enum Field : int { kPepperVal, kPerChannel, kProb, kSaltVal, kSaltVsPepper };

  float pepper_val = 0;
  bool per_channel = false;
  float prob = 0.05f;
  float salt_val = 0;
  float salt_vs_pepper = 0.5f;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kNoiseSaltAndPepperArgsFields[] = {
    {"pepperVal", ArgType::number, true, offsetof(NoiseSaltAndPepperArgs, pepper_val), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"perChannel", ArgType::boolean, false, offsetof(NoiseSaltAndPepperArgs, per_channel), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"prob", ArgType::number, true, offsetof(NoiseSaltAndPepperArgs, prob), nullptr, 0, 1},
    {"saltVal", ArgType::number, true, offsetof(NoiseSaltAndPepperArgs, salt_val), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"saltVsPepper", ArgType::number, true, offsetof(NoiseSaltAndPepperArgs, salt_vs_pepper), nullptr, 0, 1},
};
inline const ArgTable NoiseSaltAndPepperArgs::table = {kNoiseSaltAndPepperArgsFields, 5, sizeof(NoiseSaltAndPepperArgs), offsetof(NoiseSaltAndPepperArgs, given),
    [](void* p) { new (p) NoiseSaltAndPepperArgs(); }, true};

}  // namespace penstock::ops
