// From native/ops/lookup_tiles/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct LookupTilesArgs {
  static constexpr const char* op_name = "lookupTiles";
  static const ArgTable table;

  enum Field : int { kChannelsLast, kFrames, kGroup, kTile, kValues };

  bool channels_last = false;
  int32_t frames = 1;
  int32_t group = 1;
  ArgList<int32_t> tile;
  ArgList<float> values;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kLookupTilesArgsFields[] = {
    {"channelsLast", ArgType::boolean, false, offsetof(LookupTilesArgs, channels_last), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"frames", ArgType::integer, false, offsetof(LookupTilesArgs, frames), nullptr, 1, 64},
    {"group", ArgType::integer, false, offsetof(LookupTilesArgs, group), nullptr, 1, 64},
    {"tile", ArgType::integers, false, offsetof(LookupTilesArgs, tile), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"values", ArgType::numbers, false, offsetof(LookupTilesArgs, values), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable LookupTilesArgs::table = {kLookupTilesArgsFields, 5, sizeof(LookupTilesArgs), offsetof(LookupTilesArgs, given),
    [](void* p) { new (p) LookupTilesArgs(); }};

}  // namespace penstock::ops
