// From native/ops/box_encoder/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct BoxEncoderArgs {
  static constexpr const char* op_name = "boxEncoder";
  static const ArgTable table;

  enum Field : int { kAnchors, kCriteria, kMeans, kOffset, kScale, kStds };
  static constexpr float kMeansDefault[] = {0.0f, 0.0f, 0.0f, 0.0f};
  static constexpr float kStdsDefault[] = {1.0f, 1.0f, 1.0f, 1.0f};

  ArgList<float> anchors;
  float criteria = 0.5f;
  ArgList<float> means = {kMeansDefault, 4};
  bool offset = false;
  float scale = 1.0f;
  ArgList<float> stds = {kStdsDefault, 4};
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kBoxEncoderArgsFields[] = {
    {"anchors", ArgType::numbers, false, offsetof(BoxEncoderArgs, anchors), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"criteria", ArgType::number, false, offsetof(BoxEncoderArgs, criteria), nullptr, 0, 1},
    {"means", ArgType::numbers, false, offsetof(BoxEncoderArgs, means), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"offset", ArgType::boolean, false, offsetof(BoxEncoderArgs, offset), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"scale", ArgType::number, false, offsetof(BoxEncoderArgs, scale), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"stds", ArgType::numbers, false, offsetof(BoxEncoderArgs, stds), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable BoxEncoderArgs::table = {kBoxEncoderArgsFields, 6, sizeof(BoxEncoderArgs), offsetof(BoxEncoderArgs, given),
    [](void* p) { new (p) BoxEncoderArgs(); }};

}  // namespace penstock::ops
