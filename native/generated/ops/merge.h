// From native/ops/merge/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct MergeArgs {
  static constexpr const char* op_name = "merge";
  static const ArgTable table;


  uint64_t given = 0;  // bit i: field i was set by the user
};

inline const ArgTable MergeArgs::table = {nullptr, 0, sizeof(MergeArgs), offsetof(MergeArgs, given),
    [](void* p) { new (p) MergeArgs(); }};

}  // namespace penstock::ops
