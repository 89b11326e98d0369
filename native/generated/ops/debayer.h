// From native/ops/debayer/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct DebayerArgs {
  static constexpr const char* op_name = "debayer";
  static const ArgTable table;

  enum class Algorithm : int32_t { bilinear_ocv, edgeaware_ocv, gray_ocv };
  static constexpr const char* kAlgorithmNames[] = {"bilinear_ocv", "edgeaware_ocv", "gray_ocv", nullptr};
  enum Field : int { kAlgorithm, kBluePosition };

  Algorithm algorithm = Algorithm::bilinear_ocv;
  ArgList<int32_t> blue_position;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kDebayerArgsFields[] = {
    {"algorithm", ArgType::choice, false, offsetof(DebayerArgs, algorithm), DebayerArgs::kAlgorithmNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"bluePosition", ArgType::integers, true, offsetof(DebayerArgs, blue_position), nullptr, 0, 1},
};
inline const ArgTable DebayerArgs::table = {kDebayerArgsFields, 2, sizeof(DebayerArgs), offsetof(DebayerArgs, given),
    [](void* p) { new (p) DebayerArgs(); }, true};

}  // namespace penstock::ops
