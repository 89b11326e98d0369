// From native/ops/water/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct WaterArgs {
  static constexpr const char* op_name = "water";
  static const ArgTable table;

  enum Field : int { kAmplX, kAmplY, kFillValue, kFreqX, kFreqY, kInterpType, kMask, kPhaseX, kPhaseY };

  float ampl_x = 10.0f;
  float ampl_y = 10.0f;
  float fill_value = 0.0f;
  float freq_x = 0.04908738521234052f;
  float freq_y = 0.04908738521234052f;
  Interp interp_type = Interp::nn;
  int32_t mask = 1;
  float phase_x = 0.0f;
  float phase_y = 0.0f;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kWaterArgsFields[] = {
    {"amplX", ArgType::number, false, offsetof(WaterArgs, ampl_x), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"amplY", ArgType::number, false, offsetof(WaterArgs, ampl_y), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fillValue", ArgType::number, false, offsetof(WaterArgs, fill_value), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
    {"freqX", ArgType::number, false, offsetof(WaterArgs, freq_x), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"freqY", ArgType::number, false, offsetof(WaterArgs, freq_y), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"interpType", ArgType::choice, false, offsetof(WaterArgs, interp_type), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"mask", ArgType::integer, true, offsetof(WaterArgs, mask), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"phaseX", ArgType::number, false, offsetof(WaterArgs, phase_x), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"phaseY", ArgType::number, false, offsetof(WaterArgs, phase_y), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable WaterArgs::table = {kWaterArgsFields, 9, sizeof(WaterArgs), offsetof(WaterArgs, given),
    [](void* p) { new (p) WaterArgs(); }, true};

}  // namespace penstock::ops
