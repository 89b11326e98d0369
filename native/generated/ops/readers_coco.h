// From native/ops/readers_coco/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReadersCocoArgs {
  static constexpr const char* op_name = "readers.coco";
  static const ArgTable table;

  enum Field : int { kAnnotationsFile, kAvoidClassRemapping, kDontUseMmap, kFileRoot, kImageIds, kImages, kIncludeIscrowd, kLtrb, kMaxPixels, kPixelwiseMasks, kPolygonMasks, kRatio, kSizeThreshold, kSkipEmpty };

  std::string_view annotations_file;
  bool avoid_class_remapping = false;
  bool dont_use_mmap = false;
  std::string_view file_root;
  bool image_ids = false;
  ArgList<std::string_view> images;
  bool include_iscrowd = true;
  bool ltrb = false;
  int32_t max_pixels = 268402689;
  bool pixelwise_masks = false;
  bool polygon_masks = false;
  bool ratio = false;
  float size_threshold = 0.1f;
  bool skip_empty = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReadersCocoArgsFields[] = {
    {"annotationsFile", ArgType::string, false, offsetof(ReadersCocoArgs, annotations_file), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"avoidClassRemapping", ArgType::boolean, false, offsetof(ReadersCocoArgs, avoid_class_remapping), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dontUseMmap", ArgType::boolean, false, offsetof(ReadersCocoArgs, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileRoot", ArgType::string, false, offsetof(ReadersCocoArgs, file_root), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"imageIds", ArgType::boolean, false, offsetof(ReadersCocoArgs, image_ids), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"images", ArgType::strings, false, offsetof(ReadersCocoArgs, images), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"includeIscrowd", ArgType::boolean, false, offsetof(ReadersCocoArgs, include_iscrowd), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"ltrb", ArgType::boolean, false, offsetof(ReadersCocoArgs, ltrb), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxPixels", ArgType::integer, false, offsetof(ReadersCocoArgs, max_pixels), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"pixelwiseMasks", ArgType::boolean, false, offsetof(ReadersCocoArgs, pixelwise_masks), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"polygonMasks", ArgType::boolean, false, offsetof(ReadersCocoArgs, polygon_masks), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"ratio", ArgType::boolean, false, offsetof(ReadersCocoArgs, ratio), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"sizeThreshold", ArgType::number, false, offsetof(ReadersCocoArgs, size_threshold), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"skipEmpty", ArgType::boolean, false, offsetof(ReadersCocoArgs, skip_empty), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReadersCocoArgs::table = {kReadersCocoArgsFields, 14, sizeof(ReadersCocoArgs), offsetof(ReadersCocoArgs, given),
    [](void* p) { new (p) ReadersCocoArgs(); }};

}  // namespace penstock::ops
