// From native/ops/experimental_remap/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ExperimentalRemapArgs {
  static constexpr const char* op_name = "experimental.remap";
  static const ArgTable table;

  enum class PixelOrigin : int32_t { corner, center };
  static constexpr const char* kPixelOriginNames[] = {"corner", "center", nullptr};
  enum Field : int { kInterp, kPixelOrigin };

  Interp interp = Interp::linear;
  PixelOrigin pixel_origin = PixelOrigin::corner;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kExperimentalRemapArgsFields[] = {
    {"interp", ArgType::choice, false, offsetof(ExperimentalRemapArgs, interp), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"pixelOrigin", ArgType::choice, false, offsetof(ExperimentalRemapArgs, pixel_origin), ExperimentalRemapArgs::kPixelOriginNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ExperimentalRemapArgs::table = {kExperimentalRemapArgsFields, 2, sizeof(ExperimentalRemapArgs), offsetof(ExperimentalRemapArgs, given),
    [](void* p) { new (p) ExperimentalRemapArgs(); }};

}  // namespace penstock::ops
