// From native/ops/readers_parquet/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReadersParquetArgs {
  static constexpr const char* op_name = "readers.parquet";
  static const ArgTable table;

  enum Field : int { kColumns, kDontUseMmap, kPath };

  std::string_view columns;
  bool dont_use_mmap = false;
  ArgList<std::string_view> path;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReadersParquetArgsFields[] = {
    {"columns", ArgType::string, false, offsetof(ReadersParquetArgs, columns), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dontUseMmap", ArgType::boolean, false, offsetof(ReadersParquetArgs, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"path", ArgType::strings, false, offsetof(ReadersParquetArgs, path), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReadersParquetArgs::table = {kReadersParquetArgsFields, 3, sizeof(ReadersParquetArgs), offsetof(ReadersParquetArgs, given),
    [](void* p) { new (p) ReadersParquetArgs(); }};

}  // namespace penstock::ops
