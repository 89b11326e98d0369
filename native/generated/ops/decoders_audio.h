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

  enum Field : int { kDownmix, kDtype };

  bool downmix = false;
  DType dtype = DType::float32;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kDecodersAudioArgsFields[] = {
    {"downmix", ArgType::boolean, false, offsetof(DecodersAudioArgs, downmix), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(DecodersAudioArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable DecodersAudioArgs::table = {kDecodersAudioArgsFields, 2, sizeof(DecodersAudioArgs), offsetof(DecodersAudioArgs, given),
    [](void* p) { new (p) DecodersAudioArgs(); }};

}  // namespace penstock::ops
