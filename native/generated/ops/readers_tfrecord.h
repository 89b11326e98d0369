// From native/ops/readers_tfrecord/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReadersTfrecordArgs {
  static constexpr const char* op_name = "readers.tfrecord";
  static const ArgTable table;

  enum Field : int { kCheckCrc, kDontUseMmap, kFeatures, kIndexPath, kPath, kUseODirect };

  bool check_crc = false;
  bool dont_use_mmap = false;
  std::string_view features;
  ArgList<std::string_view> index_path;
  ArgList<std::string_view> path;
  bool use_o_direct = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReadersTfrecordArgsFields[] = {
    {"checkCrc", ArgType::boolean, false, offsetof(ReadersTfrecordArgs, check_crc), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dontUseMmap", ArgType::boolean, false, offsetof(ReadersTfrecordArgs, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"features", ArgType::string, false, offsetof(ReadersTfrecordArgs, features), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"indexPath", ArgType::strings, false, offsetof(ReadersTfrecordArgs, index_path), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"path", ArgType::strings, false, offsetof(ReadersTfrecordArgs, path), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"useODirect", ArgType::boolean, false, offsetof(ReadersTfrecordArgs, use_o_direct), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReadersTfrecordArgs::table = {kReadersTfrecordArgsFields, 6, sizeof(ReadersTfrecordArgs), offsetof(ReadersTfrecordArgs, given),
    [](void* p) { new (p) ReadersTfrecordArgs(); }};

}  // namespace penstock::ops
