// From native/ops/b_box_paste/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct BBoxPasteArgs {
  static constexpr const char* op_name = "bBoxPaste";
  static const ArgTable table;

  enum Field : int { kLtrb, kPasteX, kPasteY, kRatio };

  bool ltrb = false;
  float paste_x = 0.5f;
  float paste_y = 0.5f;
  float ratio = 0;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kBBoxPasteArgsFields[] = {
    {"ltrb", ArgType::boolean, false, offsetof(BBoxPasteArgs, ltrb), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"pasteX", ArgType::number, true, offsetof(BBoxPasteArgs, paste_x), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"pasteY", ArgType::number, true, offsetof(BBoxPasteArgs, paste_y), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"ratio", ArgType::number, true, offsetof(BBoxPasteArgs, ratio), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable BBoxPasteArgs::table = {kBBoxPasteArgsFields, 4, sizeof(BBoxPasteArgs), offsetof(BBoxPasteArgs, given),
    [](void* p) { new (p) BBoxPasteArgs(); }};

}  // namespace penstock::ops
