// From native/ops/readers_file/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReadersFileArgs {
  static constexpr const char* op_name = "readers.file";
  static const ArgTable table;

  enum Field : int { kCaseSensitiveFilter, kDirFilters, kDontUseMmap, kFileFilters, kFileList, kFileRoot, kFiles, kLabels };
  static constexpr std::string_view kFileFiltersDefault[] = {"*.jpg", "*.jpeg", "*.png", "*.bmp", "*.tif", "*.tiff", "*.pnm", "*.ppm", "*.pgm", "*.pbm", "*.jp2", "*.j2k", "*.j2c", "*.jpc", "*.webp", "*.gif", "*.avif", "*.heic", "*.heif", "*.flac", "*.ogg", "*.wav"};

  bool case_sensitive_filter = false;
  ArgList<std::string_view> dir_filters;
  bool dont_use_mmap = false;
  ArgList<std::string_view> file_filters = {kFileFiltersDefault, 22};
  std::string_view file_list;
  std::string_view file_root;
  ArgList<std::string_view> files;
  ArgList<int32_t> labels;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReadersFileArgsFields[] = {
    {"caseSensitiveFilter", ArgType::boolean, false, offsetof(ReadersFileArgs, case_sensitive_filter), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dirFilters", ArgType::strings, false, offsetof(ReadersFileArgs, dir_filters), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dontUseMmap", ArgType::boolean, false, offsetof(ReadersFileArgs, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileFilters", ArgType::strings, false, offsetof(ReadersFileArgs, file_filters), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileList", ArgType::string, false, offsetof(ReadersFileArgs, file_list), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileRoot", ArgType::string, false, offsetof(ReadersFileArgs, file_root), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"files", ArgType::strings, false, offsetof(ReadersFileArgs, files), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"labels", ArgType::integers, false, offsetof(ReadersFileArgs, labels), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReadersFileArgs::table = {kReadersFileArgsFields, 8, sizeof(ReadersFileArgs), offsetof(ReadersFileArgs, given),
    [](void* p) { new (p) ReadersFileArgs(); }};

}  // namespace penstock::ops
