// From native/ops/laplacian/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct LaplacianArgs {
  static constexpr const char* op_name = "laplacian";
  static const ArgTable table;

  enum Field : int { kDtype, kNormalizedKernel, kScale, kSmoothingSize, kWindowSize };
  static constexpr float kScaleDefault[] = {1.0f};
  static constexpr int32_t kWindowSizeDefault[] = {3};

  DType dtype = DType::uint8;
  bool normalized_kernel = false;
  ArgList<float> scale = {kScaleDefault, 1};
  ArgList<int32_t> smoothing_size;
  ArgList<int32_t> window_size = {kWindowSizeDefault, 1};
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kLaplacianArgsFields[] = {
    {"dtype", ArgType::dtype, false, offsetof(LaplacianArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"normalizedKernel", ArgType::boolean, false, offsetof(LaplacianArgs, normalized_kernel), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"scale", ArgType::numbers, true, offsetof(LaplacianArgs, scale), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"smoothingSize", ArgType::integers, true, offsetof(LaplacianArgs, smoothing_size), nullptr, 1, 31},
    {"windowSize", ArgType::integers, true, offsetof(LaplacianArgs, window_size), nullptr, 3, 31},
};
inline const ArgTable LaplacianArgs::table = {kLaplacianArgsFields, 5, sizeof(LaplacianArgs), offsetof(LaplacianArgs, given),
    [](void* p) { new (p) LaplacianArgs(); }, true};

}  // namespace penstock::ops
