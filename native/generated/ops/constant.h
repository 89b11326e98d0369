// From native/ops/constant/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ConstantArgs {
  static constexpr const char* op_name = "constant";
  static const ArgTable table;

  enum Field : int { kDtype, kFdata, kIdata, kLayout, kShape };

  DType dtype = DType::uint8;
  ArgList<float> fdata;
  ArgList<int32_t> idata;
  Layout layout;
  ArgList<int32_t> shape;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kConstantArgsFields[] = {
    {"dtype", ArgType::dtype, false, offsetof(ConstantArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fdata", ArgType::numbers, false, offsetof(ConstantArgs, fdata), nullptr, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()},
    {"idata", ArgType::integers, false, offsetof(ConstantArgs, idata), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"layout", ArgType::layout, false, offsetof(ConstantArgs, layout), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shape", ArgType::integers, false, offsetof(ConstantArgs, shape), nullptr, 0, std::numeric_limits<double>::infinity()},
};
inline const ArgTable ConstantArgs::table = {kConstantArgsFields, 5, sizeof(ConstantArgs), offsetof(ConstantArgs, given),
    [](void* p) { new (p) ConstantArgs(); }};

}  // namespace penstock::ops
