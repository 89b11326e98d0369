// From native/ops/multi_paste/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct MultiPasteArgs {
  static constexpr const char* op_name = "multiPaste";
  static const ArgTable table;

  enum Field : int { kDtype, kInAnchors, kInAnchorsRel, kInIds, kOutAnchors, kOutAnchorsRel, kOutputSize, kShapes, kShapesRel };

  DType dtype = DType::uint8;
  ArgList<int32_t> in_anchors;
  ArgList<float> in_anchors_rel;
  ArgList<int32_t> in_ids;
  ArgList<int32_t> out_anchors;
  ArgList<float> out_anchors_rel;
  ArgList<int32_t> output_size;
  ArgList<int32_t> shapes;
  ArgList<float> shapes_rel;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kMultiPasteArgsFields[] = {
    {"dtype", ArgType::dtype, false, offsetof(MultiPasteArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"inAnchors", ArgType::integers, true, offsetof(MultiPasteArgs, in_anchors), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"inAnchorsRel", ArgType::numbers, true, offsetof(MultiPasteArgs, in_anchors_rel), nullptr, 0, 1},
    {"inIds", ArgType::integers, true, offsetof(MultiPasteArgs, in_ids), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"outAnchors", ArgType::integers, true, offsetof(MultiPasteArgs, out_anchors), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"outAnchorsRel", ArgType::numbers, true, offsetof(MultiPasteArgs, out_anchors_rel), nullptr, 0, 1},
    {"outputSize", ArgType::integers, true, offsetof(MultiPasteArgs, output_size), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"shapes", ArgType::integers, true, offsetof(MultiPasteArgs, shapes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shapesRel", ArgType::numbers, true, offsetof(MultiPasteArgs, shapes_rel), nullptr, 0, 1},
};
inline const ArgTable MultiPasteArgs::table = {kMultiPasteArgsFields, 9, sizeof(MultiPasteArgs), offsetof(MultiPasteArgs, given),
    [](void* p) { new (p) MultiPasteArgs(); }, true, false, true};

}  // namespace penstock::ops
