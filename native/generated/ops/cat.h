// From native/ops/cat/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct CatArgs {
  static constexpr const char* op_name = "cat";
  static const ArgTable table;

  enum Field : int { kAxis, kAxisName };

  int32_t axis = 0;
  std::string_view axis_name;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kCatArgsFields[] = {
    {"axis", ArgType::integer, false, offsetof(CatArgs, axis), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axisName", ArgType::string, false, offsetof(CatArgs, axis_name), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable CatArgs::table = {kCatArgsFields, 2, sizeof(CatArgs), offsetof(CatArgs, given),
    [](void* p) { new (p) CatArgs(); }};

}  // namespace penstock::ops
