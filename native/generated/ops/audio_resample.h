// From native/ops/audio_resample/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct AudioResampleArgs {
  static constexpr const char* op_name = "audioResample";
  static const ArgTable table;

  enum Field : int { kAntialias, kDtype, kInRate, kOutLength, kOutRate, kQuality, kScale };

  bool antialias = false;
  DType dtype = DType::uint8;
  float in_rate = 0;
  int32_t out_length = 0;
  float out_rate = 0;
  float quality = 50.0f;
  float scale = 0;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kAudioResampleArgsFields[] = {
    {"antialias", ArgType::boolean, false, offsetof(AudioResampleArgs, antialias), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(AudioResampleArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"inRate", ArgType::number, true, offsetof(AudioResampleArgs, in_rate), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"outLength", ArgType::integer, true, offsetof(AudioResampleArgs, out_length), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"outRate", ArgType::number, true, offsetof(AudioResampleArgs, out_rate), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"quality", ArgType::number, false, offsetof(AudioResampleArgs, quality), nullptr, 0, 100},
    {"scale", ArgType::number, true, offsetof(AudioResampleArgs, scale), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable AudioResampleArgs::table = {kAudioResampleArgsFields, 7, sizeof(AudioResampleArgs), offsetof(AudioResampleArgs, given),
    [](void* p) { new (p) AudioResampleArgs(); }};

}  // namespace penstock::ops
