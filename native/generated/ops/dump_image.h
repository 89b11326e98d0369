// From native/ops/dump_image/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct DumpImageArgs {
  static constexpr const char* op_name = "dumpImage";
  static const ArgTable table;

  static constexpr const char* kInputLayoutNames[] = {"HWC", nullptr};
  enum Field : int { kInputLayout, kSuffix };

  Layout input_layout = "HWC";
  std::string_view suffix = "";
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kDumpImageArgsFields[] = {
    {"inputLayout", ArgType::layout, false, offsetof(DumpImageArgs, input_layout), DumpImageArgs::kInputLayoutNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"suffix", ArgType::string, false, offsetof(DumpImageArgs, suffix), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable DumpImageArgs::table = {kDumpImageArgsFields, 2, sizeof(DumpImageArgs), offsetof(DumpImageArgs, given),
    [](void* p) { new (p) DumpImageArgs(); }};

}  // namespace penstock::ops
