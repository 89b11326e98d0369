// From native/ops/decoders_image_crop/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct DecodersImageCropArgs {
  static constexpr const char* op_name = "decoders.imageCrop";
  static const ArgTable table;

  enum class DecodeWith : int32_t { auto_, engines, kernels, cpu };
  static constexpr const char* kDecodeWithNames[] = {"auto", "engines", "kernels", "cpu", nullptr};
  static constexpr const char* kDtypeNames[] = {"uint8", "uint16", "float32", nullptr};
  enum class Rounding : int32_t { round, truncate };
  static constexpr const char* kRoundingNames[] = {"round", "truncate", nullptr};
  enum class Shrink : int32_t { off, fast };
  static constexpr const char* kShrinkNames[] = {"off", "fast", nullptr};
  enum Field : int { kAdjustOrientation, kAffine, kCrop, kCropD, kCropH, kCropPosX, kCropPosY, kCropPosZ, kCropW, kDecodeWith, kDeviceMemoryPadding, kDeviceMemoryPaddingJpeg2k, kDtype, kHostMemoryPadding, kHostMemoryPaddingJpeg2k, kHwDecoderLoad, kHybridHuffmanThreshold, kJpegFancyUpsampling, kMaxDecodeSeconds, kMaxPixels, kOutputType, kPreallocateHeightHint, kPreallocateWidthHint, kRounding, kShrink, kSmShare, kUseFastIdct };

  bool adjust_orientation = true;
  bool affine = true;
  ArgList<float> crop;
  float crop_d = 0.0f;
  float crop_h = 0.0f;
  float crop_pos_x = 0.5f;
  float crop_pos_y = 0.5f;
  float crop_pos_z = 0.5f;
  float crop_w = 0.0f;
  DecodeWith decode_with = DecodeWith::auto_;
  int32_t device_memory_padding = 16777216;
  int32_t device_memory_padding_jpeg2k = 0;
  DType dtype = DType::uint8;
  int32_t host_memory_padding = 8388608;
  int32_t host_memory_padding_jpeg2k = 0;
  float hw_decoder_load = 0.65f;
  int32_t hybrid_huffman_threshold = 1000000;
  bool jpeg_fancy_upsampling = true;
  float max_decode_seconds = 0.0f;
  int32_t max_pixels = 268402689;
  ImageType output_type = ImageType::rgb;
  int32_t preallocate_height_hint = 0;
  int32_t preallocate_width_hint = 0;
  Rounding rounding = Rounding::round;
  Shrink shrink = Shrink::off;
  float sm_share = 1.0f;
  bool use_fast_idct = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kDecodersImageCropArgsFields[] = {
    {"adjustOrientation", ArgType::boolean, false, offsetof(DecodersImageCropArgs, adjust_orientation), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"affine", ArgType::boolean, false, offsetof(DecodersImageCropArgs, affine), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"crop", ArgType::numbers, true, offsetof(DecodersImageCropArgs, crop), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cropD", ArgType::number, true, offsetof(DecodersImageCropArgs, crop_d), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cropH", ArgType::number, true, offsetof(DecodersImageCropArgs, crop_h), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cropPosX", ArgType::number, true, offsetof(DecodersImageCropArgs, crop_pos_x), nullptr, 0, 1},
    {"cropPosY", ArgType::number, true, offsetof(DecodersImageCropArgs, crop_pos_y), nullptr, 0, 1},
    {"cropPosZ", ArgType::number, true, offsetof(DecodersImageCropArgs, crop_pos_z), nullptr, 0, 1},
    {"cropW", ArgType::number, true, offsetof(DecodersImageCropArgs, crop_w), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"decodeWith", ArgType::choice, false, offsetof(DecodersImageCropArgs, decode_with), DecodersImageCropArgs::kDecodeWithNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"deviceMemoryPadding", ArgType::integer, false, offsetof(DecodersImageCropArgs, device_memory_padding), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"deviceMemoryPaddingJpeg2k", ArgType::integer, false, offsetof(DecodersImageCropArgs, device_memory_padding_jpeg2k), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(DecodersImageCropArgs, dtype), DecodersImageCropArgs::kDtypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hostMemoryPadding", ArgType::integer, false, offsetof(DecodersImageCropArgs, host_memory_padding), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hostMemoryPaddingJpeg2k", ArgType::integer, false, offsetof(DecodersImageCropArgs, host_memory_padding_jpeg2k), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hwDecoderLoad", ArgType::number, false, offsetof(DecodersImageCropArgs, hw_decoder_load), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hybridHuffmanThreshold", ArgType::integer, false, offsetof(DecodersImageCropArgs, hybrid_huffman_threshold), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"jpegFancyUpsampling", ArgType::boolean, false, offsetof(DecodersImageCropArgs, jpeg_fancy_upsampling), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxDecodeSeconds", ArgType::number, false, offsetof(DecodersImageCropArgs, max_decode_seconds), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"maxPixels", ArgType::integer, false, offsetof(DecodersImageCropArgs, max_pixels), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"outputType", ArgType::choice, false, offsetof(DecodersImageCropArgs, output_type), kImageTypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"preallocateHeightHint", ArgType::integer, false, offsetof(DecodersImageCropArgs, preallocate_height_hint), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"preallocateWidthHint", ArgType::integer, false, offsetof(DecodersImageCropArgs, preallocate_width_hint), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"rounding", ArgType::choice, false, offsetof(DecodersImageCropArgs, rounding), DecodersImageCropArgs::kRoundingNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shrink", ArgType::choice, false, offsetof(DecodersImageCropArgs, shrink), DecodersImageCropArgs::kShrinkNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"smShare", ArgType::number, false, offsetof(DecodersImageCropArgs, sm_share), nullptr, -std::numeric_limits<double>::infinity(), 1},
    {"useFastIdct", ArgType::boolean, false, offsetof(DecodersImageCropArgs, use_fast_idct), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable DecodersImageCropArgs::table = {kDecodersImageCropArgsFields, 27, sizeof(DecodersImageCropArgs), offsetof(DecodersImageCropArgs, given),
    [](void* p) { new (p) DecodersImageCropArgs(); }};

}  // namespace penstock::ops
