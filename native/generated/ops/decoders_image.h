// From native/ops/decoders_image/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct DecodersImageArgs {
  static constexpr const char* op_name = "decoders.image";
  static const ArgTable table;

  enum class CacheType : int32_t { threshold, largest };
  static constexpr const char* kCacheTypeNames[] = {"threshold", "largest", nullptr};
  enum class DecodeWith : int32_t { auto_, engines, kernels, cpu };
  static constexpr const char* kDecodeWithNames[] = {"auto", "engines", "kernels", "cpu", nullptr};
  static constexpr const char* kDtypeNames[] = {"uint8", "uint16", "float32", nullptr};
  enum class Shrink : int32_t { off, fast };
  static constexpr const char* kShrinkNames[] = {"off", "fast", nullptr};
  enum Field : int { kAdjustOrientation, kAffine, kCacheBatchCopy, kCacheDebug, kCacheSize, kCacheThreshold, kCacheType, kDecodeWith, kDeviceMemoryPadding, kDeviceMemoryPaddingJpeg2k, kDtype, kHostMemoryPadding, kHostMemoryPaddingJpeg2k, kHwDecoderLoad, kHybridHuffmanThreshold, kJpegFancyUpsampling, kMaxDecodeSeconds, kMaxPixels, kOutputType, kPreallocateHeightHint, kPreallocateWidthHint, kShrink, kSmShare, kUseFastIdct };

  bool adjust_orientation = true;
  bool affine = true;
  bool cache_batch_copy = true;
  bool cache_debug = false;
  int32_t cache_size = 0;
  int32_t cache_threshold = 0;
  CacheType cache_type = CacheType::threshold;
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
  Shrink shrink = Shrink::off;
  float sm_share = 1.0f;
  bool use_fast_idct = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kDecodersImageArgsFields[] = {
    {"adjustOrientation", ArgType::boolean, false, offsetof(DecodersImageArgs, adjust_orientation), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"affine", ArgType::boolean, false, offsetof(DecodersImageArgs, affine), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cacheBatchCopy", ArgType::boolean, false, offsetof(DecodersImageArgs, cache_batch_copy), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cacheDebug", ArgType::boolean, false, offsetof(DecodersImageArgs, cache_debug), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"cacheSize", ArgType::integer, false, offsetof(DecodersImageArgs, cache_size), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"cacheThreshold", ArgType::integer, false, offsetof(DecodersImageArgs, cache_threshold), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"cacheType", ArgType::choice, false, offsetof(DecodersImageArgs, cache_type), DecodersImageArgs::kCacheTypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"decodeWith", ArgType::choice, false, offsetof(DecodersImageArgs, decode_with), DecodersImageArgs::kDecodeWithNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"deviceMemoryPadding", ArgType::integer, false, offsetof(DecodersImageArgs, device_memory_padding), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"deviceMemoryPaddingJpeg2k", ArgType::integer, false, offsetof(DecodersImageArgs, device_memory_padding_jpeg2k), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(DecodersImageArgs, dtype), DecodersImageArgs::kDtypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hostMemoryPadding", ArgType::integer, false, offsetof(DecodersImageArgs, host_memory_padding), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hostMemoryPaddingJpeg2k", ArgType::integer, false, offsetof(DecodersImageArgs, host_memory_padding_jpeg2k), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hwDecoderLoad", ArgType::number, false, offsetof(DecodersImageArgs, hw_decoder_load), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hybridHuffmanThreshold", ArgType::integer, false, offsetof(DecodersImageArgs, hybrid_huffman_threshold), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"jpegFancyUpsampling", ArgType::boolean, false, offsetof(DecodersImageArgs, jpeg_fancy_upsampling), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxDecodeSeconds", ArgType::number, false, offsetof(DecodersImageArgs, max_decode_seconds), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"maxPixels", ArgType::integer, false, offsetof(DecodersImageArgs, max_pixels), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"outputType", ArgType::choice, false, offsetof(DecodersImageArgs, output_type), kImageTypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"preallocateHeightHint", ArgType::integer, false, offsetof(DecodersImageArgs, preallocate_height_hint), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"preallocateWidthHint", ArgType::integer, false, offsetof(DecodersImageArgs, preallocate_width_hint), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shrink", ArgType::choice, false, offsetof(DecodersImageArgs, shrink), DecodersImageArgs::kShrinkNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"smShare", ArgType::number, false, offsetof(DecodersImageArgs, sm_share), nullptr, -std::numeric_limits<double>::infinity(), 1},
    {"useFastIdct", ArgType::boolean, false, offsetof(DecodersImageArgs, use_fast_idct), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable DecodersImageArgs::table = {kDecodersImageArgsFields, 24, sizeof(DecodersImageArgs), offsetof(DecodersImageArgs, given),
    [](void* p) { new (p) DecodersImageArgs(); }};

}  // namespace penstock::ops
