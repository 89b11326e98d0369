// From native/ops/one_hot/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct OneHotArgs {
  static constexpr const char* op_name = "oneHot";
  static const ArgTable table;

  enum Field : int { kAxis, kAxisName, kDtype, kNumClasses, kOffValue, kOnValue };

  int32_t axis = -1;
  std::string_view axis_name;
  DType dtype = DType::float32;
  int32_t num_classes = 0;
  float off_value = 0.0f;
  float on_value = 1.0f;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kOneHotArgsFields[] = {
    {"axis", ArgType::integer, false, offsetof(OneHotArgs, axis), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axisName", ArgType::string, false, offsetof(OneHotArgs, axis_name), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(OneHotArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"numClasses", ArgType::integer, false, offsetof(OneHotArgs, num_classes), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"offValue", ArgType::number, false, offsetof(OneHotArgs, off_value), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
    {"onValue", ArgType::number, false, offsetof(OneHotArgs, on_value), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
};
inline const ArgTable OneHotArgs::table = {kOneHotArgsFields, 6, sizeof(OneHotArgs), offsetof(OneHotArgs, given),
    [](void* p) { new (p) OneHotArgs(); }, false, false, true};

}  // namespace penstock::ops
