// From native/ops/*/op.json by tools/gen.ts. Do not edit.
// The operators, as functions that add a call to the definition of a pipeline. Members of argument structs stand in
// the order of the alphabet, which is the order that designated initialisers need.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "penstock/arguments.h"
#include "penstock/node.h"
#include "penstock/policies.h"
#include "penstock/types.h"

namespace penstock::ops {

// Arguments of audioResample.
struct AudioResampleOptions {
  // Where the rate becomes lower, lower the filter's cut-off with it, so that frequencies above half of the new rate
  // are removed. false, as in DALI: they are folded down into the sound. Default: false.
  std::optional<bool> antialias{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype, the input's when not given. A sound of another dtype is scaled: -1 to 1 of float32 is the range of a
  // whole number, so that 1 becomes 32767 as int16 and 255 as uint8, and 0 becomes 128 as uint8.
  std::optional<DType> dtype{};
  // Sample rate of the input, in the unit of outRate. May differ per sample.
  PerSample<double> in_rate{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Number of frames that the output has. At least 0. May differ per sample.
  PerSample<int64_t> out_length{};
  // Sample rate of the output. At least 0. May differ per sample.
  PerSample<double> out_rate{};
  // How many lobes the sinc has on either side, from 0 (3 lobes) to 50 (16) and 100 (64): 0.007 q^2 - 0.09 q + 3,
  // rounded. More give a sharper cut-off and take longer. From 0 to 100. Default: 50.
  std::optional<double> quality{};
  // The output's rate by the input's: 2 doubles the number of frames. May differ per sample.
  PerSample<double> scale{};
};

// Gives a sound another sample rate: each element is a sum of the input's elements around its position, weighted by a
// sinc under a Hann window. The rate is given by inRate and outRate, by scale, or by outLength. The first element
// stays where it is.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; none of inRate with outRate, scale and
// outLength is given, or more than one, or a rate, length or quality is out of range, or dtype is float16, float64,
// bool, or has 64 bits), INVALID_INPUT (the input is float16, float64, bool or has 64 bits, or has neither 1 nor 2
// dimensions).
// input: A sound: shape [frames] or [frames, channels]. float32 from -1 to 1, or whole numbers in the range of their
// dtype: int8, uint8, int16, uint16, int32 or uint32.
Node audio_resample(const Node& input, const AudioResampleOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of autocontrast.
struct AutocontrastOptions {
  enum class Rounding { truncate, nearest };

  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // How a stretched value becomes an integer: 'truncate' drops its fraction, as torchvision does; 'nearest' rounds it,
  // halves to even, as DALI's auto_contrast does. Default: 'truncate'.
  std::optional<Rounding> rounding{};
};

// Stretches each channel of an image to the whole range: its darkest value becomes 0 and its brightest 255 (or 1 in
// floating point). A channel of one value keeps it. A frame of a sequence is an image of its own. Computed in single
// precision; integers lose their fractions.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype or
// layout that the operator does not take).
// input: uint8, int16, int32, float16 or float32 (from 0 to 1); layout HW, HWC, CHW, FHW, FHWC or FCHW (without a
// layout: HW, HWC or FHWC by the number of dimensions); any number of channels.
Node autocontrast(const Node& input, const AutocontrastOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of bBoxPaste.
struct BBoxPasteOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Boxes are left, top, right, bottom, not left, top, width, height. Default: false.
  std::optional<bool> ltrb{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Horizontal place of the image on the canvas, as in paste: 0 is at the left, 1 at the right. Default: 0.5. May
  // differ per sample.
  PerSample<double> paste_x{};
  // Vertical place of the image on the canvas: 0 is at the top, 1 at the bottom. Default: 0.5. May differ per sample.
  PerSample<double> paste_y{};
  // Extent of the canvas in extents of the image, as in paste. Required. Above 0. May differ per sample.
  PerSample<double> ratio{};
};

// Maps bounding boxes to the canvas onto which paste has put their image. Coordinates are fractions of the extents.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the ratio is not above 0), INVALID_INPUT (the
// boxes are no float32 tensor, or its number of elements is no multiple of 4).
// boxes: float32, shape (n, 4) or any other of four numbers a box: left, top, width, height, or with ltrb left, top,
// right, bottom.
Node b_box_paste(const Node& boxes, const BBoxPasteOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of bBoxRotate.
struct BBoxRotateOptions {
  enum class BboxLayout { xyXY, xyWH };
  enum class Mode { expand, halfway, fixed };

  // Angle in degrees, counter-clockwise, as in rotate. Required. May differ per sample.
  PerSample<double> angle{};
  // Format of the boxes: left, top, right, bottom, or left, top, width, height. Default: 'xyXY'.
  std::optional<BboxLayout> bbox_layout{};
  // Coordinates are fractions of the extents, before and after. Otherwise they are pixels. Default: true.
  std::optional<bool> bbox_normalized{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Shape of the image before it is rotated, in pixels, in the order of shapeLayout; more values than letters are not
  // read. Required. At least 1. May differ per sample.
  PerSampleValues<int64_t> input_shape{};
  // The canvas is as large as the image. Otherwise it holds the whole rotated image. Default: false.
  std::optional<bool> keep_size{};
  // 'expand': the box encloses the rotated box. 'fixed': it keeps the lengths of its sides. 'halfway': the mean of
  // both. Default: 'expand'.
  std::optional<Mode> mode{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Boxes of which less than this share of the area lies on the canvas are dropped; below 1. Boxes without an area are
  // always dropped. From 0 to 1. Default: 0.1.
  std::optional<double> remove_threshold{};
  // Which value of inputShape is which extent, a letter a value; H and W are read. Default: 'HW'.
  std::optional<std::string> shape_layout{};
  // Extents of the canvas in pixels, [height, width], where rotate has been given some; fractions are dropped. At
  // least 1. 2 values. May differ per sample.
  PerSampleValues<double> size{};
};

// Rotates bounding boxes, as rotate rotates their image. Boxes are clipped to the canvas, and those of which too
// little remains are dropped, with their labels.
// Output(1), with labels: Their labels.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the angle is no finite number, shapeLayout
// lacks H or W, inputShape has too few values or one below 1, or size has other than 2 values or comes together with
// keepSize), INVALID_INPUT (the boxes are no float32 tensor of shape (n, 4) or one is no number, or there is not one
// int32 label for each box).
// boxes: float32, shape (n, 4).
// labels: int32, shape (n) or (n, 1).
Node b_box_rotate(const Node& boxes, const BBoxRotateOptions& options, CallSite at = CallSite::Here());
Node b_box_rotate(const Node& boxes, const Node& labels, const BBoxRotateOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of batchPermutation.
struct BatchPermutationOptions {
  // Whether each place is drawn independently of the others, so that some come several times. Default: false.
  std::optional<bool> allow_repetitions{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Whether no sample may get its own place. The permutation is then a single cycle through all of them, as in DALI. A
  // batch of one sample has no other place: it gets its own. Default: false.
  std::optional<bool> no_fixed_points{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
};

// A random permutation of the places in the batch: each sample gets one of them. Together with permuteBatch it pairs
// samples at random, as for mixing images. The draws depend only on the seed, the epoch and the indices of the batch's
// samples, and on the operator unless it has a seed of its own.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), UNSUPPORTED (the operator stands beside
// operators that skip samples).
Node batch_permutation(Pipeline& pipeline, const BatchPermutationOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of bbFlip.
struct BbFlipOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Mirror left and right when not 0. Default: 1. May differ per sample.
  PerSample<int64_t> horizontal{};
  // Boxes are left, top, right, bottom, not left, top, width, height. Default: false.
  std::optional<bool> ltrb{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Mirror top and bottom when not 0. Default: 0. May differ per sample.
  PerSample<int64_t> vertical{};
};

// Mirrors bounding boxes, as flip mirrors their image. Coordinates are fractions of the image's extents.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the boxes are no float32
// tensor, or its number of elements is no multiple of 4).
// boxes: float32, shape (n, 4) or any other of four numbers a box: left, top, width, height, or with ltrb left, top,
// right, bottom.
Node bb_flip(const Node& boxes, const BbFlipOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of boxEncoder.
struct BoxEncoderOptions {
  // The anchors: left, top, right, bottom of each. Required. One value or more.
  Values<double> anchors{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // The intersection over union above which a box matches an anchor. From 0 to 1. Default: 0.5.
  std::optional<double> criteria{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // What is subtracted from offsets: x, y, width, height. 4 values. Default: [0, 0, 0, 0].
  Values<double> means{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Encode centres as their distance from the anchor's in extents of the anchor, and sides as the logarithm of their
  // ratio to the anchor's; then subtract means and divide by stds. Default: false.
  std::optional<bool> offset{};
  // With offset, a factor for boxes and anchors before they are compared. Default: 1.
  std::optional<double> scale{};
  // What offsets are divided by: x, y, width, height. 4 values. Default: [1, 1, 1, 1].
  Values<double> stds{};
};

struct BoxEncoderOutputs {
  // Shape (m, 4), m anchors: x and y of the centre, width and height of the anchor's box, or of the anchor where no
  // box matches. With offset they are relative to the anchor, and 0 where no box matches.
  Node boxes;
  // Shape (m): the label of each anchor's box, 0 where no box matches.
  Node labels;
};

// Matches bounding boxes with default boxes (anchors) and encodes them for training, as SSD does: each anchor gets the
// box that it overlaps most, if by more than criteria, and each box is given to the anchor that it overlaps most.
// Coordinates are fractions of the image's extents.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; there are no anchors or one is not whole,
// means or stds has other than 4 values, or a value of stds is 0), INVALID_INPUT (the boxes are no float32 tensor of
// shape (n, 4), or there is not one int32 label for each box).
// boxes: float32, shape (n, 4): left, top, right, bottom.
// labels: int32, shape (n) or (n, 1). 0 stands for the background.
BoxEncoderOutputs box_encoder(const Node& boxes, const Node& labels, const BoxEncoderOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of brightness.
struct BrightnessOptions {
  // Factor: 0 gives black, 1 changes nothing, 2 doubles the values. Default: 1. May differ per sample.
  PerSample<double> brightness{};
  // Added last, as a fraction of the output dtype's brightest value: 255, 32767, 2147483647, or 1 for floating point.
  // Default: 0. May differ per sample.
  PerSample<double> brightness_shift{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: uint8, int16, int32, float16 or float32. Default: the input's.
  std::optional<DType> dtype{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Changes the brightness: output = brightnessShift * range + brightness * input. Computed in single precision;
// integers round to nearest (halves away from zero) and saturate.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype that
// the operator does not take).
// input: uint8, int16, int32, float16 or float32, of any shape and layout (without a layout: HWC with 3 dimensions,
// FHWC with 4).
Node brightness(const Node& input, const BrightnessOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of brightnessContrast.
struct BrightnessContrastOptions {
  // Factor: 0 gives black, 1 changes nothing, 2 doubles the values. Default: 1. May differ per sample.
  PerSample<double> brightness{};
  // Added last, as a fraction of the output dtype's brightest value: 255, 32767, 2147483647, or 1 for floating point.
  // Default: 0. May differ per sample.
  PerSample<double> brightness_shift{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Factor on the distance to contrastCenter: 0 gives uniform grey, 1 changes nothing, 2 doubles the contrast.
  // Default: 1. May differ per sample.
  PerSample<double> contrast{};
  // The value that contrast leaves as it is, in the input's units. Default: the middle of the input dtype's range:
  // 128, 16384, 1073741824, or 0.5 for floating point. May differ per sample.
  PerSample<double> contrast_center{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: uint8, int16, int32, float16 or float32. Default: the input's.
  std::optional<DType> dtype{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Changes brightness and contrast: output = brightnessShift * range + brightness * (contrastCenter + contrast * (input
// - contrastCenter)). Computed in single precision; integers round to nearest (halves away from zero) and saturate.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype that
// the operator does not take).
// input: uint8, int16, int32, float16 or float32, of any shape and layout (without a layout: HWC with 3 dimensions,
// FHWC with 4).
Node brightness_contrast(const Node& input, const BrightnessContrastOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of cast.
struct CastOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype. Required.
  std::optional<DType> dtype{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Converts a tensor to another dtype. Floating point to integer rounds to nearest, halves away from zero, and
// saturates; NaN becomes 0. Integers saturate. To bool: an integer other than 0, or a float that does not round to 0,
// is true.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
// input: Tensor of any dtype, shape and layout.
Node cast(const Node& input, const CastOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of castLike.
struct CastLikeOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Converts a tensor to the dtype of another one. Values are converted as by cast.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
// input: Tensor of any dtype, shape and layout.
// dtype_like: Tensor whose dtype the output takes; its values and its shape are not read.
Node cast_like(const Node& input, const Node& dtype_like, const CastLikeOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of cat.
struct CatOptions {
  // The axis along which the tensors are joined; negative counts from the last. Not together with axisName. Default:
  // 0.
  std::optional<int64_t> axis{};
  // The axis, by its letter in the first input's layout. Not together with axis. 1 letter.
  std::optional<std::string> axis_name{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Joins tensors along one of their axes. They may differ in extent along this axis only.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the tensors have no such axis, or axis and
// axisName are given together), INVALID_INPUT (the inputs differ in dtype, in the number of dimensions, or in an
// extent beside the axis, or the first one's layout lacks axisName).
// inputs: Tensors of one dtype and number of dimensions, up to 999.
Node cat(const std::vector<Node>& inputs, const CatOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of clahe.
struct ClaheOptions {
  // The number of a histogram's bins. Without effect here: DALI does not use it either: histograms have a bin for each
  // of the 256 values.. Default: 256.
  std::optional<int64_t> bins{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // The most that a bin of a histogram may hold, in units of the mean bin (the tile's area / 256), but at least one
  // pixel; what is above is spread over all bins. Higher values give more contrast; 0 or less sets no limit. Required.
  std::optional<double> clip_limit{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // RGB: equalize L of CIE L*a*b* alone. false: each channel for itself, on every device (DALI does so on the CPU
  // alone). Default: true.
  std::optional<bool> luma_only{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Tiles along the width. An image that is no multiple is extended by mirrored pixels. Required. From 1 to 4096.
  std::optional<int64_t> tiles_x{};
  // Tiles along the height. Required. From 1 to 4096.
  std::optional<int64_t> tiles_y{};
};

// Equalizes histograms locally, with limited contrast (CLAHE): each tile of a grid has a table of its own, and a pixel
// takes a blend of the four nearest. An RGB image is equalized in L of CIE L*a*b*, which keeps its colours, or channel
// by channel.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype, layout
// or number of channels that the operator does not take).
// input: uint8 images, layout HWC or none; 1 channel (grey) or 3 (RGB).
Node clahe(const Node& input, const ClaheOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of colorSpaceConversion.
struct ColorSpaceConversionOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Colour model of the input: 'rgb', 'bgr', 'gray' or 'ycbcr'. Required. One of 'rgb', 'bgr', 'gray', 'ycbcr'.
  std::optional<ImageType> image_type{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Colour model of the output: 'rgb', 'bgr', 'gray' or 'ycbcr'. Required. One of 'rgb', 'bgr', 'gray', 'ycbcr'.
  std::optional<ImageType> output_type{};
};

// Converts images between RGB, BGR, gray and YCbCr. YCbCr is ITU-R BT.601 in studio range: Y from 16 to 235, Cb and Cr
// from 16 to 240. Gray is 0.299 R + 0.587 G + 0.114 B. Equal types copy.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; imageType or outputType is 'any' or 'index'),
// INVALID_INPUT (the input has a dtype, layout or number of channels that the operator does not take).
// input: uint8; layout HWC, FHWC, DHWC or FDHWC (without a layout: HWC, FHWC or FDHWC by the number of dimensions); 1
// channel for gray, otherwise 3.
Node color_space_conversion(const Node& input, const ColorSpaceConversionOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of colorTwist.
struct ColorTwistOptions {
  // Factor on the result: 0 gives black, 1 changes nothing. Default: 1. May differ per sample.
  PerSample<double> brightness{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Factor on the distance to the middle grey: 0 gives uniform grey, 1 changes nothing. Default: 1. May differ per
  // sample.
  PerSample<double> contrast{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: uint8, int16, int32, float16 or float32. Default: the input's.
  std::optional<DType> dtype{};
  // Turns the colours by this many degrees. Default: 0. May differ per sample.
  PerSample<double> hue{};
  // Colour model of the input. Without effect here: the channels are taken as red, green and blue, as in DALI. One of
  // 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'.
  std::optional<ImageType> image_type{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Factor on the colourfulness: 0 gives grey, 1 changes nothing. Default: 1. May differ per sample.
  PerSample<double> saturation{};
};

// Changes hue, saturation, brightness and contrast at once: hue and saturation as hsv does, then output = brightness *
// (grey + contrast * (colour - grey)), where grey is 128 for integer inputs and 0.5 for floating point. Computed in
// single precision; integers round to nearest (halves away from zero) and saturate.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype, layout
// or number of channels that the operator does not take).
// input: RGB images, uint8, int16, int32, float16 or float32; layout HWC, FHWC, DHWC or FDHWC (without a layout: HWC,
// FHWC or FDHWC by the number of dimensions); 3 channels.
Node color_twist(const Node& input, const ColorTwistOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of constant.
struct ConstantOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: float32 for fdata and int32 for idata when not given. Values are converted as by cast.
  std::optional<DType> dtype{};
  // The values, row by row, as floating point. Either fdata or idata. May be NaN or infinite.
  Values<double> fdata{};
  // The values, row by row, as 32-bit integers. Either fdata or idata.
  Values<int64_t> idata{};
  // Layout of the output, one letter per dimension.
  std::optional<std::string> layout{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Shape of the output. Without it the output is 1-D, with as many elements as there are values. One value fills any
  // shape. At least 0.
  Values<int64_t> shape{};
};

// Gives one fixed tensor, which is the output for every sample.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; neither or both of fdata and idata are given,
// or their number does not fit shape).
Node constant(Pipeline& pipeline, const ConstantOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of contrast.
struct ContrastOptions {
  // contrastCenter is the mean brightness of the image, or of each frame, by the weights 0.299, 0.587 and 0.114 (ITU-R
  // BT.601) of red, green and blue. For uint8 in HWC or FHWC with 1 or 3 channels. Default: false.
  std::optional<bool> around_mean{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Factor on the distance to contrastCenter: 0 gives uniform grey, 1 changes nothing, 2 doubles the contrast.
  // Default: 1. May differ per sample.
  PerSample<double> contrast{};
  // The value that contrast leaves as it is, in the input's units. Default: the middle of the input dtype's range:
  // 128, 16384, 1073741824, or 0.5 for floating point. May differ per sample.
  PerSample<double> contrast_center{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: uint8, int16, int32, float16 or float32. Default: the input's.
  std::optional<DType> dtype{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Changes the contrast: output = contrastCenter + contrast * (input - contrastCenter). Computed in single precision;
// integers round to nearest (halves away from zero) and saturate.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; aroundMean comes together with
// contrastCenter), INVALID_INPUT (the input has a dtype that the operator does not take, or with aroundMean is no
// uint8 in HWC or FHWC with 1 or 3 channels).
// input: uint8, int16, int32, float16 or float32, of any shape and layout (without a layout: HWC with 3 dimensions,
// FHWC with 4).
Node contrast(const Node& input, const ContrastOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of coordFlip.
struct CoordFlipOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where the mirror stands along x; 0.5 for fractions of an extent. Default: 0.5. May differ per sample.
  PerSample<double> center_x{};
  // Where the mirror stands along y; 0.5 for fractions of an extent. Default: 0.5. May differ per sample.
  PerSample<double> center_y{};
  // Where the mirror stands along z; 0.5 for fractions of an extent. Default: 0.5. May differ per sample.
  PerSample<double> center_z{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Mirror the x coordinate when not 0. Default: 1. May differ per sample.
  PerSample<int64_t> flip_x{};
  // Mirror the y coordinate when not 0. Default: 0. May differ per sample.
  PerSample<int64_t> flip_y{};
  // Mirror the z coordinate when not 0. Default: 0. May differ per sample.
  PerSample<int64_t> flip_z{};
  // Which column is which coordinate, a letter a column: x, y and z. When empty: xyz. Default: ''.
  std::optional<std::string> layout{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Mirrors points, as flip mirrors their image: each coordinate becomes twice the centre minus itself.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the layout lacks one of x, y, z, of as many
// as the points have coordinates), INVALID_INPUT (the points are no float32 tensor of shape (n, 1), (n, 2) or (n, 3)).
// points: float32, shape (n, 1), (n, 2) or (n, 3): a point a row.
Node coord_flip(const Node& points, const CoordFlipOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of coordTransform.
struct CoordTransformOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: float32, or the input's. Default: 'float32'.
  std::optional<DType> dtype{};
  // The matrix, row by row, or one number for that multiple of the identity. Per sample: a number, or a matrix of two
  // dimensions. The identity when neither M nor MT is given. May differ per sample.
  PerSampleValues<double> m{};
  // The matrix with the offset as its last column, as transforms.* make it; in place of M and T. One number stands for
  // that multiple of the identity. May differ per sample.
  PerSampleValues<double> mt{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // The offset, one value for each row of the matrix, or one for all. 0 when not given. May differ per sample.
  PerSampleValues<double> t{};
};

// Applies a linear transform to points: each becomes M times itself plus T.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; MT comes together with M or T, a matrix has a
// wrong number of values or columns, T has a wrong number of values, or dtype is neither float32 nor the input's),
// INVALID_INPUT (the points are of another dtype, have fewer than 2 dimensions, or more than 6 coordinates).
// points: uint8, uint16, int16, int32 or float32, 2 or more dimensions: a point along the last one, of at most 6
// coordinates.
Node coord_transform(const Node& points, const CoordTransformOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of copy.
struct CopyOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Copies a value between host and device memory. The methods gpu() and cpu() of a node become this operator where a
// copy is needed.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
// input: Tensor of any dtype and layout.
Node copy(const Node& input, const CopyOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of crop.
struct CropOptions {
  enum class OutOfBoundsPolicy { error, pad, constant, trim_to_shape, edge, clamp, reflect_1001, reflect, reflect_101, wrap };
  enum class Rounding { round, truncate };

  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Window shape: [height, width], or [depth, height, width] where the input has D or F. A fraction is dropped; a
  // value of 0 or less takes the whole extent. Not together with cropH, cropW, cropD. 2 or 3 values. May differ per
  // sample.
  PerSampleValues<double> crop{};
  // Window depth in voxels (frames for a sequence); 0 takes the whole extent. Needs cropH and cropW. Default: 0. May
  // differ per sample.
  PerSample<double> crop_d{};
  // Window height in pixels; 0 takes the whole extent. Needs cropW. Default: 0. May differ per sample.
  PerSample<double> crop_h{};
  // Horizontal position of the window, as a fraction of the width that it leaves free: 0 is the left edge, 0.5 the
  // centre, 1 the right edge. From 0 to 1. Default: 0.5. May differ per sample.
  PerSample<double> crop_pos_x{};
  // Vertical position of the window, as a fraction of the height that it leaves free: 0 is the top edge, 0.5 the
  // centre, 1 the bottom edge. From 0 to 1. Default: 0.5. May differ per sample.
  PerSample<double> crop_pos_y{};
  // Position of the window along the depth (frames for a sequence), as a fraction of the depth that it leaves free.
  // From 0 to 1. Default: 0.5. May differ per sample.
  PerSample<double> crop_pos_z{};
  // Window width in pixels; 0 takes the whole extent. Needs cropH. Default: 0. May differ per sample.
  PerSample<double> crop_w{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype; the input's when not given. Values are clamped to the dtype's range and fractions are dropped (use
  // cast to round).
  std::optional<DType> dtype{};
  // Values of elements outside the input under 'pad': one for all channels, or one per channel of the output. May be
  // NaN or infinite. Default: [0].
  Values<double> fill_values{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // What a window that reaches outside the input gives: 'error': the sample fails with INVALID_INPUT; 'pad' (or
  // 'constant'): fillValues; 'trim_to_shape': a smaller output; 'edge' (or 'clamp'): the border repeated;
  // 'reflect_1001' (or 'reflect'): mirrored with the border doubled; 'reflect_101': mirrored around the border;
  // 'wrap': the input tiled. Default: 'error'.
  std::optional<OutOfBoundsPolicy> out_of_bounds_policy{};
  // Pixels that count as part of the image around it: one value for all sides, [top and bottom, left and right], or
  // [top, left, bottom, right]. The window starts at round(cropPos * (before + extent + after - size)) - before, as
  // torchvision's RandomCrop places it; without crop arguments it is the padded image. What lies outside the input is
  // made by outOfBoundsPolicy; under 'error' it is fillValues, and only a window larger than the padded image is an
  // error. torchvision's pad_if_needed is outOfBoundsPolicy 'pad'. At least 0. 1 or 2 or 4 values. May differ per
  // sample.
  PerSampleValues<int64_t> padding{};
  // How the window's start becomes a whole number: 'round' to the nearest (halves away from zero), 'truncate' towards
  // zero. Default: 'round'.
  std::optional<Rounding> rounding{};
};

// Cuts a window out of an image, volume or sequence. Without crop arguments and padding the whole input is passed on.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; crop and cropH, cropW or cropD are given
// together), INVALID_INPUT (the input has a layout that the operator does not take, or the window reaches outside the
// input and its padding under outOfBoundsPolicy 'error').
// input: Any dtype but bool; layout HWC, CHW, DHWC, CDHW, FHWC, FCHW, CFHW, FDHWC, FCDHW or CFDHW (without a layout:
// HWC, DHWC or FDHWC by the number of dimensions).
Node crop(const Node& input, const CropOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of cropMirrorNormalize.
struct CropMirrorNormalizeOptions {
  enum class OutOfBoundsPolicy { error, pad, constant, trim_to_shape };
  enum class Rounding { round, truncate };

  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Window shape: [height, width], or [depth, height, width] where the input has D or F. A fraction is dropped; a
  // value of 0 or less takes the whole extent. Not together with cropH, cropW, cropD. 2 or 3 values. May differ per
  // sample.
  PerSampleValues<double> crop{};
  // Window depth in voxels (frames for a sequence); 0 takes the whole extent. Needs cropH and cropW. Default: 0. May
  // differ per sample.
  PerSample<double> crop_d{};
  // Window height in pixels; 0 takes the whole extent. Needs cropW. Default: 0. May differ per sample.
  PerSample<double> crop_h{};
  // Horizontal position of the window, as a fraction of the width that it leaves free: 0 is the left edge, 0.5 the
  // centre, 1 the right edge. From 0 to 1. Default: 0.5. May differ per sample.
  PerSample<double> crop_pos_x{};
  // Vertical position of the window, as a fraction of the height that it leaves free: 0 is the top edge, 0.5 the
  // centre, 1 the bottom edge. From 0 to 1. Default: 0.5. May differ per sample.
  PerSample<double> crop_pos_y{};
  // Position of the window along the depth (frames for a sequence), as a fraction of the depth that it leaves free.
  // From 0 to 1. Default: 0.5. May differ per sample.
  PerSample<double> crop_pos_z{};
  // Window width in pixels; 0 takes the whole extent. Needs cropH. Default: 0. May differ per sample.
  PerSample<double> crop_w{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype. Default: 'float32'.
  std::optional<DType> dtype{};
  // Values of elements outside the input under 'pad', and of the channels that padOutput adds: one for all channels,
  // or one per channel (added channels without a value get 0). They are not normalised; for an integer dtype the
  // fraction is dropped. Under the other policies padding is 0. May be NaN or infinite. Default: [0].
  Values<double> fill_values{};
  // Subtracted from the input: one value, or one per channel. Default: [0]. May differ per sample.
  PerSampleValues<double> mean{};
  // Mirrors the window along W when not 0. Default: 0. May differ per sample.
  PerSample<int64_t> mirror{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // What a window that reaches outside the input gives: 'error': the sample fails with INVALID_INPUT; 'pad' (or
  // 'constant'): fillValues; 'trim_to_shape': a smaller output. Default: 'error'.
  std::optional<OutOfBoundsPolicy> out_of_bounds_policy{};
  // Layout of the output: a permutation of the input's. Default: 'CHW'.
  std::optional<std::string> output_layout{};
  // Add channels up to a power of 2. Default: false.
  std::optional<bool> pad_output{};
  // How the window's start becomes a whole number: 'round' to the nearest (halves away from zero), 'truncate' towards
  // zero. Default: 'round'.
  std::optional<Rounding> rounding{};
  // Multiplies the normalised value; useful with integer dtypes. Default: 1.
  std::optional<double> scale{};
  // Added to the scaled value. Default: 0.
  std::optional<double> shift{};
  // Divides the difference: one value, or one per channel. Default: [1]. May differ per sample.
  PerSampleValues<double> std{};
};

// Crops, mirrors, normalises, permutes and converts in one pass: output = (input - mean) / std * scale + shift,
// computed per channel. float32 results are the double-precision value rounded once, float16 likewise; integers round
// to nearest (halves away from zero) and saturate. Without crop arguments the whole input is taken.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; crop arguments contradict each other, mean or
// std has neither 1 value nor one per channel, or outputLayout is no permutation of the input's), INVALID_INPUT (the
// input has a layout or number of channels that the operator does not take, or the window reaches outside the input
// under outOfBoundsPolicy 'error').
// input: Image, volume or sequence of any dtype; layout HWC, CHW, DHWC, CDHW, FHWC, FCHW, CFHW, FDHWC, FCDHW or CFDHW
// (without a layout: HWC, DHWC or FDHWC by the number of dimensions).
Node crop_mirror_normalize(const Node& input, const CropMirrorNormalizeOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of debayer.
struct DebayerOptions {
  enum class Algorithm { bilinear_ocv, edgeaware_ocv, gray_ocv };

  // 'bilinear_ocv': means of the nearest pixels of a colour. 'edgeaware_ocv': green is the mean of the two neighbours,
  // above and below or left and right, that differ less. 'gray_ocv': shades of grey in place of colours. The outermost
  // pixels repeat their inner neighbours. Default: 'bilinear_ocv'.
  std::optional<Algorithm> algorithm{};
  // Row and column of blue in the tile of 2 x 2 pixels that begins in the second row and column of the sensor, as
  // OpenCV names patterns: [0, 0] is BG, [0, 1] GB, [1, 0] GR, [1, 1] RG. One number stands for both. Required. From 0
  // to 1. 1 or 2 values. May differ per sample.
  PerSampleValues<int64_t> blue_position{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Makes RGB images of what a sensor with a Bayer filter stores, one colour a pixel: the two others are interpolated
// from the neighbours. The algorithms are OpenCV's, with the same numbers on the CPU and on a GPU. DALI's GPU has one
// of NPP in their place (default_npp), and its CPU another one of OpenCV (vng_ocv), which are not here.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; bluePosition has other values than 0 and 1),
// INVALID_INPUT (the input is not uint8 or uint16, has more than one channel, or an odd height or width).
// input: What the sensor stores: uint8 or uint16, with one channel (layout HWC, FHWC) or no channel axis (HW, FHW;
// without a layout, HW or HWC). Height and width are even.
Node debayer(const Node& input, const DebayerOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops::decoders {

// Arguments of decoders.audio.
struct AudioOptions {
  // Where the rate becomes lower, lower the filter's cut-off with it, so that frequencies above half of the new rate
  // are removed. false, as in DALI: they are folded down into the sound. Default: false.
  std::optional<bool> antialias{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Give the mean of the channels, as a sound of one dimension. Default: false.
  std::optional<bool> downmix{};
  // float32: from -1 to 1, as far as the file stays inside. int16 and int32: the whole range of the dtype; a file with
  // more bits loses its lowest ones, and floats of a file, means and interpolated values are scaled by the largest
  // number, rounded and limited. Default: 'float32'.
  std::optional<DType> dtype{};
  // Largest number of elements, frames times channels, that are decoded of a file, and that the output has; 0 for no
  // limit. A longer sound is a bad sample; this is checked in the header, before memory is allocated. The default is
  // 2^29, three hours of one channel at 48 kHz. At least 0. Default: 536870912.
  std::optional<int64_t> max_elements{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // How many lobes the sinc has on either side, from 0 (3 lobes) to 50 (16) and 100 (64): 0.007 q^2 - 0.09 q + 3,
  // rounded. More give a sharper cut-off and take longer. From 0 to 100. Default: 50.
  std::optional<double> quality{};
  // Frames per second that the sound is resampled to, in Hz, as audioResample does it. 0: those of the file. At least
  // 0. Default: 0. May differ per sample.
  PerSample<double> sample_rate{};
};

struct AudioOutputs {
  // The sound: shape [frames, channels], or [frames] with `downmix`.
  Node audio;
  // Frames per second, in Hz: one number, of shape []. With the argument `sampleRate` it is that one.
  Node sample_rate;
};

// Decodes sounds, and gives them another sample rate where one is asked for: WAV, Wave64, AIFF and AU with PCM of 8 to
// 32 bits, float32, float64, A-law and u-law, FLAC, and Ogg Vorbis. The bytes of a file tell its format, not its name.
// docs/guides/sound.md has the formats, and what becomes of damaged files.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; dtype is not float32, int16 or int32,
// sampleRate is negative, or quality is out of range), BAD_SAMPLE (the bytes are no sound, the header is damaged, or
// the file has fewer frames than it says, but for WAV, Wave64, AIFF and AU, whose end may be missing; the sound is
// longer than maxElements), UNSUPPORTED (the file is of a format that needs a media plugin (MP3, AAC, Opus, CAF), or
// of an encoding that is not read (ADPCM)), INVALID_INPUT (the input is not 1-D uint8).
// input: The file's bytes: 1-D, uint8.
AudioOutputs audio(const Node& input, const AudioOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::decoders

namespace penstock::ops::decoders {

// Arguments of decoders.image.
struct ImageOptions {
  enum class CacheType { threshold, largest };
  enum class DecodeWith { auto_, engines, kernels, cpu };
  enum class Shrink { off, fast };

  // Turn and mirror the image as its EXIF orientation says. Windows are then in the turned image's coordinates.
  // Default: true.
  std::optional<bool> adjust_orientation{};
  // Ties DALI's decoding threads to cores. Without effect here: the threads that decode, on 'mixed' too, are the
  // pipeline's; its option setAffinity ties them to cores. Default: true.
  std::optional<bool> affine{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // How DALI copies cached images. Without effect here: images are copied from the cache one by one. Default: true.
  std::optional<bool> cache_batch_copy{};
  // Write a line to standard error when the pipeline is closed: how many images the cache has, how many came from it,
  // and how many were decoded. Default: false.
  std::optional<bool> cache_debug{};
  // Megabytes (2^20 bytes) of decoded images that are kept, in host memory, or on 'mixed' in GPU memory, so that later
  // epochs copy them; 0 for none. They count to memoryBudget from the start. An image that was kept stays until the
  // pipeline is closed. Files are compared by a hash of 128 bits of their bytes; pixels are the same with and without
  // the cache. Crops and slices that read the images are not decoded alone then. At least 0. Default: 0.
  std::optional<int64_t> cache_size{};
  // Bytes of pixels from which an image is kept in the cache. At least 0. Default: 0.
  std::optional<int64_t> cache_threshold{};
  // Which images the cache keeps: 'threshold': all of cacheThreshold bytes or more, until it is full; 'largest': of
  // those, the largest that there is room for, which are known when the first image comes again. Default: 'threshold'.
  std::optional<CacheType> cache_type{};
  // What decodes JPEG on 'mixed'. 'auto': kernels that decode whole batches; what they do not take (progressive or
  // damaged files, other formats) threads decode. 'kernels': the same. 'cpu': threads. These give the same bytes,
  // libjpeg-turbo's. 'engines': the GPU's JPEG engines (nvJPEG) decode what they take, with bytes of their own, and
  // leave the streaming multiprocessors to others; the rest is decoded as with 'auto'. No effect on the CPU. Default:
  // 'auto'.
  std::optional<DecodeWith> decode_with{};
  // Where it runs; everything is on the CPU without device_id. Default: the CPU.
  std::optional<Device> device{};
  // Bytes of device memory that DALI has ready for JPEG. Without effect here: on 'mixed' the decoder's own buffers
  // grow with the first images and are kept; bytesPerSampleHint has memory for the decoded images ready. Default:
  // 16777216.
  std::optional<int64_t> device_memory_padding{};
  // Bytes of device memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a
  // GPU. Default: 0.
  std::optional<int64_t> device_memory_padding_jpeg2k{};
  // uint8; uint16, where the brightest value is 65535; or float32, where it is 1. Anything else fails with
  // INVALID_ARGUMENT. One of 'uint8', 'uint16', 'float32'. Default: 'uint8'.
  std::optional<DType> dtype{};
  // Bytes of page-locked memory that DALI has ready for JPEG. Without effect here: on 'mixed' each thread's
  // page-locked buffers grow with the first images and are kept. Default: 8388608.
  std::optional<int64_t> host_memory_padding{};
  // Bytes of page-locked memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on
  // a GPU. Default: 0.
  std::optional<int64_t> host_memory_padding_jpeg2k{};
  // Share of the images, 0 to 1, that the JPEG engines decode in DALI. Without effect here: no share is given to the
  // GPU's JPEG engines: they decode what they take with decodeWith: 'engines', and nothing else. Default: 0.65.
  std::optional<double> hw_decoder_load{};
  // Pixels from which DALI does Huffman decoding on the GPU. Without effect here: on 'mixed' kernels do the Huffman
  // decoding of every image that they take, whatever its size; see decodeWith. Default: 1000000.
  std::optional<int64_t> hybrid_huffman_threshold{};
  // Interpolate the colour of subsampled JPEGs (smoother) instead of repeating it (faster). The bytes are
  // libjpeg-turbo's in both modes. Default: true; on 'mixed' false.
  std::optional<bool> jpeg_fancy_upsampling{};
  // Longest time that decoding one image may take, in seconds of its thread's CPU time (so that a good file does not
  // fail because the machine is busy); 0 for no limit. An image that takes longer is a bad sample. The limit is
  // checked between rows; WebP, GIF, AVIF, JPEG 2000 and interlaced PNG are decoded in one piece, so it is checked
  // only after they are decoded. On 'mixed' it applies to images that threads decode. At least 0. Default: 0.
  std::optional<double> max_decode_seconds{};
  // Largest number of pixels, width times height of the whole image, that is decoded; 0 for no limit. A larger image
  // is a bad sample; this is checked in its header, before memory is allocated. The default is 16383 x 16383. At least
  // 0. Default: 268402689.
  std::optional<int64_t> max_pixels{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // Colour model: 'rgb', 'bgr', 'ycbcr' (ITU-R BT.601, studio range), 'gray' (1 channel), 'any': the channels of the
  // file, where CMYK counts as RGB, or 'index': what a palette image (PNG, GIF, BMP, TIFF) stores, without its
  // palette, as 1 channel of uint8; any other image is then a bad sample. One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any',
  // 'index'. Default: 'rgb'.
  std::optional<ImageType> output_type{};
  // Expected height of the images, in pixels. Where preallocateWidthHint is given too, memory for batches is allocated
  // for images of that size, with 3 channels, before the first batch: on the CPU in host memory, on 'mixed' in GPU
  // memory. bytesPerSampleHint takes precedence. Default: 0.
  std::optional<int64_t> preallocate_height_hint{};
  // Expected width of the images, in pixels; see preallocateHeightHint. Default: 0.
  std::optional<int64_t> preallocate_width_hint{};
  // 'fast': where only resizes read the images and all of them make them smaller, each image is decoded no larger than
  // they need, at a half, a quarter or an eighth of its size. This takes less time and changes pixels a little:
  // docs/reference/resize.md has the numbers. All other images are decoded whole. JPEG, WebP and JPEG 2000 are decoded
  // smaller, and TIFF that holds smaller versions of its image. No effect on 'mixed'. Default: 'off'.
  std::optional<Shrink> shrink{};
  // Largest share of the GPU, above 0 and up to 1, that decoding kernels may take on 'mixed'. Below 1 they run beside
  // a training job in a stream of low priority, with as few blocks. At most 1. Above 0. Default: 1.
  std::optional<double> sm_share{};
  // Take libjpeg-turbo's fast, less exact inverse transform for JPEG. Default: false.
  std::optional<bool> use_fast_idct{};
};

// Decodes images: JPEG, PNG, WebP, TIFF, GIF (its first frame), AVIF, BMP and PNM. A file that is no image, is damaged
// or ends too early fails with BAD_SAMPLE; a kind of image that is not supported fails with UNSUPPORTED.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), BAD_SAMPLE (the bytes are no image, damaged,
// too short, or above maxPixels or maxDecodeSeconds), UNSUPPORTED (the file is of a kind of image that is not
// supported), INVALID_INPUT (the input is not 1-D uint8).
// input: The file's bytes: 1-D, uint8.
Node image(const Node& input, const ImageOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::decoders

namespace penstock::ops::decoders {

// Arguments of decoders.imageCrop.
struct ImageCropOptions {
  enum class DecodeWith { auto_, engines, kernels, cpu };
  enum class Rounding { round, truncate };
  enum class Shrink { off, fast };

  // Turn and mirror the image as its EXIF orientation says. Windows are then in the turned image's coordinates.
  // Default: true.
  std::optional<bool> adjust_orientation{};
  // Ties DALI's decoding threads to cores. Without effect here: the threads that decode, on 'mixed' too, are the
  // pipeline's; its option setAffinity ties them to cores. Default: true.
  std::optional<bool> affine{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Window shape: [height, width], or [depth, height, width] where the input has D or F. A fraction is dropped; a
  // value of 0 or less takes the whole extent. Not together with cropH, cropW, cropD. 2 or 3 values. May differ per
  // sample.
  PerSampleValues<double> crop{};
  // Window depth in voxels (frames for a sequence); 0 takes the whole extent. Needs cropH and cropW. Default: 0. May
  // differ per sample.
  PerSample<double> crop_d{};
  // Window height in pixels; 0 takes the whole extent. Needs cropW. Default: 0. May differ per sample.
  PerSample<double> crop_h{};
  // Horizontal position of the window, as a fraction of the width that it leaves free: 0 is the left edge, 0.5 the
  // centre, 1 the right edge. From 0 to 1. Default: 0.5. May differ per sample.
  PerSample<double> crop_pos_x{};
  // Vertical position of the window, as a fraction of the height that it leaves free: 0 is the top edge, 0.5 the
  // centre, 1 the bottom edge. From 0 to 1. Default: 0.5. May differ per sample.
  PerSample<double> crop_pos_y{};
  // Position of the window along the depth (frames for a sequence), as a fraction of the depth that it leaves free.
  // From 0 to 1. Default: 0.5. May differ per sample.
  PerSample<double> crop_pos_z{};
  // Window width in pixels; 0 takes the whole extent. Needs cropH. Default: 0. May differ per sample.
  PerSample<double> crop_w{};
  // What decodes JPEG on 'mixed'. 'auto': kernels that decode whole batches; what they do not take (progressive or
  // damaged files, other formats) threads decode. 'kernels': the same. 'cpu': threads. These give the same bytes,
  // libjpeg-turbo's. 'engines': the GPU's JPEG engines (nvJPEG) decode what they take, with bytes of their own, and
  // leave the streaming multiprocessors to others; the rest is decoded as with 'auto'. No effect on the CPU. Default:
  // 'auto'.
  std::optional<DecodeWith> decode_with{};
  // Where it runs; everything is on the CPU without device_id. Default: the CPU.
  std::optional<Device> device{};
  // Bytes of device memory that DALI has ready for JPEG. Without effect here: on 'mixed' the decoder's own buffers
  // grow with the first images and are kept; bytesPerSampleHint has memory for the decoded images ready. Default:
  // 16777216.
  std::optional<int64_t> device_memory_padding{};
  // Bytes of device memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a
  // GPU. Default: 0.
  std::optional<int64_t> device_memory_padding_jpeg2k{};
  // uint8; uint16, where the brightest value is 65535; or float32, where it is 1. Anything else fails with
  // INVALID_ARGUMENT. One of 'uint8', 'uint16', 'float32'. Default: 'uint8'.
  std::optional<DType> dtype{};
  // Bytes of page-locked memory that DALI has ready for JPEG. Without effect here: on 'mixed' each thread's
  // page-locked buffers grow with the first images and are kept. Default: 8388608.
  std::optional<int64_t> host_memory_padding{};
  // Bytes of page-locked memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on
  // a GPU. Default: 0.
  std::optional<int64_t> host_memory_padding_jpeg2k{};
  // Share of the images, 0 to 1, that the JPEG engines decode in DALI. Without effect here: no share is given to the
  // GPU's JPEG engines: they decode what they take with decodeWith: 'engines', and nothing else. Default: 0.65.
  std::optional<double> hw_decoder_load{};
  // Pixels from which DALI does Huffman decoding on the GPU. Without effect here: on 'mixed' kernels do the Huffman
  // decoding of every image that they take, whatever its size; see decodeWith. Default: 1000000.
  std::optional<int64_t> hybrid_huffman_threshold{};
  // Interpolate the colour of subsampled JPEGs (smoother) instead of repeating it (faster). The bytes are
  // libjpeg-turbo's in both modes. Default: true; on 'mixed' false.
  std::optional<bool> jpeg_fancy_upsampling{};
  // Longest time that decoding one image may take, in seconds of its thread's CPU time (so that a good file does not
  // fail because the machine is busy); 0 for no limit. An image that takes longer is a bad sample. The limit is
  // checked between rows; WebP, GIF, AVIF, JPEG 2000 and interlaced PNG are decoded in one piece, so it is checked
  // only after they are decoded. On 'mixed' it applies to images that threads decode. At least 0. Default: 0.
  std::optional<double> max_decode_seconds{};
  // Largest number of pixels, width times height of the whole image, that is decoded; 0 for no limit. A larger image
  // is a bad sample; this is checked in its header, before memory is allocated. The default is 16383 x 16383. At least
  // 0. Default: 268402689.
  std::optional<int64_t> max_pixels{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // Colour model: 'rgb', 'bgr', 'ycbcr' (ITU-R BT.601, studio range), 'gray' (1 channel), 'any': the channels of the
  // file, where CMYK counts as RGB, or 'index': what a palette image (PNG, GIF, BMP, TIFF) stores, without its
  // palette, as 1 channel of uint8; any other image is then a bad sample. One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any',
  // 'index'. Default: 'rgb'.
  std::optional<ImageType> output_type{};
  // Expected height of the images, in pixels. Without effect here: the output is as large as the window, for which
  // bytesPerSampleHint says how much memory to have ready. Default: 0.
  std::optional<int64_t> preallocate_height_hint{};
  // Expected width of the images, in pixels. Without effect here: the output is as large as the window, for which
  // bytesPerSampleHint says how much memory to have ready. Default: 0.
  std::optional<int64_t> preallocate_width_hint{};
  // How the window's start becomes a whole number: 'round' to the nearest (halves away from zero), 'truncate' towards
  // zero. Default: 'round'.
  std::optional<Rounding> rounding{};
  // 'fast': where only resizes read the images and all of them make them smaller, each image is decoded no larger than
  // they need, at a half, a quarter or an eighth of its size. This takes less time and changes pixels a little:
  // docs/reference/resize.md has the numbers. All other images are decoded whole. JPEG, WebP and JPEG 2000 are decoded
  // smaller, and TIFF that holds smaller versions of its image. No effect on 'mixed'. Default: 'off'.
  std::optional<Shrink> shrink{};
  // Largest share of the GPU, above 0 and up to 1, that decoding kernels may take on 'mixed'. Below 1 they run beside
  // a training job in a stream of low priority, with as few blocks. At most 1. Above 0. Default: 1.
  std::optional<double> sm_share{};
  // Take libjpeg-turbo's fast, less exact inverse transform for JPEG. Default: false.
  std::optional<bool> use_fast_idct{};
};

// Decodes a window of each image, given by its size and relative position. The pixels are those of `decoders.image`
// followed by `crop`; a JPEG is decoded only as far as the window needs. A window that reaches outside the image fails
// with INVALID_INPUT; files that cannot be decoded fail as in `decoders.image`.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), BAD_SAMPLE (as in decoders.image),
// UNSUPPORTED (as in decoders.image), INVALID_INPUT (the window reaches outside the image, or the input is not 1-D
// uint8).
// input: The file's bytes: 1-D, uint8.
Node image_crop(const Node& input, const ImageCropOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::decoders

namespace penstock::ops::decoders {

// Arguments of decoders.imageRandomCrop.
struct ImageRandomCropOptions {
  enum class DecodeWith { auto_, engines, kernels, cpu };
  enum class Shrink { off, fast };

  // Turn and mirror the image as its EXIF orientation says. Windows are then in the turned image's coordinates.
  // Default: true.
  std::optional<bool> adjust_orientation{};
  // Ties DALI's decoding threads to cores. Without effect here: the threads that decode, on 'mixed' too, are the
  // pipeline's; its option setAffinity ties them to cores. Default: true.
  std::optional<bool> affine{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // What decodes JPEG on 'mixed'. 'auto': kernels that decode whole batches; what they do not take (progressive or
  // damaged files, other formats) threads decode. 'kernels': the same. 'cpu': threads. These give the same bytes,
  // libjpeg-turbo's. 'engines': the GPU's JPEG engines (nvJPEG) decode what they take, with bytes of their own, and
  // leave the streaming multiprocessors to others; the rest is decoded as with 'auto'. No effect on the CPU. Default:
  // 'auto'.
  std::optional<DecodeWith> decode_with{};
  // Where it runs; everything is on the CPU without device_id. Default: the CPU.
  std::optional<Device> device{};
  // Bytes of device memory that DALI has ready for JPEG. Without effect here: on 'mixed' the decoder's own buffers
  // grow with the first images and are kept; bytesPerSampleHint has memory for the decoded images ready. Default:
  // 16777216.
  std::optional<int64_t> device_memory_padding{};
  // Bytes of device memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a
  // GPU. Default: 0.
  std::optional<int64_t> device_memory_padding_jpeg2k{};
  // uint8; uint16, where the brightest value is 65535; or float32, where it is 1. Anything else fails with
  // INVALID_ARGUMENT. One of 'uint8', 'uint16', 'float32'. Default: 'uint8'.
  std::optional<DType> dtype{};
  // Bytes of page-locked memory that DALI has ready for JPEG. Without effect here: on 'mixed' each thread's
  // page-locked buffers grow with the first images and are kept. Default: 8388608.
  std::optional<int64_t> host_memory_padding{};
  // Bytes of page-locked memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on
  // a GPU. Default: 0.
  std::optional<int64_t> host_memory_padding_jpeg2k{};
  // Share of the images, 0 to 1, that the JPEG engines decode in DALI. Without effect here: no share is given to the
  // GPU's JPEG engines: they decode what they take with decodeWith: 'engines', and nothing else. Default: 0.65.
  std::optional<double> hw_decoder_load{};
  // Pixels from which DALI does Huffman decoding on the GPU. Without effect here: on 'mixed' kernels do the Huffman
  // decoding of every image that they take, whatever its size; see decodeWith. Default: 1000000.
  std::optional<int64_t> hybrid_huffman_threshold{};
  // Interpolate the colour of subsampled JPEGs (smoother) instead of repeating it (faster). The bytes are
  // libjpeg-turbo's in both modes. Default: true; on 'mixed' false.
  std::optional<bool> jpeg_fancy_upsampling{};
  // Longest time that decoding one image may take, in seconds of its thread's CPU time (so that a good file does not
  // fail because the machine is busy); 0 for no limit. An image that takes longer is a bad sample. The limit is
  // checked between rows; WebP, GIF, AVIF, JPEG 2000 and interlaced PNG are decoded in one piece, so it is checked
  // only after they are decoded. On 'mixed' it applies to images that threads decode. At least 0. Default: 0.
  std::optional<double> max_decode_seconds{};
  // Largest number of pixels, width times height of the whole image, that is decoded; 0 for no limit. A larger image
  // is a bad sample; this is checked in its header, before memory is allocated. The default is 16383 x 16383. At least
  // 0. Default: 268402689.
  std::optional<int64_t> max_pixels{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // How often area and aspect ratio are drawn before the largest window that fits is taken instead; 0 or less takes
  // the largest window at once. The window's position is always drawn. Default: 10.
  std::optional<int64_t> num_attempts{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // Colour model: 'rgb', 'bgr', 'ycbcr' (ITU-R BT.601, studio range), 'gray' (1 channel), 'any': the channels of the
  // file, where CMYK counts as RGB, or 'index': what a palette image (PNG, GIF, BMP, TIFF) stores, without its
  // palette, as 1 channel of uint8; any other image is then a bad sample. One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any',
  // 'index'. Default: 'rgb'.
  std::optional<ImageType> output_type{};
  // Expected height of the images, in pixels. Without effect here: the output is as large as the window, for which
  // bytesPerSampleHint says how much memory to have ready. Default: 0.
  std::optional<int64_t> preallocate_height_hint{};
  // Expected width of the images, in pixels. Without effect here: the output is as large as the window, for which
  // bytesPerSampleHint says how much memory to have ready. Default: 0.
  std::optional<int64_t> preallocate_width_hint{};
  // Lowest and highest share of the image's area that the window covers; drawn uniformly. One value stands for both.
  // Above 0. 1 or 2 values. Default: [0.08, 1].
  Values<double> random_area{};
  // Lowest and highest width / height of the window, above 0; its logarithm is drawn uniformly. One value stands for
  // both. Above 0. 1 or 2 values. Default: [0.75, 1.3333333333333333].
  Values<double> random_aspect_ratio{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // 'fast': where only resizes read the images and all of them make them smaller, each image is decoded no larger than
  // they need, at a half, a quarter or an eighth of its size. This takes less time and changes pixels a little:
  // docs/reference/resize.md has the numbers. All other images are decoded whole. JPEG, WebP and JPEG 2000 are decoded
  // smaller, and TIFF that holds smaller versions of its image. No effect on 'mixed'. Default: 'off'.
  std::optional<Shrink> shrink{};
  // Largest share of the GPU, above 0 and up to 1, that decoding kernels may take on 'mixed'. Below 1 they run beside
  // a training job in a stream of low priority, with as few blocks. At most 1. Above 0. Default: 1.
  std::optional<double> sm_share{};
  // Take libjpeg-turbo's fast, less exact inverse transform for JPEG. Default: false.
  std::optional<bool> use_fast_idct{};
};

// Decodes a window of random area, aspect ratio and position from each image. A JPEG is decoded only as far as the
// window needs; the pixels are those of the crop of the whole image. Files that cannot be decoded fail as in
// `decoders.image`.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a range is empty, or an aspect ratio is not
// above 0), BAD_SAMPLE (as in decoders.image), UNSUPPORTED (as in decoders.image), INVALID_INPUT (the input is not 1-D
// uint8).
// input: The file's bytes: 1-D, uint8.
Node image_random_crop(const Node& input, const ImageRandomCropOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::decoders

namespace penstock::ops::decoders {

// Arguments of decoders.imageSlice.
struct ImageSliceOptions {
  enum class DecodeWith { auto_, engines, kernels, cpu };
  enum class Shrink { off, fast };

  // Turn and mirror the image as its EXIF orientation says. Windows are then in the turned image's coordinates.
  // Default: true.
  std::optional<bool> adjust_orientation{};
  // Ties DALI's decoding threads to cores. Without effect here: the threads that decode, on 'mixed' too, are the
  // pipeline's; its option setAffinity ties them to cores. Default: true.
  std::optional<bool> affine{};
  // Which dimensions the window's values are for, in their order; negative counts from the last. Used when axisNames
  // is empty or was not given. Default: [1, 0]. May differ per sample.
  PerSampleValues<int64_t> axes{};
  // Which dimensions the window's values are for, by the letters of the input's layout. Takes precedence over axes.
  // Default: 'WH'.
  std::optional<std::string> axis_names{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // What decodes JPEG on 'mixed'. 'auto': kernels that decode whole batches; what they do not take (progressive or
  // damaged files, other formats) threads decode. 'kernels': the same. 'cpu': threads. These give the same bytes,
  // libjpeg-turbo's. 'engines': the GPU's JPEG engines (nvJPEG) decode what they take, with bytes of their own, and
  // leave the streaming multiprocessors to others; the rest is decoded as with 'auto'. No effect on the CPU. Default:
  // 'auto'.
  std::optional<DecodeWith> decode_with{};
  // Where it runs; everything is on the CPU without device_id. Default: the CPU.
  std::optional<Device> device{};
  // Bytes of device memory that DALI has ready for JPEG. Without effect here: on 'mixed' the decoder's own buffers
  // grow with the first images and are kept; bytesPerSampleHint has memory for the decoded images ready. Default:
  // 16777216.
  std::optional<int64_t> device_memory_padding{};
  // Bytes of device memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a
  // GPU. Default: 0.
  std::optional<int64_t> device_memory_padding_jpeg2k{};
  // uint8; uint16, where the brightest value is 65535; or float32, where it is 1. Anything else fails with
  // INVALID_ARGUMENT. One of 'uint8', 'uint16', 'float32'. Default: 'uint8'.
  std::optional<DType> dtype{};
  // Where the window ends (exclusive), in elements. One of end, relEnd, shape, relShape at most; without them the
  // window goes to the input's end. May differ per sample.
  PerSampleValues<int64_t> end{};
  // Bytes of page-locked memory that DALI has ready for JPEG. Without effect here: on 'mixed' each thread's
  // page-locked buffers grow with the first images and are kept. Default: 8388608.
  std::optional<int64_t> host_memory_padding{};
  // Bytes of page-locked memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on
  // a GPU. Default: 0.
  std::optional<int64_t> host_memory_padding_jpeg2k{};
  // Share of the images, 0 to 1, that the JPEG engines decode in DALI. Without effect here: no share is given to the
  // GPU's JPEG engines: they decode what they take with decodeWith: 'engines', and nothing else. Default: 0.65.
  std::optional<double> hw_decoder_load{};
  // Pixels from which DALI does Huffman decoding on the GPU. Without effect here: on 'mixed' kernels do the Huffman
  // decoding of every image that they take, whatever its size; see decodeWith. Default: 1000000.
  std::optional<int64_t> hybrid_huffman_threshold{};
  // Interpolate the colour of subsampled JPEGs (smoother) instead of repeating it (faster). The bytes are
  // libjpeg-turbo's in both modes. Default: true; on 'mixed' false.
  std::optional<bool> jpeg_fancy_upsampling{};
  // Longest time that decoding one image may take, in seconds of its thread's CPU time (so that a good file does not
  // fail because the machine is busy); 0 for no limit. An image that takes longer is a bad sample. The limit is
  // checked between rows; WebP, GIF, AVIF, JPEG 2000 and interlaced PNG are decoded in one piece, so it is checked
  // only after they are decoded. On 'mixed' it applies to images that threads decode. At least 0. Default: 0.
  std::optional<double> max_decode_seconds{};
  // Largest number of pixels, width times height of the whole image, that is decoded; 0 for no limit. A larger image
  // is a bad sample; this is checked in its header, before memory is allocated. The default is 16383 x 16383. At least
  // 0. Default: 268402689.
  std::optional<int64_t> max_pixels{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Whether a floating-point anchor input is a fraction of the extent (true) or counts elements. Integer inputs always
  // count elements. Default: true.
  std::optional<bool> normalized_anchor{};
  // Whether a floating-point shape input is a fraction of the extent (true) or counts elements. Integer inputs always
  // count elements. Default: true.
  std::optional<bool> normalized_shape{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // Colour model: 'rgb', 'bgr', 'ycbcr' (ITU-R BT.601, studio range), 'gray' (1 channel), 'any': the channels of the
  // file, where CMYK counts as RGB, or 'index': what a palette image (PNG, GIF, BMP, TIFF) stores, without its
  // palette, as 1 channel of uint8; any other image is then a bad sample. One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any',
  // 'index'. Default: 'rgb'.
  std::optional<ImageType> output_type{};
  // Expected height of the images, in pixels. Without effect here: the output is as large as the window, for which
  // bytesPerSampleHint says how much memory to have ready. Default: 0.
  std::optional<int64_t> preallocate_height_hint{};
  // Expected width of the images, in pixels. Without effect here: the output is as large as the window, for which
  // bytesPerSampleHint says how much memory to have ready. Default: 0.
  std::optional<int64_t> preallocate_width_hint{};
  // Where the window ends, as a fraction of the extent. May differ per sample.
  PerSampleValues<double> rel_end{};
  // The window's size, as a fraction of the extent. May differ per sample.
  PerSampleValues<double> rel_shape{};
  // Where the window starts, as a fraction of the extent. Not together with start. May differ per sample.
  PerSampleValues<double> rel_start{};
  // The window's size, in elements. May differ per sample.
  PerSampleValues<int64_t> shape{};
  // 'fast': where only resizes read the images and all of them make them smaller, each image is decoded no larger than
  // they need, at a half, a quarter or an eighth of its size. This takes less time and changes pixels a little:
  // docs/reference/resize.md has the numbers. All other images are decoded whole. JPEG, WebP and JPEG 2000 are decoded
  // smaller, and TIFF that holds smaller versions of its image. No effect on 'mixed'. Default: 'off'.
  std::optional<Shrink> shrink{};
  // Largest share of the GPU, above 0 and up to 1, that decoding kernels may take on 'mixed'. Below 1 they run beside
  // a training job in a stream of low priority, with as few blocks. At most 1. Above 0. Default: 1.
  std::optional<double> sm_share{};
  // Where the window starts, in elements; 0 when neither start nor relStart is given. May differ per sample.
  PerSampleValues<int64_t> start{};
  // Take libjpeg-turbo's fast, less exact inverse transform for JPEG. Default: false.
  std::optional<bool> use_fast_idct{};
};

// Decodes a window of each image, given by its start and size (arguments or two more inputs). The pixels are those of
// `decoders.image` followed by `slice`; a JPEG is decoded only as far as the window needs. A window that reaches
// outside the image or is empty fails with INVALID_INPUT; files that cannot be decoded fail as in `decoders.image`.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), BAD_SAMPLE (as in decoders.image),
// UNSUPPORTED (as in decoders.image), INVALID_INPUT (the window reaches outside the image, anchor or shape comes alone
// or is of a wrong dtype or number of values, or the input is not 1-D uint8).
// input: The file's bytes: 1-D, uint8.
// anchor: Where the window starts: one float32, int32 or int64 value per axis (x, y unless `axes` or `axisNames` says
// otherwise). Integers are pixels; floats are fractions of the extent unless normalizedAnchor is false.
// shape: The window's size: as many values, of the same dtype. Floats are fractions of the extent unless
// normalizedShape is false.
Node image_slice(const Node& input, const ImageSliceOptions& options = {}, CallSite at = CallSite::Here());
Node image_slice(const Node& input, const Node& anchor, const ImageSliceOptions& options = {}, CallSite at = CallSite::Here());
Node image_slice(const Node& input, const Node& anchor, const Node& shape, const ImageSliceOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::decoders

namespace penstock::ops::decoders {

// Arguments of decoders.inflate.
struct InflateOptions {
  enum class Algorithm { LZ4 };

  // How the data is compressed. Without effect here: there is one algorithm. Default: 'LZ4'.
  std::optional<Algorithm> algorithm{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Check that chunks fit the output. Without effect here: the size of what a chunk inflates to is always checked.
  // Default: false.
  std::optional<bool> check_output_size{};
  // Where each chunk begins in the sample, in bytes. Without chunkSizes a chunk ends where the next one begins, and
  // the last one with the sample. May differ per sample.
  PerSampleValues<int64_t> chunk_offsets{};
  // The size of each chunk, in bytes. Without chunkOffsets the chunks lie one behind the other from the sample's first
  // byte on. May differ per sample.
  PerSampleValues<int64_t> chunk_sizes{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Dtype of the inflated elements, which are taken in the byte order of this machine. Default: 'uint8'.
  std::optional<DType> dtype{};
  // Layout of a chunk, one letter per extent of shape. Default: ''.
  std::optional<std::string> layout{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // The letter that stands in front of layout where there are several chunks. 1 letter. Default: 'F'.
  std::optional<std::string> sequence_axis_name{};
  // The shape of an inflated chunk. Required. May differ per sample.
  PerSampleValues<int64_t> shape{};
};

// Decompresses samples, each of which is one compressed chunk, or several that inflate to the same shape and are
// stacked (chunkOffsets, chunkSizes). A chunk is an LZ4 block without a frame and without its size, as
// LZ4_compress_default() and lz4.block.compress(data, store_size=False) make it. DALI has the operator on the GPU
// only.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; shape has more than 6 extents (5 for several
// chunks), layout or sequenceAxisName do not fit it, or chunkOffsets and chunkSizes have different numbers of values),
// BAD_SAMPLE (a chunk is no LZ4 block, is damaged, or inflates to more or fewer bytes than shape and dtype say),
// INVALID_INPUT (the input is not 1-D uint8, or a chunk reaches outside of it).
// input: The compressed bytes: 1-D, uint8.
Node inflate(const Node& input, const InflateOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops::decoders

namespace penstock::ops::decoders {

// Arguments of decoders.numpy.
struct NumpyOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Output dtype; the array's when not given. Values are converted as by cast.
  std::optional<DType> dtype{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
};

// Decodes the bytes of .npy files: arrays in C or Fortran order, of any dtype that tensors have. Use it for arrays
// inside of archives and databases; readers.numpy reads files. docs/data/numpy.md says what can be wrong with a file.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), BAD_SAMPLE (the bytes are no .npy file, are
// damaged, or are fewer or more than their header says), UNSUPPORTED (the array is big-endian, has a dtype that
// tensors do not have (complex numbers, texts, objects, fields), or more than 6 dimensions), INVALID_INPUT (the input
// is not 1-D uint8).
// data: The file's bytes: 1-D, uint8.
Node numpy(const Node& data, const NumpyOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::decoders

namespace penstock::ops::decoders {

// Arguments of decoders.video.
struct VideoOptions {
  enum class Between { before, nearest };
  enum class ColorMatrix { auto_, bt601, bt709, bt2020 };
  enum class ColorRange { auto_, limited, full };
  enum class EnableFrameNum { none, scalar, sequence };
  enum class PadMode { none, constant, edge, repeat, reflect_1001, symmetric, reflect_101, reflect };
  enum class Rotate { apply, ignore };

  // Ties DALI's decoding threads to cores. Without effect here: the threads that decode are the pipeline's; its option
  // setAffinity ties them to cores. Default: true.
  std::optional<bool> affine{};
  // Where the rate becomes lower, lower the filter's cut-off with it, so that frequencies above half of the new rate
  // are removed. false, as in DALI: they are folded down into the sound. Default: false.
  std::optional<bool> antialias{};
  // Add the output audio. Default: false.
  std::optional<bool> audio{};
  // Which frame stands for a time between those of two, with times and fps: 'before': the one that is shown then;
  // 'nearest': the one whose time is nearer. Default: 'before'.
  std::optional<Between> between{};
  // Whether DALI lists the packets before it decodes. Without effect here: the index is always built; no packet is
  // decoded for it. Default: true.
  std::optional<bool> build_index{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Matrix from YCbCr to RGB. 'auto': the one that the stream names, else BT.601. DALI takes BT.601 always. Default:
  // 'auto'.
  std::optional<ColorMatrix> color_matrix{};
  // Range of the stored values. 'auto': the one that the stream names, else limited: 16 to 235 for luma of 8 bits.
  // Default: 'auto'.
  std::optional<ColorRange> color_range{};
  // Where it runs; everything is on the CPU without device_id. Default: the CPU.
  std::optional<Device> device{};
  // With audio: give the mean of the channels, as a sound of one dimension. Default: false.
  std::optional<bool> downmix{};
  // uint8: 0 to 255. uint16: 0 to 65535, as exact as the stream's samples are, for 10 and 12 bits. float32: 0 to 255,
  // where streams of 8 bits give the whole numbers of uint8, and those of more bits the values of uint16 divided by
  // 257. None of them maps the brightness of HDR: values are those of the stream's transfer function. One of 'uint8',
  // 'uint16', 'float32'. Default: 'uint8'.
  std::optional<DType> dtype{};
  // Add the output frameNum: 'scalar' for the first frame, 'sequence' for all of them. Default: 'none'.
  std::optional<EnableFrameNum> enable_frame_num{};
  // Add the output timestamps. Default: false.
  std::optional<bool> enable_timestamps{};
  // Frame before which the sequence ends. Not together with frames or sequenceLength. At least 0. May differ per
  // sample.
  PerSample<int64_t> end_frame{};
  // Value of the frames that padMode: 'constant' adds, from 0 to 255 whatever the dtype: one for all channels, or one
  // for each; three are a colour that is opaque in 'rgba'. From 0 to 255. 1 or 3 or 4 values. Default: [0].
  Values<int64_t> fill_value{};
  // Frames for a second: the video becomes a sequence of its frames at times that are 1 / fps seconds apart, from its
  // first one on, and startFrame, stride, sequenceLength and endFrame count these. 0: all frames. Not together with
  // frames or times. At least 0. Default: 0. May differ per sample.
  PerSample<double> fps{};
  // Numbers of the frames, in any order and as often as wanted, in place of a range. At least 0. May differ per
  // sample.
  PerSampleValues<int64_t> frames{};
  // Colour model of the frames: 'rgb', or 'rgba' with straight alpha as the fourth channel, which is opaque where the
  // stream has none. colorSpaceConversion makes others of 'rgb'. Default: 'rgb'.
  std::optional<ImageType> image_type{};
  // Longest time that decoding one video may take, in seconds of its thread's CPU time; 0 for no limit. A video that
  // takes longer is a bad sample. At least 0. Default: 0.
  std::optional<double> max_decode_seconds{};
  // Largest number of pixels of a frame, width times height; 0 for no limit. A larger video is a bad sample. The
  // default is 16383 x 16383. At least 0. Default: 268402689.
  std::optional<int64_t> max_pixels{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // What stands for frames beyond the end. 'none': nothing, so that the sequence is shorter; with `frames` such a
  // number is a bad sample. 'constant': fillValue. 'edge' ('repeat'): the last frame. 'reflect_1001' ('symmetric'):
  // the video backwards, from its last frame on. 'reflect_101' ('reflect'): the same, from the frame before. Default:
  // 'constant'.
  std::optional<PadMode> pad_mode{};
  // How many lobes the sinc has on either side, from 0 (3 lobes) to 50 (16) and 100 (64): 0.007 q^2 - 0.09 q + 3,
  // rounded. More give a sharper cut-off and take longer. From 0 to 100. Default: 50.
  std::optional<double> quality{};
  // 'apply': turn and mirror frames as the file says that they are shown, such as those of a phone that was held
  // upright, by multiples of 90 degrees. 'ignore': frames as they are stored, which is what DALI gives. Default:
  // 'apply'.
  std::optional<Rotate> rotate{};
  // With audio: samples per second that the sound of each clip is resampled to, in Hz, as audioResample does it. 0:
  // those of the file. At least 0. Default: 0.
  std::optional<double> sample_rate{};
  // Number of frames. Without it and endFrame the sequence goes to the end of the video. Not together with frames or
  // endFrame. At least 1. May differ per sample.
  PerSample<int64_t> sequence_length{};
  // First frame. Not together with frames. At least 0. Default: 0. May differ per sample.
  PerSample<int64_t> start_frame{};
  // Distance from a frame to the next, in frames. Not together with frames. At least 1. Default: 1. May differ per
  // sample.
  PerSample<int64_t> stride{};
  // The times of the frames, in seconds from the video's first frame on, in any order and as often as wanted, in place
  // of a range. A time at which the last frame has ended counts as a frame beyond the end. At least 0. May differ per
  // sample.
  PerSampleValues<double> times{};
  // Give sequenceLength frames that are spread evenly, from startFrame to the last one; frames come several times
  // where there are fewer. Not together with stride or endFrame. Default: false.
  std::optional<bool> uniform_sample{};
};

// Decodes videos. All frames, or those that `frames`, `times`, or `startFrame`, `stride` and `sequenceLength` or
// `endFrame` choose, or as many as `fps` says of each second. Each frame is the one that decoding from the start
// gives, bit for bit. H.264, HEVC, AV1, VP8, VP9, MPEG-1, -2 and -4, H.263, MJPEG, ProRes, DNxHD, FFV1, PNG and
// QuickTime Animation, in MP4, MOV, Matroska, WebM, AVI, MPEG-TS, MPEG-PS, Ogg, FLV and IVF. It takes the video
// plugin: docs/guides/video.md#what-it-takes says where it comes from.
// Output(1), with enable_frame_num: The number of the first frame, shape [1], or with 'sequence' that of each frame,
// shape [frames]: int32. -1 stands for a frame that padding adds.
// Output(2), with enable_timestamps: When each frame is shown, in seconds from the video's first frame on: float64,
// shape [frames]. -1 stands for a frame that padding adds, and NaN for a time that the file does not say.
// Output(3), with audio: The sound from when the first of its frames is shown until the last one ends: float32, shape
// [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has
// none. A video without sound gives no samples, of one channel.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; endFrame is not above startFrame, imageType
// is neither 'rgb' nor 'rgba', or arguments that exclude each other are given), BAD_SAMPLE (the bytes are no video,
// are damaged or have no video stream, a chosen frame is damaged, refers to damaged ones or lies beyond the end
// (startFrame, or frames and times with padMode 'none'), frames are chosen by times, or audio is asked for, and the
// video has no times, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the
// video plugin is missing, or the video has another codec, pixels of another kind or frames of several sizes),
// INVALID_INPUT (the input is not 1-D uint8).
// encoded: The file's bytes: 1-D, uint8.
Node video(const Node& encoded, const VideoOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::decoders

namespace penstock::ops {

// Arguments of dumpImage.
struct DumpImageOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Layout of the images: HWC. Without effect here: HWC is the only one. One of 'HWC'. Default: 'HWC'.
  std::optional<std::string> input_layout{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // A part of the names of the files: i-suffix-0.ppm. Default: ''.
  std::optional<std::string> suffix{};
};

// Writes each image of a batch to a file in the working folder of the process, and gives the images unchanged. The
// file of the sample at position i of its batch is called i-suffix-0.ppm, in the text form of PPM (P3), or of PGM (P2)
// for one channel; the next batch writes the same files anew. It is meant for debugging: only if its output is used
// does it run, and on a GPU each batch is waited for.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; inputLayout is not HWC, or a file cannot be
// written: the disk is full, or suffix leads to a folder that is not there), INVALID_INPUT (the input is not uint8 of
// layout HWC with 1 or 3 channels).
// input: Images of layout HWC or without one, with 1 or 3 channels.
Node dump_image(const Node& input, const DumpImageOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of elementExtract.
struct ElementExtractOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Places of the elements: one output each, in this order. A single number gives one output, not a list. Required. At
  // least 0.
  Values<int64_t> element_map{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Takes elements along the first axis out of a tensor, each as an output of its own. No bytes are copied.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has no dimensions,
// its layout begins with another letter than F, or it has fewer elements than elementMap asks for).
// data: Sequence, whose first axis is F or has no letter; any dtype.
std::vector<Node> element_extract(const Node& data, const ElementExtractOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops::encoders {

// Arguments of encoders.image.
struct ImageOptions {
  enum class Format { jpeg, png, webp };
  enum class Subsampling { _4_2_0, _4_2_2, _4_4_4 };

  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // PNG: how hard the file is compressed, from 0 (not at all, fast) to 9. From 0 to 9. Default: 6.
  std::optional<int64_t> compression{};
  // WebP: how much time is spent on a smaller file, from 0 (fast) to 6. From 0 to 6. Default: 4.
  std::optional<int64_t> effort{};
  // The format of the files. Default: 'jpeg'.
  std::optional<Format> format{};
  // WebP: keep all pixels as they are. Default: false.
  std::optional<bool> lossless{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // JPEG: make the Huffman codes for each image, for files that are some percent smaller and take longer to write. The
  // pixels are the same. Default: false.
  std::optional<bool> optimize{};
  // JPEG and WebP: quality from 1 to 100, higher is larger. PNG has no loss. From 1 to 100. Default: 80. May differ
  // per sample.
  PerSample<int64_t> quality{};
  // JPEG: how many samples the colours keep: a quarter, half or all of them. Default: '4:2:0'.
  std::optional<Subsampling> subsampling{};
};

// Encodes images as files: JPEG by libjpeg-turbo, PNG and WebP by libvips. It is the way to thumbnails and caches:
// write the bytes of each sample to a file, or give them to decoders.image again. The operator runs on the CPU alone,
// and in a stage of its own.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input is no image of
// [height, width] or [height, width, channels], is empty or too large for the format, or has a dtype or a number of
// channels that the format does not take), UNSUPPORTED (format is png or webp and libvips is not installed),
// OUT_OF_MEMORY (there is no memory for the file).
// input: Images, uint8: JPEG takes 1 or 3 channels (grey, RGB), PNG and WebP 1 to 4 (grey, grey and alpha, RGB, RGB
// and alpha). PNG takes uint16 too. Layout HWC or HW, or none.
Node image(const Node& input, const ImageOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::encoders

namespace penstock::ops {

// Arguments of equalize.
struct EqualizeOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Equalizes the histogram of each channel, so that all values from 0 to 255 are about equally frequent. A frame of a
// sequence has histograms of its own.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype or
// layout that the operator does not take).
// input: uint8 images or sequences; layout HW, HWC, CHW, FHW, FHWC or FCHW (without a layout: HW, HWC or FHWC by the
// number of dimensions); any number of channels.
Node equalize(const Node& input, const EqualizeOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of erase.
struct EraseOptions {
  // Where the regions start, one region after the other, each with a value per axis. Default: 0 along every axis. May
  // differ per sample.
  PerSampleValues<double> anchor{};
  // Which dimensions anchor and shape are for, in their order; negative counts from the last. If neither axes nor
  // axisNames is given: all dimensions but C. Default: [1, 0].
  Values<int64_t> axes{};
  // Which dimensions the window's values are for, by the letters of the input's layout. Takes precedence over axes.
  // Default: 'HW'.
  std::optional<std::string> axis_names{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Anchors are the centres of the regions. Default: false.
  std::optional<bool> centered_anchor{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // What is written: one value, or one per channel of a layout with C. Clamped to the dtype's range, fractions are
  // dropped. May be NaN or infinite. Default: [0]. May differ per sample.
  PerSampleValues<double> fill_value{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // anchor and shape are fractions of the extents. Not together with normalizedAnchor or normalizedShape. Default:
  // false.
  std::optional<bool> normalized{};
  // anchor is a fraction of the extents. Default: false.
  std::optional<bool> normalized_anchor{};
  // shape is a fraction of the extents. Default: false.
  std::optional<bool> normalized_shape{};
  // Extents of the regions, as many values as anchor has. A region of extent 0 or less erases nothing; without anchor
  // and shape nothing is erased. May differ per sample.
  PerSampleValues<double> shape{};
};

// Overwrites one or more rectangular regions with a value. A region reaches from anchor to anchor + shape, both
// rounded down, along the given axes, and covers the other axes whole; parts outside the input are ignored.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; anchor and shape differ in length, do not fit
// the axes, or axes name no dimension of the input).
// input: Tensor of any dtype, with 1 to 6 dimensions and any layout.
Node erase(const Node& input, const EraseOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of expandDims.
struct ExpandDimsOptions {
  // The places that the new dimensions have in the output, in any order. Required. At least 0.
  Values<int64_t> axes{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Letters of the new dimensions, in the order of axes. Default: ''.
  std::optional<std::string> new_axis_names{};
};

// Inserts dimensions of extent 1. No bytes are copied.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes has a place twice or one that the output
// does not have, or newAxisNames has another number of letters), INVALID_INPUT (newAxisNames is given, and the input
// has no layout, or the output would have too many dimensions).
// data: Tensor of any dtype and layout.
Node expand_dims(const Node& data, const ExpandDimsOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops::experimental {

// Arguments of experimental.dilate.
struct DilateOptions {
  enum class BorderMode { constant, replicate, reflect, reflect_101, wrap };

  // The element of the mask that lies on the output's position: [x, y]. -1: its middle, size / 2 rounded down. At
  // least -1. Default: [-1, -1]. May differ per sample.
  PerSampleValues<int64_t> anchor{};
  // What stands beyond the edges of abcd: 'constant' (nothing: such elements do not count), 'replicate'
  // (aaa|abcd|ddd), 'reflect' (cba|abcd|dcb), 'reflect_101' (dcb|abcd|cba) or 'wrap' (bcd|abcd|abc). Default:
  // 'constant'.
  std::optional<BorderMode> border_mode{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // How often the mask is applied: n times are one mask that is larger by (n - 1) * (size - 1), with an anchor n times
  // as far in. At least 1. Default: 1.
  std::optional<int64_t> iterations{};
  // Size of the rectangular mask: [width, height]. At least 1. Default: [3, 3]. May differ per sample.
  PerSampleValues<int64_t> mask_size{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Replaces each element by the largest one below a rectangular mask, channel by channel. What a NaN gives is not
// defined.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; maskSize or anchor has another number of
// values than 1 or 2, the anchor is outside the mask, or the mask has more than 65535 elements along an axis after all
// iterations).
// input: Image or sequence: uint8, uint16, int16 or float32; layout HW, HWC, CHW, FHWC or FCHW.
Node dilate(const Node& input, const DilateOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::experimental

namespace penstock::ops::experimental {

// Arguments of experimental.erode.
struct ErodeOptions {
  enum class BorderMode { constant, replicate, reflect, reflect_101, wrap };

  // The element of the mask that lies on the output's position: [x, y]. -1: its middle, size / 2 rounded down. At
  // least -1. Default: [-1, -1]. May differ per sample.
  PerSampleValues<int64_t> anchor{};
  // What stands beyond the edges of abcd: 'constant' (nothing: such elements do not count), 'replicate'
  // (aaa|abcd|ddd), 'reflect' (cba|abcd|dcb), 'reflect_101' (dcb|abcd|cba) or 'wrap' (bcd|abcd|abc). Default:
  // 'constant'.
  std::optional<BorderMode> border_mode{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // How often the mask is applied: n times are one mask that is larger by (n - 1) * (size - 1), with an anchor n times
  // as far in. At least 1. Default: 1.
  std::optional<int64_t> iterations{};
  // Size of the rectangular mask: [width, height]. At least 1. Default: [3, 3]. May differ per sample.
  PerSampleValues<int64_t> mask_size{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Replaces each element by the smallest one below a rectangular mask, channel by channel. What a NaN gives is not
// defined.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; maskSize or anchor has another number of
// values than 1 or 2, the anchor is outside the mask, or the mask has more than 65535 elements along an axis after all
// iterations).
// input: Image or sequence: uint8, uint16, int16 or float32; layout HW, HWC, CHW, FHWC or FCHW.
Node erode(const Node& input, const ErodeOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::experimental

namespace penstock::ops::experimental {

// Arguments of experimental.medianBlur.
struct MedianBlurOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Size of the window, odd: [width, height]. From 1 to 255. Default: [3, 3]. May differ per sample.
  PerSampleValues<int64_t> window_size{};
};

// Replaces each element by the median of those in a rectangular window around it, channel by channel. Beyond its edges
// the image's outermost elements are repeated. What a NaN gives is not defined.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; windowSize has another number of values than
// 1 or 2, or an even one).
// input: Image or sequence: uint8, uint16, int16 or float32; layout HW, HWC, CHW, FHWC or FCHW.
Node median_blur(const Node& input, const MedianBlurOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::experimental

namespace penstock::ops::experimental::readers {

// Arguments of experimental.readers.fits.
struct FitsOptions {
  enum class Shard { auto_ };

  // With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike:
  // as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608.
  std::optional<int64_t> block_bytes{};
  // With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better;
  // docs/guides/epochs.md says how well. From 1 to 4096. Default: 16.
  std::optional<int64_t> block_window{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most
  // network file systems. Default: false.
  std::optional<bool> dont_use_mmap{};
  // The dtype of each output, as many as hduIndices has entries: an image of another dtype is refused. By default
  // images have any dtype.
  Values<DType> dtypes{};
  // Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of
  // shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order.
  // The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard.
  // Default: false.
  std::optional<bool> elastic{};
  // Glob pattern: with fileRoot, only files whose name matches it are read. Upper and lower case are distinguished.
  // Default: '*.fits'.
  std::optional<std::string> file_filter{};
  // Path of a text file with a path in each line, relative to fileRoot, or to the list's own folder without it. White
  // space at the end of a line does not count, and neither do empty lines. Not together with files.
  std::optional<std::string> file_list{};
  // Folder of the data set: the files in it, and then those of its sub-folders at any depth, in the order of their
  // names; hidden folders are left out. Required unless fileList or files is given; with them, the folder that their
  // paths are relative to.
  std::optional<std::string> file_root{};
  // Paths of the files, relative to fileRoot if that is given. Not together with fileList.
  Values<std::string> files{};
  // The HDUs to read, an output for each; they count from 1, which is the primary one. At least 1. Default: [2].
  Values<int64_t> hdu_indices{};
  // Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order
  // of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more.
  Values<int64_t> indices{};
  // With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or
  // larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024.
  std::optional<int64_t> initial_fill{};
  // List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not
  // called. Default: false.
  std::optional<bool> lazy_init{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1.
  std::optional<int64_t> num_shards{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats
  // are marked as padding. Default: false.
  std::optional<bool> pad_last_batch{};
  // Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far
  // the reader runs ahead. At least 1. Default: 1.
  std::optional<int64_t> prefetch_queue_depth{};
  // Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks.
  // Default: false.
  std::optional<bool> random_shuffle{};
  // Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples,
  // neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it
  // costs some calls. Object stores are always read ahead. Default: false.
  std::optional<bool> read_ahead{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI,
  // MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards.
  std::optional<Shard> shard{};
  // Which shard to read: 0 to numShards - 1. At least 0. Default: 0.
  std::optional<int64_t> shard_id{};
  // Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the
  // shards anew. The order is an exact permutation, and every shard computes the same one. Not together with
  // randomShuffle, shuffleBlocks or stickToShard. Default: false.
  std::optional<bool> shuffle_after_epoch{};
  // Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it,
  // give every shard the same value.
  std::optional<int64_t> shuffle_after_epoch_seed{};
  // Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of
  // blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores
  // need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with
  // stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false.
  std::optional<bool> shuffle_blocks{};
  // Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached.
  // Default: false.
  std::optional<bool> skip_cached_images{};
  // Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's
  // source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on
  // (docs/guides/subsets.md).
  Values<std::string> skip_list{};
  // Read the same shard in every epoch instead of moving to the next one. Default: false.
  std::optional<bool> stick_to_shard{};
  // Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default:
  // 1048576.
  std::optional<int64_t> tensor_init_bytes{};
};

// Reads the images of FITS files, one file for each sample and one output for each entry of hduIndices. The files are
// given by one of three arguments: fileRoot alone, fileList, or files. Values are BSCALE * stored + BZERO; BLANK is
// not looked at. Each sample's source, as errors and sourceInfo() show it, is its path. Compressed images and tables
// are refused.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; dtypes and hduIndices have different numbers
// of values), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a
// folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no FITS file, is damaged or cut off, or has
// fewer HDUs than hduIndices says), UNSUPPORTED (an HDU is a table, a compressed image, random groups or has no data,
// or an image has more than 6 axes), INVALID_INPUT (an image has another dtype than dtypes says), EMPTY_DATASET (there
// is nothing to read).
std::vector<Node> fits(Pipeline& pipeline, const FitsOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::experimental::readers

namespace penstock::ops::experimental::readers {

// Arguments of experimental.readers.video.
struct VideoOptions {
  enum class Between { before, nearest };
  enum class ColorMatrix { auto_, bt601, bt709, bt2020 };
  enum class ColorRange { auto_, limited, full };
  enum class EnableFrameNum { none, scalar, sequence };
  enum class FileListFormat { timestamps, frames };
  enum class FileListRounding { start_down_end_up, start_up_end_down, all_up, all_down };
  enum class PadMode { none, constant, edge, repeat, reflect_1001, symmetric, reflect_101, reflect };
  enum class Rotate { apply, ignore };
  enum class Shard { auto_ };

  // Where the rate becomes lower, lower the filter's cut-off with it, so that frequencies above half of the new rate
  // are removed. false, as in DALI: they are folded down into the sound. Default: false.
  std::optional<bool> antialias{};
  // Add the output audio. Default: false.
  std::optional<bool> audio{};
  // Which frame stands for a time between those of two, with times and fps: 'before': the one that is shown then;
  // 'nearest': the one whose time is nearer. Default: 'before'.
  std::optional<Between> between{};
  // With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike:
  // as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608.
  std::optional<int64_t> block_bytes{};
  // With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better;
  // docs/guides/epochs.md says how well. From 1 to 4096. Default: 16.
  std::optional<int64_t> block_window{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Matrix from YCbCr to RGB. 'auto': the one that the stream names, else BT.601. DALI takes BT.601 always. Default:
  // 'auto'.
  std::optional<ColorMatrix> color_matrix{};
  // Range of the stored values. 'auto': the one that the stream names, else limited: 16 to 235 for luma of 8 bits.
  // Default: 'auto'.
  std::optional<ColorRange> color_range{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most
  // network file systems. Default: false.
  std::optional<bool> dont_use_mmap{};
  // With audio: give the mean of the channels, as a sound of one dimension. Default: false.
  std::optional<bool> downmix{};
  // uint8: 0 to 255. uint16: 0 to 65535, as exact as the stream's samples are, for 10 and 12 bits. float32: 0 to 255,
  // where streams of 8 bits give the whole numbers of uint8, and those of more bits the values of uint16 divided by
  // 257. None of them maps the brightness of HDR: values are those of the stream's transfer function. One of 'uint8',
  // 'uint16', 'float32'. Default: 'uint8'.
  std::optional<DType> dtype{};
  // Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of
  // shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order.
  // The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard.
  // Default: false.
  std::optional<bool> elastic{};
  // Add the output frameNum: 'scalar' for the first frame of the clip, 'sequence' for all of them. Default: 'none'.
  std::optional<EnableFrameNum> enable_frame_num{};
  // Add the output timestamps. Default: false.
  std::optional<bool> enable_timestamps{};
  // Path or URL of a text file with a video per line: its path, white space, an integer label and, for a part of the
  // video, where that starts and ends. Paths are relative to the list's own folder. Negative numbers count from the
  // end of the video; without an end, and with 0, the part goes to its end.
  std::optional<std::string> file_list{};
  // What the ranges of fileList are: 'timestamps': seconds from the video's first frame on; 'frames': numbers of
  // frames, from 0 on. Default: 'timestamps'.
  std::optional<FileListFormat> file_list_format{};
  // Whether the frame at the end of a range belongs to it. Default: true.
  std::optional<bool> file_list_include_end{};
  // How the start and the end of a range that lie between two frames are rounded to one. Default: 'start_down_end_up'.
  std::optional<FileListRounding> file_list_rounding{};
  // Folder of the videos: each sub-folder is a class, with all videos below it, and labels count the sub-folders in
  // the order of their names; in a folder with videos only all labels are 0. A file is a video by its ending.
  std::optional<std::string> file_root{};
  // Paths, URLs or glob patterns of the videos.
  Values<std::string> filenames{};
  // Value of the frames that padMode: 'constant' adds, from 0 to 255 whatever the dtype: one for all channels, or one
  // for each; three are a colour that is opaque in 'rgba'. From 0 to 255. 1 or 3 or 4 values. Default: [0].
  Values<int64_t> fill_value{};
  // Frames for a second: a video, or its part, becomes a sequence of its frames at times that are 1 / fps seconds
  // apart, from its first one on. sequenceLength, stride and step count these, and so do the numbers in sources. 0:
  // all frames. At least 0. Default: 0.
  std::optional<double> fps{};
  // Colour model of the frames: 'rgb', or 'rgba' with straight alpha as the fourth channel, which is opaque where the
  // stream has none. colorSpaceConversion makes others of 'rgb'. Default: 'rgb'.
  std::optional<ImageType> image_type{};
  // Path of a file that keeps where the packets of the videos lie, so that later listings open none of those that have
  // not changed (by size and time of change, or by the version that a store gives). It is written after a listing that
  // has found others, and need not exist; videos that other readers keep there stay. By default each listing opens all
  // videos.
  std::optional<std::string> index_path{};
  // Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order
  // of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more.
  Values<int64_t> indices{};
  // With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or
  // larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024.
  std::optional<int64_t> initial_fill{};
  // Labels of the entries of filenames, one each.
  Values<int64_t> labels{};
  // List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not
  // called. Default: false.
  std::optional<bool> lazy_init{};
  // Longest time that decoding one clip may take, in seconds of its thread's CPU time; 0 for no limit. A clip that
  // takes longer is a bad sample. At least 0. Default: 0.
  std::optional<double> max_decode_seconds{};
  // Largest number of pixels of a frame, width times height; 0 for no limit. A larger video is a bad sample. The
  // default is 16383 x 16383. At least 0. Default: 268402689.
  std::optional<int64_t> max_pixels{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1.
  std::optional<int64_t> num_shards{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats
  // are marked as padding. Default: false.
  std::optional<bool> pad_last_batch{};
  // What stands for frames beyond the end of a video, or of its part. 'none': nothing, so that clips which would reach
  // beyond it are left out. 'constant': fillValue. 'edge' ('repeat'): the last frame. 'reflect_1001' ('symmetric'):
  // the video backwards, from its last frame on. 'reflect_101' ('reflect'): the same, from the frame before. Default:
  // 'none'.
  std::optional<PadMode> pad_mode{};
  // Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far
  // the reader runs ahead. At least 1. Default: 1.
  std::optional<int64_t> prefetch_queue_depth{};
  // How many lobes the sinc has on either side, from 0 (3 lobes) to 50 (16) and 100 (64): 0.007 q^2 - 0.09 q + 3,
  // rounded. More give a sharper cut-off and take longer. From 0 to 100. Default: 50.
  std::optional<double> quality{};
  // Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks.
  // Default: false.
  std::optional<bool> random_shuffle{};
  // Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples,
  // neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it
  // costs some calls. Object stores are always read ahead. Default: false.
  std::optional<bool> read_ahead{};
  // 'apply': turn and mirror frames as the file says that they are shown, such as those of a phone that was held
  // upright, by multiples of 90 degrees. 'ignore': frames as they are stored, which is what DALI gives. Default:
  // 'apply'.
  std::optional<Rotate> rotate{};
  // With audio: samples per second that the sound of each clip is resampled to, in Hz, as audioResample does it. 0:
  // those of the file. At least 0. Default: 0.
  std::optional<double> sample_rate{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // Number of frames of a clip. At least 1.
  std::optional<int64_t> sequence_length{};
  // 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI,
  // MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards.
  std::optional<Shard> shard{};
  // Which shard to read: 0 to numShards - 1. At least 0. Default: 0.
  std::optional<int64_t> shard_id{};
  // Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the
  // shards anew. The order is an exact permutation, and every shard computes the same one. Not together with
  // randomShuffle, shuffleBlocks or stickToShard. Default: false.
  std::optional<bool> shuffle_after_epoch{};
  // Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it,
  // give every shard the same value.
  std::optional<int64_t> shuffle_after_epoch_seed{};
  // Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of
  // blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores
  // need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with
  // stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false.
  std::optional<bool> shuffle_blocks{};
  // Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached.
  // Default: false.
  std::optional<bool> skip_cached_images{};
  // Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's
  // source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on
  // (docs/guides/subsets.md).
  Values<std::string> skip_list{};
  // Distance from the first frame of a clip to that of the next one, in frames. 0 and less: sequenceLength times
  // stride, so that clips do not overlap. Default: -1.
  std::optional<int64_t> step{};
  // Read the same shard in every epoch instead of moving to the next one. Default: false.
  std::optional<bool> stick_to_shard{};
  // Distance from a frame of a clip to the next one, in frames. At least 1. Default: 1.
  std::optional<int64_t> stride{};
  // Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default:
  // 1048576.
  std::optional<int64_t> tensor_init_bytes{};
  // Give one clip of each video, or part: the frames at these times, in seconds from its first frame on, in place of
  // sequenceLength. A time at which the last frame has ended counts as a frame beyond the end, which padMode: 'none'
  // refuses. At least 0.
  Values<double> times{};
  // Give one clip of each video, or part: sequenceLength frames, spread evenly from the first to the last one; frames
  // come several times where there are fewer. stride, step and padMode have no effect then. Default: false.
  std::optional<bool> uniform_sample{};
};

// Reads clips of videos: sequences of frames, one after the other through each video, or one of frames that are spread
// evenly or chosen by times. Each frame is the one that decoding from the start gives, bit for bit. The packets of
// each file are listed once, when the data set is built, and none is decoded for it. A file that is no video is one
// bad sample, so that onError decides. Each sample's source, as errors and sourceInfo() show it, is path:frame, with
// the number of its first frame. With device 'gpu' the GPU's video engines decode, and threads what these do not take.
// It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
// Output(1), with file_root or file_list or labels: The label: int32, shape [1].
// Output(2), with enable_frame_num: The number of the clip's first frame, shape [1], or with 'sequence' that of each
// frame, shape [frames]: int32. -1 stands for a frame that padding adds.
// Output(3), with enable_timestamps: When each frame is shown, in seconds from the video's first frame on: float64,
// shape [frames]. -1 stands for a frame that padding adds.
// Output(4), with audio: The sound from when the first of its frames is shown until the last one ends: float32, shape
// [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has
// none. A video without sound gives no samples, of one channel.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels
// has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that
// an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a
// file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its
// sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or
// a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or
// none that is as long as a sequence).
Node video(Pipeline& pipeline, const VideoOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::experimental::readers

namespace penstock::ops::experimental {

// Arguments of experimental.remap.
struct RemapOptions {
  enum class PixelOrigin { corner, center };

  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // 'nn' takes the pixel with the nearest centre (between two the even one), 'linear' weighs the four nearest, 'cubic'
  // sixteen (a = -0.75). One of 'nn', 'linear', 'cubic'. Default: 'linear'.
  std::optional<Interp> interp{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Where positions are [0, 0]: in the corner of the first pixel, so that centres lie at halves ('corner'), or in its
  // centre, as OpenCV has it ('center'). Default: 'corner'.
  std::optional<PixelOrigin> pixel_origin{};
};

// Resamples images along any map: output(x, y) = input(mapx(x, y), mapy(x, y)). Pixels outside the input count as 0.
// There is no antialiasing.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype or
// layout that the operator does not take, or a map is not float32 or has other extents than the input).
// input: Image or sequence: uint8, uint16, int16 or float32; layout HWC or FHWC (without a layout: by the number of
// dimensions).
// mapx: float32, in pixels: the x from which each output pixel is taken. Shape [height, width] or [height, width, 1],
// of the input's extents; for a sequence also with an axis of frames in front of them.
// mapy: The same for y, of the shape of mapx.
Node remap(const Node& input, const Node& mapx, const Node& mapy, const RemapOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::experimental

namespace penstock::ops::experimental {

// Arguments of experimental.resize.
struct ResizeOptions {
  enum class Match { dali, pillow, pillow_12, torchvision, torchvision_float, opencv };
  enum class MatchFilter { box, hamming, area, lanczos4, nearest_exact };
  enum class Mode { default_, stretch, not_larger, not_smaller };

  // When an axis shrinks, widen the filter in proportion, so that every input pixel counts. Nearest neighbour is never
  // widened. Default: true.
  std::optional<bool> antialias{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: the input's (the default) or float32. Integers are rounded to nearest and saturated; float32 keeps
  // the input's range, without rounding. Anything else fails with INVALID_ARGUMENT.
  std::optional<DType> dtype{};
  // Filter for both directions; minFilter and magFilter override it. 'triangular' is the same as 'linear'. Default:
  // 'linear'. May differ per sample.
  PerSample<Interp> interp_type{};
  // Filter of an axis that grows or keeps its size. Default: interpType. May differ per sample.
  PerSample<Interp> mag_filter{};
  // Whose numbers the result has, to the last bit where the library's are fixed. 'dali': DALI's, within 1. 'pillow':
  // Image.resize() of Pillow 13; 'pillow-12': of Pillow up to 12, where the order of the passes differs.
  // 'torchvision': resize() of tensors, uint8 or float32, on a CPU with AVX2; 'torchvision-float': its path through
  // float32 on CPUs without AVX2, for uint8 and float32. 'opencv': cv2.resize() of uint8. Regions are cut out first,
  // and are whole pixels. What the library does not have is refused. Default: 'dali'.
  std::optional<Match> match{};
  // With match: a filter of that library for which interpType has no name. Default: interpType.
  std::optional<MatchFilter> match_filter{};
  // Upper limit of the output extents, in pixels: one value, or one per axis in the order of size. Modes that keep the
  // aspect ratio (also resizeShorter) shrink the whole image to fit; the others cut each extent to it. 1 to 3 values.
  Values<double> max_size{};
  // Filter of an axis that shrinks. Default: interpType. May differ per sample.
  PerSample<Interp> min_filter{};
  // Images per kernel call of DALI on a GPU. Without effect here: one kernel call resizes the whole batch. Default:
  // 32.
  std::optional<int64_t> minibatch_size{};
  // How the requested extents are met. 'default': given extents exactly; the others are scaled by the (geometric) mean
  // scale of the given ones. 'stretch': given extents exactly; the others keep their size. 'not_larger': the largest
  // output of the input's aspect ratio that exceeds no requested extent. 'not_smaller': the smallest output of that
  // aspect ratio that is no less than any requested extent. Cannot be combined with resizeShorter or resizeLonger.
  // Default: 'default'.
  std::optional<Mode> mode{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Length of the longer side in pixels; the aspect ratio is kept. Excludes the other ways to give a size. Default: 0.
  // May differ per sample.
  PerSample<double> resize_longer{};
  // Length of the shorter side in pixels; the aspect ratio is kept, within maxSize. Excludes the other ways to give a
  // size. Default: 0. May differ per sample.
  PerSample<double> resize_shorter{};
  // Output width in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger.
  // Default: 0. May differ per sample.
  PerSample<double> resize_x{};
  // Output height in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger.
  // Default: 0. May differ per sample.
  PerSample<double> resize_y{};
  // Output depth in voxels, for volumes; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and
  // resizeLonger. Default: 0. May differ per sample.
  PerSample<double> resize_z{};
  // End of the region to resize, in the order of size; goes with roiStart. A start beyond its end mirrors the axis. 1
  // to 3 values. May differ per sample.
  PerSampleValues<double> roi_end{};
  // roiStart and roiEnd are fractions of the input's extents (0 to 1), not pixels. Default: false.
  std::optional<bool> roi_relative{};
  // Start of the region to resize, in the order of size; goes with roiEnd. Filters may still reach pixels around the
  // region. 1 to 3 values. May differ per sample.
  PerSampleValues<double> roi_start{};
  // Give the original extents as a second output. Default: false.
  std::optional<bool> save_attrs{};
  // Output extents in pixels, outermost axis first ([height, width], volumes [depth, height, width]), or one value for
  // all axes. Negative mirrors an axis, 0 leaves it to mode. Fractions are rounded; see subpixelScale. 1 to 3 values.
  // May differ per sample.
  PerSampleValues<double> size{};
  // When the output extent had to be rounded, adjusts the region so that the requested scale is kept. Otherwise the
  // scale follows from the rounded extent. Default: true.
  std::optional<bool> subpixel_scale{};
  // Expected size, in bytes, of DALI's temporary memory on a GPU. Without effect here: temporary memory is what the
  // shapes of the batch need, and is kept. Default: 0.
  std::optional<int64_t> temp_buffer_hint{};
};

// Resamples images to another size. DALI's operator of this name runs CV-CUDA's resize on a GPU, with the filters and
// arguments of resize; here it is resize itself, with the same bytes.
// Output(1), with save_attrs: int32 [H, W] or [D, H, W]: the extents before the resize. Only with saveAttrs.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; arguments give the size in several ways, or
// in none, or mode does not go with them), INVALID_INPUT (the input has a dtype or layout that the operator does not
// take, or is too large).
// data: uint8, uint16, int16 or float32; layout HW, HWC, CHW, FHWC, FCHW, CFHW, or a volume DHW, DHWC, CDHW, FDHWC,
// FCDHW, CFDHW (without a layout: HWC, or HW when it has two axes).
Node resize(const Node& data, const ResizeOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::experimental

namespace penstock::ops::experimental {

// Arguments of experimental.warpPerspective.
struct WarpPerspectiveOptions {
  enum class BorderMode { constant, replicate, reflect, reflect_101, wrap };
  enum class PixelOrigin { corner, center };

  // What stands beyond the edges of abcd: 'constant' (fillValue), 'replicate' (aaa|abcd|ddd), 'reflect'
  // (cba|abcd|dcb), 'reflect_101' (dcb|abcd|cba) or 'wrap' (bcd|abcd|abc). Default: 'constant'.
  std::optional<BorderMode> border_mode{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Value of pixels outside the input, under borderMode 'constant': one value, or one per channel of up to four.
  // Integers are rounded to nearest and saturated. Default: 0. May be NaN or infinite.
  Values<double> fill_value{};
  // 'nn' takes the pixel with the nearest centre (between two the even one), 'linear' weighs the four nearest, 'cubic'
  // sixteen (a = -0.75). One of 'nn', 'linear', 'cubic'. Default: 'linear'.
  std::optional<Interp> interp_type{};
  // The matrix maps output positions to input positions. Otherwise it maps input to output and is inverted first; a
  // matrix without an inverse fails with INVALID_ARGUMENT. Default: true.
  std::optional<bool> inverse_map{};
  // The map, row by row: 9 values; rows and columns are x, y, w, in pixels. Required unless there is a second input;
  // not together with it. Where w is 0, the output is the pixel beyond the left and upper edge. 9 values. May differ
  // per sample.
  PerSampleValues<double> matrix{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Where the matrix has [0, 0]: in the corner of the first pixel, so that centres lie at halves ('corner'), or in its
  // centre, as OpenCV has it ('center'). Default: 'corner'.
  std::optional<PixelOrigin> pixel_origin{};
  // Output extents in pixels: [height, width], or one value for both. Fractions are rounded to nearest; at least 1. At
  // least 0.5. 1 or 2 values. May differ per sample.
  PerSampleValues<double> size{};
};

// Resamples images along a perspective map: output(x, y) = input((M11 x + M12 y + M13) / w, (M21 x + M22 y + M23) / w)
// with w = M31 x + M32 y + M33. A sequence's frames share the map. There is no antialiasing.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; there is no matrix or there are two, a matrix
// has a wrong number of values or no inverse, or size or fillValue has a wrong number of values), INVALID_INPUT (the
// input has a dtype or layout that the operator does not take, no pixels, or the second input is no float32 [3, 3]).
// data: Image or sequence: uint8, uint16, int16 or float32; layout HW, HWC, CHW, FHWC or FCHW (without a layout: HW,
// HWC or FHWC by the number of dimensions).
// matrix: float32 [3, 3]; in place of the argument matrix.
Node warp_perspective(const Node& data, const WarpPerspectiveOptions& options = {}, CallSite at = CallSite::Here());
Node warp_perspective(const Node& data, const Node& matrix, const WarpPerspectiveOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::experimental

namespace penstock::ops {

// Arguments of filter.
struct FilterOptions {
  enum class Border { reflect_101, reflect_1001, wrap, clamp, constant };
  enum class Mode { same, valid };

  // The element of the kernel that lies on the output's position: one value, or one per spatial axis, outermost first.
  // -1: its middle, extent / 2 rounded down. Under 'valid' it has no effect. At least -1. Default: [-1]. May differ
  // per sample.
  PerSampleValues<int64_t> anchor{};
  // What stands beyond the edges of abcd: 'reflect_101' (dcb|abcd|cba), 'reflect_1001' (cba|abcd|dcb), 'wrap'
  // (bcd|abcd|abc), 'clamp' (aaa|abcd|ddd) or 'constant' (fillValue). Default: 'reflect_101'.
  std::optional<Border> border{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: the input's (the default) or float32.
  std::optional<DType> dtype{};
  // 'same': the output has the input's extents. 'valid': the kernel stays within the input, so each extent is smaller
  // by the kernel's less 1. Default: 'same'.
  std::optional<Mode> mode{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Correlates images, volumes and sequences with a kernel: each output element is the weighted sum of the input
// elements below the kernel. The sum is float32, row by row of the kernel; a weight of 0 adds nothing, even where the
// element is infinite or NaN.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; anchor has a wrong number of values or one
// outside the kernel, or dtype is neither float32 nor the input's), INVALID_INPUT (the input has no 2 or 3 spatial
// axes side by side or has no elements, the kernel has another number of axes than these or none of its elements,
// fillValue has another dtype than the input or is no scalar, there are other numbers of kernels or fill values than
// frames, or the kernel is larger than the input under 'valid').
// data: Image, volume or sequence: 2 or 3 spatial axes side by side, with F and C before them, or C after them, e.g.
// HWC, CHW, FHWC, FCHW or DHWC; without a layout all dimensions are spatial. uint8, int8, uint16, int16, float16 or
// float32.
// filter: The kernel's weights: float32 with as many dimensions as the data has spatial axes, outermost first. As a
// sequence (fn.perFrame) it has one kernel for each frame.
// fill_value: What stands beyond the edges under border 'constant', in the data's dtype: a scalar, or as a sequence
// one for each frame. Default: 0.
Node filter(const Node& data, const Node& filter, const FilterOptions& options = {}, CallSite at = CallSite::Here());
Node filter(const Node& data, const Node& filter, const Node& fill_value, const FilterOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of flip.
struct FlipOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Mirror along D when not 0; nothing to do without a D axis. Default: 0. May differ per sample.
  PerSample<int64_t> depthwise{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Mirror along W when not 0. Default: 1. May differ per sample.
  PerSample<int64_t> horizontal{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Mirror along H when not 0. Default: 0. May differ per sample.
  PerSample<int64_t> vertical{};
};

// Mirrors the input along its width, height and depth axes.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a layout that
// the operator does not take).
// input: Image, volume or sequence of any dtype; layout HWC, CHW, DHWC, CDHW, FHWC, FCHW, FDHWC or FCDHW (without a
// layout: HWC, FHWC or FDHWC by the number of dimensions).
Node flip(const Node& input, const FlipOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of full.
struct FullOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Layout of the output, one letter per dimension.
  std::optional<std::string> layout{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Shape of the output. Without it the output is one number, of shape []. At least 0. May differ per sample.
  PerSampleValues<int64_t> shape{};
  // The number that fills the output; set when fillValue is given as a number. May be NaN or infinite.
  std::optional<double> value{};
  // The list that fills the output; set when fillValue is given as a list. May be NaN or infinite.
  Values<double> values{};
};

// Gives a tensor that is filled with a value.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; layout has another number of letters than
// shape has values, or fillValue is missing), INVALID_INPUT (fillValue cannot be repeated to shape).
// fill_value: What the output is filled with: a number, a list of numbers or a node. Its shape is repeated to that of
// the output, as numpy broadcasts: compared from the innermost on, extents are equal, 1 or absent.
Node full(Pipeline& pipeline, const FullOptions& options = {}, CallSite at = CallSite::Here());
Node full(const Node& fill_value, const FullOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of fullLike.
struct FullLikeOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // The number that fills the output; set when fillValue is given as a number. May be NaN or infinite.
  std::optional<double> value{};
  // The list that fills the output; set when fillValue is given as a list. May be NaN or infinite.
  Values<double> values{};
};

// Gives a tensor with the shape and dtype of another one that is filled with a value, which is converted as by cast.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; fillValue is missing), INVALID_INPUT
// (fillValue cannot be repeated to the shape of the first input).
// data_like: The output takes the shape, dtype and layout of this input; its values are not read.
// fill_value: What the output is filled with: a number, a list of numbers or a node. Its shape is repeated to that of
// the output, as numpy broadcasts: compared from the innermost on, extents are equal, 1 or absent.
Node full_like(const Node& data_like, const FullLikeOptions& options = {}, CallSite at = CallSite::Here());
Node full_like(const Node& data_like, const Node& fill_value, const FullLikeOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of gaussianBlur.
struct GaussianBlurOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: the input's (the default) or float32. Anything else fails with INVALID_ARGUMENT.
  std::optional<DType> dtype{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Standard deviation of the window in elements: one value, or one per spatial axis, outermost first. 0 takes (r - 1)
  // * 0.3 + 0.8 with r = (windowSize - 1) / 2. At least 0. Default: [0]. May differ per sample.
  PerSampleValues<double> sigma{};
  // Elements of the window, an odd number up to 65535: one value, or one per spatial axis, outermost first. 0 takes 2
  // * ceil(3 * sigma) + 1. An axis needs sigma or windowSize. At least 0. Default: [0]. May differ per sample.
  PerSampleValues<int64_t> window_size{};
};

// Convolves an image, volume or sequence with a Gaussian window along its spatial axes (all but C and F). Beyond its
// edges the input is mirrored around the outermost element (reflect_101).
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; an axis has neither sigma nor windowSize, or
// a window is even or larger than 65535), INVALID_INPUT (the input is bool, or has a layout whose spatial axes are not
// side by side).
// input: Any dtype but bool. Layout: up to 3 spatial axes side by side, with F and C before them in any order, or C
// after them, e.g. HWC, FCHW or DHWC; without a layout, up to 3 dimensions, all of them spatial.
Node gaussian_blur(const Node& input, const GaussianBlurOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of getProperty.
struct GetPropertyOptions {
  enum class Key { source_info, layout };

  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // source_info: the path or name of the sample in its data set, empty where there is none. layout: the letters of the
  // input's layout. Required.
  std::optional<Key> key{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// A property of the samples: where they come from, or the letters of their layout.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
// data: Tensor of any dtype and layout. Its elements are not read.
Node get_property(const Node& data, const GetPropertyOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of gridMask.
struct GridMaskOptions {
  // Angle in radians by which the grid is turned. Default: 0. May differ per sample.
  PerSample<double> angle{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Side of a square by that of a tile. 0 blacks out nothing, 1 everything. Default: 0.5. May differ per sample.
  PerSample<double> ratio{};
  // How far the grid is moved along its own x axis, in pixels, after it is turned. Default: 0. May differ per sample.
  PerSample<double> shift_x{};
  // How far the grid is moved along its own y axis, in pixels, after it is turned. Default: 0. May differ per sample.
  PerSample<double> shift_y{};
  // Side of a tile in pixels: a square and the room to the next one. At least 1. Default: 100. May differ per sample.
  PerSample<int64_t> tile{};
};

// Blacks out squares that repeat in a grid, which may be turned about the image's origin and moved. An element in a
// square is multiplied by 0.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the layout has no H with W
// after it).
// input: Images of any dtype, in a layout with H and W beside each other (without a layout: HW, HWC or FHWC). All
// planes and frames have the same grid.
Node grid_mask(const Node& input, const GridMaskOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of hsv.
struct HsvOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: uint8, int16, int32, float16 or float32. The default is uint8, not the input's dtype. Default:
  // 'uint8'.
  std::optional<DType> dtype{};
  // Turns the colours by this many degrees. Default: 0. May differ per sample.
  PerSample<double> hue{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Factor on the colourfulness: 0 gives grey, 1 changes nothing. Default: 1. May differ per sample.
  PerSample<double> saturation{};
  // Factor on all channels. Default: 1. May differ per sample.
  PerSample<double> value{};
};

// Changes hue, saturation and value (brightness). One 3x3 matrix per sample, which turns and stretches the colour
// plane of YIQ: an approximation of the change in HSV. Computed in single precision; integers round to nearest (halves
// away from zero) and saturate.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype, layout
// or number of channels that the operator does not take).
// input: RGB images, uint8, int16, int32, float16 or float32; layout HWC, FHWC, DHWC or FDHWC (without a layout: HWC,
// FHWC or FDHWC by the number of dimensions); 3 channels.
Node hsv(const Node& input, const HsvOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of hue.
struct HueOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: uint8, int16, int32, float16 or float32. Default: the input's.
  std::optional<DType> dtype{};
  // Turns the colours by this many degrees. Default: 0. May differ per sample.
  PerSample<double> hue{};
  // Colour model of the input. Without effect here: the channels are taken as red, green and blue, as in DALI. One of
  // 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'.
  std::optional<ImageType> image_type{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Turns the hue. One 3x3 matrix per sample, which turns and stretches the colour plane of YIQ: an approximation of the
// change in HSV. Computed in single precision; integers round to nearest (halves away from zero) and saturate.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype, layout
// or number of channels that the operator does not take).
// input: RGB images, uint8, int16, int32, float16 or float32; layout HWC, FHWC, DHWC or FDHWC (without a layout: HWC,
// FHWC or FDHWC by the number of dimensions); 3 channels.
Node hue(const Node& input, const HueOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of invert.
struct InvertOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Inverts the colours: v becomes 255 - v for uint8, 1 - v for floating point. Values of int16 and int32 keep their
// sign: their other bits are inverted.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype that
// the operator does not take).
// input: uint8, int16, int32, float16 or float32 (from 0 to 1), of any shape and layout (without a layout: HWC with 3
// dimensions, FHWC with 4).
Node invert(const Node& input, const InvertOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops::io::file {

// Arguments of io.file.read.
struct ReadOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Read files rather than map them. Without effect here: files are read into the batch, never mapped: one that
  // shrinks cannot end the process. Default: false.
  std::optional<bool> dont_use_mmap{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // Read past the system's cache. Without effect here: files are read through the system's cache. Default: false.
  std::optional<bool> use_o_direct{};
};

// Reads whole files, whose paths are data: bytes of UTF-8, from a source or from another operator. A path that is not
// absolute counts from the working folder of the process. Bytes from the first 0 on are not part of the path.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the path is not 1-D, is
// empty, or is not uint8 or int8), FILE_NOT_FOUND (there is no such file), FILE_UNREADABLE (it is no regular file, may
// not be read, or is larger than a tensor can be).
// filepaths: The paths: uint8 of shape [length], as TextEncoder gives them.
Node read(const Node& filepaths, const ReadOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::io::file

namespace penstock::ops {

// Arguments of jitter.
struct JitterOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Value of pixels outside the image. Without effect here: pixels come from inside the image only. Default: 0.
  std::optional<double> fill_value{};
  // 'nn' or 'linear'. Without effect here: pixels move by whole numbers, where a filter gives the pixel itself. One of
  // 'nn', 'linear'. Default: 'nn'.
  std::optional<Interp> interp_type{};
  // 1: the sample is changed; 0: it is copied. From 0 to 1. Default: 1. May differ per sample.
  PerSample<int64_t> mask{};
  // How many places a pixel may come from along an axis. From 1 to 32767. Default: 2.
  std::optional<int64_t> n_degree{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
};

// Replaces each pixel by one near it, which is drawn: along x and y each, it is -floor(nDegree / 2) to -floor(nDegree
// / 2) + nDegree - 1 pixels away, or at the image's border where that is outside. The draws depend only on the seed,
// the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU the results are the
// CPU's.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input is no HWC image or
// FHWC sequence).
// input: Image of any dtype, layout HWC, or a sequence, FHWC (without a layout: by the number of dimensions).
Node jitter(const Node& input, const JitterOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of jpegCompressionDistortion.
struct JpegCompressionDistortionOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Quality from 1 (the most distortion) to 100; other values count as the nearest of these. Default: 50. May differ
  // per sample.
  PerSample<int64_t> quality{};
};

// Gives RGB images as they look after they were JPEG files of the given quality: with a quarter of the colour samples
// (4:2:0) and quantised blocks of 8 x 8 pixels. Nothing is encoded: the arithmetic is that of libjpeg-turbo in both
// directions, with the same bytes on the CPU and on a GPU.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input is not uint8, has
// not 3 channels, has another layout than HWC or FHWC, or an axis of more than 65500 pixels), OUT_OF_MEMORY (there is
// no memory for an image's coefficients).
// input: RGB images, uint8, of layout HWC, or sequences of them, FHWC.
Node jpeg_compression_distortion(const Node& input, const JpegCompressionDistortionOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of laplacian.
struct LaplacianOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: the input's (the default) or float32.
  std::optional<DType> dtype{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Scales each derivative by 2^(n + 2 - s): n spatial axes, s the sum of the sizes of its windows. Default: false.
  std::optional<bool> normalized_kernel{};
  // The factor of each derivative: one value, or one per spatial axis, outermost first. Default: [1]. May differ per
  // sample.
  PerSampleValues<double> scale{};
  // Elements of the smoothing windows, odd: one value, or one per spatial axis, outermost first. 1 does not smooth.
  // Default: as the derivative window that it goes with. From 1 to 31. May differ per sample.
  PerSampleValues<int64_t> smoothing_size{};
  // Elements of the derivative windows, odd: one value, or one per spatial axis, outermost first. From 3 to 31.
  // Default: [3]. May differ per sample.
  PerSampleValues<int64_t> window_size{};
};

// The Laplacian of an image, volume or sequence: the sum of the second derivatives along the spatial axes (all but C
// and F). Each derivative is the input convolved with a derivative window along its axis and smoothing windows along
// the others. Beyond its edges the input is mirrored around the outermost element (reflect_101).
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; windowSize or smoothingSize is even, a list
// has another number of values than 1 or the spatial axes, or dtype is neither float32 nor the input's), INVALID_INPUT
// (the input is bool, or has a layout whose spatial axes are not side by side).
// input: Any dtype but bool. Layout: up to 3 spatial axes side by side, with F and C before them in any order, or C
// after them, e.g. HWC, FCHW or DHWC; without a layout, up to 3 dimensions, all of them spatial.
Node laplacian(const Node& input, const LaplacianOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of lookupTable.
struct LookupTableOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Value of elements that are no keys. May be NaN or infinite. Default: 0.
  std::optional<double> default_value{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype. Values are converted as by cast. Default: 'float32'.
  std::optional<DType> dtype{};
  // Elements that have an entry in the table. From 0 to 65535. Default: [].
  Values<int64_t> keys{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // The value for each of the keys, in their order. May be NaN or infinite. Default: [].
  Values<double> values{};
};

// Replaces each element by the value that a table has for it. Elements without an entry become `defaultValue`. Where a
// key is there twice, its last value counts.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; keys and values have different lengths, or a
// key is not from 0 to 65535), INVALID_INPUT (the input is floating point or bool).
// input: Tensor of integers, of any shape and layout.
Node lookup_table(const Node& input, const LookupTableOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of lookupTiles.
struct LookupTilesOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Channels come last: HWC, or [tiles, tile height, tile width, C]. Not together with frames. Default: false.
  std::optional<bool> channels_last{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Each channel of a tile stands that many times in a row, as models of videos take still images. From 1 to 64.
  // Default: 1.
  std::optional<int64_t> frames{};
  // Tiles come in groups of group x group neighbours, row by row in the group and group by group over the image. 1:
  // row by row. From 1 to 64. Default: 1.
  std::optional<int64_t> group{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Height and width of a tile in pixels. Default: the whole image, without the axis of tiles. At least 1. Default:
  // [].
  Values<int64_t> tile{};
  // 256 values for the first channel, then 256 for the second, and so on. Without it values stay as they are. Default:
  // [].
  Values<double> values{};
};

// Replaces each value of an image by the one that a table has for its channel, and lays the image out for a model: as
// planes, or cut into tiles. A table of 256 values a channel holds any arithmetic on bytes, such as a normalisation,
// to the last bit of whichever library it follows.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; values has another number of values than 256
// a channel, tile has not two values, or group and frames come without tile), INVALID_INPUT (the input is no HWC
// image, values are given and it is not uint8, or its height or width is no multiple of tile * group).
// image: Image, layout HWC (also without a layout): uint8 with `values`, any dtype without.
Node lookup_tiles(const Node& image, const LookupTilesOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of melFilterBank.
struct MelFilterBankOptions {
  enum class MelFormula { slaney, htk };

  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Where the highest filter ends, in Hz, at most sampleRate; filters find nothing above half of it. 0: sampleRate /
  // 2. At least 0. Default: 0.
  std::optional<double> freq_high{};
  // Where the lowest filter begins, in Hz. At least 0. Default: 0.
  std::optional<double> freq_low{};
  // The mel scale. 'slaney': linear up to 1000 Hz and logarithmic above. 'htk': 2595 * log10(1 + f / 700). Default:
  // 'slaney'.
  std::optional<MelFormula> mel_formula{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Number of filters, at least 1. At least 1. Default: 128.
  std::optional<int64_t> nfilter{};
  // Divide each filter by half of its width in Hz, so that all have the same area. false: every peak is 1. Default:
  // true.
  std::optional<bool> normalize{};
  // Samples per second of the sound, in Hz. Above 0. Default: 44100.
  std::optional<double> sample_rate{};
};

// Sums a spectrogram into bands that are equally wide to the ear: triangular filters whose peaks are equally far apart
// on the mel scale, each reaching from the peak below it to the one above.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; nfilter or sampleRate is not positive, or the
// frequencies are not 0 <= freqLow < freqHigh <= sampleRate), INVALID_INPUT (the input is not float32, has no
// dimension, or has a layout without f).
// data: A spectrogram: float32, with the frequencies of 0 to sampleRate / 2 along the axis f of its layout. Without a
// layout that is the axis before the last, or the only one.
Node mel_filter_bank(const Node& data, const MelFilterBankOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of mfcc.
struct MfccOptions {
  // The dimension of the bands. Default: 0.
  std::optional<int64_t> axis{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // The type of the transform, 1 to 4. The types 2 and 3 are each other's inverse but for a factor. From 1 to 4.
  // Default: 2.
  std::optional<int64_t> dct_type{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Multiplies coefficient k, from 0, by 1 + sin(pi * (k + 1) / lifter) * lifter / 2, which makes the higher ones as
  // large as the lower ones. 0: no lifter. Default: 0.
  std::optional<double> lifter{};
  // Number of coefficients that are kept, at least 1; no more than there are bands. At least 1. Default: 20.
  std::optional<int64_t> n_mfcc{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Make the transform orthonormal. Not for type 1. Default: false.
  std::optional<bool> normalize{};
};

// Mel frequency cepstral coefficients: the discrete cosine transform of a mel spectrogram in decibels, of which the
// first numbers are kept.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; nMfcc is not positive, the transform of type
// 1 is to be orthonormal, or there is no such axis), INVALID_INPUT (the input is not float32, or there is one band for
// the transform of type 1).
// data: A mel spectrogram, usually in decibels: float32, of any shape.
Node mfcc(const Node& data, const MfccOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of multiPaste.
struct MultiPasteOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype; integers are rounded to nearest and saturated. Default: that of the inputs.
  std::optional<DType> dtype{};
  // Top left corner of each region in its image, in pixels: y and x of the first region, then of the next. A node
  // gives [regions, 2] per sample. Default: 0. May differ per sample.
  PerSampleValues<int64_t> in_anchors{};
  // As inAnchors, in fractions of the image's height and width; rounded down to a pixel. From 0 to 1. May differ per
  // sample.
  PerSampleValues<double> in_anchors_rel{};
  // For each region, the place in the batch of the sample that it comes from: a list for all outputs, or a node with a
  // list per sample. One value or more. May differ per sample.
  PerSampleValues<int64_t> in_ids{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Top left corner of each region on the canvas, in pixels, as inAnchors has them. Default: 0. May differ per sample.
  PerSampleValues<int64_t> out_anchors{};
  // As outAnchors, in fractions of the canvas' height and width; rounded down to a pixel. From 0 to 1. May differ per
  // sample.
  PerSampleValues<double> out_anchors_rel{};
  // Height and width of the canvas, in pixels. Default: those of the images, which must be equal in the whole batch.
  // At least 0. 2 values. May differ per sample.
  PerSampleValues<int64_t> output_size{};
  // Height and width of each region, in pixels, as inAnchors has them. Default: all of the image from its anchor on.
  // May differ per sample.
  PerSampleValues<int64_t> shapes{};
  // As shapes, in fractions of the image's height and width; rounded up to a pixel. From 0 to 1. May differ per
  // sample.
  PerSampleValues<double> shapes_rel{};
};

// Pastes regions of several images onto a black canvas, in the order given: where regions overlap, the later one is
// seen. With inIds the regions come from samples of the batch, so that an output may show several of them; without it,
// each input gives one region, from the same sample. Regions must lie inside of their image and of the canvas.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; an index of inIds is outside of the batch, a
// region is outside of its image or of the canvas, or an argument has not two values per region), INVALID_INPUT (an
// input is not HWC or FHWC, images that are pasted differ in dtype, channels or frames, images differ in size and
// outputSize is not given, there are several inputs beside inIds, or, on a GPU, inIds names a sample that onError has
// taken out), UNSUPPORTED (the operator stands inside a branch of cond() on a GPU, or beside operators that skip
// samples).
// inputs: Images or sequences of any dtype, layout HWC or FHWC (also without a layout). With inIds a single input.
// Frame f of a sequence shows frame f of those that are pasted.
Node multi_paste(const std::vector<Node>& inputs, const MultiPasteOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops::noise {

// Arguments of noise.gaussian.
struct GaussianOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Mean of the noise, in units of the input. Default: 0. May differ per sample.
  PerSample<double> mean{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // Standard deviation of the noise, in units of the input. Default: 1. May differ per sample.
  PerSample<double> stddev{};
};

// Adds normally distributed noise to each element. Integers round to nearest (halves away from zero) and saturate. The
// draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its
// own; on a GPU the results are the CPU's.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input is of dtype bool).
// input: Numbers of any dtype, shape and layout.
Node gaussian(const Node& input, const GaussianOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::noise

namespace penstock::ops::noise {

// Arguments of noise.saltAndPepper.
struct SaltAndPepperOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Value of pepper, cut to a whole number of the dtype's range for integers. Default: the dtype's smallest number, or
  // -1 for floating point. May differ per sample.
  PerSample<double> pepper_val{};
  // Draw for each channel. Otherwise the channels of a pixel are changed together: those of the layout's C, without a
  // layout those of the last dimension. Default: false.
  std::optional<bool> per_channel{};
  // Probability that a pixel becomes salt or pepper. From 0 to 1. Default: 0.05. May differ per sample.
  PerSample<double> prob{};
  // Value of salt, cut to a whole number of the dtype's range for integers. Default: the dtype's largest number, or 1
  // for floating point. May differ per sample.
  PerSample<double> salt_val{};
  // Probability that a changed pixel becomes salt. From 0 to 1. Default: 0.5. May differ per sample.
  PerSample<double> salt_vs_pepper{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
};

// Replaces random pixels by one of two values, salt or pepper. The draws depend only on the seed, the epoch and the
// sample's index, and on the operator unless it has a seed of its own; on a GPU the results are the CPU's.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input is of dtype bool).
// input: Numbers of any dtype, shape and layout.
Node salt_and_pepper(const Node& input, const SaltAndPepperOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::noise

namespace penstock::ops::noise {

// Arguments of noise.shot.
struct ShotOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // What one event adds, in units of the input: the larger, the more noise. 0 changes nothing. At least 0. Default:
  // 20. May differ per sample.
  PerSample<double> factor{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
};

// Replaces each element by what a sensor counts that expects it: factor * n, where n is a Poisson number of mean
// max(0, input / factor). Integers round to nearest (halves away from zero) and saturate. The draws depend only on the
// seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU the results
// are the CPU's.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input is of dtype bool).
// input: Numbers of any dtype, shape and layout.
Node shot(const Node& input, const ShotOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::noise

namespace penstock::ops {

// Arguments of nonsilentRegion.
struct NonsilentRegionOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // The threshold, in decibels above the reference. Default: -60.
  std::optional<double> cutoff_db{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // The mean power that is 0 dB. Default: that of the sound's loudest window. Above 0.
  std::optional<double> reference_power{};
  // After so many elements DALI sums a window anew, because its sums drift; -1 for never. Without effect: sums are
  // exact enough here. Default: 8192.
  std::optional<int64_t> reset_interval{};
  // Number of elements in a window, at least 1. A shorter sound is one window. At least 1. Default: 2048.
  std::optional<int64_t> window_length{};
};

struct NonsilentRegionOutputs {
  // The first element of the region, a scalar; 0 where all is silent.
  Node begin;
  // The number of its elements, a scalar; 0 where all is silent.
  Node length;
};

// Finds where a sound is not silent: from the first to the last window whose mean power is at least cutoffDb above the
// reference.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; windowLength, resetInterval or referencePower
// is out of range), INVALID_INPUT (the sound has more than one dimension of more than one element, or is bool).
// signal: A sound of one channel: numbers of any dtype, 1-D.
NonsilentRegionOutputs nonsilent_region(const Node& signal, const NonsilentRegionOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of normalize.
struct NormalizeOptions {
  // Reduced axes, by number; negative counts from the last. Not together with axisNames.
  Values<int64_t> axes{};
  // Reduced axes, by the letters of the input's layout. Not together with axes.
  std::optional<std::string> axis_names{};
  // True: the reduced axes go through all samples of the batch, so that a mean or deviation that is not given is that
  // of the whole batch. Samples may differ along the reduced axes alone, and mean and stddev are numbers or lists. The
  // operator then runs in a stage behind those that make its input. Default: false.
  std::optional<bool> batch{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Subtracted from the number of elements that the variance is divided by (1: Bessel's correction). Where the
  // difference is 0 or less, the variance counts as 0. Default: 0.
  std::optional<int64_t> ddof{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype, anything but bool. For integers, scale and shift place the values in the dtype's range. One of
  // 'uint8', 'uint16', 'uint32', 'uint64', 'int8', 'int16', 'int32', 'int64', 'float16', 'float32', 'float64'.
  // Default: 'float32'.
  std::optional<DType> dtype{};
  // Added to the variance, or to the square of a given stddev, so that small deviations do not give large values. At
  // least 0. Default: 0.
  std::optional<double> epsilon{};
  // Subtracted from the input: one value; a list with one value per element of the axes that are not reduced, row by
  // row (needs axes or axisNames); or a node, whose extent along each axis is 1 or the input's (1-D: a list). May
  // differ per sample.
  PerSampleValues<double> mean{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Multiplies the normalised value. Default: 1.
  std::optional<double> scale{};
  // Added at the end: what the mean becomes. Default: 0.
  std::optional<double> shift{};
  // Divides the difference. It takes the forms that mean takes; without it the deviation is computed, around mean
  // where that is given. May differ per sample.
  PerSampleValues<double> stddev{};
};

// Subtracts a mean and divides by a standard deviation: (input - mean) / stddev * scale + shift. A mean or deviation
// that is not given is computed from the sample, over the reduced axes: those of `axes` or `axisNames`; without them
// the axes along which mean and stddev have one value, else all. Where the computed deviation is 0 the output is
// `shift`.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, mean
// or stddev does not fit the axes that are not reduced, or is a node with batch: true), INVALID_INPUT (the input is
// bool, its layout lacks an axis of axisNames, or with batch: true samples differ along an axis that is not reduced),
// UNSUPPORTED (batch is true inside of cond() or oneOf(), or operators beside or behind it skip samples).
// input: Any dtype but bool, any layout; values count as float32.
Node normalize(const Node& input, const NormalizeOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of oneHot.
struct OneHotOptions {
  // Where the new axis stands in the output; -1 appends it. Default: -1.
  std::optional<int64_t> axis{};
  // Letter of the new axis in the output's layout. 1 letter.
  std::optional<std::string> axis_name{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype. Default: 'float32'.
  std::optional<DType> dtype{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Number of classes: the extent of the new axis. At least 0. Default: 0.
  std::optional<int64_t> num_classes{};
  // Value at the other classes. For an integer dtype the fraction is dropped, and the value is clamped to the dtype's
  // range. May be NaN or infinite. Default: 0.
  std::optional<double> off_value{};
  // Value at the class, converted as offValue is. May be NaN or infinite. Default: 1.
  std::optional<double> on_value{};
};

// Turns class numbers into vectors: a new axis of numClasses elements has `onValue` at the class, and `offValue`
// elsewhere. A number outside of 0 to numClasses - 1 gives offValue everywhere.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axis is out of range, axisName is no single
// letter, or the output would have too many dimensions), INVALID_INPUT (axisName is given, and the input has no
// layout).
// input: Class numbers of any dtype; fractions are dropped. If all tensors of the batch have one element and axis is
// not given, they count as scalars.
Node one_hot(const Node& input, const OneHotOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of ones.
struct OnesOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Output dtype. Default: 'int32'.
  std::optional<DType> dtype{};
  // Layout of the output, one letter per dimension.
  std::optional<std::string> layout{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Shape of the output. Without it the output is one number, of shape []. At least 0. May differ per sample.
  PerSampleValues<int64_t> shape{};
};

// Gives a tensor of ones.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; layout has another number of letters than
// shape has values).
Node ones(Pipeline& pipeline, const OnesOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of onesLike.
struct OnesLikeOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Output dtype; the input's when not given.
  std::optional<DType> dtype{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Gives a tensor of ones with the shape of another one.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
// shape_like: The output takes the shape and layout of this input; its values are not read.
Node ones_like(const Node& shape_like, const OnesLikeOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of opticalFlow.
struct OpticalFlowOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Whether there is an input of hints. Default: false.
  std::optional<bool> enable_external_hints{};
  // Whether the vectors of the frame before in the same sequence are hints. It helps where motion is steady, and
  // large. Default: false.
  std::optional<bool> enable_temporal_hints{};
  // Height and width of the squares of hints, in pixels: 1, 2, 4 or 8, and not below outputGrid. From 1 to 8. Default:
  // 4.
  std::optional<int64_t> hint_grid{};
  // What the channels are: three, or one for gray. One of 'rgb', 'bgr', 'gray'. Default: 'rgb'.
  std::optional<ImageType> image_type{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Height and width of the squares that get a vector, in pixels: 1, 2 or 4. Turing has 4 alone. From 1 to 4. Default:
  // 4.
  std::optional<int64_t> output_grid{};
  // Speed: below 0.375 slow, with the best vectors; below 0.75 medium; else fast. From 0 to 1. Default: 0.
  std::optional<double> preset{};
};

// Motion between neighbouring frames of a sequence, by the optical flow engine of NVIDIA GPUs (Turing and later): the
// image is divided into squares, and each gets a vector. The square at (x, y) of frame i + 1 shows what frame i shows
// at (x, y) + v, with v the vector that output frame i has for the square, in pixels. The numbers are the engine's, in
// steps of 1/32, and may differ between generations of GPUs.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; outputGrid or hintGrid is another number,
// hintGrid is below outputGrid, or enableExternalHints does not fit the number of inputs), CUDA_UNAVAILABLE (the
// driver's library libnvidia-opticalflow.so.1 is missing, as in containers without the driver's capability `video`),
// INVALID_INPUT (a sequence has fewer than two frames, is not uint8 of layout FHWC with the channels of imageType, or
// has frames below 32 x 16 or above 8192 x 8192 pixels; or hints of another shape or dtype), UNSUPPORTED (the GPU has
// no such engine, or not this grid).
// sequence: Frames: uint8, layout FHWC, at least two, of 32 x 16 to 8192 x 8192 pixels.
// hints: For each output frame a vector for each square of hintGrid x hintGrid pixels, near which the engine searches
// first: float32, shape [frames - 1, height / hintGrid, width / hintGrid, 2], quotients rounded up, in pixels.
Node optical_flow(const Node& sequence, const OpticalFlowOptions& options = {}, CallSite at = CallSite::Here());
Node optical_flow(const Node& sequence, const Node& hints, const OpticalFlowOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of pad.
struct PadOptions {
  // Extents are made multiples of these: one value for all axes, or one per axis. At least 1. May differ per sample.
  PerSampleValues<int64_t> align{};
  // Axes to pad, by number; negative counts from the last. All axes if empty or not given. Not together with
  // axisNames. May differ per sample.
  PerSampleValues<int64_t> axes{};
  // Axes to pad, by the letters of the input's layout. Not together with axes.
  std::optional<std::string> axis_names{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Value of the elements that are added. For an integer dtype the fraction is dropped, and the value is clamped to
  // the dtype's range. May be NaN or infinite. Default: 0. May differ per sample.
  PerSample<double> fill_value{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Least extents of the axes, in their order: one value for all, or one per axis. -1 stands for the largest extent in
  // the batch; 1 pads for alignment only. May differ per sample.
  PerSampleValues<int64_t> shape{};
};

// Extends tensors at the end of their axes with a value: to the largest extent in the batch, or to the extents of
// `shape`, then to a multiple of `align`. No axis becomes shorter.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, an
// axis is out of range or there twice, align is not above 0, or shape or align has another number of values than there
// are axes), INVALID_INPUT (the input has no dimensions, or its layout lacks an axis of axisNames).
// input: Tensor of any dtype and layout, with 1 dimension or more.
Node pad(const Node& input, const PadOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of paste.
struct PasteOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Colour of the canvas: one value for all channels, or one per channel. Required. From 0 to 255.
  Values<int64_t> fill_value{};
  // Least width and height of the canvas, in pixels, rounded down. At least 0. Default: 0. May differ per sample.
  PerSample<double> min_canvas_size{};
  // Channels of the input; another number fails with INVALID_INPUT. From 1 to 1024. Default: 3.
  std::optional<int64_t> n_channels{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Share of the room beside the image that is on its left: 0 puts it at the left border, 1 at the right one. Rounded
  // down to a pixel. From 0 to 1. Default: 0.5. May differ per sample.
  PerSample<double> paste_x{};
  // Share of the room above and below the image that is above it: 0 puts it at the top border, 1 at the bottom one.
  // Rounded down to a pixel. From 0 to 1. Default: 0.5. May differ per sample.
  PerSample<double> paste_y{};
  // Size of the canvas in relation to the image's, along both axes. Required. At least 1. May differ per sample.
  PerSample<double> ratio{};
};

// Puts an image on a larger canvas of one colour. The canvas is `ratio` times as large as the image, extents rounded
// down.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; fillValue has neither one value nor one per
// channel), INVALID_INPUT (the input is not uint8 HWC with nChannels channels).
// input: uint8 image, layout HWC (also without a layout).
Node paste(const Node& input, const PasteOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of peekImageShape.
struct PeekImageShapeOptions {
  // Count height and width after the EXIF orientation is applied. Default: true.
  std::optional<bool> adjust_orientation{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // int32, uint32, int64, uint64, float32 or float64. One of 'int32', 'uint32', 'int64', 'uint64', 'float32',
  // 'float64'. Default: 'int64'.
  std::optional<DType> dtype{};
  // Colour model that the channels are counted for: 'rgb', 'bgr', 'ycbcr', 'gray', 'any' (the file's channels, where
  // CMYK counts as RGB), or 'index' (1 channel; an image without a palette is a bad sample). One of 'rgb', 'bgr',
  // 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'.
  std::optional<ImageType> image_type{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
};

// Gives the shape of the output of `decoders.image`, read from the file's header alone. A file that is no image fails
// with BAD_SAMPLE.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), BAD_SAMPLE (the bytes are no image, or the
// header is damaged), UNSUPPORTED (the file is of a kind of image that is not supported), INVALID_INPUT (the input is
// not 1-D uint8).
// input: The file's bytes: 1-D, uint8.
Node peek_image_shape(const Node& input, const PeekImageShapeOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of perFrame.
struct PerFrameOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Whether F replaces the first letter of a layout that begins with another one. Default: false.
  std::optional<bool> replace{};
};

// Marks a tensor as a sequence, one element along its first axis for each frame, so that an operator takes it as an
// argument that differs by frame. Only the layout changes; no bytes are copied.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input is a single number,
// or its layout begins with another letter than F and replace is false).
// data: Tensor of any dtype, with at least one dimension.
Node per_frame(const Node& data, const PerFrameOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of permuteBatch.
struct PermuteBatchOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // For each sample, the place of the sample that comes there: a list for the whole batch, or a node with one number
  // per sample, such as batchPermutation(). Required. May differ per sample.
  PerSampleValues<int64_t> indices{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Puts the samples of a batch in another order, or takes some of them several times: sample i of the output is sample
// indices[i] of the input. No bytes are copied within a stage.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (an index is outside of the
// batch, there are fewer or more indices than samples, or the sample has several indices), UNSUPPORTED (the operator
// stands inside a branch of cond() on a GPU, or beside operators that skip samples).
// data: Tensor of any dtype and layout.
Node permute_batch(const Node& data, const PermuteBatchOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of posterize.
struct PosterizeOptions {
  // How many bits are kept, of those below the sign: 0 gives black, 8 leaves uint8 as it is. Required. From 0 to 8.
  // May differ per sample.
  PerSample<int64_t> bits{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Keeps the highest bits of each value and clears the others, which leaves few shades. Floating point becomes a
// multiple of 1 / 2^bits, at most 1 - 1 / 2^bits.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype that
// the operator does not take).
// input: uint8, int16, int32, float16 or float32 (from 0 to 1), of any shape and layout (without a layout: HWC with 3
// dimensions, FHWC with 4).
Node posterize(const Node& input, const PosterizeOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of powerSpectrum.
struct PowerSpectrumOptions {
  // The dimension of the signal; negative numbers count from the last one. Default: -1.
  std::optional<int64_t> axis{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Length of the transform: a signal that is longer is cut off, a shorter one is continued with zeros. The signal's
  // length when not given. Lengths without prime factors above 5 are fast. At least 1.
  std::optional<int64_t> nfft{};
  // 2: squared magnitudes. 1: magnitudes. From 1 to 2. Default: 2.
  std::optional<int64_t> power{};
};

// The power of each frequency of a signal: the squared magnitudes of its Fourier transform, along one dimension.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axis is none of the input's dimensions, nfft
// is out of range, or power is neither 1 nor 2), INVALID_INPUT (the input is not float32, has no dimension, or has no
// element along the dimension).
// signal: Signals along one dimension: float32.
Node power_spectrum(const Node& signal, const PowerSpectrumOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of preemphasisFilter.
struct PreemphasisFilterOptions {
  enum class Border { clamp, zero, reflect };

  // What stands before the first element. 'clamp': the first element. 'zero': 0. 'reflect': the second element, or the
  // first where there is no second. Default: 'clamp'.
  std::optional<Border> border{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype. Integers are rounded to nearest and clamped to the dtype's range. Default: 'float32'.
  std::optional<DType> dtype{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // How much of the element before is subtracted. 0 changes nothing. Default: 0.97. May differ per sample.
  PerSample<double> preemph_coeff{};
};

// Makes high frequencies of a sound louder: each element becomes itself minus preemphCoeff times the one before it.
// All elements are one signal, whatever the shape.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
// signal: A signal of any dtype and shape.
Node preemphasis_filter(const Node& signal, const PreemphasisFilterOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of randomBBoxCrop.
struct RandomBBoxCropOptions {
  enum class ThresholdType { iou, overlap };

  // Every box must reach the threshold. Otherwise one is enough. Default: true.
  std::optional<bool> all_boxes_above_threshold{};
  // Not to crop is one more possibility beside the thresholds. With cropShape there is always a crop, and true may not
  // be given. Default: true.
  std::optional<bool> allow_no_crop{};
  // Least and largest x / y of the window; in space also x / z and y / z, or one range for all three. In pixels with
  // inputShape, else relative to the image's. At least 0. 2 or 6 values. Default: [1, 1].
  Values<double> aspect_ratio{};
  // What the numbers of a box are: a permutation of xyXY (corners) or xyWH (a corner and sides), in space of xyzXYZ or
  // xyzWHD. Default: xyXY, xyzXYZ.
  std::optional<std::string> bbox_layout{};
  // Boxes remain of which at least this share lies in the window. Without it those remain whose centre does. From 0 to
  // 1.
  std::optional<double> bbox_prune_threshold{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // A fixed shape of the window in pixels, in the order of shapeLayout; together with inputShape. At least 1. 2 or 3
  // values. May differ per sample.
  PerSampleValues<int64_t> crop_shape{};
  // Shape of the image in pixels, in the order of shapeLayout. At least 1. 2 or 3 values. May differ per sample.
  PerSampleValues<int64_t> input_shape{};
  // In place of bboxLayout: true stands for xyXY, false for xyWH. Default: true.
  std::optional<bool> ltrb{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Windows that are drawn for a threshold before another threshold is. At least 1. Default: 1.
  std::optional<int64_t> num_attempts{};
  // Adds the output indices. Default: false.
  std::optional<bool> output_bbox_indices{};
  // Do not warn where no window was found. Without effect here: there is no such warning: the window that is taken
  // instead is as documented. Default: false.
  std::optional<bool> quiet{};
  // Least and largest extent of the window, as a fraction of the image's. At least 0. 2 values. Default: [1, 1].
  Values<double> scaling{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // What the values of inputShape and cropShape are: a permutation of WH, in space of WHD, which are the defaults.
  std::optional<std::string> shape_layout{};
  // 'iou': the intersection over union of box and window. 'overlap': the share of the box that lies in the window.
  // Default: 'iou'.
  std::optional<ThresholdType> threshold_type{};
  // One of these is drawn, and boxes must reach it. From 0 to 1. One value or more. Default: [0].
  Values<double> thresholds{};
  // After so many windows the one that came nearest is taken, at least 1. With -1 the search ends after 10000 windows
  // with INVALID_INPUT. Default: -1.
  std::optional<int64_t> total_num_attempts{};
};

struct RandomBBoxCropOutputs {
  // Start of the window, [x, y] or [x, y, z]: fractions of the extents, with cropShape pixels.
  Node anchor;
  // Its shape, [width, height] or [width, height, depth], in the same units.
  Node shape;
  // The boxes that remain, clipped to the window, as fractions of it, in the layout of the input.
  Node boxes;
};

// Draws a window of an image that keeps enough of its bounding boxes, and gives the window with the boxes that remain,
// in its coordinates. Coordinates of boxes are fractions of the image's extents. slice and decoders.imageSlice take
// anchor and shape as their inputs. The draws depend only on the seed, the epoch and the sample's index, and on the
// operator unless it has a seed of its own.
// Output(3), with labels: Their labels.
// Output(4), with output_bbox_indices: Their places in the input, (m).
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a range is empty or has a wrong number of
// values, a threshold lies outside of 0 to 1, a layout has other letters, an attempt count is below 1, or cropShape
// comes without inputShape, or together with scaling, aspectRatio or allowNoCrop: true), INVALID_INPUT (the boxes are
// no float32 tensor of shape (n, 4) or (n, 6), one reaches outside of [0, 1], there is not one int32 label for each
// box, or no window is found in 10000 attempts without totalNumAttempts).
// boxes: float32, shape (n, 4), or (n, 6) in space.
// labels: int32, shape (n) or (n, 1).
RandomBBoxCropOutputs random_b_box_crop(const Node& boxes, const RandomBBoxCropOptions& options = {}, CallSite at = CallSite::Here());
RandomBBoxCropOutputs random_b_box_crop(const Node& boxes, const Node& labels, const RandomBBoxCropOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops::random {

// Arguments of random.beta.
struct BetaOptions {
  // The first parameter, above 0: the larger it is, the nearer are the numbers to 1. Above 0. Default: 1. May differ
  // per sample.
  PerSample<double> alpha{};
  // The second parameter, above 0: the larger it is, the nearer are the numbers to 0. Above 0. Default: 1. May differ
  // per sample.
  PerSample<double> beta{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Output dtype: float32 or float64. One of 'float32', 'float64'. Default: 'float32'.
  std::optional<DType> dtype{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // Shape of the output. Without it and without an input, one number of shape [] per sample. Not together with the
  // input. May differ per sample.
  PerSampleValues<int64_t> shape{};
};

// Random numbers from 0 to 1 with a beta distribution. The draws depend only on the seed, the epoch and the sample's
// index, and on the operator unless it has a seed of its own.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; alpha or beta is not above 0 and finite,
// dtype is neither float32 nor float64, or shape and shapeLike are given together).
// shape_like: The output takes this input's shape; its values are not read.
Node beta(Pipeline& pipeline, const BetaOptions& options = {}, CallSite at = CallSite::Here());
Node beta(const Node& shape_like, const BetaOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::random

namespace penstock::ops::random {

// Arguments of random.choice.
struct ChoiceOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Choose from 0 to count - 1; set when `a` is given as a number. At least 1.
  std::optional<int64_t> count{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // The chance of each choice; they sum to 1. Without it all are equally likely. From 0 to 1. One value or more. May
  // differ per sample.
  PerSampleValues<double> p{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // Shape of the output. Without it and without shapeLike, one choice of shape [] per sample. Not together with
  // shapeLike. May differ per sample.
  PerSampleValues<int64_t> shape{};
  // Choose from these numbers; set when `a` is given as a list. May be NaN or infinite.
  Values<double> values{};
};

// Picks from a list at random, with given chances. The draws depend only on the seed, the epoch and the sample's
// index, and on the operator unless it has a seed of its own.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; p does not sum to 1 or has another length
// than the choices, or shape and shapeLike are given together), INVALID_INPUT (a is one number that is no integer).
// a: What to choose from: a number n stands for 0 to n - 1, a list for its elements, a node for the entries of its
// first dimension (or, when it is one integer n, for 0 to n - 1).
// shape_like: The output takes this input's shape; its values are not read.
Node choice(Pipeline& pipeline, const ChoiceOptions& options = {}, CallSite at = CallSite::Here());
Node choice(const Node& a, const ChoiceOptions& options = {}, CallSite at = CallSite::Here());
Node choice(const Node& a, const Node& shape_like, const ChoiceOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::random

namespace penstock::ops::random {

// Arguments of random.coinFlip.
struct CoinFlipOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype. Default: 'int32'.
  std::optional<DType> dtype{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Chance of a 1. From 0 to 1. Default: 0.5. May differ per sample.
  PerSample<double> probability{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // Shape of the output. Without it and without an input, one number of shape [] per sample. Not together with the
  // input. May differ per sample.
  PerSampleValues<int64_t> shape{};
};

// Random zeros and ones. The draws depend only on the seed, the epoch and the sample's index, and on the operator
// unless it has a seed of its own; on a GPU they are the CPU's.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; shape and shapeLike are given together).
// shape_like: The output takes this input's shape; its values are not read.
Node coin_flip(Pipeline& pipeline, const CoinFlipOptions& options = {}, CallSite at = CallSite::Here());
Node coin_flip(const Node& shape_like, const CoinFlipOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::random

namespace penstock::ops {

// Arguments of randomCropGenerator.
struct RandomCropGeneratorOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // How often area and aspect ratio are drawn before the largest window that fits is taken instead; 0 or less takes
  // the largest window at once. The window's position is always drawn. Default: 10.
  std::optional<int64_t> num_attempts{};
  // Lowest and highest share of the image's area that the window covers; drawn uniformly. One value stands for both.
  // Above 0. 1 or 2 values. Default: [0.08, 1].
  Values<double> random_area{};
  // Lowest and highest width / height of the window, above 0; its logarithm is drawn uniformly. One value stands for
  // both. Above 0. 1 or 2 values. Default: [0.75, 1.3333333333333333].
  Values<double> random_aspect_ratio{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
};

struct RandomCropGeneratorOutputs {
  // [top, left] of the window, in pixels.
  Node anchor;
  // [height, width] of the window.
  Node shape;
};

// Draws a window of random area, aspect ratio and position for an image of a given shape, as decoders.imageRandomCrop
// draws it: with equal seeds it is the same window. slice and decoders.imageSlice take it. The draws depend only on
// the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a range is empty, or an aspect ratio is not
// above 0), INVALID_INPUT (the shape is no list of 2 or 3 integers, or an extent is negative).
// image_shape: Shape of the image, [height, width] or [height, width, channels]: integers of any dtype, as
// peekImageShape gives them.
RandomCropGeneratorOutputs random_crop_generator(const Node& image_shape, const RandomCropGeneratorOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops::random {

// Arguments of random.normal.
struct NormalOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype. Integers are the real numbers rounded to nearest and clamped to the dtype's range. Default:
  // 'float32'.
  std::optional<DType> dtype{};
  // Mean of the distribution. Default: 0. May differ per sample.
  PerSample<double> mean{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // Shape of the output. Without it and without an input, one number of shape [] per sample. Not together with the
  // input. May differ per sample.
  PerSampleValues<int64_t> shape{};
  // Standard deviation of the distribution. Default: 1. May differ per sample.
  PerSample<double> stddev{};
};

// Normally distributed random numbers. The draws depend only on the seed, the epoch and the sample's index, and on the
// operator unless it has a seed of its own; on a GPU they are the CPU's. In float64 they may differ in the last place
// there.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; shape and shapeLike are given together).
// shape_like: The output takes this input's shape; its values are not read.
Node normal(Pipeline& pipeline, const NormalOptions& options = {}, CallSite at = CallSite::Here());
Node normal(const Node& shape_like, const NormalOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::random

namespace penstock::ops {

// Arguments of randomResizedCrop.
struct RandomResizedCropOptions {
  enum class Match { dali, pillow, pillow_12, torchvision, torchvision_float, opencv };
  enum class MatchFilter { box, hamming, area, lanczos4, nearest_exact };

  // When an axis shrinks, widen the filter in proportion, so that every input pixel counts. Nearest neighbour is never
  // widened. Default: true.
  std::optional<bool> antialias{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: the input's (the default) or float32. Integers are rounded to nearest and saturated; float32 keeps
  // the input's range, without rounding. Anything else fails with INVALID_ARGUMENT.
  std::optional<DType> dtype{};
  // Filter for both directions; minFilter and magFilter override it. 'triangular' is the same as 'linear'. Default:
  // 'linear'. May differ per sample.
  PerSample<Interp> interp_type{};
  // Filter of an axis that grows or keeps its size. Default: interpType. May differ per sample.
  PerSample<Interp> mag_filter{};
  // Whose numbers the result has, to the last bit where the library's are fixed. 'dali': DALI's, within 1. 'pillow':
  // Image.resize() of Pillow 13; 'pillow-12': of Pillow up to 12, where the order of the passes differs.
  // 'torchvision': resize() of tensors, uint8 or float32, on a CPU with AVX2; 'torchvision-float': its path through
  // float32 on CPUs without AVX2, for uint8 and float32. 'opencv': cv2.resize() of uint8. Regions are cut out first,
  // and are whole pixels. What the library does not have is refused. Default: 'dali'.
  std::optional<Match> match{};
  // With match: a filter of that library for which interpType has no name. Default: interpType.
  std::optional<MatchFilter> match_filter{};
  // Filter of an axis that shrinks. Default: interpType. May differ per sample.
  PerSample<Interp> min_filter{};
  // Images per kernel call of DALI on a GPU. Without effect here: one kernel call resizes the whole batch. Default:
  // 32.
  std::optional<int64_t> minibatch_size{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // How often area and aspect ratio are drawn before the largest window that fits is taken instead; 0 or less takes
  // the largest window at once. The window's position is always drawn. Default: 10.
  std::optional<int64_t> num_attempts{};
  // Lowest and highest share of the image's area that the window covers; drawn uniformly. One value stands for both.
  // Above 0. 1 or 2 values. Default: [0.08, 1].
  Values<double> random_area{};
  // Lowest and highest width / height of the window, above 0; its logarithm is drawn uniformly. One value stands for
  // both. Above 0. 1 or 2 values. Default: [0.75, 1.3333333333333333].
  Values<double> random_aspect_ratio{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // Output [height, width] in pixels, or one value for both. Required. At least 1. 1 or 2 values.
  Values<int64_t> size{};
  // Expected size, in bytes, of DALI's temporary memory on a GPU. Without effect here: temporary memory is what the
  // shapes of the batch need, and is kept. Default: 0.
  std::optional<int64_t> temp_buffer_hint{};
};

// Resizes a random window of the image to a fixed size. The window is drawn as in decoders.imageRandomCrop; like a
// resize with a region of interest, the filter may reach pixels around the window.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; size has other than 1 or 2 values, a range is
// empty, or an aspect ratio is not above 0), INVALID_INPUT (the input has a dtype or layout that the operator does not
// take, or no pixels).
// data: uint8, uint16, int16 or float32; layout HW, HWC, CHW, FHWC, FCHW or CFHW (without a layout: HWC). All frames
// of a sequence get the same window.
Node random_resized_crop(const Node& data, const RandomResizedCropOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops::random {

// Arguments of random.uniform.
struct UniformOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype. Integers are the real numbers rounded to nearest, so the ends of the range come up half as often as
  // the rest. Default: 'float32'.
  std::optional<DType> dtype{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // [min, max): the range, max excluded. For unsigned dtypes [-1, 1] stands for all of the dtype's values. 2 values.
  // Default: [-1, 1]. May differ per sample.
  PerSampleValues<double> range{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // Shape of the output. Without it and without an input, one number of shape [] per sample. Not together with the
  // input. May differ per sample.
  PerSampleValues<int64_t> shape{};
  // Numbers to choose from with equal chances; when given, range is not used. May be NaN or infinite. One value or
  // more. May differ per sample.
  PerSampleValues<double> values{};
};

// Uniformly distributed random numbers: real ones in `range`, or one of `values`. The draws depend only on the seed,
// the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU they are the CPU's.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; range is empty or has other than 2 values,
// values is empty, or shape and shapeLike are given together).
// shape_like: The output takes this input's shape; its values are not read.
Node uniform(Pipeline& pipeline, const UniformOptions& options = {}, CallSite at = CallSite::Here());
Node uniform(const Node& shape_like, const UniformOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::random

namespace penstock::ops::readers {

// Arguments of readers.caffe.
struct CaffeOptions {
  enum class Shard { auto_ };

  // With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike:
  // as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608.
  std::optional<int64_t> block_bytes{};
  // With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better;
  // docs/guides/epochs.md says how well. From 1 to 4096. Default: 16.
  std::optional<int64_t> block_window{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most
  // network file systems. Default: false.
  std::optional<bool> dont_use_mmap{};
  // Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of
  // shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order.
  // The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard.
  // Default: false.
  std::optional<bool> elastic{};
  // Give the images. With false there is no such output. Default: true.
  std::optional<bool> image_available{};
  // Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order
  // of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more.
  Values<int64_t> indices{};
  // With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or
  // larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024.
  std::optional<int64_t> initial_fill{};
  // Give the labels. With false there is no such output. Default: true.
  std::optional<bool> label_available{};
  // List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not
  // called. Default: false.
  std::optional<bool> lazy_init{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1.
  std::optional<int64_t> num_shards{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats
  // are marked as padding. Default: false.
  std::optional<bool> pad_last_batch{};
  // Paths of the databases: folders with a data.mdb, or files. Samples come in the order of path and, in a database,
  // in the order of its keys. Required.
  Values<std::string> path{};
  // Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far
  // the reader runs ahead. At least 1. Default: 1.
  std::optional<int64_t> prefetch_queue_depth{};
  // Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks.
  // Default: false.
  std::optional<bool> random_shuffle{};
  // Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples,
  // neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it
  // costs some calls. Object stores are always read ahead. Default: false.
  std::optional<bool> read_ahead{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI,
  // MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards.
  std::optional<Shard> shard{};
  // Which shard to read: 0 to numShards - 1. At least 0. Default: 0.
  std::optional<int64_t> shard_id{};
  // Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the
  // shards anew. The order is an exact permutation, and every shard computes the same one. Not together with
  // randomShuffle, shuffleBlocks or stickToShard. Default: false.
  std::optional<bool> shuffle_after_epoch{};
  // Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it,
  // give every shard the same value.
  std::optional<int64_t> shuffle_after_epoch_seed{};
  // Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of
  // blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores
  // need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with
  // stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false.
  std::optional<bool> shuffle_blocks{};
  // Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached.
  // Default: false.
  std::optional<bool> skip_cached_images{};
  // Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's
  // source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on
  // (docs/guides/subsets.md).
  Values<std::string> skip_list{};
  // Read the same shard in every epoch instead of moving to the next one. Default: false.
  std::optional<bool> stick_to_shard{};
  // Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default:
  // 1048576.
  std::optional<int64_t> tensor_init_bytes{};
};

// Reads images and their labels from the LMDB databases of Caffe, as convert_imageset writes them: a Datum under each
// key. The entries are listed when the data set is opened, without LMDB's library; records are then read in any order.
// Each sample's source, as errors and sourceInfo() show it, is the path and the key. docs/data/caffe.md shows how such
// a set is made, and says where DALI differs.
// Output images, unless image_available is false: The image's bytes, as they are stored: uint8, shape [bytes]; of a
// raw image (encoded is false) they have the shape [height, width, channels]. A record without data gives the shape
// [0].
// Output labels, unless label_available is false: The label: int32, shape [1], and [0] for a record without one.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder or file does not
// exist), FILE_UNREADABLE (a file cannot be read, is no LMDB file or is damaged), BAD_SAMPLE (a record is no Datum, or
// a raw image has another number of bytes than its extents say), EMPTY_DATASET (there are no records).
std::vector<Node> caffe(Pipeline& pipeline, const CaffeOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

// Arguments of readers.caffe2.
struct Caffe2Options {
  enum class Shard { auto_ };

  // Number of further tensors of each record, of which each is an output. They begin behind the labels; behind those
  // of labelType 1 and 3 one tensor is left out first. From 0 to 64. Default: 0.
  std::optional<int64_t> additional_inputs{};
  // Give the last tensor of each record, which is a box. Default: false.
  std::optional<bool> bbox{};
  // With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike:
  // as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608.
  std::optional<int64_t> block_bytes{};
  // With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better;
  // docs/guides/epochs.md says how well. From 1 to 4096. Default: 16.
  std::optional<int64_t> block_window{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most
  // network file systems. Default: false.
  std::optional<bool> dont_use_mmap{};
  // Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of
  // shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order.
  // The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard.
  // Default: false.
  std::optional<bool> elastic{};
  // Records have an image. With false their tensors begin with the labels, and there is no such output. Default: true.
  std::optional<bool> image_available{};
  // Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order
  // of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more.
  Values<int64_t> indices{};
  // With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or
  // larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024.
  std::optional<int64_t> initial_fill{};
  // What labels are: 0 one number; 1 the numbers of the labels that hold, which become ones among numLabels zeros; 2 a
  // value for each label; 3 as 1, with the values of the next tensor in place of ones, as float32; 4 not there. From 0
  // to 4. Default: 0.
  std::optional<int64_t> label_type{};
  // List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not
  // called. Default: false.
  std::optional<bool> lazy_init{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Number of labels, for labelType 1 and 3. At least 1. Default: 1.
  std::optional<int64_t> num_labels{};
  // Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1.
  std::optional<int64_t> num_shards{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats
  // are marked as padding. Default: false.
  std::optional<bool> pad_last_batch{};
  // Paths of the databases: folders with a data.mdb, or files. Samples come in the order of path and, in a database,
  // in the order of its keys. Required.
  Values<std::string> path{};
  // Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far
  // the reader runs ahead. At least 1. Default: 1.
  std::optional<int64_t> prefetch_queue_depth{};
  // Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks.
  // Default: false.
  std::optional<bool> random_shuffle{};
  // Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples,
  // neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it
  // costs some calls. Object stores are always read ahead. Default: false.
  std::optional<bool> read_ahead{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI,
  // MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards.
  std::optional<Shard> shard{};
  // Which shard to read: 0 to numShards - 1. At least 0. Default: 0.
  std::optional<int64_t> shard_id{};
  // Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the
  // shards anew. The order is an exact permutation, and every shard computes the same one. Not together with
  // randomShuffle, shuffleBlocks or stickToShard. Default: false.
  std::optional<bool> shuffle_after_epoch{};
  // Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it,
  // give every shard the same value.
  std::optional<int64_t> shuffle_after_epoch_seed{};
  // Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of
  // blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores
  // need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with
  // stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false.
  std::optional<bool> shuffle_blocks{};
  // Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached.
  // Default: false.
  std::optional<bool> skip_cached_images{};
  // Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's
  // source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on
  // (docs/guides/subsets.md).
  Values<std::string> skip_list{};
  // Read the same shard in every epoch instead of moving to the next one. Default: false.
  std::optional<bool> stick_to_shard{};
  // Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default:
  // 1048576.
  std::optional<int64_t> tensor_init_bytes{};
};

// Reads images, labels and further tensors from the LMDB databases of Caffe2: a TensorProtos under each key, whose
// tensors are, in this order, the image, the labels, the additional ones and the box. The entries are listed when the
// data set is opened, without LMDB's library; records are then read in any order. Each sample's source, as errors and
// sourceInfo() show it, is the path and the key. docs/data/caffe.md shows how such a set is made, and says where DALI
// differs.
// Output images, unless image_available is false: The image's bytes: uint8, shape [bytes] of a string, and [height,
// width, channels] of a tensor of bytes.
// Output labels, unless label_type is 4: The labels: float32 or int32, as they are stored, of the shape [1] for
// labelType 0, [values] for 2, [numLabels] for 1 and 3.
// Output additional, additional_inputs times: A further tensor: float32, int32 or int64, shape [values].
// Output boxes, with bbox: The box: int32, shape [4].
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder or file does not
// exist), FILE_UNREADABLE (a file cannot be read, is no LMDB file or is damaged), BAD_SAMPLE (a record is no
// TensorProtos, lacks a tensor, or has one of another dtype or number of values than it must have), EMPTY_DATASET
// (there are no records).
std::vector<Node> caffe2(Pipeline& pipeline, const Caffe2Options& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

// Arguments of readers.coco.
struct CocoOptions {
  enum class Shard { auto_ };

  // Path of the JSON file, with images (id, file_name; width and height for ratio and pixelwiseMasks), categories (id,
  // name) and annotations (image_id, category_id, bbox, iscrowd, segmentation). Other fields are skipped. Required.
  std::optional<std::string> annotations_file{};
  // Take the ids of categories as labels. By default the categories count from 1 in the order of the file, and 0 is
  // left for the background. Default: false.
  std::optional<bool> avoid_class_remapping{};
  // With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike:
  // as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608.
  std::optional<int64_t> block_bytes{};
  // With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better;
  // docs/guides/epochs.md says how well. From 1 to 4096. Default: 16.
  std::optional<int64_t> block_window{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Read files without mapping them into memory. Without effect here: files are always read with plain reads, straight
  // into the batch. Default: false.
  std::optional<bool> dont_use_mmap{};
  // Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of
  // shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order.
  // The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard.
  // Default: false.
  std::optional<bool> elastic{};
  // Folder that the names of images are relative to. Required.
  std::optional<std::string> file_root{};
  // Add an output with the ids of images. Default: false.
  std::optional<bool> image_ids{};
  // Names of images, written as in the annotations: only these are read, in this order, and as often as they are
  // listed. Names that are not in the annotations are left out, and readerMeta() counts them. By default all images
  // are read, in the order of their ids.
  Values<std::string> images{};
  // Whether annotations with iscrowd count. Default: true.
  std::optional<bool> include_iscrowd{};
  // Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order
  // of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more.
  Values<int64_t> indices{};
  // With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or
  // larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024.
  std::optional<int64_t> initial_fill{};
  // List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not
  // called. Default: false.
  std::optional<bool> lazy_init{};
  // Give boxes as [left, top, right, bottom]. Default: false.
  std::optional<bool> ltrb{};
  // With pixelwiseMasks: largest number of pixels of a mask, and the most that are drawn for one: the pixels of each
  // object, and the columns of pixels that each edge of its polygons crosses; 0 for no limit. An image beyond it is a
  // bad sample. The default is 16383 x 16383. At least 0. Default: 268402689.
  std::optional<int64_t> max_pixels{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1.
  std::optional<int64_t> num_shards{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats
  // are marked as padding. Default: false.
  std::optional<bool> pad_last_batch{};
  // Add an output with the objects drawn as pixels, from their polygons or run lengths. Where objects overlap, the
  // larger label is on top. Not together with polygonMasks. Default: false.
  std::optional<bool> pixelwise_masks{};
  // Add two outputs with the outlines of objects. Segmentations that are run lengths have none. Not together with
  // pixelwiseMasks. Default: false.
  std::optional<bool> polygon_masks{};
  // Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far
  // the reader runs ahead. At least 1. Default: 1.
  std::optional<int64_t> prefetch_queue_depth{};
  // Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks.
  // Default: false.
  std::optional<bool> random_shuffle{};
  // Give boxes and vertices as fractions of the image's width and height. Default: false.
  std::optional<bool> ratio{};
  // Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples,
  // neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it
  // costs some calls. Object stores are always read ahead. Default: false.
  std::optional<bool> read_ahead{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI,
  // MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards.
  std::optional<Shard> shard{};
  // Which shard to read: 0 to numShards - 1. At least 0. Default: 0.
  std::optional<int64_t> shard_id{};
  // Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the
  // shards anew. The order is an exact permutation, and every shard computes the same one. Not together with
  // randomShuffle, shuffleBlocks or stickToShard. Default: false.
  std::optional<bool> shuffle_after_epoch{};
  // Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it,
  // give every shard the same value.
  std::optional<int64_t> shuffle_after_epoch_seed{};
  // Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of
  // blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores
  // need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with
  // stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false.
  std::optional<bool> shuffle_blocks{};
  // Objects are left out whose box is narrower or lower than this, in pixels. Default: 0.1.
  std::optional<double> size_threshold{};
  // Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached.
  // Default: false.
  std::optional<bool> skip_cached_images{};
  // Leave out images without objects. Default: false.
  std::optional<bool> skip_empty{};
  // Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's
  // source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on
  // (docs/guides/subsets.md).
  Values<std::string> skip_list{};
  // Read the same shard in every epoch instead of moving to the next one. Default: false.
  std::optional<bool> stick_to_shard{};
  // Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default:
  // 1048576.
  std::optional<int64_t> tensor_init_bytes{};
};

struct CocoOutputs {
  // The image file's bytes: uint8, shape [bytes].
  Node images;
  // The boxes of the objects, in pixels: float32, shape [objects, 4], each [x, y, width, height] or, with ltrb, [left,
  // top, right, bottom].
  Node boxes;
  // The labels of the objects: int32, shape [objects].
  Node labels;
};

// Reads the images of a data set of COCO, and the boxes, labels and masks of the objects in them, from the folder
// fileRoot and a JSON file of annotations. Samples come in the order of the images' ids. The file is read once, when
// the data set is opened, and never held as a tree. Each sample's source, as errors and sourceInfo() show it, is the
// path of its image. docs/data/coco.md shows how such a set is made, and says where DALI differs.
// Output(3), with polygon_masks: Only with polygonMasks: int32, shape [polygons, 3], each [object, first vertex, end
// of its vertices].
// Output(4), with polygon_masks: Only with polygonMasks: float32, shape [vertices, 2], each [x, y] in pixels.
// Output(5), with pixelwise_masks: Only with pixelwiseMasks: int32, shape [height, width, 1], the label of each pixel,
// and 0 where no object is.
// Output(6), with image_ids: Only with imageIds: the image's id: int32, shape [1].
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (the annotations or an image
// do not exist), FILE_UNREADABLE (a file cannot be read, or the annotations are wrong: not JSON, without a field that
// is needed, with a category that they do not have, or with the name of an image that leads out of fileRoot),
// BAD_SAMPLE (with pixelwiseMasks: run lengths do not fit the image, a vertex is too far away, or the masks are larger
// than maxPixels), EMPTY_DATASET (there is no image, or none that has objects with skipEmpty).
CocoOutputs coco(Pipeline& pipeline, const CocoOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

// Arguments of readers.file.
struct FileOptions {
  enum class Shard { auto_ };

  // With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike:
  // as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608.
  std::optional<int64_t> block_bytes{};
  // With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better;
  // docs/guides/epochs.md says how well. From 1 to 4096. Default: 16.
  std::optional<int64_t> block_window{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Whether dirFilters and fileFilters distinguish upper from lower case. Default: false.
  std::optional<bool> case_sensitive_filter{};
  // Glob patterns: only sub-folders of fileRoot that match one of them are classes, hidden ones never. By default all
  // others are. No effect with fileList or files.
  Values<std::string> dir_filters{};
  // Read files without mapping them into memory. Without effect here: files are always read with plain reads, straight
  // into the batch. Default: false.
  std::optional<bool> dont_use_mmap{};
  // Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of
  // shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order.
  // The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard.
  // Default: false.
  std::optional<bool> elastic{};
  // Glob patterns: only files whose name matches one of them are read. No effect with fileList or files. Default:
  // ['*.jpg', '*.jpeg', '*.png', '*.bmp', '*.tif', '*.tiff', '*.pnm', '*.ppm', '*.pgm', '*.pbm', '*.jp2', '*.j2k',
  // '*.j2c', '*.jpc', '*.webp', '*.gif', '*.avif', '*.heic', '*.heif', '*.flac', '*.ogg', '*.wav'].
  Values<std::string> file_filters{};
  // Path or URL of a text file: per line a file name, white space, an integer label. Names may contain spaces and are
  // relative to fileRoot, or to the list's own folder without one. Not together with files.
  std::optional<std::string> file_list{};
  // Folder of the data set. Required unless fileList or files is given; with them, the folder that their names are
  // relative to, which may be an http(s)://, s3://, gs:// or hf:// URL (docs/data/object-stores.md).
  std::optional<std::string> file_root{};
  // Paths or URLs of the files, relative to fileRoot if that is given. Not together with fileList.
  Values<std::string> files{};
  // Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order
  // of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more.
  Values<int64_t> indices{};
  // With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or
  // larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024.
  std::optional<int64_t> initial_fill{};
  // Labels of the entries of files, one each.
  Values<int64_t> labels{};
  // List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not
  // called. Default: false.
  std::optional<bool> lazy_init{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1.
  std::optional<int64_t> num_shards{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats
  // are marked as padding. Default: false.
  std::optional<bool> pad_last_batch{};
  // Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far
  // the reader runs ahead. At least 1. Default: 1.
  std::optional<int64_t> prefetch_queue_depth{};
  // Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks.
  // Default: false.
  std::optional<bool> random_shuffle{};
  // Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples,
  // neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it
  // costs some calls. Object stores are always read ahead. Default: false.
  std::optional<bool> read_ahead{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI,
  // MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards.
  std::optional<Shard> shard{};
  // Which shard to read: 0 to numShards - 1. At least 0. Default: 0.
  std::optional<int64_t> shard_id{};
  // Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the
  // shards anew. The order is an exact permutation, and every shard computes the same one. Not together with
  // randomShuffle, shuffleBlocks or stickToShard. Default: false.
  std::optional<bool> shuffle_after_epoch{};
  // Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it,
  // give every shard the same value.
  std::optional<int64_t> shuffle_after_epoch_seed{};
  // Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of
  // blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores
  // need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with
  // stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false.
  std::optional<bool> shuffle_blocks{};
  // Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached.
  // Default: false.
  std::optional<bool> skip_cached_images{};
  // Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's
  // source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on
  // (docs/guides/subsets.md).
  Values<std::string> skip_list{};
  // Read the same shard in every epoch instead of moving to the next one. Default: false.
  std::optional<bool> stick_to_shard{};
  // Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default:
  // 1048576.
  std::optional<int64_t> tensor_init_bytes{};
};

struct FileOutputs {
  // The file's bytes: uint8, shape [bytes].
  Node contents;
  // The label: int32, shape [1].
  Node labels;
};

// Reads whole files with a label each. The files are given by one of three arguments: fileRoot alone (each sub-folder
// is a class, with all files below it; labels count the sub-folders in the order of their names; a folder with files
// only is flat, and all its labels are 0), fileList (a text file with one `name label` per line), or files, with
// labels or without (then the position in files is the label). Each sample's source, as errors and sourceInfo() show
// it, is its path. docs/data/folders.md has the rules for hidden folders, links and files that are left out, which
// readerMeta() counts beside the classes.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder, list or file that
// an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), EMPTY_DATASET
// (there is nothing to read).
FileOutputs file(Pipeline& pipeline, const FileOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

// Arguments of readers.lmdb.
struct LmdbOptions {
  enum class Shard { auto_ };

  // With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike:
  // as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608.
  std::optional<int64_t> block_bytes{};
  // With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better;
  // docs/guides/epochs.md says how well. From 1 to 4096. Default: 16.
  std::optional<int64_t> block_window{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Name of the database in each file. By default the main one is read, without the named databases in it. Default:
  // ''.
  std::optional<std::string> database{};
  // Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most
  // network file systems. Default: false.
  std::optional<bool> dont_use_mmap{};
  // Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of
  // shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order.
  // The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard.
  // Default: false.
  std::optional<bool> elastic{};
  // Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order
  // of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more.
  Values<int64_t> indices{};
  // With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or
  // larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024.
  std::optional<int64_t> initial_fill{};
  // List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not
  // called. Default: false.
  std::optional<bool> lazy_init{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1.
  std::optional<int64_t> num_shards{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // Give the keys as a second output. Default: false.
  std::optional<bool> output_keys{};
  // Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats
  // are marked as padding. Default: false.
  std::optional<bool> pad_last_batch{};
  // Paths of the databases: folders with a data.mdb, or files. Samples come in the order of path and, in a database,
  // in the order of its keys. Required.
  Values<std::string> path{};
  // Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far
  // the reader runs ahead. At least 1. Default: 1.
  std::optional<int64_t> prefetch_queue_depth{};
  // Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks.
  // Default: false.
  std::optional<bool> random_shuffle{};
  // Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples,
  // neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it
  // costs some calls. Object stores are always read ahead. Default: false.
  std::optional<bool> read_ahead{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI,
  // MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards.
  std::optional<Shard> shard{};
  // Which shard to read: 0 to numShards - 1. At least 0. Default: 0.
  std::optional<int64_t> shard_id{};
  // Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the
  // shards anew. The order is an exact permutation, and every shard computes the same one. Not together with
  // randomShuffle, shuffleBlocks or stickToShard. Default: false.
  std::optional<bool> shuffle_after_epoch{};
  // Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it,
  // give every shard the same value.
  std::optional<int64_t> shuffle_after_epoch_seed{};
  // Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of
  // blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores
  // need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with
  // stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false.
  std::optional<bool> shuffle_blocks{};
  // Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached.
  // Default: false.
  std::optional<bool> skip_cached_images{};
  // Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's
  // source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on
  // (docs/guides/subsets.md).
  Values<std::string> skip_list{};
  // Read the same shard in every epoch instead of moving to the next one. Default: false.
  std::optional<bool> stick_to_shard{};
  // Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default:
  // 1048576.
  std::optional<int64_t> tensor_init_bytes{};
};

// Reads the values of LMDB databases as bytes, whatever is in them, and the keys where outputKeys asks for them. The
// pages are read directly, without LMDB's library: nothing is written, no lock is taken, and keys may have any order.
// The entries are listed when the data set is opened; values are then read in any order. Each sample's source, as
// errors and sourceInfo() show it, is the path and the key. docs/data/lmdb.md shows how such a set is made and read.
// Output(1), with output_keys: The key's bytes: uint8, shape [bytes].
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder or file does not
// exist), FILE_UNREADABLE (a file cannot be read, is no LMDB file or is damaged), BAD_SAMPLE (the pages of a value are
// no longer those of the value), EMPTY_DATASET (there are no values).
Node lmdb(Pipeline& pipeline, const LmdbOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

// Arguments of readers.mxNet.
struct MxNetOptions {
  enum class Shard { auto_ };

  // With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike:
  // as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608.
  std::optional<int64_t> block_bytes{};
  // With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better;
  // docs/guides/epochs.md says how well. From 1 to 4096. Default: 16.
  std::optional<int64_t> block_window{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most
  // network file systems. Default: false.
  std::optional<bool> dont_use_mmap{};
  // Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of
  // shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order.
  // The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard.
  // Default: false.
  std::optional<bool> elastic{};
  // Index files of im2rec or rec2idx: one for each entry of path, or one for all of them, whose offsets then count
  // through the files in the order of path. By default the heads of the records are read from the files.
  Values<std::string> index_path{};
  // Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order
  // of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more.
  Values<int64_t> indices{};
  // With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or
  // larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024.
  std::optional<int64_t> initial_fill{};
  // List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not
  // called. Default: false.
  std::optional<bool> lazy_init{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1.
  std::optional<int64_t> num_shards{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats
  // are marked as padding. Default: false.
  std::optional<bool> pad_last_batch{};
  // Paths of the files, or http(s)://, s3://, gs:// or hf:// URLs (docs/data/object-stores.md); braces stand for
  // several: {000..127}, and * ? [set] in a name for the files that match it, in the order of their names. Records
  // come in the order of path and, in a file, by their offsets. Required.
  Values<std::string> path{};
  // Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far
  // the reader runs ahead. At least 1. Default: 1.
  std::optional<int64_t> prefetch_queue_depth{};
  // Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks.
  // Default: false.
  std::optional<bool> random_shuffle{};
  // Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples,
  // neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it
  // costs some calls. Object stores are always read ahead. Default: false.
  std::optional<bool> read_ahead{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI,
  // MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards.
  std::optional<Shard> shard{};
  // Which shard to read: 0 to numShards - 1. At least 0. Default: 0.
  std::optional<int64_t> shard_id{};
  // Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the
  // shards anew. The order is an exact permutation, and every shard computes the same one. Not together with
  // randomShuffle, shuffleBlocks or stickToShard. Default: false.
  std::optional<bool> shuffle_after_epoch{};
  // Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it,
  // give every shard the same value.
  std::optional<int64_t> shuffle_after_epoch_seed{};
  // Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of
  // blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores
  // need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with
  // stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false.
  std::optional<bool> shuffle_blocks{};
  // Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached.
  // Default: false.
  std::optional<bool> skip_cached_images{};
  // Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's
  // source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on
  // (docs/guides/subsets.md).
  Values<std::string> skip_list{};
  // Read the same shard in every epoch instead of moving to the next one. Default: false.
  std::optional<bool> stick_to_shard{};
  // Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default:
  // 1048576.
  std::optional<int64_t> tensor_init_bytes{};
};

struct MxNetOutputs {
  // The image's bytes, as they are stored: uint8, shape [bytes].
  Node images;
  // The label, or all labels of the record: float32, shape [labels].
  Node labels;
};

// Reads images and their labels from the RecordIO files of MXNet, as im2rec writes them. The files are listed when the
// data set is opened, by the heads of their records, or an index of im2rec or rec2idx is read; records are then read
// in any order. Each sample's source, as errors and sourceInfo() show it, is path:offset of its record.
// docs/data/mxnet.md shows how such a set is made, and says where DALI differs.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a file or index does not
// exist), FILE_UNREADABLE (a file or index cannot be read, is damaged, or is shorter than its records or its index
// say), BAD_SAMPLE (a record is no image record of MXNet, is cut off, or is not where the index says), EMPTY_DATASET
// (the files have no record).
MxNetOutputs mx_net(Pipeline& pipeline, const MxNetOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

// Arguments of readers.nemoAsr.
struct NemoAsrOptions {
  enum class Shard { auto_ };

  // Where the rate becomes lower, lower the filter's cut-off with it, so that frequencies above half of the new rate
  // are removed. false, as in DALI: they are folded down into the sound. Default: false.
  std::optional<bool> antialias{};
  // With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike:
  // as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608.
  std::optional<int64_t> block_bytes{};
  // With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better;
  // docs/guides/epochs.md says how well. From 1 to 4096. Default: 16.
  std::optional<int64_t> block_window{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most
  // network file systems. Default: false.
  std::optional<bool> dont_use_mmap{};
  // Give the mean of the channels, as a sound of one dimension. Default: true.
  std::optional<bool> downmix{};
  // float32: from -1 to 1, as far as the file stays inside. int16 and int32: the whole range of the dtype. Default:
  // 'float32'.
  std::optional<DType> dtype{};
  // Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of
  // shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order.
  // The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard.
  // Default: false.
  std::optional<bool> elastic{};
  // Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order
  // of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more.
  Values<int64_t> indices{};
  // With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or
  // larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024.
  std::optional<int64_t> initial_fill{};
  // List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not
  // called. Default: false.
  std::optional<bool> lazy_init{};
  // Paths of the manifests. Samples come in the order of manifestFilepaths and, in a manifest, of its lines. A
  // relative audio_filepath is one in the manifest's folder. Required.
  Values<std::string> manifest_filepaths{};
  // Leave out entries whose duration is longer, in seconds; 0 for no limit. At least 0. Default: 0.
  std::optional<double> max_duration{};
  // Largest number of elements, frames times channels, that are decoded of a file, and that the output has; 0 for no
  // limit. A longer sound is a bad sample; this is checked in the header, before memory is allocated. The default is
  // 2^29, three hours of one channel at 48 kHz. At least 0. Default: 536870912.
  std::optional<int64_t> max_elements{};
  // Leave out entries whose duration is shorter, in seconds, or not given; 0 for no limit. At least 0. Default: 0.
  std::optional<double> min_duration{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Normalise the transcripts. Without effect here: DALI has no normalisation any more either. Default: false.
  std::optional<bool> normalize_text{};
  // Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1.
  std::optional<int64_t> num_shards{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats
  // are marked as padding. Default: false.
  std::optional<bool> pad_last_batch{};
  // Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far
  // the reader runs ahead. At least 1. Default: 1.
  std::optional<int64_t> prefetch_queue_depth{};
  // How many lobes the sinc has on either side, from 0 (3 lobes) to 50 (16) and 100 (64): 0.007 q^2 - 0.09 q + 3,
  // rounded. More give a sharper cut-off and take longer. From 0 to 100. Default: 50.
  std::optional<double> quality{};
  // Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks.
  // Default: false.
  std::optional<bool> random_shuffle{};
  // Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples,
  // neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it
  // costs some calls. Object stores are always read ahead. Default: false.
  std::optional<bool> read_ahead{};
  // Add the output idx. Default: false.
  std::optional<bool> read_idxs{};
  // Add the output sampleRate. Default: true.
  std::optional<bool> read_sample_rate{};
  // Add the output text. Default: true.
  std::optional<bool> read_text{};
  // Frames per second that sounds are resampled to, in Hz, as audioResample does it. 0 and less: those of each file.
  // Default: -1.
  std::optional<double> sample_rate{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI,
  // MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards.
  std::optional<Shard> shard{};
  // Which shard to read: 0 to numShards - 1. At least 0. Default: 0.
  std::optional<int64_t> shard_id{};
  // Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the
  // shards anew. The order is an exact permutation, and every shard computes the same one. Not together with
  // randomShuffle, shuffleBlocks or stickToShard. Default: false.
  std::optional<bool> shuffle_after_epoch{};
  // Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it,
  // give every shard the same value.
  std::optional<int64_t> shuffle_after_epoch_seed{};
  // Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of
  // blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores
  // need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with
  // stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false.
  std::optional<bool> shuffle_blocks{};
  // Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached.
  // Default: false.
  std::optional<bool> skip_cached_images{};
  // Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's
  // source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on
  // (docs/guides/subsets.md).
  Values<std::string> skip_list{};
  // Read the same shard in every epoch instead of moving to the next one. Default: false.
  std::optional<bool> stick_to_shard{};
  // Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default:
  // 1048576.
  std::optional<int64_t> tensor_init_bytes{};
};

// Reads sounds and their transcripts by the manifests of NVIDIA NeMo: files of lines, each a JSON object with
// `audio_filepath` and, where they are known, `text`, `offset` and `duration`. Sounds are decoded, mixed to one
// channel and resampled as decoders.audio does it. Each sample's source, as errors and sourceInfo() show it, is the
// path of its sound. docs/data/nemo.md shows how such a set is made, and says where DALI differs.
// Output(1), unless read_sample_rate is false: Frames per second of the output, in Hz: one number, of shape [].
// Output(2), unless read_text is false: The transcript's bytes in UTF-8: uint8, shape [bytes]; [0] where the entry has
// none.
// Output(3), with read_idxs: The number of the entry among those that are not left out: int64, shape [1].
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; dtype is not float32, int16 or int32, or
// quality is out of range), FILE_NOT_FOUND (a manifest or a sound does not exist), FILE_UNREADABLE (a manifest or a
// sound cannot be read, or a line of a manifest is no JSON object with audio_filepath), BAD_SAMPLE (a file is no sound
// or is damaged, a sound ends before its offset, or is longer than maxElements), UNSUPPORTED (a sound is of a format
// that needs a media plugin (MP3, AAC, Opus, CAF), or of an encoding that is not read), EMPTY_DATASET (the manifests
// have no entry, or none of a duration that is wanted).
Node nemo_asr(Pipeline& pipeline, const NemoAsrOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

// Arguments of readers.numpy.
struct NumpyOptions {
  enum class OutOfBoundsPolicy { error, pad, trim_to_shape };
  enum class Shard { auto_ };

  // With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike:
  // as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608.
  std::optional<int64_t> block_bytes{};
  // With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better;
  // docs/guides/epochs.md says how well. From 1 to 4096. Default: 16.
  std::optional<int64_t> block_window{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Keep the headers of all files in memory. Without effect here: a header is read with the elements, in one read.
  // Default: false.
  std::optional<bool> cache_header_information{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most
  // network file systems. Default: false.
  std::optional<bool> dont_use_mmap{};
  // Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of
  // shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order.
  // The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard.
  // Default: false.
  std::optional<bool> elastic{};
  // Glob pattern: with fileRoot, only files whose name matches it are read. Upper and lower case are distinguished.
  // Default: '*.npy'.
  std::optional<std::string> file_filter{};
  // Path of a text file with a path in each line, relative to fileRoot, or to the list's own folder without it. White
  // space at the end of a line does not count, and neither do empty lines. Not together with files.
  std::optional<std::string> file_list{};
  // Folder of the data set: the files in it, and then those of its sub-folders at any depth, in the order of their
  // names; hidden folders are left out. Required unless fileList or files is given; with them, the folder that their
  // paths are relative to.
  std::optional<std::string> file_root{};
  // Paths of the files, relative to fileRoot if that is given. Not together with fileList.
  Values<std::string> files{};
  // Value of elements outside the array under outOfBoundsPolicy 'pad'. It is rounded for an integer dtype. May be NaN
  // or infinite. Default: 0.
  std::optional<double> fill_value{};
  // Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order
  // of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more.
  Values<int64_t> indices{};
  // With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or
  // larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024.
  std::optional<int64_t> initial_fill{};
  // List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not
  // called. Default: false.
  std::optional<bool> lazy_init{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1.
  std::optional<int64_t> num_shards{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // What a window that reaches outside the array gives: 'error': the sample fails with INVALID_INPUT; 'pad':
  // fillValue; 'trim_to_shape': a smaller output. Default: 'error'.
  std::optional<OutOfBoundsPolicy> out_of_bounds_policy{};
  // Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats
  // are marked as padding. Default: false.
  std::optional<bool> pad_last_batch{};
  // Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far
  // the reader runs ahead. At least 1. Default: 1.
  std::optional<int64_t> prefetch_queue_depth{};
  // Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks.
  // Default: false.
  std::optional<bool> random_shuffle{};
  // Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples,
  // neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it
  // costs some calls. Object stores are always read ahead. Default: false.
  std::optional<bool> read_ahead{};
  // Register buffers for GPUDirect Storage. Without effect here: it is for reading on a GPU. Default: true.
  std::optional<bool> register_buffers{};
  // Where the window ends, as a fraction of the extent.
  Values<double> rel_roi_end{};
  // The window's size, as a fraction of the extent.
  Values<double> rel_roi_shape{};
  // Where the window starts, as a fraction of the extent. Not together with roiStart.
  Values<double> rel_roi_start{};
  // Which dimensions the window's values are for, in their order; negative counts from the last. Empty: all
  // dimensions. Default: [].
  Values<int64_t> roi_axes{};
  // Where the window ends (exclusive), in elements. One of roiEnd, relRoiEnd, roiShape, relRoiShape at most; without
  // them the window goes to the array's end.
  Values<int64_t> roi_end{};
  // The window's size, in elements.
  Values<int64_t> roi_shape{};
  // Where the window starts, in elements; 0 when neither roiStart nor relRoiStart is given. One value stands for all
  // dimensions. Start and end are each rounded to the nearest element, halves away from zero.
  Values<int64_t> roi_start{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI,
  // MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards.
  std::optional<Shard> shard{};
  // Which shard to read: 0 to numShards - 1. At least 0. Default: 0.
  std::optional<int64_t> shard_id{};
  // Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the
  // shards anew. The order is an exact permutation, and every shard computes the same one. Not together with
  // randomShuffle, shuffleBlocks or stickToShard. Default: false.
  std::optional<bool> shuffle_after_epoch{};
  // Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it,
  // give every shard the same value.
  std::optional<int64_t> shuffle_after_epoch_seed{};
  // Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of
  // blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores
  // need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with
  // stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false.
  std::optional<bool> shuffle_blocks{};
  // Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached.
  // Default: false.
  std::optional<bool> skip_cached_images{};
  // Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's
  // source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on
  // (docs/guides/subsets.md).
  Values<std::string> skip_list{};
  // Read the same shard in every epoch instead of moving to the next one. Default: false.
  std::optional<bool> stick_to_shard{};
  // Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default:
  // 1048576.
  std::optional<int64_t> tensor_init_bytes{};
  // Read around the page cache, which needs dontUseMmap in DALI. Without effect here: files are read through the page
  // cache. Default: false.
  std::optional<bool> use_o_direct{};
};

// Reads the arrays of .npy files, one of each file, or a window of each (roiStart and so on). The files are given by
// one of three arguments: fileRoot alone, fileList, or files. Arrays may be in C or Fortran order; a window takes only
// the bytes of its rows from the file. Each sample's source, as errors and sourceInfo() show it, is its path.
// docs/data/numpy.md shows how such a set is made, and says where DALI differs.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; arguments say the start or the end of the
// window twice, or have a wrong number of values), FILE_NOT_FOUND (a folder, list or file that an argument names does
// not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no .npy file,
// is damaged, or is shorter than its header says), UNSUPPORTED (an array is big-endian, has a dtype that tensors do
// not have (complex numbers, texts, objects, fields), or more than 6 dimensions), INVALID_INPUT (the window reaches
// outside the array under outOfBoundsPolicy 'error'), EMPTY_DATASET (there is nothing to read).
Node numpy(Pipeline& pipeline, const NumpyOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

// Arguments of readers.video.
struct VideoOptions {
  enum class ColorMatrix { auto_, bt601, bt709, bt2020 };
  enum class ColorRange { auto_, limited, full };
  enum class EnableFrameNum { none, scalar, sequence };
  enum class Rotate { apply, ignore };
  enum class Shard { auto_ };

  // Surfaces of DALI's decoder on a GPU. Without effect here: the decoder takes as many as the stream needs. Default:
  // 2.
  std::optional<int64_t> additional_decode_surfaces{};
  // Where the rate becomes lower, lower the filter's cut-off with it, so that frequencies above half of the new rate
  // are removed. false, as in DALI: they are folded down into the sound. Default: false.
  std::optional<bool> antialias{};
  // Add the output audio. Default: false.
  std::optional<bool> audio{};
  // With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike:
  // as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608.
  std::optional<int64_t> block_bytes{};
  // With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better;
  // docs/guides/epochs.md says how well. From 1 to 4096. Default: 16.
  std::optional<int64_t> block_window{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Channels of the frames. Without effect here: imageType says how many there are. From 3 to 3. Default: 3.
  std::optional<int64_t> channels{};
  // Matrix from YCbCr to RGB. 'auto': the one that the stream names, else BT.601. DALI takes BT.601 always. Default:
  // 'auto'.
  std::optional<ColorMatrix> color_matrix{};
  // Range of the stored values. 'auto': the one that the stream names, else limited: 16 to 235 for luma of 8 bits.
  // Default: 'auto'.
  std::optional<ColorRange> color_range{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most
  // network file systems. Default: false.
  std::optional<bool> dont_use_mmap{};
  // With audio: give the mean of the channels, as a sound of one dimension. Default: false.
  std::optional<bool> downmix{};
  // uint8: 0 to 255. uint16: 0 to 65535, as exact as the stream's samples are, for 10 and 12 bits. float32: 0 to 255,
  // where streams of 8 bits give the whole numbers of uint8, and those of more bits the values of uint16 divided by
  // 257. None of them maps the brightness of HDR: values are those of the stream's transfer function. One of 'uint8',
  // 'uint16', 'float32'. Default: 'uint8'.
  std::optional<DType> dtype{};
  // Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of
  // shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order.
  // The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard.
  // Default: false.
  std::optional<bool> elastic{};
  // Add the output frameNum: 'scalar' for the first frame of the clip, 'sequence' for all of them. Default: 'none'.
  std::optional<EnableFrameNum> enable_frame_num{};
  // Add the output timestamps. Default: false.
  std::optional<bool> enable_timestamps{};
  // Path or URL of a text file with a video per line: its path, white space, an integer label and, for a part of the
  // video, where that starts and ends. Paths are relative to the list's own folder. Negative numbers count from the
  // end of the video; without an end, and with 0, the part goes to its end.
  std::optional<std::string> file_list{};
  // Ranges of fileList count frames, from 0 on; by default they are seconds. A start with a fraction is rounded up, an
  // end down. Default: false.
  std::optional<bool> file_list_frame_num{};
  // Round the starts of ranges in seconds down to a frame, and the ends up. By default starts are rounded up and ends
  // down. The frame of the end is not part of the range. Default: false.
  std::optional<bool> file_list_include_preceding_frame{};
  // Folder of the videos: each sub-folder is a class, with all videos below it, and labels count the sub-folders in
  // the order of their names; in a folder with videos only all labels are 0. A file is a video by its ending.
  std::optional<std::string> file_root{};
  // Paths, URLs or glob patterns of the videos.
  Values<std::string> filenames{};
  // Colour model of the frames: 'rgb', or 'rgba' with straight alpha as the fourth channel, which is opaque where the
  // stream has none. colorSpaceConversion makes others of 'rgb'. Default: 'rgb'.
  std::optional<ImageType> image_type{};
  // Path of a file that keeps where the packets of the videos lie, so that later listings open none of those that have
  // not changed (by size and time of change, or by the version that a store gives). It is written after a listing that
  // has found others, and need not exist; videos that other readers keep there stay. By default each listing opens all
  // videos.
  std::optional<std::string> index_path{};
  // Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order
  // of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more.
  Values<int64_t> indices{};
  // With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or
  // larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024.
  std::optional<int64_t> initial_fill{};
  // Labels of the entries of filenames, one each.
  Values<int64_t> labels{};
  // List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not
  // called. Default: false.
  std::optional<bool> lazy_init{};
  // Longest time that decoding one clip may take, in seconds of its thread's CPU time; 0 for no limit. A clip that
  // takes longer is a bad sample. At least 0. Default: 0.
  std::optional<double> max_decode_seconds{};
  // Largest number of pixels of a frame, width times height; 0 for no limit. A larger video is a bad sample. The
  // default is 16383 x 16383. At least 0. Default: 268402689.
  std::optional<int64_t> max_pixels{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // With dtype float32: values from 0 to 1. Default: false.
  std::optional<bool> normalized{};
  // Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1.
  std::optional<int64_t> num_shards{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats
  // are marked as padding. Default: false.
  std::optional<bool> pad_last_batch{};
  // Give also the clips that reach beyond the end of the video, or of its part, with black frames there, whose alpha
  // is 0. Their numbers and times are -1. Default: false.
  std::optional<bool> pad_sequences{};
  // Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far
  // the reader runs ahead. At least 1. Default: 1.
  std::optional<int64_t> prefetch_queue_depth{};
  // How many lobes the sinc has on either side, from 0 (3 lobes) to 50 (16) and 100 (64): 0.007 q^2 - 0.09 q + 3,
  // rounded. More give a sharper cut-off and take longer. From 0 to 100. Default: 50.
  std::optional<double> quality{};
  // Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks.
  // Default: false.
  std::optional<bool> random_shuffle{};
  // Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples,
  // neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it
  // costs some calls. Object stores are always read ahead. Default: false.
  std::optional<bool> read_ahead{};
  // 'apply': turn and mirror frames as the file says that they are shown, such as those of a phone that was held
  // upright, by multiples of 90 degrees. 'ignore': frames as they are stored, which is what DALI gives. Default:
  // 'apply'.
  std::optional<Rotate> rotate{};
  // With audio: samples per second that the sound of each clip is resampled to, in Hz, as audioResample does it. 0:
  // those of the file. At least 0. Default: 0.
  std::optional<double> sample_rate{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // Number of frames of a clip. Required. At least 1.
  std::optional<int64_t> sequence_length{};
  // 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI,
  // MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards.
  std::optional<Shard> shard{};
  // Which shard to read: 0 to numShards - 1. At least 0. Default: 0.
  std::optional<int64_t> shard_id{};
  // Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the
  // shards anew. The order is an exact permutation, and every shard computes the same one. Not together with
  // randomShuffle, shuffleBlocks or stickToShard. Default: false.
  std::optional<bool> shuffle_after_epoch{};
  // Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it,
  // give every shard the same value.
  std::optional<int64_t> shuffle_after_epoch_seed{};
  // Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of
  // blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores
  // need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with
  // stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false.
  std::optional<bool> shuffle_blocks{};
  // Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached.
  // Default: false.
  std::optional<bool> skip_cached_images{};
  // Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's
  // source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on
  // (docs/guides/subsets.md).
  Values<std::string> skip_list{};
  // Let DALI take videos that seem to have a variable frame rate. Without effect here: frames have the times that the
  // file says, whatever their rate. Default: false.
  std::optional<bool> skip_vfr_check{};
  // Distance from the first frame of a clip to that of the next one, in frames. 0 and less: sequenceLength times
  // stride, so that clips do not overlap. Default: -1.
  std::optional<int64_t> step{};
  // Read the same shard in every epoch instead of moving to the next one. Default: false.
  std::optional<bool> stick_to_shard{};
  // Distance from a frame of a clip to the next one, in frames. At least 1. Default: 1.
  std::optional<int64_t> stride{};
  // Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default:
  // 1048576.
  std::optional<int64_t> tensor_init_bytes{};
};

// Reads clips of videos as experimental.readers.video does, with the arguments of DALI's older reader. With device
// 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin:
// docs/guides/video.md#what-it-takes says where it comes from.
// Output(1), with file_root or file_list or labels: The label: int32, shape [1].
// Output(2), with enable_frame_num: The number of the clip's first frame, shape [1], or with 'sequence' that of each
// frame, shape [frames]: int32. -1 stands for a frame that padding adds.
// Output(3), with enable_timestamps: When each frame is shown, in seconds from the video's first frame on: float64,
// shape [frames]. -1 stands for a frame that padding adds.
// Output(4), with audio: The sound from when the first of its frames is shown until the last one ends: float32, shape
// [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has
// none. A video without sound gives no samples, of one channel.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels
// has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that
// an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a
// file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its
// sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or
// a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or
// none that is as long as a sequence).
Node video(Pipeline& pipeline, const VideoOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

// Arguments of readers.videoResize.
struct VideoResizeOptions {
  enum class ColorMatrix { auto_, bt601, bt709, bt2020 };
  enum class ColorRange { auto_, limited, full };
  enum class EnableFrameNum { none, scalar, sequence };
  enum class Mode { default_, stretch, not_larger, not_smaller };
  enum class Rotate { apply, ignore };
  enum class Shard { auto_ };

  // Surfaces of DALI's decoder on a GPU. Without effect here: the decoder takes as many as the stream needs. Default:
  // 2.
  std::optional<int64_t> additional_decode_surfaces{};
  // When an axis shrinks, widen the filter in proportion, so that every input pixel counts. Nearest neighbour is never
  // widened. Default: true.
  std::optional<bool> antialias{};
  // Add the output audio. Default: false.
  std::optional<bool> audio{};
  // With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike:
  // as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608.
  std::optional<int64_t> block_bytes{};
  // With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better;
  // docs/guides/epochs.md says how well. From 1 to 4096. Default: 16.
  std::optional<int64_t> block_window{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Channels of the frames. Without effect here: imageType says how many there are. From 3 to 3. Default: 3.
  std::optional<int64_t> channels{};
  // Matrix from YCbCr to RGB. 'auto': the one that the stream names, else BT.601. DALI takes BT.601 always. Default:
  // 'auto'.
  std::optional<ColorMatrix> color_matrix{};
  // Range of the stored values. 'auto': the one that the stream names, else limited: 16 to 235 for luma of 8 bits.
  // Default: 'auto'.
  std::optional<ColorRange> color_range{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most
  // network file systems. Default: false.
  std::optional<bool> dont_use_mmap{};
  // With audio: give the mean of the channels, as a sound of one dimension. Default: false.
  std::optional<bool> downmix{};
  // uint8: 0 to 255. uint16: 0 to 65535, as exact as the stream's samples are. float32: 0 to 255, not rounded after
  // resizing; frames of streams of more than 8 bits are not rounded before it either. None of them maps the brightness
  // of HDR. One of 'uint8', 'uint16', 'float32'. Default: 'uint8'.
  std::optional<DType> dtype{};
  // Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of
  // shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order.
  // The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard.
  // Default: false.
  std::optional<bool> elastic{};
  // Add the output frameNum: 'scalar' for the first frame of the clip, 'sequence' for all of them. Default: 'none'.
  std::optional<EnableFrameNum> enable_frame_num{};
  // Add the output timestamps. Default: false.
  std::optional<bool> enable_timestamps{};
  // Path or URL of a text file with a video per line: its path, white space, an integer label and, for a part of the
  // video, where that starts and ends. Paths are relative to the list's own folder. Negative numbers count from the
  // end of the video; without an end, and with 0, the part goes to its end.
  std::optional<std::string> file_list{};
  // Ranges of fileList count frames, from 0 on; by default they are seconds. A start with a fraction is rounded up, an
  // end down. Default: false.
  std::optional<bool> file_list_frame_num{};
  // Round the starts of ranges in seconds down to a frame, and the ends up. By default starts are rounded up and ends
  // down. The frame of the end is not part of the range. Default: false.
  std::optional<bool> file_list_include_preceding_frame{};
  // Folder of the videos: each sub-folder is a class, with all videos below it, and labels count the sub-folders in
  // the order of their names; in a folder with videos only all labels are 0. A file is a video by its ending.
  std::optional<std::string> file_root{};
  // Paths, URLs or glob patterns of the videos.
  Values<std::string> filenames{};
  // Colour model of the frames: 'rgb', or 'rgba' with straight alpha as the fourth channel, which is opaque where the
  // stream has none. colorSpaceConversion makes others of 'rgb'. Default: 'rgb'.
  std::optional<ImageType> image_type{};
  // Path of a file that keeps where the packets of the videos lie, so that later listings open none of those that have
  // not changed (by size and time of change, or by the version that a store gives). It is written after a listing that
  // has found others, and need not exist; videos that other readers keep there stay. By default each listing opens all
  // videos.
  std::optional<std::string> index_path{};
  // Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order
  // of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more.
  Values<int64_t> indices{};
  // With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or
  // larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024.
  std::optional<int64_t> initial_fill{};
  // Filter for both directions; minFilter and magFilter override it. 'triangular' is the same as 'linear'. Default:
  // 'linear'.
  std::optional<Interp> interp_type{};
  // Labels of the entries of filenames, one each.
  Values<int64_t> labels{};
  // List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not
  // called. Default: false.
  std::optional<bool> lazy_init{};
  // Filter of an axis that grows or keeps its size. Default: interpType.
  std::optional<Interp> mag_filter{};
  // Longest time that decoding one clip may take, in seconds of its thread's CPU time; 0 for no limit. A clip that
  // takes longer is a bad sample. At least 0. Default: 0.
  std::optional<double> max_decode_seconds{};
  // Largest number of pixels of a frame, width times height; 0 for no limit. A larger video is a bad sample. The
  // default is 16383 x 16383. At least 0. Default: 268402689.
  std::optional<int64_t> max_pixels{};
  // Upper limit of the output extents, in pixels: one value, or one per axis in the order of size. Modes that keep the
  // aspect ratio (also resizeShorter) shrink the whole image to fit; the others cut each extent to it. 1 to 3 values.
  Values<double> max_size{};
  // Filter of an axis that shrinks. Default: interpType.
  std::optional<Interp> min_filter{};
  // Images per kernel call of DALI on a GPU. Without effect here: one kernel call resizes the whole batch. Default:
  // 32.
  std::optional<int64_t> minibatch_size{};
  // How the requested extents are met. 'default': given extents exactly; the others are scaled by the (geometric) mean
  // scale of the given ones. 'stretch': given extents exactly; the others keep their size. 'not_larger': the largest
  // output of the input's aspect ratio that exceeds no requested extent. 'not_smaller': the smallest output of that
  // aspect ratio that is no less than any requested extent. Cannot be combined with resizeShorter or resizeLonger.
  // Default: 'default'.
  std::optional<Mode> mode{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // With dtype float32: values from 0 to 1. Default: false.
  std::optional<bool> normalized{};
  // Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1.
  std::optional<int64_t> num_shards{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats
  // are marked as padding. Default: false.
  std::optional<bool> pad_last_batch{};
  // Give also the clips that reach beyond the end of the video, or of its part, with black frames there, whose alpha
  // is 0. Their numbers and times are -1. Default: false.
  std::optional<bool> pad_sequences{};
  // Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far
  // the reader runs ahead. At least 1. Default: 1.
  std::optional<int64_t> prefetch_queue_depth{};
  // How many lobes the sinc has on either side, from 0 (3 lobes) to 50 (16) and 100 (64): 0.007 q^2 - 0.09 q + 3,
  // rounded. More give a sharper cut-off and take longer. From 0 to 100. Default: 50.
  std::optional<double> quality{};
  // Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks.
  // Default: false.
  std::optional<bool> random_shuffle{};
  // Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples,
  // neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it
  // costs some calls. Object stores are always read ahead. Default: false.
  std::optional<bool> read_ahead{};
  // Length of the longer side in pixels; the aspect ratio is kept. Excludes the other ways to give a size. Default: 0.
  std::optional<double> resize_longer{};
  // Length of the shorter side in pixels; the aspect ratio is kept, within maxSize. Excludes the other ways to give a
  // size. Default: 0.
  std::optional<double> resize_shorter{};
  // Output width in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger.
  // Default: 0.
  std::optional<double> resize_x{};
  // Output height in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger.
  // Default: 0.
  std::optional<double> resize_y{};
  // Output depth in voxels, for volumes; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and
  // resizeLonger. Default: 0.
  std::optional<double> resize_z{};
  // End of the region to resize, in the order of size; goes with roiStart. A start beyond its end mirrors the axis. 1
  // to 3 values.
  Values<double> roi_end{};
  // roiStart and roiEnd are fractions of the input's extents (0 to 1), not pixels. Default: false.
  std::optional<bool> roi_relative{};
  // Start of the region to resize, in the order of size; goes with roiEnd. Filters may still reach pixels around the
  // region. 1 to 3 values.
  Values<double> roi_start{};
  // 'apply': turn and mirror frames as the file says that they are shown, such as those of a phone that was held
  // upright, by multiples of 90 degrees. 'ignore': frames as they are stored, which is what DALI gives. Default:
  // 'apply'.
  std::optional<Rotate> rotate{};
  // With audio: samples per second that the sound of each clip is resampled to, in Hz, as audioResample does it. 0:
  // those of the file. At least 0. Default: 0.
  std::optional<double> sample_rate{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // Number of frames of a clip. Required. At least 1.
  std::optional<int64_t> sequence_length{};
  // 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI,
  // MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards.
  std::optional<Shard> shard{};
  // Which shard to read: 0 to numShards - 1. At least 0. Default: 0.
  std::optional<int64_t> shard_id{};
  // Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the
  // shards anew. The order is an exact permutation, and every shard computes the same one. Not together with
  // randomShuffle, shuffleBlocks or stickToShard. Default: false.
  std::optional<bool> shuffle_after_epoch{};
  // Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it,
  // give every shard the same value.
  std::optional<int64_t> shuffle_after_epoch_seed{};
  // Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of
  // blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores
  // need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with
  // stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false.
  std::optional<bool> shuffle_blocks{};
  // Output extents in pixels, outermost axis first ([height, width], volumes [depth, height, width]), or one value for
  // all axes. Negative mirrors an axis, 0 leaves it to mode. Fractions are rounded; see subpixelScale. 1 to 3 values.
  Values<double> size{};
  // Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached.
  // Default: false.
  std::optional<bool> skip_cached_images{};
  // Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's
  // source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on
  // (docs/guides/subsets.md).
  Values<std::string> skip_list{};
  // Let DALI take videos that seem to have a variable frame rate. Without effect here: frames have the times that the
  // file says, whatever their rate. Default: false.
  std::optional<bool> skip_vfr_check{};
  // Distance from the first frame of a clip to that of the next one, in frames. 0 and less: sequenceLength times
  // stride, so that clips do not overlap. Default: -1.
  std::optional<int64_t> step{};
  // Read the same shard in every epoch instead of moving to the next one. Default: false.
  std::optional<bool> stick_to_shard{};
  // Distance from a frame of a clip to the next one, in frames. At least 1. Default: 1.
  std::optional<int64_t> stride{};
  // When the output extent had to be rounded, adjusts the region so that the requested scale is kept. Otherwise the
  // scale follows from the rounded extent. Default: true.
  std::optional<bool> subpixel_scale{};
  // Expected size, in bytes, of DALI's temporary memory on a GPU. Without effect here: temporary memory is what the
  // shapes of the batch need, and is kept. Default: 0.
  std::optional<int64_t> temp_buffer_hint{};
  // Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default:
  // 1048576.
  std::optional<int64_t> tensor_init_bytes{};
};

// Reads clips of videos as readers.video does, and resizes their frames as resize does, each as soon as it is decoded.
// With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin:
// docs/guides/video.md#what-it-takes says where it comes from.
// Output(1), with file_root or file_list or labels: The label: int32, shape [1].
// Output(2), with enable_frame_num: The number of the clip's first frame, shape [1], or with 'sequence' that of each
// frame, shape [frames]: int32. -1 stands for a frame that padding adds.
// Output(3), with enable_timestamps: When each frame is shown, in seconds from the video's first frame on: float64,
// shape [frames]. -1 stands for a frame that padding adds.
// Output(4), with audio: The sound from when the first of its frames is shown until the last one ends: float32, shape
// [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has
// none. A video without sound gives no samples, of one channel.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels
// has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that
// an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a
// file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its
// sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or
// a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or
// none that is as long as a sequence).
Node video_resize(Pipeline& pipeline, const VideoResizeOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops::readers

namespace penstock::ops::readers {

// Arguments of readers.webdataset.
struct WebdatasetOptions {
  enum class MissingComponentBehavior { empty, skip, error };
  enum class Shard { auto_ };

  // With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike:
  // as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608.
  std::optional<int64_t> block_bytes{};
  // With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better;
  // docs/guides/epochs.md says how well. From 1 to 4096. Default: 16.
  std::optional<int64_t> block_window{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Whether ext distinguishes upper from lower case. Only the case of ASCII letters is ignored. Default: true.
  std::optional<bool> case_sensitive_extensions{};
  // Read the archives with plain reads in place of mapping them into memory. Plain reads are the better choice on most
  // network file systems. Default: false.
  std::optional<bool> dont_use_mmap{};
  // The dtype of each output, as many as ext has entries; uint8 by default, and int64 for what parse reads. Bytes are
  // taken as elements in the byte order of this machine. 'bool' is refused.
  Values<DType> dtypes{};
  // Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of
  // shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order.
  // The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard.
  // Default: false.
  std::optional<bool> elastic{};
  // The outputs: an entry for each, with the extensions that it takes, separated by semicolons: ['jpg;jpeg;png',
  // 'cls']. An extension is what follows the first dot, so it may have dots itself. Where a sample has several such
  // components, the first of them in the archive is taken. Required.
  Values<std::string> ext{};
  // Index files of wds2idx (v1.1 or v1.2), one for each entry of paths. By default the archives' headers are read.
  Values<std::string> index_paths{};
  // Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order
  // of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more.
  Values<int64_t> indices{};
  // With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or
  // larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024.
  std::optional<int64_t> initial_fill{};
  // List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not
  // called. Default: false.
  std::optional<bool> lazy_init{};
  // What becomes of a sample without a component for one of the outputs: 'empty' gives an empty tensor, 'skip' leaves
  // the sample out of the data set, 'error' refuses the data set. Default: 'empty'.
  std::optional<MissingComponentBehavior> missing_component_behavior{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1.
  std::optional<int64_t> num_shards{};
  // What a bad sample does. Default: the pipeline's on_error.
  std::optional<OnError> on_error{};
  // Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats
  // are marked as padding. Default: false.
  std::optional<bool> pad_last_batch{};
  // How each output is read, as many as ext has entries. 'bytes', the default, gives the file's bytes. 'number' gives
  // the number that the file has as text, as WebDataset's writers write .cls, and 'numbers' any number of them, with
  // spaces, line breaks or commas between. 'json.label' gives the number in the field label of a JSON text,
  // 'json.labels[]' a list of numbers, 'json.boxes[][4]' rows of four: brackets say the dimensions, with a length or
  // without. A path may have several parts ('json.objects.0.id' takes the first entry of a list), and 'json' is the
  // whole text; true and false are 1 and 0. A text that does not fit is a bad sample.
  Values<std::string> parse{};
  // Paths of the archives, or http(s)://, s3://, gs:// or hf:// URLs (docs/data/object-stores.md); braces stand for
  // several: {000..127}, and * ? [set] in a name for the files that match it, in the order of their names. Samples
  // come in the order of paths and, in an archive, of its files. Required.
  Values<std::string> paths{};
  // Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far
  // the reader runs ahead. At least 1. Default: 1.
  std::optional<int64_t> prefetch_queue_depth{};
  // Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks.
  // Default: false.
  std::optional<bool> random_shuffle{};
  // Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples,
  // neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it
  // costs some calls. Object stores are always read ahead. Default: false.
  std::optional<bool> read_ahead{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI,
  // MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards.
  std::optional<Shard> shard{};
  // Which shard to read: 0 to numShards - 1. At least 0. Default: 0.
  std::optional<int64_t> shard_id{};
  // Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the
  // shards anew. The order is an exact permutation, and every shard computes the same one. Not together with
  // randomShuffle, shuffleBlocks or stickToShard. Default: false.
  std::optional<bool> shuffle_after_epoch{};
  // Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it,
  // give every shard the same value.
  std::optional<int64_t> shuffle_after_epoch_seed{};
  // Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of
  // blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores
  // need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with
  // stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false.
  std::optional<bool> shuffle_blocks{};
  // Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached.
  // Default: false.
  std::optional<bool> skip_cached_images{};
  // Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's
  // source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on
  // (docs/guides/subsets.md).
  Values<std::string> skip_list{};
  // Read the same shard in every epoch instead of moving to the next one. Default: false.
  std::optional<bool> stick_to_shard{};
  // Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default:
  // 1048576.
  std::optional<int64_t> tensor_init_bytes{};
};

// Reads samples from tar archives, the shards of a WebDataset. Consecutive files of an archive with the same name up
// to the first dot of the base name are one sample; the rest of the name is the component's extension. Each output is
// the component whose extension ext lists for it: its bytes or, with parse, the numbers that it holds as text. The
// archives are listed when the data set is opened, by their headers alone, or an index of wds2idx is read; samples are
// then read in any order. Each sample's source, as errors and sourceInfo() show it, is path:offset:name of its first
// component. docs/data/webdataset.md shows how such a set is made, and says where DALI differs.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (an archive or index does not
// exist), FILE_UNREADABLE (an archive or index cannot be read, is damaged, or is shorter than its headers or its index
// say), BAD_SAMPLE (a component's bytes are no whole number of elements of its dtype, its text is not what parse says
// or has a number that its dtype does not hold, or a component is missing with missingComponentBehavior 'error'),
// UNSUPPORTED (a component is a sparse file), EMPTY_DATASET (the archives have no sample).
std::vector<Node> webdataset(Pipeline& pipeline, const WebdatasetOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops::readers

namespace penstock::ops::reductions {

// Arguments of reductions.max.
struct MaxOptions {
  // Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of
  // its own. Not together with axisNames. Default: all axes.
  Values<int64_t> axes{};
  // Reduced axes, by the letters of the input's layout. Not together with axes.
  std::optional<std::string> axis_names{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false.
  std::optional<bool> keep_dims{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// The largest of the elements, for each position along the axes that are not reduced. NaN is passed over. The largest
// of no elements is the least value of the dtype, minus infinity for floating point.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, or an
// axis is out of range or there twice), INVALID_INPUT (the layout lacks an axis of axisNames).
// input: Tensor of any dtype, shape and layout.
Node max(const Node& input, const MaxOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::reductions

namespace penstock::ops::reductions {

// Arguments of reductions.mean.
struct MeanOptions {
  // Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of
  // its own. Not together with axisNames. Default: all axes.
  Values<int64_t> axes{};
  // Reduced axes, by the letters of the input's layout. Not together with axes.
  std::optional<std::string> axis_names{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype. Default: 'float32'.
  std::optional<DType> dtype{};
  // Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false.
  std::optional<bool> keep_dims{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// The mean of the elements, for each position along the axes that are not reduced. For an integer `dtype` the fraction
// is dropped.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, or an
// axis is out of range or there twice), INVALID_INPUT (the layout lacks an axis of axisNames).
// input: Tensor of any dtype, shape and layout.
Node mean(const Node& input, const MeanOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::reductions

namespace penstock::ops::reductions {

// Arguments of reductions.meanSquare.
struct MeanSquareOptions {
  // Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of
  // its own. Not together with axisNames. Default: all axes.
  Values<int64_t> axes{};
  // Reduced axes, by the letters of the input's layout. Not together with axes.
  std::optional<std::string> axis_names{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype. Default: 'float32'.
  std::optional<DType> dtype{};
  // Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false.
  std::optional<bool> keep_dims{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// The mean of the squares of the elements, for each position along the axes that are not reduced. For an integer
// `dtype` the fraction is dropped.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, or an
// axis is out of range or there twice), INVALID_INPUT (the layout lacks an axis of axisNames).
// input: Tensor of any dtype, shape and layout.
Node mean_square(const Node& input, const MeanSquareOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::reductions

namespace penstock::ops::reductions {

// Arguments of reductions.min.
struct MinOptions {
  // Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of
  // its own. Not together with axisNames. Default: all axes.
  Values<int64_t> axes{};
  // Reduced axes, by the letters of the input's layout. Not together with axes.
  std::optional<std::string> axis_names{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false.
  std::optional<bool> keep_dims{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// The least of the elements, for each position along the axes that are not reduced. NaN is passed over. The least of
// no elements is the largest value of the dtype, infinity for floating point.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, or an
// axis is out of range or there twice), INVALID_INPUT (the layout lacks an axis of axisNames).
// input: Tensor of any dtype, shape and layout.
Node min(const Node& input, const MinOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::reductions

namespace penstock::ops::reductions {

// Arguments of reductions.rms.
struct RmsOptions {
  // Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of
  // its own. Not together with axisNames. Default: all axes.
  Values<int64_t> axes{};
  // Reduced axes, by the letters of the input's layout. Not together with axes.
  std::optional<std::string> axis_names{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype. Default: 'float32'.
  std::optional<DType> dtype{};
  // Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false.
  std::optional<bool> keep_dims{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// The root of the mean of the squares of the elements, for each position along the axes that are not reduced. For an
// integer `dtype` the fraction is dropped.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, or an
// axis is out of range or there twice), INVALID_INPUT (the layout lacks an axis of axisNames).
// input: Tensor of any dtype, shape and layout.
Node rms(const Node& input, const RmsOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::reductions

namespace penstock::ops::reductions {

// Arguments of reductions.stdDev.
struct StdDevOptions {
  // Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of
  // its own. Not together with axisNames. Default: all axes.
  Values<int64_t> axes{};
  // Reduced axes, by the letters of the input's layout. Not together with axes.
  std::optional<std::string> axis_names{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Subtracted from the number of elements that the sum of squares is divided by (1: Bessel's correction). Where
  // nothing is left, the value is infinity or NaN, as the division gives it. Default: 0.
  std::optional<int64_t> ddof{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false.
  std::optional<bool> keep_dims{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// The standard deviation of the elements around a mean that is given, for each position along the axes that are not
// reduced. The sum of squared differences is divided by the number of elements less `ddof`.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, or an
// axis is out of range or there twice), INVALID_INPUT (the layout lacks an axis of axisNames, or mean has another
// shape).
// input: Tensor of any dtype, shape and layout.
// mean: The mean, of any dtype: one value for all groups, or one per element of the output, in its shape or with
// reduced axes kept.
Node std_dev(const Node& input, const Node& mean, const StdDevOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::reductions

namespace penstock::ops::reductions {

// Arguments of reductions.sum.
struct SumOptions {
  // Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of
  // its own. Not together with axisNames. Default: all axes.
  Values<int64_t> axes{};
  // Reduced axes, by the letters of the input's layout. Not together with axes.
  std::optional<std::string> axis_names{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype. Default: uint64 for unsigned integers and bool, int64 for signed integers, float32 for float16 and
  // float32, float64 for float64.
  std::optional<DType> dtype{};
  // Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false.
  std::optional<bool> keep_dims{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// The sum of the elements, for each position along the axes that are not reduced. Sums of integers are exact, and wrap
// around where `dtype` cannot hold them.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, or an
// axis is out of range or there twice), INVALID_INPUT (the layout lacks an axis of axisNames).
// input: Tensor of any dtype, shape and layout.
Node sum(const Node& input, const SumOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::reductions

namespace penstock::ops::reductions {

// Arguments of reductions.variance.
struct VarianceOptions {
  // Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of
  // its own. Not together with axisNames. Default: all axes.
  Values<int64_t> axes{};
  // Reduced axes, by the letters of the input's layout. Not together with axes.
  std::optional<std::string> axis_names{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Subtracted from the number of elements that the sum of squares is divided by (1: Bessel's correction). Where
  // nothing is left, the value is infinity or NaN, as the division gives it. Default: 0.
  std::optional<int64_t> ddof{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false.
  std::optional<bool> keep_dims{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// The variance of the elements around a mean that is given, for each position along the axes that are not reduced. The
// sum of squared differences is divided by the number of elements less `ddof`.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, or an
// axis is out of range or there twice), INVALID_INPUT (the layout lacks an axis of axisNames, or mean has another
// shape).
// input: Tensor of any dtype, shape and layout.
// mean: The mean, of any dtype: one value for all groups, or one per element of the output, in its shape or with
// reduced axes kept.
Node variance(const Node& input, const Node& mean, const VarianceOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::reductions

namespace penstock::ops {

// Arguments of reinterpret.
struct ReinterpretOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Dtype of the output; the input's when not given.
  std::optional<DType> dtype{};
  // Layout of the output, one letter per dimension. Without it, the input's layout stays if the number of dimensions
  // does; else the output has none.
  std::optional<std::string> layout{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Shape of the output, as factors of the input's extents: of those that srcDims names, or of the first ones.
  // Products are rounded to nearest; a negative factor stands for the extent that keeps the number of bytes. Not
  // together with shape. May differ per sample.
  PerSampleValues<double> rel_shape{};
  // Shape of the output. One extent may be negative: it becomes what keeps the number of bytes. May differ per sample.
  PerSampleValues<int64_t> shape{};
  // Which dimensions of the input give the extents of the output, in this order; those that are left out must have
  // extent 1. -1 inserts an extent of 1. May differ per sample.
  PerSampleValues<int64_t> src_dims{};
};

// Takes the same bytes as elements of another dtype, shape or layout. No bytes are copied. Without a new shape the
// last extent changes with the size of the elements.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; nothing new is asked for, shape has two
// negative extents, or relShape and srcDims do not fit each other or the input, or layout has another number of
// letters), INVALID_INPUT (the shape has another number of bytes, or the input that gives it is no list of integers,
// or the last extent's bytes are no whole number of elements).
// data: Tensor of any dtype and layout.
// shape_input: The shape, in place of the argument: a 1-D tensor of int32 or int64.
Node reinterpret(const Node& data, const ReinterpretOptions& options = {}, CallSite at = CallSite::Here());
Node reinterpret(const Node& data, const Node& shape_input, const ReinterpretOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of reshape.
struct ReshapeOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Layout of the output, one letter per dimension. Without it, the input's layout stays if the number of dimensions
  // does; else the output has none.
  std::optional<std::string> layout{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Shape of the output, as factors of the input's extents: of those that srcDims names, or of the first ones.
  // Products are rounded to nearest; a negative factor stands for the extent that keeps the number of bytes. Not
  // together with shape. May differ per sample.
  PerSampleValues<double> rel_shape{};
  // Shape of the output. One extent may be negative: it becomes what keeps the number of bytes. May differ per sample.
  PerSampleValues<int64_t> shape{};
  // Which dimensions of the input give the extents of the output, in this order; those that are left out must have
  // extent 1. -1 inserts an extent of 1. May differ per sample.
  PerSampleValues<int64_t> src_dims{};
};

// Gives the same elements another shape, or another layout. No bytes are copied.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; shape has two negative extents, or relShape
// and srcDims do not fit each other or the input, or layout has another number of letters), INVALID_INPUT (the shape
// has another number of elements, or the input that gives it is no list of integers).
// data: Tensor of any dtype and layout.
// shape_input: The shape, in place of the argument: a 1-D tensor of int32 or int64.
Node reshape(const Node& data, const ReshapeOptions& options = {}, CallSite at = CallSite::Here());
Node reshape(const Node& data, const Node& shape_input, const ReshapeOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of resize.
struct ResizeOptions {
  enum class Match { dali, pillow, pillow_12, torchvision, torchvision_float, opencv };
  enum class MatchFilter { box, hamming, area, lanczos4, nearest_exact };
  enum class Mode { default_, stretch, not_larger, not_smaller };

  // When an axis shrinks, widen the filter in proportion, so that every input pixel counts. Nearest neighbour is never
  // widened. Default: true.
  std::optional<bool> antialias{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: the input's (the default) or float32. Integers are rounded to nearest and saturated; float32 keeps
  // the input's range, without rounding. Anything else fails with INVALID_ARGUMENT.
  std::optional<DType> dtype{};
  // Filter for both directions; minFilter and magFilter override it. 'triangular' is the same as 'linear'. Default:
  // 'linear'. May differ per sample.
  PerSample<Interp> interp_type{};
  // Filter of an axis that grows or keeps its size. Default: interpType. May differ per sample.
  PerSample<Interp> mag_filter{};
  // Whose numbers the result has, to the last bit where the library's are fixed. 'dali': DALI's, within 1. 'pillow':
  // Image.resize() of Pillow 13; 'pillow-12': of Pillow up to 12, where the order of the passes differs.
  // 'torchvision': resize() of tensors, uint8 or float32, on a CPU with AVX2; 'torchvision-float': its path through
  // float32 on CPUs without AVX2, for uint8 and float32. 'opencv': cv2.resize() of uint8. Regions are cut out first,
  // and are whole pixels. What the library does not have is refused. Default: 'dali'.
  std::optional<Match> match{};
  // With match: a filter of that library for which interpType has no name. Default: interpType.
  std::optional<MatchFilter> match_filter{};
  // Upper limit of the output extents, in pixels: one value, or one per axis in the order of size. Modes that keep the
  // aspect ratio (also resizeShorter) shrink the whole image to fit; the others cut each extent to it. 1 to 3 values.
  Values<double> max_size{};
  // Filter of an axis that shrinks. Default: interpType. May differ per sample.
  PerSample<Interp> min_filter{};
  // Images per kernel call of DALI on a GPU. Without effect here: one kernel call resizes the whole batch. Default:
  // 32.
  std::optional<int64_t> minibatch_size{};
  // How the requested extents are met. 'default': given extents exactly; the others are scaled by the (geometric) mean
  // scale of the given ones. 'stretch': given extents exactly; the others keep their size. 'not_larger': the largest
  // output of the input's aspect ratio that exceeds no requested extent. 'not_smaller': the smallest output of that
  // aspect ratio that is no less than any requested extent. Cannot be combined with resizeShorter or resizeLonger.
  // Default: 'default'.
  std::optional<Mode> mode{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Length of the longer side in pixels; the aspect ratio is kept. Excludes the other ways to give a size. Default: 0.
  // May differ per sample.
  PerSample<double> resize_longer{};
  // Length of the shorter side in pixels; the aspect ratio is kept, within maxSize. Excludes the other ways to give a
  // size. Default: 0. May differ per sample.
  PerSample<double> resize_shorter{};
  // Output width in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger.
  // Default: 0. May differ per sample.
  PerSample<double> resize_x{};
  // Output height in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger.
  // Default: 0. May differ per sample.
  PerSample<double> resize_y{};
  // Output depth in voxels, for volumes; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and
  // resizeLonger. Default: 0. May differ per sample.
  PerSample<double> resize_z{};
  // End of the region to resize, in the order of size; goes with roiStart. A start beyond its end mirrors the axis. 1
  // to 3 values. May differ per sample.
  PerSampleValues<double> roi_end{};
  // roiStart and roiEnd are fractions of the input's extents (0 to 1), not pixels. Default: false.
  std::optional<bool> roi_relative{};
  // Start of the region to resize, in the order of size; goes with roiEnd. Filters may still reach pixels around the
  // region. 1 to 3 values. May differ per sample.
  PerSampleValues<double> roi_start{};
  // Give the original extents as a second output. Default: false.
  std::optional<bool> save_attrs{};
  // Output extents in pixels, outermost axis first ([height, width], volumes [depth, height, width]), or one value for
  // all axes. Negative mirrors an axis, 0 leaves it to mode. Fractions are rounded; see subpixelScale. 1 to 3 values.
  // May differ per sample.
  PerSampleValues<double> size{};
  // When the output extent had to be rounded, adjusts the region so that the requested scale is kept. Otherwise the
  // scale follows from the rounded extent. Default: true.
  std::optional<bool> subpixel_scale{};
  // Expected size, in bytes, of DALI's temporary memory on a GPU. Without effect here: temporary memory is what the
  // shapes of the batch need, and is kept. Default: 0.
  std::optional<int64_t> temp_buffer_hint{};
};

// Resamples images to another size, with a separable filter. Frames of a sequence and channel planes are resized one
// by one; volumes in all three axes.
// Output(1), with save_attrs: int32 [H, W] or [D, H, W]: the extents before the resize. Only with saveAttrs.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; arguments give the size in several ways, or
// in none, or mode does not go with them), INVALID_INPUT (the input has a dtype or layout that the operator does not
// take, or is too large).
// data: uint8, uint16, int16 or float32; layout HW, HWC, CHW, FHWC, FCHW, CFHW, or a volume DHW, DHWC, CDHW, FDHWC,
// FCDHW, CFDHW (without a layout: HWC, or HW when it has two axes).
Node resize(const Node& data, const ResizeOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of resizeCropMirror.
struct ResizeCropMirrorOptions {
  enum class Match { dali, pillow, pillow_12, torchvision, torchvision_float, opencv };
  enum class MatchFilter { box, hamming, area, lanczos4, nearest_exact };
  enum class Mode { default_, stretch, not_larger, not_smaller };
  enum class Rounding { round, truncate };

  // When an axis shrinks, widen the filter in proportion, so that every input pixel counts. Nearest neighbour is never
  // widened. Default: true.
  std::optional<bool> antialias{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Window shape in the resized image: [height, width], or [depth, height, width] for volumes. Not together with
  // cropH, cropW, cropD. The window must lie inside the resized image. 2 or 3 values. May differ per sample.
  PerSampleValues<double> crop{};
  // Window depth in voxels (frames for a sequence); 0 takes the whole extent. Needs cropH and cropW. Default: 0. May
  // differ per sample.
  PerSample<double> crop_d{};
  // Window height in pixels; 0 takes the whole extent. Needs cropW. Default: 0. May differ per sample.
  PerSample<double> crop_h{};
  // Horizontal position of the window, as a fraction of the width that it leaves free: 0 is the left edge, 0.5 the
  // centre, 1 the right edge. From 0 to 1. Default: 0.5. May differ per sample.
  PerSample<double> crop_pos_x{};
  // Vertical position of the window, as a fraction of the height that it leaves free: 0 is the top edge, 0.5 the
  // centre, 1 the bottom edge. From 0 to 1. Default: 0.5. May differ per sample.
  PerSample<double> crop_pos_y{};
  // Position of the window along the depth (frames for a sequence), as a fraction of the depth that it leaves free.
  // From 0 to 1. Default: 0.5. May differ per sample.
  PerSample<double> crop_pos_z{};
  // Window width in pixels; 0 takes the whole extent. Needs cropH. Default: 0. May differ per sample.
  PerSample<double> crop_w{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: the input's (the default) or float32. Integers are rounded to nearest and saturated; float32 keeps
  // the input's range, without rounding. Anything else fails with INVALID_ARGUMENT.
  std::optional<DType> dtype{};
  // Filter for both directions; minFilter and magFilter override it. 'triangular' is the same as 'linear'. Default:
  // 'linear'. May differ per sample.
  PerSample<Interp> interp_type{};
  // Filter of an axis that grows or keeps its size. Default: interpType. May differ per sample.
  PerSample<Interp> mag_filter{};
  // Whose numbers the result has, to the last bit where the library's are fixed. 'dali': DALI's, within 1. 'pillow':
  // Image.resize() of Pillow 13; 'pillow-12': of Pillow up to 12, where the order of the passes differs.
  // 'torchvision': resize() of tensors, uint8 or float32, on a CPU with AVX2; 'torchvision-float': its path through
  // float32 on CPUs without AVX2, for uint8 and float32. 'opencv': cv2.resize() of uint8. Regions are cut out first,
  // and are whole pixels. What the library does not have is refused. Default: 'dali'.
  std::optional<Match> match{};
  // With match: a filter of that library for which interpType has no name. Default: interpType.
  std::optional<MatchFilter> match_filter{};
  // Upper limit of the output extents, in pixels: one value, or one per axis in the order of size. Modes that keep the
  // aspect ratio (also resizeShorter) shrink the whole image to fit; the others cut each extent to it. 1 to 3 values.
  Values<double> max_size{};
  // Filter of an axis that shrinks. Default: interpType. May differ per sample.
  PerSample<Interp> min_filter{};
  // Images per kernel call of DALI on a GPU. Without effect here: one kernel call resizes the whole batch. Default:
  // 32.
  std::optional<int64_t> minibatch_size{};
  // Which axes of the window to mirror: the sum of 1 (width), 2 (height) and 4 (depth). From 0 to 7. Default: 0. May
  // differ per sample.
  PerSample<int64_t> mirror{};
  // How the requested extents are met. 'default': given extents exactly; the others are scaled by the (geometric) mean
  // scale of the given ones. 'stretch': given extents exactly; the others keep their size. 'not_larger': the largest
  // output of the input's aspect ratio that exceeds no requested extent. 'not_smaller': the smallest output of that
  // aspect ratio that is no less than any requested extent. Cannot be combined with resizeShorter or resizeLonger.
  // Default: 'default'.
  std::optional<Mode> mode{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Length of the longer side in pixels; the aspect ratio is kept. Excludes the other ways to give a size. Default: 0.
  // May differ per sample.
  PerSample<double> resize_longer{};
  // Length of the shorter side in pixels; the aspect ratio is kept, within maxSize. Excludes the other ways to give a
  // size. Default: 0. May differ per sample.
  PerSample<double> resize_shorter{};
  // Output width in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger.
  // Default: 0. May differ per sample.
  PerSample<double> resize_x{};
  // Output height in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger.
  // Default: 0. May differ per sample.
  PerSample<double> resize_y{};
  // Output depth in voxels, for volumes; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and
  // resizeLonger. Default: 0. May differ per sample.
  PerSample<double> resize_z{};
  // End of the region to resize, in the order of size; goes with roiStart. A start beyond its end mirrors the axis. 1
  // to 3 values. May differ per sample.
  PerSampleValues<double> roi_end{};
  // roiStart and roiEnd are fractions of the input's extents (0 to 1), not pixels. Default: false.
  std::optional<bool> roi_relative{};
  // Start of the region to resize, in the order of size; goes with roiEnd. Filters may still reach pixels around the
  // region. 1 to 3 values. May differ per sample.
  PerSampleValues<double> roi_start{};
  // How the window's start becomes a whole number: 'round' to the nearest (halves away from zero), 'truncate' towards
  // zero. Default: 'round'.
  std::optional<Rounding> rounding{};
  // Output extents in pixels, outermost axis first ([height, width], volumes [depth, height, width]), or one value for
  // all axes. Negative mirrors an axis, 0 leaves it to mode. Fractions are rounded; see subpixelScale. 1 to 3 values.
  // May differ per sample.
  PerSampleValues<double> size{};
  // When the output extent had to be rounded, adjusts the region so that the requested scale is kept. Otherwise the
  // scale follows from the rounded extent. Default: true.
  std::optional<bool> subpixel_scale{};
  // Expected size, in bytes, of DALI's temporary memory on a GPU. Without effect here: temporary memory is what the
  // shapes of the batch need, and is kept. Default: 0.
  std::optional<int64_t> temp_buffer_hint{};
};

// Resizes, crops and mirrors in one pass: the same bytes as resize, crop and flip one after the other, without
// computing what is cropped away. Nearest neighbours are those of a resize of the window's own region, as in DALI,
// which decides positions on the border of two pixels.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; arguments of the size or of the window
// contradict each other, or the window reaches outside the resized image), INVALID_INPUT (the input has a dtype or
// layout that the operator does not take, or is too large).
// data: uint8, uint16, int16 or float32; layout HWC, CHW, FHWC, FCHW, CFHW, or a volume DHWC, CDHW, FDHWC, FCDHW,
// CFDHW (without a layout: HWC).
Node resize_crop_mirror(const Node& data, const ResizeCropMirrorOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of roiRandomCrop.
struct RoiRandomCropOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Shape of the window. Required. At least 0. One value or more. May differ per sample.
  PerSampleValues<int64_t> crop_shape{};
  // Bounds that the window stays within, in place of an input. Without either it may reach anywhere. May differ per
  // sample.
  PerSampleValues<int64_t> in_shape{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // End of the region, exclusive. Either roiEnd or roiShape. May differ per sample.
  PerSampleValues<int64_t> roi_end{};
  // Shape of the region. May differ per sample.
  PerSampleValues<int64_t> roi_shape{};
  // Start of the region: one value for each of cropShape, or one for all; so are the others. Required. May differ per
  // sample.
  PerSampleValues<int64_t> roi_start{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
};

// Draws the position of a window of a given shape, so that it contains as much as possible of a region of interest:
// the whole region if it is smaller than the window, else the window lies in it. The draws depend only on the seed,
// the epoch and the sample's index, and on the operator unless it has a seed of its own.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; neither or both of roiEnd and roiShape are
// given, inShape comes together with an input, lists have different numbers of values, the region has an end before
// its start or reaches outside the bounds, or the window is larger than the bounds).
// data: The window stays within the bounds of this input, whose values are not read; its first dimensions count.
Node roi_random_crop(Pipeline& pipeline, const RoiRandomCropOptions& options, CallSite at = CallSite::Here());
Node roi_random_crop(const Node& data, const RoiRandomCropOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of rotate.
struct RotateOptions {
  // Angle in degrees. Images turn counter-clockwise; volumes by the right-hand rule around axis, in coordinates x, y,
  // z. Required. May differ per sample.
  PerSample<double> angle{};
  // Direction [x, y, z] of the rotation axis, of any length but 0. Required for volumes, ignored for images. 3 values.
  // May differ per sample.
  PerSampleValues<double> axis{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: the input's (the default) or float32; for a float32 input also uint8, int16 or int32. Integers are
  // rounded to nearest (halves away from zero) and saturated. One of 'uint8', 'int16', 'int32', 'float32'.
  std::optional<DType> dtype{};
  // Value of pixels outside the input, first converted to the input's dtype, or under 'nn' to the output's. Without it
  // positions are clamped to the input, so that its border is repeated. May be NaN or infinite.
  std::optional<double> fill_value{};
  // 'linear' or 'nn'. One of 'nn', 'linear'. Default: 'linear'.
  std::optional<Interp> interp_type{};
  // The output has the input's extents; size overrides it. Default: false.
  std::optional<bool> keep_size{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Output extents in pixels, without channels: [height, width], volumes [depth, height, width]. Fractions are rounded
  // to nearest; at least 1. At least 0.5. 2 or 3 values. May differ per sample.
  PerSampleValues<double> size{};
};

// Rotates images, and volumes around an axis, about their centre. Without size or keepSize the output is as large as
// the rotated input needs, and each of its extents is odd or even like the input's extent that is nearest in
// direction, so that the centres of both coincide.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axis is missing for a volume or has no
// length, or size has a wrong number of values), INVALID_INPUT (the input has a dtype or layout that the operator does
// not take, or no pixels).
// input: uint8, int16, int32 or float32; layout HWC, FHWC, DHWC or FDHWC (without a layout: HWC, FHWC or FDHWC by the
// number of dimensions).
Node rotate(const Node& input, const RotateOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of saturation.
struct SaturationOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: uint8, int16, int32, float16 or float32. Default: the input's.
  std::optional<DType> dtype{};
  // Colour model of the input. Without effect here: the channels are taken as red, green and blue, as in DALI. One of
  // 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'.
  std::optional<ImageType> image_type{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Factor on the colourfulness: 0 gives grey, 1 changes nothing. Default: 1. May differ per sample.
  PerSample<double> saturation{};
};

// Changes the saturation. One 3x3 matrix per sample, which turns and stretches the colour plane of YIQ: an
// approximation of the change in HSV. Computed in single precision; integers round to nearest (halves away from zero)
// and saturate.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype, layout
// or number of channels that the operator does not take).
// input: RGB images, uint8, int16, int32, float16 or float32; layout HWC, FHWC, DHWC or FDHWC (without a layout: HWC,
// FHWC or FDHWC by the number of dimensions); 3 channels.
Node saturation(const Node& input, const SaturationOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops::segmentation {

// Arguments of segmentation.randomMaskPixel.
struct RandomMaskPixelOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Draw among foreground pixels when not 0; among all if there are none. Default: 0. May differ per sample.
  PerSample<int64_t> foreground{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // Pixels above this value are foreground. Default: 0. May differ per sample.
  PerSample<double> threshold{};
  // Pixels of this value are foreground, in place of those above threshold. May differ per sample.
  PerSample<int64_t> value{};
};

// Draws the position of a pixel in a mask, uniformly: of any pixel, or of a foreground pixel where there is one. The
// draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its
// own.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; value and threshold are given together),
// INVALID_INPUT (the mask has no pixels, or a dtype that the operator does not take).
// mask: Integers, bool or float32 of any shape.
Node random_mask_pixel(const Node& mask, const RandomMaskPixelOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::segmentation

namespace penstock::ops::segmentation {

// Arguments of segmentation.randomObjectBBox.
struct RandomObjectBBoxOptions {
  enum class Format { anchor_shape, start_end, box };

  // Label of the background. When not given: 0, or, if 0 is one of classes, the label below the least of them.
  // Default: 0. May differ per sample.
  PerSample<int64_t> background{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Keep the boxes of masks that were seen before. Without effect here: objects are found in one pass over the mask,
  // which costs about as much as comparing it with those seen before. Default: false.
  std::optional<bool> cache_objects{};
  // Relative chances of the classes, not negative; without classes those of the labels 0, 1, 2 and so on, of which the
  // background is left out. Equal when not given. At least 0. May differ per sample.
  PerSampleValues<double> class_weights{};
  // Labels of objects. All but the background when not given. May differ per sample.
  PerSampleValues<int64_t> classes{};
  // Chance of an object's box; otherwise it is the box of the whole mask. Default: 1. May differ per sample.
  PerSample<double> foreground_prob{};
  // 'anchor_shape' and 'start_end': two outputs. 'box': one output, start and end. Default: 'anchor_shape'.
  std::optional<Format> format{};
  // Draw among the objects of all classes alike. Default: false.
  std::optional<bool> ignore_class{};
  // Draw among this many objects with the largest boxes, and of equal ones those that come first in the mask: of the
  // class, or with ignoreClass of all. At least 1.
  std::optional<int64_t> k_largest{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Adds the output objectClass. Default: false.
  std::optional<bool> output_class{};
  // Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the
  // operator.
  std::optional<int64_t> seed{};
  // Least extent of a box along each dimension, one value for all or one for each; classes without such a box are not
  // drawn. May differ per sample.
  PerSampleValues<int64_t> threshold{};
};

// Draws an object of a mask and gives its bounding box: first a class, then one of its objects, which are the pixels
// of that label that touch along an edge (in space: along a face). Without an object that fits it is the box of the
// whole mask. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a
// seed of its own.
// Output(1), unless format is 'box': Shape of the box, or with format 'start_end' its end, exclusive.
// Output(2), with output_class: Label of the object, or the background's where it is the box of the whole mask; shape
// [].
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; background is one of the classes, ignoreClass
// comes together with classes, classWeights or outputClass, classes and classWeights differ in number, a weight is
// negative, kLargest is below 1, or threshold has a wrong number of values), INVALID_INPUT (the mask has no dimensions
// or more than 6, or a dtype that the operator does not take).
// mask: Labels: uint8, int8, uint16, int16, uint32, int32 or bool, 1 to 6 dimensions.
Node random_object_b_box(const Node& mask, const RandomObjectBBoxOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::segmentation

namespace penstock::ops::segmentation {

// Arguments of segmentation.selectMasks.
struct SelectMasksOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Ids become the places of the ids in maskIds. Default: false.
  std::optional<bool> reindex_masks{};
};

struct SelectMasksOutputs {
  // The polygons of the masks, in the order of the ids, (m, 3).
  Node polygons;
  // Their vertices, in the same order. Dtype and layout: those of the input.
  Node vertices;
};

// Selects the polygons of masks by the masks' ids, and leaves out the vertices of the others.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (an input has another dtype or
// rank, an id comes twice or has no polygon, or a polygon's vertices are none of those given).
// mask_ids: int32, 1-D: the ids of the masks to select, each once.
// polygons: int32, shape (n, 3): for each polygon its mask's id, and the indices of its first vertex and of the one
// behind its last.
// vertices: 2-D, any dtype: the coordinates of a vertex a row.
SelectMasksOutputs select_masks(const Node& mask_ids, const Node& polygons, const Node& vertices, const SelectMasksOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::segmentation

namespace penstock::ops {

// Arguments of sequenceRearrange.
struct SequenceRearrangeOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // For each element of the output, its place in the input. Required. One value or more. May differ per sample.
  PerSampleValues<int64_t> new_order{};
};

// Puts the elements along the first axis of a tensor, such as the frames of a sequence, in another order. Elements may
// be left out, or come several times.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; newOrder is empty, or names an element that
// the sequence does not have), INVALID_INPUT (the input has no dimensions, or a layout that begins with another letter
// than F).
// data: Sequence, whose first axis is F or has no letter; any dtype.
Node sequence_rearrange(const Node& data, const SequenceRearrangeOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of shapes.
struct ShapesOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // int32, uint32, int64, uint64, float32 or float64. One of 'int32', 'uint32', 'int64', 'uint64', 'float32',
  // 'float64'. Default: 'int64'.
  std::optional<DType> dtype{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// The shape of each sample.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
// data: Tensor of any dtype and layout. Its elements are not read.
Node shapes(const Node& data, const ShapesOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of sharpness.
struct SharpnessOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // 0 gives the smoothed image, 1 changes nothing, 2 doubles the difference to the smoothed image. At least 0.
  // Default: 1. May differ per sample.
  PerSample<double> factor{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Sharpens or smooths an image: output = factor * input + (1 - factor) * smoothed. A smoothed pixel is the mean of
// itself, with a weight of 5, and its eight neighbours; pixels on the border stay as they are, and so does an image of
// fewer than 3 rows or columns. Computed in single precision and clamped to the range from 0 to the dtype's largest
// value (1 for floating point); integers round in the smoothed image and lose their fractions in the output.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype or
// layout that the operator does not take).
// input: uint8, int16, int32, float16 or float32 (from 0 to 1); layout HW, HWC, CHW, FHW, FHWC or FCHW (without a
// layout: HW, HWC or FHWC by the number of dimensions); any number of channels.
Node sharpness(const Node& input, const SharpnessOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of slice.
struct SliceOptions {
  enum class OutOfBoundsPolicy { error, pad, constant, trim_to_shape, edge, clamp, reflect_1001, reflect, reflect_101, wrap };

  // Which dimensions the window's values are for, in their order; negative counts from the last. Used when axisNames
  // is empty or was not given. Default: [1, 0]. May differ per sample.
  PerSampleValues<int64_t> axes{};
  // Which dimensions the window's values are for, by the letters of the input's layout. Takes precedence over axes.
  // Default: 'WH'.
  std::optional<std::string> axis_names{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype; the input's when not given. Values are clamped to the dtype's range and fractions are dropped (use
  // cast to round).
  std::optional<DType> dtype{};
  // Where the window ends (exclusive), in elements. One of end, relEnd, shape, relShape at most; without them the
  // window goes to the input's end. May differ per sample.
  PerSampleValues<int64_t> end{};
  // Values of elements outside the input under 'pad': one for all channels, or one per channel of the output. May be
  // NaN or infinite. Default: [0].
  Values<double> fill_values{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Whether a floating-point anchor input is a fraction of the extent (true) or counts elements. Integer inputs always
  // count elements. Default: true.
  std::optional<bool> normalized_anchor{};
  // Whether a floating-point shape input is a fraction of the extent (true) or counts elements. Integer inputs always
  // count elements. Default: true.
  std::optional<bool> normalized_shape{};
  // What a window that reaches outside the input gives: 'error': the sample fails with INVALID_INPUT; 'pad' (or
  // 'constant'): fillValues; 'trim_to_shape': a smaller output; 'edge' (or 'clamp'): the border repeated;
  // 'reflect_1001' (or 'reflect'): mirrored with the border doubled; 'reflect_101': mirrored around the border;
  // 'wrap': the input tiled. Default: 'error'.
  std::optional<OutOfBoundsPolicy> out_of_bounds_policy{};
  // Where the window ends, as a fraction of the extent. May differ per sample.
  PerSampleValues<double> rel_end{};
  // The window's size, as a fraction of the extent. May differ per sample.
  PerSampleValues<double> rel_shape{};
  // Where the window starts, as a fraction of the extent. Not together with start. May differ per sample.
  PerSampleValues<double> rel_start{};
  // The window's size, in elements. May differ per sample.
  PerSampleValues<int64_t> shape{};
  // Where the window starts, in elements; 0 when neither start nor relStart is given. May differ per sample.
  PerSampleValues<int64_t> start{};
};

// Cuts a window out of a tensor of any number of dimensions. The window comes from the arguments (start or relStart;
// end, relEnd, shape or relShape) or from two more inputs, anchor and shape. Start and end are each rounded to the
// nearest element, halves away from zero.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; arguments say the start or the end twice, or
// have a wrong number of values), INVALID_INPUT (the window reaches outside the input under outOfBoundsPolicy 'error',
// the layout lacks an axis of axisNames, or anchor or shape comes alone or is of a wrong dtype or number of values).
// data: Tensor of any dtype and layout.
// anchor: Where the window starts: one float32, int32 or int64 value per axis. Integers count elements; floats are
// fractions of the extent unless normalizedAnchor is false.
// shape: The window's size: as many values, of the same dtype. Floats are fractions of the extent unless
// normalizedShape is false.
Node slice(const Node& data, const SliceOptions& options = {}, CallSite at = CallSite::Here());
Node slice(const Node& data, const Node& anchor, const SliceOptions& options = {}, CallSite at = CallSite::Here());
Node slice(const Node& data, const Node& anchor, const Node& shape, const SliceOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of solarize.
struct SolarizeOptions {
  // Nothing is inverted; this is added to the values below the threshold, and the sum is clamped to the range from 0
  // to the dtype's largest value (1 for floating point). May differ per sample.
  PerSample<double> addition{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // The smallest value that is inverted, in the input's units. Default: the middle of the input dtype's range: 128,
  // 16384, 1073741824, or 0.5 for floating point. May differ per sample.
  PerSample<double> threshold{};
};

// Inverts the values from a threshold on: v becomes 255 - v (or 1 - v in floating point) where v >= threshold. With
// `addition` it brightens the values below the threshold instead.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype that
// the operator does not take).
// input: uint8, int16, int32, float16 or float32 (from 0 to 1), of any shape and layout (without a layout: HWC with 3
// dimensions, FHWC with 4).
Node solarize(const Node& input, const SolarizeOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of spectrogram.
struct SpectrogramOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // The windows' centres are multiples of windowStep, from 0 on, and the sound is continued beyond its ends. false:
  // the first window begins with the sound, and all windows lie in it. Default: true.
  std::optional<bool> center_windows{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // ft: windows side by side for each frequency. tf: frequencies side by side for each window. One of 'ft', 'tf'.
  // Default: 'ft'.
  std::optional<std::string> layout{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Length of the transform, at least windowLength; windows are continued with zeros. windowLength when not given.
  // Lengths without prime factors above 5 are fast.
  std::optional<int64_t> nfft{};
  // 2: squared magnitudes. 1: magnitudes. From 1 to 2. Default: 2.
  std::optional<int64_t> power{};
  // With centerWindows: beyond its ends the sound is mirrored, without repeating the last element. false: it is
  // continued with zeros. Default: true.
  std::optional<bool> reflect_padding{};
  // What the elements of a window are multiplied with: windowLength numbers. A Hann window when not given.
  Values<double> window_fn{};
  // Number of elements in a window, at least 1. At least 1. Default: 512.
  std::optional<int64_t> window_length{};
  // Number of elements from one window to the next, at least 1. At least 1. Default: 256.
  std::optional<int64_t> window_step{};
};

// The power of each frequency over time: the squared magnitude of the Fourier transform of overlapping windows of a
// sound.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; windowLength, windowStep or nfft is out of
// range, windowFn has other than windowLength numbers, power is neither 1 nor 2, or layout is neither ft nor tf),
// INVALID_INPUT (the sound is not float32, has more than one dimension of more than one element, is empty, or is
// shorter than a window where windows are not centred).
// signal: A sound of one channel: float32, 1-D.
Node spectrogram(const Node& signal, const SpectrogramOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of sphere.
struct SphereOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Value of pixels outside the input, for all channels. For uint8 it is rounded to nearest and saturated. May be NaN
  // or infinite. Default: 0.
  std::optional<double> fill_value{};
  // 'nn' takes the pixel in which the position lies, 'linear' weighs the four nearest centres. One of 'nn', 'linear'.
  // Default: 'nn'.
  std::optional<Interp> interp_type{};
  // 0 leaves the sample as it is. Default: 1. May differ per sample.
  PerSample<int64_t> mask{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Shows the image as on a ball: output(p) = input(m + t |t| / d), with the middle m = [W / 2, H / 2], the pixel's
// centre p, t = p - m, and d the larger of W / 2 and H / 2, rounded down.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype or
// layout that the operator does not take).
// input: Image or sequence: uint8 or float32; layout HWC or FHWC (without a layout: by the number of dimensions). The
// frames of a sequence are moved alike.
Node sphere(const Node& input, const SphereOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of squeeze.
struct SqueezeOptions {
  // The dimensions to remove; negative counts from the last. Not together with axisNames. May differ per sample.
  PerSampleValues<int64_t> axes{};
  // The dimensions to remove, by the letters of the input's layout. Not together with axes.
  std::optional<std::string> axis_names{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Removes dimensions of extent 1. No bytes are copied.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; neither axes nor axisNames is given, or both,
// or an axis is outside of the input or named twice), INVALID_INPUT (a dimension to remove has another extent than 1,
// or the layout lacks an axis of axisNames).
// data: Tensor of any dtype and layout.
Node squeeze(const Node& data, const SqueezeOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of stack.
struct StackOptions {
  // The place of the new axis in the output; negative counts from the last. Default: 0.
  std::optional<int64_t> axis{};
  // The letter of the new axis. 1 letter.
  std::optional<std::string> axis_name{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Joins tensors of equal shapes along a new axis.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the output has no such axis, or axisName is
// no single letter), INVALID_INPUT (the inputs differ in dtype or shape, have 6 dimensions, or axisName is given and
// they have no layout).
// inputs: Tensors of one dtype and shape, up to 999.
Node stack(const std::vector<Node>& inputs, const StackOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of tensorResize.
struct TensorResizeOptions {
  enum class Mode { default_, stretch, not_larger, not_smaller };
  enum class SizeRounding { round, truncate, ceil };

  // The point of the region that stays in place when a fractional size is rounded and the region adjusted to it
  // (subpixelScale): 0 its start, 0.5 its middle, 1 its end. One value, or one per axis. Default: [0.5]. May differ
  // per sample.
  PerSampleValues<double> alignment{};
  // When an axis shrinks, widen the filter in proportion, so that every input pixel counts. Nearest neighbour is never
  // widened. Default: true.
  std::optional<bool> antialias{};
  // Axes to resize, by number; negative counts from the last. Default: all. Not together with axisNames.
  Values<int64_t> axes{};
  // Axes to resize, by the letters of the input's layout. Not together with axes.
  std::optional<std::string> axis_names{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: the input's (the default) or float32. Integers are rounded to nearest and saturated; float32 keeps
  // the input's range, without rounding. Anything else fails with INVALID_ARGUMENT.
  std::optional<DType> dtype{};
  // Filter for both directions; minFilter and magFilter override it. 'triangular' is the same as 'linear'. Default:
  // 'linear'. May differ per sample.
  PerSample<Interp> interp_type{};
  // Filter of an axis that grows or keeps its size. Default: interpType. May differ per sample.
  PerSample<Interp> mag_filter{};
  // Upper limit of the output extents: one value, or one per axis in the order of sizes. Modes that keep the aspect
  // ratio shrink all axes to fit; the others cut each extent to it.
  Values<double> max_size{};
  // Filter of an axis that shrinks. Default: interpType. May differ per sample.
  PerSample<Interp> min_filter{};
  // Images per kernel call of DALI on a GPU. Without effect here: one kernel call resizes the whole batch. Default:
  // 32.
  std::optional<int64_t> minibatch_size{};
  // How the requested extents are met. Axes that are not named count as if their own extent was asked for. 'default':
  // given extents exactly; those of 0 are scaled by the geometric mean of all other scales. 'stretch': given extents
  // exactly; those of 0 keep their size. 'not_larger' and 'not_smaller', not with scales: all axes are scaled alike,
  // by the least or the largest of the requested scales. Default: 'default'.
  std::optional<Mode> mode{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // End of the region to resize, in the order of sizes; goes with roiStart. A start beyond its end mirrors the axis.
  // May differ per sample.
  PerSampleValues<double> roi_end{};
  // roiStart and roiEnd are fractions of the input's extents (0 to 1), not elements. Default: false.
  std::optional<bool> roi_relative{};
  // Start of the region to resize, in the order of sizes; goes with roiEnd. Filters may still reach elements around
  // the region. May differ per sample.
  PerSampleValues<double> roi_start{};
  // Output extents by the input's: one value for all axes, or one per axis. Negative mirrors an axis, 0 leaves it to
  // mode. May differ per sample.
  PerSampleValues<double> scales{};
  // How fractional extents become whole: to the nearest, down or up; at least 1. Default: 'round'.
  std::optional<SizeRounding> size_rounding{};
  // Output extents in elements: one value for all axes, or one per axis. Negative mirrors an axis, 0 leaves it to
  // mode. May differ per sample.
  PerSampleValues<double> sizes{};
  // When an extent had to be rounded, adjusts the region so that the requested scale is kept. Otherwise the scale
  // follows from the rounded extent. Default: true.
  std::optional<bool> subpixel_scale{};
  // Expected size, in bytes, of DALI's temporary memory on a GPU. Without effect here: temporary memory is what the
  // shapes of the batch need, and is kept. Default: 0.
  std::optional<int64_t> temp_buffer_hint{};
};

// Resamples tensors along axes of any meaning, with a separable filter: sounds, spectrograms, feature maps, volumes.
// resize does the same for the spatial axes of images. The axes that change must lie within 3 neighbouring ones; other
// axes keep their elements as they are.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; an axis is out of range or there twice, a
// list has another number of values than 1 or the axes, scales come with a mode that keeps the aspect ratio, or axes
// that change are too far apart), INVALID_INPUT (the input has no dimensions or a dtype that the operator does not
// take, its layout lacks an axis of axisNames, or it is too large).
// input: uint8, uint16, int16 or float32 of any layout, with 1 dimension or more.
Node tensor_resize(const Node& input, const TensorResizeOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of toDecibels.
struct ToDecibelsOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // The least output, in decibels; zeros and negative elements become it. Default: -200.
  std::optional<double> cutoff_db{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // 10 for powers, 20 for magnitudes. Default: 10.
  std::optional<double> multiplier{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // The magnitude that is 0 dB. Default: the largest element of each sample. Above 0.
  std::optional<double> reference{};
};

// Converts magnitudes to decibels: multiplier * log10(x / reference), at least cutoffDb.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input is not float32).
// data: Magnitudes or powers: float32, of any shape.
Node to_decibels(const Node& data, const ToDecibelsOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops::transforms {

// Arguments of transforms.combine.
struct CombineOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Apply the last input first. Default: false.
  std::optional<bool> reverse_order{};
};

// Combines two or more affine transforms into one. The first is applied first, unless reverseOrder.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (an input is no float32 tensor
// of shape (n, n + 1), or the inputs are of different shapes).
// first: float32, shape (n, n + 1), n from 1 to 6.
// transforms: The transforms that follow, of the same shape; 98 at most.
Node combine(const Node& first, const std::vector<Node>& transforms, const CombineOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::transforms

namespace penstock::ops::transforms {

// Arguments of transforms.crop.
struct CropOptions {
  // Exchange start and end along a dimension where the start is greater, so that nothing is mirrored. Default: false.
  std::optional<bool> absolute{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Upper corner of the source box; one value for all dimensions or one for each. Default: [1]. May differ per sample.
  PerSampleValues<double> from_end{};
  // Lower corner of the source box. Default: [0]. May differ per sample.
  PerSampleValues<double> from_start{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Apply the made transform before that of the input, not after it. Without an input it has no effect. Default:
  // false.
  std::optional<bool> reverse_order{};
  // Upper corner of the target box. Default: [1]. May differ per sample.
  PerSampleValues<double> to_end{};
  // Lower corner of the target box. Default: [0]. May differ per sample.
  PerSampleValues<double> to_start{};
};

// Makes the affine transform that maps the box from fromStart to fromEnd onto the box from toStart to toEnd, or
// combines it with the input.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the arguments have different numbers of
// values, or a side of the box has no length), INVALID_INPUT (the input is no float32 tensor of shape (n, n + 1), or
// has another number of dimensions than the arguments).
// transform: The transform to combine with: float32, shape (n, n + 1). It is applied first, unless reverseOrder.
Node crop(Pipeline& pipeline, const CropOptions& options = {}, CallSite at = CallSite::Here());
Node crop(const Node& transform, const CropOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::transforms

namespace penstock::ops::transforms {

// Arguments of transforms.rotation.
struct RotationOptions {
  // Angle in degrees, from the first axis towards the second. Required. May differ per sample.
  PerSample<double> angle{};
  // The axis of a rotation in space, [x, y, z]; its length does not matter. Without it the rotation is in the plane. 3
  // values. May differ per sample.
  PerSampleValues<double> axis{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // The point that the transform leaves in place; one value for all dimensions or one for each. The origin when not
  // given. May differ per sample.
  PerSampleValues<double> center{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Apply the made transform before that of the input, not after it. Without an input it has no effect. Default:
  // false.
  std::optional<bool> reverse_order{};
};

// Makes an affine transform that rotates by an angle: in the plane, or in space around an axis. Or combines it with
// the input.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axis or center has a wrong number of values,
// or the axis has no length), INVALID_INPUT (the input is no float32 tensor of shape (n, n + 1), or has another number
// of dimensions than the arguments).
// transform: The transform to combine with: float32, shape (n, n + 1). It is applied first, unless reverseOrder.
Node rotation(Pipeline& pipeline, const RotationOptions& options, CallSite at = CallSite::Here());
Node rotation(const Node& transform, const RotationOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops::transforms

namespace penstock::ops::transforms {

// Arguments of transforms.scale.
struct ScaleOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // The point that the transform leaves in place; one value for all dimensions or one for each. The origin when not
  // given. May differ per sample.
  PerSampleValues<double> center{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Number of dimensions when scale has one value and there is no input; 1 when not given. From 1 to 6.
  std::optional<int64_t> ndim{};
  // Apply the made transform before that of the input, not after it. Without an input it has no effect. Default:
  // false.
  std::optional<bool> reverse_order{};
  // The factors, one for each dimension; one value stands for all dimensions of the input or of ndim. Required. May
  // differ per sample.
  PerSampleValues<double> scale{};
};

// Makes an affine transform that scales along the axes, or combines it with the input.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; scale or center has a wrong number of
// values), INVALID_INPUT (the input is no float32 tensor of shape (n, n + 1), or has another number of dimensions than
// the arguments).
// transform: The transform to combine with: float32, shape (n, n + 1). It is applied first, unless reverseOrder.
Node scale(Pipeline& pipeline, const ScaleOptions& options, CallSite at = CallSite::Here());
Node scale(const Node& transform, const ScaleOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops::transforms

namespace penstock::ops::transforms {

// Arguments of transforms.shear.
struct ShearOptions {
  // Shear angles in degrees, from -90 to 90, in the order of `shear`. Either angles or shear. From -90 to 90. 2 or 6
  // values. May differ per sample.
  PerSampleValues<double> angles{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // The point that the transform leaves in place; one value for all dimensions or one for each. The origin when not
  // given. May differ per sample.
  PerSampleValues<double> center{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Apply the made transform before that of the input, not after it. Without an input it has no effect. Default:
  // false.
  std::optional<bool> reverse_order{};
  // Shear factors. In the plane [xy, yx]: x moves by xy times y, and y by yx times x; in space [xy, xz, yx, yz, zx,
  // zy]. 2 or 6 values. May differ per sample.
  PerSampleValues<double> shear{};
};

// Makes an affine transform that shears in two or three dimensions, or combines it with the input.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; neither or both of shear and angles are
// given, they or center have a wrong number of values, or an angle lies outside of -90 to 90), INVALID_INPUT (the
// input is no float32 tensor of shape (n, n + 1), or has another number of dimensions than the arguments).
// transform: The transform to combine with: float32, shape (n, n + 1). It is applied first, unless reverseOrder.
Node shear(Pipeline& pipeline, const ShearOptions& options = {}, CallSite at = CallSite::Here());
Node shear(const Node& transform, const ShearOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops::transforms

namespace penstock::ops::transforms {

// Arguments of transforms.translation.
struct TranslationOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // The offset, one value for each dimension. Required. May differ per sample.
  PerSampleValues<double> offset{};
  // Apply the made transform before that of the input, not after it. Without an input it has no effect. Default:
  // false.
  std::optional<bool> reverse_order{};
};

// Makes an affine transform that moves by an offset, or combines it with the input.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; offset has more than 6 values), INVALID_INPUT
// (the input is no float32 tensor of shape (n, n + 1), or has another number of dimensions than the arguments).
// transform: The transform to combine with: float32, shape (n, n + 1). It is applied first, unless reverseOrder.
Node translation(Pipeline& pipeline, const TranslationOptions& options, CallSite at = CallSite::Here());
Node translation(const Node& transform, const TranslationOptions& options, CallSite at = CallSite::Here());

}  // namespace penstock::ops::transforms

namespace penstock::ops {

// Arguments of transpose.
struct TransposeOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Layout of the output, one letter per dimension. Takes precedence over transposeLayout.
  std::optional<std::string> output_layout{};
  // A permutation of 0 .. ndim-1; without it the dimensions are reversed. At least 0.
  Values<int64_t> perm{};
  // Whether the layout's letters are reordered too (true) or kept in their order (false). Default: true.
  std::optional<bool> transpose_layout{};
};

// Reorders the dimensions: dimension i of the output is dimension perm[i] of the input.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; perm is no permutation of the dimensions, or
// outputLayout has another number of letters).
// input: Tensor of any dtype, with up to 6 dimensions.
Node transpose(const Node& input, const TransposeOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of warpAffine.
struct WarpAffineOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Output dtype: the input's (the default) or float32; for a float32 input also uint8, int16 or int32. Integers are
  // rounded to nearest (halves away from zero) and saturated. One of 'uint8', 'int16', 'int32', 'float32'.
  std::optional<DType> dtype{};
  // Value of pixels outside the input, first converted to the input's dtype, or under 'nn' to the output's. Without it
  // positions are clamped to the input, so that its border is repeated. May be NaN or infinite.
  std::optional<double> fill_value{};
  // 'linear' or 'nn'. One of 'nn', 'linear'. Default: 'linear'.
  std::optional<Interp> interp_type{};
  // The matrix maps output positions to input positions. Otherwise it maps input to output and is inverted first; a
  // matrix without an inverse fails with INVALID_ARGUMENT. Default: true.
  std::optional<bool> inverse_map{};
  // The map, row by row: [M11, M12, M13, M21, M22, M23] for images, 12 values for volumes; rows and columns are x, y
  // (, z), in pixels. Required unless there is a second input; not together with it. 6 or 12 values. May differ per
  // sample.
  PerSampleValues<double> matrix{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Output extents in pixels, without channels: [height, width], volumes [depth, height, width]. Fractions are rounded
  // to nearest; at least 1. At least 0.5. 2 or 3 values. May differ per sample.
  PerSampleValues<double> size{};
};

// Resamples images and volumes along an affine map: output(x, y) = input(M11 x + M12 y + M13, M21 x + M22 y + M23),
// where [0, 0] is the corner of the first pixel and pixel centres lie at halves. A sequence's frames share the map.
// There is no antialiasing.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; there is no matrix or there are two, a matrix
// has a wrong number of values or no inverse, or size has a wrong number of values), INVALID_INPUT (the input has a
// dtype or layout that the operator does not take, no pixels, or the second input is no float32 matrix).
// data: uint8, int16, int32 or float32; layout HWC, FHWC, DHWC or FDHWC (without a layout: HWC, FHWC or FDHWC by the
// number of dimensions).
// matrix: float32 [2, 3], for volumes [3, 4]; in place of the argument matrix.
Node warp_affine(const Node& data, const WarpAffineOptions& options = {}, CallSite at = CallSite::Here());
Node warp_affine(const Node& data, const Node& matrix, const WarpAffineOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of water.
struct WaterOptions {
  // Amplitude of the wave along x, in pixels. Default: 10.
  std::optional<double> ampl_x{};
  // Amplitude of the wave along y, in pixels. Default: 10.
  std::optional<double> ampl_y{};
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Where it runs; everything is on the CPU without device_id. Default: the GPU for inputs that are there, else the
  // CPU.
  std::optional<Device> device{};
  // Value of pixels outside the input, for all channels. For uint8 it is rounded to nearest and saturated. May be NaN
  // or infinite. Default: 0.
  std::optional<double> fill_value{};
  // Frequency of the wave along x, in radians per row. The default is one wave in 128 rows. Default:
  // 0.04908738521234052.
  std::optional<double> freq_x{};
  // Frequency of the wave along y, in radians per column. Default: 0.04908738521234052.
  std::optional<double> freq_y{};
  // 'nn' takes the pixel in which the position lies, 'linear' weighs the four nearest centres. One of 'nn', 'linear'.
  // Default: 'nn'.
  std::optional<Interp> interp_type{};
  // 0 leaves the sample as it is. Default: 1. May differ per sample.
  PerSample<int64_t> mask{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Phase of the wave along x at the first row, in radians. Default: 0.
  std::optional<double> phase_x{};
  // Phase of the wave along y at the first column, in radians. Default: 0.
  std::optional<double> phase_y{};
};

// Moves pixels along two waves, as water does with what lies below it: output(x, y) = input(x + amplX sin(freqX y +
// phaseX), y + amplY cos(freqY x + phaseY)), where [0, 0] is the corner of the first pixel.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype or
// layout that the operator does not take).
// input: Image or sequence: uint8 or float32; layout HWC or FHWC (without a layout: by the number of dimensions). The
// frames of a sequence are moved alike.
Node water(const Node& input, const WaterOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of zeros.
struct ZerosOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Output dtype. Default: 'int32'.
  std::optional<DType> dtype{};
  // Layout of the output, one letter per dimension.
  std::optional<std::string> layout{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
  // Shape of the output. Without it the output is one number, of shape []. At least 0. May differ per sample.
  PerSampleValues<int64_t> shape{};
};

// Gives a tensor of zeros.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; layout has another number of letters than
// shape has values).
Node zeros(Pipeline& pipeline, const ZerosOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops

namespace penstock::ops {

// Arguments of zerosLike.
struct ZerosLikeOptions {
  // Expected bytes of one sample of each output.
  std::optional<int64_t> bytes_per_sample_hint{};
  // Output dtype; the input's when not given.
  std::optional<DType> dtype{};
  // Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.
  std::string name{};
};

// Gives a tensor of zeros with the shape of another one.
// Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
// shape_like: The output takes the shape and layout of this input; its values are not read.
Node zeros_like(const Node& shape_like, const ZerosLikeOptions& options = {}, CallSite at = CallSite::Here());

}  // namespace penstock::ops
