// From native/ops/equalize/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct EqualizeArgs {
  static constexpr const char* op_name = "equalize";
  static const ArgTable table;


  uint64_t given = 0;  // bit i: field i was set by the user
};

inline const ArgTable EqualizeArgs::table = {nullptr, 0, sizeof(EqualizeArgs), offsetof(EqualizeArgs, given),
    [](void* p) { new (p) EqualizeArgs(); }};

}  // namespace penstock::ops
