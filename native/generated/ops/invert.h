// From native/ops/invert/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct InvertArgs {
  static constexpr const char* op_name = "invert";
  static const ArgTable table;


  uint64_t given = 0;  // bit i: field i was set by the user
};

inline const ArgTable InvertArgs::table = {nullptr, 0, sizeof(InvertArgs), offsetof(InvertArgs, given),
    [](void* p) { new (p) InvertArgs(); }};

}  // namespace penstock::ops
