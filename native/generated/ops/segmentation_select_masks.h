// From native/ops/segmentation_select_masks/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct SegmentationSelectMasksArgs {
  static constexpr const char* op_name = "segmentation.selectMasks";
  static const ArgTable table;

  enum Field : int { kReindexMasks };

  bool reindex_masks = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kSegmentationSelectMasksArgsFields[] = {
    {"reindexMasks", ArgType::boolean, false, offsetof(SegmentationSelectMasksArgs, reindex_masks), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable SegmentationSelectMasksArgs::table = {kSegmentationSelectMasksArgsFields, 1, sizeof(SegmentationSelectMasksArgs), offsetof(SegmentationSelectMasksArgs, given),
    [](void* p) { new (p) SegmentationSelectMasksArgs(); }};

}  // namespace penstock::ops
