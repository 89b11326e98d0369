// From native/ops/readers_mx_net/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReadersMxNetArgs {
  static constexpr const char* op_name = "readers.mxNet";
  static const ArgTable table;

  enum Field : int { kDontUseMmap, kIndexPath, kPath };

  bool dont_use_mmap = false;
  ArgList<std::string_view> index_path;
  ArgList<std::string_view> path;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReadersMxNetArgsFields[] = {
    {"dontUseMmap", ArgType::boolean, false, offsetof(ReadersMxNetArgs, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"indexPath", ArgType::strings, false, offsetof(ReadersMxNetArgs, index_path), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"path", ArgType::strings, false, offsetof(ReadersMxNetArgs, path), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReadersMxNetArgs::table = {kReadersMxNetArgsFields, 3, sizeof(ReadersMxNetArgs), offsetof(ReadersMxNetArgs, given),
    [](void* p) { new (p) ReadersMxNetArgs(); }};

}  // namespace penstock::ops
