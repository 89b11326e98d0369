// From native/ops/readers_video_resize/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct ReadersVideoResizeArgs {
  static constexpr const char* op_name = "readers.videoResize";
  static const ArgTable table;

  enum class ColorMatrix : int32_t { auto_, bt601, bt709, bt2020 };
  static constexpr const char* kColorMatrixNames[] = {"auto", "bt601", "bt709", "bt2020", nullptr};
  enum class ColorRange : int32_t { auto_, limited, full };
  static constexpr const char* kColorRangeNames[] = {"auto", "limited", "full", nullptr};
  static constexpr const char* kDtypeNames[] = {"uint8", "uint16", "float32", nullptr};
  enum class EnableFrameNum : int32_t { none, scalar, sequence };
  static constexpr const char* kEnableFrameNumNames[] = {"none", "scalar", "sequence", nullptr};
  enum class Mode : int32_t { default_, stretch, not_larger, not_smaller };
  static constexpr const char* kModeNames[] = {"default", "stretch", "not_larger", "not_smaller", nullptr};
  enum class Rotate : int32_t { apply, ignore };
  static constexpr const char* kRotateNames[] = {"apply", "ignore", nullptr};
  enum Field : int { kAdditionalDecodeSurfaces, kAntialias, kAudio, kChannels, kColorMatrix, kColorRange, kDontUseMmap, kDownmix, kDtype, kEnableFrameNum, kEnableTimestamps, kFileList, kFileListFrameNum, kFileListIncludePrecedingFrame, kFileRoot, kFilenames, kImageType, kIndexPath, kInterpType, kLabels, kMagFilter, kMaxDecodeSeconds, kMaxPixels, kMaxSize, kMinFilter, kMinibatchSize, kMode, kNormalized, kPadSequences, kQuality, kResizeLonger, kResizeShorter, kResizeX, kResizeY, kResizeZ, kRoiEnd, kRoiRelative, kRoiStart, kRotate, kSampleRate, kSequenceLength, kSize, kSkipVfrCheck, kStep, kStride, kSubpixelScale, kTempBufferHint, kHandsOn };

  int32_t additional_decode_surfaces = 2;
  bool antialias = true;
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
  Interp interp_type = Interp::linear;
  ArgList<int32_t> labels;
  Interp mag_filter = Interp::linear;
  float max_decode_seconds = 0.0f;
  int32_t max_pixels = 268402689;
  ArgList<float> max_size;
  Interp min_filter = Interp::linear;
  int32_t minibatch_size = 32;
  Mode mode = Mode::default_;
  bool normalized = false;
  bool pad_sequences = false;
  float quality = 50.0f;
  float resize_longer = 0.0f;
  float resize_shorter = 0.0f;
  float resize_x = 0.0f;
  float resize_y = 0.0f;
  float resize_z = 0.0f;
  ArgList<float> roi_end;
  bool roi_relative = false;
  ArgList<float> roi_start;
  Rotate rotate = Rotate::apply;
  float sample_rate = 0.0f;
  int32_t sequence_length = 0;
  ArgList<float> size;
  bool skip_vfr_check = false;
  int32_t step = -1;
  int32_t stride = 1;
  bool subpixel_scale = true;
  int32_t temp_buffer_hint = 0;
  bool hands_on = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kReadersVideoResizeArgsFields[] = {
    {"additionalDecodeSurfaces", ArgType::integer, false, offsetof(ReadersVideoResizeArgs, additional_decode_surfaces), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"antialias", ArgType::boolean, false, offsetof(ReadersVideoResizeArgs, antialias), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"audio", ArgType::boolean, false, offsetof(ReadersVideoResizeArgs, audio), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"channels", ArgType::integer, false, offsetof(ReadersVideoResizeArgs, channels), nullptr, 3, 3},
    {"colorMatrix", ArgType::choice, false, offsetof(ReadersVideoResizeArgs, color_matrix), ReadersVideoResizeArgs::kColorMatrixNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"colorRange", ArgType::choice, false, offsetof(ReadersVideoResizeArgs, color_range), ReadersVideoResizeArgs::kColorRangeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dontUseMmap", ArgType::boolean, false, offsetof(ReadersVideoResizeArgs, dont_use_mmap), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"downmix", ArgType::boolean, false, offsetof(ReadersVideoResizeArgs, downmix), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(ReadersVideoResizeArgs, dtype), ReadersVideoResizeArgs::kDtypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"enableFrameNum", ArgType::choice, false, offsetof(ReadersVideoResizeArgs, enable_frame_num), ReadersVideoResizeArgs::kEnableFrameNumNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"enableTimestamps", ArgType::boolean, false, offsetof(ReadersVideoResizeArgs, enable_timestamps), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileList", ArgType::string, false, offsetof(ReadersVideoResizeArgs, file_list), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileListFrameNum", ArgType::boolean, false, offsetof(ReadersVideoResizeArgs, file_list_frame_num), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileListIncludePrecedingFrame", ArgType::boolean, false, offsetof(ReadersVideoResizeArgs, file_list_include_preceding_frame), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"fileRoot", ArgType::string, false, offsetof(ReadersVideoResizeArgs, file_root), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"filenames", ArgType::strings, false, offsetof(ReadersVideoResizeArgs, filenames), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"imageType", ArgType::choice, false, offsetof(ReadersVideoResizeArgs, image_type), kImageTypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"indexPath", ArgType::string, false, offsetof(ReadersVideoResizeArgs, index_path), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"interpType", ArgType::choice, false, offsetof(ReadersVideoResizeArgs, interp_type), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"labels", ArgType::integers, false, offsetof(ReadersVideoResizeArgs, labels), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"magFilter", ArgType::choice, false, offsetof(ReadersVideoResizeArgs, mag_filter), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxDecodeSeconds", ArgType::number, false, offsetof(ReadersVideoResizeArgs, max_decode_seconds), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"maxPixels", ArgType::integer, false, offsetof(ReadersVideoResizeArgs, max_pixels), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"maxSize", ArgType::numbers, false, offsetof(ReadersVideoResizeArgs, max_size), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"minFilter", ArgType::choice, false, offsetof(ReadersVideoResizeArgs, min_filter), kInterpNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"minibatchSize", ArgType::integer, false, offsetof(ReadersVideoResizeArgs, minibatch_size), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"mode", ArgType::choice, false, offsetof(ReadersVideoResizeArgs, mode), ReadersVideoResizeArgs::kModeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"normalized", ArgType::boolean, false, offsetof(ReadersVideoResizeArgs, normalized), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"padSequences", ArgType::boolean, false, offsetof(ReadersVideoResizeArgs, pad_sequences), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"quality", ArgType::number, false, offsetof(ReadersVideoResizeArgs, quality), nullptr, 0, 100},
    {"resizeLonger", ArgType::number, false, offsetof(ReadersVideoResizeArgs, resize_longer), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeShorter", ArgType::number, false, offsetof(ReadersVideoResizeArgs, resize_shorter), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeX", ArgType::number, false, offsetof(ReadersVideoResizeArgs, resize_x), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeY", ArgType::number, false, offsetof(ReadersVideoResizeArgs, resize_y), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"resizeZ", ArgType::number, false, offsetof(ReadersVideoResizeArgs, resize_z), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiEnd", ArgType::numbers, false, offsetof(ReadersVideoResizeArgs, roi_end), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiRelative", ArgType::boolean, false, offsetof(ReadersVideoResizeArgs, roi_relative), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"roiStart", ArgType::numbers, false, offsetof(ReadersVideoResizeArgs, roi_start), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"rotate", ArgType::choice, false, offsetof(ReadersVideoResizeArgs, rotate), ReadersVideoResizeArgs::kRotateNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"sampleRate", ArgType::number, false, offsetof(ReadersVideoResizeArgs, sample_rate), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"sequenceLength", ArgType::integer, false, offsetof(ReadersVideoResizeArgs, sequence_length), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"size", ArgType::numbers, false, offsetof(ReadersVideoResizeArgs, size), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"skipVfrCheck", ArgType::boolean, false, offsetof(ReadersVideoResizeArgs, skip_vfr_check), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"step", ArgType::integer, false, offsetof(ReadersVideoResizeArgs, step), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"stride", ArgType::integer, false, offsetof(ReadersVideoResizeArgs, stride), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"subpixelScale", ArgType::boolean, false, offsetof(ReadersVideoResizeArgs, subpixel_scale), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"tempBufferHint", ArgType::integer, false, offsetof(ReadersVideoResizeArgs, temp_buffer_hint), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"handsOn", ArgType::boolean, false, offsetof(ReadersVideoResizeArgs, hands_on), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable ReadersVideoResizeArgs::table = {kReadersVideoResizeArgsFields, 48, sizeof(ReadersVideoResizeArgs), offsetof(ReadersVideoResizeArgs, given),
    [](void* p) { new (p) ReadersVideoResizeArgs(); }};

}  // namespace penstock::ops
