// From native/ops/normalize/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct NormalizeArgs {
  static constexpr const char* op_name = "normalize";
  static const ArgTable table;

  static constexpr const char* kDtypeNames[] = {"uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16", "float32", "float64", nullptr};
  enum Field : int { kAxes, kAxisNames, kBatch, kDdof, kDtype, kEpsilon, kMean, kScale, kShift, kStddev };

  ArgList<int32_t> axes;
  Layout axis_names;
  bool batch = false;
  int32_t ddof = 0;
  DType dtype = DType::float32;
  float epsilon = 0.0f;
  ArgList<float> mean;
  float scale = 1.0f;
  float shift = 0.0f;
  ArgList<float> stddev;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kNormalizeArgsFields[] = {
    {"axes", ArgType::integers, false, offsetof(NormalizeArgs, axes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axisNames", ArgType::layout, false, offsetof(NormalizeArgs, axis_names), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"batch", ArgType::boolean, false, offsetof(NormalizeArgs, batch), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"ddof", ArgType::integer, false, offsetof(NormalizeArgs, ddof), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(NormalizeArgs, dtype), NormalizeArgs::kDtypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"epsilon", ArgType::number, false, offsetof(NormalizeArgs, epsilon), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"mean", ArgType::numbers, true, offsetof(NormalizeArgs, mean), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"scale", ArgType::number, false, offsetof(NormalizeArgs, scale), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shift", ArgType::number, false, offsetof(NormalizeArgs, shift), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"stddev", ArgType::numbers, true, offsetof(NormalizeArgs, stddev), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable NormalizeArgs::table = {kNormalizeArgsFields, 10, sizeof(NormalizeArgs), offsetof(NormalizeArgs, given),
    [](void* p) { new (p) NormalizeArgs(); }, false, false, true, false, offsetof(NormalizeArgs, batch)};

}  // namespace penstock::ops
