// From native/ops/clahe/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ClaheArgs {
  static constexpr const char* op_name = "clahe";
  static const ArgTable table;

  enum Field : int { kBins, kClipLimit, kLumaOnly, kTilesX, kTilesY };

  int32_t bins = 256;
  float clip_limit = 0;
  bool luma_only = true;
  int32_t tiles_x = 0;
  int32_t tiles_y = 0;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kClaheArgsFields[] = {
    {"bins", ArgType::integer, false, offsetof(ClaheArgs, bins), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"clipLimit", ArgType::number, false, offsetof(ClaheArgs, clip_limit), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"lumaOnly", ArgType::boolean, false, offsetof(ClaheArgs, luma_only), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"tilesX", ArgType::integer, false, offsetof(ClaheArgs, tiles_x), nullptr, 1, 4096},
    {"tilesY", ArgType::integer, false, offsetof(ClaheArgs, tiles_y), nullptr, 1, 4096},
};
inline const ArgTable ClaheArgs::table = {kClaheArgsFields, 5, sizeof(ClaheArgs), offsetof(ClaheArgs, given),
    [](void* p) { new (p) ClaheArgs(); }};

}  // namespace penstock::ops
