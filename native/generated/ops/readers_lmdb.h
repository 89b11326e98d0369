// From native/ops/readers_lmdb/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReadersLmdbArgs {
  static constexpr const char* op_name = "readers.lmdb";
  static const ArgTable table;

  enum Field : int { kDatabase, kDontUseMmap, kOutputKeys, kPath };

  std::string_view database = "";
  bool dont_use_mmap = false;
  bool output_keys = false;
  ArgList<std::string_view> path;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReadersLmdbArgsFields[] = {
    {"database", ArgType::string, false, offsetof(ReadersLmdbArgs, database), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dontUseMmap", ArgType::boolean, false, offsetof(ReadersLmdbArgs, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"outputKeys", ArgType::boolean, false, offsetof(ReadersLmdbArgs, output_keys), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"path", ArgType::strings, false, offsetof(ReadersLmdbArgs, path), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReadersLmdbArgs::table = {kReadersLmdbArgsFields, 4, sizeof(ReadersLmdbArgs), offsetof(ReadersLmdbArgs, given),
    [](void* p) { new (p) ReadersLmdbArgs(); }};

}  // namespace penstock::ops
