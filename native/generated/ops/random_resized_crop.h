// From native/ops/random_resized_crop/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct RandomResizedCropArgs {
  static constexpr const char* op_name = "randomResizedCrop";
  static const ArgTable table;

  enum class Match : int32_t { dali, pillow, pillow_12, torchvision, torchvision_float, opencv };
  static constexpr const char* kMatchNames[] = {"dali", "pillow", "pillow-12", "torchvision", "torchvision-float", "opencv", nullptr};
  enum class MatchFilter : int32_t { box, hamming, area, lanczos4, nearest_exact };
  static constexpr const char* kMatchFilterNames[] = {"box", "hamming", "area", "lanczos4", "nearest_exact", nullptr};
  enum Field : int { kAntialias, kDtype, kInterpType, kMagFilter, kMatch, kMatchFilter, kMinFilter, kMinibatchSize, kNumAttempts, kRandomArea, kRandomAspectRatio, kSize, kTempBufferHint };
  static constexpr float kRandomAreaDefault[] = {0.08f, 1.0f};
  static constexpr float kRandomAspectRatioDefault[] = {0.75f, 1.3333333333333333f};

  bool antialias = true;
  DType dtype = DType::uint8;
  Interp interp_type = Interp::linear;
  Interp mag_filter = Interp::linear;
  Match match = Match::dali;
  MatchFilter match_filter = MatchFilter::box;
  Interp min_filter = Interp::linear;
  int32_t minibatch_size = 32;
  int32_t num_attempts = 10;
  ArgList<float> random_area = {kRandomAreaDefault, 2};
  ArgList<float> random_aspect_ratio = {kRandomAspectRatioDefault, 2};
  ArgList<int32_t> size;
  int32_t temp_buffer_hint = 0;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kRandomResizedCropArgsFields[] = {
    {"antialias", ArgType::boolean, false, offsetof(RandomResizedCropArgs, antialias), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(RandomResizedCropArgs, dtype), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"interpType", ArgType::choice, true, offsetof(RandomResizedCropArgs, interp_type), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"magFilter", ArgType::choice, true, offsetof(RandomResizedCropArgs, mag_filter), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"match", ArgType::choice, false, offsetof(RandomResizedCropArgs, match), RandomResizedCropArgs::kMatchNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"matchFilter", ArgType::choice, false, offsetof(RandomResizedCropArgs, match_filter), RandomResizedCropArgs::kMatchFilterNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"minFilter", ArgType::choice, true, offsetof(RandomResizedCropArgs, min_filter), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"minibatchSize", ArgType::integer, false, offsetof(RandomResizedCropArgs, minibatch_size), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"numAttempts", ArgType::integer, false, offsetof(RandomResizedCropArgs, num_attempts), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"randomArea", ArgType::numbers, false, offsetof(RandomResizedCropArgs, random_area), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"randomAspectRatio", ArgType::numbers, false, offsetof(RandomResizedCropArgs, random_aspect_ratio), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"size", ArgType::integers, false, offsetof(RandomResizedCropArgs, size), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"tempBufferHint", ArgType::integer, false, offsetof(RandomResizedCropArgs, temp_buffer_hint), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable RandomResizedCropArgs::table = {kRandomResizedCropArgsFields, 13, sizeof(RandomResizedCropArgs), offsetof(RandomResizedCropArgs, given),
    [](void* p) { new (p) RandomResizedCropArgs(); }, false, false, false, true};

}  // namespace penstock::ops
