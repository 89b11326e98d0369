// From native/ops/decoders_numpy/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct DecodersNumpyArgs {
  static constexpr const char* op_name = "decoders.numpy";
  static const ArgTable table;

  enum Field : int { kDtype };

  DType dtype = DType::uint8;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kDecodersNumpyArgsFields[] = {
    {"dtype", ArgType::dtype, false, offsetof(DecodersNumpyArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable DecodersNumpyArgs::table = {kDecodersNumpyArgsFields, 1, sizeof(DecodersNumpyArgs), offsetof(DecodersNumpyArgs, given),
    [](void* p) { new (p) DecodersNumpyArgs(); }};

}  // namespace penstock::ops
