// From native/ops/gaussian_blur/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct GaussianBlurArgs {
  static constexpr const char* op_name = "gaussianBlur";
  static const ArgTable table;

  enum Field : int { kDtype, kSigma, kWindowSize };
  static constexpr float kSigmaDefault[] = {0.0f};
  static constexpr int32_t kWindowSizeDefault[] = {0};

  DType dtype = DType::uint8;
  ArgList<float> sigma = {kSigmaDefault, 1};
  ArgList<int32_t> window_size = {kWindowSizeDefault, 1};
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kGaussianBlurArgsFields[] = {
    {"dtype", ArgType::dtype, false, offsetof(GaussianBlurArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"sigma", ArgType::numbers, true, offsetof(GaussianBlurArgs, sigma), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"windowSize", ArgType::integers, true, offsetof(GaussianBlurArgs, window_size), nullptr, 0, std::numeric_limits<double>::infinity()},
};
inline const ArgTable GaussianBlurArgs::table = {kGaussianBlurArgsFields, 3, sizeof(GaussianBlurArgs), offsetof(GaussianBlurArgs, given),
    [](void* p) { new (p) GaussianBlurArgs(); }, true};

}  // namespace penstock::ops
