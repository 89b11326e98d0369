// From native/ops/copy_paste/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct CopyPasteArgs {
  static constexpr const char* op_name = "copyPaste";
  static const ArgTable table;

  enum class BboxLayout : int32_t { xyXY, xyWH };
  static constexpr const char* kBboxLayoutNames[] = {"xyXY", "xyWH", nullptr};
  enum Field : int { kBboxLayout, kBboxNormalized, kMinArea };

  BboxLayout bbox_layout = BboxLayout::xyXY;
  bool bbox_normalized = true;
  float min_area = 0.1f;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kCopyPasteArgsFields[] = {
    {"bboxLayout", ArgType::choice, false, offsetof(CopyPasteArgs, bbox_layout), CopyPasteArgs::kBboxLayoutNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"bboxNormalized", ArgType::boolean, false, offsetof(CopyPasteArgs, bbox_normalized), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"minArea", ArgType::number, false, offsetof(CopyPasteArgs, min_area), nullptr, 0, 1},
};
inline const ArgTable CopyPasteArgs::table = {kCopyPasteArgsFields, 3, sizeof(CopyPasteArgs), offsetof(CopyPasteArgs, given),
    [](void* p) { new (p) CopyPasteArgs(); }};

}  // namespace penstock::ops
