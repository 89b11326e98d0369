// From native/ops/readers_caffe2/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReadersCaffe2Args {
  static constexpr const char* op_name = "readers.caffe2";
  static const ArgTable table;

  enum Field : int { kAdditionalInputs, kBbox, kDontUseMmap, kImageAvailable, kLabelType, kNumLabels, kPath };

  int32_t additional_inputs = 0;
  bool bbox = false;
  bool dont_use_mmap = false;
  bool image_available = true;
  int32_t label_type = 0;
  int32_t num_labels = 1;
  ArgList<std::string_view> path;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReadersCaffe2ArgsFields[] = {
    {"additionalInputs", ArgType::integer, false, offsetof(ReadersCaffe2Args, additional_inputs), nullptr, 0, 64},
    {"bbox", ArgType::boolean, false, offsetof(ReadersCaffe2Args, bbox), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dontUseMmap", ArgType::boolean, false, offsetof(ReadersCaffe2Args, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"imageAvailable", ArgType::boolean, false, offsetof(ReadersCaffe2Args, image_available), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"labelType", ArgType::integer, false, offsetof(ReadersCaffe2Args, label_type), nullptr, 0, 4},
    {"numLabels", ArgType::integer, false, offsetof(ReadersCaffe2Args, num_labels), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"path", ArgType::strings, false, offsetof(ReadersCaffe2Args, path), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReadersCaffe2Args::table = {kReadersCaffe2ArgsFields, 7, sizeof(ReadersCaffe2Args), offsetof(ReadersCaffe2Args, given),
    [](void* p) { new (p) ReadersCaffe2Args(); }};

}  // namespace penstock::ops
