// From native/ops/spectrogram/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct SpectrogramArgs {
  static constexpr const char* op_name = "spectrogram";
  static const ArgTable table;

  static constexpr const char* kLayoutNames[] = {"ft", "tf", nullptr};
  enum Field : int { kCenterWindows, kLayout, kNfft, kPower, kReflectPadding, kWindowFn, kWindowLength, kWindowStep };

  bool center_windows = true;
  Layout layout = "ft";
  int32_t nfft = 0;
  int32_t power = 2;
  bool reflect_padding = true;
  ArgList<float> window_fn;
  int32_t window_length = 512;
  int32_t window_step = 256;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kSpectrogramArgsFields[] = {
    {"centerWindows", ArgType::boolean, false, offsetof(SpectrogramArgs, center_windows), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"layout", ArgType::layout, false, offsetof(SpectrogramArgs, layout), SpectrogramArgs::kLayoutNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"nfft", ArgType::integer, false, offsetof(SpectrogramArgs, nfft), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"power", ArgType::integer, false, offsetof(SpectrogramArgs, power), nullptr, 1, 2},
    {"reflectPadding", ArgType::boolean, false, offsetof(SpectrogramArgs, reflect_padding), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"windowFn", ArgType::numbers, false, offsetof(SpectrogramArgs, window_fn), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"windowLength", ArgType::integer, false, offsetof(SpectrogramArgs, window_length), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"windowStep", ArgType::integer, false, offsetof(SpectrogramArgs, window_step), nullptr, 1, std::numeric_limits<double>::infinity()},
};
inline const ArgTable SpectrogramArgs::table = {kSpectrogramArgsFields, 8, sizeof(SpectrogramArgs), offsetof(SpectrogramArgs, given),
    [](void* p) { new (p) SpectrogramArgs(); }};

}  // namespace penstock::ops
