// From native/ops/jitter/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct JitterArgs {
  static constexpr const char* op_name = "jitter";
  static const ArgTable table;

  enum Field : int { kFillValue, kInterpType, kMask, kNDegree };

  float fill_value = 0.0f;
  Interp interp_type = Interp::nn;
  int32_t mask = 1;
  int32_t n_degree = 2;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kJitterArgsFields[] = {
    {"fillValue", ArgType::number, false, offsetof(JitterArgs, fill_value), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"interpType", ArgType::choice, false, offsetof(JitterArgs, interp_type), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"mask", ArgType::integer, true, offsetof(JitterArgs, mask), nullptr, 0, 1},
    {"nDegree", ArgType::integer, false, offsetof(JitterArgs, n_degree), nullptr, 1, 32767},
};
inline const ArgTable JitterArgs::table = {kJitterArgsFields, 4, sizeof(JitterArgs), offsetof(JitterArgs, given),
    [](void* p) { new (p) JitterArgs(); }, true};

}  // namespace penstock::ops
