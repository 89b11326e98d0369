// From native/ops/filter/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct FilterArgs {
  static constexpr const char* op_name = "filter";
  static const ArgTable table;

  enum class Border : int32_t { reflect_101, reflect_1001, wrap, clamp, constant };
  static constexpr const char* kBorderNames[] = {"reflect_101", "reflect_1001", "wrap", "clamp", "constant", nullptr};
  enum class Mode : int32_t { same, valid };
  static constexpr const char* kModeNames[] = {"same", "valid", nullptr};
  enum Field : int { kAnchor, kBorder, kDtype, kMode };
  static constexpr int32_t kAnchorDefault[] = {-1};

  ArgList<int32_t> anchor = {kAnchorDefault, 1};
  Border border = Border::reflect_101;
  DType dtype = DType::uint8;
  Mode mode = Mode::same;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kFilterArgsFields[] = {
    {"anchor", ArgType::integers, true, offsetof(FilterArgs, anchor), nullptr, -1, std::numeric_limits<double>::infinity()},
    {"border", ArgType::choice, false, offsetof(FilterArgs, border), FilterArgs::kBorderNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(FilterArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"mode", ArgType::choice, false, offsetof(FilterArgs, mode), FilterArgs::kModeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable FilterArgs::table = {kFilterArgsFields, 4, sizeof(FilterArgs), offsetof(FilterArgs, given),
    [](void* p) { new (p) FilterArgs(); }, true};

}  // namespace penstock::ops
