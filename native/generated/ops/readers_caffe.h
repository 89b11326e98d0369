// From native/ops/readers_caffe/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReadersCaffeArgs {
  static constexpr const char* op_name = "readers.caffe";
  static const ArgTable table;

  enum Field : int { kDontUseMmap, kImageAvailable, kLabelAvailable, kPath };

  bool dont_use_mmap = false;
  bool image_available = true;
  bool label_available = true;
  ArgList<std::string_view> path;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReadersCaffeArgsFields[] = {
    {"dontUseMmap", ArgType::boolean, false, offsetof(ReadersCaffeArgs, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"imageAvailable", ArgType::boolean, false, offsetof(ReadersCaffeArgs, image_available), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"labelAvailable", ArgType::boolean, false, offsetof(ReadersCaffeArgs, label_available), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"path", ArgType::strings, false, offsetof(ReadersCaffeArgs, path), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReadersCaffeArgs::table = {kReadersCaffeArgsFields, 4, sizeof(ReadersCaffeArgs), offsetof(ReadersCaffeArgs, given),
    [](void* p) { new (p) ReadersCaffeArgs(); }};

}  // namespace penstock::ops
