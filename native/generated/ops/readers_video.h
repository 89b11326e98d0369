// From native/ops/readers_video/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReadersVideoArgs {
  static constexpr const char* op_name = "readers.video";
  static const ArgTable table;

  enum class ColorMatrix : int32_t { auto_, bt601, bt709, bt2020 };
  static constexpr const char* kColorMatrixNames[] = {"auto", "bt601", "bt709", "bt2020", nullptr};
  enum class ColorRange : int32_t { auto_, limited, full };
  static constexpr const char* kColorRangeNames[] = {"auto", "limited", "full", nullptr};
  static constexpr const char* kDtypeNames[] = {"uint8", "uint16", "float32", nullptr};
  enum class EnableFrameNum : int32_t { none, scalar, sequence };
  static constexpr const char* kEnableFrameNumNames[] = {"none", "scalar", "sequence", nullptr};
  enum class Rotate : int32_t { apply, ignore };
  static constexpr const char* kRotateNames[] = {"apply", "ignore", nullptr};
  enum Field : int { kAdditionalDecodeSurfaces, kAntialias, kAudio, kChannels, kColorMatrix, kColorRange, kDontUseMmap, kDownmix, kDtype, kEnableFrameNum, kEnableTimestamps, kFileList, kFileListFrameNum, kFileListIncludePrecedingFrame, kFileRoot, kFilenames, kImageType, kIndexPath, kLabels, kMaxDecodeSeconds, kMaxPixels, kNormalized, kPadSequences, kQuality, kRotate, kSampleRate, kSequenceLength, kSkipVfrCheck, kStep, kStride, kHandsOn };

  int32_t additional_decode_surfaces = 2;
  bool antialias = false;
  bool audio = false;
  int32_t channels = 3;
  ColorMatrix color_matrix = ColorMatrix::auto_;
  ColorRange color_range = ColorRange::auto_;
  bool dont_use_mmap = false;
  bool downmix = false;
  DType dtype = DType::uint8;
  EnableFrameNum enable_frame_num = EnableFrameNum::none;
  bool enable_timestamps = false;
  std::string_view file_list;
  bool file_list_frame_num = false;
  bool file_list_include_preceding_frame = false;
  std::string_view file_root;
  ArgList<std::string_view> filenames;
  ImageType image_type = ImageType::rgb;
  std::string_view index_path;
  ArgList<int32_t> labels;
  float max_decode_seconds = 0.0f;
  int32_t max_pixels = 268402689;
  bool normalized = false;
  bool pad_sequences = false;
  float quality = 50.0f;
  Rotate rotate = Rotate::apply;
  float sample_rate = 0.0f;
  int32_t sequence_length = 0;
  bool skip_vfr_check = false;
  int32_t step = -1;
  int32_t stride = 1;
  bool hands_on = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReadersVideoArgsFields[] = {
    {"additionalDecodeSurfaces", ArgType::integer, false, offsetof(ReadersVideoArgs, additional_decode_surfaces), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"antialias", ArgType::boolean, false, offsetof(ReadersVideoArgs, antialias), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"audio", ArgType::boolean, false, offsetof(ReadersVideoArgs, audio), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"channels", ArgType::integer, false, offsetof(ReadersVideoArgs, channels), nullptr, 3, 3},
    {"colorMatrix", ArgType::choice, false, offsetof(ReadersVideoArgs, color_matrix), ReadersVideoArgs::kColorMatrixNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"colorRange", ArgType::choice, false, offsetof(ReadersVideoArgs, color_range), ReadersVideoArgs::kColorRangeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dontUseMmap", ArgType::boolean, false, offsetof(ReadersVideoArgs, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"downmix", ArgType::boolean, false, offsetof(ReadersVideoArgs, downmix), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(ReadersVideoArgs, dtype), ReadersVideoArgs::kDtypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"enableFrameNum", ArgType::choice, false, offsetof(ReadersVideoArgs, enable_frame_num), ReadersVideoArgs::kEnableFrameNumNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"enableTimestamps", ArgType::boolean, false, offsetof(ReadersVideoArgs, enable_timestamps), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileList", ArgType::string, false, offsetof(ReadersVideoArgs, file_list), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileListFrameNum", ArgType::boolean, false, offsetof(ReadersVideoArgs, file_list_frame_num), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileListIncludePrecedingFrame", ArgType::boolean, false, offsetof(ReadersVideoArgs, file_list_include_preceding_frame), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileRoot", ArgType::string, false, offsetof(ReadersVideoArgs, file_root), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"filenames", ArgType::strings, false, offsetof(ReadersVideoArgs, filenames), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"imageType", ArgType::choice, false, offsetof(ReadersVideoArgs, image_type), kImageTypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"indexPath", ArgType::string, false, offsetof(ReadersVideoArgs, index_path), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"labels", ArgType::integers, false, offsetof(ReadersVideoArgs, labels), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxDecodeSeconds", ArgType::number, false, offsetof(ReadersVideoArgs, max_decode_seconds), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"maxPixels", ArgType::integer, false, offsetof(ReadersVideoArgs, max_pixels), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"normalized", ArgType::boolean, false, offsetof(ReadersVideoArgs, normalized), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"padSequences", ArgType::boolean, false, offsetof(ReadersVideoArgs, pad_sequences), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"quality", ArgType::number, false, offsetof(ReadersVideoArgs, quality), nullptr, 0, 100},
    {"rotate", ArgType::choice, false, offsetof(ReadersVideoArgs, rotate), ReadersVideoArgs::kRotateNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"sampleRate", ArgType::number, false, offsetof(ReadersVideoArgs, sample_rate), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"sequenceLength", ArgType::integer, false, offsetof(ReadersVideoArgs, sequence_length), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"skipVfrCheck", ArgType::boolean, false, offsetof(ReadersVideoArgs, skip_vfr_check), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"step", ArgType::integer, false, offsetof(ReadersVideoArgs, step), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"stride", ArgType::integer, false, offsetof(ReadersVideoArgs, stride), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"handsOn", ArgType::boolean, false, offsetof(ReadersVideoArgs, hands_on), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReadersVideoArgs::table = {kReadersVideoArgsFields, 31, sizeof(ReadersVideoArgs), offsetof(ReadersVideoArgs, given),
    [](void* p) { new (p) ReadersVideoArgs(); }};

}  // namespace penstock::ops
