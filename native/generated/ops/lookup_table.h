// From native/ops/lookup_table/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct LookupTableArgs {
  static constexpr const char* op_name = "lookupTable";
  static const ArgTable table;

  enum Field : int { kDefaultValue, kDtype, kKeys, kValues };

  float default_value = 0.0f;
  DType dtype = DType::float32;
  ArgList<int32_t> keys;
  ArgList<float> values;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kLookupTableArgsFields[] = {
    {"defaultValue", ArgType::number, false, offsetof(LookupTableArgs, default_value), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
    {"dtype", ArgType::dtype, false, offsetof(LookupTableArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"keys", ArgType::integers, false, offsetof(LookupTableArgs, keys), nullptr, 0, 65535},
    {"values", ArgType::numbers, false, offsetof(LookupTableArgs, values), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
};
inline const ArgTable LookupTableArgs::table = {kLookupTableArgsFields, 4, sizeof(LookupTableArgs), offsetof(LookupTableArgs, given),
    [](void* p) { new (p) LookupTableArgs(); }};

}  // namespace penstock::ops
