// From native/ops/jpeg_compression_distortion/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct JpegCompressionDistortionArgs {
  static constexpr const char* op_name = "jpegCompressionDistortion";
  static const ArgTable table;

  enum Field : int { kQuality };

  int32_t quality = 50;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kJpegCompressionDistortionArgsFields[] = {
    {"quality", ArgType::integer, true, offsetof(JpegCompressionDistortionArgs, quality), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable JpegCompressionDistortionArgs::table = {kJpegCompressionDistortionArgsFields, 1, sizeof(JpegCompressionDistortionArgs), offsetof(JpegCompressionDistortionArgs, given),
    [](void* p) { new (p) JpegCompressionDistortionArgs(); }, true};

}  // namespace penstock::ops
