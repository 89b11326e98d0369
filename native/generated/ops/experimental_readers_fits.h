// From native/ops/experimental_readers_fits/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ExperimentalReadersFitsArgs {
  static constexpr const char* op_name = "experimental.readers.fits";
  static const ArgTable table;

  enum Field : int { kDontUseMmap, kDtypes, kFileFilter, kFileList, kFileRoot, kFiles, kHduIndices };
  static constexpr int32_t kHduIndicesDefault[] = {2};

  bool dont_use_mmap = false;
  ArgList<DType> dtypes;
  std::string_view file_filter = "*.fits";
  std::string_view file_list;
  std::string_view file_root;
  ArgList<std::string_view> files;
  ArgList<int32_t> hdu_indices = {kHduIndicesDefault, 1};
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kExperimentalReadersFitsArgsFields[] = {
    {"dontUseMmap", ArgType::boolean, false, offsetof(ExperimentalReadersFitsArgs, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtypes", ArgType::dtypes, false, offsetof(ExperimentalReadersFitsArgs, dtypes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileFilter", ArgType::string, false, offsetof(ExperimentalReadersFitsArgs, file_filter), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileList", ArgType::string, false, offsetof(ExperimentalReadersFitsArgs, file_list), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileRoot", ArgType::string, false, offsetof(ExperimentalReadersFitsArgs, file_root), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"files", ArgType::strings, false, offsetof(ExperimentalReadersFitsArgs, files), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hduIndices", ArgType::integers, false, offsetof(ExperimentalReadersFitsArgs, hdu_indices), nullptr, 1, std::numeric_limits<double>::infinity()},
};
inline const ArgTable ExperimentalReadersFitsArgs::table = {kExperimentalReadersFitsArgsFields, 7, sizeof(ExperimentalReadersFitsArgs), offsetof(ExperimentalReadersFitsArgs, given),
    [](void* p) { new (p) ExperimentalReadersFitsArgs(); }};

}  // namespace penstock::ops
