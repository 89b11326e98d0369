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

  enum Field : int { kColumns, kDontUseMmap, kMaxMetadataBytes, kMaxRows, kMaxUnpackedBytes, kPageCacheBytes, kPath };

  std::string_view columns;
  bool dont_use_mmap = false;
  int32_t max_metadata_bytes = 134217728;
  int32_t max_rows = 16777216;
  int32_t max_unpacked_bytes = 1073741824;
  int32_t page_cache_bytes = 268435456;
  ArgList<std::string_view> path;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReadersParquetArgsFields[] = {
    {"columns", ArgType::string, false, offsetof(ReadersParquetArgs, columns), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dontUseMmap", ArgType::boolean, false, offsetof(ReadersParquetArgs, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxMetadataBytes", ArgType::integer, false, offsetof(ReadersParquetArgs, max_metadata_bytes), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"maxRows", ArgType::integer, false, offsetof(ReadersParquetArgs, max_rows), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"maxUnpackedBytes", ArgType::integer, false, offsetof(ReadersParquetArgs, max_unpacked_bytes), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"pageCacheBytes", ArgType::integer, false, offsetof(ReadersParquetArgs, page_cache_bytes), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"path", ArgType::strings, false, offsetof(ReadersParquetArgs, path), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReadersParquetArgs::table = {kReadersParquetArgsFields, 7, sizeof(ReadersParquetArgs), offsetof(ReadersParquetArgs, given),
    [](void* p) { new (p) ReadersParquetArgs(); }};

}  // namespace penstock::ops
