// From native/ops/paste/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct PasteArgs {
  static constexpr const char* op_name = "paste";
  static const ArgTable table;

  enum Field : int { kFillValue, kMinCanvasSize, kNChannels, kPasteX, kPasteY, kRatio };

  ArgList<int32_t> fill_value;
  float min_canvas_size = 0.0f;
  int32_t n_channels = 3;
  float paste_x = 0.5f;
  float paste_y = 0.5f;
  float ratio = 0;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kPasteArgsFields[] = {
    {"fillValue", ArgType::integers, false, offsetof(PasteArgs, fill_value), nullptr, 0, 255},
    {"minCanvasSize", ArgType::number, true, offsetof(PasteArgs, min_canvas_size), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"nChannels", ArgType::integer, false, offsetof(PasteArgs, n_channels), nullptr, 1, 1024},
    {"pasteX", ArgType::number, true, offsetof(PasteArgs, paste_x), nullptr, 0, 1},
    {"pasteY", ArgType::number, true, offsetof(PasteArgs, paste_y), nullptr, 0, 1},
    {"ratio", ArgType::number, true, offsetof(PasteArgs, ratio), nullptr, 1, std::numeric_limits<double>::infinity()},
};
inline const ArgTable PasteArgs::table = {kPasteArgsFields, 6, sizeof(PasteArgs), offsetof(PasteArgs, given),
    [](void* p) { new (p) PasteArgs(); }};

}  // namespace penstock::ops
