// From native/ops/warp_affine/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct WarpAffineArgs {
  static constexpr const char* op_name = "warpAffine";
  static const ArgTable table;

  static constexpr const char* kDtypeNames[] = {"uint8", "int16", "int32", "float32", nullptr};
  enum Field : int { kDtype, kFillValue, kInterpType, kInverseMap, kMatrix, kSize };

  DType dtype = DType::uint8;
  float fill_value = 0;
  Interp interp_type = Interp::linear;
  bool inverse_map = true;
  ArgList<float> matrix;
  ArgList<float> size;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kWarpAffineArgsFields[] = {
    {"dtype", ArgType::dtype, false, offsetof(WarpAffineArgs, dtype), WarpAffineArgs::kDtypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fillValue", ArgType::number, false, offsetof(WarpAffineArgs, fill_value), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
    {"interpType", ArgType::choice, false, offsetof(WarpAffineArgs, interp_type), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"inverseMap", ArgType::boolean, false, offsetof(WarpAffineArgs, inverse_map), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"matrix", ArgType::numbers, true, offsetof(WarpAffineArgs, matrix), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"size", ArgType::numbers, true, offsetof(WarpAffineArgs, size), nullptr, 0.5, std::numeric_limits<double>::infinity()},
};
inline const ArgTable WarpAffineArgs::table = {kWarpAffineArgsFields, 6, sizeof(WarpAffineArgs), offsetof(WarpAffineArgs, given),
    [](void* p) { new (p) WarpAffineArgs(); }, true};

}  // namespace penstock::ops
