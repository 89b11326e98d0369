// From native/ops/decoders_image_random_crop/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct DecodersImageRandomCropArgs {
  static constexpr const char* op_name = "decoders.imageRandomCrop";
  static const ArgTable table;

  enum class DecodeWith : int32_t { auto_, engines, kernels, cpu };
  static constexpr const char* kDecodeWithNames[] = {"auto", "engines", "kernels", "cpu", nullptr};
  static constexpr const char* kDtypeNames[] = {"uint8", "uint16", "float32", nullptr};
  enum class Shrink : int32_t { off, fast };
  static constexpr const char* kShrinkNames[] = {"off", "fast", nullptr};
  enum Field : int { kAdjustOrientation, kAffine, kDecodeWith, kDeviceMemoryPadding, kDeviceMemoryPaddingJpeg2k, kDtype, kHostMemoryPadding, kHostMemoryPaddingJpeg2k, kHwDecoderLoad, kHybridHuffmanThreshold, kJpegFancyUpsampling, kMaxDecodeSeconds, kMaxPixels, kNumAttempts, kOutputType, kPreallocateHeightHint, kPreallocateWidthHint, kRandomArea, kRandomAspectRatio, kShrink, kSmShare, kUseFastIdct };
  static constexpr float kRandomAreaDefault[] = {0.08f, 1.0f};
  static constexpr float kRandomAspectRatioDefault[] = {0.75f, 1.3333333333333333f};

  bool adjust_orientation = true;
  bool affine = true;
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
  int32_t num_attempts = 10;
  ImageType output_type = ImageType::rgb;
  int32_t preallocate_height_hint = 0;
  int32_t preallocate_width_hint = 0;
  ArgList<float> random_area = {kRandomAreaDefault, 2};
  ArgList<float> random_aspect_ratio = {kRandomAspectRatioDefault, 2};
  Shrink shrink = Shrink::off;
  float sm_share = 1.0f;
  bool use_fast_idct = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kDecodersImageRandomCropArgsFields[] = {
    {"adjustOrientation", ArgType::boolean, false, offsetof(DecodersImageRandomCropArgs, adjust_orientation), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"affine", ArgType::boolean, false, offsetof(DecodersImageRandomCropArgs, affine), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"decodeWith", ArgType::choice, false, offsetof(DecodersImageRandomCropArgs, decode_with), DecodersImageRandomCropArgs::kDecodeWithNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"deviceMemoryPadding", ArgType::integer, false, offsetof(DecodersImageRandomCropArgs, device_memory_padding), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"deviceMemoryPaddingJpeg2k", ArgType::integer, false, offsetof(DecodersImageRandomCropArgs, device_memory_padding_jpeg2k), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(DecodersImageRandomCropArgs, dtype), DecodersImageRandomCropArgs::kDtypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hostMemoryPadding", ArgType::integer, false, offsetof(DecodersImageRandomCropArgs, host_memory_padding), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hostMemoryPaddingJpeg2k", ArgType::integer, false, offsetof(DecodersImageRandomCropArgs, host_memory_padding_jpeg2k), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hwDecoderLoad", ArgType::number, false, offsetof(DecodersImageRandomCropArgs, hw_decoder_load), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hybridHuffmanThreshold", ArgType::integer, false, offsetof(DecodersImageRandomCropArgs, hybrid_huffman_threshold), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"jpegFancyUpsampling", ArgType::boolean, false, offsetof(DecodersImageRandomCropArgs, jpeg_fancy_upsampling), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxDecodeSeconds", ArgType::number, false, offsetof(DecodersImageRandomCropArgs, max_decode_seconds), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"maxPixels", ArgType::integer, false, offsetof(DecodersImageRandomCropArgs, max_pixels), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"numAttempts", ArgType::integer, false, offsetof(DecodersImageRandomCropArgs, num_attempts), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"outputType", ArgType::choice, false, offsetof(DecodersImageRandomCropArgs, output_type), kImageTypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"preallocateHeightHint", ArgType::integer, false, offsetof(DecodersImageRandomCropArgs, preallocate_height_hint), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"preallocateWidthHint", ArgType::integer, false, offsetof(DecodersImageRandomCropArgs, preallocate_width_hint), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"randomArea", ArgType::numbers, false, offsetof(DecodersImageRandomCropArgs, random_area), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"randomAspectRatio", ArgType::numbers, false, offsetof(DecodersImageRandomCropArgs, random_aspect_ratio), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shrink", ArgType::choice, false, offsetof(DecodersImageRandomCropArgs, shrink), DecodersImageRandomCropArgs::kShrinkNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"smShare", ArgType::number, false, offsetof(DecodersImageRandomCropArgs, sm_share), nullptr, -std::numeric_limits<double>::infinity(), 1},
    {"useFastIdct", ArgType::boolean, false, offsetof(DecodersImageRandomCropArgs, use_fast_idct), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable DecodersImageRandomCropArgs::table = {kDecodersImageRandomCropArgsFields, 22, sizeof(DecodersImageRandomCropArgs), offsetof(DecodersImageRandomCropArgs, given),
    [](void* p) { new (p) DecodersImageRandomCropArgs(); }};

}  // namespace penstock::ops
