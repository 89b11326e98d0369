// From native/ops/clip_frames/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ClipFramesArgs {
  static constexpr const char* op_name = "clipFrames";
  static const ArgTable table;


  uint64_t given = 0;  // bit i: field i was set by the user
};

inline const ArgTable ClipFramesArgs::table = {nullptr, 0, sizeof(ClipFramesArgs), offsetof(ClipFramesArgs, given),
    [](void* p) { new (p) ClipFramesArgs(); }};

}  // namespace penstock::ops
