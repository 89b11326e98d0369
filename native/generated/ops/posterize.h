// From native/ops/posterize/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct PosterizeArgs {
  static constexpr const char* op_name = "posterize";
  static const ArgTable table;

  enum Field : int { kBits };

  int32_t bits = 0;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kPosterizeArgsFields[] = {
    {"bits", ArgType::integer, true, offsetof(PosterizeArgs, bits), nullptr, 0, 8},
};
inline const ArgTable PosterizeArgs::table = {kPosterizeArgsFields, 1, sizeof(PosterizeArgs), offsetof(PosterizeArgs, given),
    [](void* p) { new (p) PosterizeArgs(); }, true};

}  // namespace penstock::ops
