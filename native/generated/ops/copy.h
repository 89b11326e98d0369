// From native/ops/copy/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct CopyArgs {
  static constexpr const char* op_name = "copy";
  static const ArgTable table;


  uint64_t given = 0;  // bit i: field i was set by the user
};

inline const ArgTable CopyArgs::table = {nullptr, 0, sizeof(CopyArgs), offsetof(CopyArgs, given),
    [](void* p) { new (p) CopyArgs(); }};

}  // namespace penstock::ops
