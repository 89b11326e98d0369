// From native/ops/experimental_dilate/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ExperimentalDilateArgs {
  static constexpr const char* op_name = "experimental.dilate";
  static const ArgTable table;

  enum class BorderMode : int32_t { constant, replicate, reflect, reflect_101, wrap };
  static constexpr const char* kBorderModeNames[] = {"constant", "replicate", "reflect", "reflect_101", "wrap", nullptr};
  enum Field : int { kAnchor, kBorderMode, kIterations, kMaskSize };
  static constexpr int32_t kAnchorDefault[] = {-1, -1};
  static constexpr int32_t kMaskSizeDefault[] = {3, 3};

  ArgList<int32_t> anchor = {kAnchorDefault, 2};
  BorderMode border_mode = BorderMode::constant;
  int32_t iterations = 1;
  ArgList<int32_t> mask_size = {kMaskSizeDefault, 2};
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kExperimentalDilateArgsFields[] = {
    {"anchor", ArgType::integers, true, offsetof(ExperimentalDilateArgs, anchor), nullptr, -1, std::numeric_limits<double>::infinity()},
    {"borderMode", ArgType::choice, false, offsetof(ExperimentalDilateArgs, border_mode), ExperimentalDilateArgs::kBorderModeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"iterations", ArgType::integer, false, offsetof(ExperimentalDilateArgs, iterations), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"maskSize", ArgType::integers, true, offsetof(ExperimentalDilateArgs, mask_size), nullptr, 1, std::numeric_limits<double>::infinity()},
};
inline const ArgTable ExperimentalDilateArgs::table = {kExperimentalDilateArgsFields, 4, sizeof(ExperimentalDilateArgs), offsetof(ExperimentalDilateArgs, given),
    [](void* p) { new (p) ExperimentalDilateArgs(); }, true};

}  // namespace penstock::ops
