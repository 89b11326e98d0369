// From native/ops/power_spectrum/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct PowerSpectrumArgs {
  static constexpr const char* op_name = "powerSpectrum";
  static const ArgTable table;

  enum Field : int { kAxis, kNfft, kPower };

  int32_t axis = -1;
  int32_t nfft = 0;
  int32_t power = 2;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kPowerSpectrumArgsFields[] = {
    {"axis", ArgType::integer, false, offsetof(PowerSpectrumArgs, axis), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"nfft", ArgType::integer, false, offsetof(PowerSpectrumArgs, nfft), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"power", ArgType::integer, false, offsetof(PowerSpectrumArgs, power), nullptr, 1, 2},
};
inline const ArgTable PowerSpectrumArgs::table = {kPowerSpectrumArgsFields, 3, sizeof(PowerSpectrumArgs), offsetof(PowerSpectrumArgs, given),
    [](void* p) { new (p) PowerSpectrumArgs(); }};

}  // namespace penstock::ops
