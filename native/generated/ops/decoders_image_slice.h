// From native/ops/decoders_image_slice/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct DecodersImageSliceArgs {
  static constexpr const char* op_name = "decoders.imageSlice";
  static const ArgTable table;

  enum class DecodeWith : int32_t { auto_, engines, kernels, cpu };
  static constexpr const char* kDecodeWithNames[] = {"auto", "engines", "kernels", "cpu", nullptr};
  static constexpr const char* kDtypeNames[] = {"uint8", "uint16", "float32", nullptr};
  enum class Shrink : int32_t { off, fast };
  static constexpr const char* kShrinkNames[] = {"off", "fast", nullptr};
  enum Field : int { kAdjustOrientation, kAffine, kAxes, kAxisNames, kDecodeWith, kDeviceMemoryPadding, kDeviceMemoryPaddingJpeg2k, kDtype, kEnd, kHostMemoryPadding, kHostMemoryPaddingJpeg2k, kHwDecoderLoad, kHybridHuffmanThreshold, kJpegFancyUpsampling, kMaxDecodeSeconds, kMaxPixels, kNormalizedAnchor, kNormalizedShape, kOutputType, kPreallocateHeightHint, kPreallocateWidthHint, kRelEnd, kRelShape, kRelStart, kShape, kShrink, kSmShare, kStart, kUseFastIdct };
  static constexpr int32_t kAxesDefault[] = {1, 0};

  bool adjust_orientation = true;
  bool affine = true;
  ArgList<int32_t> axes = {kAxesDefault, 2};
  Layout axis_names = "WH";
  DecodeWith decode_with = DecodeWith::auto_;
  int32_t device_memory_padding = 16777216;
  int32_t device_memory_padding_jpeg2k = 0;
  DType dtype = DType::uint8;
  ArgList<int32_t> end;
  int32_t host_memory_padding = 8388608;
  int32_t host_memory_padding_jpeg2k = 0;
  float hw_decoder_load = 0.65f;
  int32_t hybrid_huffman_threshold = 1000000;
  bool jpeg_fancy_upsampling = true;
  float max_decode_seconds = 0.0f;
  int32_t max_pixels = 268402689;
  bool normalized_anchor = true;
  bool normalized_shape = true;
  ImageType output_type = ImageType::rgb;
  int32_t preallocate_height_hint = 0;
  int32_t preallocate_width_hint = 0;
  ArgList<float> rel_end;
  ArgList<float> rel_shape;
  ArgList<float> rel_start;
  ArgList<int32_t> shape;
  Shrink shrink = Shrink::off;
  float sm_share = 1.0f;
  ArgList<int32_t> start;
  bool use_fast_idct = false;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kDecodersImageSliceArgsFields[] = {
    {"adjustOrientation", ArgType::boolean, false, offsetof(DecodersImageSliceArgs, adjust_orientation), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"affine", ArgType::boolean, false, offsetof(DecodersImageSliceArgs, affine), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axes", ArgType::integers, true, offsetof(DecodersImageSliceArgs, axes), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"axisNames", ArgType::layout, false, offsetof(DecodersImageSliceArgs, axis_names), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"decodeWith", ArgType::choice, false, offsetof(DecodersImageSliceArgs, decode_with), DecodersImageSliceArgs::kDecodeWithNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"deviceMemoryPadding", ArgType::integer, false, offsetof(DecodersImageSliceArgs, device_memory_padding), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"deviceMemoryPaddingJpeg2k", ArgType::integer, false, offsetof(DecodersImageSliceArgs, device_memory_padding_jpeg2k), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"dtype", ArgType::dtype, false, offsetof(DecodersImageSliceArgs, dtype), DecodersImageSliceArgs::kDtypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"end", ArgType::integers, true, offsetof(DecodersImageSliceArgs, end), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hostMemoryPadding", ArgType::integer, false, offsetof(DecodersImageSliceArgs, host_memory_padding), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hostMemoryPaddingJpeg2k", ArgType::integer, false, offsetof(DecodersImageSliceArgs, host_memory_padding_jpeg2k), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hwDecoderLoad", ArgType::number, false, offsetof(DecodersImageSliceArgs, hw_decoder_load), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"hybridHuffmanThreshold", ArgType::integer, false, offsetof(DecodersImageSliceArgs, hybrid_huffman_threshold), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"jpegFancyUpsampling", ArgType::boolean, false, offsetof(DecodersImageSliceArgs, jpeg_fancy_upsampling), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"maxDecodeSeconds", ArgType::number, false, offsetof(DecodersImageSliceArgs, max_decode_seconds), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"maxPixels", ArgType::integer, false, offsetof(DecodersImageSliceArgs, max_pixels), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"normalizedAnchor", ArgType::boolean, false, offsetof(DecodersImageSliceArgs, normalized_anchor), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"normalizedShape", ArgType::boolean, false, offsetof(DecodersImageSliceArgs, normalized_shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"outputType", ArgType::choice, false, offsetof(DecodersImageSliceArgs, output_type), kImageTypeNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"preallocateHeightHint", ArgType::integer, false, offsetof(DecodersImageSliceArgs, preallocate_height_hint), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"preallocateWidthHint", ArgType::integer, false, offsetof(DecodersImageSliceArgs, preallocate_width_hint), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"relEnd", ArgType::numbers, true, offsetof(DecodersImageSliceArgs, rel_end), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"relShape", ArgType::numbers, true, offsetof(DecodersImageSliceArgs, rel_shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"relStart", ArgType::numbers, true, offsetof(DecodersImageSliceArgs, rel_start), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shape", ArgType::integers, true, offsetof(DecodersImageSliceArgs, shape), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"shrink", ArgType::choice, false, offsetof(DecodersImageSliceArgs, shrink), DecodersImageSliceArgs::kShrinkNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"smShare", ArgType::number, false, offsetof(DecodersImageSliceArgs, sm_share), nullptr, -std::numeric_limits<double>::infinity(), 1},
    {"start", ArgType::integers, true, offsetof(DecodersImageSliceArgs, start), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"useFastIdct", ArgType::boolean, false, offsetof(DecodersImageSliceArgs, use_fast_idct), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable DecodersImageSliceArgs::table = {kDecodersImageSliceArgsFields, 29, sizeof(DecodersImageSliceArgs), offsetof(DecodersImageSliceArgs, given),
    [](void* p) { new (p) DecodersImageSliceArgs(); }};

}  // namespace penstock::ops
