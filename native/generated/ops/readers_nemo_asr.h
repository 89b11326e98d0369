// From native/ops/readers_nemo_asr/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReadersNemoAsrArgs {
  static constexpr const char* op_name = "readers.nemoAsr";
  static const ArgTable table;

  enum Field : int { kAntialias, kDontUseMmap, kDownmix, kDtype, kManifestFilepaths, kMaxDuration, kMaxElements, kMinDuration, kNormalizeText, kQuality, kReadIdxs, kReadSampleRate, kReadText, kSampleRate };

  bool antialias = false;
  bool dont_use_mmap = false;
  bool downmix = true;
  DType dtype = DType::float32;
  ArgList<std::string_view> manifest_filepaths;
  float max_duration = 0.0f;
  int32_t max_elements = 536870912;
  float min_duration = 0.0f;
  bool normalize_text = false;
  float quality = 50.0f;
  bool read_idxs = false;
  bool read_sample_rate = true;
  bool read_text = true;
  float sample_rate = -1.0f;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReadersNemoAsrArgsFields[] = {
    {"antialias", ArgType::boolean, false, offsetof(ReadersNemoAsrArgs, antialias), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dontUseMmap", ArgType::boolean, false, offsetof(ReadersNemoAsrArgs, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"downmix", ArgType::boolean, false, offsetof(ReadersNemoAsrArgs, downmix), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(ReadersNemoAsrArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"manifestFilepaths", ArgType::strings, false, offsetof(ReadersNemoAsrArgs, manifest_filepaths), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxDuration", ArgType::number, false, offsetof(ReadersNemoAsrArgs, max_duration), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"maxElements", ArgType::integer, false, offsetof(ReadersNemoAsrArgs, max_elements), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"minDuration", ArgType::number, false, offsetof(ReadersNemoAsrArgs, min_duration), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"normalizeText", ArgType::boolean, false, offsetof(ReadersNemoAsrArgs, normalize_text), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"quality", ArgType::number, false, offsetof(ReadersNemoAsrArgs, quality), nullptr, 0, 100},
    {"readIdxs", ArgType::boolean, false, offsetof(ReadersNemoAsrArgs, read_idxs), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"readSampleRate", ArgType::boolean, false, offsetof(ReadersNemoAsrArgs, read_sample_rate), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"readText", ArgType::boolean, false, offsetof(ReadersNemoAsrArgs, read_text), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"sampleRate", ArgType::number, false, offsetof(ReadersNemoAsrArgs, sample_rate), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReadersNemoAsrArgs::table = {kReadersNemoAsrArgsFields, 14, sizeof(ReadersNemoAsrArgs), offsetof(ReadersNemoAsrArgs, given),
    [](void* p) { new (p) ReadersNemoAsrArgs(); }};

}  // namespace penstock::ops
