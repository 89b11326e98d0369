// From native/ops/cond/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct CondArgs {
  static constexpr const char* op_name = "cond";
  static const ArgTable table;


  uint64_t given = 0;  // bit i: field i was set by the user
};

inline const ArgTable CondArgs::table = {nullptr, 0, sizeof(CondArgs), offsetof(CondArgs, given),
    [](void* p) { new (p) CondArgs(); }};

}  // namespace penstock::ops
