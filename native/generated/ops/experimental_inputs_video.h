// From native/ops/experimental_inputs_video/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ExperimentalInputsVideoArgs {
  static constexpr const char* op_name = "experimental.inputs.video";
  static const ArgTable table;

  enum class ColorMatrix : int32_t { auto_, bt601, bt709, bt2020 };
  static constexpr const char* kColorMatrixNames[] = {"auto", "bt601", "bt709", "bt2020", nullptr};
  enum class ColorRange : int32_t { auto_, limited, full };
  static constexpr const char* kColorRangeNames[] = {"auto", "limited", "full", nullptr};
  static constexpr const char* kDtypeNames[] = {"uint8", "uint16", "float32", nullptr};
  enum class LastSequencePolicy : int32_t { partial, pad };
  static constexpr const char* kLastSequencePolicyNames[] = {"partial", "pad", nullptr};
  enum class Rotate : int32_t { apply, ignore };
  static constexpr const char* kRotateNames[] = {"apply", "ignore", nullptr};
  enum Field : int { kAffine, kBlocking, kColorMatrix, kColorRange, kDtype, kFramesPerSequence, kImageType, kLastSequencePolicy, kMaxDecodeSeconds, kMaxPixels, kNoCopy, kRotate };

  bool affine = true;
  bool blocking = false;
  ColorMatrix color_matrix = ColorMatrix::auto_;
  ColorRange color_range = ColorRange::auto_;
  DType dtype = DType::uint8;
  int32_t frames_per_sequence = 0;
  ImageType image_type = ImageType::rgb;
  LastSequencePolicy last_sequence_policy = LastSequencePolicy::partial;
  float max_decode_seconds = 0.0f;
  int32_t max_pixels = 268402689;
  bool no_copy = false;
  Rotate rotate = Rotate::apply;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kExperimentalInputsVideoArgsFields[] = {
    {"affine", ArgType::boolean, false, offsetof(ExperimentalInputsVideoArgs, affine), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"blocking", ArgType::boolean, false, offsetof(ExperimentalInputsVideoArgs, blocking), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"colorMatrix", ArgType::choice, false, offsetof(ExperimentalInputsVideoArgs, color_matrix), ExperimentalInputsVideoArgs::kColorMatrixNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"colorRange", ArgType::choice, false, offsetof(ExperimentalInputsVideoArgs, color_range), ExperimentalInputsVideoArgs::kColorRangeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(ExperimentalInputsVideoArgs, dtype), ExperimentalInputsVideoArgs::kDtypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"framesPerSequence", ArgType::integer, false, offsetof(ExperimentalInputsVideoArgs, frames_per_sequence), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"imageType", ArgType::choice, false, offsetof(ExperimentalInputsVideoArgs, image_type), kImageTypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"lastSequencePolicy", ArgType::choice, false, offsetof(ExperimentalInputsVideoArgs, last_sequence_policy), ExperimentalInputsVideoArgs::kLastSequencePolicyNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxDecodeSeconds", ArgType::number, false, offsetof(ExperimentalInputsVideoArgs, max_decode_seconds), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"maxPixels", ArgType::integer, false, offsetof(ExperimentalInputsVideoArgs, max_pixels), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"noCopy", ArgType::boolean, false, offsetof(ExperimentalInputsVideoArgs, no_copy), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"rotate", ArgType::choice, false, offsetof(ExperimentalInputsVideoArgs, rotate), ExperimentalInputsVideoArgs::kRotateNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ExperimentalInputsVideoArgs::table = {kExperimentalInputsVideoArgsFields, 12, sizeof(ExperimentalInputsVideoArgs), offsetof(ExperimentalInputsVideoArgs, given),
    [](void* p) { new (p) ExperimentalInputsVideoArgs(); }};

}  // namespace penstock::ops
