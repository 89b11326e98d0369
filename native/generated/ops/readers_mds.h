// From native/ops/readers_mds/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReadersMdsArgs {
  static constexpr const char* op_name = "readers.mds";
  static const ArgTable table;

  enum Field : int { kColumns, kDontUseMmap, kMaxPackedSamples, kMaxUnpackedBytes, kPath, kShardCacheBytes };

  std::string_view columns;
  bool dont_use_mmap = false;
  int32_t max_packed_samples = 16777216;
  int32_t max_unpacked_bytes = 1073741824;
  ArgList<std::string_view> path;
  int32_t shard_cache_bytes = 536870912;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReadersMdsArgsFields[] = {
    {"columns", ArgType::string, false, offsetof(ReadersMdsArgs, columns), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dontUseMmap", ArgType::boolean, false, offsetof(ReadersMdsArgs, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxPackedSamples", ArgType::integer, false, offsetof(ReadersMdsArgs, max_packed_samples), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"maxUnpackedBytes", ArgType::integer, false, offsetof(ReadersMdsArgs, max_unpacked_bytes), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"path", ArgType::strings, false, offsetof(ReadersMdsArgs, path), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shardCacheBytes", ArgType::integer, false, offsetof(ReadersMdsArgs, shard_cache_bytes), nullptr, 0, std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReadersMdsArgs::table = {kReadersMdsArgsFields, 6, sizeof(ReadersMdsArgs), offsetof(ReadersMdsArgs, given),
    [](void* p) { new (p) ReadersMdsArgs(); }};

}  // namespace penstock::ops
