// From native/ops/experimental_median_blur/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ExperimentalMedianBlurArgs {
  static constexpr const char* op_name = "experimental.medianBlur";
  static const ArgTable table;

  enum Field : int { kWindowSize };
  static constexpr int32_t kWindowSizeDefault[] = {3, 3};

  ArgList<int32_t> window_size = {kWindowSizeDefault, 2};
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kExperimentalMedianBlurArgsFields[] = {
    {"windowSize", ArgType::integers, true, offsetof(ExperimentalMedianBlurArgs, window_size), nullptr, 1, 255},
};
inline const ArgTable ExperimentalMedianBlurArgs::table = {kExperimentalMedianBlurArgsFields, 1, sizeof(ExperimentalMedianBlurArgs), offsetof(ExperimentalMedianBlurArgs, given),
    [](void* p) { new (p) ExperimentalMedianBlurArgs(); }, true};

}  // namespace penstock::ops
