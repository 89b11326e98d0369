// From native/ops/rotate/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct RotateArgs {
  static constexpr const char* op_name = "rotate";
  static const ArgTable table;

  static constexpr const char* kDtypeNames[] = {"uint8", "int16", "int32", "float32", nullptr};
  enum Field : int { kAngle, kAxis, kDtype, kFillValue, kInterpType, kKeepSize, kSize };

  float angle = 0;
  ArgList<float> axis;
  DType dtype = DType::uint8;
  float fill_value = 0;
  Interp interp_type = Interp::linear;
  bool keep_size = false;
  ArgList<float> size;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kRotateArgsFields[] = {
    {"angle", ArgType::number, true, offsetof(RotateArgs, angle), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axis", ArgType::numbers, true, offsetof(RotateArgs, axis), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(RotateArgs, dtype), RotateArgs::kDtypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fillValue", ArgType::number, false, offsetof(RotateArgs, fill_value), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
    {"interpType", ArgType::choice, false, offsetof(RotateArgs, interp_type), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"keepSize", ArgType::boolean, false, offsetof(RotateArgs, keep_size), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"size", ArgType::numbers, true, offsetof(RotateArgs, size), nullptr, 0.5, std::numeric_limits<double>::infinity()},
};
inline const ArgTable RotateArgs::table = {kRotateArgsFields, 7, sizeof(RotateArgs), offsetof(RotateArgs, given),
    [](void* p) { new (p) RotateArgs(); }, true};

}  // namespace penstock::ops
