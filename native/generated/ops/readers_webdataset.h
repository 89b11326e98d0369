// From native/ops/readers_webdataset/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReadersWebdatasetArgs {
  static constexpr const char* op_name = "readers.webdataset";
  static const ArgTable table;

  enum class MissingComponentBehavior : int32_t { empty, skip, error };
  static constexpr const char* kMissingComponentBehaviorNames[] = {"empty", "skip", "error", nullptr};
  enum Field : int { kCaseSensitiveExtensions, kDontUseMmap, kDtypes, kExt, kIndexPaths, kMissingComponentBehavior, kParse, kPaths };

  bool case_sensitive_extensions = true;
  bool dont_use_mmap = false;
  ArgList<DType> dtypes;
  ArgList<std::string_view> ext;
  ArgList<std::string_view> index_paths;
  MissingComponentBehavior missing_component_behavior = MissingComponentBehavior::empty;
  ArgList<std::string_view> parse;
  ArgList<std::string_view> paths;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReadersWebdatasetArgsFields[] = {
    {"caseSensitiveExtensions", ArgType::boolean, false, offsetof(ReadersWebdatasetArgs, case_sensitive_extensions), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dontUseMmap", ArgType::boolean, false, offsetof(ReadersWebdatasetArgs, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtypes", ArgType::dtypes, false, offsetof(ReadersWebdatasetArgs, dtypes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"ext", ArgType::strings, false, offsetof(ReadersWebdatasetArgs, ext), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"indexPaths", ArgType::strings, false, offsetof(ReadersWebdatasetArgs, index_paths), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"missingComponentBehavior", ArgType::choice, false, offsetof(ReadersWebdatasetArgs, missing_component_behavior), ReadersWebdatasetArgs::kMissingComponentBehaviorNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"parse", ArgType::strings, false, offsetof(ReadersWebdatasetArgs, parse), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"paths", ArgType::strings, false, offsetof(ReadersWebdatasetArgs, paths), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReadersWebdatasetArgs::table = {kReadersWebdatasetArgsFields, 8, sizeof(ReadersWebdatasetArgs), offsetof(ReadersWebdatasetArgs, given),
    [](void* p) { new (p) ReadersWebdatasetArgs(); }};

}  // namespace penstock::ops
