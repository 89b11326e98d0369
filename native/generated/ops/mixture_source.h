// From native/ops/mixture_source/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct MixtureSourceArgs {
  static constexpr const char* op_name = "mixtureSource";
  static const ArgTable table;


  uint64_t given = 0;  // bit i: field i was set by the user
};

inline const ArgTable MixtureSourceArgs::table = {nullptr, 0, sizeof(MixtureSourceArgs), offsetof(MixtureSourceArgs, given),
    [](void* p) { new (p) MixtureSourceArgs(); }};

}  // namespace penstock::ops
