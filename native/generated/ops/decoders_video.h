// From native/ops/decoders_video/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct DecodersVideoArgs {
  static constexpr const char* op_name = "decoders.video";
  static const ArgTable table;

  enum class Between : int32_t { before, nearest };
  static constexpr const char* kBetweenNames[] = {"before", "nearest", nullptr};
  enum class ColorMatrix : int32_t { auto_, bt601, bt709, bt2020 };
  static constexpr const char* kColorMatrixNames[] = {"auto", "bt601", "bt709", "bt2020", nullptr};
  enum class ColorRange : int32_t { auto_, limited, full };
  static constexpr const char* kColorRangeNames[] = {"auto", "limited", "full", nullptr};
  static constexpr const char* kDtypeNames[] = {"uint8", "uint16", "float32", nullptr};
  enum class EnableFrameNum : int32_t { none, scalar, sequence };
  static constexpr const char* kEnableFrameNumNames[] = {"none", "scalar", "sequence", nullptr};
  enum class PadMode : int32_t { none, constant, edge, repeat, reflect_1001, symmetric, reflect_101, reflect };
  static constexpr const char* kPadModeNames[] = {"none", "constant", "edge", "repeat", "reflect_1001", "symmetric", "reflect_101", "reflect", nullptr};
  enum class Rotate : int32_t { apply, ignore };
  static constexpr const char* kRotateNames[] = {"apply", "ignore", nullptr};
  enum Field : int { kAffine, kAntialias, kAudio, kBetween, kBuildIndex, kColorMatrix, kColorRange, kDownmix, kDtype, kEnableFrameNum, kEnableTimestamps, kEndFrame, kFillValue, kFps, kFrames, kImageType, kMaxDecodeSeconds, kMaxPixels, kPadMode, kQuality, kRotate, kSampleRate, kSequenceLength, kStartFrame, kStride, kTimes, kUniformSample };
  static constexpr int32_t kFillValueDefault[] = {0};

  bool affine = true;
  bool antialias = false;
  bool audio = false;
  Between between = Between::before;
  bool build_index = true;
  ColorMatrix color_matrix = ColorMatrix::auto_;
  ColorRange color_range = ColorRange::auto_;
  bool downmix = false;
  DType dtype = DType::uint8;
  EnableFrameNum enable_frame_num = EnableFrameNum::none;
  bool enable_timestamps = false;
  int32_t end_frame = 0;
  ArgList<int32_t> fill_value = {kFillValueDefault, 1};
  float fps = 0.0f;
  ArgList<int32_t> frames;
  ImageType image_type = ImageType::rgb;
  float max_decode_seconds = 0.0f;
  int32_t max_pixels = 268402689;
  PadMode pad_mode = PadMode::constant;
  float quality = 50.0f;
  Rotate rotate = Rotate::apply;
  float sample_rate = 0.0f;
  int32_t sequence_length = 0;
  int32_t start_frame = 0;
  int32_t stride = 1;
  ArgList<float> times;
  bool uniform_sample = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kDecodersVideoArgsFields[] = {
    {"affine", ArgType::boolean, false, offsetof(DecodersVideoArgs, affine), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"antialias", ArgType::boolean, false, offsetof(DecodersVideoArgs, antialias), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"audio", ArgType::boolean, false, offsetof(DecodersVideoArgs, audio), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"between", ArgType::choice, false, offsetof(DecodersVideoArgs, between), DecodersVideoArgs::kBetweenNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"buildIndex", ArgType::boolean, false, offsetof(DecodersVideoArgs, build_index), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"colorMatrix", ArgType::choice, false, offsetof(DecodersVideoArgs, color_matrix), DecodersVideoArgs::kColorMatrixNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"colorRange", ArgType::choice, false, offsetof(DecodersVideoArgs, color_range), DecodersVideoArgs::kColorRangeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"downmix", ArgType::boolean, false, offsetof(DecodersVideoArgs, downmix), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(DecodersVideoArgs, dtype), DecodersVideoArgs::kDtypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"enableFrameNum", ArgType::choice, false, offsetof(DecodersVideoArgs, enable_frame_num), DecodersVideoArgs::kEnableFrameNumNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"enableTimestamps", ArgType::boolean, false, offsetof(DecodersVideoArgs, enable_timestamps), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"endFrame", ArgType::integer, true, offsetof(DecodersVideoArgs, end_frame), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"fillValue", ArgType::integers, false, offsetof(DecodersVideoArgs, fill_value), nullptr, 0, 255},
    {"fps", ArgType::number, true, offsetof(DecodersVideoArgs, fps), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"frames", ArgType::integers, true, offsetof(DecodersVideoArgs, frames), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"imageType", ArgType::choice, false, offsetof(DecodersVideoArgs, image_type), kImageTypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxDecodeSeconds", ArgType::number, false, offsetof(DecodersVideoArgs, max_decode_seconds), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"maxPixels", ArgType::integer, false, offsetof(DecodersVideoArgs, max_pixels), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"padMode", ArgType::choice, false, offsetof(DecodersVideoArgs, pad_mode), DecodersVideoArgs::kPadModeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"quality", ArgType::number, false, offsetof(DecodersVideoArgs, quality), nullptr, 0, 100},
    {"rotate", ArgType::choice, false, offsetof(DecodersVideoArgs, rotate), DecodersVideoArgs::kRotateNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"sampleRate", ArgType::number, false, offsetof(DecodersVideoArgs, sample_rate), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"sequenceLength", ArgType::integer, true, offsetof(DecodersVideoArgs, sequence_length), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"startFrame", ArgType::integer, true, offsetof(DecodersVideoArgs, start_frame), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"stride", ArgType::integer, true, offsetof(DecodersVideoArgs, stride), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"times", ArgType::numbers, true, offsetof(DecodersVideoArgs, times), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"uniformSample", ArgType::boolean, false, offsetof(DecodersVideoArgs, uniform_sample), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable DecodersVideoArgs::table = {kDecodersVideoArgsFields, 27, sizeof(DecodersVideoArgs), offsetof(DecodersVideoArgs, given),
    [](void* p) { new (p) DecodersVideoArgs(); }};

}  // namespace penstock::ops
