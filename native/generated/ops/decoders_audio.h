// From native/ops/decoders_audio/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct DecodersAudioArgs {
  static constexpr const char* op_name = "decoders.audio";
  static const ArgTable table;

  enum Field : int { kAntialias, kDownmix, kDtype, kMaxElements, kQuality, kSampleRate };

  bool antialias = false;
  bool downmix = false;
  DType dtype = DType::float32;
  int32_t max_elements = 536870912;
  float quality = 50.0f;
  float sample_rate = 0.0f;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kDecodersAudioArgsFields[] = {
    {"antialias", ArgType::boolean, false, offsetof(DecodersAudioArgs, antialias), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"downmix", ArgType::boolean, false, offsetof(DecodersAudioArgs, downmix), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(DecodersAudioArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxElements", ArgType::integer, false, offsetof(DecodersAudioArgs, max_elements), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"quality", ArgType::number, false, offsetof(DecodersAudioArgs, quality), nullptr, 0, 100},
    {"sampleRate", ArgType::number, true, offsetof(DecodersAudioArgs, sample_rate), nullptr, 0, std::numeric_limits<double>::infinity()},
};
inline const ArgTable DecodersAudioArgs::table = {kDecodersAudioArgsFields, 6, sizeof(DecodersAudioArgs), offsetof(DecodersAudioArgs, given),
    [](void* p) { new (p) DecodersAudioArgs(); }};

}  // namespace penstock::ops
