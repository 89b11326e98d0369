// From native/ops/transforms_crop/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct TransformsCropArgs {
  static constexpr const char* op_name = "transforms.crop";
  static const ArgTable table;

  enum Field : int { kAbsolute, kFromEnd, kFromStart, kReverseOrder, kToEnd, kToStart };
  static constexpr float kFromEndDefault[] = {1.0f};
  static constexpr float kFromStartDefault[] = {0.0f};
  static constexpr float kToEndDefault[] = {1.0f};
  static constexpr float kToStartDefault[] = {0.0f};

  bool absolute = false;
  ArgList<float> from_end = {kFromEndDefault, 1};
  ArgList<float> from_start = {kFromStartDefault, 1};
  bool reverse_order = false;
  ArgList<float> to_end = {kToEndDefault, 1};
  ArgList<float> to_start = {kToStartDefault, 1};
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kTransformsCropArgsFields[] = {
    {"absolute", ArgType::boolean, false, offsetof(TransformsCropArgs, absolute), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fromEnd", ArgType::numbers, true, offsetof(TransformsCropArgs, from_end), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fromStart", ArgType::numbers, true, offsetof(TransformsCropArgs, from_start), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"reverseOrder", ArgType::boolean, false, offsetof(TransformsCropArgs, reverse_order), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"toEnd", ArgType::numbers, true, offsetof(TransformsCropArgs, to_end), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"toStart", ArgType::numbers, true, offsetof(TransformsCropArgs, to_start), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable TransformsCropArgs::table = {kTransformsCropArgsFields, 6, sizeof(TransformsCropArgs), offsetof(TransformsCropArgs, given),
    [](void* p) { new (p) TransformsCropArgs(); }, true, true};

}  // namespace penstock::ops
