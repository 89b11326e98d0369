// From native/ops/element_extract/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ElementExtractArgs {
  static constexpr const char* op_name = "elementExtract";
  static const ArgTable table;

  enum Field : int { kElementMap };

  ArgList<int32_t> element_map;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kElementExtractArgsFields[] = {
    {"elementMap", ArgType::integers, false, offsetof(ElementExtractArgs, element_map), nullptr, 0, std::numeric_limits<double>::infinity()},
};
inline const ArgTable ElementExtractArgs::table = {kElementExtractArgsFields, 1, sizeof(ElementExtractArgs), offsetof(ElementExtractArgs, given),
    [](void* p) { new (p) ElementExtractArgs(); }};

}  // namespace penstock::ops
