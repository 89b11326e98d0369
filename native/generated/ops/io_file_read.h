// From native/ops/io_file_read/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct IoFileReadArgs {
  static constexpr const char* op_name = "io.file.read";
  static const ArgTable table;

  enum Field : int { kDontUseMmap, kUseODirect };

  bool dont_use_mmap = false;
  bool use_o_direct = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kIoFileReadArgsFields[] = {
    {"dontUseMmap", ArgType::boolean, false, offsetof(IoFileReadArgs, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"useODirect", ArgType::boolean, false, offsetof(IoFileReadArgs, use_o_direct), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable IoFileReadArgs::table = {kIoFileReadArgsFields, 2, sizeof(IoFileReadArgs), offsetof(IoFileReadArgs, given),
    [](void* p) { new (p) IoFileReadArgs(); }};

}  // namespace penstock::ops
