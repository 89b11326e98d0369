// From native/ops/readers_lerobot/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReadersLerobotArgs {
  static constexpr const char* op_name = "readers.lerobot";
  static const ArgTable table;

  enum class ColorMatrix : int32_t { auto_, bt601, bt709, bt2020 };
  static constexpr const char* kColorMatrixNames[] = {"auto", "bt601", "bt709", "bt2020", nullptr};
  enum class ColorRange : int32_t { auto_, limited, full };
  static constexpr const char* kColorRangeNames[] = {"auto", "limited", "full", nullptr};
  enum class Rotate : int32_t { apply, ignore };
  static constexpr const char* kRotateNames[] = {"apply", "ignore", nullptr};
  enum Field : int { kColorMatrix, kColorRange, kDontUseMmap, kEpisodes, kFeatures, kIndexPath, kMaxDecodeSeconds, kMaxMetadataBytes, kMaxPixels, kMaxRows, kMaxUnpackedBytes, kPageCacheBytes, kRoot, kRotate, kTasks, kTolerance };

  ColorMatrix color_matrix = ColorMatrix::auto_;
  ColorRange color_range = ColorRange::auto_;
  bool dont_use_mmap = false;
  ArgList<int32_t> episodes;
  std::string_view features;
  std::string_view index_path;
  float max_decode_seconds = 0.0f;
  int32_t max_metadata_bytes = 134217728;
  int32_t max_pixels = 268402689;
  int32_t max_rows = 16777216;
  int32_t max_unpacked_bytes = 1073741824;
  int32_t page_cache_bytes = 268435456;
  std::string_view root;
  Rotate rotate = Rotate::apply;
  ArgList<std::string_view> tasks;
  float tolerance = 0.0001f;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReadersLerobotArgsFields[] = {
    {"colorMatrix", ArgType::choice, false, offsetof(ReadersLerobotArgs, color_matrix), ReadersLerobotArgs::kColorMatrixNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"colorRange", ArgType::choice, false, offsetof(ReadersLerobotArgs, color_range), ReadersLerobotArgs::kColorRangeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dontUseMmap", ArgType::boolean, false, offsetof(ReadersLerobotArgs, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"episodes", ArgType::integers, false, offsetof(ReadersLerobotArgs, episodes), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"features", ArgType::string, false, offsetof(ReadersLerobotArgs, features), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"indexPath", ArgType::string, false, offsetof(ReadersLerobotArgs, index_path), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxDecodeSeconds", ArgType::number, false, offsetof(ReadersLerobotArgs, max_decode_seconds), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"maxMetadataBytes", ArgType::integer, false, offsetof(ReadersLerobotArgs, max_metadata_bytes), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"maxPixels", ArgType::integer, false, offsetof(ReadersLerobotArgs, max_pixels), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"maxRows", ArgType::integer, false, offsetof(ReadersLerobotArgs, max_rows), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"maxUnpackedBytes", ArgType::integer, false, offsetof(ReadersLerobotArgs, max_unpacked_bytes), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"pageCacheBytes", ArgType::integer, false, offsetof(ReadersLerobotArgs, page_cache_bytes), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"root", ArgType::string, false, offsetof(ReadersLerobotArgs, root), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"rotate", ArgType::choice, false, offsetof(ReadersLerobotArgs, rotate), ReadersLerobotArgs::kRotateNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"tasks", ArgType::strings, false, offsetof(ReadersLerobotArgs, tasks), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"tolerance", ArgType::number, false, offsetof(ReadersLerobotArgs, tolerance), nullptr, 0, std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReadersLerobotArgs::table = {kReadersLerobotArgsFields, 16, sizeof(ReadersLerobotArgs), offsetof(ReadersLerobotArgs, given),
    [](void* p) { new (p) ReadersLerobotArgs(); }};

}  // namespace penstock::ops
