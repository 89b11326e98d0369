// From native/ops/transforms_translation/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct TransformsTranslationArgs {
  static constexpr const char* op_name = "transforms.translation";
  static const ArgTable table;

  enum Field : int { kOffset, kReverseOrder };

  ArgList<float> offset;
  bool reverse_order = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kTransformsTranslationArgsFields[] = {
    {"offset", ArgType::numbers, true, offsetof(TransformsTranslationArgs, offset), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"reverseOrder", ArgType::boolean, false, offsetof(TransformsTranslationArgs, reverse_order), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable TransformsTranslationArgs::table = {kTransformsTranslationArgsFields, 2, sizeof(TransformsTranslationArgs), offsetof(TransformsTranslationArgs, given),
    [](void* p) { new (p) TransformsTranslationArgs(); }, true, true};

}  // namespace penstock::ops
