// From native/ops/autocontrast/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct AutocontrastArgs {
  static constexpr const char* op_name = "autocontrast";
  static const ArgTable table;


  uint64_t given = 0;  // bit i: field i was set by the user
};

inline const ArgTable AutocontrastArgs::table = {nullptr, 0, sizeof(AutocontrastArgs), offsetof(AutocontrastArgs, given),
    [](void* p) { new (p) AutocontrastArgs(); }};

}  // namespace penstock::ops
