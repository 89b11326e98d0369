// From native/ops/cast_like/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct CastLikeArgs {
  static constexpr const char* op_name = "castLike";
  static const ArgTable table;


  uint64_t given = 0;  // bit i: field i was set by the user
};

inline const ArgTable CastLikeArgs::table = {nullptr, 0, sizeof(CastLikeArgs), offsetof(CastLikeArgs, given),
    [](void* p) { new (p) CastLikeArgs(); }};

}  // namespace penstock::ops
