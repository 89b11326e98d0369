// From native/ops/*/op.json by tools/gen.ts. Do not edit.
#include "api/call.h"
#include "penstock/ops.h"

namespace penstock::ops {

static Node passAudioResample(api::Call call, const AudioResampleOptions& o) {
  call.arg("antialias", o.antialias);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("inRate", o.in_rate);
  call.name(o.name);
  call.arg("outLength", o.out_length);
  call.arg("outRate", o.out_rate);
  call.arg("quality", o.quality);
  call.arg("scale", o.scale);
  return call.make();
}
Node audio_resample(const Node& input, const AudioResampleOptions& o, CallSite at) {
  const Node out = passAudioResample(api::Call("audioResample", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static constexpr const char* kAutocontrastRounding[] = {"truncate", "nearest"};
static Node passAutocontrast(api::Call call, const AutocontrastOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  call.arg("rounding", o.rounding, kAutocontrastRounding);
  return call.make();
}
Node autocontrast(const Node& input, const AutocontrastOptions& o, CallSite at) {
  const Node out = passAutocontrast(api::Call("autocontrast", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passBBoxPaste(api::Call call, const BBoxPasteOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("ltrb", o.ltrb);
  call.name(o.name);
  call.arg("pasteX", o.paste_x);
  call.arg("pasteY", o.paste_y);
  call.arg("ratio", o.ratio);
  return call.make();
}
Node b_box_paste(const Node& boxes, const BBoxPasteOptions& o, CallSite at) {
  const Node out = passBBoxPaste(api::Call("bBoxPaste", at, {boxes}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static constexpr const char* kBBoxRotateBboxLayout[] = {"xyXY", "xyWH"};
static constexpr const char* kBBoxRotateMode[] = {"expand", "halfway", "fixed"};
static Node passBBoxRotate(api::Call call, const BBoxRotateOptions& o) {
  call.arg("angle", o.angle);
  call.arg("bboxLayout", o.bbox_layout, kBBoxRotateBboxLayout);
  call.arg("bboxNormalized", o.bbox_normalized);
  call.hint(o.bytes_per_sample_hint);
  call.arg("inputShape", o.input_shape);
  call.arg("keepSize", o.keep_size);
  call.arg("mode", o.mode, kBBoxRotateMode);
  call.name(o.name);
  call.arg("removeThreshold", o.remove_threshold);
  call.arg("shapeLayout", o.shape_layout);
  call.arg("size", o.size);
  return call.make();
}
Node b_box_rotate(const Node& boxes, const BBoxRotateOptions& o, CallSite at) {
  const Node out = passBBoxRotate(api::Call("bBoxRotate", at, {boxes}), o);
  return out;
}
Node b_box_rotate(const Node& boxes, const Node& labels, const BBoxRotateOptions& o, CallSite at) {
  const Node out = passBBoxRotate(api::Call("bBoxRotate", at, {boxes, labels}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passBatchPermutation(api::Call call, const BatchPermutationOptions& o) {
  call.arg("allowRepetitions", o.allow_repetitions);
  call.hint(o.bytes_per_sample_hint);
  call.name(o.name);
  call.arg("noFixedPoints", o.no_fixed_points);
  call.seed(o.seed);
  return call.make();
}
Node batch_permutation(Pipeline& pipeline, const BatchPermutationOptions& o, CallSite at) {
  const Node out = passBatchPermutation(api::Call("batchPermutation", at, pipeline), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passBbFlip(api::Call call, const BbFlipOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("horizontal", o.horizontal);
  call.arg("ltrb", o.ltrb);
  call.name(o.name);
  call.arg("vertical", o.vertical);
  return call.make();
}
Node bb_flip(const Node& boxes, const BbFlipOptions& o, CallSite at) {
  const Node out = passBbFlip(api::Call("bbFlip", at, {boxes}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passBoxEncoder(api::Call call, const BoxEncoderOptions& o) {
  call.arg("anchors", o.anchors);
  call.hint(o.bytes_per_sample_hint);
  call.arg("criteria", o.criteria);
  call.device(o.device);
  call.arg("means", o.means);
  call.name(o.name);
  call.arg("offset", o.offset);
  call.arg("scale", o.scale);
  call.arg("stds", o.stds);
  return call.make();
}
BoxEncoderOutputs box_encoder(const Node& boxes, const Node& labels, const BoxEncoderOptions& o, CallSite at) {
  const Node out = passBoxEncoder(api::Call("boxEncoder", at, {boxes, labels}), o);
  return {out.Output(0), out.Output(1)};
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passBrightness(api::Call call, const BrightnessOptions& o) {
  call.arg("brightness", o.brightness);
  call.arg("brightnessShift", o.brightness_shift);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.name(o.name);
  return call.make();
}
Node brightness(const Node& input, const BrightnessOptions& o, CallSite at) {
  const Node out = passBrightness(api::Call("brightness", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passBrightnessContrast(api::Call call, const BrightnessContrastOptions& o) {
  call.arg("brightness", o.brightness);
  call.arg("brightnessShift", o.brightness_shift);
  call.hint(o.bytes_per_sample_hint);
  call.arg("contrast", o.contrast);
  call.arg("contrastCenter", o.contrast_center);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.name(o.name);
  return call.make();
}
Node brightness_contrast(const Node& input, const BrightnessContrastOptions& o, CallSite at) {
  const Node out = passBrightnessContrast(api::Call("brightnessContrast", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passCast(api::Call call, const CastOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.name(o.name);
  return call.make();
}
Node cast(const Node& input, const CastOptions& o, CallSite at) {
  const Node out = passCast(api::Call("cast", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passCastLike(api::Call call, const CastLikeOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  return call.make();
}
Node cast_like(const Node& input, const Node& dtype_like, const CastLikeOptions& o, CallSite at) {
  const Node out = passCastLike(api::Call("castLike", at, {input, dtype_like}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passCat(api::Call call, const CatOptions& o) {
  call.arg("axis", o.axis);
  call.arg("axisName", o.axis_name);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  return call.make();
}
Node cat(const std::vector<Node>& inputs, const CatOptions& o, CallSite at) {
  const Node out = passCat(api::Call("cat", at, api::joined({}, inputs)), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passClahe(api::Call call, const ClaheOptions& o) {
  call.arg("bins", o.bins);
  call.hint(o.bytes_per_sample_hint);
  call.arg("clipLimit", o.clip_limit);
  call.device(o.device);
  call.arg("lumaOnly", o.luma_only);
  call.name(o.name);
  call.arg("tilesX", o.tiles_x);
  call.arg("tilesY", o.tiles_y);
  return call.make();
}
Node clahe(const Node& input, const ClaheOptions& o, CallSite at) {
  const Node out = passClahe(api::Call("clahe", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passColorSpaceConversion(api::Call call, const ColorSpaceConversionOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("imageType", o.image_type);
  call.name(o.name);
  call.arg("outputType", o.output_type);
  return call.make();
}
Node color_space_conversion(const Node& input, const ColorSpaceConversionOptions& o, CallSite at) {
  const Node out = passColorSpaceConversion(api::Call("colorSpaceConversion", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passColorTwist(api::Call call, const ColorTwistOptions& o) {
  call.arg("brightness", o.brightness);
  call.hint(o.bytes_per_sample_hint);
  call.arg("contrast", o.contrast);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("hue", o.hue);
  call.arg("imageType", o.image_type);
  call.name(o.name);
  call.arg("saturation", o.saturation);
  return call.make();
}
Node color_twist(const Node& input, const ColorTwistOptions& o, CallSite at) {
  const Node out = passColorTwist(api::Call("colorTwist", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passConstant(api::Call call, const ConstantOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("fdata", o.fdata);
  call.arg("idata", o.idata);
  call.arg("layout", o.layout);
  call.name(o.name);
  call.arg("shape", o.shape);
  return call.make();
}
Node constant(Pipeline& pipeline, const ConstantOptions& o, CallSite at) {
  const Node out = passConstant(api::Call("constant", at, pipeline), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passContrast(api::Call call, const ContrastOptions& o) {
  call.arg("aroundMean", o.around_mean);
  call.hint(o.bytes_per_sample_hint);
  call.arg("contrast", o.contrast);
  call.arg("contrastCenter", o.contrast_center);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.name(o.name);
  return call.make();
}
Node contrast(const Node& input, const ContrastOptions& o, CallSite at) {
  const Node out = passContrast(api::Call("contrast", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passCoordFlip(api::Call call, const CoordFlipOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("centerX", o.center_x);
  call.arg("centerY", o.center_y);
  call.arg("centerZ", o.center_z);
  call.device(o.device);
  call.arg("flipX", o.flip_x);
  call.arg("flipY", o.flip_y);
  call.arg("flipZ", o.flip_z);
  call.arg("layout", o.layout);
  call.name(o.name);
  return call.make();
}
Node coord_flip(const Node& points, const CoordFlipOptions& o, CallSite at) {
  const Node out = passCoordFlip(api::Call("coordFlip", at, {points}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passCoordTransform(api::Call call, const CoordTransformOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("M", o.m);
  call.arg("MT", o.mt);
  call.name(o.name);
  call.arg("T", o.t);
  return call.make();
}
Node coord_transform(const Node& points, const CoordTransformOptions& o, CallSite at) {
  const Node out = passCoordTransform(api::Call("coordTransform", at, {points}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passCopy(api::Call call, const CopyOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  return call.make();
}
Node copy(const Node& input, const CopyOptions& o, CallSite at) {
  const Node out = passCopy(api::Call("copy", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static constexpr const char* kCropOutOfBoundsPolicy[] = {"error", "pad", "constant", "trim_to_shape", "edge", "clamp", "reflect_1001", "reflect", "reflect_101", "wrap"};
static constexpr const char* kCropRounding[] = {"round", "truncate"};
static Node passCrop(api::Call call, const CropOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("crop", o.crop);
  call.arg("cropD", o.crop_d);
  call.arg("cropH", o.crop_h);
  call.arg("cropPosX", o.crop_pos_x);
  call.arg("cropPosY", o.crop_pos_y);
  call.arg("cropPosZ", o.crop_pos_z);
  call.arg("cropW", o.crop_w);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("fillValues", o.fill_values);
  call.name(o.name);
  call.arg("outOfBoundsPolicy", o.out_of_bounds_policy, kCropOutOfBoundsPolicy);
  call.arg("padding", o.padding);
  call.arg("rounding", o.rounding, kCropRounding);
  return call.make();
}
Node crop(const Node& input, const CropOptions& o, CallSite at) {
  const Node out = passCrop(api::Call("crop", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static constexpr const char* kCropMirrorNormalizeOutOfBoundsPolicy[] = {"error", "pad", "constant", "trim_to_shape"};
static constexpr const char* kCropMirrorNormalizeRounding[] = {"round", "truncate"};
static Node passCropMirrorNormalize(api::Call call, const CropMirrorNormalizeOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("crop", o.crop);
  call.arg("cropD", o.crop_d);
  call.arg("cropH", o.crop_h);
  call.arg("cropPosX", o.crop_pos_x);
  call.arg("cropPosY", o.crop_pos_y);
  call.arg("cropPosZ", o.crop_pos_z);
  call.arg("cropW", o.crop_w);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("fillValues", o.fill_values);
  call.arg("mean", o.mean);
  call.arg("mirror", o.mirror);
  call.name(o.name);
  call.arg("outOfBoundsPolicy", o.out_of_bounds_policy, kCropMirrorNormalizeOutOfBoundsPolicy);
  call.arg("outputLayout", o.output_layout);
  call.arg("padOutput", o.pad_output);
  call.arg("rounding", o.rounding, kCropMirrorNormalizeRounding);
  call.arg("scale", o.scale);
  call.arg("shift", o.shift);
  call.arg("std", o.std);
  return call.make();
}
Node crop_mirror_normalize(const Node& input, const CropMirrorNormalizeOptions& o, CallSite at) {
  const Node out = passCropMirrorNormalize(api::Call("cropMirrorNormalize", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static constexpr const char* kDebayerAlgorithm[] = {"bilinear_ocv", "edgeaware_ocv", "gray_ocv"};
static Node passDebayer(api::Call call, const DebayerOptions& o) {
  call.arg("algorithm", o.algorithm, kDebayerAlgorithm);
  call.arg("bluePosition", o.blue_position);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  return call.make();
}
Node debayer(const Node& input, const DebayerOptions& o, CallSite at) {
  const Node out = passDebayer(api::Call("debayer", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops::decoders {

static Node passAudio(api::Call call, const AudioOptions& o) {
  call.arg("antialias", o.antialias);
  call.hint(o.bytes_per_sample_hint);
  call.arg("downmix", o.downmix);
  call.arg("dtype", o.dtype);
  call.arg("maxElements", o.max_elements);
  call.name(o.name);
  call.on_error(o.on_error);
  call.arg("quality", o.quality);
  call.arg("sampleRate", o.sample_rate);
  return call.make();
}
AudioOutputs audio(const Node& input, const AudioOptions& o, CallSite at) {
  const Node out = passAudio(api::Call("decoders.audio", at, {input}), o);
  return {out.Output(0), out.Output(1)};
}

}  // namespace penstock::ops::decoders

namespace penstock::ops::decoders {

static constexpr const char* kImageCacheType[] = {"threshold", "largest"};
static constexpr const char* kImageDecodeWith[] = {"auto", "engines", "kernels", "cpu"};
static constexpr const char* kImageShrink[] = {"off", "fast"};
static Node passImage(api::Call call, const ImageOptions& o) {
  call.arg("adjustOrientation", o.adjust_orientation);
  call.arg("affine", o.affine);
  call.hint(o.bytes_per_sample_hint);
  call.arg("cacheBatchCopy", o.cache_batch_copy);
  call.arg("cacheDebug", o.cache_debug);
  call.arg("cacheSize", o.cache_size);
  call.arg("cacheThreshold", o.cache_threshold);
  call.arg("cacheType", o.cache_type, kImageCacheType);
  call.arg("decodeWith", o.decode_with, kImageDecodeWith);
  call.device(o.device);
  call.arg("deviceMemoryPadding", o.device_memory_padding);
  call.arg("deviceMemoryPaddingJpeg2k", o.device_memory_padding_jpeg2k);
  call.arg("dtype", o.dtype);
  call.arg("hostMemoryPadding", o.host_memory_padding);
  call.arg("hostMemoryPaddingJpeg2k", o.host_memory_padding_jpeg2k);
  call.arg("hwDecoderLoad", o.hw_decoder_load);
  call.arg("hybridHuffmanThreshold", o.hybrid_huffman_threshold);
  call.arg("jpegFancyUpsampling", o.jpeg_fancy_upsampling);
  call.arg("maxDecodeSeconds", o.max_decode_seconds);
  call.arg("maxPixels", o.max_pixels);
  call.name(o.name);
  call.on_error(o.on_error);
  call.arg("outputType", o.output_type);
  call.arg("preallocateHeightHint", o.preallocate_height_hint);
  call.arg("preallocateWidthHint", o.preallocate_width_hint);
  call.arg("shrink", o.shrink, kImageShrink);
  call.arg("smShare", o.sm_share);
  call.arg("useFastIdct", o.use_fast_idct);
  return call.make();
}
Node image(const Node& input, const ImageOptions& o, CallSite at) {
  const Node out = passImage(api::Call("decoders.image", at, {input}), o);
  return out;
}

}  // namespace penstock::ops::decoders

namespace penstock::ops::decoders {

static constexpr const char* kImageCropDecodeWith[] = {"auto", "engines", "kernels", "cpu"};
static constexpr const char* kImageCropRounding[] = {"round", "truncate"};
static constexpr const char* kImageCropShrink[] = {"off", "fast"};
static Node passImageCrop(api::Call call, const ImageCropOptions& o) {
  call.arg("adjustOrientation", o.adjust_orientation);
  call.arg("affine", o.affine);
  call.hint(o.bytes_per_sample_hint);
  call.arg("crop", o.crop);
  call.arg("cropD", o.crop_d);
  call.arg("cropH", o.crop_h);
  call.arg("cropPosX", o.crop_pos_x);
  call.arg("cropPosY", o.crop_pos_y);
  call.arg("cropPosZ", o.crop_pos_z);
  call.arg("cropW", o.crop_w);
  call.arg("decodeWith", o.decode_with, kImageCropDecodeWith);
  call.device(o.device);
  call.arg("deviceMemoryPadding", o.device_memory_padding);
  call.arg("deviceMemoryPaddingJpeg2k", o.device_memory_padding_jpeg2k);
  call.arg("dtype", o.dtype);
  call.arg("hostMemoryPadding", o.host_memory_padding);
  call.arg("hostMemoryPaddingJpeg2k", o.host_memory_padding_jpeg2k);
  call.arg("hwDecoderLoad", o.hw_decoder_load);
  call.arg("hybridHuffmanThreshold", o.hybrid_huffman_threshold);
  call.arg("jpegFancyUpsampling", o.jpeg_fancy_upsampling);
  call.arg("maxDecodeSeconds", o.max_decode_seconds);
  call.arg("maxPixels", o.max_pixels);
  call.name(o.name);
  call.on_error(o.on_error);
  call.arg("outputType", o.output_type);
  call.arg("preallocateHeightHint", o.preallocate_height_hint);
  call.arg("preallocateWidthHint", o.preallocate_width_hint);
  call.arg("rounding", o.rounding, kImageCropRounding);
  call.arg("shrink", o.shrink, kImageCropShrink);
  call.arg("smShare", o.sm_share);
  call.arg("useFastIdct", o.use_fast_idct);
  return call.make();
}
Node image_crop(const Node& input, const ImageCropOptions& o, CallSite at) {
  const Node out = passImageCrop(api::Call("decoders.imageCrop", at, {input}), o);
  return out;
}

}  // namespace penstock::ops::decoders

namespace penstock::ops::decoders {

static constexpr const char* kImageRandomCropDecodeWith[] = {"auto", "engines", "kernels", "cpu"};
static constexpr const char* kImageRandomCropShrink[] = {"off", "fast"};
static Node passImageRandomCrop(api::Call call, const ImageRandomCropOptions& o) {
  call.arg("adjustOrientation", o.adjust_orientation);
  call.arg("affine", o.affine);
  call.hint(o.bytes_per_sample_hint);
  call.arg("decodeWith", o.decode_with, kImageRandomCropDecodeWith);
  call.device(o.device);
  call.arg("deviceMemoryPadding", o.device_memory_padding);
  call.arg("deviceMemoryPaddingJpeg2k", o.device_memory_padding_jpeg2k);
  call.arg("dtype", o.dtype);
  call.arg("hostMemoryPadding", o.host_memory_padding);
  call.arg("hostMemoryPaddingJpeg2k", o.host_memory_padding_jpeg2k);
  call.arg("hwDecoderLoad", o.hw_decoder_load);
  call.arg("hybridHuffmanThreshold", o.hybrid_huffman_threshold);
  call.arg("jpegFancyUpsampling", o.jpeg_fancy_upsampling);
  call.arg("maxDecodeSeconds", o.max_decode_seconds);
  call.arg("maxPixels", o.max_pixels);
  call.name(o.name);
  call.arg("numAttempts", o.num_attempts);
  call.on_error(o.on_error);
  call.arg("outputType", o.output_type);
  call.arg("preallocateHeightHint", o.preallocate_height_hint);
  call.arg("preallocateWidthHint", o.preallocate_width_hint);
  call.arg("randomArea", o.random_area);
  call.arg("randomAspectRatio", o.random_aspect_ratio);
  call.seed(o.seed);
  call.arg("shrink", o.shrink, kImageRandomCropShrink);
  call.arg("smShare", o.sm_share);
  call.arg("useFastIdct", o.use_fast_idct);
  return call.make();
}
Node image_random_crop(const Node& input, const ImageRandomCropOptions& o, CallSite at) {
  const Node out = passImageRandomCrop(api::Call("decoders.imageRandomCrop", at, {input}), o);
  return out;
}

}  // namespace penstock::ops::decoders

namespace penstock::ops::decoders {

static constexpr const char* kImageSliceDecodeWith[] = {"auto", "engines", "kernels", "cpu"};
static constexpr const char* kImageSliceShrink[] = {"off", "fast"};
static Node passImageSlice(api::Call call, const ImageSliceOptions& o) {
  call.arg("adjustOrientation", o.adjust_orientation);
  call.arg("affine", o.affine);
  call.arg("axes", o.axes);
  call.arg("axisNames", o.axis_names);
  call.hint(o.bytes_per_sample_hint);
  call.arg("decodeWith", o.decode_with, kImageSliceDecodeWith);
  call.device(o.device);
  call.arg("deviceMemoryPadding", o.device_memory_padding);
  call.arg("deviceMemoryPaddingJpeg2k", o.device_memory_padding_jpeg2k);
  call.arg("dtype", o.dtype);
  call.arg("end", o.end);
  call.arg("hostMemoryPadding", o.host_memory_padding);
  call.arg("hostMemoryPaddingJpeg2k", o.host_memory_padding_jpeg2k);
  call.arg("hwDecoderLoad", o.hw_decoder_load);
  call.arg("hybridHuffmanThreshold", o.hybrid_huffman_threshold);
  call.arg("jpegFancyUpsampling", o.jpeg_fancy_upsampling);
  call.arg("maxDecodeSeconds", o.max_decode_seconds);
  call.arg("maxPixels", o.max_pixels);
  call.name(o.name);
  call.arg("normalizedAnchor", o.normalized_anchor);
  call.arg("normalizedShape", o.normalized_shape);
  call.on_error(o.on_error);
  call.arg("outputType", o.output_type);
  call.arg("preallocateHeightHint", o.preallocate_height_hint);
  call.arg("preallocateWidthHint", o.preallocate_width_hint);
  call.arg("relEnd", o.rel_end);
  call.arg("relShape", o.rel_shape);
  call.arg("relStart", o.rel_start);
  call.arg("shape", o.shape);
  call.arg("shrink", o.shrink, kImageSliceShrink);
  call.arg("smShare", o.sm_share);
  call.arg("start", o.start);
  call.arg("useFastIdct", o.use_fast_idct);
  return call.make();
}
Node image_slice(const Node& input, const ImageSliceOptions& o, CallSite at) {
  const Node out = passImageSlice(api::Call("decoders.imageSlice", at, {input}), o);
  return out;
}
Node image_slice(const Node& input, const Node& anchor, const ImageSliceOptions& o, CallSite at) {
  const Node out = passImageSlice(api::Call("decoders.imageSlice", at, {input, anchor}), o);
  return out;
}
Node image_slice(const Node& input, const Node& anchor, const Node& shape, const ImageSliceOptions& o, CallSite at) {
  const Node out = passImageSlice(api::Call("decoders.imageSlice", at, {input, anchor, shape}), o);
  return out;
}

}  // namespace penstock::ops::decoders

namespace penstock::ops::decoders {

static constexpr const char* kInflateAlgorithm[] = {"LZ4"};
static Node passInflate(api::Call call, const InflateOptions& o) {
  call.arg("algorithm", o.algorithm, kInflateAlgorithm);
  call.hint(o.bytes_per_sample_hint);
  call.arg("checkOutputSize", o.check_output_size);
  call.arg("chunkOffsets", o.chunk_offsets);
  call.arg("chunkSizes", o.chunk_sizes);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("layout", o.layout);
  call.name(o.name);
  call.on_error(o.on_error);
  call.arg("sequenceAxisName", o.sequence_axis_name);
  call.arg("shape", o.shape);
  return call.make();
}
Node inflate(const Node& input, const InflateOptions& o, CallSite at) {
  const Node out = passInflate(api::Call("decoders.inflate", at, {input}), o);
  return out;
}

}  // namespace penstock::ops::decoders

namespace penstock::ops::decoders {

static Node passNumpy(api::Call call, const NumpyOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("dtype", o.dtype);
  call.name(o.name);
  call.on_error(o.on_error);
  return call.make();
}
Node numpy(const Node& data, const NumpyOptions& o, CallSite at) {
  const Node out = passNumpy(api::Call("decoders.numpy", at, {data}), o);
  return out;
}

}  // namespace penstock::ops::decoders

namespace penstock::ops::decoders {

static constexpr const char* kVideoBetween[] = {"before", "nearest"};
static constexpr const char* kVideoColorMatrix[] = {"auto", "bt601", "bt709", "bt2020"};
static constexpr const char* kVideoColorRange[] = {"auto", "limited", "full"};
static constexpr const char* kVideoEnableFrameNum[] = {"none", "scalar", "sequence"};
static constexpr const char* kVideoPadMode[] = {"none", "constant", "edge", "repeat", "reflect_1001", "symmetric", "reflect_101", "reflect"};
static constexpr const char* kVideoRotate[] = {"apply", "ignore"};
static Node passVideo(api::Call call, const VideoOptions& o) {
  call.arg("affine", o.affine);
  call.arg("antialias", o.antialias);
  call.arg("audio", o.audio);
  call.arg("between", o.between, kVideoBetween);
  call.arg("buildIndex", o.build_index);
  call.hint(o.bytes_per_sample_hint);
  call.arg("colorMatrix", o.color_matrix, kVideoColorMatrix);
  call.arg("colorRange", o.color_range, kVideoColorRange);
  call.device(o.device);
  call.arg("downmix", o.downmix);
  call.arg("dtype", o.dtype);
  call.arg("enableFrameNum", o.enable_frame_num, kVideoEnableFrameNum);
  call.arg("enableTimestamps", o.enable_timestamps);
  call.arg("endFrame", o.end_frame);
  call.arg("fillValue", o.fill_value);
  call.arg("fps", o.fps);
  call.arg("frames", o.frames);
  call.arg("imageType", o.image_type);
  call.arg("maxDecodeSeconds", o.max_decode_seconds);
  call.arg("maxPixels", o.max_pixels);
  call.name(o.name);
  call.on_error(o.on_error);
  call.arg("padMode", o.pad_mode, kVideoPadMode);
  call.arg("quality", o.quality);
  call.arg("rotate", o.rotate, kVideoRotate);
  call.arg("sampleRate", o.sample_rate);
  call.arg("sequenceLength", o.sequence_length);
  call.arg("startFrame", o.start_frame);
  call.arg("stride", o.stride);
  call.arg("times", o.times);
  call.arg("uniformSample", o.uniform_sample);
  return call.make();
}
Node video(const Node& encoded, const VideoOptions& o, CallSite at) {
  const Node out = passVideo(api::Call("decoders.video", at, {encoded}), o);
  return out;
}

}  // namespace penstock::ops::decoders

namespace penstock::ops {

static Node passDumpImage(api::Call call, const DumpImageOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("inputLayout", o.input_layout);
  call.name(o.name);
  call.arg("suffix", o.suffix);
  return call.make();
}
Node dump_image(const Node& input, const DumpImageOptions& o, CallSite at) {
  const Node out = passDumpImage(api::Call("dumpImage", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passElementExtract(api::Call call, const ElementExtractOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("elementMap", o.element_map);
  call.name(o.name);
  return call.make();
}
std::vector<Node> element_extract(const Node& data, const ElementExtractOptions& o, CallSite at) {
  const Node out = passElementExtract(api::Call("elementExtract", at, {data}), o);
  return api::all_outputs(out);
}

}  // namespace penstock::ops

namespace penstock::ops::encoders {

static constexpr const char* kImageFormat[] = {"jpeg", "png", "webp"};
static constexpr const char* kImageSubsampling[] = {"4:2:0", "4:2:2", "4:4:4"};
static Node passImage(api::Call call, const ImageOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("compression", o.compression);
  call.arg("effort", o.effort);
  call.arg("format", o.format, kImageFormat);
  call.arg("lossless", o.lossless);
  call.name(o.name);
  call.arg("optimize", o.optimize);
  call.arg("quality", o.quality);
  call.arg("subsampling", o.subsampling, kImageSubsampling);
  return call.make();
}
Node image(const Node& input, const ImageOptions& o, CallSite at) {
  const Node out = passImage(api::Call("encoders.image", at, {input}), o);
  return out;
}

}  // namespace penstock::ops::encoders

namespace penstock::ops {

static Node passEqualize(api::Call call, const EqualizeOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  return call.make();
}
Node equalize(const Node& input, const EqualizeOptions& o, CallSite at) {
  const Node out = passEqualize(api::Call("equalize", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passErase(api::Call call, const EraseOptions& o) {
  call.arg("anchor", o.anchor);
  call.arg("axes", o.axes);
  call.arg("axisNames", o.axis_names);
  call.hint(o.bytes_per_sample_hint);
  call.arg("centeredAnchor", o.centered_anchor);
  call.device(o.device);
  call.arg("fillValue", o.fill_value);
  call.name(o.name);
  call.arg("normalized", o.normalized);
  call.arg("normalizedAnchor", o.normalized_anchor);
  call.arg("normalizedShape", o.normalized_shape);
  call.arg("shape", o.shape);
  return call.make();
}
Node erase(const Node& input, const EraseOptions& o, CallSite at) {
  const Node out = passErase(api::Call("erase", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passExpandDims(api::Call call, const ExpandDimsOptions& o) {
  call.arg("axes", o.axes);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  call.arg("newAxisNames", o.new_axis_names);
  return call.make();
}
Node expand_dims(const Node& data, const ExpandDimsOptions& o, CallSite at) {
  const Node out = passExpandDims(api::Call("expandDims", at, {data}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops::experimental {

static constexpr const char* kDilateBorderMode[] = {"constant", "replicate", "reflect", "reflect_101", "wrap"};
static Node passDilate(api::Call call, const DilateOptions& o) {
  call.arg("anchor", o.anchor);
  call.arg("borderMode", o.border_mode, kDilateBorderMode);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("iterations", o.iterations);
  call.arg("maskSize", o.mask_size);
  call.name(o.name);
  return call.make();
}
Node dilate(const Node& input, const DilateOptions& o, CallSite at) {
  const Node out = passDilate(api::Call("experimental.dilate", at, {input}), o);
  return out;
}

}  // namespace penstock::ops::experimental

namespace penstock::ops::experimental {

static constexpr const char* kErodeBorderMode[] = {"constant", "replicate", "reflect", "reflect_101", "wrap"};
static Node passErode(api::Call call, const ErodeOptions& o) {
  call.arg("anchor", o.anchor);
  call.arg("borderMode", o.border_mode, kErodeBorderMode);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("iterations", o.iterations);
  call.arg("maskSize", o.mask_size);
  call.name(o.name);
  return call.make();
}
Node erode(const Node& input, const ErodeOptions& o, CallSite at) {
  const Node out = passErode(api::Call("experimental.erode", at, {input}), o);
  return out;
}

}  // namespace penstock::ops::experimental

namespace penstock::ops::experimental {

static Node passMedianBlur(api::Call call, const MedianBlurOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  call.arg("windowSize", o.window_size);
  return call.make();
}
Node median_blur(const Node& input, const MedianBlurOptions& o, CallSite at) {
  const Node out = passMedianBlur(api::Call("experimental.medianBlur", at, {input}), o);
  return out;
}

}  // namespace penstock::ops::experimental

namespace penstock::ops::experimental::readers {

static constexpr const char* kFitsShard[] = {"auto"};
static Node passFits(api::Call call, const FitsOptions& o) {
  call.arg("blockBytes", o.block_bytes);
  call.arg("blockWindow", o.block_window);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dontUseMmap", o.dont_use_mmap);
  call.arg("dtypes", o.dtypes);
  call.arg("elastic", o.elastic);
  call.arg("fileFilter", o.file_filter);
  call.arg("fileList", o.file_list);
  call.arg("fileRoot", o.file_root);
  call.arg("files", o.files);
  call.arg("hduIndices", o.hdu_indices);
  call.arg("indices", o.indices);
  call.arg("initialFill", o.initial_fill);
  call.arg("lazyInit", o.lazy_init);
  call.name(o.name);
  call.arg("numShards", o.num_shards);
  call.on_error(o.on_error);
  call.arg("padLastBatch", o.pad_last_batch);
  call.arg("prefetchQueueDepth", o.prefetch_queue_depth);
  call.arg("randomShuffle", o.random_shuffle);
  call.arg("readAhead", o.read_ahead);
  call.seed(o.seed);
  call.arg("shard", o.shard, kFitsShard);
  call.arg("shardId", o.shard_id);
  call.arg("shuffleAfterEpoch", o.shuffle_after_epoch);
  call.arg("shuffleAfterEpochSeed", o.shuffle_after_epoch_seed);
  call.arg("shuffleBlocks", o.shuffle_blocks);
  call.arg("skipCachedImages", o.skip_cached_images);
  call.arg("skipList", o.skip_list);
  call.arg("stickToShard", o.stick_to_shard);
  call.arg("tensorInitBytes", o.tensor_init_bytes);
  return call.make();
}
std::vector<Node> fits(Pipeline& pipeline, const FitsOptions& o, CallSite at) {
  const Node out = passFits(api::Call("experimental.readers.fits", at, pipeline), o);
  return api::all_outputs(out);
}

}  // namespace penstock::ops::experimental::readers

namespace penstock::ops::experimental::readers {

static constexpr const char* kVideoBetween[] = {"before", "nearest"};
static constexpr const char* kVideoColorMatrix[] = {"auto", "bt601", "bt709", "bt2020"};
static constexpr const char* kVideoColorRange[] = {"auto", "limited", "full"};
static constexpr const char* kVideoEnableFrameNum[] = {"none", "scalar", "sequence"};
static constexpr const char* kVideoFileListFormat[] = {"timestamps", "frames"};
static constexpr const char* kVideoFileListRounding[] = {"start_down_end_up", "start_up_end_down", "all_up", "all_down"};
static constexpr const char* kVideoPadMode[] = {"none", "constant", "edge", "repeat", "reflect_1001", "symmetric", "reflect_101", "reflect"};
static constexpr const char* kVideoRotate[] = {"apply", "ignore"};
static constexpr const char* kVideoShard[] = {"auto"};
static Node passVideo(api::Call call, const VideoOptions& o) {
  call.arg("antialias", o.antialias);
  call.arg("audio", o.audio);
  call.arg("between", o.between, kVideoBetween);
  call.arg("blockBytes", o.block_bytes);
  call.arg("blockWindow", o.block_window);
  call.hint(o.bytes_per_sample_hint);
  call.arg("colorMatrix", o.color_matrix, kVideoColorMatrix);
  call.arg("colorRange", o.color_range, kVideoColorRange);
  call.device(o.device);
  call.arg("dontUseMmap", o.dont_use_mmap);
  call.arg("downmix", o.downmix);
  call.arg("dtype", o.dtype);
  call.arg("elastic", o.elastic);
  call.arg("enableFrameNum", o.enable_frame_num, kVideoEnableFrameNum);
  call.arg("enableTimestamps", o.enable_timestamps);
  call.arg("fileList", o.file_list);
  call.arg("fileListFormat", o.file_list_format, kVideoFileListFormat);
  call.arg("fileListIncludeEnd", o.file_list_include_end);
  call.arg("fileListRounding", o.file_list_rounding, kVideoFileListRounding);
  call.arg("fileRoot", o.file_root);
  call.arg("filenames", o.filenames);
  call.arg("fillValue", o.fill_value);
  call.arg("fps", o.fps);
  call.arg("imageType", o.image_type);
  call.arg("indexPath", o.index_path);
  call.arg("indices", o.indices);
  call.arg("initialFill", o.initial_fill);
  call.arg("labels", o.labels);
  call.arg("lazyInit", o.lazy_init);
  call.arg("maxDecodeSeconds", o.max_decode_seconds);
  call.arg("maxPixels", o.max_pixels);
  call.name(o.name);
  call.arg("numShards", o.num_shards);
  call.on_error(o.on_error);
  call.arg("padLastBatch", o.pad_last_batch);
  call.arg("padMode", o.pad_mode, kVideoPadMode);
  call.arg("prefetchQueueDepth", o.prefetch_queue_depth);
  call.arg("quality", o.quality);
  call.arg("randomShuffle", o.random_shuffle);
  call.arg("readAhead", o.read_ahead);
  call.arg("rotate", o.rotate, kVideoRotate);
  call.arg("sampleRate", o.sample_rate);
  call.seed(o.seed);
  call.arg("sequenceLength", o.sequence_length);
  call.arg("shard", o.shard, kVideoShard);
  call.arg("shardId", o.shard_id);
  call.arg("shuffleAfterEpoch", o.shuffle_after_epoch);
  call.arg("shuffleAfterEpochSeed", o.shuffle_after_epoch_seed);
  call.arg("shuffleBlocks", o.shuffle_blocks);
  call.arg("skipCachedImages", o.skip_cached_images);
  call.arg("skipList", o.skip_list);
  call.arg("step", o.step);
  call.arg("stickToShard", o.stick_to_shard);
  call.arg("stride", o.stride);
  call.arg("tensorInitBytes", o.tensor_init_bytes);
  call.arg("times", o.times);
  call.arg("uniformSample", o.uniform_sample);
  return call.make();
}
Node video(Pipeline& pipeline, const VideoOptions& o, CallSite at) {
  const Node out = passVideo(api::Call("experimental.readers.video", at, pipeline), o);
  return out;
}

}  // namespace penstock::ops::experimental::readers

namespace penstock::ops::experimental {

static constexpr const char* kRemapPixelOrigin[] = {"corner", "center"};
static Node passRemap(api::Call call, const RemapOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("interp", o.interp);
  call.name(o.name);
  call.arg("pixelOrigin", o.pixel_origin, kRemapPixelOrigin);
  return call.make();
}
Node remap(const Node& input, const Node& mapx, const Node& mapy, const RemapOptions& o, CallSite at) {
  const Node out = passRemap(api::Call("experimental.remap", at, {input, mapx, mapy}), o);
  return out;
}

}  // namespace penstock::ops::experimental

namespace penstock::ops::experimental {

static constexpr const char* kResizeMatch[] = {"dali", "pillow", "pillow-12", "torchvision", "torchvision-float", "opencv"};
static constexpr const char* kResizeMatchFilter[] = {"box", "hamming", "area", "lanczos4", "nearest_exact"};
static constexpr const char* kResizeMode[] = {"default", "stretch", "not_larger", "not_smaller"};
static Node passResize(api::Call call, const ResizeOptions& o) {
  call.arg("antialias", o.antialias);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("interpType", o.interp_type);
  call.arg("magFilter", o.mag_filter);
  call.arg("match", o.match, kResizeMatch);
  call.arg("matchFilter", o.match_filter, kResizeMatchFilter);
  call.arg("maxSize", o.max_size);
  call.arg("minFilter", o.min_filter);
  call.arg("minibatchSize", o.minibatch_size);
  call.arg("mode", o.mode, kResizeMode);
  call.name(o.name);
  call.arg("resizeLonger", o.resize_longer);
  call.arg("resizeShorter", o.resize_shorter);
  call.arg("resizeX", o.resize_x);
  call.arg("resizeY", o.resize_y);
  call.arg("resizeZ", o.resize_z);
  call.arg("roiEnd", o.roi_end);
  call.arg("roiRelative", o.roi_relative);
  call.arg("roiStart", o.roi_start);
  call.arg("saveAttrs", o.save_attrs);
  call.arg("size", o.size);
  call.arg("subpixelScale", o.subpixel_scale);
  call.arg("tempBufferHint", o.temp_buffer_hint);
  return call.make();
}
Node resize(const Node& data, const ResizeOptions& o, CallSite at) {
  const Node out = passResize(api::Call("experimental.resize", at, {data}), o);
  return out;
}

}  // namespace penstock::ops::experimental

namespace penstock::ops::experimental {

static constexpr const char* kWarpPerspectiveBorderMode[] = {"constant", "replicate", "reflect", "reflect_101", "wrap"};
static constexpr const char* kWarpPerspectivePixelOrigin[] = {"corner", "center"};
static Node passWarpPerspective(api::Call call, const WarpPerspectiveOptions& o) {
  call.arg("borderMode", o.border_mode, kWarpPerspectiveBorderMode);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("fillValue", o.fill_value);
  call.arg("interpType", o.interp_type);
  call.arg("inverseMap", o.inverse_map);
  call.arg("matrix", o.matrix);
  call.name(o.name);
  call.arg("pixelOrigin", o.pixel_origin, kWarpPerspectivePixelOrigin);
  call.arg("size", o.size);
  return call.make();
}
Node warp_perspective(const Node& data, const WarpPerspectiveOptions& o, CallSite at) {
  const Node out = passWarpPerspective(api::Call("experimental.warpPerspective", at, {data}), o);
  return out;
}
Node warp_perspective(const Node& data, const Node& matrix, const WarpPerspectiveOptions& o, CallSite at) {
  const Node out = passWarpPerspective(api::Call("experimental.warpPerspective", at, {data, matrix}), o);
  return out;
}

}  // namespace penstock::ops::experimental

namespace penstock::ops {

static constexpr const char* kFilterBorder[] = {"reflect_101", "reflect_1001", "wrap", "clamp", "constant"};
static constexpr const char* kFilterMode[] = {"same", "valid"};
static Node passFilter(api::Call call, const FilterOptions& o) {
  call.arg("anchor", o.anchor);
  call.arg("border", o.border, kFilterBorder);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("mode", o.mode, kFilterMode);
  call.name(o.name);
  return call.make();
}
Node filter(const Node& data, const Node& filter, const FilterOptions& o, CallSite at) {
  const Node out = passFilter(api::Call("filter", at, {data, filter}), o);
  return out;
}
Node filter(const Node& data, const Node& filter, const Node& fill_value, const FilterOptions& o, CallSite at) {
  const Node out = passFilter(api::Call("filter", at, {data, filter, fill_value}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passFlip(api::Call call, const FlipOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("depthwise", o.depthwise);
  call.device(o.device);
  call.arg("horizontal", o.horizontal);
  call.name(o.name);
  call.arg("vertical", o.vertical);
  return call.make();
}
Node flip(const Node& input, const FlipOptions& o, CallSite at) {
  const Node out = passFlip(api::Call("flip", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passFull(api::Call call, const FullOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("layout", o.layout);
  call.name(o.name);
  call.arg("shape", o.shape);
  call.arg("value", o.value);
  call.arg("values", o.values);
  return call.make();
}
Node full(Pipeline& pipeline, const FullOptions& o, CallSite at) {
  const Node out = passFull(api::Call("full", at, pipeline), o);
  return out;
}
Node full(const Node& fill_value, const FullOptions& o, CallSite at) {
  const Node out = passFull(api::Call("full", at, {fill_value}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passFullLike(api::Call call, const FullLikeOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.name(o.name);
  call.arg("value", o.value);
  call.arg("values", o.values);
  return call.make();
}
Node full_like(const Node& data_like, const FullLikeOptions& o, CallSite at) {
  const Node out = passFullLike(api::Call("fullLike", at, {data_like}), o);
  return out;
}
Node full_like(const Node& data_like, const Node& fill_value, const FullLikeOptions& o, CallSite at) {
  const Node out = passFullLike(api::Call("fullLike", at, {data_like, fill_value}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passGaussianBlur(api::Call call, const GaussianBlurOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.name(o.name);
  call.arg("sigma", o.sigma);
  call.arg("windowSize", o.window_size);
  return call.make();
}
Node gaussian_blur(const Node& input, const GaussianBlurOptions& o, CallSite at) {
  const Node out = passGaussianBlur(api::Call("gaussianBlur", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static constexpr const char* kGetPropertyKey[] = {"source_info", "layout"};
static Node passGetProperty(api::Call call, const GetPropertyOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("key", o.key, kGetPropertyKey);
  call.name(o.name);
  return call.make();
}
Node get_property(const Node& data, const GetPropertyOptions& o, CallSite at) {
  const Node out = passGetProperty(api::Call("getProperty", at, {data}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passGridMask(api::Call call, const GridMaskOptions& o) {
  call.arg("angle", o.angle);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  call.arg("ratio", o.ratio);
  call.arg("shiftX", o.shift_x);
  call.arg("shiftY", o.shift_y);
  call.arg("tile", o.tile);
  return call.make();
}
Node grid_mask(const Node& input, const GridMaskOptions& o, CallSite at) {
  const Node out = passGridMask(api::Call("gridMask", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passHsv(api::Call call, const HsvOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("hue", o.hue);
  call.name(o.name);
  call.arg("saturation", o.saturation);
  call.arg("value", o.value);
  return call.make();
}
Node hsv(const Node& input, const HsvOptions& o, CallSite at) {
  const Node out = passHsv(api::Call("hsv", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passHue(api::Call call, const HueOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("hue", o.hue);
  call.arg("imageType", o.image_type);
  call.name(o.name);
  return call.make();
}
Node hue(const Node& input, const HueOptions& o, CallSite at) {
  const Node out = passHue(api::Call("hue", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passInvert(api::Call call, const InvertOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  return call.make();
}
Node invert(const Node& input, const InvertOptions& o, CallSite at) {
  const Node out = passInvert(api::Call("invert", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops::io::file {

static Node passRead(api::Call call, const ReadOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("dontUseMmap", o.dont_use_mmap);
  call.name(o.name);
  call.on_error(o.on_error);
  call.arg("useODirect", o.use_o_direct);
  return call.make();
}
Node read(const Node& filepaths, const ReadOptions& o, CallSite at) {
  const Node out = passRead(api::Call("io.file.read", at, {filepaths}), o);
  return out;
}

}  // namespace penstock::ops::io::file

namespace penstock::ops {

static Node passJitter(api::Call call, const JitterOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("fillValue", o.fill_value);
  call.arg("interpType", o.interp_type);
  call.arg("mask", o.mask);
  call.arg("nDegree", o.n_degree);
  call.name(o.name);
  call.seed(o.seed);
  return call.make();
}
Node jitter(const Node& input, const JitterOptions& o, CallSite at) {
  const Node out = passJitter(api::Call("jitter", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passJpegCompressionDistortion(api::Call call, const JpegCompressionDistortionOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  call.arg("quality", o.quality);
  return call.make();
}
Node jpeg_compression_distortion(const Node& input, const JpegCompressionDistortionOptions& o, CallSite at) {
  const Node out = passJpegCompressionDistortion(api::Call("jpegCompressionDistortion", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passLaplacian(api::Call call, const LaplacianOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.name(o.name);
  call.arg("normalizedKernel", o.normalized_kernel);
  call.arg("scale", o.scale);
  call.arg("smoothingSize", o.smoothing_size);
  call.arg("windowSize", o.window_size);
  return call.make();
}
Node laplacian(const Node& input, const LaplacianOptions& o, CallSite at) {
  const Node out = passLaplacian(api::Call("laplacian", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passLookupTable(api::Call call, const LookupTableOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("defaultValue", o.default_value);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("keys", o.keys);
  call.name(o.name);
  call.arg("values", o.values);
  return call.make();
}
Node lookup_table(const Node& input, const LookupTableOptions& o, CallSite at) {
  const Node out = passLookupTable(api::Call("lookupTable", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passLookupTiles(api::Call call, const LookupTilesOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("channelsLast", o.channels_last);
  call.device(o.device);
  call.arg("frames", o.frames);
  call.arg("group", o.group);
  call.name(o.name);
  call.arg("tile", o.tile);
  call.arg("values", o.values);
  return call.make();
}
Node lookup_tiles(const Node& image, const LookupTilesOptions& o, CallSite at) {
  const Node out = passLookupTiles(api::Call("lookupTiles", at, {image}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static constexpr const char* kMelFilterBankMelFormula[] = {"slaney", "htk"};
static Node passMelFilterBank(api::Call call, const MelFilterBankOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("freqHigh", o.freq_high);
  call.arg("freqLow", o.freq_low);
  call.arg("melFormula", o.mel_formula, kMelFilterBankMelFormula);
  call.name(o.name);
  call.arg("nfilter", o.nfilter);
  call.arg("normalize", o.normalize);
  call.arg("sampleRate", o.sample_rate);
  return call.make();
}
Node mel_filter_bank(const Node& data, const MelFilterBankOptions& o, CallSite at) {
  const Node out = passMelFilterBank(api::Call("melFilterBank", at, {data}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passMfcc(api::Call call, const MfccOptions& o) {
  call.arg("axis", o.axis);
  call.hint(o.bytes_per_sample_hint);
  call.arg("dctType", o.dct_type);
  call.device(o.device);
  call.arg("lifter", o.lifter);
  call.arg("nMfcc", o.n_mfcc);
  call.name(o.name);
  call.arg("normalize", o.normalize);
  return call.make();
}
Node mfcc(const Node& data, const MfccOptions& o, CallSite at) {
  const Node out = passMfcc(api::Call("mfcc", at, {data}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passMultiPaste(api::Call call, const MultiPasteOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("inAnchors", o.in_anchors);
  call.arg("inAnchorsRel", o.in_anchors_rel);
  call.arg("inIds", o.in_ids);
  call.name(o.name);
  call.arg("outAnchors", o.out_anchors);
  call.arg("outAnchorsRel", o.out_anchors_rel);
  call.arg("outputSize", o.output_size);
  call.arg("shapes", o.shapes);
  call.arg("shapesRel", o.shapes_rel);
  return call.make();
}
Node multi_paste(const std::vector<Node>& inputs, const MultiPasteOptions& o, CallSite at) {
  const Node out = passMultiPaste(api::Call("multiPaste", at, api::joined({}, inputs)), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops::noise {

static Node passGaussian(api::Call call, const GaussianOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("mean", o.mean);
  call.name(o.name);
  call.seed(o.seed);
  call.arg("stddev", o.stddev);
  return call.make();
}
Node gaussian(const Node& input, const GaussianOptions& o, CallSite at) {
  const Node out = passGaussian(api::Call("noise.gaussian", at, {input}), o);
  return out;
}

}  // namespace penstock::ops::noise

namespace penstock::ops::noise {

static Node passSaltAndPepper(api::Call call, const SaltAndPepperOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  call.arg("pepperVal", o.pepper_val);
  call.arg("perChannel", o.per_channel);
  call.arg("prob", o.prob);
  call.arg("saltVal", o.salt_val);
  call.arg("saltVsPepper", o.salt_vs_pepper);
  call.seed(o.seed);
  return call.make();
}
Node salt_and_pepper(const Node& input, const SaltAndPepperOptions& o, CallSite at) {
  const Node out = passSaltAndPepper(api::Call("noise.saltAndPepper", at, {input}), o);
  return out;
}

}  // namespace penstock::ops::noise

namespace penstock::ops::noise {

static Node passShot(api::Call call, const ShotOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("factor", o.factor);
  call.name(o.name);
  call.seed(o.seed);
  return call.make();
}
Node shot(const Node& input, const ShotOptions& o, CallSite at) {
  const Node out = passShot(api::Call("noise.shot", at, {input}), o);
  return out;
}

}  // namespace penstock::ops::noise

namespace penstock::ops {

static Node passNonsilentRegion(api::Call call, const NonsilentRegionOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("cutoffDb", o.cutoff_db);
  call.device(o.device);
  call.name(o.name);
  call.arg("referencePower", o.reference_power);
  call.arg("resetInterval", o.reset_interval);
  call.arg("windowLength", o.window_length);
  return call.make();
}
NonsilentRegionOutputs nonsilent_region(const Node& signal, const NonsilentRegionOptions& o, CallSite at) {
  const Node out = passNonsilentRegion(api::Call("nonsilentRegion", at, {signal}), o);
  return {out.Output(0), out.Output(1)};
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passNormalize(api::Call call, const NormalizeOptions& o) {
  call.arg("axes", o.axes);
  call.arg("axisNames", o.axis_names);
  call.arg("batch", o.batch);
  call.hint(o.bytes_per_sample_hint);
  call.arg("ddof", o.ddof);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("epsilon", o.epsilon);
  call.arg("mean", o.mean);
  call.name(o.name);
  call.arg("scale", o.scale);
  call.arg("shift", o.shift);
  call.arg("stddev", o.stddev);
  return call.make();
}
Node normalize(const Node& input, const NormalizeOptions& o, CallSite at) {
  const Node out = passNormalize(api::Call("normalize", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passOneHot(api::Call call, const OneHotOptions& o) {
  call.arg("axis", o.axis);
  call.arg("axisName", o.axis_name);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.name(o.name);
  call.arg("numClasses", o.num_classes);
  call.arg("offValue", o.off_value);
  call.arg("onValue", o.on_value);
  return call.make();
}
Node one_hot(const Node& input, const OneHotOptions& o, CallSite at) {
  const Node out = passOneHot(api::Call("oneHot", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passOnes(api::Call call, const OnesOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("dtype", o.dtype);
  call.arg("layout", o.layout);
  call.name(o.name);
  call.arg("shape", o.shape);
  return call.make();
}
Node ones(Pipeline& pipeline, const OnesOptions& o, CallSite at) {
  const Node out = passOnes(api::Call("ones", at, pipeline), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passOnesLike(api::Call call, const OnesLikeOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("dtype", o.dtype);
  call.name(o.name);
  return call.make();
}
Node ones_like(const Node& shape_like, const OnesLikeOptions& o, CallSite at) {
  const Node out = passOnesLike(api::Call("onesLike", at, {shape_like}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passOpticalFlow(api::Call call, const OpticalFlowOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("enableExternalHints", o.enable_external_hints);
  call.arg("enableTemporalHints", o.enable_temporal_hints);
  call.arg("hintGrid", o.hint_grid);
  call.arg("imageType", o.image_type);
  call.name(o.name);
  call.arg("outputGrid", o.output_grid);
  call.arg("preset", o.preset);
  return call.make();
}
Node optical_flow(const Node& sequence, const OpticalFlowOptions& o, CallSite at) {
  const Node out = passOpticalFlow(api::Call("opticalFlow", at, {sequence}), o);
  return out;
}
Node optical_flow(const Node& sequence, const Node& hints, const OpticalFlowOptions& o, CallSite at) {
  const Node out = passOpticalFlow(api::Call("opticalFlow", at, {sequence, hints}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passPad(api::Call call, const PadOptions& o) {
  call.arg("align", o.align);
  call.arg("axes", o.axes);
  call.arg("axisNames", o.axis_names);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("fillValue", o.fill_value);
  call.name(o.name);
  call.arg("shape", o.shape);
  return call.make();
}
Node pad(const Node& input, const PadOptions& o, CallSite at) {
  const Node out = passPad(api::Call("pad", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passPaste(api::Call call, const PasteOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("fillValue", o.fill_value);
  call.arg("minCanvasSize", o.min_canvas_size);
  call.arg("nChannels", o.n_channels);
  call.name(o.name);
  call.arg("pasteX", o.paste_x);
  call.arg("pasteY", o.paste_y);
  call.arg("ratio", o.ratio);
  return call.make();
}
Node paste(const Node& input, const PasteOptions& o, CallSite at) {
  const Node out = passPaste(api::Call("paste", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passPeekImageShape(api::Call call, const PeekImageShapeOptions& o) {
  call.arg("adjustOrientation", o.adjust_orientation);
  call.hint(o.bytes_per_sample_hint);
  call.arg("dtype", o.dtype);
  call.arg("imageType", o.image_type);
  call.name(o.name);
  call.on_error(o.on_error);
  return call.make();
}
Node peek_image_shape(const Node& input, const PeekImageShapeOptions& o, CallSite at) {
  const Node out = passPeekImageShape(api::Call("peekImageShape", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passPerFrame(api::Call call, const PerFrameOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  call.arg("replace", o.replace);
  return call.make();
}
Node per_frame(const Node& data, const PerFrameOptions& o, CallSite at) {
  const Node out = passPerFrame(api::Call("perFrame", at, {data}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passPermuteBatch(api::Call call, const PermuteBatchOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("indices", o.indices);
  call.name(o.name);
  return call.make();
}
Node permute_batch(const Node& data, const PermuteBatchOptions& o, CallSite at) {
  const Node out = passPermuteBatch(api::Call("permuteBatch", at, {data}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passPosterize(api::Call call, const PosterizeOptions& o) {
  call.arg("bits", o.bits);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  return call.make();
}
Node posterize(const Node& input, const PosterizeOptions& o, CallSite at) {
  const Node out = passPosterize(api::Call("posterize", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passPowerSpectrum(api::Call call, const PowerSpectrumOptions& o) {
  call.arg("axis", o.axis);
  call.hint(o.bytes_per_sample_hint);
  call.name(o.name);
  call.arg("nfft", o.nfft);
  call.arg("power", o.power);
  return call.make();
}
Node power_spectrum(const Node& signal, const PowerSpectrumOptions& o, CallSite at) {
  const Node out = passPowerSpectrum(api::Call("powerSpectrum", at, {signal}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static constexpr const char* kPreemphasisFilterBorder[] = {"clamp", "zero", "reflect"};
static Node passPreemphasisFilter(api::Call call, const PreemphasisFilterOptions& o) {
  call.arg("border", o.border, kPreemphasisFilterBorder);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.name(o.name);
  call.arg("preemphCoeff", o.preemph_coeff);
  return call.make();
}
Node preemphasis_filter(const Node& signal, const PreemphasisFilterOptions& o, CallSite at) {
  const Node out = passPreemphasisFilter(api::Call("preemphasisFilter", at, {signal}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static constexpr const char* kRandomBBoxCropThresholdType[] = {"iou", "overlap"};
static Node passRandomBBoxCrop(api::Call call, const RandomBBoxCropOptions& o) {
  call.arg("allBoxesAboveThreshold", o.all_boxes_above_threshold);
  call.arg("allowNoCrop", o.allow_no_crop);
  call.arg("aspectRatio", o.aspect_ratio);
  call.arg("bboxLayout", o.bbox_layout);
  call.arg("bboxPruneThreshold", o.bbox_prune_threshold);
  call.hint(o.bytes_per_sample_hint);
  call.arg("cropShape", o.crop_shape);
  call.arg("inputShape", o.input_shape);
  call.arg("ltrb", o.ltrb);
  call.name(o.name);
  call.arg("numAttempts", o.num_attempts);
  call.arg("outputBboxIndices", o.output_bbox_indices);
  call.arg("quiet", o.quiet);
  call.arg("scaling", o.scaling);
  call.seed(o.seed);
  call.arg("shapeLayout", o.shape_layout);
  call.arg("thresholdType", o.threshold_type, kRandomBBoxCropThresholdType);
  call.arg("thresholds", o.thresholds);
  call.arg("totalNumAttempts", o.total_num_attempts);
  return call.make();
}
RandomBBoxCropOutputs random_b_box_crop(const Node& boxes, const RandomBBoxCropOptions& o, CallSite at) {
  const Node out = passRandomBBoxCrop(api::Call("randomBBoxCrop", at, {boxes}), o);
  return {out.Output(0), out.Output(1), out.Output(2)};
}
RandomBBoxCropOutputs random_b_box_crop(const Node& boxes, const Node& labels, const RandomBBoxCropOptions& o, CallSite at) {
  const Node out = passRandomBBoxCrop(api::Call("randomBBoxCrop", at, {boxes, labels}), o);
  return {out.Output(0), out.Output(1), out.Output(2)};
}

}  // namespace penstock::ops

namespace penstock::ops::random {

static Node passBeta(api::Call call, const BetaOptions& o) {
  call.arg("alpha", o.alpha);
  call.arg("beta", o.beta);
  call.hint(o.bytes_per_sample_hint);
  call.arg("dtype", o.dtype);
  call.name(o.name);
  call.seed(o.seed);
  call.arg("shape", o.shape);
  return call.make();
}
Node beta(Pipeline& pipeline, const BetaOptions& o, CallSite at) {
  const Node out = passBeta(api::Call("random.beta", at, pipeline), o);
  return out;
}
Node beta(const Node& shape_like, const BetaOptions& o, CallSite at) {
  const Node out = passBeta(api::Call("random.beta", at, {shape_like}), o);
  return out;
}

}  // namespace penstock::ops::random

namespace penstock::ops::random {

static Node passChoice(api::Call call, const ChoiceOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("count", o.count);
  call.name(o.name);
  call.arg("p", o.p);
  call.seed(o.seed);
  call.arg("shape", o.shape);
  call.arg("values", o.values);
  return call.make();
}
Node choice(Pipeline& pipeline, const ChoiceOptions& o, CallSite at) {
  const Node out = passChoice(api::Call("random.choice", at, pipeline), o);
  return out;
}
Node choice(const Node& a, const ChoiceOptions& o, CallSite at) {
  const Node out = passChoice(api::Call("random.choice", at, {a}), o);
  return out;
}
Node choice(const Node& a, const Node& shape_like, const ChoiceOptions& o, CallSite at) {
  const Node out = passChoice(api::Call("random.choice", at, {a, shape_like}), o);
  return out;
}

}  // namespace penstock::ops::random

namespace penstock::ops::random {

static Node passCoinFlip(api::Call call, const CoinFlipOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.name(o.name);
  call.arg("probability", o.probability);
  call.seed(o.seed);
  call.arg("shape", o.shape);
  return call.make();
}
Node coin_flip(Pipeline& pipeline, const CoinFlipOptions& o, CallSite at) {
  const Node out = passCoinFlip(api::Call("random.coinFlip", at, pipeline), o);
  return out;
}
Node coin_flip(const Node& shape_like, const CoinFlipOptions& o, CallSite at) {
  const Node out = passCoinFlip(api::Call("random.coinFlip", at, {shape_like}), o);
  return out;
}

}  // namespace penstock::ops::random

namespace penstock::ops {

static Node passRandomCropGenerator(api::Call call, const RandomCropGeneratorOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.name(o.name);
  call.arg("numAttempts", o.num_attempts);
  call.arg("randomArea", o.random_area);
  call.arg("randomAspectRatio", o.random_aspect_ratio);
  call.seed(o.seed);
  return call.make();
}
RandomCropGeneratorOutputs random_crop_generator(const Node& image_shape, const RandomCropGeneratorOptions& o, CallSite at) {
  const Node out = passRandomCropGenerator(api::Call("randomCropGenerator", at, {image_shape}), o);
  return {out.Output(0), out.Output(1)};
}

}  // namespace penstock::ops

namespace penstock::ops::random {

static Node passNormal(api::Call call, const NormalOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("mean", o.mean);
  call.name(o.name);
  call.seed(o.seed);
  call.arg("shape", o.shape);
  call.arg("stddev", o.stddev);
  return call.make();
}
Node normal(Pipeline& pipeline, const NormalOptions& o, CallSite at) {
  const Node out = passNormal(api::Call("random.normal", at, pipeline), o);
  return out;
}
Node normal(const Node& shape_like, const NormalOptions& o, CallSite at) {
  const Node out = passNormal(api::Call("random.normal", at, {shape_like}), o);
  return out;
}

}  // namespace penstock::ops::random

namespace penstock::ops {

static constexpr const char* kRandomResizedCropMatch[] = {"dali", "pillow", "pillow-12", "torchvision", "torchvision-float", "opencv"};
static constexpr const char* kRandomResizedCropMatchFilter[] = {"box", "hamming", "area", "lanczos4", "nearest_exact"};
static Node passRandomResizedCrop(api::Call call, const RandomResizedCropOptions& o) {
  call.arg("antialias", o.antialias);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("interpType", o.interp_type);
  call.arg("magFilter", o.mag_filter);
  call.arg("match", o.match, kRandomResizedCropMatch);
  call.arg("matchFilter", o.match_filter, kRandomResizedCropMatchFilter);
  call.arg("minFilter", o.min_filter);
  call.arg("minibatchSize", o.minibatch_size);
  call.name(o.name);
  call.arg("numAttempts", o.num_attempts);
  call.arg("randomArea", o.random_area);
  call.arg("randomAspectRatio", o.random_aspect_ratio);
  call.seed(o.seed);
  call.arg("size", o.size);
  call.arg("tempBufferHint", o.temp_buffer_hint);
  return call.make();
}
Node random_resized_crop(const Node& data, const RandomResizedCropOptions& o, CallSite at) {
  const Node out = passRandomResizedCrop(api::Call("randomResizedCrop", at, {data}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops::random {

static Node passUniform(api::Call call, const UniformOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.name(o.name);
  call.arg("range", o.range);
  call.seed(o.seed);
  call.arg("shape", o.shape);
  call.arg("values", o.values);
  return call.make();
}
Node uniform(Pipeline& pipeline, const UniformOptions& o, CallSite at) {
  const Node out = passUniform(api::Call("random.uniform", at, pipeline), o);
  return out;
}
Node uniform(const Node& shape_like, const UniformOptions& o, CallSite at) {
  const Node out = passUniform(api::Call("random.uniform", at, {shape_like}), o);
  return out;
}

}  // namespace penstock::ops::random

namespace penstock::ops::readers {

static constexpr const char* kCaffeShard[] = {"auto"};
static Node passCaffe(api::Call call, const CaffeOptions& o) {
  call.arg("blockBytes", o.block_bytes);
  call.arg("blockWindow", o.block_window);
  call.hint(o.bytes_per_sample_hint);
  call.arg("dontUseMmap", o.dont_use_mmap);
  call.arg("elastic", o.elastic);
  call.arg("imageAvailable", o.image_available);
  call.arg("indices", o.indices);
  call.arg("initialFill", o.initial_fill);
  call.arg("labelAvailable", o.label_available);
  call.arg("lazyInit", o.lazy_init);
  call.name(o.name);
  call.arg("numShards", o.num_shards);
  call.on_error(o.on_error);
  call.arg("padLastBatch", o.pad_last_batch);
  call.arg("path", o.path);
  call.arg("prefetchQueueDepth", o.prefetch_queue_depth);
  call.arg("randomShuffle", o.random_shuffle);
  call.arg("readAhead", o.read_ahead);
  call.seed(o.seed);
  call.arg("shard", o.shard, kCaffeShard);
  call.arg("shardId", o.shard_id);
  call.arg("shuffleAfterEpoch", o.shuffle_after_epoch);
  call.arg("shuffleAfterEpochSeed", o.shuffle_after_epoch_seed);
  call.arg("shuffleBlocks", o.shuffle_blocks);
  call.arg("skipCachedImages", o.skip_cached_images);
  call.arg("skipList", o.skip_list);
  call.arg("stickToShard", o.stick_to_shard);
  call.arg("tensorInitBytes", o.tensor_init_bytes);
  return call.make();
}
std::vector<Node> caffe(Pipeline& pipeline, const CaffeOptions& o, CallSite at) {
  const Node out = passCaffe(api::Call("readers.caffe", at, pipeline), o);
  return api::all_outputs(out);
}

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

static constexpr const char* kCaffe2Shard[] = {"auto"};
static Node passCaffe2(api::Call call, const Caffe2Options& o) {
  call.arg("additionalInputs", o.additional_inputs);
  call.arg("bbox", o.bbox);
  call.arg("blockBytes", o.block_bytes);
  call.arg("blockWindow", o.block_window);
  call.hint(o.bytes_per_sample_hint);
  call.arg("dontUseMmap", o.dont_use_mmap);
  call.arg("elastic", o.elastic);
  call.arg("imageAvailable", o.image_available);
  call.arg("indices", o.indices);
  call.arg("initialFill", o.initial_fill);
  call.arg("labelType", o.label_type);
  call.arg("lazyInit", o.lazy_init);
  call.name(o.name);
  call.arg("numLabels", o.num_labels);
  call.arg("numShards", o.num_shards);
  call.on_error(o.on_error);
  call.arg("padLastBatch", o.pad_last_batch);
  call.arg("path", o.path);
  call.arg("prefetchQueueDepth", o.prefetch_queue_depth);
  call.arg("randomShuffle", o.random_shuffle);
  call.arg("readAhead", o.read_ahead);
  call.seed(o.seed);
  call.arg("shard", o.shard, kCaffe2Shard);
  call.arg("shardId", o.shard_id);
  call.arg("shuffleAfterEpoch", o.shuffle_after_epoch);
  call.arg("shuffleAfterEpochSeed", o.shuffle_after_epoch_seed);
  call.arg("shuffleBlocks", o.shuffle_blocks);
  call.arg("skipCachedImages", o.skip_cached_images);
  call.arg("skipList", o.skip_list);
  call.arg("stickToShard", o.stick_to_shard);
  call.arg("tensorInitBytes", o.tensor_init_bytes);
  return call.make();
}
std::vector<Node> caffe2(Pipeline& pipeline, const Caffe2Options& o, CallSite at) {
  const Node out = passCaffe2(api::Call("readers.caffe2", at, pipeline), o);
  return api::all_outputs(out);
}

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

static constexpr const char* kCocoShard[] = {"auto"};
static Node passCoco(api::Call call, const CocoOptions& o) {
  call.arg("annotationsFile", o.annotations_file);
  call.arg("avoidClassRemapping", o.avoid_class_remapping);
  call.arg("blockBytes", o.block_bytes);
  call.arg("blockWindow", o.block_window);
  call.hint(o.bytes_per_sample_hint);
  call.arg("dontUseMmap", o.dont_use_mmap);
  call.arg("elastic", o.elastic);
  call.arg("fileRoot", o.file_root);
  call.arg("imageIds", o.image_ids);
  call.arg("images", o.images);
  call.arg("includeIscrowd", o.include_iscrowd);
  call.arg("indices", o.indices);
  call.arg("initialFill", o.initial_fill);
  call.arg("lazyInit", o.lazy_init);
  call.arg("ltrb", o.ltrb);
  call.arg("maxPixels", o.max_pixels);
  call.name(o.name);
  call.arg("numShards", o.num_shards);
  call.on_error(o.on_error);
  call.arg("padLastBatch", o.pad_last_batch);
  call.arg("pixelwiseMasks", o.pixelwise_masks);
  call.arg("polygonMasks", o.polygon_masks);
  call.arg("prefetchQueueDepth", o.prefetch_queue_depth);
  call.arg("randomShuffle", o.random_shuffle);
  call.arg("ratio", o.ratio);
  call.arg("readAhead", o.read_ahead);
  call.seed(o.seed);
  call.arg("shard", o.shard, kCocoShard);
  call.arg("shardId", o.shard_id);
  call.arg("shuffleAfterEpoch", o.shuffle_after_epoch);
  call.arg("shuffleAfterEpochSeed", o.shuffle_after_epoch_seed);
  call.arg("shuffleBlocks", o.shuffle_blocks);
  call.arg("sizeThreshold", o.size_threshold);
  call.arg("skipCachedImages", o.skip_cached_images);
  call.arg("skipEmpty", o.skip_empty);
  call.arg("skipList", o.skip_list);
  call.arg("stickToShard", o.stick_to_shard);
  call.arg("tensorInitBytes", o.tensor_init_bytes);
  return call.make();
}
CocoOutputs coco(Pipeline& pipeline, const CocoOptions& o, CallSite at) {
  const Node out = passCoco(api::Call("readers.coco", at, pipeline), o);
  return {out.Output(0), out.Output(1), out.Output(2)};
}

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

static constexpr const char* kFileShard[] = {"auto"};
static Node passFile(api::Call call, const FileOptions& o) {
  call.arg("blockBytes", o.block_bytes);
  call.arg("blockWindow", o.block_window);
  call.hint(o.bytes_per_sample_hint);
  call.arg("caseSensitiveFilter", o.case_sensitive_filter);
  call.arg("dirFilters", o.dir_filters);
  call.arg("dontUseMmap", o.dont_use_mmap);
  call.arg("elastic", o.elastic);
  call.arg("fileFilters", o.file_filters);
  call.arg("fileList", o.file_list);
  call.arg("fileRoot", o.file_root);
  call.arg("files", o.files);
  call.arg("indices", o.indices);
  call.arg("initialFill", o.initial_fill);
  call.arg("labels", o.labels);
  call.arg("lazyInit", o.lazy_init);
  call.name(o.name);
  call.arg("numShards", o.num_shards);
  call.on_error(o.on_error);
  call.arg("padLastBatch", o.pad_last_batch);
  call.arg("prefetchQueueDepth", o.prefetch_queue_depth);
  call.arg("randomShuffle", o.random_shuffle);
  call.arg("readAhead", o.read_ahead);
  call.seed(o.seed);
  call.arg("shard", o.shard, kFileShard);
  call.arg("shardId", o.shard_id);
  call.arg("shuffleAfterEpoch", o.shuffle_after_epoch);
  call.arg("shuffleAfterEpochSeed", o.shuffle_after_epoch_seed);
  call.arg("shuffleBlocks", o.shuffle_blocks);
  call.arg("skipCachedImages", o.skip_cached_images);
  call.arg("skipList", o.skip_list);
  call.arg("stickToShard", o.stick_to_shard);
  call.arg("tensorInitBytes", o.tensor_init_bytes);
  return call.make();
}
FileOutputs file(Pipeline& pipeline, const FileOptions& o, CallSite at) {
  const Node out = passFile(api::Call("readers.file", at, pipeline), o);
  return {out.Output(0), out.Output(1)};
}

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

static constexpr const char* kLmdbShard[] = {"auto"};
static Node passLmdb(api::Call call, const LmdbOptions& o) {
  call.arg("blockBytes", o.block_bytes);
  call.arg("blockWindow", o.block_window);
  call.hint(o.bytes_per_sample_hint);
  call.arg("database", o.database);
  call.arg("dontUseMmap", o.dont_use_mmap);
  call.arg("elastic", o.elastic);
  call.arg("indices", o.indices);
  call.arg("initialFill", o.initial_fill);
  call.arg("lazyInit", o.lazy_init);
  call.name(o.name);
  call.arg("numShards", o.num_shards);
  call.on_error(o.on_error);
  call.arg("outputKeys", o.output_keys);
  call.arg("padLastBatch", o.pad_last_batch);
  call.arg("path", o.path);
  call.arg("prefetchQueueDepth", o.prefetch_queue_depth);
  call.arg("randomShuffle", o.random_shuffle);
  call.arg("readAhead", o.read_ahead);
  call.seed(o.seed);
  call.arg("shard", o.shard, kLmdbShard);
  call.arg("shardId", o.shard_id);
  call.arg("shuffleAfterEpoch", o.shuffle_after_epoch);
  call.arg("shuffleAfterEpochSeed", o.shuffle_after_epoch_seed);
  call.arg("shuffleBlocks", o.shuffle_blocks);
  call.arg("skipCachedImages", o.skip_cached_images);
  call.arg("skipList", o.skip_list);
  call.arg("stickToShard", o.stick_to_shard);
  call.arg("tensorInitBytes", o.tensor_init_bytes);
  return call.make();
}
Node lmdb(Pipeline& pipeline, const LmdbOptions& o, CallSite at) {
  const Node out = passLmdb(api::Call("readers.lmdb", at, pipeline), o);
  return out;
}

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

static constexpr const char* kMxNetShard[] = {"auto"};
static Node passMxNet(api::Call call, const MxNetOptions& o) {
  call.arg("blockBytes", o.block_bytes);
  call.arg("blockWindow", o.block_window);
  call.hint(o.bytes_per_sample_hint);
  call.arg("dontUseMmap", o.dont_use_mmap);
  call.arg("elastic", o.elastic);
  call.arg("indexPath", o.index_path);
  call.arg("indices", o.indices);
  call.arg("initialFill", o.initial_fill);
  call.arg("lazyInit", o.lazy_init);
  call.name(o.name);
  call.arg("numShards", o.num_shards);
  call.on_error(o.on_error);
  call.arg("padLastBatch", o.pad_last_batch);
  call.arg("path", o.path);
  call.arg("prefetchQueueDepth", o.prefetch_queue_depth);
  call.arg("randomShuffle", o.random_shuffle);
  call.arg("readAhead", o.read_ahead);
  call.seed(o.seed);
  call.arg("shard", o.shard, kMxNetShard);
  call.arg("shardId", o.shard_id);
  call.arg("shuffleAfterEpoch", o.shuffle_after_epoch);
  call.arg("shuffleAfterEpochSeed", o.shuffle_after_epoch_seed);
  call.arg("shuffleBlocks", o.shuffle_blocks);
  call.arg("skipCachedImages", o.skip_cached_images);
  call.arg("skipList", o.skip_list);
  call.arg("stickToShard", o.stick_to_shard);
  call.arg("tensorInitBytes", o.tensor_init_bytes);
  return call.make();
}
MxNetOutputs mx_net(Pipeline& pipeline, const MxNetOptions& o, CallSite at) {
  const Node out = passMxNet(api::Call("readers.mxNet", at, pipeline), o);
  return {out.Output(0), out.Output(1)};
}

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

static constexpr const char* kNemoAsrShard[] = {"auto"};
static Node passNemoAsr(api::Call call, const NemoAsrOptions& o) {
  call.arg("antialias", o.antialias);
  call.arg("blockBytes", o.block_bytes);
  call.arg("blockWindow", o.block_window);
  call.hint(o.bytes_per_sample_hint);
  call.arg("dontUseMmap", o.dont_use_mmap);
  call.arg("downmix", o.downmix);
  call.arg("dtype", o.dtype);
  call.arg("elastic", o.elastic);
  call.arg("indices", o.indices);
  call.arg("initialFill", o.initial_fill);
  call.arg("lazyInit", o.lazy_init);
  call.arg("manifestFilepaths", o.manifest_filepaths);
  call.arg("maxDuration", o.max_duration);
  call.arg("maxElements", o.max_elements);
  call.arg("minDuration", o.min_duration);
  call.name(o.name);
  call.arg("normalizeText", o.normalize_text);
  call.arg("numShards", o.num_shards);
  call.on_error(o.on_error);
  call.arg("padLastBatch", o.pad_last_batch);
  call.arg("prefetchQueueDepth", o.prefetch_queue_depth);
  call.arg("quality", o.quality);
  call.arg("randomShuffle", o.random_shuffle);
  call.arg("readAhead", o.read_ahead);
  call.arg("readIdxs", o.read_idxs);
  call.arg("readSampleRate", o.read_sample_rate);
  call.arg("readText", o.read_text);
  call.arg("sampleRate", o.sample_rate);
  call.seed(o.seed);
  call.arg("shard", o.shard, kNemoAsrShard);
  call.arg("shardId", o.shard_id);
  call.arg("shuffleAfterEpoch", o.shuffle_after_epoch);
  call.arg("shuffleAfterEpochSeed", o.shuffle_after_epoch_seed);
  call.arg("shuffleBlocks", o.shuffle_blocks);
  call.arg("skipCachedImages", o.skip_cached_images);
  call.arg("skipList", o.skip_list);
  call.arg("stickToShard", o.stick_to_shard);
  call.arg("tensorInitBytes", o.tensor_init_bytes);
  return call.make();
}
Node nemo_asr(Pipeline& pipeline, const NemoAsrOptions& o, CallSite at) {
  const Node out = passNemoAsr(api::Call("readers.nemoAsr", at, pipeline), o);
  return out;
}

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

static constexpr const char* kNumpyOutOfBoundsPolicy[] = {"error", "pad", "trim_to_shape"};
static constexpr const char* kNumpyShard[] = {"auto"};
static Node passNumpy(api::Call call, const NumpyOptions& o) {
  call.arg("blockBytes", o.block_bytes);
  call.arg("blockWindow", o.block_window);
  call.hint(o.bytes_per_sample_hint);
  call.arg("cacheHeaderInformation", o.cache_header_information);
  call.device(o.device);
  call.arg("dontUseMmap", o.dont_use_mmap);
  call.arg("elastic", o.elastic);
  call.arg("fileFilter", o.file_filter);
  call.arg("fileList", o.file_list);
  call.arg("fileRoot", o.file_root);
  call.arg("files", o.files);
  call.arg("fillValue", o.fill_value);
  call.arg("indices", o.indices);
  call.arg("initialFill", o.initial_fill);
  call.arg("lazyInit", o.lazy_init);
  call.name(o.name);
  call.arg("numShards", o.num_shards);
  call.on_error(o.on_error);
  call.arg("outOfBoundsPolicy", o.out_of_bounds_policy, kNumpyOutOfBoundsPolicy);
  call.arg("padLastBatch", o.pad_last_batch);
  call.arg("prefetchQueueDepth", o.prefetch_queue_depth);
  call.arg("randomShuffle", o.random_shuffle);
  call.arg("readAhead", o.read_ahead);
  call.arg("registerBuffers", o.register_buffers);
  call.arg("relRoiEnd", o.rel_roi_end);
  call.arg("relRoiShape", o.rel_roi_shape);
  call.arg("relRoiStart", o.rel_roi_start);
  call.arg("roiAxes", o.roi_axes);
  call.arg("roiEnd", o.roi_end);
  call.arg("roiShape", o.roi_shape);
  call.arg("roiStart", o.roi_start);
  call.seed(o.seed);
  call.arg("shard", o.shard, kNumpyShard);
  call.arg("shardId", o.shard_id);
  call.arg("shuffleAfterEpoch", o.shuffle_after_epoch);
  call.arg("shuffleAfterEpochSeed", o.shuffle_after_epoch_seed);
  call.arg("shuffleBlocks", o.shuffle_blocks);
  call.arg("skipCachedImages", o.skip_cached_images);
  call.arg("skipList", o.skip_list);
  call.arg("stickToShard", o.stick_to_shard);
  call.arg("tensorInitBytes", o.tensor_init_bytes);
  call.arg("useODirect", o.use_o_direct);
  return call.make();
}
Node numpy(Pipeline& pipeline, const NumpyOptions& o, CallSite at) {
  const Node out = passNumpy(api::Call("readers.numpy", at, pipeline), o);
  return out;
}

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

static constexpr const char* kVideoColorMatrix[] = {"auto", "bt601", "bt709", "bt2020"};
static constexpr const char* kVideoColorRange[] = {"auto", "limited", "full"};
static constexpr const char* kVideoEnableFrameNum[] = {"none", "scalar", "sequence"};
static constexpr const char* kVideoRotate[] = {"apply", "ignore"};
static constexpr const char* kVideoShard[] = {"auto"};
static Node passVideo(api::Call call, const VideoOptions& o) {
  call.arg("additionalDecodeSurfaces", o.additional_decode_surfaces);
  call.arg("antialias", o.antialias);
  call.arg("audio", o.audio);
  call.arg("blockBytes", o.block_bytes);
  call.arg("blockWindow", o.block_window);
  call.hint(o.bytes_per_sample_hint);
  call.arg("channels", o.channels);
  call.arg("colorMatrix", o.color_matrix, kVideoColorMatrix);
  call.arg("colorRange", o.color_range, kVideoColorRange);
  call.device(o.device);
  call.arg("dontUseMmap", o.dont_use_mmap);
  call.arg("downmix", o.downmix);
  call.arg("dtype", o.dtype);
  call.arg("elastic", o.elastic);
  call.arg("enableFrameNum", o.enable_frame_num, kVideoEnableFrameNum);
  call.arg("enableTimestamps", o.enable_timestamps);
  call.arg("fileList", o.file_list);
  call.arg("fileListFrameNum", o.file_list_frame_num);
  call.arg("fileListIncludePrecedingFrame", o.file_list_include_preceding_frame);
  call.arg("fileRoot", o.file_root);
  call.arg("filenames", o.filenames);
  call.arg("imageType", o.image_type);
  call.arg("indexPath", o.index_path);
  call.arg("indices", o.indices);
  call.arg("initialFill", o.initial_fill);
  call.arg("labels", o.labels);
  call.arg("lazyInit", o.lazy_init);
  call.arg("maxDecodeSeconds", o.max_decode_seconds);
  call.arg("maxPixels", o.max_pixels);
  call.name(o.name);
  call.arg("normalized", o.normalized);
  call.arg("numShards", o.num_shards);
  call.on_error(o.on_error);
  call.arg("padLastBatch", o.pad_last_batch);
  call.arg("padSequences", o.pad_sequences);
  call.arg("prefetchQueueDepth", o.prefetch_queue_depth);
  call.arg("quality", o.quality);
  call.arg("randomShuffle", o.random_shuffle);
  call.arg("readAhead", o.read_ahead);
  call.arg("rotate", o.rotate, kVideoRotate);
  call.arg("sampleRate", o.sample_rate);
  call.seed(o.seed);
  call.arg("sequenceLength", o.sequence_length);
  call.arg("shard", o.shard, kVideoShard);
  call.arg("shardId", o.shard_id);
  call.arg("shuffleAfterEpoch", o.shuffle_after_epoch);
  call.arg("shuffleAfterEpochSeed", o.shuffle_after_epoch_seed);
  call.arg("shuffleBlocks", o.shuffle_blocks);
  call.arg("skipCachedImages", o.skip_cached_images);
  call.arg("skipList", o.skip_list);
  call.arg("skipVfrCheck", o.skip_vfr_check);
  call.arg("step", o.step);
  call.arg("stickToShard", o.stick_to_shard);
  call.arg("stride", o.stride);
  call.arg("tensorInitBytes", o.tensor_init_bytes);
  return call.make();
}
Node video(Pipeline& pipeline, const VideoOptions& o, CallSite at) {
  const Node out = passVideo(api::Call("readers.video", at, pipeline), o);
  return out;
}

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

static constexpr const char* kVideoResizeColorMatrix[] = {"auto", "bt601", "bt709", "bt2020"};
static constexpr const char* kVideoResizeColorRange[] = {"auto", "limited", "full"};
static constexpr const char* kVideoResizeEnableFrameNum[] = {"none", "scalar", "sequence"};
static constexpr const char* kVideoResizeMode[] = {"default", "stretch", "not_larger", "not_smaller"};
static constexpr const char* kVideoResizeRotate[] = {"apply", "ignore"};
static constexpr const char* kVideoResizeShard[] = {"auto"};
static Node passVideoResize(api::Call call, const VideoResizeOptions& o) {
  call.arg("additionalDecodeSurfaces", o.additional_decode_surfaces);
  call.arg("antialias", o.antialias);
  call.arg("audio", o.audio);
  call.arg("blockBytes", o.block_bytes);
  call.arg("blockWindow", o.block_window);
  call.hint(o.bytes_per_sample_hint);
  call.arg("channels", o.channels);
  call.arg("colorMatrix", o.color_matrix, kVideoResizeColorMatrix);
  call.arg("colorRange", o.color_range, kVideoResizeColorRange);
  call.device(o.device);
  call.arg("dontUseMmap", o.dont_use_mmap);
  call.arg("downmix", o.downmix);
  call.arg("dtype", o.dtype);
  call.arg("elastic", o.elastic);
  call.arg("enableFrameNum", o.enable_frame_num, kVideoResizeEnableFrameNum);
  call.arg("enableTimestamps", o.enable_timestamps);
  call.arg("fileList", o.file_list);
  call.arg("fileListFrameNum", o.file_list_frame_num);
  call.arg("fileListIncludePrecedingFrame", o.file_list_include_preceding_frame);
  call.arg("fileRoot", o.file_root);
  call.arg("filenames", o.filenames);
  call.arg("imageType", o.image_type);
  call.arg("indexPath", o.index_path);
  call.arg("indices", o.indices);
  call.arg("initialFill", o.initial_fill);
  call.arg("interpType", o.interp_type);
  call.arg("labels", o.labels);
  call.arg("lazyInit", o.lazy_init);
  call.arg("magFilter", o.mag_filter);
  call.arg("maxDecodeSeconds", o.max_decode_seconds);
  call.arg("maxPixels", o.max_pixels);
  call.arg("maxSize", o.max_size);
  call.arg("minFilter", o.min_filter);
  call.arg("minibatchSize", o.minibatch_size);
  call.arg("mode", o.mode, kVideoResizeMode);
  call.name(o.name);
  call.arg("normalized", o.normalized);
  call.arg("numShards", o.num_shards);
  call.on_error(o.on_error);
  call.arg("padLastBatch", o.pad_last_batch);
  call.arg("padSequences", o.pad_sequences);
  call.arg("prefetchQueueDepth", o.prefetch_queue_depth);
  call.arg("quality", o.quality);
  call.arg("randomShuffle", o.random_shuffle);
  call.arg("readAhead", o.read_ahead);
  call.arg("resizeLonger", o.resize_longer);
  call.arg("resizeShorter", o.resize_shorter);
  call.arg("resizeX", o.resize_x);
  call.arg("resizeY", o.resize_y);
  call.arg("resizeZ", o.resize_z);
  call.arg("roiEnd", o.roi_end);
  call.arg("roiRelative", o.roi_relative);
  call.arg("roiStart", o.roi_start);
  call.arg("rotate", o.rotate, kVideoResizeRotate);
  call.arg("sampleRate", o.sample_rate);
  call.seed(o.seed);
  call.arg("sequenceLength", o.sequence_length);
  call.arg("shard", o.shard, kVideoResizeShard);
  call.arg("shardId", o.shard_id);
  call.arg("shuffleAfterEpoch", o.shuffle_after_epoch);
  call.arg("shuffleAfterEpochSeed", o.shuffle_after_epoch_seed);
  call.arg("shuffleBlocks", o.shuffle_blocks);
  call.arg("size", o.size);
  call.arg("skipCachedImages", o.skip_cached_images);
  call.arg("skipList", o.skip_list);
  call.arg("skipVfrCheck", o.skip_vfr_check);
  call.arg("step", o.step);
  call.arg("stickToShard", o.stick_to_shard);
  call.arg("stride", o.stride);
  call.arg("subpixelScale", o.subpixel_scale);
  call.arg("tempBufferHint", o.temp_buffer_hint);
  call.arg("tensorInitBytes", o.tensor_init_bytes);
  return call.make();
}
Node video_resize(Pipeline& pipeline, const VideoResizeOptions& o, CallSite at) {
  const Node out = passVideoResize(api::Call("readers.videoResize", at, pipeline), o);
  return out;
}

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

static constexpr const char* kWebdatasetMissingComponentBehavior[] = {"empty", "skip", "error"};
static constexpr const char* kWebdatasetShard[] = {"auto"};
static Node passWebdataset(api::Call call, const WebdatasetOptions& o) {
  call.arg("blockBytes", o.block_bytes);
  call.arg("blockWindow", o.block_window);
  call.hint(o.bytes_per_sample_hint);
  call.arg("caseSensitiveExtensions", o.case_sensitive_extensions);
  call.arg("dontUseMmap", o.dont_use_mmap);
  call.arg("dtypes", o.dtypes);
  call.arg("elastic", o.elastic);
  call.arg("ext", o.ext);
  call.arg("indexPaths", o.index_paths);
  call.arg("indices", o.indices);
  call.arg("initialFill", o.initial_fill);
  call.arg("lazyInit", o.lazy_init);
  call.arg("missingComponentBehavior", o.missing_component_behavior, kWebdatasetMissingComponentBehavior);
  call.name(o.name);
  call.arg("numShards", o.num_shards);
  call.on_error(o.on_error);
  call.arg("padLastBatch", o.pad_last_batch);
  call.arg("parse", o.parse);
  call.arg("paths", o.paths);
  call.arg("prefetchQueueDepth", o.prefetch_queue_depth);
  call.arg("randomShuffle", o.random_shuffle);
  call.arg("readAhead", o.read_ahead);
  call.seed(o.seed);
  call.arg("shard", o.shard, kWebdatasetShard);
  call.arg("shardId", o.shard_id);
  call.arg("shuffleAfterEpoch", o.shuffle_after_epoch);
  call.arg("shuffleAfterEpochSeed", o.shuffle_after_epoch_seed);
  call.arg("shuffleBlocks", o.shuffle_blocks);
  call.arg("skipCachedImages", o.skip_cached_images);
  call.arg("skipList", o.skip_list);
  call.arg("stickToShard", o.stick_to_shard);
  call.arg("tensorInitBytes", o.tensor_init_bytes);
  return call.make();
}
std::vector<Node> webdataset(Pipeline& pipeline, const WebdatasetOptions& o, CallSite at) {
  const Node out = passWebdataset(api::Call("readers.webdataset", at, pipeline), o);
  return api::all_outputs(out);
}

}  // namespace penstock::ops::readers

namespace penstock::ops::reductions {

static Node passMax(api::Call call, const MaxOptions& o) {
  call.arg("axes", o.axes);
  call.arg("axisNames", o.axis_names);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("keepDims", o.keep_dims);
  call.name(o.name);
  return call.make();
}
Node max(const Node& input, const MaxOptions& o, CallSite at) {
  const Node out = passMax(api::Call("reductions.max", at, {input}), o);
  return out;
}

}  // namespace penstock::ops::reductions

namespace penstock::ops::reductions {

static Node passMean(api::Call call, const MeanOptions& o) {
  call.arg("axes", o.axes);
  call.arg("axisNames", o.axis_names);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("keepDims", o.keep_dims);
  call.name(o.name);
  return call.make();
}
Node mean(const Node& input, const MeanOptions& o, CallSite at) {
  const Node out = passMean(api::Call("reductions.mean", at, {input}), o);
  return out;
}

}  // namespace penstock::ops::reductions

namespace penstock::ops::reductions {

static Node passMeanSquare(api::Call call, const MeanSquareOptions& o) {
  call.arg("axes", o.axes);
  call.arg("axisNames", o.axis_names);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("keepDims", o.keep_dims);
  call.name(o.name);
  return call.make();
}
Node mean_square(const Node& input, const MeanSquareOptions& o, CallSite at) {
  const Node out = passMeanSquare(api::Call("reductions.meanSquare", at, {input}), o);
  return out;
}

}  // namespace penstock::ops::reductions

namespace penstock::ops::reductions {

static Node passMin(api::Call call, const MinOptions& o) {
  call.arg("axes", o.axes);
  call.arg("axisNames", o.axis_names);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("keepDims", o.keep_dims);
  call.name(o.name);
  return call.make();
}
Node min(const Node& input, const MinOptions& o, CallSite at) {
  const Node out = passMin(api::Call("reductions.min", at, {input}), o);
  return out;
}

}  // namespace penstock::ops::reductions

namespace penstock::ops::reductions {

static Node passRms(api::Call call, const RmsOptions& o) {
  call.arg("axes", o.axes);
  call.arg("axisNames", o.axis_names);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("keepDims", o.keep_dims);
  call.name(o.name);
  return call.make();
}
Node rms(const Node& input, const RmsOptions& o, CallSite at) {
  const Node out = passRms(api::Call("reductions.rms", at, {input}), o);
  return out;
}

}  // namespace penstock::ops::reductions

namespace penstock::ops::reductions {

static Node passStdDev(api::Call call, const StdDevOptions& o) {
  call.arg("axes", o.axes);
  call.arg("axisNames", o.axis_names);
  call.hint(o.bytes_per_sample_hint);
  call.arg("ddof", o.ddof);
  call.device(o.device);
  call.arg("keepDims", o.keep_dims);
  call.name(o.name);
  return call.make();
}
Node std_dev(const Node& input, const Node& mean, const StdDevOptions& o, CallSite at) {
  const Node out = passStdDev(api::Call("reductions.stdDev", at, {input, mean}), o);
  return out;
}

}  // namespace penstock::ops::reductions

namespace penstock::ops::reductions {

static Node passSum(api::Call call, const SumOptions& o) {
  call.arg("axes", o.axes);
  call.arg("axisNames", o.axis_names);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("keepDims", o.keep_dims);
  call.name(o.name);
  return call.make();
}
Node sum(const Node& input, const SumOptions& o, CallSite at) {
  const Node out = passSum(api::Call("reductions.sum", at, {input}), o);
  return out;
}

}  // namespace penstock::ops::reductions

namespace penstock::ops::reductions {

static Node passVariance(api::Call call, const VarianceOptions& o) {
  call.arg("axes", o.axes);
  call.arg("axisNames", o.axis_names);
  call.hint(o.bytes_per_sample_hint);
  call.arg("ddof", o.ddof);
  call.device(o.device);
  call.arg("keepDims", o.keep_dims);
  call.name(o.name);
  return call.make();
}
Node variance(const Node& input, const Node& mean, const VarianceOptions& o, CallSite at) {
  const Node out = passVariance(api::Call("reductions.variance", at, {input, mean}), o);
  return out;
}

}  // namespace penstock::ops::reductions

namespace penstock::ops {

static Node passReinterpret(api::Call call, const ReinterpretOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("layout", o.layout);
  call.name(o.name);
  call.arg("relShape", o.rel_shape);
  call.arg("shape", o.shape);
  call.arg("srcDims", o.src_dims);
  return call.make();
}
Node reinterpret(const Node& data, const ReinterpretOptions& o, CallSite at) {
  const Node out = passReinterpret(api::Call("reinterpret", at, {data}), o);
  return out;
}
Node reinterpret(const Node& data, const Node& shape_input, const ReinterpretOptions& o, CallSite at) {
  const Node out = passReinterpret(api::Call("reinterpret", at, {data, shape_input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passReshape(api::Call call, const ReshapeOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("layout", o.layout);
  call.name(o.name);
  call.arg("relShape", o.rel_shape);
  call.arg("shape", o.shape);
  call.arg("srcDims", o.src_dims);
  return call.make();
}
Node reshape(const Node& data, const ReshapeOptions& o, CallSite at) {
  const Node out = passReshape(api::Call("reshape", at, {data}), o);
  return out;
}
Node reshape(const Node& data, const Node& shape_input, const ReshapeOptions& o, CallSite at) {
  const Node out = passReshape(api::Call("reshape", at, {data, shape_input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static constexpr const char* kResizeMatch[] = {"dali", "pillow", "pillow-12", "torchvision", "torchvision-float", "opencv"};
static constexpr const char* kResizeMatchFilter[] = {"box", "hamming", "area", "lanczos4", "nearest_exact"};
static constexpr const char* kResizeMode[] = {"default", "stretch", "not_larger", "not_smaller"};
static Node passResize(api::Call call, const ResizeOptions& o) {
  call.arg("antialias", o.antialias);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("interpType", o.interp_type);
  call.arg("magFilter", o.mag_filter);
  call.arg("match", o.match, kResizeMatch);
  call.arg("matchFilter", o.match_filter, kResizeMatchFilter);
  call.arg("maxSize", o.max_size);
  call.arg("minFilter", o.min_filter);
  call.arg("minibatchSize", o.minibatch_size);
  call.arg("mode", o.mode, kResizeMode);
  call.name(o.name);
  call.arg("resizeLonger", o.resize_longer);
  call.arg("resizeShorter", o.resize_shorter);
  call.arg("resizeX", o.resize_x);
  call.arg("resizeY", o.resize_y);
  call.arg("resizeZ", o.resize_z);
  call.arg("roiEnd", o.roi_end);
  call.arg("roiRelative", o.roi_relative);
  call.arg("roiStart", o.roi_start);
  call.arg("saveAttrs", o.save_attrs);
  call.arg("size", o.size);
  call.arg("subpixelScale", o.subpixel_scale);
  call.arg("tempBufferHint", o.temp_buffer_hint);
  return call.make();
}
Node resize(const Node& data, const ResizeOptions& o, CallSite at) {
  const Node out = passResize(api::Call("resize", at, {data}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static constexpr const char* kResizeCropMirrorMatch[] = {"dali", "pillow", "pillow-12", "torchvision", "torchvision-float", "opencv"};
static constexpr const char* kResizeCropMirrorMatchFilter[] = {"box", "hamming", "area", "lanczos4", "nearest_exact"};
static constexpr const char* kResizeCropMirrorMode[] = {"default", "stretch", "not_larger", "not_smaller"};
static constexpr const char* kResizeCropMirrorRounding[] = {"round", "truncate"};
static Node passResizeCropMirror(api::Call call, const ResizeCropMirrorOptions& o) {
  call.arg("antialias", o.antialias);
  call.hint(o.bytes_per_sample_hint);
  call.arg("crop", o.crop);
  call.arg("cropD", o.crop_d);
  call.arg("cropH", o.crop_h);
  call.arg("cropPosX", o.crop_pos_x);
  call.arg("cropPosY", o.crop_pos_y);
  call.arg("cropPosZ", o.crop_pos_z);
  call.arg("cropW", o.crop_w);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("interpType", o.interp_type);
  call.arg("magFilter", o.mag_filter);
  call.arg("match", o.match, kResizeCropMirrorMatch);
  call.arg("matchFilter", o.match_filter, kResizeCropMirrorMatchFilter);
  call.arg("maxSize", o.max_size);
  call.arg("minFilter", o.min_filter);
  call.arg("minibatchSize", o.minibatch_size);
  call.arg("mirror", o.mirror);
  call.arg("mode", o.mode, kResizeCropMirrorMode);
  call.name(o.name);
  call.arg("resizeLonger", o.resize_longer);
  call.arg("resizeShorter", o.resize_shorter);
  call.arg("resizeX", o.resize_x);
  call.arg("resizeY", o.resize_y);
  call.arg("resizeZ", o.resize_z);
  call.arg("roiEnd", o.roi_end);
  call.arg("roiRelative", o.roi_relative);
  call.arg("roiStart", o.roi_start);
  call.arg("rounding", o.rounding, kResizeCropMirrorRounding);
  call.arg("size", o.size);
  call.arg("subpixelScale", o.subpixel_scale);
  call.arg("tempBufferHint", o.temp_buffer_hint);
  return call.make();
}
Node resize_crop_mirror(const Node& data, const ResizeCropMirrorOptions& o, CallSite at) {
  const Node out = passResizeCropMirror(api::Call("resizeCropMirror", at, {data}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passRoiRandomCrop(api::Call call, const RoiRandomCropOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("cropShape", o.crop_shape);
  call.arg("inShape", o.in_shape);
  call.name(o.name);
  call.arg("roiEnd", o.roi_end);
  call.arg("roiShape", o.roi_shape);
  call.arg("roiStart", o.roi_start);
  call.seed(o.seed);
  return call.make();
}
Node roi_random_crop(Pipeline& pipeline, const RoiRandomCropOptions& o, CallSite at) {
  const Node out = passRoiRandomCrop(api::Call("roiRandomCrop", at, pipeline), o);
  return out;
}
Node roi_random_crop(const Node& data, const RoiRandomCropOptions& o, CallSite at) {
  const Node out = passRoiRandomCrop(api::Call("roiRandomCrop", at, {data}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passRotate(api::Call call, const RotateOptions& o) {
  call.arg("angle", o.angle);
  call.arg("axis", o.axis);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("fillValue", o.fill_value);
  call.arg("interpType", o.interp_type);
  call.arg("keepSize", o.keep_size);
  call.name(o.name);
  call.arg("size", o.size);
  return call.make();
}
Node rotate(const Node& input, const RotateOptions& o, CallSite at) {
  const Node out = passRotate(api::Call("rotate", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passSaturation(api::Call call, const SaturationOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("imageType", o.image_type);
  call.name(o.name);
  call.arg("saturation", o.saturation);
  return call.make();
}
Node saturation(const Node& input, const SaturationOptions& o, CallSite at) {
  const Node out = passSaturation(api::Call("saturation", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops::segmentation {

static Node passRandomMaskPixel(api::Call call, const RandomMaskPixelOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("foreground", o.foreground);
  call.name(o.name);
  call.seed(o.seed);
  call.arg("threshold", o.threshold);
  call.arg("value", o.value);
  return call.make();
}
Node random_mask_pixel(const Node& mask, const RandomMaskPixelOptions& o, CallSite at) {
  const Node out = passRandomMaskPixel(api::Call("segmentation.randomMaskPixel", at, {mask}), o);
  return out;
}

}  // namespace penstock::ops::segmentation

namespace penstock::ops::segmentation {

static constexpr const char* kRandomObjectBBoxFormat[] = {"anchor_shape", "start_end", "box"};
static Node passRandomObjectBBox(api::Call call, const RandomObjectBBoxOptions& o) {
  call.arg("background", o.background);
  call.hint(o.bytes_per_sample_hint);
  call.arg("cacheObjects", o.cache_objects);
  call.arg("classWeights", o.class_weights);
  call.arg("classes", o.classes);
  call.arg("foregroundProb", o.foreground_prob);
  call.arg("format", o.format, kRandomObjectBBoxFormat);
  call.arg("ignoreClass", o.ignore_class);
  call.arg("kLargest", o.k_largest);
  call.name(o.name);
  call.arg("outputClass", o.output_class);
  call.seed(o.seed);
  call.arg("threshold", o.threshold);
  return call.make();
}
Node random_object_b_box(const Node& mask, const RandomObjectBBoxOptions& o, CallSite at) {
  const Node out = passRandomObjectBBox(api::Call("segmentation.randomObjectBBox", at, {mask}), o);
  return out;
}

}  // namespace penstock::ops::segmentation

namespace penstock::ops::segmentation {

static Node passSelectMasks(api::Call call, const SelectMasksOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.name(o.name);
  call.arg("reindexMasks", o.reindex_masks);
  return call.make();
}
SelectMasksOutputs select_masks(const Node& mask_ids, const Node& polygons, const Node& vertices, const SelectMasksOptions& o, CallSite at) {
  const Node out = passSelectMasks(api::Call("segmentation.selectMasks", at, {mask_ids, polygons, vertices}), o);
  return {out.Output(0), out.Output(1)};
}

}  // namespace penstock::ops::segmentation

namespace penstock::ops {

static Node passSequenceRearrange(api::Call call, const SequenceRearrangeOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  call.arg("newOrder", o.new_order);
  return call.make();
}
Node sequence_rearrange(const Node& data, const SequenceRearrangeOptions& o, CallSite at) {
  const Node out = passSequenceRearrange(api::Call("sequenceRearrange", at, {data}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passShapes(api::Call call, const ShapesOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.name(o.name);
  return call.make();
}
Node shapes(const Node& data, const ShapesOptions& o, CallSite at) {
  const Node out = passShapes(api::Call("shapes", at, {data}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passSharpness(api::Call call, const SharpnessOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("factor", o.factor);
  call.name(o.name);
  return call.make();
}
Node sharpness(const Node& input, const SharpnessOptions& o, CallSite at) {
  const Node out = passSharpness(api::Call("sharpness", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static constexpr const char* kSliceOutOfBoundsPolicy[] = {"error", "pad", "constant", "trim_to_shape", "edge", "clamp", "reflect_1001", "reflect", "reflect_101", "wrap"};
static Node passSlice(api::Call call, const SliceOptions& o) {
  call.arg("axes", o.axes);
  call.arg("axisNames", o.axis_names);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("end", o.end);
  call.arg("fillValues", o.fill_values);
  call.name(o.name);
  call.arg("normalizedAnchor", o.normalized_anchor);
  call.arg("normalizedShape", o.normalized_shape);
  call.arg("outOfBoundsPolicy", o.out_of_bounds_policy, kSliceOutOfBoundsPolicy);
  call.arg("relEnd", o.rel_end);
  call.arg("relShape", o.rel_shape);
  call.arg("relStart", o.rel_start);
  call.arg("shape", o.shape);
  call.arg("start", o.start);
  return call.make();
}
Node slice(const Node& data, const SliceOptions& o, CallSite at) {
  const Node out = passSlice(api::Call("slice", at, {data}), o);
  return out;
}
Node slice(const Node& data, const Node& anchor, const SliceOptions& o, CallSite at) {
  const Node out = passSlice(api::Call("slice", at, {data, anchor}), o);
  return out;
}
Node slice(const Node& data, const Node& anchor, const Node& shape, const SliceOptions& o, CallSite at) {
  const Node out = passSlice(api::Call("slice", at, {data, anchor, shape}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passSolarize(api::Call call, const SolarizeOptions& o) {
  call.arg("addition", o.addition);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  call.arg("threshold", o.threshold);
  return call.make();
}
Node solarize(const Node& input, const SolarizeOptions& o, CallSite at) {
  const Node out = passSolarize(api::Call("solarize", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passSpectrogram(api::Call call, const SpectrogramOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("centerWindows", o.center_windows);
  call.device(o.device);
  call.arg("layout", o.layout);
  call.name(o.name);
  call.arg("nfft", o.nfft);
  call.arg("power", o.power);
  call.arg("reflectPadding", o.reflect_padding);
  call.arg("windowFn", o.window_fn);
  call.arg("windowLength", o.window_length);
  call.arg("windowStep", o.window_step);
  return call.make();
}
Node spectrogram(const Node& signal, const SpectrogramOptions& o, CallSite at) {
  const Node out = passSpectrogram(api::Call("spectrogram", at, {signal}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passSphere(api::Call call, const SphereOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("fillValue", o.fill_value);
  call.arg("interpType", o.interp_type);
  call.arg("mask", o.mask);
  call.name(o.name);
  return call.make();
}
Node sphere(const Node& input, const SphereOptions& o, CallSite at) {
  const Node out = passSphere(api::Call("sphere", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passSqueeze(api::Call call, const SqueezeOptions& o) {
  call.arg("axes", o.axes);
  call.arg("axisNames", o.axis_names);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  return call.make();
}
Node squeeze(const Node& data, const SqueezeOptions& o, CallSite at) {
  const Node out = passSqueeze(api::Call("squeeze", at, {data}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passStack(api::Call call, const StackOptions& o) {
  call.arg("axis", o.axis);
  call.arg("axisName", o.axis_name);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  return call.make();
}
Node stack(const std::vector<Node>& inputs, const StackOptions& o, CallSite at) {
  const Node out = passStack(api::Call("stack", at, api::joined({}, inputs)), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static constexpr const char* kTensorResizeMode[] = {"default", "stretch", "not_larger", "not_smaller"};
static constexpr const char* kTensorResizeSizeRounding[] = {"round", "truncate", "ceil"};
static Node passTensorResize(api::Call call, const TensorResizeOptions& o) {
  call.arg("alignment", o.alignment);
  call.arg("antialias", o.antialias);
  call.arg("axes", o.axes);
  call.arg("axisNames", o.axis_names);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("interpType", o.interp_type);
  call.arg("magFilter", o.mag_filter);
  call.arg("maxSize", o.max_size);
  call.arg("minFilter", o.min_filter);
  call.arg("minibatchSize", o.minibatch_size);
  call.arg("mode", o.mode, kTensorResizeMode);
  call.name(o.name);
  call.arg("roiEnd", o.roi_end);
  call.arg("roiRelative", o.roi_relative);
  call.arg("roiStart", o.roi_start);
  call.arg("scales", o.scales);
  call.arg("sizeRounding", o.size_rounding, kTensorResizeSizeRounding);
  call.arg("sizes", o.sizes);
  call.arg("subpixelScale", o.subpixel_scale);
  call.arg("tempBufferHint", o.temp_buffer_hint);
  return call.make();
}
Node tensor_resize(const Node& input, const TensorResizeOptions& o, CallSite at) {
  const Node out = passTensorResize(api::Call("tensorResize", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passToDecibels(api::Call call, const ToDecibelsOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("cutoffDb", o.cutoff_db);
  call.device(o.device);
  call.arg("multiplier", o.multiplier);
  call.name(o.name);
  call.arg("reference", o.reference);
  return call.make();
}
Node to_decibels(const Node& data, const ToDecibelsOptions& o, CallSite at) {
  const Node out = passToDecibels(api::Call("toDecibels", at, {data}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops::transforms {

static Node passCombine(api::Call call, const CombineOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.name(o.name);
  call.arg("reverseOrder", o.reverse_order);
  return call.make();
}
Node combine(const Node& first, const std::vector<Node>& transforms, const CombineOptions& o, CallSite at) {
  const Node out = passCombine(api::Call("transforms.combine", at, api::joined({first}, transforms)), o);
  return out;
}

}  // namespace penstock::ops::transforms

namespace penstock::ops::transforms {

static Node passCrop(api::Call call, const CropOptions& o) {
  call.arg("absolute", o.absolute);
  call.hint(o.bytes_per_sample_hint);
  call.arg("fromEnd", o.from_end);
  call.arg("fromStart", o.from_start);
  call.name(o.name);
  call.arg("reverseOrder", o.reverse_order);
  call.arg("toEnd", o.to_end);
  call.arg("toStart", o.to_start);
  return call.make();
}
Node crop(Pipeline& pipeline, const CropOptions& o, CallSite at) {
  const Node out = passCrop(api::Call("transforms.crop", at, pipeline), o);
  return out;
}
Node crop(const Node& transform, const CropOptions& o, CallSite at) {
  const Node out = passCrop(api::Call("transforms.crop", at, {transform}), o);
  return out;
}

}  // namespace penstock::ops::transforms

namespace penstock::ops::transforms {

static Node passRotation(api::Call call, const RotationOptions& o) {
  call.arg("angle", o.angle);
  call.arg("axis", o.axis);
  call.hint(o.bytes_per_sample_hint);
  call.arg("center", o.center);
  call.name(o.name);
  call.arg("reverseOrder", o.reverse_order);
  return call.make();
}
Node rotation(Pipeline& pipeline, const RotationOptions& o, CallSite at) {
  const Node out = passRotation(api::Call("transforms.rotation", at, pipeline), o);
  return out;
}
Node rotation(const Node& transform, const RotationOptions& o, CallSite at) {
  const Node out = passRotation(api::Call("transforms.rotation", at, {transform}), o);
  return out;
}

}  // namespace penstock::ops::transforms

namespace penstock::ops::transforms {

static Node passScale(api::Call call, const ScaleOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("center", o.center);
  call.name(o.name);
  call.arg("ndim", o.ndim);
  call.arg("reverseOrder", o.reverse_order);
  call.arg("scale", o.scale);
  return call.make();
}
Node scale(Pipeline& pipeline, const ScaleOptions& o, CallSite at) {
  const Node out = passScale(api::Call("transforms.scale", at, pipeline), o);
  return out;
}
Node scale(const Node& transform, const ScaleOptions& o, CallSite at) {
  const Node out = passScale(api::Call("transforms.scale", at, {transform}), o);
  return out;
}

}  // namespace penstock::ops::transforms

namespace penstock::ops::transforms {

static Node passShear(api::Call call, const ShearOptions& o) {
  call.arg("angles", o.angles);
  call.hint(o.bytes_per_sample_hint);
  call.arg("center", o.center);
  call.name(o.name);
  call.arg("reverseOrder", o.reverse_order);
  call.arg("shear", o.shear);
  return call.make();
}
Node shear(Pipeline& pipeline, const ShearOptions& o, CallSite at) {
  const Node out = passShear(api::Call("transforms.shear", at, pipeline), o);
  return out;
}
Node shear(const Node& transform, const ShearOptions& o, CallSite at) {
  const Node out = passShear(api::Call("transforms.shear", at, {transform}), o);
  return out;
}

}  // namespace penstock::ops::transforms

namespace penstock::ops::transforms {

static Node passTranslation(api::Call call, const TranslationOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.name(o.name);
  call.arg("offset", o.offset);
  call.arg("reverseOrder", o.reverse_order);
  return call.make();
}
Node translation(Pipeline& pipeline, const TranslationOptions& o, CallSite at) {
  const Node out = passTranslation(api::Call("transforms.translation", at, pipeline), o);
  return out;
}
Node translation(const Node& transform, const TranslationOptions& o, CallSite at) {
  const Node out = passTranslation(api::Call("transforms.translation", at, {transform}), o);
  return out;
}

}  // namespace penstock::ops::transforms

namespace penstock::ops {

static Node passTranspose(api::Call call, const TransposeOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.name(o.name);
  call.arg("outputLayout", o.output_layout);
  call.arg("perm", o.perm);
  call.arg("transposeLayout", o.transpose_layout);
  return call.make();
}
Node transpose(const Node& input, const TransposeOptions& o, CallSite at) {
  const Node out = passTranspose(api::Call("transpose", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passWarpAffine(api::Call call, const WarpAffineOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("dtype", o.dtype);
  call.arg("fillValue", o.fill_value);
  call.arg("interpType", o.interp_type);
  call.arg("inverseMap", o.inverse_map);
  call.arg("matrix", o.matrix);
  call.name(o.name);
  call.arg("size", o.size);
  return call.make();
}
Node warp_affine(const Node& data, const WarpAffineOptions& o, CallSite at) {
  const Node out = passWarpAffine(api::Call("warpAffine", at, {data}), o);
  return out;
}
Node warp_affine(const Node& data, const Node& matrix, const WarpAffineOptions& o, CallSite at) {
  const Node out = passWarpAffine(api::Call("warpAffine", at, {data, matrix}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passWater(api::Call call, const WaterOptions& o) {
  call.arg("amplX", o.ampl_x);
  call.arg("amplY", o.ampl_y);
  call.hint(o.bytes_per_sample_hint);
  call.device(o.device);
  call.arg("fillValue", o.fill_value);
  call.arg("freqX", o.freq_x);
  call.arg("freqY", o.freq_y);
  call.arg("interpType", o.interp_type);
  call.arg("mask", o.mask);
  call.name(o.name);
  call.arg("phaseX", o.phase_x);
  call.arg("phaseY", o.phase_y);
  return call.make();
}
Node water(const Node& input, const WaterOptions& o, CallSite at) {
  const Node out = passWater(api::Call("water", at, {input}), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passZeros(api::Call call, const ZerosOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("dtype", o.dtype);
  call.arg("layout", o.layout);
  call.name(o.name);
  call.arg("shape", o.shape);
  return call.make();
}
Node zeros(Pipeline& pipeline, const ZerosOptions& o, CallSite at) {
  const Node out = passZeros(api::Call("zeros", at, pipeline), o);
  return out;
}

}  // namespace penstock::ops

namespace penstock::ops {

static Node passZerosLike(api::Call call, const ZerosLikeOptions& o) {
  call.hint(o.bytes_per_sample_hint);
  call.arg("dtype", o.dtype);
  call.name(o.name);
  return call.make();
}
Node zeros_like(const Node& shape_like, const ZerosLikeOptions& o, CallSite at) {
  const Node out = passZerosLike(api::Call("zerosLike", at, {shape_like}), o);
  return out;
}

}  // namespace penstock::ops
