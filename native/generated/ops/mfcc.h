// From native/ops/mfcc/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct MfccArgs {
  static constexpr const char* op_name = "mfcc";
  static const ArgTable table;

  enum Field : int { kAxis, kDctType, kLifter, kNMfcc, kNormalize };

  int32_t axis = 0;
  int32_t dct_type = 2;
  float lifter = 0.0f;
  int32_t n_mfcc = 20;
  bool normalize = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kMfccArgsFields[] = {
    {"axis", ArgType::integer, false, offsetof(MfccArgs, axis), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dctType", ArgType::integer, false, offsetof(MfccArgs, dct_type), nullptr, 1, 4},
    {"lifter", ArgType::number, false, offsetof(MfccArgs, lifter), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"nMfcc", ArgType::integer, false, offsetof(MfccArgs, n_mfcc), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"normalize", ArgType::boolean, false, offsetof(MfccArgs, normalize), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable MfccArgs::table = {kMfccArgsFields, 5, sizeof(MfccArgs), offsetof(MfccArgs, given),
    [](void* p) { new (p) MfccArgs(); }};

}  // namespace penstock::ops
