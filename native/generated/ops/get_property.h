// From native/ops/get_property/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct GetPropertyArgs {
  static constexpr const char* op_name = "getProperty";
  static const ArgTable table;

  enum class Key : int32_t { source_info, layout };
  static constexpr const char* kKeyNames[] = {"source_info", "layout", nullptr};
  enum Field : int { kKey };

  Key key = Key::source_info;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kGetPropertyArgsFields[] = {
    {"key", ArgType::choice, false, offsetof(GetPropertyArgs, key), GetPropertyArgs::kKeyNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable GetPropertyArgs::table = {kGetPropertyArgsFields, 1, sizeof(GetPropertyArgs), offsetof(GetPropertyArgs, given),
    [](void* p) { new (p) GetPropertyArgs(); }};

}  // namespace penstock::ops
