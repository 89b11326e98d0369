// From native/ops/experimental_readers_video/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ExperimentalReadersVideoArgs {
  static constexpr const char* op_name = "experimental.readers.video";
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
  enum class FileListFormat : int32_t { timestamps, frames };
  static constexpr const char* kFileListFormatNames[] = {"timestamps", "frames", nullptr};
  enum class FileListRounding : int32_t { start_down_end_up, start_up_end_down, all_up, all_down };
  static constexpr const char* kFileListRoundingNames[] = {"start_down_end_up", "start_up_end_down", "all_up", "all_down", nullptr};
  enum class PadMode : int32_t { none, constant, edge, repeat, reflect_1001, symmetric, reflect_101, reflect };
  static constexpr const char* kPadModeNames[] = {"none", "constant", "edge", "repeat", "reflect_1001", "symmetric", "reflect_101", "reflect", nullptr};
  enum class Rotate : int32_t { apply, ignore };
  static constexpr const char* kRotateNames[] = {"apply", "ignore", nullptr};
  enum Field : int { kAntialias, kAudio, kBetween, kColorMatrix, kColorRange, kDontUseMmap, kDownmix, kDtype, kEnableFrameNum, kEnableTimestamps, kFileList, kFileListFormat, kFileListIncludeEnd, kFileListRounding, kFileRoot, kFilenames, kFillValue, kFps, kImageType, kIndexPath, kLabels, kMaxDecodeSeconds, kMaxPixels, kPadMode, kQuality, kRotate, kSampleRate, kSequenceLength, kStep, kStride, kTimes, kUniformSample, kHandsOn };
  static constexpr int32_t kFillValueDefault[] = {0};

  bool antialias = false;
  bool audio = false;
  Between between = Between::before;
  ColorMatrix color_matrix = ColorMatrix::auto_;
  ColorRange color_range = ColorRange::auto_;
  bool dont_use_mmap = false;
  bool downmix = false;
  DType dtype = DType::uint8;
  EnableFrameNum enable_frame_num = EnableFrameNum::none;
  bool enable_timestamps = false;
  std::string_view file_list;
  FileListFormat file_list_format = FileListFormat::timestamps;
  bool file_list_include_end = true;
  FileListRounding file_list_rounding = FileListRounding::start_down_end_up;
  std::string_view file_root;
  ArgList<std::string_view> filenames;
  ArgList<int32_t> fill_value = {kFillValueDefault, 1};
  float fps = 0.0f;
  ImageType image_type = ImageType::rgb;
  std::string_view index_path;
  ArgList<int32_t> labels;
  float max_decode_seconds = 0.0f;
  int32_t max_pixels = 268402689;
  PadMode pad_mode = PadMode::none;
  float quality = 50.0f;
  Rotate rotate = Rotate::apply;
  float sample_rate = 0.0f;
  int32_t sequence_length = 0;
  int32_t step = -1;
  int32_t stride = 1;
  ArgList<float> times;
  bool uniform_sample = false;
  bool hands_on = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kExperimentalReadersVideoArgsFields[] = {
    {"antialias", ArgType::boolean, false, offsetof(ExperimentalReadersVideoArgs, antialias), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"audio", ArgType::boolean, false, offsetof(ExperimentalReadersVideoArgs, audio), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"between", ArgType::choice, false, offsetof(ExperimentalReadersVideoArgs, between), ExperimentalReadersVideoArgs::kBetweenNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"colorMatrix", ArgType::choice, false, offsetof(ExperimentalReadersVideoArgs, color_matrix), ExperimentalReadersVideoArgs::kColorMatrixNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"colorRange", ArgType::choice, false, offsetof(ExperimentalReadersVideoArgs, color_range), ExperimentalReadersVideoArgs::kColorRangeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dontUseMmap", ArgType::boolean, false, offsetof(ExperimentalReadersVideoArgs, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"downmix", ArgType::boolean, false, offsetof(ExperimentalReadersVideoArgs, downmix), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(ExperimentalReadersVideoArgs, dtype), ExperimentalReadersVideoArgs::kDtypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"enableFrameNum", ArgType::choice, false, offsetof(ExperimentalReadersVideoArgs, enable_frame_num), ExperimentalReadersVideoArgs::kEnableFrameNumNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"enableTimestamps", ArgType::boolean, false, offsetof(ExperimentalReadersVideoArgs, enable_timestamps), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileList", ArgType::string, false, offsetof(ExperimentalReadersVideoArgs, file_list), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileListFormat", ArgType::choice, false, offsetof(ExperimentalReadersVideoArgs, file_list_format), ExperimentalReadersVideoArgs::kFileListFormatNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileListIncludeEnd", ArgType::boolean, false, offsetof(ExperimentalReadersVideoArgs, file_list_include_end), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileListRounding", ArgType::choice, false, offsetof(ExperimentalReadersVideoArgs, file_list_rounding), ExperimentalReadersVideoArgs::kFileListRoundingNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileRoot", ArgType::string, false, offsetof(ExperimentalReadersVideoArgs, file_root), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"filenames", ArgType::strings, false, offsetof(ExperimentalReadersVideoArgs, filenames), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fillValue", ArgType::integers, false, offsetof(ExperimentalReadersVideoArgs, fill_value), nullptr, 0, 255},
    {"fps", ArgType::number, false, offsetof(ExperimentalReadersVideoArgs, fps), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"imageType", ArgType::choice, false, offsetof(ExperimentalReadersVideoArgs, image_type), kImageTypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"indexPath", ArgType::string, false, offsetof(ExperimentalReadersVideoArgs, index_path), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"labels", ArgType::integers, false, offsetof(ExperimentalReadersVideoArgs, labels), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxDecodeSeconds", ArgType::number, false, offsetof(ExperimentalReadersVideoArgs, max_decode_seconds), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"maxPixels", ArgType::integer, false, offsetof(ExperimentalReadersVideoArgs, max_pixels), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"padMode", ArgType::choice, false, offsetof(ExperimentalReadersVideoArgs, pad_mode), ExperimentalReadersVideoArgs::kPadModeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"quality", ArgType::number, false, offsetof(ExperimentalReadersVideoArgs, quality), nullptr, 0, 100},
    {"rotate", ArgType::choice, false, offsetof(ExperimentalReadersVideoArgs, rotate), ExperimentalReadersVideoArgs::kRotateNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"sampleRate", ArgType::number, false, offsetof(ExperimentalReadersVideoArgs, sample_rate), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"sequenceLength", ArgType::integer, false, offsetof(ExperimentalReadersVideoArgs, sequence_length), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"step", ArgType::integer, false, offsetof(ExperimentalReadersVideoArgs, step), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"stride", ArgType::integer, false, offsetof(ExperimentalReadersVideoArgs, stride), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"times", ArgType::numbers, false, offsetof(ExperimentalReadersVideoArgs, times), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"uniformSample", ArgType::boolean, false, offsetof(ExperimentalReadersVideoArgs, uniform_sample), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"handsOn", ArgType::boolean, false, offsetof(ExperimentalReadersVideoArgs, hands_on), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ExperimentalReadersVideoArgs::table = {kExperimentalReadersVideoArgsFields, 33, sizeof(ExperimentalReadersVideoArgs), offsetof(ExperimentalReadersVideoArgs, given),
    [](void* p) { new (p) ExperimentalReadersVideoArgs(); }};

}  // namespace penstock::ops
