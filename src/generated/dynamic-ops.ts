// From native/ops/*/op.json by tools/gen.ts. Do not edit.
import type { DeviceLike } from '../dynamic/context/device.js'
import type { CallOptions, Counted, DecodeOptions, Given, Input, Joined, KindOf, KindOfAll, KindOfOptions, None, PerSample, RandomOptions, Result } from '../dynamic/operators/ops-types.js'
import type { DType, ImageType, Interp } from './abi.js'

/** Arguments of `nd.audioResample`. */
export interface AudioResampleOptions extends CallOptions {
  /** Sample rate of the input, in the unit of outRate. May differ per sample. */
  inRate?: number | PerSample | undefined
  /** Sample rate of the output. At least 0. May differ per sample. */
  outRate?: number | PerSample | undefined
  /** The output's rate by the input's: 2 doubles the number of frames. May differ per sample. */
  scale?: number | PerSample | undefined
  /** Number of frames that the output has. At least 0. May differ per sample. */
  outLength?: number | PerSample | undefined
  /** Output dtype, the input's when not given. A sound of another dtype is scaled: -1 to 1 of float32 is the range of a whole number, so that 1 becomes 32767 as int16 and 255 as uint8, and 0 becomes 128 as uint8. */
  dtype?: DType | undefined
  /** Where the rate becomes lower, lower the filter's cut-off with it, so that frequencies above half of the new rate are removed. false, as in DALI: they are folded down into the sound. Default: false. */
  antialias?: boolean | undefined
  /** How many lobes the sinc has on either side, from 0 (3 lobes) to 50 (16) and 100 (64): 0.007 q^2 - 0.09 q + 3, rounded. More give a sharper cut-off and take longer. From 0 to 100. Default: 50. */
  quality?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.autocontrast`. */
export interface AutocontrastOptions extends CallOptions {
  /** How a stretched value becomes an integer: 'truncate' drops its fraction, as torchvision does; 'nearest' rounds it, halves to even, as DALI's auto_contrast does. Default: 'truncate'. */
  rounding?: 'truncate' | 'nearest' | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.bBoxPaste`. */
export interface BBoxPasteOptions extends CallOptions {
  /** Extent of the canvas in extents of the image, as in paste. Required. Above 0. May differ per sample. */
  ratio: number | PerSample
  /** Horizontal place of the image on the canvas, as in paste: 0 is at the left, 1 at the right. Default: 0.5. May differ per sample. */
  pasteX?: number | PerSample | undefined
  /** Vertical place of the image on the canvas: 0 is at the top, 1 at the bottom. Default: 0.5. May differ per sample. */
  pasteY?: number | PerSample | undefined
  /** Boxes are left, top, right, bottom, not left, top, width, height. Default: false. */
  ltrb?: boolean | undefined
}

/** Arguments of `nd.bBoxRotate`. */
export interface BBoxRotateOptions extends CallOptions {
  /** Angle in degrees, counter-clockwise, as in rotate. Required. May differ per sample. */
  angle: number | PerSample
  /** Shape of the image before it is rotated, in pixels, in the order of shapeLayout; more values than letters are not read. Required. At least 1. May differ per sample. */
  inputShape: number | readonly number[] | PerSample
  /** 'expand': the box encloses the rotated box. 'fixed': it keeps the lengths of its sides. 'halfway': the mean of both. Default: 'expand'. */
  mode?: 'expand' | 'halfway' | 'fixed' | undefined
  /** Format of the boxes: left, top, right, bottom, or left, top, width, height. Default: 'xyXY'. */
  bboxLayout?: 'xyXY' | 'xyWH' | undefined
  /** Coordinates are fractions of the extents, before and after. Otherwise they are pixels. Default: true. */
  bboxNormalized?: boolean | undefined
  /** The canvas is as large as the image. Otherwise it holds the whole rotated image. Default: false. */
  keepSize?: boolean | undefined
  /** Boxes of which less than this share of the area lies on the canvas are dropped; below 1. Boxes without an area are always dropped. From 0 to 1. Default: 0.1. */
  removeThreshold?: number | undefined
  /** Which value of inputShape is which extent, a letter a value; H and W are read. Default: 'HW'. */
  shapeLayout?: string | undefined
  /** Extents of the canvas in pixels, [height, width], where rotate has been given some; fractions are dropped. At least 1. 2 values. May differ per sample. */
  size?: number | readonly number[] | PerSample | undefined
}

/** Arguments of `nd.batchPermutation`. */
export interface BatchPermutationOptions extends RandomOptions {
  /** Whether each place is drawn independently of the others, so that some come several times. Default: false. */
  allowRepetitions?: boolean | undefined
  /** Whether no sample may get its own place. The permutation is then a single cycle through all of them, as in DALI. A batch of one sample has no other place: it gets its own. Default: false. */
  noFixedPoints?: boolean | undefined
}

/** Arguments of `nd.bbFlip`. */
export interface BbFlipOptions extends CallOptions {
  /** Mirror left and right when not 0. Default: 1. May differ per sample. */
  horizontal?: number | boolean | PerSample | undefined
  /** Boxes are left, top, right, bottom, not left, top, width, height. Default: false. */
  ltrb?: boolean | undefined
  /** Mirror top and bottom when not 0. Default: 0. May differ per sample. */
  vertical?: number | boolean | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.boxEncoder`. */
export interface BoxEncoderOptions extends CallOptions {
  /** The anchors: left, top, right, bottom of each. Required. One value or more. */
  anchors: number | readonly number[]
  /** The intersection over union above which a box matches an anchor. From 0 to 1. Default: 0.5. */
  criteria?: number | undefined
  /** What is subtracted from offsets: x, y, width, height. 4 values. Default: [0, 0, 0, 0]. */
  means?: number | readonly number[] | undefined
  /** Encode centres as their distance from the anchor's in extents of the anchor, and sides as the logarithm of their ratio to the anchor's; then subtract means and divide by stds. Default: false. */
  offset?: boolean | undefined
  /** With offset, a factor for boxes and anchors before they are compared. Default: 1. */
  scale?: number | undefined
  /** What offsets are divided by: x, y, width, height. 4 values. Default: [1, 1, 1, 1]. */
  stds?: number | readonly number[] | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.brightness`. */
export interface BrightnessOptions extends CallOptions {
  /** Factor: 0 gives black, 1 changes nothing, 2 doubles the values. Default: 1. May differ per sample. */
  brightness?: number | PerSample | undefined
  /** Added last, as a fraction of the output dtype's brightest value: 255, 32767, 2147483647, or 1 for floating point. Default: 0. May differ per sample. */
  brightnessShift?: number | PerSample | undefined
  /** Output dtype: uint8, int16, int32, float16 or float32. Default: the input's. */
  dtype?: DType | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.brightnessContrast`. */
export interface BrightnessContrastOptions extends CallOptions {
  /** Factor: 0 gives black, 1 changes nothing, 2 doubles the values. Default: 1. May differ per sample. */
  brightness?: number | PerSample | undefined
  /** Factor on the distance to contrastCenter: 0 gives uniform grey, 1 changes nothing, 2 doubles the contrast. Default: 1. May differ per sample. */
  contrast?: number | PerSample | undefined
  /** Added last, as a fraction of the output dtype's brightest value: 255, 32767, 2147483647, or 1 for floating point. Default: 0. May differ per sample. */
  brightnessShift?: number | PerSample | undefined
  /** The value that contrast leaves as it is, in the input's units. Default: the middle of the input dtype's range: 128, 16384, 1073741824, or 0.5 for floating point. May differ per sample. */
  contrastCenter?: number | PerSample | undefined
  /** Output dtype: uint8, int16, int32, float16 or float32. Default: the input's. */
  dtype?: DType | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.cast`. */
export interface CastOptions extends CallOptions {
  /** Output dtype. Required. */
  dtype: DType
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.castLike`. */
export interface CastLikeOptions extends CallOptions {
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.cat`. */
export interface CatOptions extends CallOptions {
  /** The axis along which the tensors are joined; negative counts from the last. Not together with axisName. Default: 0. */
  axis?: number | undefined
  /** The axis, by its letter in the first input's layout. Not together with axis. 1 letter. */
  axisName?: string | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.clahe`. */
export interface ClaheOptions extends CallOptions {
  /** The most that a bin of a histogram may hold, in units of the mean bin (the tile's area / 256), but at least one pixel; what is above is spread over all bins. Higher values give more contrast; 0 or less sets no limit. Required. */
  clipLimit: number
  /** Tiles along the width. An image that is no multiple is extended by mirrored pixels. Required. From 1 to 4096. */
  tilesX: number
  /** Tiles along the height. Required. From 1 to 4096. */
  tilesY: number
  /** RGB: equalize L of CIE L*a*b* alone. false: each channel for itself, on every device (DALI does so on the CPU alone). Default: true. */
  lumaOnly?: boolean | undefined
  /** The number of a histogram's bins. Without effect here: DALI does not use it either: histograms have a bin for each of the 256 values.. Default: 256. */
  bins?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.colorSpaceConversion`. */
export interface ColorSpaceConversionOptions extends CallOptions {
  /** Colour model of the input: 'rgb', 'bgr', 'gray' or 'ycbcr'. Required. One of 'rgb', 'bgr', 'gray', 'ycbcr'. */
  imageType: ImageType
  /** Colour model of the output: 'rgb', 'bgr', 'gray' or 'ycbcr'. Required. One of 'rgb', 'bgr', 'gray', 'ycbcr'. */
  outputType: ImageType
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.colorTwist`. */
export interface ColorTwistOptions extends CallOptions {
  /** Turns the colours by this many degrees. Default: 0. May differ per sample. */
  hue?: number | PerSample | undefined
  /** Factor on the colourfulness: 0 gives grey, 1 changes nothing. Default: 1. May differ per sample. */
  saturation?: number | PerSample | undefined
  /** Factor on the distance to the middle grey: 0 gives uniform grey, 1 changes nothing. Default: 1. May differ per sample. */
  contrast?: number | PerSample | undefined
  /** Factor on the result: 0 gives black, 1 changes nothing. Default: 1. May differ per sample. */
  brightness?: number | PerSample | undefined
  /** Output dtype: uint8, int16, int32, float16 or float32. Default: the input's. */
  dtype?: DType | undefined
  /** Colour model of the input. Without effect here: the channels are taken as red, green and blue, as in DALI. One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'. */
  imageType?: ImageType | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.constant`. */
export interface ConstantOptions extends CallOptions {
  /** The values, row by row, as floating point. Either fdata or idata. May be NaN or infinite. */
  fdata?: number | readonly number[] | undefined
  /** The values, row by row, as 32-bit integers. Either fdata or idata. */
  idata?: number | readonly number[] | undefined
  /** Shape of the output. Without it the output is 1-D, with as many elements as there are values. One value fills any shape. At least 0. */
  shape?: number | readonly number[] | undefined
  /** Output dtype: float32 for fdata and int32 for idata when not given. Values are converted as by cast. */
  dtype?: DType | undefined
  /** Layout of the output, one letter per dimension. */
  layout?: string | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.contrast`. */
export interface ContrastOptions extends CallOptions {
  /** Factor on the distance to contrastCenter: 0 gives uniform grey, 1 changes nothing, 2 doubles the contrast. Default: 1. May differ per sample. */
  contrast?: number | PerSample | undefined
  /** contrastCenter is the mean brightness of the image, or of each frame, by the weights 0.299, 0.587 and 0.114 (ITU-R BT.601) of red, green and blue. For uint8 in HWC or FHWC with 1 or 3 channels. Default: false. */
  aroundMean?: boolean | undefined
  /** The value that contrast leaves as it is, in the input's units. Default: the middle of the input dtype's range: 128, 16384, 1073741824, or 0.5 for floating point. May differ per sample. */
  contrastCenter?: number | PerSample | undefined
  /** Output dtype: uint8, int16, int32, float16 or float32. Default: the input's. */
  dtype?: DType | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.coordFlip`. */
export interface CoordFlipOptions extends CallOptions {
  /** Mirror the x coordinate when not 0. Default: 1. May differ per sample. */
  flipX?: number | boolean | PerSample | undefined
  /** Where the mirror stands along x; 0.5 for fractions of an extent. Default: 0.5. May differ per sample. */
  centerX?: number | PerSample | undefined
  /** Where the mirror stands along y; 0.5 for fractions of an extent. Default: 0.5. May differ per sample. */
  centerY?: number | PerSample | undefined
  /** Where the mirror stands along z; 0.5 for fractions of an extent. Default: 0.5. May differ per sample. */
  centerZ?: number | PerSample | undefined
  /** Mirror the y coordinate when not 0. Default: 0. May differ per sample. */
  flipY?: number | boolean | PerSample | undefined
  /** Mirror the z coordinate when not 0. Default: 0. May differ per sample. */
  flipZ?: number | boolean | PerSample | undefined
  /** Which column is which coordinate, a letter a column: x, y and z. When empty: xyz. Default: ''. */
  layout?: string | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.coordTransform`. */
export interface CoordTransformOptions extends CallOptions {
  /** The matrix with the offset as its last column, as transforms.* make it; in place of M and T. One number stands for that multiple of the identity. May differ per sample. */
  MT?: number | readonly number[] | PerSample | undefined
  /** The matrix, row by row, or one number for that multiple of the identity. Per sample: a number, or a matrix of two dimensions. The identity when neither M nor MT is given. May differ per sample. */
  M?: number | readonly number[] | PerSample | undefined
  /** The offset, one value for each row of the matrix, or one for all. 0 when not given. May differ per sample. */
  T?: number | readonly number[] | PerSample | undefined
  /** Output dtype: float32, or the input's. Default: 'float32'. */
  dtype?: DType | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.copy`. */
export interface CopyOptions extends CallOptions {
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.crop`. */
export interface CropOptions extends CallOptions {
  /** Window shape: [height, width], or [depth, height, width] where the input has D or F. A fraction is dropped; a value of 0 or less takes the whole extent. Not together with cropH, cropW, cropD. 2 or 3 values. May differ per sample. */
  crop?: number | readonly number[] | PerSample | undefined
  /** Horizontal position of the window, as a fraction of the width that it leaves free: 0 is the left edge, 0.5 the centre, 1 the right edge. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosX?: number | PerSample | undefined
  /** Vertical position of the window, as a fraction of the height that it leaves free: 0 is the top edge, 0.5 the centre, 1 the bottom edge. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosY?: number | PerSample | undefined
  /** Window height in pixels; 0 takes the whole extent. Needs cropW. Default: 0. May differ per sample. */
  cropH?: number | PerSample | undefined
  /** Window width in pixels; 0 takes the whole extent. Needs cropH. Default: 0. May differ per sample. */
  cropW?: number | PerSample | undefined
  /** Pixels that count as part of the image around it: one value for all sides, [top and bottom, left and right], or [top, left, bottom, right]. The window starts at round(cropPos * (before + extent + after - size)) - before, as torchvision's RandomCrop places it; without crop arguments it is the padded image. What lies outside the input is made by outOfBoundsPolicy; under 'error' it is fillValues, and only a window larger than the padded image is an error. torchvision's pad_if_needed is outOfBoundsPolicy 'pad'. At least 0. 1 or 2 or 4 values. May differ per sample. */
  padding?: number | readonly number[] | PerSample | undefined
  /** Output dtype; the input's when not given. Values are clamped to the dtype's range and fractions are dropped (use cast to round). */
  dtype?: DType | undefined
  /** Window depth in voxels (frames for a sequence); 0 takes the whole extent. Needs cropH and cropW. Default: 0. May differ per sample. */
  cropD?: number | PerSample | undefined
  /** Position of the window along the depth (frames for a sequence), as a fraction of the depth that it leaves free. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosZ?: number | PerSample | undefined
  /** How the window's start becomes a whole number: 'round' to the nearest (halves away from zero), 'truncate' towards zero. Default: 'round'. */
  rounding?: 'round' | 'truncate' | undefined
  /** Values of elements outside the input under 'pad': one for all channels, or one per channel of the output. May be NaN or infinite. Default: [0]. */
  fillValues?: number | readonly number[] | undefined
  /** What a window that reaches outside the input gives: 'error': the sample fails with INVALID_INPUT; 'pad' (or 'constant'): fillValues; 'trim_to_shape': a smaller output; 'edge' (or 'clamp'): the border repeated; 'reflect_1001' (or 'reflect'): mirrored with the border doubled; 'reflect_101': mirrored around the border; 'wrap': the input tiled. Default: 'error'. */
  outOfBoundsPolicy?: 'error' | 'pad' | 'constant' | 'trim_to_shape' | 'edge' | 'clamp' | 'reflect_1001' | 'reflect' | 'reflect_101' | 'wrap' | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.cropMirrorNormalize`. */
export interface CropMirrorNormalizeOptions extends CallOptions {
  /** Window shape: [height, width], or [depth, height, width] where the input has D or F. A fraction is dropped; a value of 0 or less takes the whole extent. Not together with cropH, cropW, cropD. 2 or 3 values. May differ per sample. */
  crop?: number | readonly number[] | PerSample | undefined
  /** Horizontal position of the window, as a fraction of the width that it leaves free: 0 is the left edge, 0.5 the centre, 1 the right edge. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosX?: number | PerSample | undefined
  /** Vertical position of the window, as a fraction of the height that it leaves free: 0 is the top edge, 0.5 the centre, 1 the bottom edge. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosY?: number | PerSample | undefined
  /** Window height in pixels; 0 takes the whole extent. Needs cropW. Default: 0. May differ per sample. */
  cropH?: number | PerSample | undefined
  /** Window width in pixels; 0 takes the whole extent. Needs cropH. Default: 0. May differ per sample. */
  cropW?: number | PerSample | undefined
  /** Mirrors the window along W when not 0. Default: 0. May differ per sample. */
  mirror?: number | boolean | PerSample | undefined
  /** Subtracted from the input: one value, or one per channel. Default: [0]. May differ per sample. */
  mean?: number | readonly number[] | PerSample | undefined
  /** Divides the difference: one value, or one per channel. Default: [1]. May differ per sample. */
  std?: number | readonly number[] | PerSample | undefined
  /** Output dtype. Default: 'float32'. */
  dtype?: DType | undefined
  /** Layout of the output: a permutation of the input's. Default: 'CHW'. */
  outputLayout?: string | undefined
  /** Window depth in voxels (frames for a sequence); 0 takes the whole extent. Needs cropH and cropW. Default: 0. May differ per sample. */
  cropD?: number | PerSample | undefined
  /** Position of the window along the depth (frames for a sequence), as a fraction of the depth that it leaves free. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosZ?: number | PerSample | undefined
  /** How the window's start becomes a whole number: 'round' to the nearest (halves away from zero), 'truncate' towards zero. Default: 'round'. */
  rounding?: 'round' | 'truncate' | undefined
  /** Values of elements outside the input under 'pad', and of the channels that padOutput adds: one for all channels, or one per channel (added channels without a value get 0). They are not normalised; for an integer dtype the fraction is dropped. Under the other policies padding is 0. May be NaN or infinite. Default: [0]. */
  fillValues?: number | readonly number[] | undefined
  /** What a window that reaches outside the input gives: 'error': the sample fails with INVALID_INPUT; 'pad' (or 'constant'): fillValues; 'trim_to_shape': a smaller output. Default: 'error'. */
  outOfBoundsPolicy?: 'error' | 'pad' | 'constant' | 'trim_to_shape' | undefined
  /** Add channels up to a power of 2. Default: false. */
  padOutput?: boolean | undefined
  /** Multiplies the normalised value; useful with integer dtypes. Default: 1. */
  scale?: number | undefined
  /** Added to the scaled value. Default: 0. */
  shift?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.debayer`. */
export interface DebayerOptions extends CallOptions {
  /** Row and column of blue in the tile of 2 x 2 pixels that begins in the second row and column of the sensor, as OpenCV names patterns: [0, 0] is BG, [0, 1] GB, [1, 0] GR, [1, 1] RG. One number stands for both. Required. From 0 to 1. 1 or 2 values. May differ per sample. */
  bluePosition: number | readonly number[] | PerSample
  /** 'bilinear_ocv': means of the nearest pixels of a colour. 'edgeaware_ocv': green is the mean of the two neighbours, above and below or left and right, that differ less. 'gray_ocv': shades of grey in place of colours. The outermost pixels repeat their inner neighbours. Default: 'bilinear_ocv'. */
  algorithm?: 'bilinear_ocv' | 'edgeaware_ocv' | 'gray_ocv' | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.decoders.audio`. */
export interface DecodersAudioOptions extends DecodeOptions {
  /** Frames per second that the sound is resampled to, in Hz, as audioResample does it. 0: those of the file. At least 0. Default: 0. May differ per sample. */
  sampleRate?: number | PerSample | undefined
  /** Give the mean of the channels, as a sound of one dimension. Default: false. */
  downmix?: boolean | undefined
  /** float32: from -1 to 1, as far as the file stays inside. int16 and int32: the whole range of the dtype; a file with more bits loses its lowest ones, and floats of a file, means and interpolated values are scaled by the largest number, rounded and limited. Default: 'float32'. */
  dtype?: DType | undefined
  /** Largest number of elements, frames times channels, that are decoded of a file, and that the output has; 0 for no limit. A longer sound is a bad sample; this is checked in the header, before memory is allocated. The default is 2^29, three hours of one channel at 48 kHz. At least 0. Default: 536870912. */
  maxElements?: number | undefined
  /** Where the rate becomes lower, lower the filter's cut-off with it, so that frequencies above half of the new rate are removed. false, as in DALI: they are folded down into the sound. Default: false. */
  antialias?: boolean | undefined
  /** How many lobes the sinc has on either side, from 0 (3 lobes) to 50 (16) and 100 (64): 0.007 q^2 - 0.09 q + 3, rounded. More give a sharper cut-off and take longer. From 0 to 100. Default: 50. */
  quality?: number | undefined
}

/** Arguments of `nd.decoders.image`. */
export interface DecodersImageOptions extends DecodeOptions {
  /** Colour model: 'rgb', 'bgr', 'ycbcr' (ITU-R BT.601, studio range), 'gray' (1 channel), 'any': the channels of the file, where CMYK counts as RGB, or 'index': what a palette image (PNG, GIF, BMP, TIFF) stores, without its palette, as 1 channel of uint8; any other image is then a bad sample. One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'. */
  outputType?: ImageType | undefined
  /** uint8; uint16, where the brightest value is 65535; or float32, where it is 1. Anything else fails with INVALID_ARGUMENT. One of 'uint8', 'uint16', 'float32'. Default: 'uint8'. */
  dtype?: DType | undefined
  /** Turn and mirror the image as its EXIF orientation says. Windows are then in the turned image's coordinates. Default: true. */
  adjustOrientation?: boolean | undefined
  /** 'fast': where only resizes read the images and all of them make them smaller, each image is decoded no larger than they need, at a half, a quarter or an eighth of its size. This takes less time and changes pixels a little: docs/reference/resize.md has the numbers. All other images are decoded whole. JPEG, WebP and JPEG 2000 are decoded smaller, and TIFF that holds smaller versions of its image. No effect on 'mixed'. Default: 'off'. */
  shrink?: 'off' | 'fast' | undefined
  /** Write a line to standard error when the pipeline is closed: how many images the cache has, how many came from it, and how many were decoded. Default: false. */
  cacheDebug?: boolean | undefined
  /** Megabytes (2^20 bytes) of decoded images that are kept, in host memory, or on 'mixed' in GPU memory, so that later epochs copy them; 0 for none. They count to memoryBudget from the start. An image that was kept stays until the pipeline is closed. Files are compared by a hash of 128 bits of their bytes; pixels are the same with and without the cache. Crops and slices that read the images are not decoded alone then. At least 0. Default: 0. */
  cacheSize?: number | undefined
  /** Bytes of pixels from which an image is kept in the cache. At least 0. Default: 0. */
  cacheThreshold?: number | undefined
  /** Which images the cache keeps: 'threshold': all of cacheThreshold bytes or more, until it is full; 'largest': of those, the largest that there is room for, which are known when the first image comes again. Default: 'threshold'. */
  cacheType?: 'threshold' | 'largest' | undefined
  /** What decodes JPEG on 'mixed'. 'auto': kernels that decode whole batches; what they do not take (progressive or damaged files, other formats) threads decode. 'kernels': the same. 'cpu': threads. These give the same bytes, libjpeg-turbo's. 'engines': the GPU's JPEG engines (nvJPEG) decode what they take, with bytes of their own, and leave the streaming multiprocessors to others; the rest is decoded as with 'auto'. No effect on the CPU. Default: 'auto'. */
  decodeWith?: 'auto' | 'engines' | 'kernels' | 'cpu' | undefined
  /** Interpolate the colour of subsampled JPEGs (smoother) instead of repeating it (faster). The bytes are libjpeg-turbo's in both modes. Default: true; on 'mixed' false. */
  jpegFancyUpsampling?: boolean | undefined
  /** Longest time that decoding one image may take, in seconds of its thread's CPU time (so that a good file does not fail because the machine is busy); 0 for no limit. An image that takes longer is a bad sample. The limit is checked between rows; WebP, GIF, AVIF, JPEG 2000 and interlaced PNG are decoded in one piece, so it is checked only after they are decoded. On 'mixed' it applies to images that threads decode. At least 0. Default: 0. */
  maxDecodeSeconds?: number | undefined
  /** Largest number of pixels, width times height of the whole image, that is decoded; 0 for no limit. A larger image is a bad sample; this is checked in its header, before memory is allocated. The default is 16383 x 16383. At least 0. Default: 268402689. */
  maxPixels?: number | undefined
  /** Expected height of the images, in pixels. Where preallocateWidthHint is given too, memory for batches is allocated for images of that size, with 3 channels, before the first batch: on the CPU in host memory, on 'mixed' in GPU memory. bytesPerSampleHint takes precedence. Default: 0. */
  preallocateHeightHint?: number | undefined
  /** Expected width of the images, in pixels; see preallocateHeightHint. Default: 0. */
  preallocateWidthHint?: number | undefined
  /** Largest share of the GPU, above 0 and up to 1, that decoding kernels may take on 'mixed'. Below 1 they run beside a training job in a stream of low priority, with as few blocks. At most 1. Above 0. Default: 1. */
  smShare?: number | undefined
  /** Take libjpeg-turbo's fast, less exact inverse transform for JPEG. Default: false. */
  useFastIdct?: boolean | undefined
  /** Ties DALI's decoding threads to cores. Without effect here: the threads that decode, on 'mixed' too, are the pipeline's; its option setAffinity ties them to cores. Default: true. */
  affine?: boolean | undefined
  /** How DALI copies cached images. Without effect here: images are copied from the cache one by one. Default: true. */
  cacheBatchCopy?: boolean | undefined
  /** Bytes of device memory that DALI has ready for JPEG. Without effect here: on 'mixed' the decoder's own buffers grow with the first images and are kept; bytesPerSampleHint has memory for the decoded images ready. Default: 16777216. */
  deviceMemoryPadding?: number | undefined
  /** Bytes of device memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a GPU. Default: 0. */
  deviceMemoryPaddingJpeg2k?: number | undefined
  /** Bytes of page-locked memory that DALI has ready for JPEG. Without effect here: on 'mixed' each thread's page-locked buffers grow with the first images and are kept. Default: 8388608. */
  hostMemoryPadding?: number | undefined
  /** Bytes of page-locked memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a GPU. Default: 0. */
  hostMemoryPaddingJpeg2k?: number | undefined
  /** Share of the images, 0 to 1, that the JPEG engines decode in DALI. Without effect here: no share is given to the GPU's JPEG engines: they decode what they take with decodeWith: 'engines', and nothing else. Default: 0.65. */
  hwDecoderLoad?: number | undefined
  /** Pixels from which DALI does Huffman decoding on the GPU. Without effect here: on 'mixed' kernels do the Huffman decoding of every image that they take, whatever its size; see decodeWith. Default: 1000000. */
  hybridHuffmanThreshold?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'cpu'. */
  device?: DeviceLike | 'mixed' | undefined
}

/** Arguments of `nd.decoders.imageCrop`. */
export interface DecodersImageCropOptions extends DecodeOptions {
  /** Colour model: 'rgb', 'bgr', 'ycbcr' (ITU-R BT.601, studio range), 'gray' (1 channel), 'any': the channels of the file, where CMYK counts as RGB, or 'index': what a palette image (PNG, GIF, BMP, TIFF) stores, without its palette, as 1 channel of uint8; any other image is then a bad sample. One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'. */
  outputType?: ImageType | undefined
  /** uint8; uint16, where the brightest value is 65535; or float32, where it is 1. Anything else fails with INVALID_ARGUMENT. One of 'uint8', 'uint16', 'float32'. Default: 'uint8'. */
  dtype?: DType | undefined
  /** Turn and mirror the image as its EXIF orientation says. Windows are then in the turned image's coordinates. Default: true. */
  adjustOrientation?: boolean | undefined
  /** 'fast': where only resizes read the images and all of them make them smaller, each image is decoded no larger than they need, at a half, a quarter or an eighth of its size. This takes less time and changes pixels a little: docs/reference/resize.md has the numbers. All other images are decoded whole. JPEG, WebP and JPEG 2000 are decoded smaller, and TIFF that holds smaller versions of its image. No effect on 'mixed'. Default: 'off'. */
  shrink?: 'off' | 'fast' | undefined
  /** Window shape: [height, width], or [depth, height, width] where the input has D or F. A fraction is dropped; a value of 0 or less takes the whole extent. Not together with cropH, cropW, cropD. 2 or 3 values. May differ per sample. */
  crop?: number | readonly number[] | PerSample | undefined
  /** Horizontal position of the window, as a fraction of the width that it leaves free: 0 is the left edge, 0.5 the centre, 1 the right edge. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosX?: number | PerSample | undefined
  /** Vertical position of the window, as a fraction of the height that it leaves free: 0 is the top edge, 0.5 the centre, 1 the bottom edge. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosY?: number | PerSample | undefined
  /** Window height in pixels; 0 takes the whole extent. Needs cropW. Default: 0. May differ per sample. */
  cropH?: number | PerSample | undefined
  /** Window width in pixels; 0 takes the whole extent. Needs cropH. Default: 0. May differ per sample. */
  cropW?: number | PerSample | undefined
  /** What decodes JPEG on 'mixed'. 'auto': kernels that decode whole batches; what they do not take (progressive or damaged files, other formats) threads decode. 'kernels': the same. 'cpu': threads. These give the same bytes, libjpeg-turbo's. 'engines': the GPU's JPEG engines (nvJPEG) decode what they take, with bytes of their own, and leave the streaming multiprocessors to others; the rest is decoded as with 'auto'. No effect on the CPU. Default: 'auto'. */
  decodeWith?: 'auto' | 'engines' | 'kernels' | 'cpu' | undefined
  /** Interpolate the colour of subsampled JPEGs (smoother) instead of repeating it (faster). The bytes are libjpeg-turbo's in both modes. Default: true; on 'mixed' false. */
  jpegFancyUpsampling?: boolean | undefined
  /** Longest time that decoding one image may take, in seconds of its thread's CPU time (so that a good file does not fail because the machine is busy); 0 for no limit. An image that takes longer is a bad sample. The limit is checked between rows; WebP, GIF, AVIF, JPEG 2000 and interlaced PNG are decoded in one piece, so it is checked only after they are decoded. On 'mixed' it applies to images that threads decode. At least 0. Default: 0. */
  maxDecodeSeconds?: number | undefined
  /** Largest number of pixels, width times height of the whole image, that is decoded; 0 for no limit. A larger image is a bad sample; this is checked in its header, before memory is allocated. The default is 16383 x 16383. At least 0. Default: 268402689. */
  maxPixels?: number | undefined
  /** Largest share of the GPU, above 0 and up to 1, that decoding kernels may take on 'mixed'. Below 1 they run beside a training job in a stream of low priority, with as few blocks. At most 1. Above 0. Default: 1. */
  smShare?: number | undefined
  /** Take libjpeg-turbo's fast, less exact inverse transform for JPEG. Default: false. */
  useFastIdct?: boolean | undefined
  /** Window depth in voxels (frames for a sequence); 0 takes the whole extent. Needs cropH and cropW. Default: 0. May differ per sample. */
  cropD?: number | PerSample | undefined
  /** Position of the window along the depth (frames for a sequence), as a fraction of the depth that it leaves free. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosZ?: number | PerSample | undefined
  /** How the window's start becomes a whole number: 'round' to the nearest (halves away from zero), 'truncate' towards zero. Default: 'round'. */
  rounding?: 'round' | 'truncate' | undefined
  /** Ties DALI's decoding threads to cores. Without effect here: the threads that decode, on 'mixed' too, are the pipeline's; its option setAffinity ties them to cores. Default: true. */
  affine?: boolean | undefined
  /** Bytes of device memory that DALI has ready for JPEG. Without effect here: on 'mixed' the decoder's own buffers grow with the first images and are kept; bytesPerSampleHint has memory for the decoded images ready. Default: 16777216. */
  deviceMemoryPadding?: number | undefined
  /** Bytes of device memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a GPU. Default: 0. */
  deviceMemoryPaddingJpeg2k?: number | undefined
  /** Bytes of page-locked memory that DALI has ready for JPEG. Without effect here: on 'mixed' each thread's page-locked buffers grow with the first images and are kept. Default: 8388608. */
  hostMemoryPadding?: number | undefined
  /** Bytes of page-locked memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a GPU. Default: 0. */
  hostMemoryPaddingJpeg2k?: number | undefined
  /** Share of the images, 0 to 1, that the JPEG engines decode in DALI. Without effect here: no share is given to the GPU's JPEG engines: they decode what they take with decodeWith: 'engines', and nothing else. Default: 0.65. */
  hwDecoderLoad?: number | undefined
  /** Pixels from which DALI does Huffman decoding on the GPU. Without effect here: on 'mixed' kernels do the Huffman decoding of every image that they take, whatever its size; see decodeWith. Default: 1000000. */
  hybridHuffmanThreshold?: number | undefined
  /** Expected height of the images, in pixels. Without effect here: the output is as large as the window, for which bytesPerSampleHint says how much memory to have ready. Default: 0. */
  preallocateHeightHint?: number | undefined
  /** Expected width of the images, in pixels. Without effect here: the output is as large as the window, for which bytesPerSampleHint says how much memory to have ready. Default: 0. */
  preallocateWidthHint?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'cpu'. */
  device?: DeviceLike | 'mixed' | undefined
}

/** Arguments of `nd.decoders.imageRandomCrop`. */
export interface DecodersImageRandomCropOptions extends RandomOptions, DecodeOptions {
  /** Colour model: 'rgb', 'bgr', 'ycbcr' (ITU-R BT.601, studio range), 'gray' (1 channel), 'any': the channels of the file, where CMYK counts as RGB, or 'index': what a palette image (PNG, GIF, BMP, TIFF) stores, without its palette, as 1 channel of uint8; any other image is then a bad sample. One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'. */
  outputType?: ImageType | undefined
  /** uint8; uint16, where the brightest value is 65535; or float32, where it is 1. Anything else fails with INVALID_ARGUMENT. One of 'uint8', 'uint16', 'float32'. Default: 'uint8'. */
  dtype?: DType | undefined
  /** Turn and mirror the image as its EXIF orientation says. Windows are then in the turned image's coordinates. Default: true. */
  adjustOrientation?: boolean | undefined
  /** 'fast': where only resizes read the images and all of them make them smaller, each image is decoded no larger than they need, at a half, a quarter or an eighth of its size. This takes less time and changes pixels a little: docs/reference/resize.md has the numbers. All other images are decoded whole. JPEG, WebP and JPEG 2000 are decoded smaller, and TIFF that holds smaller versions of its image. No effect on 'mixed'. Default: 'off'. */
  shrink?: 'off' | 'fast' | undefined
  /** Lowest and highest share of the image's area that the window covers; drawn uniformly. One value stands for both. Above 0. 1 or 2 values. Default: [0.08, 1]. */
  randomArea?: number | readonly number[] | undefined
  /** Lowest and highest width / height of the window, above 0; its logarithm is drawn uniformly. One value stands for both. Above 0. 1 or 2 values. Default: [0.75, 1.3333333333333333]. */
  randomAspectRatio?: number | readonly number[] | undefined
  /** What decodes JPEG on 'mixed'. 'auto': kernels that decode whole batches; what they do not take (progressive or damaged files, other formats) threads decode. 'kernels': the same. 'cpu': threads. These give the same bytes, libjpeg-turbo's. 'engines': the GPU's JPEG engines (nvJPEG) decode what they take, with bytes of their own, and leave the streaming multiprocessors to others; the rest is decoded as with 'auto'. No effect on the CPU. Default: 'auto'. */
  decodeWith?: 'auto' | 'engines' | 'kernels' | 'cpu' | undefined
  /** Interpolate the colour of subsampled JPEGs (smoother) instead of repeating it (faster). The bytes are libjpeg-turbo's in both modes. Default: true; on 'mixed' false. */
  jpegFancyUpsampling?: boolean | undefined
  /** Longest time that decoding one image may take, in seconds of its thread's CPU time (so that a good file does not fail because the machine is busy); 0 for no limit. An image that takes longer is a bad sample. The limit is checked between rows; WebP, GIF, AVIF, JPEG 2000 and interlaced PNG are decoded in one piece, so it is checked only after they are decoded. On 'mixed' it applies to images that threads decode. At least 0. Default: 0. */
  maxDecodeSeconds?: number | undefined
  /** Largest number of pixels, width times height of the whole image, that is decoded; 0 for no limit. A larger image is a bad sample; this is checked in its header, before memory is allocated. The default is 16383 x 16383. At least 0. Default: 268402689. */
  maxPixels?: number | undefined
  /** Largest share of the GPU, above 0 and up to 1, that decoding kernels may take on 'mixed'. Below 1 they run beside a training job in a stream of low priority, with as few blocks. At most 1. Above 0. Default: 1. */
  smShare?: number | undefined
  /** Take libjpeg-turbo's fast, less exact inverse transform for JPEG. Default: false. */
  useFastIdct?: boolean | undefined
  /** How often area and aspect ratio are drawn before the largest window that fits is taken instead; 0 or less takes the largest window at once. The window's position is always drawn. Default: 10. */
  numAttempts?: number | undefined
  /** Ties DALI's decoding threads to cores. Without effect here: the threads that decode, on 'mixed' too, are the pipeline's; its option setAffinity ties them to cores. Default: true. */
  affine?: boolean | undefined
  /** Bytes of device memory that DALI has ready for JPEG. Without effect here: on 'mixed' the decoder's own buffers grow with the first images and are kept; bytesPerSampleHint has memory for the decoded images ready. Default: 16777216. */
  deviceMemoryPadding?: number | undefined
  /** Bytes of device memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a GPU. Default: 0. */
  deviceMemoryPaddingJpeg2k?: number | undefined
  /** Bytes of page-locked memory that DALI has ready for JPEG. Without effect here: on 'mixed' each thread's page-locked buffers grow with the first images and are kept. Default: 8388608. */
  hostMemoryPadding?: number | undefined
  /** Bytes of page-locked memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a GPU. Default: 0. */
  hostMemoryPaddingJpeg2k?: number | undefined
  /** Share of the images, 0 to 1, that the JPEG engines decode in DALI. Without effect here: no share is given to the GPU's JPEG engines: they decode what they take with decodeWith: 'engines', and nothing else. Default: 0.65. */
  hwDecoderLoad?: number | undefined
  /** Pixels from which DALI does Huffman decoding on the GPU. Without effect here: on 'mixed' kernels do the Huffman decoding of every image that they take, whatever its size; see decodeWith. Default: 1000000. */
  hybridHuffmanThreshold?: number | undefined
  /** Expected height of the images, in pixels. Without effect here: the output is as large as the window, for which bytesPerSampleHint says how much memory to have ready. Default: 0. */
  preallocateHeightHint?: number | undefined
  /** Expected width of the images, in pixels. Without effect here: the output is as large as the window, for which bytesPerSampleHint says how much memory to have ready. Default: 0. */
  preallocateWidthHint?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'cpu'. */
  device?: DeviceLike | 'mixed' | undefined
}

/** Arguments of `nd.decoders.imageSlice`. */
export interface DecodersImageSliceOptions extends DecodeOptions {
  /** Colour model: 'rgb', 'bgr', 'ycbcr' (ITU-R BT.601, studio range), 'gray' (1 channel), 'any': the channels of the file, where CMYK counts as RGB, or 'index': what a palette image (PNG, GIF, BMP, TIFF) stores, without its palette, as 1 channel of uint8; any other image is then a bad sample. One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'. */
  outputType?: ImageType | undefined
  /** uint8; uint16, where the brightest value is 65535; or float32, where it is 1. Anything else fails with INVALID_ARGUMENT. One of 'uint8', 'uint16', 'float32'. Default: 'uint8'. */
  dtype?: DType | undefined
  /** Turn and mirror the image as its EXIF orientation says. Windows are then in the turned image's coordinates. Default: true. */
  adjustOrientation?: boolean | undefined
  /** 'fast': where only resizes read the images and all of them make them smaller, each image is decoded no larger than they need, at a half, a quarter or an eighth of its size. This takes less time and changes pixels a little: docs/reference/resize.md has the numbers. All other images are decoded whole. JPEG, WebP and JPEG 2000 are decoded smaller, and TIFF that holds smaller versions of its image. No effect on 'mixed'. Default: 'off'. */
  shrink?: 'off' | 'fast' | undefined
  /** Where the window starts, as a fraction of the extent. Not together with start. May differ per sample. */
  relStart?: number | readonly number[] | PerSample | undefined
  /** Where the window ends, as a fraction of the extent. May differ per sample. */
  relEnd?: number | readonly number[] | PerSample | undefined
  /** What decodes JPEG on 'mixed'. 'auto': kernels that decode whole batches; what they do not take (progressive or damaged files, other formats) threads decode. 'kernels': the same. 'cpu': threads. These give the same bytes, libjpeg-turbo's. 'engines': the GPU's JPEG engines (nvJPEG) decode what they take, with bytes of their own, and leave the streaming multiprocessors to others; the rest is decoded as with 'auto'. No effect on the CPU. Default: 'auto'. */
  decodeWith?: 'auto' | 'engines' | 'kernels' | 'cpu' | undefined
  /** Interpolate the colour of subsampled JPEGs (smoother) instead of repeating it (faster). The bytes are libjpeg-turbo's in both modes. Default: true; on 'mixed' false. */
  jpegFancyUpsampling?: boolean | undefined
  /** Longest time that decoding one image may take, in seconds of its thread's CPU time (so that a good file does not fail because the machine is busy); 0 for no limit. An image that takes longer is a bad sample. The limit is checked between rows; WebP, GIF, AVIF, JPEG 2000 and interlaced PNG are decoded in one piece, so it is checked only after they are decoded. On 'mixed' it applies to images that threads decode. At least 0. Default: 0. */
  maxDecodeSeconds?: number | undefined
  /** Largest number of pixels, width times height of the whole image, that is decoded; 0 for no limit. A larger image is a bad sample; this is checked in its header, before memory is allocated. The default is 16383 x 16383. At least 0. Default: 268402689. */
  maxPixels?: number | undefined
  /** Largest share of the GPU, above 0 and up to 1, that decoding kernels may take on 'mixed'. Below 1 they run beside a training job in a stream of low priority, with as few blocks. At most 1. Above 0. Default: 1. */
  smShare?: number | undefined
  /** Take libjpeg-turbo's fast, less exact inverse transform for JPEG. Default: false. */
  useFastIdct?: boolean | undefined
  /** Which dimensions the window's values are for, in their order; negative counts from the last. Used when axisNames is empty or was not given. Default: [1, 0]. May differ per sample. */
  axes?: number | readonly number[] | PerSample | undefined
  /** Which dimensions the window's values are for, by the letters of the input's layout. Takes precedence over axes. Default: 'WH'. */
  axisNames?: string | undefined
  /** Where the window ends (exclusive), in elements. One of end, relEnd, shape, relShape at most; without them the window goes to the input's end. May differ per sample. */
  end?: number | readonly number[] | PerSample | undefined
  /** Whether a floating-point anchor input is a fraction of the extent (true) or counts elements. Integer inputs always count elements. Default: true. */
  normalizedAnchor?: boolean | undefined
  /** Whether a floating-point shape input is a fraction of the extent (true) or counts elements. Integer inputs always count elements. Default: true. */
  normalizedShape?: boolean | undefined
  /** The window's size, as a fraction of the extent. May differ per sample. */
  relShape?: number | readonly number[] | PerSample | undefined
  /** The window's size, in elements. May differ per sample. */
  shape?: number | readonly number[] | PerSample | undefined
  /** Where the window starts, in elements; 0 when neither start nor relStart is given. May differ per sample. */
  start?: number | readonly number[] | PerSample | undefined
  /** Ties DALI's decoding threads to cores. Without effect here: the threads that decode, on 'mixed' too, are the pipeline's; its option setAffinity ties them to cores. Default: true. */
  affine?: boolean | undefined
  /** Bytes of device memory that DALI has ready for JPEG. Without effect here: on 'mixed' the decoder's own buffers grow with the first images and are kept; bytesPerSampleHint has memory for the decoded images ready. Default: 16777216. */
  deviceMemoryPadding?: number | undefined
  /** Bytes of device memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a GPU. Default: 0. */
  deviceMemoryPaddingJpeg2k?: number | undefined
  /** Bytes of page-locked memory that DALI has ready for JPEG. Without effect here: on 'mixed' each thread's page-locked buffers grow with the first images and are kept. Default: 8388608. */
  hostMemoryPadding?: number | undefined
  /** Bytes of page-locked memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a GPU. Default: 0. */
  hostMemoryPaddingJpeg2k?: number | undefined
  /** Share of the images, 0 to 1, that the JPEG engines decode in DALI. Without effect here: no share is given to the GPU's JPEG engines: they decode what they take with decodeWith: 'engines', and nothing else. Default: 0.65. */
  hwDecoderLoad?: number | undefined
  /** Pixels from which DALI does Huffman decoding on the GPU. Without effect here: on 'mixed' kernels do the Huffman decoding of every image that they take, whatever its size; see decodeWith. Default: 1000000. */
  hybridHuffmanThreshold?: number | undefined
  /** Expected height of the images, in pixels. Without effect here: the output is as large as the window, for which bytesPerSampleHint says how much memory to have ready. Default: 0. */
  preallocateHeightHint?: number | undefined
  /** Expected width of the images, in pixels. Without effect here: the output is as large as the window, for which bytesPerSampleHint says how much memory to have ready. Default: 0. */
  preallocateWidthHint?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'cpu'. */
  device?: DeviceLike | 'mixed' | undefined
}

/** Arguments of `nd.decoders.inflate`. */
export interface DecodersInflateOptions extends DecodeOptions {
  /** The shape of an inflated chunk. Required. May differ per sample. */
  shape: number | readonly number[] | PerSample
  /** Where each chunk begins in the sample, in bytes. Without chunkSizes a chunk ends where the next one begins, and the last one with the sample. May differ per sample. */
  chunkOffsets?: number | readonly number[] | PerSample | undefined
  /** The size of each chunk, in bytes. Without chunkOffsets the chunks lie one behind the other from the sample's first byte on. May differ per sample. */
  chunkSizes?: number | readonly number[] | PerSample | undefined
  /** Dtype of the inflated elements, which are taken in the byte order of this machine. Default: 'uint8'. */
  dtype?: DType | undefined
  /** Layout of a chunk, one letter per extent of shape. Default: ''. */
  layout?: string | undefined
  /** The letter that stands in front of layout where there are several chunks. 1 letter. Default: 'F'. */
  sequenceAxisName?: string | undefined
  /** How the data is compressed. Without effect here: there is one algorithm. Default: 'LZ4'. */
  algorithm?: 'LZ4' | undefined
  /** Check that chunks fit the output. Without effect here: the size of what a chunk inflates to is always checked. Default: false. */
  checkOutputSize?: boolean | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.decoders.numpy`. */
export interface DecodersNumpyOptions extends DecodeOptions {
  /** Output dtype; the array's when not given. Values are converted as by cast. */
  dtype?: DType | undefined
}

/** Arguments of `nd.decoders.video`. */
export interface DecodersVideoOptions extends DecodeOptions {
  /** Numbers of the frames, in any order and as often as wanted, in place of a range. At least 0. May differ per sample. */
  frames?: number | readonly number[] | PerSample | undefined
  /** The times of the frames, in seconds from the video's first frame on, in any order and as often as wanted, in place of a range. A time at which the last frame has ended counts as a frame beyond the end. At least 0. May differ per sample. */
  times?: number | readonly number[] | PerSample | undefined
  /** Frames for a second: the video becomes a sequence of its frames at times that are 1 / fps seconds apart, from its first one on, and startFrame, stride, sequenceLength and endFrame count these. 0: all frames. Not together with frames or times. At least 0. Default: 0. May differ per sample. */
  fps?: number | PerSample | undefined
  /** First frame. Not together with frames. At least 0. Default: 0. May differ per sample. */
  startFrame?: number | PerSample | undefined
  /** Distance from a frame to the next, in frames. Not together with frames. At least 1. Default: 1. May differ per sample. */
  stride?: number | PerSample | undefined
  /** Number of frames. Without it and endFrame the sequence goes to the end of the video. Not together with frames or endFrame. At least 1. May differ per sample. */
  sequenceLength?: number | PerSample | undefined
  /** Frame before which the sequence ends. Not together with frames or sequenceLength. At least 0. May differ per sample. */
  endFrame?: number | PerSample | undefined
  /** What stands for frames beyond the end. 'none': nothing, so that the sequence is shorter; with `frames` such a number is a bad sample. 'constant': fillValue. 'edge' ('repeat'): the last frame. 'reflect_1001' ('symmetric'): the video backwards, from its last frame on. 'reflect_101' ('reflect'): the same, from the frame before. Default: 'constant'. */
  padMode?: 'none' | 'constant' | 'edge' | 'repeat' | 'reflect_1001' | 'symmetric' | 'reflect_101' | 'reflect' | undefined
  /** Which frame stands for a time between those of two, with times and fps: 'before': the one that is shown then; 'nearest': the one whose time is nearer. Default: 'before'. */
  between?: 'before' | 'nearest' | undefined
  /** Matrix from YCbCr to RGB. 'auto': the one that the stream names, else BT.601. DALI takes BT.601 always. Default: 'auto'. */
  colorMatrix?: 'auto' | 'bt601' | 'bt709' | 'bt2020' | undefined
  /** Range of the stored values. 'auto': the one that the stream names, else limited: 16 to 235 for luma of 8 bits. Default: 'auto'. */
  colorRange?: 'auto' | 'limited' | 'full' | undefined
  /** Add the output frameNum: 'scalar' for the first frame, 'sequence' for all of them. Default: 'none'. */
  enableFrameNum?: 'none' | 'scalar' | 'sequence' | undefined
  /** Add the output timestamps. Default: false. */
  enableTimestamps?: boolean | undefined
  /** Value of the frames that padMode: 'constant' adds, from 0 to 255 whatever the dtype: one for all channels, or one for each; three are a colour that is opaque in 'rgba'. From 0 to 255. 1 or 3 or 4 values. Default: [0]. */
  fillValue?: number | readonly number[] | undefined
  /** Longest time that decoding one video may take, in seconds of its thread's CPU time; 0 for no limit. A video that takes longer is a bad sample. At least 0. Default: 0. */
  maxDecodeSeconds?: number | undefined
  /** Largest number of pixels of a frame, width times height; 0 for no limit. A larger video is a bad sample. The default is 16383 x 16383. At least 0. Default: 268402689. */
  maxPixels?: number | undefined
  /** 'apply': turn and mirror frames as the file says that they are shown, such as those of a phone that was held upright, by multiples of 90 degrees. 'ignore': frames as they are stored, which is what DALI gives. Default: 'apply'. */
  rotate?: 'apply' | 'ignore' | undefined
  /** Give sequenceLength frames that are spread evenly, from startFrame to the last one; frames come several times where there are fewer. Not together with stride or endFrame. Default: false. */
  uniformSample?: boolean | undefined
  /** uint8: 0 to 255. uint16: 0 to 65535, as exact as the stream's samples are, for 10 and 12 bits. float32: 0 to 255, where streams of 8 bits give the whole numbers of uint8, and those of more bits the values of uint16 divided by 257. None of them maps the brightness of HDR: values are those of the stream's transfer function. One of 'uint8', 'uint16', 'float32'. Default: 'uint8'. */
  dtype?: DType | undefined
  /** Colour model of the frames: 'rgb', or 'rgba' with straight alpha as the fourth channel, which is opaque where the stream has none. colorSpaceConversion makes others of 'rgb'. Default: 'rgb'. */
  imageType?: ImageType | undefined
  /** Add the output audio. Default: false. */
  audio?: boolean | undefined
  /** With audio: give the mean of the channels, as a sound of one dimension. Default: false. */
  downmix?: boolean | undefined
  /** With audio: samples per second that the sound of each clip is resampled to, in Hz, as audioResample does it. 0: those of the file. At least 0. Default: 0. */
  sampleRate?: number | undefined
  /** Where the rate becomes lower, lower the filter's cut-off with it, so that frequencies above half of the new rate are removed. false, as in DALI: they are folded down into the sound. Default: false. */
  antialias?: boolean | undefined
  /** How many lobes the sinc has on either side, from 0 (3 lobes) to 50 (16) and 100 (64): 0.007 q^2 - 0.09 q + 3, rounded. More give a sharper cut-off and take longer. From 0 to 100. Default: 50. */
  quality?: number | undefined
  /** Ties DALI's decoding threads to cores. Without effect here: the threads that decode are the pipeline's; its option setAffinity ties them to cores. Default: true. */
  affine?: boolean | undefined
  /** Whether DALI lists the packets before it decodes. Without effect here: the index is always built; no packet is decoded for it. Default: true. */
  buildIndex?: boolean | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'cpu'. */
  device?: DeviceLike | 'mixed' | undefined
}

/** Arguments of `nd.dumpImage`. */
export interface DumpImageOptions extends CallOptions {
  /** A part of the names of the files: i-suffix-0.ppm. Default: ''. */
  suffix?: string | undefined
  /** Layout of the images: HWC. Without effect here: HWC is the only one. One of 'HWC'. Default: 'HWC'. */
  inputLayout?: string | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.elementExtract`. */
export interface ElementExtractOptions extends CallOptions {
  /** Places of the elements: one output each, in this order. A single number gives one output, not a list. Required. At least 0. */
  elementMap: number | readonly number[]
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.encoders.image`. */
export interface EncodersImageOptions extends CallOptions {
  /** The format of the files. Default: 'jpeg'. */
  format?: 'jpeg' | 'png' | 'webp' | undefined
  /** JPEG and WebP: quality from 1 to 100, higher is larger. PNG has no loss. From 1 to 100. Default: 80. May differ per sample. */
  quality?: number | PerSample | undefined
  /** JPEG: how many samples the colours keep: a quarter, half or all of them. Default: '4:2:0'. */
  subsampling?: '4:2:0' | '4:2:2' | '4:4:4' | undefined
  /** PNG: how hard the file is compressed, from 0 (not at all, fast) to 9. From 0 to 9. Default: 6. */
  compression?: number | undefined
  /** WebP: how much time is spent on a smaller file, from 0 (fast) to 6. From 0 to 6. Default: 4. */
  effort?: number | undefined
  /** WebP: keep all pixels as they are. Default: false. */
  lossless?: boolean | undefined
  /** JPEG: make the Huffman codes for each image, for files that are some percent smaller and take longer to write. The pixels are the same. Default: false. */
  optimize?: boolean | undefined
}

/** Arguments of `nd.equalize`. */
export interface EqualizeOptions extends CallOptions {
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.erase`. */
export interface EraseOptions extends CallOptions {
  /** Where the regions start, one region after the other, each with a value per axis. Default: 0 along every axis. May differ per sample. */
  anchor?: number | readonly number[] | PerSample | undefined
  /** Extents of the regions, as many values as anchor has. A region of extent 0 or less erases nothing; without anchor and shape nothing is erased. May differ per sample. */
  shape?: number | readonly number[] | PerSample | undefined
  /** Which dimensions the window's values are for, by the letters of the input's layout. Takes precedence over axes. Default: 'HW'. */
  axisNames?: string | undefined
  /** What is written: one value, or one per channel of a layout with C. Clamped to the dtype's range, fractions are dropped. May be NaN or infinite. Default: [0]. May differ per sample. */
  fillValue?: number | readonly number[] | PerSample | undefined
  /** Which dimensions anchor and shape are for, in their order; negative counts from the last. If neither axes nor axisNames is given: all dimensions but C. Default: [1, 0]. */
  axes?: number | readonly number[] | undefined
  /** Anchors are the centres of the regions. Default: false. */
  centeredAnchor?: boolean | undefined
  /** anchor and shape are fractions of the extents. Not together with normalizedAnchor or normalizedShape. Default: false. */
  normalized?: boolean | undefined
  /** anchor is a fraction of the extents. Default: false. */
  normalizedAnchor?: boolean | undefined
  /** shape is a fraction of the extents. Default: false. */
  normalizedShape?: boolean | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.expandDims`. */
export interface ExpandDimsOptions extends CallOptions {
  /** The places that the new dimensions have in the output, in any order. Required. At least 0. */
  axes: number | readonly number[]
  /** Letters of the new dimensions, in the order of axes. Default: ''. */
  newAxisNames?: string | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.experimental.dilate`. */
export interface ExperimentalDilateOptions extends CallOptions {
  /** Size of the rectangular mask: [width, height]. At least 1. Default: [3, 3]. May differ per sample. */
  maskSize?: number | readonly number[] | PerSample | undefined
  /** The element of the mask that lies on the output's position: [x, y]. -1: its middle, size / 2 rounded down. At least -1. Default: [-1, -1]. May differ per sample. */
  anchor?: number | readonly number[] | PerSample | undefined
  /** What stands beyond the edges of abcd: 'constant' (nothing: such elements do not count), 'replicate' (aaa|abcd|ddd), 'reflect' (cba|abcd|dcb), 'reflect_101' (dcb|abcd|cba) or 'wrap' (bcd|abcd|abc). Default: 'constant'. */
  borderMode?: 'constant' | 'replicate' | 'reflect' | 'reflect_101' | 'wrap' | undefined
  /** How often the mask is applied: n times are one mask that is larger by (n - 1) * (size - 1), with an anchor n times as far in. At least 1. Default: 1. */
  iterations?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.experimental.erode`. */
export interface ExperimentalErodeOptions extends CallOptions {
  /** Size of the rectangular mask: [width, height]. At least 1. Default: [3, 3]. May differ per sample. */
  maskSize?: number | readonly number[] | PerSample | undefined
  /** The element of the mask that lies on the output's position: [x, y]. -1: its middle, size / 2 rounded down. At least -1. Default: [-1, -1]. May differ per sample. */
  anchor?: number | readonly number[] | PerSample | undefined
  /** What stands beyond the edges of abcd: 'constant' (nothing: such elements do not count), 'replicate' (aaa|abcd|ddd), 'reflect' (cba|abcd|dcb), 'reflect_101' (dcb|abcd|cba) or 'wrap' (bcd|abcd|abc). Default: 'constant'. */
  borderMode?: 'constant' | 'replicate' | 'reflect' | 'reflect_101' | 'wrap' | undefined
  /** How often the mask is applied: n times are one mask that is larger by (n - 1) * (size - 1), with an anchor n times as far in. At least 1. Default: 1. */
  iterations?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.experimental.medianBlur`. */
export interface ExperimentalMedianBlurOptions extends CallOptions {
  /** Size of the window, odd: [width, height]. From 1 to 255. Default: [3, 3]. May differ per sample. */
  windowSize?: number | readonly number[] | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.experimental.remap`. */
export interface ExperimentalRemapOptions extends CallOptions {
  /** 'nn' takes the pixel with the nearest centre (between two the even one), 'linear' weighs the four nearest, 'cubic' sixteen (a = -0.75). One of 'nn', 'linear', 'cubic'. Default: 'linear'. */
  interp?: Interp | undefined
  /** Where positions are [0, 0]: in the corner of the first pixel, so that centres lie at halves ('corner'), or in its centre, as OpenCV has it ('center'). Default: 'corner'. */
  pixelOrigin?: 'corner' | 'center' | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.experimental.resize`. */
export interface ExperimentalResizeOptions extends CallOptions {
  /** Output extents in pixels, outermost axis first ([height, width], volumes [depth, height, width]), or one value for all axes. Negative mirrors an axis, 0 leaves it to mode. Fractions are rounded; see subpixelScale. 1 to 3 values. May differ per sample. */
  size?: number | readonly number[] | PerSample | undefined
  /** Length of the shorter side in pixels; the aspect ratio is kept, within maxSize. Excludes the other ways to give a size. Default: 0. May differ per sample. */
  resizeShorter?: number | PerSample | undefined
  /** Length of the longer side in pixels; the aspect ratio is kept. Excludes the other ways to give a size. Default: 0. May differ per sample. */
  resizeLonger?: number | PerSample | undefined
  /** Filter for both directions; minFilter and magFilter override it. 'triangular' is the same as 'linear'. Default: 'linear'. May differ per sample. */
  interpType?: Interp | PerSample | undefined
  /** When an axis shrinks, widen the filter in proportion, so that every input pixel counts. Nearest neighbour is never widened. Default: true. */
  antialias?: boolean | undefined
  /** Output width in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. May differ per sample. */
  resizeX?: number | PerSample | undefined
  /** Output height in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. May differ per sample. */
  resizeY?: number | PerSample | undefined
  /** How the requested extents are met. 'default': given extents exactly; the others are scaled by the (geometric) mean scale of the given ones. 'stretch': given extents exactly; the others keep their size. 'not_larger': the largest output of the input's aspect ratio that exceeds no requested extent. 'not_smaller': the smallest output of that aspect ratio that is no less than any requested extent. Cannot be combined with resizeShorter or resizeLonger. Default: 'default'. */
  mode?: 'default' | 'stretch' | 'not_larger' | 'not_smaller' | undefined
  /** Upper limit of the output extents, in pixels: one value, or one per axis in the order of size. Modes that keep the aspect ratio (also resizeShorter) shrink the whole image to fit; the others cut each extent to it. 1 to 3 values. */
  maxSize?: number | readonly number[] | undefined
  /** Output dtype: the input's (the default) or float32. Integers are rounded to nearest and saturated; float32 keeps the input's range, without rounding. Anything else fails with INVALID_ARGUMENT. */
  dtype?: DType | undefined
  /** Filter of an axis that grows or keeps its size. Default: interpType. May differ per sample. */
  magFilter?: Interp | PerSample | undefined
  /** Filter of an axis that shrinks. Default: interpType. May differ per sample. */
  minFilter?: Interp | PerSample | undefined
  /** Output depth in voxels, for volumes; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. May differ per sample. */
  resizeZ?: number | PerSample | undefined
  /** End of the region to resize, in the order of size; goes with roiStart. A start beyond its end mirrors the axis. 1 to 3 values. May differ per sample. */
  roiEnd?: number | readonly number[] | PerSample | undefined
  /** roiStart and roiEnd are fractions of the input's extents (0 to 1), not pixels. Default: false. */
  roiRelative?: boolean | undefined
  /** Start of the region to resize, in the order of size; goes with roiEnd. Filters may still reach pixels around the region. 1 to 3 values. May differ per sample. */
  roiStart?: number | readonly number[] | PerSample | undefined
  /** When the output extent had to be rounded, adjusts the region so that the requested scale is kept. Otherwise the scale follows from the rounded extent. Default: true. */
  subpixelScale?: boolean | undefined
  /** Give the original extents as a second output. Default: false. */
  saveAttrs?: boolean | undefined
  /** Whose numbers the result has, to the last bit where the library's are fixed. 'dali': DALI's, within 1. 'pillow': Image.resize() of Pillow 13; 'pillow-12': of Pillow up to 12, where the order of the passes differs. 'torchvision': resize() of tensors, uint8 or float32, on a CPU with AVX2; 'torchvision-float': its path through float32 on CPUs without AVX2, for uint8 and float32. 'opencv': cv2.resize() of uint8. Regions are cut out first, and are whole pixels. What the library does not have is refused. Default: 'dali'. */
  match?: 'dali' | 'pillow' | 'pillow-12' | 'torchvision' | 'torchvision-float' | 'opencv' | undefined
  /** With match: a filter of that library for which interpType has no name. Default: interpType. */
  matchFilter?: 'box' | 'hamming' | 'area' | 'lanczos4' | 'nearest_exact' | undefined
  /** Images per kernel call of DALI on a GPU. Without effect here: one kernel call resizes the whole batch. Default: 32. */
  minibatchSize?: number | undefined
  /** Expected size, in bytes, of DALI's temporary memory on a GPU. Without effect here: temporary memory is what the shapes of the batch need, and is kept. Default: 0. */
  tempBufferHint?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.experimental.warpPerspective`. */
export interface ExperimentalWarpPerspectiveOptions extends CallOptions {
  /** The map, row by row: 9 values; rows and columns are x, y, w, in pixels. Required unless there is a second input; not together with it. Where w is 0, the output is the pixel beyond the left and upper edge. 9 values. May differ per sample. */
  matrix?: number | readonly number[] | PerSample | undefined
  /** Output extents in pixels: [height, width], or one value for both. Fractions are rounded to nearest; at least 1. At least 0.5. 1 or 2 values. May differ per sample. */
  size?: number | readonly number[] | PerSample | undefined
  /** What stands beyond the edges of abcd: 'constant' (fillValue), 'replicate' (aaa|abcd|ddd), 'reflect' (cba|abcd|dcb), 'reflect_101' (dcb|abcd|cba) or 'wrap' (bcd|abcd|abc). Default: 'constant'. */
  borderMode?: 'constant' | 'replicate' | 'reflect' | 'reflect_101' | 'wrap' | undefined
  /** Value of pixels outside the input, under borderMode 'constant': one value, or one per channel of up to four. Integers are rounded to nearest and saturated. Default: 0. May be NaN or infinite. */
  fillValue?: number | readonly number[] | undefined
  /** 'nn' takes the pixel with the nearest centre (between two the even one), 'linear' weighs the four nearest, 'cubic' sixteen (a = -0.75). One of 'nn', 'linear', 'cubic'. Default: 'linear'. */
  interpType?: Interp | undefined
  /** The matrix maps output positions to input positions. Otherwise it maps input to output and is inverted first; a matrix without an inverse fails with INVALID_ARGUMENT. Default: true. */
  inverseMap?: boolean | undefined
  /** Where the matrix has [0, 0]: in the corner of the first pixel, so that centres lie at halves ('corner'), or in its centre, as OpenCV has it ('center'). Default: 'corner'. */
  pixelOrigin?: 'corner' | 'center' | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.filter`. */
export interface FilterOptions extends CallOptions {
  /** The element of the kernel that lies on the output's position: one value, or one per spatial axis, outermost first. -1: its middle, extent / 2 rounded down. Under 'valid' it has no effect. At least -1. Default: [-1]. May differ per sample. */
  anchor?: number | readonly number[] | PerSample | undefined
  /** What stands beyond the edges of abcd: 'reflect_101' (dcb|abcd|cba), 'reflect_1001' (cba|abcd|dcb), 'wrap' (bcd|abcd|abc), 'clamp' (aaa|abcd|ddd) or 'constant' (fillValue). Default: 'reflect_101'. */
  border?: 'reflect_101' | 'reflect_1001' | 'wrap' | 'clamp' | 'constant' | undefined
  /** Output dtype: the input's (the default) or float32. */
  dtype?: DType | undefined
  /** 'same': the output has the input's extents. 'valid': the kernel stays within the input, so each extent is smaller by the kernel's less 1. Default: 'same'. */
  mode?: 'same' | 'valid' | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.flip`. */
export interface FlipOptions extends CallOptions {
  /** Mirror along W when not 0. Default: 1. May differ per sample. */
  horizontal?: number | boolean | PerSample | undefined
  /** Mirror along D when not 0; nothing to do without a D axis. Default: 0. May differ per sample. */
  depthwise?: number | boolean | PerSample | undefined
  /** Mirror along H when not 0. Default: 0. May differ per sample. */
  vertical?: number | boolean | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.full`. */
export interface FullOptions extends CallOptions {
  /** The number that fills the output; set when fillValue is given as a number. May be NaN or infinite. */
  value?: number | undefined
  /** The list that fills the output; set when fillValue is given as a list. May be NaN or infinite. */
  values?: number | readonly number[] | undefined
  /** Shape of the output. Without it the output is one number, of shape []. At least 0. May differ per sample. */
  shape?: number | readonly number[] | PerSample | undefined
  /** Layout of the output, one letter per dimension. */
  layout?: string | undefined
}

/** Arguments of `nd.fullLike`. */
export interface FullLikeOptions extends CallOptions {
  /** The number that fills the output; set when fillValue is given as a number. May be NaN or infinite. */
  value?: number | undefined
  /** The list that fills the output; set when fillValue is given as a list. May be NaN or infinite. */
  values?: number | readonly number[] | undefined
}

/** Arguments of `nd.gaussianBlur`. */
export interface GaussianBlurOptions extends CallOptions {
  /** Standard deviation of the window in elements: one value, or one per spatial axis, outermost first. 0 takes (r - 1) * 0.3 + 0.8 with r = (windowSize - 1) / 2. At least 0. Default: [0]. May differ per sample. */
  sigma?: number | readonly number[] | PerSample | undefined
  /** Output dtype: the input's (the default) or float32. Anything else fails with INVALID_ARGUMENT. */
  dtype?: DType | undefined
  /** Elements of the window, an odd number up to 65535: one value, or one per spatial axis, outermost first. 0 takes 2 * ceil(3 * sigma) + 1. An axis needs sigma or windowSize. At least 0. Default: [0]. May differ per sample. */
  windowSize?: number | readonly number[] | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.getProperty`. */
export interface GetPropertyOptions extends CallOptions {
  /** source_info: the path or name of the sample in its data set, empty where there is none. layout: the letters of the input's layout. Required. */
  key: 'source_info' | 'layout'
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.gridMask`. */
export interface GridMaskOptions extends CallOptions {
  /** Side of a tile in pixels: a square and the room to the next one. At least 1. Default: 100. May differ per sample. */
  tile?: number | PerSample | undefined
  /** Side of a square by that of a tile. 0 blacks out nothing, 1 everything. Default: 0.5. May differ per sample. */
  ratio?: number | PerSample | undefined
  /** Angle in radians by which the grid is turned. Default: 0. May differ per sample. */
  angle?: number | PerSample | undefined
  /** How far the grid is moved along its own x axis, in pixels, after it is turned. Default: 0. May differ per sample. */
  shiftX?: number | PerSample | undefined
  /** How far the grid is moved along its own y axis, in pixels, after it is turned. Default: 0. May differ per sample. */
  shiftY?: number | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.hsv`. */
export interface HsvOptions extends CallOptions {
  /** Turns the colours by this many degrees. Default: 0. May differ per sample. */
  hue?: number | PerSample | undefined
  /** Factor on the colourfulness: 0 gives grey, 1 changes nothing. Default: 1. May differ per sample. */
  saturation?: number | PerSample | undefined
  /** Output dtype: uint8, int16, int32, float16 or float32. The default is uint8, not the input's dtype. Default: 'uint8'. */
  dtype?: DType | undefined
  /** Factor on all channels. Default: 1. May differ per sample. */
  value?: number | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.hue`. */
export interface HueOptions extends CallOptions {
  /** Turns the colours by this many degrees. Default: 0. May differ per sample. */
  hue?: number | PerSample | undefined
  /** Output dtype: uint8, int16, int32, float16 or float32. Default: the input's. */
  dtype?: DType | undefined
  /** Colour model of the input. Without effect here: the channels are taken as red, green and blue, as in DALI. One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'. */
  imageType?: ImageType | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.invert`. */
export interface InvertOptions extends CallOptions {
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.io.file.read`. */
export interface IoFileReadOptions extends DecodeOptions {
  /** Read files rather than map them. Without effect here: files are read into the batch, never mapped: one that shrinks cannot end the process. Default: false. */
  dontUseMmap?: boolean | undefined
  /** Read past the system's cache. Without effect here: files are read through the system's cache. Default: false. */
  useODirect?: boolean | undefined
}

/** Arguments of `nd.jitter`. */
export interface JitterOptions extends RandomOptions {
  /** How many places a pixel may come from along an axis. From 1 to 32767. Default: 2. */
  nDegree?: number | undefined
  /** 1: the sample is changed; 0: it is copied. From 0 to 1. Default: 1. May differ per sample. */
  mask?: number | PerSample | undefined
  /** Value of pixels outside the image. Without effect here: pixels come from inside the image only. Default: 0. */
  fillValue?: number | undefined
  /** 'nn' or 'linear'. Without effect here: pixels move by whole numbers, where a filter gives the pixel itself. One of 'nn', 'linear'. Default: 'nn'. */
  interpType?: Interp | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.jpegCompressionDistortion`. */
export interface JpegCompressionDistortionOptions extends CallOptions {
  /** Quality from 1 (the most distortion) to 100; other values count as the nearest of these. Default: 50. May differ per sample. */
  quality?: number | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.laplacian`. */
export interface LaplacianOptions extends CallOptions {
  /** Elements of the derivative windows, odd: one value, or one per spatial axis, outermost first. From 3 to 31. Default: [3]. May differ per sample. */
  windowSize?: number | readonly number[] | PerSample | undefined
  /** Scales each derivative by 2^(n + 2 - s): n spatial axes, s the sum of the sizes of its windows. Default: false. */
  normalizedKernel?: boolean | undefined
  /** Output dtype: the input's (the default) or float32. */
  dtype?: DType | undefined
  /** The factor of each derivative: one value, or one per spatial axis, outermost first. Default: [1]. May differ per sample. */
  scale?: number | readonly number[] | PerSample | undefined
  /** Elements of the smoothing windows, odd: one value, or one per spatial axis, outermost first. 1 does not smooth. Default: as the derivative window that it goes with. From 1 to 31. May differ per sample. */
  smoothingSize?: number | readonly number[] | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.lookupTable`. */
export interface LookupTableOptions extends CallOptions {
  /** Elements that have an entry in the table. From 0 to 65535. Default: []. */
  keys?: number | readonly number[] | undefined
  /** The value for each of the keys, in their order. May be NaN or infinite. Default: []. */
  values?: number | readonly number[] | undefined
  /** Value of elements that are no keys. May be NaN or infinite. Default: 0. */
  defaultValue?: number | undefined
  /** Output dtype. Values are converted as by cast. Default: 'float32'. */
  dtype?: DType | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.lookupTiles`. */
export interface LookupTilesOptions extends CallOptions {
  /** 256 values for the first channel, then 256 for the second, and so on. Without it values stay as they are. Default: []. */
  values?: number | readonly number[] | undefined
  /** Height and width of a tile in pixels. Default: the whole image, without the axis of tiles. At least 1. Default: []. */
  tile?: number | readonly number[] | undefined
  /** Channels come last: HWC, or [tiles, tile height, tile width, C]. Not together with frames. Default: false. */
  channelsLast?: boolean | undefined
  /** Each channel of a tile stands that many times in a row, as models of videos take still images. From 1 to 64. Default: 1. */
  frames?: number | undefined
  /** Tiles come in groups of group x group neighbours, row by row in the group and group by group over the image. 1: row by row. From 1 to 64. Default: 1. */
  group?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.melFilterBank`. */
export interface MelFilterBankOptions extends CallOptions {
  /** Number of filters, at least 1. At least 1. Default: 128. */
  nfilter?: number | undefined
  /** Samples per second of the sound, in Hz. Above 0. Default: 44100. */
  sampleRate?: number | undefined
  /** Where the lowest filter begins, in Hz. At least 0. Default: 0. */
  freqLow?: number | undefined
  /** Where the highest filter ends, in Hz, at most sampleRate; filters find nothing above half of it. 0: sampleRate / 2. At least 0. Default: 0. */
  freqHigh?: number | undefined
  /** The mel scale. 'slaney': linear up to 1000 Hz and logarithmic above. 'htk': 2595 * log10(1 + f / 700). Default: 'slaney'. */
  melFormula?: 'slaney' | 'htk' | undefined
  /** Divide each filter by half of its width in Hz, so that all have the same area. false: every peak is 1. Default: true. */
  normalize?: boolean | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.mfcc`. */
export interface MfccOptions extends CallOptions {
  /** Number of coefficients that are kept, at least 1; no more than there are bands. At least 1. Default: 20. */
  nMfcc?: number | undefined
  /** The dimension of the bands. Default: 0. */
  axis?: number | undefined
  /** The type of the transform, 1 to 4. The types 2 and 3 are each other's inverse but for a factor. From 1 to 4. Default: 2. */
  dctType?: number | undefined
  /** Multiplies coefficient k, from 0, by 1 + sin(pi * (k + 1) / lifter) * lifter / 2, which makes the higher ones as large as the lower ones. 0: no lifter. Default: 0. */
  lifter?: number | undefined
  /** Make the transform orthonormal. Not for type 1. Default: false. */
  normalize?: boolean | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.multiPaste`. */
export interface MultiPasteOptions extends CallOptions {
  /** For each region, the place in the batch of the sample that it comes from: a list for all outputs, or a Tensor or a Batch with a list per sample. One value or more. May differ per sample. */
  inIds?: number | readonly number[] | PerSample | undefined
  /** Top left corner of each region on the canvas, in pixels, as inAnchors has them. Default: 0. May differ per sample. */
  outAnchors?: number | readonly number[] | PerSample | undefined
  /** Height and width of each region, in pixels, as inAnchors has them. Default: all of the image from its anchor on. May differ per sample. */
  shapes?: number | readonly number[] | PerSample | undefined
  /** Height and width of the canvas, in pixels. Default: those of the images, which must be equal in the whole batch. At least 0. 2 values. May differ per sample. */
  outputSize?: number | readonly number[] | PerSample | undefined
  /** As shapes, in fractions of the image's height and width; rounded up to a pixel. From 0 to 1. May differ per sample. */
  shapesRel?: number | readonly number[] | PerSample | undefined
  /** As outAnchors, in fractions of the canvas' height and width; rounded down to a pixel. From 0 to 1. May differ per sample. */
  outAnchorsRel?: number | readonly number[] | PerSample | undefined
  /** Output dtype; integers are rounded to nearest and saturated. Default: that of the inputs. */
  dtype?: DType | undefined
  /** Top left corner of each region in its image, in pixels: y and x of the first region, then of the next. A node gives [regions, 2] per sample. Default: 0. May differ per sample. */
  inAnchors?: number | readonly number[] | PerSample | undefined
  /** As inAnchors, in fractions of the image's height and width; rounded down to a pixel. From 0 to 1. May differ per sample. */
  inAnchorsRel?: number | readonly number[] | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.noise.gaussian`. */
export interface NoiseGaussianOptions extends RandomOptions {
  /** Standard deviation of the noise, in units of the input. Default: 1. May differ per sample. */
  stddev?: number | PerSample | undefined
  /** Mean of the noise, in units of the input. Default: 0. May differ per sample. */
  mean?: number | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.noise.saltAndPepper`. */
export interface NoiseSaltAndPepperOptions extends RandomOptions {
  /** Probability that a pixel becomes salt or pepper. From 0 to 1. Default: 0.05. May differ per sample. */
  prob?: number | PerSample | undefined
  /** Value of pepper, cut to a whole number of the dtype's range for integers. Default: the dtype's smallest number, or -1 for floating point. May differ per sample. */
  pepperVal?: number | PerSample | undefined
  /** Draw for each channel. Otherwise the channels of a pixel are changed together: those of the layout's C, without a layout those of the last dimension. Default: false. */
  perChannel?: boolean | undefined
  /** Value of salt, cut to a whole number of the dtype's range for integers. Default: the dtype's largest number, or 1 for floating point. May differ per sample. */
  saltVal?: number | PerSample | undefined
  /** Probability that a changed pixel becomes salt. From 0 to 1. Default: 0.5. May differ per sample. */
  saltVsPepper?: number | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.noise.shot`. */
export interface NoiseShotOptions extends RandomOptions {
  /** What one event adds, in units of the input: the larger, the more noise. 0 changes nothing. At least 0. Default: 20. May differ per sample. */
  factor?: number | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.nonsilentRegion`. */
export interface NonsilentRegionOptions extends CallOptions {
  /** The threshold, in decibels above the reference. Default: -60. */
  cutoffDb?: number | undefined
  /** The mean power that is 0 dB. Default: that of the sound's loudest window. Above 0. */
  referencePower?: number | undefined
  /** After so many elements DALI sums a window anew, because its sums drift; -1 for never. Without effect: sums are exact enough here. Default: 8192. */
  resetInterval?: number | undefined
  /** Number of elements in a window, at least 1. A shorter sound is one window. At least 1. Default: 2048. */
  windowLength?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.normalize`. */
export interface NormalizeOptions extends CallOptions {
  /** Subtracted from the input: one value; a list with one value per element of the axes that are not reduced, row by row (needs axes or axisNames); or a Tensor or a Batch, whose extent along each axis is 1 or the input's (1-D: a list). May differ per sample. */
  mean?: number | readonly number[] | PerSample | undefined
  /** Divides the difference. It takes the forms that mean takes; without it the deviation is computed, around mean where that is given. May differ per sample. */
  stddev?: number | readonly number[] | PerSample | undefined
  /** Reduced axes, by number; negative counts from the last. Not together with axisNames. */
  axes?: number | readonly number[] | undefined
  /** Reduced axes, by the letters of the input's layout. Not together with axes. */
  axisNames?: string | undefined
  /** True: the reduced axes go through all samples of the batch, so that a mean or deviation that is not given is that of the whole batch. Samples may differ along the reduced axes alone, and mean and stddev are numbers or lists. The operator then runs in a stage behind those that make its input. Default: false. */
  batch?: boolean | undefined
  /** Subtracted from the number of elements that the variance is divided by (1: Bessel's correction). Where the difference is 0 or less, the variance counts as 0. Default: 0. */
  ddof?: number | undefined
  /** Output dtype, anything but bool. For integers, scale and shift place the values in the dtype's range. One of 'uint8', 'uint16', 'uint32', 'uint64', 'int8', 'int16', 'int32', 'int64', 'float16', 'float32', 'float64'. Default: 'float32'. */
  dtype?: DType | undefined
  /** Added to the variance, or to the square of a given stddev, so that small deviations do not give large values. At least 0. Default: 0. */
  epsilon?: number | undefined
  /** Multiplies the normalised value. Default: 1. */
  scale?: number | undefined
  /** Added at the end: what the mean becomes. Default: 0. */
  shift?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.oneHot`. */
export interface OneHotOptions extends CallOptions {
  /** Number of classes: the extent of the new axis. At least 0. Default: 0. */
  numClasses?: number | undefined
  /** Where the new axis stands in the output; -1 appends it. Default: -1. */
  axis?: number | undefined
  /** Letter of the new axis in the output's layout. 1 letter. */
  axisName?: string | undefined
  /** Output dtype. Default: 'float32'. */
  dtype?: DType | undefined
  /** Value at the other classes. For an integer dtype the fraction is dropped, and the value is clamped to the dtype's range. May be NaN or infinite. Default: 0. */
  offValue?: number | undefined
  /** Value at the class, converted as offValue is. May be NaN or infinite. Default: 1. */
  onValue?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.ones`. */
export interface OnesOptions extends CallOptions {
  /** Shape of the output. Without it the output is one number, of shape []. At least 0. May differ per sample. */
  shape?: number | readonly number[] | PerSample | undefined
  /** Output dtype. Default: 'int32'. */
  dtype?: DType | undefined
  /** Layout of the output, one letter per dimension. */
  layout?: string | undefined
}

/** Arguments of `nd.onesLike`. */
export interface OnesLikeOptions extends CallOptions {
  /** Output dtype; the input's when not given. */
  dtype?: DType | undefined
}

/** Arguments of `nd.opticalFlow`. */
export interface OpticalFlowOptions extends CallOptions {
  /** Whether there is an input of hints. Default: false. */
  enableExternalHints?: boolean | undefined
  /** Whether the vectors of the frame before in the same sequence are hints. It helps where motion is steady, and large. Default: false. */
  enableTemporalHints?: boolean | undefined
  /** Height and width of the squares of hints, in pixels: 1, 2, 4 or 8, and not below outputGrid. From 1 to 8. Default: 4. */
  hintGrid?: number | undefined
  /** What the channels are: three, or one for gray. One of 'rgb', 'bgr', 'gray'. Default: 'rgb'. */
  imageType?: ImageType | undefined
  /** Height and width of the squares that get a vector, in pixels: 1, 2 or 4. Turing has 4 alone. From 1 to 4. Default: 4. */
  outputGrid?: number | undefined
  /** Speed: below 0.375 slow, with the best vectors; below 0.75 medium; else fast. From 0 to 1. Default: 0. */
  preset?: number | undefined
}

/** Arguments of `nd.pad`. */
export interface PadOptions extends CallOptions {
  /** Axes to pad, by the letters of the input's layout. Not together with axes. */
  axisNames?: string | undefined
  /** Extents are made multiples of these: one value for all axes, or one per axis. At least 1. May differ per sample. */
  align?: number | readonly number[] | PerSample | undefined
  /** Value of the elements that are added. For an integer dtype the fraction is dropped, and the value is clamped to the dtype's range. May be NaN or infinite. Default: 0. May differ per sample. */
  fillValue?: number | PerSample | undefined
  /** Axes to pad, by number; negative counts from the last. All axes if empty or not given. Not together with axisNames. May differ per sample. */
  axes?: number | readonly number[] | PerSample | undefined
  /** Least extents of the axes, in their order: one value for all, or one per axis. -1 stands for the largest extent in the batch; 1 pads for alignment only. May differ per sample. */
  shape?: number | readonly number[] | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.paste`. */
export interface PasteOptions extends CallOptions {
  /** Colour of the canvas: one value for all channels, or one per channel. Required. From 0 to 255. */
  fillValue: number | readonly number[]
  /** Size of the canvas in relation to the image's, along both axes. Required. At least 1. May differ per sample. */
  ratio: number | PerSample
  /** Share of the room beside the image that is on its left: 0 puts it at the left border, 1 at the right one. Rounded down to a pixel. From 0 to 1. Default: 0.5. May differ per sample. */
  pasteX?: number | PerSample | undefined
  /** Least width and height of the canvas, in pixels, rounded down. At least 0. Default: 0. May differ per sample. */
  minCanvasSize?: number | PerSample | undefined
  /** Channels of the input; another number fails with INVALID_INPUT. From 1 to 1024. Default: 3. */
  nChannels?: number | undefined
  /** Share of the room above and below the image that is above it: 0 puts it at the top border, 1 at the bottom one. Rounded down to a pixel. From 0 to 1. Default: 0.5. May differ per sample. */
  pasteY?: number | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.peekImageShape`. */
export interface PeekImageShapeOptions extends DecodeOptions {
  /** Count height and width after the EXIF orientation is applied. Default: true. */
  adjustOrientation?: boolean | undefined
  /** int32, uint32, int64, uint64, float32 or float64. One of 'int32', 'uint32', 'int64', 'uint64', 'float32', 'float64'. Default: 'int64'. */
  dtype?: DType | undefined
  /** Colour model that the channels are counted for: 'rgb', 'bgr', 'ycbcr', 'gray', 'any' (the file's channels, where CMYK counts as RGB), or 'index' (1 channel; an image without a palette is a bad sample). One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'. */
  imageType?: ImageType | undefined
}

/** Arguments of `nd.perFrame`. */
export interface PerFrameOptions extends CallOptions {
  /** Whether F replaces the first letter of a layout that begins with another one. Default: false. */
  replace?: boolean | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.permuteBatch`. */
export interface PermuteBatchOptions extends CallOptions {
  /** For each sample, the place of the sample that comes there: a list for the whole batch, or a Tensor or a Batch with one number per sample, such as batchPermutation(). Required. May differ per sample. */
  indices: number | readonly number[] | PerSample
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.posterize`. */
export interface PosterizeOptions extends CallOptions {
  /** How many bits are kept, of those below the sign: 0 gives black, 8 leaves uint8 as it is. Required. From 0 to 8. May differ per sample. */
  bits: number | PerSample
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.powerSpectrum`. */
export interface PowerSpectrumOptions extends CallOptions {
  /** Length of the transform: a signal that is longer is cut off, a shorter one is continued with zeros. The signal's length when not given. Lengths without prime factors above 5 are fast. At least 1. */
  nfft?: number | undefined
  /** The dimension of the signal; negative numbers count from the last one. Default: -1. */
  axis?: number | undefined
  /** 2: squared magnitudes. 1: magnitudes. From 1 to 2. Default: 2. */
  power?: number | undefined
}

/** Arguments of `nd.preemphasisFilter`. */
export interface PreemphasisFilterOptions extends CallOptions {
  /** How much of the element before is subtracted. 0 changes nothing. Default: 0.97. May differ per sample. */
  preemphCoeff?: number | PerSample | undefined
  /** What stands before the first element. 'clamp': the first element. 'zero': 0. 'reflect': the second element, or the first where there is no second. Default: 'clamp'. */
  border?: 'clamp' | 'zero' | 'reflect' | undefined
  /** Output dtype. Integers are rounded to nearest and clamped to the dtype's range. Default: 'float32'. */
  dtype?: DType | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.randomBBoxCrop`. */
export interface RandomBBoxCropOptions extends RandomOptions {
  /** One of these is drawn, and boxes must reach it. From 0 to 1. One value or more. Default: [0]. */
  thresholds?: number | readonly number[] | undefined
  /** Least and largest extent of the window, as a fraction of the image's. At least 0. 2 values. Default: [1, 1]. */
  scaling?: number | readonly number[] | undefined
  /** Least and largest x / y of the window; in space also x / z and y / z, or one range for all three. In pixels with inputShape, else relative to the image's. At least 0. 2 or 6 values. Default: [1, 1]. */
  aspectRatio?: number | readonly number[] | undefined
  /** Shape of the image in pixels, in the order of shapeLayout. At least 1. 2 or 3 values. May differ per sample. */
  inputShape?: number | readonly number[] | PerSample | undefined
  /** A fixed shape of the window in pixels, in the order of shapeLayout; together with inputShape. At least 1. 2 or 3 values. May differ per sample. */
  cropShape?: number | readonly number[] | PerSample | undefined
  /** Every box must reach the threshold. Otherwise one is enough. Default: true. */
  allBoxesAboveThreshold?: boolean | undefined
  /** Not to crop is one more possibility beside the thresholds. With cropShape there is always a crop, and true may not be given. Default: true. */
  allowNoCrop?: boolean | undefined
  /** What the numbers of a box are: a permutation of xyXY (corners) or xyWH (a corner and sides), in space of xyzXYZ or xyzWHD. Default: xyXY, xyzXYZ. */
  bboxLayout?: string | undefined
  /** Boxes remain of which at least this share lies in the window. Without it those remain whose centre does. From 0 to 1. */
  bboxPruneThreshold?: number | undefined
  /** In place of bboxLayout: true stands for xyXY, false for xyWH. Default: true. */
  ltrb?: boolean | undefined
  /** Windows that are drawn for a threshold before another threshold is. At least 1. Default: 1. */
  numAttempts?: number | undefined
  /** Adds the output indices. Default: false. */
  outputBboxIndices?: boolean | undefined
  /** What the values of inputShape and cropShape are: a permutation of WH, in space of WHD, which are the defaults. */
  shapeLayout?: string | undefined
  /** 'iou': the intersection over union of box and window. 'overlap': the share of the box that lies in the window. Default: 'iou'. */
  thresholdType?: 'iou' | 'overlap' | undefined
  /** After so many windows the one that came nearest is taken, at least 1. With -1 the search ends after 10000 windows with INVALID_INPUT. Default: -1. */
  totalNumAttempts?: number | undefined
  /** Do not warn where no window was found. Without effect here: there is no such warning: the window that is taken instead is as documented. Default: false. */
  quiet?: boolean | undefined
}

/** Arguments of `nd.random.beta`. */
export interface RandomBetaOptions extends RandomOptions {
  /** The first parameter, above 0: the larger it is, the nearer are the numbers to 1. Above 0. Default: 1. May differ per sample. */
  alpha?: number | PerSample | undefined
  /** The second parameter, above 0: the larger it is, the nearer are the numbers to 0. Above 0. Default: 1. May differ per sample. */
  beta?: number | PerSample | undefined
  /** Shape of the output. Without it and without an input, one number of shape [] per sample. Not together with the input. May differ per sample. */
  shape?: number | readonly number[] | PerSample | undefined
  /** Output dtype: float32 or float64. One of 'float32', 'float64'. Default: 'float32'. */
  dtype?: DType | undefined
}

/** Arguments of `nd.random.choice`. */
export interface RandomChoiceOptions extends RandomOptions {
  /** Choose from these numbers; set when `a` is given as a list. May be NaN or infinite. */
  values?: number | readonly number[] | undefined
  /** Choose from 0 to count - 1; set when `a` is given as a number. At least 1. */
  count?: number | undefined
  /** The chance of each choice; they sum to 1. Without it all are equally likely. From 0 to 1. One value or more. May differ per sample. */
  p?: number | readonly number[] | PerSample | undefined
  /** Shape of the output. Without it and without shapeLike, one choice of shape [] per sample. Not together with shapeLike. May differ per sample. */
  shape?: number | readonly number[] | PerSample | undefined
}

/** Arguments of `nd.random.coinFlip`. */
export interface RandomCoinFlipOptions extends RandomOptions {
  /** Chance of a 1. From 0 to 1. Default: 0.5. May differ per sample. */
  probability?: number | PerSample | undefined
  /** Shape of the output. Without it and without an input, one number of shape [] per sample. Not together with the input. May differ per sample. */
  shape?: number | readonly number[] | PerSample | undefined
  /** Output dtype. Default: 'int32'. */
  dtype?: DType | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.randomCropGenerator`. */
export interface RandomCropGeneratorOptions extends RandomOptions {
  /** Lowest and highest share of the image's area that the window covers; drawn uniformly. One value stands for both. Above 0. 1 or 2 values. Default: [0.08, 1]. */
  randomArea?: number | readonly number[] | undefined
  /** Lowest and highest width / height of the window, above 0; its logarithm is drawn uniformly. One value stands for both. Above 0. 1 or 2 values. Default: [0.75, 1.3333333333333333]. */
  randomAspectRatio?: number | readonly number[] | undefined
  /** How often area and aspect ratio are drawn before the largest window that fits is taken instead; 0 or less takes the largest window at once. The window's position is always drawn. Default: 10. */
  numAttempts?: number | undefined
}

/** Arguments of `nd.random.normal`. */
export interface RandomNormalOptions extends RandomOptions {
  /** Mean of the distribution. Default: 0. May differ per sample. */
  mean?: number | PerSample | undefined
  /** Standard deviation of the distribution. Default: 1. May differ per sample. */
  stddev?: number | PerSample | undefined
  /** Shape of the output. Without it and without an input, one number of shape [] per sample. Not together with the input. May differ per sample. */
  shape?: number | readonly number[] | PerSample | undefined
  /** Output dtype. Integers are the real numbers rounded to nearest and clamped to the dtype's range. Default: 'float32'. */
  dtype?: DType | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.randomResizedCrop`. */
export interface RandomResizedCropOptions extends RandomOptions {
  /** Output [height, width] in pixels, or one value for both. Required. At least 1. 1 or 2 values. */
  size: number | readonly number[]
  /** Filter for both directions; minFilter and magFilter override it. 'triangular' is the same as 'linear'. Default: 'linear'. May differ per sample. */
  interpType?: Interp | PerSample | undefined
  /** When an axis shrinks, widen the filter in proportion, so that every input pixel counts. Nearest neighbour is never widened. Default: true. */
  antialias?: boolean | undefined
  /** Lowest and highest share of the image's area that the window covers; drawn uniformly. One value stands for both. Above 0. 1 or 2 values. Default: [0.08, 1]. */
  randomArea?: number | readonly number[] | undefined
  /** Lowest and highest width / height of the window, above 0; its logarithm is drawn uniformly. One value stands for both. Above 0. 1 or 2 values. Default: [0.75, 1.3333333333333333]. */
  randomAspectRatio?: number | readonly number[] | undefined
  /** Output dtype: the input's (the default) or float32. Integers are rounded to nearest and saturated; float32 keeps the input's range, without rounding. Anything else fails with INVALID_ARGUMENT. */
  dtype?: DType | undefined
  /** Filter of an axis that grows or keeps its size. Default: interpType. May differ per sample. */
  magFilter?: Interp | PerSample | undefined
  /** Filter of an axis that shrinks. Default: interpType. May differ per sample. */
  minFilter?: Interp | PerSample | undefined
  /** Whose numbers the result has, to the last bit where the library's are fixed. 'dali': DALI's, within 1. 'pillow': Image.resize() of Pillow 13; 'pillow-12': of Pillow up to 12, where the order of the passes differs. 'torchvision': resize() of tensors, uint8 or float32, on a CPU with AVX2; 'torchvision-float': its path through float32 on CPUs without AVX2, for uint8 and float32. 'opencv': cv2.resize() of uint8. Regions are cut out first, and are whole pixels. What the library does not have is refused. Default: 'dali'. */
  match?: 'dali' | 'pillow' | 'pillow-12' | 'torchvision' | 'torchvision-float' | 'opencv' | undefined
  /** With match: a filter of that library for which interpType has no name. Default: interpType. */
  matchFilter?: 'box' | 'hamming' | 'area' | 'lanczos4' | 'nearest_exact' | undefined
  /** How often area and aspect ratio are drawn before the largest window that fits is taken instead; 0 or less takes the largest window at once. The window's position is always drawn. Default: 10. */
  numAttempts?: number | undefined
  /** Images per kernel call of DALI on a GPU. Without effect here: one kernel call resizes the whole batch. Default: 32. */
  minibatchSize?: number | undefined
  /** Expected size, in bytes, of DALI's temporary memory on a GPU. Without effect here: temporary memory is what the shapes of the batch need, and is kept. Default: 0. */
  tempBufferHint?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.random.uniform`. */
export interface RandomUniformOptions extends RandomOptions {
  /** [min, max): the range, max excluded. For unsigned dtypes [-1, 1] stands for all of the dtype's values. 2 values. Default: [-1, 1]. May differ per sample. */
  range?: number | readonly number[] | PerSample | undefined
  /** Shape of the output. Without it and without an input, one number of shape [] per sample. Not together with the input. May differ per sample. */
  shape?: number | readonly number[] | PerSample | undefined
  /** Output dtype. Integers are the real numbers rounded to nearest, so the ends of the range come up half as often as the rest. Default: 'float32'. */
  dtype?: DType | undefined
  /** Numbers to choose from with equal chances; when given, range is not used. May be NaN or infinite. One value or more. May differ per sample. */
  values?: number | readonly number[] | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.reductions.max`. */
export interface ReductionsMaxOptions extends CallOptions {
  /** Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of its own. Not together with axisNames. Default: all axes. */
  axes?: number | readonly number[] | undefined
  /** Reduced axes, by the letters of the input's layout. Not together with axes. */
  axisNames?: string | undefined
  /** Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false. */
  keepDims?: boolean | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.reductions.mean`. */
export interface ReductionsMeanOptions extends CallOptions {
  /** Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of its own. Not together with axisNames. Default: all axes. */
  axes?: number | readonly number[] | undefined
  /** Output dtype. Default: 'float32'. */
  dtype?: DType | undefined
  /** Reduced axes, by the letters of the input's layout. Not together with axes. */
  axisNames?: string | undefined
  /** Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false. */
  keepDims?: boolean | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.reductions.meanSquare`. */
export interface ReductionsMeanSquareOptions extends CallOptions {
  /** Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of its own. Not together with axisNames. Default: all axes. */
  axes?: number | readonly number[] | undefined
  /** Output dtype. Default: 'float32'. */
  dtype?: DType | undefined
  /** Reduced axes, by the letters of the input's layout. Not together with axes. */
  axisNames?: string | undefined
  /** Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false. */
  keepDims?: boolean | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.reductions.min`. */
export interface ReductionsMinOptions extends CallOptions {
  /** Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of its own. Not together with axisNames. Default: all axes. */
  axes?: number | readonly number[] | undefined
  /** Reduced axes, by the letters of the input's layout. Not together with axes. */
  axisNames?: string | undefined
  /** Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false. */
  keepDims?: boolean | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.reductions.rms`. */
export interface ReductionsRmsOptions extends CallOptions {
  /** Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of its own. Not together with axisNames. Default: all axes. */
  axes?: number | readonly number[] | undefined
  /** Output dtype. Default: 'float32'. */
  dtype?: DType | undefined
  /** Reduced axes, by the letters of the input's layout. Not together with axes. */
  axisNames?: string | undefined
  /** Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false. */
  keepDims?: boolean | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.reductions.stdDev`. */
export interface ReductionsStdDevOptions extends CallOptions {
  /** Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of its own. Not together with axisNames. Default: all axes. */
  axes?: number | readonly number[] | undefined
  /** Subtracted from the number of elements that the sum of squares is divided by (1: Bessel's correction). Where nothing is left, the value is infinity or NaN, as the division gives it. Default: 0. */
  ddof?: number | undefined
  /** Reduced axes, by the letters of the input's layout. Not together with axes. */
  axisNames?: string | undefined
  /** Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false. */
  keepDims?: boolean | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.reductions.sum`. */
export interface ReductionsSumOptions extends CallOptions {
  /** Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of its own. Not together with axisNames. Default: all axes. */
  axes?: number | readonly number[] | undefined
  /** Output dtype. Default: uint64 for unsigned integers and bool, int64 for signed integers, float32 for float16 and float32, float64 for float64. */
  dtype?: DType | undefined
  /** Reduced axes, by the letters of the input's layout. Not together with axes. */
  axisNames?: string | undefined
  /** Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false. */
  keepDims?: boolean | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.reductions.variance`. */
export interface ReductionsVarianceOptions extends CallOptions {
  /** Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of its own. Not together with axisNames. Default: all axes. */
  axes?: number | readonly number[] | undefined
  /** Subtracted from the number of elements that the sum of squares is divided by (1: Bessel's correction). Where nothing is left, the value is infinity or NaN, as the division gives it. Default: 0. */
  ddof?: number | undefined
  /** Reduced axes, by the letters of the input's layout. Not together with axes. */
  axisNames?: string | undefined
  /** Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false. */
  keepDims?: boolean | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.reinterpret`. */
export interface ReinterpretOptions extends CallOptions {
  /** Dtype of the output; the input's when not given. */
  dtype?: DType | undefined
  /** Layout of the output, one letter per dimension. Without it, the input's layout stays if the number of dimensions does; else the output has none. */
  layout?: string | undefined
  /** Shape of the output, as factors of the input's extents: of those that srcDims names, or of the first ones. Products are rounded to nearest; a negative factor stands for the extent that keeps the number of bytes. Not together with shape. May differ per sample. */
  relShape?: number | readonly number[] | PerSample | undefined
  /** Shape of the output. One extent may be negative: it becomes what keeps the number of bytes. May differ per sample. */
  shape?: number | readonly number[] | PerSample | undefined
  /** Which dimensions of the input give the extents of the output, in this order; those that are left out must have extent 1. -1 inserts an extent of 1. May differ per sample. */
  srcDims?: number | readonly number[] | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.reshape`. */
export interface ReshapeOptions extends CallOptions {
  /** Shape of the output. One extent may be negative: it becomes what keeps the number of bytes. May differ per sample. */
  shape?: number | readonly number[] | PerSample | undefined
  /** Layout of the output, one letter per dimension. Without it, the input's layout stays if the number of dimensions does; else the output has none. */
  layout?: string | undefined
  /** Shape of the output, as factors of the input's extents: of those that srcDims names, or of the first ones. Products are rounded to nearest; a negative factor stands for the extent that keeps the number of bytes. Not together with shape. May differ per sample. */
  relShape?: number | readonly number[] | PerSample | undefined
  /** Which dimensions of the input give the extents of the output, in this order; those that are left out must have extent 1. -1 inserts an extent of 1. May differ per sample. */
  srcDims?: number | readonly number[] | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.resize`. */
export interface ResizeOptions extends CallOptions {
  /** Output extents in pixels, outermost axis first ([height, width], volumes [depth, height, width]), or one value for all axes. Negative mirrors an axis, 0 leaves it to mode. Fractions are rounded; see subpixelScale. 1 to 3 values. May differ per sample. */
  size?: number | readonly number[] | PerSample | undefined
  /** Length of the shorter side in pixels; the aspect ratio is kept, within maxSize. Excludes the other ways to give a size. Default: 0. May differ per sample. */
  resizeShorter?: number | PerSample | undefined
  /** Length of the longer side in pixels; the aspect ratio is kept. Excludes the other ways to give a size. Default: 0. May differ per sample. */
  resizeLonger?: number | PerSample | undefined
  /** Filter for both directions; minFilter and magFilter override it. 'triangular' is the same as 'linear'. Default: 'linear'. May differ per sample. */
  interpType?: Interp | PerSample | undefined
  /** When an axis shrinks, widen the filter in proportion, so that every input pixel counts. Nearest neighbour is never widened. Default: true. */
  antialias?: boolean | undefined
  /** Output width in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. May differ per sample. */
  resizeX?: number | PerSample | undefined
  /** Output height in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. May differ per sample. */
  resizeY?: number | PerSample | undefined
  /** How the requested extents are met. 'default': given extents exactly; the others are scaled by the (geometric) mean scale of the given ones. 'stretch': given extents exactly; the others keep their size. 'not_larger': the largest output of the input's aspect ratio that exceeds no requested extent. 'not_smaller': the smallest output of that aspect ratio that is no less than any requested extent. Cannot be combined with resizeShorter or resizeLonger. Default: 'default'. */
  mode?: 'default' | 'stretch' | 'not_larger' | 'not_smaller' | undefined
  /** Upper limit of the output extents, in pixels: one value, or one per axis in the order of size. Modes that keep the aspect ratio (also resizeShorter) shrink the whole image to fit; the others cut each extent to it. 1 to 3 values. */
  maxSize?: number | readonly number[] | undefined
  /** Output dtype: the input's (the default) or float32. Integers are rounded to nearest and saturated; float32 keeps the input's range, without rounding. Anything else fails with INVALID_ARGUMENT. */
  dtype?: DType | undefined
  /** Filter of an axis that grows or keeps its size. Default: interpType. May differ per sample. */
  magFilter?: Interp | PerSample | undefined
  /** Filter of an axis that shrinks. Default: interpType. May differ per sample. */
  minFilter?: Interp | PerSample | undefined
  /** Output depth in voxels, for volumes; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. May differ per sample. */
  resizeZ?: number | PerSample | undefined
  /** End of the region to resize, in the order of size; goes with roiStart. A start beyond its end mirrors the axis. 1 to 3 values. May differ per sample. */
  roiEnd?: number | readonly number[] | PerSample | undefined
  /** roiStart and roiEnd are fractions of the input's extents (0 to 1), not pixels. Default: false. */
  roiRelative?: boolean | undefined
  /** Start of the region to resize, in the order of size; goes with roiEnd. Filters may still reach pixels around the region. 1 to 3 values. May differ per sample. */
  roiStart?: number | readonly number[] | PerSample | undefined
  /** When the output extent had to be rounded, adjusts the region so that the requested scale is kept. Otherwise the scale follows from the rounded extent. Default: true. */
  subpixelScale?: boolean | undefined
  /** Give the original extents as a second output. Default: false. */
  saveAttrs?: boolean | undefined
  /** Whose numbers the result has, to the last bit where the library's are fixed. 'dali': DALI's, within 1. 'pillow': Image.resize() of Pillow 13; 'pillow-12': of Pillow up to 12, where the order of the passes differs. 'torchvision': resize() of tensors, uint8 or float32, on a CPU with AVX2; 'torchvision-float': its path through float32 on CPUs without AVX2, for uint8 and float32. 'opencv': cv2.resize() of uint8. Regions are cut out first, and are whole pixels. What the library does not have is refused. Default: 'dali'. */
  match?: 'dali' | 'pillow' | 'pillow-12' | 'torchvision' | 'torchvision-float' | 'opencv' | undefined
  /** With match: a filter of that library for which interpType has no name. Default: interpType. */
  matchFilter?: 'box' | 'hamming' | 'area' | 'lanczos4' | 'nearest_exact' | undefined
  /** Images per kernel call of DALI on a GPU. Without effect here: one kernel call resizes the whole batch. Default: 32. */
  minibatchSize?: number | undefined
  /** Expected size, in bytes, of DALI's temporary memory on a GPU. Without effect here: temporary memory is what the shapes of the batch need, and is kept. Default: 0. */
  tempBufferHint?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.resizeCropMirror`. */
export interface ResizeCropMirrorOptions extends CallOptions {
  /** Output extents in pixels, outermost axis first ([height, width], volumes [depth, height, width]), or one value for all axes. Negative mirrors an axis, 0 leaves it to mode. Fractions are rounded; see subpixelScale. 1 to 3 values. May differ per sample. */
  size?: number | readonly number[] | PerSample | undefined
  /** Length of the shorter side in pixels; the aspect ratio is kept, within maxSize. Excludes the other ways to give a size. Default: 0. May differ per sample. */
  resizeShorter?: number | PerSample | undefined
  /** Window shape in the resized image: [height, width], or [depth, height, width] for volumes. Not together with cropH, cropW, cropD. The window must lie inside the resized image. 2 or 3 values. May differ per sample. */
  crop?: number | readonly number[] | PerSample | undefined
  /** Which axes of the window to mirror: the sum of 1 (width), 2 (height) and 4 (depth). From 0 to 7. Default: 0. May differ per sample. */
  mirror?: number | boolean | PerSample | undefined
  /** Filter for both directions; minFilter and magFilter override it. 'triangular' is the same as 'linear'. Default: 'linear'. May differ per sample. */
  interpType?: Interp | PerSample | undefined
  /** When an axis shrinks, widen the filter in proportion, so that every input pixel counts. Nearest neighbour is never widened. Default: true. */
  antialias?: boolean | undefined
  /** Length of the longer side in pixels; the aspect ratio is kept. Excludes the other ways to give a size. Default: 0. May differ per sample. */
  resizeLonger?: number | PerSample | undefined
  /** Output width in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. May differ per sample. */
  resizeX?: number | PerSample | undefined
  /** Output height in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. May differ per sample. */
  resizeY?: number | PerSample | undefined
  /** How the requested extents are met. 'default': given extents exactly; the others are scaled by the (geometric) mean scale of the given ones. 'stretch': given extents exactly; the others keep their size. 'not_larger': the largest output of the input's aspect ratio that exceeds no requested extent. 'not_smaller': the smallest output of that aspect ratio that is no less than any requested extent. Cannot be combined with resizeShorter or resizeLonger. Default: 'default'. */
  mode?: 'default' | 'stretch' | 'not_larger' | 'not_smaller' | undefined
  /** Upper limit of the output extents, in pixels: one value, or one per axis in the order of size. Modes that keep the aspect ratio (also resizeShorter) shrink the whole image to fit; the others cut each extent to it. 1 to 3 values. */
  maxSize?: number | readonly number[] | undefined
  /** Horizontal position of the window, as a fraction of the width that it leaves free: 0 is the left edge, 0.5 the centre, 1 the right edge. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosX?: number | PerSample | undefined
  /** Vertical position of the window, as a fraction of the height that it leaves free: 0 is the top edge, 0.5 the centre, 1 the bottom edge. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosY?: number | PerSample | undefined
  /** Window height in pixels; 0 takes the whole extent. Needs cropW. Default: 0. May differ per sample. */
  cropH?: number | PerSample | undefined
  /** Window width in pixels; 0 takes the whole extent. Needs cropH. Default: 0. May differ per sample. */
  cropW?: number | PerSample | undefined
  /** Output dtype: the input's (the default) or float32. Integers are rounded to nearest and saturated; float32 keeps the input's range, without rounding. Anything else fails with INVALID_ARGUMENT. */
  dtype?: DType | undefined
  /** Filter of an axis that grows or keeps its size. Default: interpType. May differ per sample. */
  magFilter?: Interp | PerSample | undefined
  /** Filter of an axis that shrinks. Default: interpType. May differ per sample. */
  minFilter?: Interp | PerSample | undefined
  /** Output depth in voxels, for volumes; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. May differ per sample. */
  resizeZ?: number | PerSample | undefined
  /** End of the region to resize, in the order of size; goes with roiStart. A start beyond its end mirrors the axis. 1 to 3 values. May differ per sample. */
  roiEnd?: number | readonly number[] | PerSample | undefined
  /** roiStart and roiEnd are fractions of the input's extents (0 to 1), not pixels. Default: false. */
  roiRelative?: boolean | undefined
  /** Start of the region to resize, in the order of size; goes with roiEnd. Filters may still reach pixels around the region. 1 to 3 values. May differ per sample. */
  roiStart?: number | readonly number[] | PerSample | undefined
  /** When the output extent had to be rounded, adjusts the region so that the requested scale is kept. Otherwise the scale follows from the rounded extent. Default: true. */
  subpixelScale?: boolean | undefined
  /** Whose numbers the result has, to the last bit where the library's are fixed. 'dali': DALI's, within 1. 'pillow': Image.resize() of Pillow 13; 'pillow-12': of Pillow up to 12, where the order of the passes differs. 'torchvision': resize() of tensors, uint8 or float32, on a CPU with AVX2; 'torchvision-float': its path through float32 on CPUs without AVX2, for uint8 and float32. 'opencv': cv2.resize() of uint8. Regions are cut out first, and are whole pixels. What the library does not have is refused. Default: 'dali'. */
  match?: 'dali' | 'pillow' | 'pillow-12' | 'torchvision' | 'torchvision-float' | 'opencv' | undefined
  /** With match: a filter of that library for which interpType has no name. Default: interpType. */
  matchFilter?: 'box' | 'hamming' | 'area' | 'lanczos4' | 'nearest_exact' | undefined
  /** Window depth in voxels (frames for a sequence); 0 takes the whole extent. Needs cropH and cropW. Default: 0. May differ per sample. */
  cropD?: number | PerSample | undefined
  /** Position of the window along the depth (frames for a sequence), as a fraction of the depth that it leaves free. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosZ?: number | PerSample | undefined
  /** How the window's start becomes a whole number: 'round' to the nearest (halves away from zero), 'truncate' towards zero. Default: 'round'. */
  rounding?: 'round' | 'truncate' | undefined
  /** Images per kernel call of DALI on a GPU. Without effect here: one kernel call resizes the whole batch. Default: 32. */
  minibatchSize?: number | undefined
  /** Expected size, in bytes, of DALI's temporary memory on a GPU. Without effect here: temporary memory is what the shapes of the batch need, and is kept. Default: 0. */
  tempBufferHint?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.roiRandomCrop`. */
export interface RoiRandomCropOptions extends RandomOptions {
  /** Shape of the window. Required. At least 0. One value or more. May differ per sample. */
  cropShape: number | readonly number[] | PerSample
  /** Start of the region: one value for each of cropShape, or one for all; so are the others. Required. May differ per sample. */
  roiStart: number | readonly number[] | PerSample
  /** Shape of the region. May differ per sample. */
  roiShape?: number | readonly number[] | PerSample | undefined
  /** Bounds that the window stays within, in place of an input. Without either it may reach anywhere. May differ per sample. */
  inShape?: number | readonly number[] | PerSample | undefined
  /** End of the region, exclusive. Either roiEnd or roiShape. May differ per sample. */
  roiEnd?: number | readonly number[] | PerSample | undefined
}

/** Arguments of `nd.rotate`. */
export interface RotateOptions extends CallOptions {
  /** Angle in degrees. Images turn counter-clockwise; volumes by the right-hand rule around axis, in coordinates x, y, z. Required. May differ per sample. */
  angle: number | PerSample
  /** Output extents in pixels, without channels: [height, width], volumes [depth, height, width]. Fractions are rounded to nearest; at least 1. At least 0.5. 2 or 3 values. May differ per sample. */
  size?: number | readonly number[] | PerSample | undefined
  /** The output has the input's extents; size overrides it. Default: false. */
  keepSize?: boolean | undefined
  /** Value of pixels outside the input, first converted to the input's dtype, or under 'nn' to the output's. Without it positions are clamped to the input, so that its border is repeated. May be NaN or infinite. */
  fillValue?: number | undefined
  /** Direction [x, y, z] of the rotation axis, of any length but 0. Required for volumes, ignored for images. 3 values. May differ per sample. */
  axis?: number | readonly number[] | PerSample | undefined
  /** Output dtype: the input's (the default) or float32; for a float32 input also uint8, int16 or int32. Integers are rounded to nearest (halves away from zero) and saturated. One of 'uint8', 'int16', 'int32', 'float32'. */
  dtype?: DType | undefined
  /** 'linear' or 'nn'. One of 'nn', 'linear'. Default: 'linear'. */
  interpType?: Interp | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.saturation`. */
export interface SaturationOptions extends CallOptions {
  /** Factor on the colourfulness: 0 gives grey, 1 changes nothing. Default: 1. May differ per sample. */
  saturation?: number | PerSample | undefined
  /** Output dtype: uint8, int16, int32, float16 or float32. Default: the input's. */
  dtype?: DType | undefined
  /** Colour model of the input. Without effect here: the channels are taken as red, green and blue, as in DALI. One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'. */
  imageType?: ImageType | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.segmentation.randomMaskPixel`. */
export interface SegmentationRandomMaskPixelOptions extends RandomOptions {
  /** Draw among foreground pixels when not 0; among all if there are none. Default: 0. May differ per sample. */
  foreground?: number | boolean | PerSample | undefined
  /** Pixels above this value are foreground. Default: 0. May differ per sample. */
  threshold?: number | PerSample | undefined
  /** Pixels of this value are foreground, in place of those above threshold. May differ per sample. */
  value?: number | PerSample | undefined
}

/** Arguments of `nd.segmentation.randomObjectBBox`. */
export interface SegmentationRandomObjectBBoxOptions extends RandomOptions {
  /** Chance of an object's box; otherwise it is the box of the whole mask. Default: 1. May differ per sample. */
  foregroundProb?: number | PerSample | undefined
  /** Label of the background. When not given: 0, or, if 0 is one of classes, the label below the least of them. Default: 0. May differ per sample. */
  background?: number | PerSample | undefined
  /** Relative chances of the classes, not negative; without classes those of the labels 0, 1, 2 and so on, of which the background is left out. Equal when not given. At least 0. May differ per sample. */
  classWeights?: number | readonly number[] | PerSample | undefined
  /** Labels of objects. All but the background when not given. May differ per sample. */
  classes?: number | readonly number[] | PerSample | undefined
  /** 'anchor_shape' and 'start_end': two outputs. 'box': one output, start and end. Default: 'anchor_shape'. */
  format?: 'anchor_shape' | 'start_end' | 'box' | undefined
  /** Draw among the objects of all classes alike. Default: false. */
  ignoreClass?: boolean | undefined
  /** Draw among this many objects with the largest boxes, and of equal ones those that come first in the mask: of the class, or with ignoreClass of all. At least 1. */
  kLargest?: number | undefined
  /** Adds the output objectClass. Default: false. */
  outputClass?: boolean | undefined
  /** Least extent of a box along each dimension, one value for all or one for each; classes without such a box are not drawn. May differ per sample. */
  threshold?: number | readonly number[] | PerSample | undefined
  /** Keep the boxes of masks that were seen before. Without effect here: objects are found in one pass over the mask, which costs about as much as comparing it with those seen before. Default: false. */
  cacheObjects?: boolean | undefined
}

/** Arguments of `nd.segmentation.selectMasks`. */
export interface SegmentationSelectMasksOptions extends CallOptions {
  /** Ids become the places of the ids in maskIds. Default: false. */
  reindexMasks?: boolean | undefined
}

/** Arguments of `nd.sequenceRearrange`. */
export interface SequenceRearrangeOptions extends CallOptions {
  /** For each element of the output, its place in the input. Required. One value or more. May differ per sample. */
  newOrder: number | readonly number[] | PerSample
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.shapes`. */
export interface ShapesOptions extends CallOptions {
  /** int32, uint32, int64, uint64, float32 or float64. One of 'int32', 'uint32', 'int64', 'uint64', 'float32', 'float64'. Default: 'int64'. */
  dtype?: DType | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.sharpness`. */
export interface SharpnessOptions extends CallOptions {
  /** 0 gives the smoothed image, 1 changes nothing, 2 doubles the difference to the smoothed image. At least 0. Default: 1. May differ per sample. */
  factor?: number | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.slice`. */
export interface SliceOptions extends CallOptions {
  /** Where the window starts, as a fraction of the extent. Not together with start. May differ per sample. */
  relStart?: number | readonly number[] | PerSample | undefined
  /** The window's size, as a fraction of the extent. May differ per sample. */
  relShape?: number | readonly number[] | PerSample | undefined
  /** Output dtype; the input's when not given. Values are clamped to the dtype's range and fractions are dropped (use cast to round). */
  dtype?: DType | undefined
  /** Which dimensions the window's values are for, in their order; negative counts from the last. Used when axisNames is empty or was not given. Default: [1, 0]. May differ per sample. */
  axes?: number | readonly number[] | PerSample | undefined
  /** Which dimensions the window's values are for, by the letters of the input's layout. Takes precedence over axes. Default: 'WH'. */
  axisNames?: string | undefined
  /** Where the window ends (exclusive), in elements. One of end, relEnd, shape, relShape at most; without them the window goes to the input's end. May differ per sample. */
  end?: number | readonly number[] | PerSample | undefined
  /** Whether a floating-point anchor input is a fraction of the extent (true) or counts elements. Integer inputs always count elements. Default: true. */
  normalizedAnchor?: boolean | undefined
  /** Whether a floating-point shape input is a fraction of the extent (true) or counts elements. Integer inputs always count elements. Default: true. */
  normalizedShape?: boolean | undefined
  /** Where the window ends, as a fraction of the extent. May differ per sample. */
  relEnd?: number | readonly number[] | PerSample | undefined
  /** The window's size, in elements. May differ per sample. */
  shape?: number | readonly number[] | PerSample | undefined
  /** Where the window starts, in elements; 0 when neither start nor relStart is given. May differ per sample. */
  start?: number | readonly number[] | PerSample | undefined
  /** Values of elements outside the input under 'pad': one for all channels, or one per channel of the output. May be NaN or infinite. Default: [0]. */
  fillValues?: number | readonly number[] | undefined
  /** What a window that reaches outside the input gives: 'error': the sample fails with INVALID_INPUT; 'pad' (or 'constant'): fillValues; 'trim_to_shape': a smaller output; 'edge' (or 'clamp'): the border repeated; 'reflect_1001' (or 'reflect'): mirrored with the border doubled; 'reflect_101': mirrored around the border; 'wrap': the input tiled. Default: 'error'. */
  outOfBoundsPolicy?: 'error' | 'pad' | 'constant' | 'trim_to_shape' | 'edge' | 'clamp' | 'reflect_1001' | 'reflect' | 'reflect_101' | 'wrap' | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.solarize`. */
export interface SolarizeOptions extends CallOptions {
  /** The smallest value that is inverted, in the input's units. Default: the middle of the input dtype's range: 128, 16384, 1073741824, or 0.5 for floating point. May differ per sample. */
  threshold?: number | PerSample | undefined
  /** Nothing is inverted; this is added to the values below the threshold, and the sum is clamped to the range from 0 to the dtype's largest value (1 for floating point). May differ per sample. */
  addition?: number | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.spectrogram`. */
export interface SpectrogramOptions extends CallOptions {
  /** Length of the transform, at least windowLength; windows are continued with zeros. windowLength when not given. Lengths without prime factors above 5 are fast. */
  nfft?: number | undefined
  /** Number of elements in a window, at least 1. At least 1. Default: 512. */
  windowLength?: number | undefined
  /** Number of elements from one window to the next, at least 1. At least 1. Default: 256. */
  windowStep?: number | undefined
  /** 2: squared magnitudes. 1: magnitudes. From 1 to 2. Default: 2. */
  power?: number | undefined
  /** The windows' centres are multiples of windowStep, from 0 on, and the sound is continued beyond its ends. false: the first window begins with the sound, and all windows lie in it. Default: true. */
  centerWindows?: boolean | undefined
  /** ft: windows side by side for each frequency. tf: frequencies side by side for each window. One of 'ft', 'tf'. Default: 'ft'. */
  layout?: string | undefined
  /** With centerWindows: beyond its ends the sound is mirrored, without repeating the last element. false: it is continued with zeros. Default: true. */
  reflectPadding?: boolean | undefined
  /** What the elements of a window are multiplied with: windowLength numbers. A Hann window when not given. */
  windowFn?: number | readonly number[] | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.sphere`. */
export interface SphereOptions extends CallOptions {
  /** 'nn' takes the pixel in which the position lies, 'linear' weighs the four nearest centres. One of 'nn', 'linear'. Default: 'nn'. */
  interpType?: Interp | undefined
  /** Value of pixels outside the input, for all channels. For uint8 it is rounded to nearest and saturated. May be NaN or infinite. Default: 0. */
  fillValue?: number | undefined
  /** 0 leaves the sample as it is. Default: 1. May differ per sample. */
  mask?: number | boolean | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.squeeze`. */
export interface SqueezeOptions extends CallOptions {
  /** The dimensions to remove; negative counts from the last. Not together with axisNames. May differ per sample. */
  axes?: number | readonly number[] | PerSample | undefined
  /** The dimensions to remove, by the letters of the input's layout. Not together with axes. */
  axisNames?: string | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.stack`. */
export interface StackOptions extends CallOptions {
  /** The place of the new axis in the output; negative counts from the last. Default: 0. */
  axis?: number | undefined
  /** The letter of the new axis. 1 letter. */
  axisName?: string | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.tensorResize`. */
export interface TensorResizeOptions extends CallOptions {
  /** Output extents in elements: one value for all axes, or one per axis. Negative mirrors an axis, 0 leaves it to mode. May differ per sample. */
  sizes?: number | readonly number[] | PerSample | undefined
  /** Output extents by the input's: one value for all axes, or one per axis. Negative mirrors an axis, 0 leaves it to mode. May differ per sample. */
  scales?: number | readonly number[] | PerSample | undefined
  /** Axes to resize, by number; negative counts from the last. Default: all. Not together with axisNames. */
  axes?: number | readonly number[] | undefined
  /** Axes to resize, by the letters of the input's layout. Not together with axes. */
  axisNames?: string | undefined
  /** How the requested extents are met. Axes that are not named count as if their own extent was asked for. 'default': given extents exactly; those of 0 are scaled by the geometric mean of all other scales. 'stretch': given extents exactly; those of 0 keep their size. 'not_larger' and 'not_smaller', not with scales: all axes are scaled alike, by the least or the largest of the requested scales. Default: 'default'. */
  mode?: 'default' | 'stretch' | 'not_larger' | 'not_smaller' | undefined
  /** Upper limit of the output extents: one value, or one per axis in the order of sizes. Modes that keep the aspect ratio shrink all axes to fit; the others cut each extent to it. */
  maxSize?: number | readonly number[] | undefined
  /** Filter for both directions; minFilter and magFilter override it. 'triangular' is the same as 'linear'. Default: 'linear'. May differ per sample. */
  interpType?: Interp | PerSample | undefined
  /** When an axis shrinks, widen the filter in proportion, so that every input pixel counts. Nearest neighbour is never widened. Default: true. */
  antialias?: boolean | undefined
  /** The point of the region that stays in place when a fractional size is rounded and the region adjusted to it (subpixelScale): 0 its start, 0.5 its middle, 1 its end. One value, or one per axis. Default: [0.5]. May differ per sample. */
  alignment?: number | readonly number[] | PerSample | undefined
  /** End of the region to resize, in the order of sizes; goes with roiStart. A start beyond its end mirrors the axis. May differ per sample. */
  roiEnd?: number | readonly number[] | PerSample | undefined
  /** roiStart and roiEnd are fractions of the input's extents (0 to 1), not elements. Default: false. */
  roiRelative?: boolean | undefined
  /** Start of the region to resize, in the order of sizes; goes with roiEnd. Filters may still reach elements around the region. May differ per sample. */
  roiStart?: number | readonly number[] | PerSample | undefined
  /** How fractional extents become whole: to the nearest, down or up; at least 1. Default: 'round'. */
  sizeRounding?: 'round' | 'truncate' | 'ceil' | undefined
  /** When an extent had to be rounded, adjusts the region so that the requested scale is kept. Otherwise the scale follows from the rounded extent. Default: true. */
  subpixelScale?: boolean | undefined
  /** Output dtype: the input's (the default) or float32. Integers are rounded to nearest and saturated; float32 keeps the input's range, without rounding. Anything else fails with INVALID_ARGUMENT. */
  dtype?: DType | undefined
  /** Filter of an axis that grows or keeps its size. Default: interpType. May differ per sample. */
  magFilter?: Interp | PerSample | undefined
  /** Filter of an axis that shrinks. Default: interpType. May differ per sample. */
  minFilter?: Interp | PerSample | undefined
  /** Images per kernel call of DALI on a GPU. Without effect here: one kernel call resizes the whole batch. Default: 32. */
  minibatchSize?: number | undefined
  /** Expected size, in bytes, of DALI's temporary memory on a GPU. Without effect here: temporary memory is what the shapes of the batch need, and is kept. Default: 0. */
  tempBufferHint?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.toDecibels`. */
export interface ToDecibelsOptions extends CallOptions {
  /** The least output, in decibels; zeros and negative elements become it. Default: -200. */
  cutoffDb?: number | undefined
  /** 10 for powers, 20 for magnitudes. Default: 10. */
  multiplier?: number | undefined
  /** The magnitude that is 0 dB. Default: the largest element of each sample. Above 0. */
  reference?: number | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.transforms.combine`. */
export interface TransformsCombineOptions extends CallOptions {
  /** Apply the last input first. Default: false. */
  reverseOrder?: boolean | undefined
}

/** Arguments of `nd.transforms.crop`. */
export interface TransformsCropOptions extends CallOptions {
  /** Lower corner of the source box. Default: [0]. May differ per sample. */
  fromStart?: number | readonly number[] | PerSample | undefined
  /** Upper corner of the source box; one value for all dimensions or one for each. Default: [1]. May differ per sample. */
  fromEnd?: number | readonly number[] | PerSample | undefined
  /** Lower corner of the target box. Default: [0]. May differ per sample. */
  toStart?: number | readonly number[] | PerSample | undefined
  /** Upper corner of the target box. Default: [1]. May differ per sample. */
  toEnd?: number | readonly number[] | PerSample | undefined
  /** Exchange start and end along a dimension where the start is greater, so that nothing is mirrored. Default: false. */
  absolute?: boolean | undefined
  /** Apply the made transform before that of the input, not after it. Without an input it has no effect. Default: false. */
  reverseOrder?: boolean | undefined
}

/** Arguments of `nd.transforms.rotation`. */
export interface TransformsRotationOptions extends CallOptions {
  /** Angle in degrees, from the first axis towards the second. Required. May differ per sample. */
  angle: number | PerSample
  /** The point that the transform leaves in place; one value for all dimensions or one for each. The origin when not given. May differ per sample. */
  center?: number | readonly number[] | PerSample | undefined
  /** The axis of a rotation in space, [x, y, z]; its length does not matter. Without it the rotation is in the plane. 3 values. May differ per sample. */
  axis?: number | readonly number[] | PerSample | undefined
  /** Apply the made transform before that of the input, not after it. Without an input it has no effect. Default: false. */
  reverseOrder?: boolean | undefined
}

/** Arguments of `nd.transforms.scale`. */
export interface TransformsScaleOptions extends CallOptions {
  /** The factors, one for each dimension; one value stands for all dimensions of the input or of ndim. Required. May differ per sample. */
  scale: number | readonly number[] | PerSample
  /** The point that the transform leaves in place; one value for all dimensions or one for each. The origin when not given. May differ per sample. */
  center?: number | readonly number[] | PerSample | undefined
  /** Number of dimensions when scale has one value and there is no input; 1 when not given. From 1 to 6. */
  ndim?: number | undefined
  /** Apply the made transform before that of the input, not after it. Without an input it has no effect. Default: false. */
  reverseOrder?: boolean | undefined
}

/** Arguments of `nd.transforms.shear`. */
export interface TransformsShearOptions extends CallOptions {
  /** Shear factors. In the plane [xy, yx]: x moves by xy times y, and y by yx times x; in space [xy, xz, yx, yz, zx, zy]. 2 or 6 values. May differ per sample. */
  shear?: number | readonly number[] | PerSample | undefined
  /** Shear angles in degrees, from -90 to 90, in the order of `shear`. Either angles or shear. From -90 to 90. 2 or 6 values. May differ per sample. */
  angles?: number | readonly number[] | PerSample | undefined
  /** Apply the made transform before that of the input, not after it. Without an input it has no effect. Default: false. */
  reverseOrder?: boolean | undefined
  /** The point that the transform leaves in place; one value for all dimensions or one for each. The origin when not given. May differ per sample. */
  center?: number | readonly number[] | PerSample | undefined
}

/** Arguments of `nd.transforms.translation`. */
export interface TransformsTranslationOptions extends CallOptions {
  /** The offset, one value for each dimension. Required. May differ per sample. */
  offset: number | readonly number[] | PerSample
  /** Apply the made transform before that of the input, not after it. Without an input it has no effect. Default: false. */
  reverseOrder?: boolean | undefined
}

/** Arguments of `nd.transpose`. */
export interface TransposeOptions extends CallOptions {
  /** A permutation of 0 .. ndim-1; without it the dimensions are reversed. At least 0. */
  perm?: number | readonly number[] | undefined
  /** Layout of the output, one letter per dimension. Takes precedence over transposeLayout. */
  outputLayout?: string | undefined
  /** Whether the layout's letters are reordered too (true) or kept in their order (false). Default: true. */
  transposeLayout?: boolean | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.warpAffine`. */
export interface WarpAffineOptions extends CallOptions {
  /** The map, row by row: [M11, M12, M13, M21, M22, M23] for images, 12 values for volumes; rows and columns are x, y (, z), in pixels. Required unless there is a second input; not together with it. 6 or 12 values. May differ per sample. */
  matrix?: number | readonly number[] | PerSample | undefined
  /** Value of pixels outside the input, first converted to the input's dtype, or under 'nn' to the output's. Without it positions are clamped to the input, so that its border is repeated. May be NaN or infinite. */
  fillValue?: number | undefined
  /** The matrix maps output positions to input positions. Otherwise it maps input to output and is inverted first; a matrix without an inverse fails with INVALID_ARGUMENT. Default: true. */
  inverseMap?: boolean | undefined
  /** Output dtype: the input's (the default) or float32; for a float32 input also uint8, int16 or int32. Integers are rounded to nearest (halves away from zero) and saturated. One of 'uint8', 'int16', 'int32', 'float32'. */
  dtype?: DType | undefined
  /** 'linear' or 'nn'. One of 'nn', 'linear'. Default: 'linear'. */
  interpType?: Interp | undefined
  /** Output extents in pixels, without channels: [height, width], volumes [depth, height, width]. Fractions are rounded to nearest; at least 1. At least 0.5. 2 or 3 values. May differ per sample. */
  size?: number | readonly number[] | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.water`. */
export interface WaterOptions extends CallOptions {
  /** Amplitude of the wave along x, in pixels. Default: 10. */
  amplX?: number | undefined
  /** Amplitude of the wave along y, in pixels. Default: 10. */
  amplY?: number | undefined
  /** Frequency of the wave along x, in radians per row. The default is one wave in 128 rows. Default: 0.04908738521234052. */
  freqX?: number | undefined
  /** Frequency of the wave along y, in radians per column. Default: 0.04908738521234052. */
  freqY?: number | undefined
  /** Phase of the wave along x at the first row, in radians. Default: 0. */
  phaseX?: number | undefined
  /** Phase of the wave along y at the first column, in radians. Default: 0. */
  phaseY?: number | undefined
  /** Value of pixels outside the input, for all channels. For uint8 it is rounded to nearest and saturated. May be NaN or infinite. Default: 0. */
  fillValue?: number | undefined
  /** 'nn' takes the pixel in which the position lies, 'linear' weighs the four nearest centres. One of 'nn', 'linear'. Default: 'nn'. */
  interpType?: Interp | undefined
  /** 0 leaves the sample as it is. Default: 1. May differ per sample. */
  mask?: number | boolean | PerSample | undefined
  /** Where it runs; inputs that lie elsewhere are copied there. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: DeviceLike | undefined
}

/** Arguments of `nd.zeros`. */
export interface ZerosOptions extends CallOptions {
  /** Shape of the output. Without it the output is one number, of shape []. At least 0. May differ per sample. */
  shape?: number | readonly number[] | PerSample | undefined
  /** Output dtype. Default: 'int32'. */
  dtype?: DType | undefined
  /** Layout of the output, one letter per dimension. */
  layout?: string | undefined
}

/** Arguments of `nd.zerosLike`. */
export interface ZerosLikeOptions extends CallOptions {
  /** Output dtype; the input's when not given. */
  dtype?: DType | undefined
}

/** The operators, as functions on data. */
export interface Ops {
  /**
   * Gives a sound another sample rate: each element is a sum of the input's elements around its position, weighted by a sinc under a Hann window. The rate is given by inRate and outRate, by scale, or by outLength. The first element stays where it is.
   *
   * Source: NVIDIA DALI, documentation of fn.audio_resample; Oppenheim and Schafer, "Discrete-time signal processing", section 4.6.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; none of inRate with outRate, scale and outLength is given, or more than one, or a rate, length or quality is out of range, or dtype is float16, float64, bool, or has 64 bits), INVALID_INPUT (the input is float16, float64, bool or has 64 bits, or has neither 1 nor 2 dimensions).
   *
   * @param input A sound: shape [frames] or [frames, channels]. float32 from -1 to 1, or whole numbers in the range of their dtype: int8, uint8, int16, uint16, int32 or uint32.
   *
   * @returns The sound at the new rate, in the input's layout, with `ceil(frames * outRate / inRate)` frames.
   */
  audioResample<A extends Input, O extends AudioResampleOptions = None>(input: A, options?: Given<O, AudioResampleOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Stretches each channel of an image to the whole range: its darkest value becomes 0 and its brightest 255 (or 1 in floating point). A channel of one value keeps it. A frame of a sequence is an image of its own. Computed in single precision; integers lose their fractions.
   *
   * Source: torchvision, transforms.v2.functional.autocontrast.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype or layout that the operator does not take).
   *
   * @param input uint8, int16, int32, float16 or float32 (from 0 to 1); layout HW, HWC, CHW, FHW, FHWC or FCHW (without a layout: HW, HWC or FHWC by the number of dimensions); any number of channels.
   *
   * @returns The changed values, of the input's dtype, shape and layout.
   */
  autocontrast<A extends Input, O extends AutocontrastOptions = None>(input: A, options?: Given<O, AutocontrastOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Maps bounding boxes to the canvas onto which paste has put their image. Coordinates are fractions of the extents.
   *
   * Source: NVIDIA DALI, documentation of fn.bbox_paste: (x + margin) / ratio, where the margin is pasteX * (ratio - 1), at most ratio - 1; sides are divided by the ratio.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the ratio is not above 0), INVALID_INPUT (the boxes are no float32 tensor, or its number of elements is no multiple of 4).
   *
   * @param boxes float32, shape (n, 4) or any other of four numbers a box: left, top, width, height, or with ltrb left, top, right, bottom.
   *
   * @returns The boxes, in the input's shape and format.
   */
  bBoxPaste<A extends Input, O extends BBoxPasteOptions>(boxes: A, options: Given<O, BBoxPasteOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Rotates bounding boxes, as rotate rotates their image. Boxes are clipped to the canvas, and those of which too little remains are dropped, with their labels.
   *
   * Source: NVIDIA DALI, documentation of fn.bbox_rotate; the canvas is that of rotate. 'expand' is the smallest upright box around the rotated one, 'fixed' the box of the old sides around the same centre.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the angle is no finite number, shapeLayout lacks H or W, inputShape has too few values or one below 1, or size has other than 2 values or comes together with keepSize), INVALID_INPUT (the boxes are no float32 tensor of shape (n, 4) or one is no number, or there is not one int32 label for each box).
   *
   * @param boxes float32, shape (n, 4).
   *
   * @returns The boxes that remain, (m, 4), in the input's format.
   */
  bBoxRotate<A extends Input, O extends BBoxRotateOptions>(boxes: A, options: Given<O, BBoxRotateOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Rotates bounding boxes, as rotate rotates their image. Boxes are clipped to the canvas, and those of which too little remains are dropped, with their labels.
   *
   * Source: NVIDIA DALI, documentation of fn.bbox_rotate; the canvas is that of rotate. 'expand' is the smallest upright box around the rotated one, 'fixed' the box of the old sides around the same centre.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the angle is no finite number, shapeLayout lacks H or W, inputShape has too few values or one below 1, or size has other than 2 values or comes together with keepSize), INVALID_INPUT (the boxes are no float32 tensor of shape (n, 4) or one is no number, or there is not one int32 label for each box).
   *
   * @param boxes float32, shape (n, 4).
   * @param labels int32, shape (n) or (n, 1).
   *
   * @returns The boxes that remain, (m, 4), in the input's format. Their labels.
   */
  bBoxRotate<A extends Input, B extends Input, O extends BBoxRotateOptions>(boxes: A, labels: B, options: Given<O, BBoxRotateOptions>): [boxes: Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>, labels: Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>]
  /**
   * A random permutation of the places in the batch: each sample gets one of them. Together with permuteBatch it pairs samples at random, as for mixing images. The draws depend only on the seed, the epoch and the indices of the batch's samples, and on the operator unless it has a seed of its own.
   *
   * Source: R. Durstenfeld, "Algorithm 235: Random permutation", 1964; without fixed points: S. Sattolo, "An algorithm to generate a random cyclic permutation", 1986.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), UNSUPPORTED (the operator stands beside operators that skip samples).
   *
   * @returns The place of a sample, shape [].
   */
  batchPermutation<O extends BatchPermutationOptions = None>(options?: Given<O, BatchPermutationOptions>): Result<KindOfOptions<O>>
  /**
   * Mirrors bounding boxes, as flip mirrors their image. Coordinates are fractions of the image's extents.
   *
   * Source: NVIDIA DALI, documentation of fn.bb_flip: x becomes 1 - x, and left and right change places.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the boxes are no float32 tensor, or its number of elements is no multiple of 4).
   *
   * @param boxes float32, shape (n, 4) or any other of four numbers a box: left, top, width, height, or with ltrb left, top, right, bottom.
   *
   * @returns The boxes, in the input's shape and format.
   */
  bbFlip<A extends Input, O extends BbFlipOptions = None>(boxes: A, options?: Given<O, BbFlipOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Matches bounding boxes with default boxes (anchors) and encodes them for training, as SSD does: each anchor gets the box that it overlaps most, if by more than criteria, and each box is given to the anchor that it overlaps most. Coordinates are fractions of the image's extents.
   *
   * Source: Liu et al., "SSD: Single Shot MultiBox Detector" (ECCV 2016), as NVIDIA DALI documents it for fn.box_encoder.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; there are no anchors or one is not whole, means or stds has other than 4 values, or a value of stds is 0), INVALID_INPUT (the boxes are no float32 tensor of shape (n, 4), or there is not one int32 label for each box).
   *
   * @param boxes float32, shape (n, 4): left, top, right, bottom.
   * @param labels int32, shape (n) or (n, 1). 0 stands for the background.
   *
   * @returns Shape (m, 4), m anchors: x and y of the centre, width and height of the anchor's box, or of the anchor where no box matches. With offset they are relative to the anchor, and 0 where no box matches. Shape (m): the label of each anchor's box, 0 where no box matches.
   */
  boxEncoder<A extends Input, B extends Input, O extends BoxEncoderOptions>(boxes: A, labels: B, options: Given<O, BoxEncoderOptions>): [boxes: Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>, labels: Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>]
  /**
   * Changes the brightness: output = brightnessShift * range + brightness * input. Computed in single precision; integers round to nearest (halves away from zero) and saturate.
   *
   * Source: NVIDIA DALI, documentation of fn.brightness.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype that the operator does not take).
   *
   * @param input uint8, int16, int32, float16 or float32, of any shape and layout (without a layout: HWC with 3 dimensions, FHWC with 4).
   *
   * @returns The changed values, in the input's shape and layout, of dtype `dtype`.
   */
  brightness<A extends Input, O extends BrightnessOptions = None>(input: A, options?: Given<O, BrightnessOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Changes brightness and contrast: output = brightnessShift * range + brightness * (contrastCenter + contrast * (input - contrastCenter)). Computed in single precision; integers round to nearest (halves away from zero) and saturate.
   *
   * Source: NVIDIA DALI, documentation of fn.brightness_contrast.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype that the operator does not take).
   *
   * @param input uint8, int16, int32, float16 or float32, of any shape and layout (without a layout: HWC with 3 dimensions, FHWC with 4).
   *
   * @returns The changed values, in the input's shape and layout, of dtype `dtype`.
   */
  brightnessContrast<A extends Input, O extends BrightnessContrastOptions = None>(input: A, options?: Given<O, BrightnessContrastOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Converts a tensor to another dtype. Floating point to integer rounds to nearest, halves away from zero, and saturates; NaN becomes 0. Integers saturate. To bool: an integer other than 0, or a float that does not round to 0, is true.
   *
   * Source: ConvertSat of NVIDIA DALI, which rounds and saturates.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
   *
   * @param input Tensor of any dtype, shape and layout.
   *
   * @returns The changed values, in the input's shape and layout, of dtype `dtype`.
   */
  cast<A extends Input, O extends CastOptions>(input: A, options: Given<O, CastOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Converts a tensor to the dtype of another one. Values are converted as by cast.
   *
   * Source: ConvertSat of NVIDIA DALI, which rounds and saturates.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
   *
   * @param input Tensor of any dtype, shape and layout.
   * @param dtypeLike Tensor whose dtype the output takes; its values and its shape are not read.
   *
   * @returns The changed values, in the shape and layout of `input`, of the dtype of `dtypeLike`.
   */
  castLike<A extends Input, B extends Input, O extends CastLikeOptions = None>(input: A, dtypeLike: B, options?: Given<O, CastLikeOptions>): Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>
  /**
   * Joins tensors along one of their axes. They may differ in extent along this axis only.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the tensors have no such axis, or axis and axisName are given together), INVALID_INPUT (the inputs differ in dtype, in the number of dimensions, or in an extent beside the axis, or the first one's layout lacks axisName).
   *
   * @returns The inputs one behind the other, in the layout of the first one.
   */
  cat<Rest extends readonly [Input, ...Input[]]>(...inputs: Rest): Result<Joined<KindOfAll<[...Rest]>, KindOfOptions<None>>>
  /**
   * Joins tensors along one of their axes. They may differ in extent along this axis only.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the tensors have no such axis, or axis and axisName are given together), INVALID_INPUT (the inputs differ in dtype, in the number of dimensions, or in an extent beside the axis, or the first one's layout lacks axisName).
   *
   * @returns The inputs one behind the other, in the layout of the first one.
   */
  cat<Rest extends readonly [Input, ...Input[]], const O extends CatOptions>(...given: [...inputs: Rest, options: Given<O, CatOptions>]): Result<Joined<KindOfAll<[...Rest]>, KindOfOptions<O>>>
  /**
   * Equalizes histograms locally, with limited contrast (CLAHE): each tile of a grid has a table of its own, and a pixel takes a blend of the four nearest. An RGB image is equalized in L of CIE L*a*b*, which keeps its colours, or channel by channel.
   *
   * Source: K. Zuiderveld, Contrast Limited Adaptive Histogram Equalization, Graphics Gems IV (1994); OpenCV, documentation of createCLAHE() and of the colour conversions, which DALI runs.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype, layout or number of channels that the operator does not take).
   *
   * @param input uint8 images, layout HWC or none; 1 channel (grey) or 3 (RGB).
   *
   * @returns The changed image, in the input's shape.
   */
  clahe<A extends Input, O extends ClaheOptions>(input: A, options: Given<O, ClaheOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Converts images between RGB, BGR, gray and YCbCr. YCbCr is ITU-R BT.601 in studio range: Y from 16 to 235, Cb and Cr from 16 to 240. Gray is 0.299 R + 0.587 G + 0.114 B. Equal types copy.
   *
   * Source: ITU-R BT.601, in studio range for YCbCr.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; imageType or outputType is 'any' or 'index'), INVALID_INPUT (the input has a dtype, layout or number of channels that the operator does not take).
   *
   * @param input uint8; layout HWC, FHWC, DHWC or FDHWC (without a layout: HWC, FHWC or FDHWC by the number of dimensions); 1 channel for gray, otherwise 3.
   *
   * @returns uint8, the input's layout; 1 channel for gray, otherwise 3.
   */
  colorSpaceConversion<A extends Input, O extends ColorSpaceConversionOptions>(input: A, options: Given<O, ColorSpaceConversionOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Changes hue, saturation, brightness and contrast at once: hue and saturation as hsv does, then output = brightness * (grey + contrast * (colour - grey)), where grey is 128 for integer inputs and 0.5 for floating point. Computed in single precision; integers round to nearest (halves away from zero) and saturate.
   *
   * Source: hue and saturation in YIQ, the colour model of NTSC; NVIDIA DALI, documentation of fn.color_twist.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype, layout or number of channels that the operator does not take).
   *
   * @param input RGB images, uint8, int16, int32, float16 or float32; layout HWC, FHWC, DHWC or FDHWC (without a layout: HWC, FHWC or FDHWC by the number of dimensions); 3 channels.
   *
   * @returns The changed values, in the input's shape and layout, of dtype `dtype`.
   */
  colorTwist<A extends Input, O extends ColorTwistOptions = None>(input: A, options?: Given<O, ColorTwistOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Gives one fixed tensor, which is the output for every sample.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; neither or both of fdata and idata are given, or their number does not fit shape).
   *
   * @returns The tensor, of dtype `dtype`, shape `shape` and layout `layout`.
   */
  constant<O extends ConstantOptions = None>(options?: Given<O, ConstantOptions>): Result<KindOfOptions<O>>
  /**
   * Changes the contrast: output = contrastCenter + contrast * (input - contrastCenter). Computed in single precision; integers round to nearest (halves away from zero) and saturate.
   *
   * Source: NVIDIA DALI, documentation of fn.contrast.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; aroundMean comes together with contrastCenter), INVALID_INPUT (the input has a dtype that the operator does not take, or with aroundMean is no uint8 in HWC or FHWC with 1 or 3 channels).
   *
   * @param input uint8, int16, int32, float16 or float32, of any shape and layout (without a layout: HWC with 3 dimensions, FHWC with 4).
   *
   * @returns The changed values, in the input's shape and layout, of dtype `dtype`.
   */
  contrast<A extends Input, O extends ContrastOptions = None>(input: A, options?: Given<O, ContrastOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Mirrors points, as flip mirrors their image: each coordinate becomes twice the centre minus itself.
   *
   * Source: NVIDIA DALI, documentation of fn.coord_flip.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the layout lacks one of x, y, z, of as many as the points have coordinates), INVALID_INPUT (the points are no float32 tensor of shape (n, 1), (n, 2) or (n, 3)).
   *
   * @param points float32, shape (n, 1), (n, 2) or (n, 3): a point a row.
   *
   * @returns The points, in the input's shape.
   */
  coordFlip<A extends Input, O extends CoordFlipOptions = None>(points: A, options?: Given<O, CoordFlipOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Applies a linear transform to points: each becomes M times itself plus T.
   *
   * Source: NVIDIA DALI, documentation of fn.coord_transform: the product of a matrix and a point, plus an offset, in single precision.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; MT comes together with M or T, a matrix has a wrong number of values or columns, T has a wrong number of values, or dtype is neither float32 nor the input's), INVALID_INPUT (the points are of another dtype, have fewer than 2 dimensions, or more than 6 coordinates).
   *
   * @param points uint8, uint16, int16, int32 or float32, 2 or more dimensions: a point along the last one, of at most 6 coordinates.
   *
   * @returns The points, as many coordinates as the matrix has rows, in the input's layout. Integers are rounded to nearest, halves away from zero, and saturated.
   */
  coordTransform<A extends Input, O extends CoordTransformOptions = None>(points: A, options?: Given<O, CoordTransformOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Copies a value between host and device memory. The methods gpu() and cpu() of a Tensor or a Batch become this operator where a copy is needed.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
   *
   * @param input Tensor of any dtype and layout.
   *
   * @returns The input's bytes, unchanged.
   */
  copy<A extends Input, O extends CopyOptions = None>(input: A, options?: Given<O, CopyOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Cuts a window out of an image, volume or sequence. Without crop arguments and padding the whole input is passed on.
   *
   * Source: NVIDIA DALI, documentation of fn.crop for the place of the window.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; crop and cropH, cropW or cropD are given together), INVALID_INPUT (the input has a layout that the operator does not take, or the window reaches outside the input and its padding under outOfBoundsPolicy 'error').
   *
   * @param input Any dtype but bool; layout HWC, CHW, DHWC, CDHW, FHWC, FCHW, CFHW, FDHWC, FCDHW or CFDHW (without a layout: HWC, DHWC or FDHWC by the number of dimensions).
   *
   * @returns The window, in the input's layout. Dtype: `dtype`, else the input's.
   */
  crop<A extends Input, O extends CropOptions = None>(input: A, options?: Given<O, CropOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Crops, mirrors, normalises, permutes and converts in one pass: output = (input - mean) / std * scale + shift, computed per channel. float32 results are the double-precision value rounded once, float16 likewise; integers round to nearest (halves away from zero) and saturate. Without crop arguments the whole input is taken.
   *
   * Source: NVIDIA DALI, documentation of fn.crop_mirror_normalize.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; crop arguments contradict each other, mean or std has neither 1 value nor one per channel, or outputLayout is no permutation of the input's), INVALID_INPUT (the input has a layout or number of channels that the operator does not take, or the window reaches outside the input under outOfBoundsPolicy 'error').
   *
   * @param input Image, volume or sequence of any dtype; layout HWC, CHW, DHWC, CDHW, FHWC, FCHW, CFHW, FDHWC, FCDHW or CFDHW (without a layout: HWC, DHWC or FDHWC by the number of dimensions).
   *
   * @returns The window in `outputLayout`, of dtype `dtype`.
   */
  cropMirrorNormalize<A extends Input, O extends CropMirrorNormalizeOptions = None>(input: A, options?: Given<O, CropMirrorNormalizeOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Makes RGB images of what a sensor with a Bayer filter stores, one colour a pixel: the two others are interpolated from the neighbours. The algorithms are OpenCV's, with the same numbers on the CPU and on a GPU. DALI's GPU has one of NPP in their place (default_npp), and its CPU another one of OpenCV (vng_ocv), which are not here.
   *
   * Source: NVIDIA DALI, documentation of fn.debayer; OpenCV, documentation of cv::demosaicing: bilinear interpolation, and along edges where the green neighbours of one axis differ less.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; bluePosition has other values than 0 and 1), INVALID_INPUT (the input is not uint8 or uint16, has more than one channel, or an odd height or width).
   *
   * @param input What the sensor stores: uint8 or uint16, with one channel (layout HWC, FHWC) or no channel axis (HW, FHW; without a layout, HW or HWC). Height and width are even.
   *
   * @returns RGB images of layout HWC or FHWC; with gray_ocv they have one channel.
   */
  debayer<A extends Input, O extends DebayerOptions>(input: A, options: Given<O, DebayerOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  readonly decoders: {
    /**
     * Decodes sounds, and gives them another sample rate where one is asked for: WAV, Wave64, AIFF and AU with PCM of 8 to 32 bits, float32, float64, A-law and u-law, FLAC, and Ogg Vorbis. The bytes of a file tell its format, not its name. docs/guides/sound.md has the formats, and what becomes of damaged files.
     *
     * Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0"; Apple, "Audio Interchange File Format"; RFC 9639 (FLAC); Xiph.Org, "Vorbis I specification"; ITU-T G.711.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; dtype is not float32, int16 or int32, sampleRate is negative, or quality is out of range), BAD_SAMPLE (the bytes are no sound, the header is damaged, or the file has fewer frames than it says, but for WAV, Wave64, AIFF and AU, whose end may be missing; the sound is longer than maxElements), UNSUPPORTED (the file is of a format that needs a media plugin (MP3, AAC, Opus, CAF), or of an encoding that is not read (ADPCM)), INVALID_INPUT (the input is not 1-D uint8).
     *
     * @param input The file's bytes: 1-D, uint8.
     *
     * @returns The sound: shape [frames, channels], or [frames] with `downmix`. Frames per second, in Hz: one number, of shape []. With the argument `sampleRate` it is that one.
     */
    audio<A extends Input, O extends DecodersAudioOptions = None>(input: A, options?: Given<O, DecodersAudioOptions>): [audio: Result<Joined<KindOf<A>, KindOfOptions<O>>>, sampleRate: Result<Joined<KindOf<A>, KindOfOptions<O>>>]
    /**
     * Decodes images: JPEG, PNG, WebP, TIFF, GIF (its first frame), AVIF, BMP and PNM. A file that is no image, is damaged or ends too early fails with BAD_SAMPLE; a kind of image that is not supported fails with UNSUPPORTED.
     *
     * Source: ITU-T T.81 for JPEG, with the arithmetic of libjpeg-turbo; ITU-R BT.601 for conversions to YCbCr and grey.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), BAD_SAMPLE (the bytes are no image, damaged, too short, or above maxPixels or maxDecodeSeconds), UNSUPPORTED (the file is of a kind of image that is not supported), INVALID_INPUT (the input is not 1-D uint8).
     *
     * @param input The file's bytes: 1-D, uint8.
     *
     * @returns Shape (height, width, channels), layout HWC, dtype `dtype`.
     */
    image<A extends Input, O extends DecodersImageOptions = None>(input: A, options?: Given<O, DecodersImageOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Decodes a window of each image, given by its size and relative position. The pixels are those of `decoders.image` followed by `crop`; a JPEG is decoded only as far as the window needs. A window that reaches outside the image fails with INVALID_INPUT; files that cannot be decoded fail as in `decoders.image`.
     *
     * Source: pixels as in decoders.image, place of the window as in crop.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), BAD_SAMPLE (as in decoders.image), UNSUPPORTED (as in decoders.image), INVALID_INPUT (the window reaches outside the image, or the input is not 1-D uint8).
     *
     * @param input The file's bytes: 1-D, uint8.
     *
     * @returns Shape (window height, window width, channels), layout HWC, dtype `dtype`.
     */
    imageCrop<A extends Input, O extends DecodersImageCropOptions = None>(input: A, options?: Given<O, DecodersImageCropOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Decodes a window of random area, aspect ratio and position from each image. A JPEG is decoded only as far as the window needs; the pixels are those of the crop of the whole image. Files that cannot be decoded fail as in `decoders.image`.
     *
     * Source: Szegedy et al., "Going deeper with convolutions" (CVPR 2015) for crops of random area and aspect ratio, drawn as NVIDIA DALI documents it for fn.decoders.image_random_crop; pixels as in decoders.image.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a range is empty, or an aspect ratio is not above 0), BAD_SAMPLE (as in decoders.image), UNSUPPORTED (as in decoders.image), INVALID_INPUT (the input is not 1-D uint8).
     *
     * @param input The file's bytes: 1-D, uint8.
     *
     * @returns Shape (window height, window width, channels), layout HWC, dtype `dtype`.
     */
    imageRandomCrop<A extends Input, O extends DecodersImageRandomCropOptions = None>(input: A, options?: Given<O, DecodersImageRandomCropOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Decodes a window of each image, given by its start and size (arguments or two more inputs). The pixels are those of `decoders.image` followed by `slice`; a JPEG is decoded only as far as the window needs. A window that reaches outside the image or is empty fails with INVALID_INPUT; files that cannot be decoded fail as in `decoders.image`.
     *
     * Source: pixels as in decoders.image, place of the window as in slice.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), BAD_SAMPLE (as in decoders.image), UNSUPPORTED (as in decoders.image), INVALID_INPUT (the window reaches outside the image, anchor or shape comes alone or is of a wrong dtype or number of values, or the input is not 1-D uint8).
     *
     * @param input The file's bytes: 1-D, uint8.
     *
     * @returns Shape (window height, window width, channels), layout HWC, dtype `dtype`.
     */
    imageSlice<A extends Input, O extends DecodersImageSliceOptions = None>(input: A, options?: Given<O, DecodersImageSliceOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Decodes a window of each image, given by its start and size (arguments or two more inputs). The pixels are those of `decoders.image` followed by `slice`; a JPEG is decoded only as far as the window needs. A window that reaches outside the image or is empty fails with INVALID_INPUT; files that cannot be decoded fail as in `decoders.image`.
     *
     * Source: pixels as in decoders.image, place of the window as in slice.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), BAD_SAMPLE (as in decoders.image), UNSUPPORTED (as in decoders.image), INVALID_INPUT (the window reaches outside the image, anchor or shape comes alone or is of a wrong dtype or number of values, or the input is not 1-D uint8).
     *
     * @param input The file's bytes: 1-D, uint8.
     * @param anchor Where the window starts: one float32, int32 or int64 value per axis (x, y unless `axes` or `axisNames` says otherwise). Integers are pixels; floats are fractions of the extent unless normalizedAnchor is false.
     *
     * @returns Shape (window height, window width, channels), layout HWC, dtype `dtype`.
     */
    imageSlice<A extends Input, B extends Input, O extends DecodersImageSliceOptions = None>(input: A, anchor: B, options?: Given<O, DecodersImageSliceOptions>): Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>
    /**
     * Decodes a window of each image, given by its start and size (arguments or two more inputs). The pixels are those of `decoders.image` followed by `slice`; a JPEG is decoded only as far as the window needs. A window that reaches outside the image or is empty fails with INVALID_INPUT; files that cannot be decoded fail as in `decoders.image`.
     *
     * Source: pixels as in decoders.image, place of the window as in slice.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), BAD_SAMPLE (as in decoders.image), UNSUPPORTED (as in decoders.image), INVALID_INPUT (the window reaches outside the image, anchor or shape comes alone or is of a wrong dtype or number of values, or the input is not 1-D uint8).
     *
     * @param input The file's bytes: 1-D, uint8.
     * @param anchor Where the window starts: one float32, int32 or int64 value per axis (x, y unless `axes` or `axisNames` says otherwise). Integers are pixels; floats are fractions of the extent unless normalizedAnchor is false.
     * @param shape The window's size: as many values, of the same dtype. Floats are fractions of the extent unless normalizedShape is false.
     *
     * @returns Shape (window height, window width, channels), layout HWC, dtype `dtype`.
     */
    imageSlice<A extends Input, B extends Input, C extends Input, O extends DecodersImageSliceOptions = None>(input: A, anchor: B, shape: C, options?: Given<O, DecodersImageSliceOptions>): Result<Joined<KindOf<A>, Joined<KindOf<B>, Joined<KindOf<C>, KindOfOptions<O>>>>>
    /**
     * Decompresses samples, each of which is one compressed chunk, or several that inflate to the same shape and are stacked (chunkOffsets, chunkSizes). A chunk is an LZ4 block without a frame and without its size, as LZ4_compress_default() and lz4.block.compress(data, store_size=False) make it. DALI has the operator on the GPU only.
     *
     * Source: lz4_Block_format.md of the LZ4 project.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; shape has more than 6 extents (5 for several chunks), layout or sequenceAxisName do not fit it, or chunkOffsets and chunkSizes have different numbers of values), BAD_SAMPLE (a chunk is no LZ4 block, is damaged, or inflates to more or fewer bytes than shape and dtype say), INVALID_INPUT (the input is not 1-D uint8, or a chunk reaches outside of it).
     *
     * @param input The compressed bytes: 1-D, uint8.
     *
     * @returns The inflated data: shape `shape`, or with chunkOffsets or chunkSizes [chunks, ...shape], of dtype `dtype`.
     */
    inflate<A extends Input, O extends DecodersInflateOptions>(input: A, options: Given<O, DecodersInflateOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Decodes the bytes of .npy files: arrays in C or Fortran order, of any dtype that tensors have. Use it for arrays inside of archives and databases; readers.numpy reads files. docs/data/numpy.md says what can be wrong with a file.
     *
     * Source: NumPy, numpy.lib.format.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), BAD_SAMPLE (the bytes are no .npy file, are damaged, or are fewer or more than their header says), UNSUPPORTED (the array is big-endian, has a dtype that tensors do not have (complex numbers, texts, objects, fields), or more than 6 dimensions), INVALID_INPUT (the input is not 1-D uint8).
     *
     * @param data The file's bytes: 1-D, uint8.
     *
     * @returns The array, in its shape. Dtype: `dtype`, else the array's.
     */
    numpy<A extends Input, O extends DecodersNumpyOptions = None>(data: A, options?: Given<O, DecodersNumpyOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Decodes videos. All frames, or those that `frames`, `times`, or `startFrame`, `stride` and `sequenceLength` or `endFrame` choose, or as many as `fps` says of each second. Each frame is the one that decoding from the start gives, bit for bit. H.264, HEVC, AV1, VP8, VP9, MPEG-1, -2 and -4, H.263, MJPEG, ProRes, DNxHD, FFV1, PNG and QuickTime Animation, in MP4, MOV, Matroska, WebM, AVI, MPEG-TS, MPEG-PS, Ogg, FLV and IVF. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; endFrame is not above startFrame, imageType is neither 'rgb' nor 'rgba', or arguments that exclude each other are given), BAD_SAMPLE (the bytes are no video, are damaged or have no video stream, a chosen frame is damaged, refers to damaged ones or lies beyond the end (startFrame, or frames and times with padMode 'none'), frames are chosen by times, or audio is asked for, and the video has no times, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or the video has another codec, pixels of another kind or frames of several sizes), INVALID_INPUT (the input is not 1-D uint8).
     *
     * @param encoded The file's bytes: 1-D, uint8.
     *
     * @returns The frames: shape (frames, height, width, channels), layout FHWC; 3 channels, or 4 with imageType 'rgba'. The number of the first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds, and NaN for a time that the file does not say. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    video<A extends Input, O extends DecodersVideoOptions & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } & { audio: true }>(encoded: A, options: Given<O, DecodersVideoOptions>): [video: Result<Joined<KindOf<A>, KindOfOptions<O>>>, frameNum: Result<Joined<KindOf<A>, KindOfOptions<O>>>, timestamps: Result<Joined<KindOf<A>, KindOfOptions<O>>>, audio: Result<Joined<KindOf<A>, KindOfOptions<O>>>]
    /**
     * Decodes videos. All frames, or those that `frames`, `times`, or `startFrame`, `stride` and `sequenceLength` or `endFrame` choose, or as many as `fps` says of each second. Each frame is the one that decoding from the start gives, bit for bit. H.264, HEVC, AV1, VP8, VP9, MPEG-1, -2 and -4, H.263, MJPEG, ProRes, DNxHD, FFV1, PNG and QuickTime Animation, in MP4, MOV, Matroska, WebM, AVI, MPEG-TS, MPEG-PS, Ogg, FLV and IVF. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; endFrame is not above startFrame, imageType is neither 'rgb' nor 'rgba', or arguments that exclude each other are given), BAD_SAMPLE (the bytes are no video, are damaged or have no video stream, a chosen frame is damaged, refers to damaged ones or lies beyond the end (startFrame, or frames and times with padMode 'none'), frames are chosen by times, or audio is asked for, and the video has no times, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or the video has another codec, pixels of another kind or frames of several sizes), INVALID_INPUT (the input is not 1-D uint8).
     *
     * @param encoded The file's bytes: 1-D, uint8.
     *
     * @returns The frames: shape (frames, height, width, channels), layout FHWC; 3 channels, or 4 with imageType 'rgba'. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds, and NaN for a time that the file does not say. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    video<A extends Input, O extends DecodersVideoOptions & { enableTimestamps: true } & { audio: true }>(encoded: A, options: Given<O, DecodersVideoOptions>): [video: Result<Joined<KindOf<A>, KindOfOptions<O>>>, timestamps: Result<Joined<KindOf<A>, KindOfOptions<O>>>, audio: Result<Joined<KindOf<A>, KindOfOptions<O>>>]
    /**
     * Decodes videos. All frames, or those that `frames`, `times`, or `startFrame`, `stride` and `sequenceLength` or `endFrame` choose, or as many as `fps` says of each second. Each frame is the one that decoding from the start gives, bit for bit. H.264, HEVC, AV1, VP8, VP9, MPEG-1, -2 and -4, H.263, MJPEG, ProRes, DNxHD, FFV1, PNG and QuickTime Animation, in MP4, MOV, Matroska, WebM, AVI, MPEG-TS, MPEG-PS, Ogg, FLV and IVF. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; endFrame is not above startFrame, imageType is neither 'rgb' nor 'rgba', or arguments that exclude each other are given), BAD_SAMPLE (the bytes are no video, are damaged or have no video stream, a chosen frame is damaged, refers to damaged ones or lies beyond the end (startFrame, or frames and times with padMode 'none'), frames are chosen by times, or audio is asked for, and the video has no times, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or the video has another codec, pixels of another kind or frames of several sizes), INVALID_INPUT (the input is not 1-D uint8).
     *
     * @param encoded The file's bytes: 1-D, uint8.
     *
     * @returns The frames: shape (frames, height, width, channels), layout FHWC; 3 channels, or 4 with imageType 'rgba'. The number of the first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    video<A extends Input, O extends DecodersVideoOptions & { enableFrameNum: 'scalar' | 'sequence' } & { audio: true }>(encoded: A, options: Given<O, DecodersVideoOptions>): [video: Result<Joined<KindOf<A>, KindOfOptions<O>>>, frameNum: Result<Joined<KindOf<A>, KindOfOptions<O>>>, audio: Result<Joined<KindOf<A>, KindOfOptions<O>>>]
    /**
     * Decodes videos. All frames, or those that `frames`, `times`, or `startFrame`, `stride` and `sequenceLength` or `endFrame` choose, or as many as `fps` says of each second. Each frame is the one that decoding from the start gives, bit for bit. H.264, HEVC, AV1, VP8, VP9, MPEG-1, -2 and -4, H.263, MJPEG, ProRes, DNxHD, FFV1, PNG and QuickTime Animation, in MP4, MOV, Matroska, WebM, AVI, MPEG-TS, MPEG-PS, Ogg, FLV and IVF. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; endFrame is not above startFrame, imageType is neither 'rgb' nor 'rgba', or arguments that exclude each other are given), BAD_SAMPLE (the bytes are no video, are damaged or have no video stream, a chosen frame is damaged, refers to damaged ones or lies beyond the end (startFrame, or frames and times with padMode 'none'), frames are chosen by times, or audio is asked for, and the video has no times, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or the video has another codec, pixels of another kind or frames of several sizes), INVALID_INPUT (the input is not 1-D uint8).
     *
     * @param encoded The file's bytes: 1-D, uint8.
     *
     * @returns The frames: shape (frames, height, width, channels), layout FHWC; 3 channels, or 4 with imageType 'rgba'. The number of the first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds, and NaN for a time that the file does not say.
     */
    video<A extends Input, O extends DecodersVideoOptions & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true }>(encoded: A, options: Given<O, DecodersVideoOptions>): [video: Result<Joined<KindOf<A>, KindOfOptions<O>>>, frameNum: Result<Joined<KindOf<A>, KindOfOptions<O>>>, timestamps: Result<Joined<KindOf<A>, KindOfOptions<O>>>]
    /**
     * Decodes videos. All frames, or those that `frames`, `times`, or `startFrame`, `stride` and `sequenceLength` or `endFrame` choose, or as many as `fps` says of each second. Each frame is the one that decoding from the start gives, bit for bit. H.264, HEVC, AV1, VP8, VP9, MPEG-1, -2 and -4, H.263, MJPEG, ProRes, DNxHD, FFV1, PNG and QuickTime Animation, in MP4, MOV, Matroska, WebM, AVI, MPEG-TS, MPEG-PS, Ogg, FLV and IVF. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; endFrame is not above startFrame, imageType is neither 'rgb' nor 'rgba', or arguments that exclude each other are given), BAD_SAMPLE (the bytes are no video, are damaged or have no video stream, a chosen frame is damaged, refers to damaged ones or lies beyond the end (startFrame, or frames and times with padMode 'none'), frames are chosen by times, or audio is asked for, and the video has no times, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or the video has another codec, pixels of another kind or frames of several sizes), INVALID_INPUT (the input is not 1-D uint8).
     *
     * @param encoded The file's bytes: 1-D, uint8.
     *
     * @returns The frames: shape (frames, height, width, channels), layout FHWC; 3 channels, or 4 with imageType 'rgba'. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    video<A extends Input, O extends DecodersVideoOptions & { audio: true }>(encoded: A, options: Given<O, DecodersVideoOptions>): [video: Result<Joined<KindOf<A>, KindOfOptions<O>>>, audio: Result<Joined<KindOf<A>, KindOfOptions<O>>>]
    /**
     * Decodes videos. All frames, or those that `frames`, `times`, or `startFrame`, `stride` and `sequenceLength` or `endFrame` choose, or as many as `fps` says of each second. Each frame is the one that decoding from the start gives, bit for bit. H.264, HEVC, AV1, VP8, VP9, MPEG-1, -2 and -4, H.263, MJPEG, ProRes, DNxHD, FFV1, PNG and QuickTime Animation, in MP4, MOV, Matroska, WebM, AVI, MPEG-TS, MPEG-PS, Ogg, FLV and IVF. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; endFrame is not above startFrame, imageType is neither 'rgb' nor 'rgba', or arguments that exclude each other are given), BAD_SAMPLE (the bytes are no video, are damaged or have no video stream, a chosen frame is damaged, refers to damaged ones or lies beyond the end (startFrame, or frames and times with padMode 'none'), frames are chosen by times, or audio is asked for, and the video has no times, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or the video has another codec, pixels of another kind or frames of several sizes), INVALID_INPUT (the input is not 1-D uint8).
     *
     * @param encoded The file's bytes: 1-D, uint8.
     *
     * @returns The frames: shape (frames, height, width, channels), layout FHWC; 3 channels, or 4 with imageType 'rgba'. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds, and NaN for a time that the file does not say.
     */
    video<A extends Input, O extends DecodersVideoOptions & { enableTimestamps: true }>(encoded: A, options: Given<O, DecodersVideoOptions>): [video: Result<Joined<KindOf<A>, KindOfOptions<O>>>, timestamps: Result<Joined<KindOf<A>, KindOfOptions<O>>>]
    /**
     * Decodes videos. All frames, or those that `frames`, `times`, or `startFrame`, `stride` and `sequenceLength` or `endFrame` choose, or as many as `fps` says of each second. Each frame is the one that decoding from the start gives, bit for bit. H.264, HEVC, AV1, VP8, VP9, MPEG-1, -2 and -4, H.263, MJPEG, ProRes, DNxHD, FFV1, PNG and QuickTime Animation, in MP4, MOV, Matroska, WebM, AVI, MPEG-TS, MPEG-PS, Ogg, FLV and IVF. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; endFrame is not above startFrame, imageType is neither 'rgb' nor 'rgba', or arguments that exclude each other are given), BAD_SAMPLE (the bytes are no video, are damaged or have no video stream, a chosen frame is damaged, refers to damaged ones or lies beyond the end (startFrame, or frames and times with padMode 'none'), frames are chosen by times, or audio is asked for, and the video has no times, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or the video has another codec, pixels of another kind or frames of several sizes), INVALID_INPUT (the input is not 1-D uint8).
     *
     * @param encoded The file's bytes: 1-D, uint8.
     *
     * @returns The frames: shape (frames, height, width, channels), layout FHWC; 3 channels, or 4 with imageType 'rgba'. The number of the first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds.
     */
    video<A extends Input, O extends DecodersVideoOptions & { enableFrameNum: 'scalar' | 'sequence' }>(encoded: A, options: Given<O, DecodersVideoOptions>): [video: Result<Joined<KindOf<A>, KindOfOptions<O>>>, frameNum: Result<Joined<KindOf<A>, KindOfOptions<O>>>]
    /**
     * Decodes videos. All frames, or those that `frames`, `times`, or `startFrame`, `stride` and `sequenceLength` or `endFrame` choose, or as many as `fps` says of each second. Each frame is the one that decoding from the start gives, bit for bit. H.264, HEVC, AV1, VP8, VP9, MPEG-1, -2 and -4, H.263, MJPEG, ProRes, DNxHD, FFV1, PNG and QuickTime Animation, in MP4, MOV, Matroska, WebM, AVI, MPEG-TS, MPEG-PS, Ogg, FLV and IVF. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; endFrame is not above startFrame, imageType is neither 'rgb' nor 'rgba', or arguments that exclude each other are given), BAD_SAMPLE (the bytes are no video, are damaged or have no video stream, a chosen frame is damaged, refers to damaged ones or lies beyond the end (startFrame, or frames and times with padMode 'none'), frames are chosen by times, or audio is asked for, and the video has no times, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or the video has another codec, pixels of another kind or frames of several sizes), INVALID_INPUT (the input is not 1-D uint8).
     *
     * @param encoded The file's bytes: 1-D, uint8.
     *
     * @returns The frames: shape (frames, height, width, channels), layout FHWC; 3 channels, or 4 with imageType 'rgba'.
     */
    video<A extends Input, O extends DecodersVideoOptions = None>(encoded: A, options?: Given<O, DecodersVideoOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  }
  /**
   * Writes each image of a batch to a file in the working folder of the process, and gives the images unchanged. The file of the sample at position i of its batch is called i-suffix-0.ppm, in the text form of PPM (P3), or of PGM (P2) for one channel; the next batch writes the same files anew. It is meant for debugging: only if its output is used does it run, and on a GPU each batch is waited for.
   *
   * Source: The Netpbm formats PPM and PGM, plain variants.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; inputLayout is not HWC, or a file cannot be written: the disk is full, or suffix leads to a folder that is not there), INVALID_INPUT (the input is not uint8 of layout HWC with 1 or 3 channels).
   *
   * @param input Images of layout HWC or without one, with 1 or 3 channels.
   *
   * @returns The input, unchanged.
   */
  dumpImage<A extends Input, O extends DumpImageOptions = None>(input: A, options?: Given<O, DumpImageOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Takes elements along the first axis out of a tensor, each as an output of its own. No bytes are copied.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has no dimensions, its layout begins with another letter than F, or it has fewer elements than elementMap asks for).
   *
   * @param data Sequence, whose first axis is F or has no letter; any dtype.
   *
   * @returns The element at that place, without the first axis.
   */
  elementExtract<A extends Input, const O extends ElementExtractOptions>(data: A, options: Given<O, ElementExtractOptions>): Counted<O['elementMap'], Result<Joined<KindOf<A>, KindOfOptions<O>>>>
  readonly encoders: {
    /**
     * Encodes images as files: JPEG by libjpeg-turbo, PNG and WebP by libvips. It is the way to thumbnails and caches: write the bytes of each sample to a file, or give them to decoders.image again. The operator runs on the CPU alone, and in a stage of its own.
     *
     * Source: ITU-T T.81 (JPEG), ISO/IEC 15948 (PNG) and RFC 9649 (WebP), as libjpeg-turbo and libvips write them.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input is no image of [height, width] or [height, width, channels], is empty or too large for the format, or has a dtype or a number of channels that the format does not take), UNSUPPORTED (format is png or webp and libvips is not installed), OUT_OF_MEMORY (there is no memory for the file).
     *
     * @param input Images, uint8: JPEG takes 1 or 3 channels (grey, RGB), PNG and WebP 1 to 4 (grey, grey and alpha, RGB, RGB and alpha). PNG takes uint16 too. Layout HWC or HW, or none.
     *
     * @returns The bytes of the file, of shape [size].
     */
    image<A extends Input, O extends EncodersImageOptions = None>(input: A, options?: Given<O, EncodersImageOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  }
  /**
   * Equalizes the histogram of each channel, so that all values from 0 to 255 are about equally frequent. A frame of a sequence has histograms of its own.
   *
   * Source: OpenCV, documentation of equalizeHist(), which DALI runs.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype or layout that the operator does not take).
   *
   * @param input uint8 images or sequences; layout HW, HWC, CHW, FHW, FHWC or FCHW (without a layout: HW, HWC or FHWC by the number of dimensions); any number of channels.
   *
   * @returns The changed values, in the input's shape and layout.
   */
  equalize<A extends Input, O extends EqualizeOptions = None>(input: A, options?: Given<O, EqualizeOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Overwrites one or more rectangular regions with a value. A region reaches from anchor to anchor + shape, both rounded down, along the given axes, and covers the other axes whole; parts outside the input are ignored.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; anchor and shape differ in length, do not fit the axes, or axes name no dimension of the input).
   *
   * @param input Tensor of any dtype, with 1 to 6 dimensions and any layout.
   *
   * @returns Same dtype, layout and shape as the input.
   */
  erase<A extends Input, O extends EraseOptions = None>(input: A, options?: Given<O, EraseOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Inserts dimensions of extent 1. No bytes are copied.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes has a place twice or one that the output does not have, or newAxisNames has another number of letters), INVALID_INPUT (newAxisNames is given, and the input has no layout, or the output would have too many dimensions).
   *
   * @param data Tensor of any dtype and layout.
   *
   * @returns The elements with the new dimensions. With some, and without newAxisNames, it has no layout.
   */
  expandDims<A extends Input, O extends ExpandDimsOptions>(data: A, options: Given<O, ExpandDimsOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  readonly experimental: {
    /**
     * Replaces each element by the largest one below a rectangular mask, channel by channel. What a NaN gives is not defined.
     *
     * Source: CV-CUDA, documentation of Morphology; OpenCV, documentation of dilate and erode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; maskSize or anchor has another number of values than 1 or 2, the anchor is outside the mask, or the mask has more than 65535 elements along an axis after all iterations).
     *
     * @param input Image or sequence: uint8, uint16, int16 or float32; layout HW, HWC, CHW, FHWC or FCHW.
     *
     * @returns Same shape and layout as the input.
     */
    dilate<A extends Input, O extends ExperimentalDilateOptions = None>(input: A, options?: Given<O, ExperimentalDilateOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Replaces each element by the smallest one below a rectangular mask, channel by channel. What a NaN gives is not defined.
     *
     * Source: CV-CUDA, documentation of Morphology; OpenCV, documentation of dilate and erode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; maskSize or anchor has another number of values than 1 or 2, the anchor is outside the mask, or the mask has more than 65535 elements along an axis after all iterations).
     *
     * @param input Image or sequence: uint8, uint16, int16 or float32; layout HW, HWC, CHW, FHWC or FCHW.
     *
     * @returns Same shape and layout as the input.
     */
    erode<A extends Input, O extends ExperimentalErodeOptions = None>(input: A, options?: Given<O, ExperimentalErodeOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Replaces each element by the median of those in a rectangular window around it, channel by channel. Beyond its edges the image's outermost elements are repeated. What a NaN gives is not defined.
     *
     * Source: CV-CUDA, documentation of MedianBlur; OpenCV, documentation of medianBlur; the sliding histogram of T. Huang, G. Yang and G. Tang, A Fast Two-Dimensional Median Filtering Algorithm, 1979.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; windowSize has another number of values than 1 or 2, or an even one).
     *
     * @param input Image or sequence: uint8, uint16, int16 or float32; layout HW, HWC, CHW, FHWC or FCHW.
     *
     * @returns Same shape and layout as the input.
     */
    medianBlur<A extends Input, O extends ExperimentalMedianBlurOptions = None>(input: A, options?: Given<O, ExperimentalMedianBlurOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Resamples images along any map: output(x, y) = input(mapx(x, y), mapy(x, y)). Pixels outside the input count as 0. There is no antialiasing.
     *
     * Source: NVIDIA DALI, documentation of fn.experimental.remap; OpenCV, documentation of remap, and its cubic with a = -0.75.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype or layout that the operator does not take, or a map is not float32 or has other extents than the input).
     *
     * @param input Image or sequence: uint8, uint16, int16 or float32; layout HWC or FHWC (without a layout: by the number of dimensions).
     * @param mapx float32, in pixels: the x from which each output pixel is taken. Shape [height, width] or [height, width, 1], of the input's extents; for a sequence also with an axis of frames in front of them.
     * @param mapy The same for y, of the shape of mapx.
     *
     * @returns Same dtype, layout and shape as the input. Integers are rounded to nearest and saturated.
     */
    remap<A extends Input, B extends Input, C extends Input, O extends ExperimentalRemapOptions = None>(input: A, mapx: B, mapy: C, options?: Given<O, ExperimentalRemapOptions>): Result<Joined<KindOf<A>, Joined<KindOf<B>, Joined<KindOf<C>, KindOfOptions<O>>>>>
    /**
     * Resamples images to another size. DALI's operator of this name runs CV-CUDA's resize on a GPU, with the filters and arguments of resize; here it is resize itself, with the same bytes.
     *
     * Source: Keys 1981 (cubic, a = -1/2); Duchon 1979 (Lanczos, 3 lobes); sampling positions and filter supports as DALI's.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; arguments give the size in several ways, or in none, or mode does not go with them), INVALID_INPUT (the input has a dtype or layout that the operator does not take, or is too large).
     *
     * @param data uint8, uint16, int16 or float32; layout HW, HWC, CHW, FHWC, FCHW, CFHW, or a volume DHW, DHWC, CDHW, FDHWC, FCDHW, CFDHW (without a layout: HWC, or HW when it has two axes).
     *
     * @returns The resized data: layout as the input, dtype as the input or float32. int32 [H, W] or [D, H, W]: the extents before the resize. Only with saveAttrs.
     */
    resize<A extends Input, O extends ExperimentalResizeOptions & { saveAttrs: true }>(data: A, options: Given<O, ExperimentalResizeOptions>): [output: Result<Joined<KindOf<A>, KindOfOptions<O>>>, attrs: Result<Joined<KindOf<A>, KindOfOptions<O>>>]
    /**
     * Resamples images to another size. DALI's operator of this name runs CV-CUDA's resize on a GPU, with the filters and arguments of resize; here it is resize itself, with the same bytes.
     *
     * Source: Keys 1981 (cubic, a = -1/2); Duchon 1979 (Lanczos, 3 lobes); sampling positions and filter supports as DALI's.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; arguments give the size in several ways, or in none, or mode does not go with them), INVALID_INPUT (the input has a dtype or layout that the operator does not take, or is too large).
     *
     * @param data uint8, uint16, int16 or float32; layout HW, HWC, CHW, FHWC, FCHW, CFHW, or a volume DHW, DHWC, CDHW, FDHWC, FCDHW, CFDHW (without a layout: HWC, or HW when it has two axes).
     *
     * @returns The resized data: layout as the input, dtype as the input or float32.
     */
    resize<A extends Input, O extends ExperimentalResizeOptions = None>(data: A, options?: Given<O, ExperimentalResizeOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Resamples images along a perspective map: output(x, y) = input((M11 x + M12 y + M13) / w, (M21 x + M22 y + M23) / w) with w = M31 x + M32 y + M33. A sequence's frames share the map. There is no antialiasing.
     *
     * Source: NVIDIA DALI, documentation of fn.experimental.warp_perspective; OpenCV, documentation of warpPerspective, and its cubic with a = -0.75.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; there is no matrix or there are two, a matrix has a wrong number of values or no inverse, or size or fillValue has a wrong number of values), INVALID_INPUT (the input has a dtype or layout that the operator does not take, no pixels, or the second input is no float32 [3, 3]).
     *
     * @param data Image or sequence: uint8, uint16, int16 or float32; layout HW, HWC, CHW, FHWC or FCHW (without a layout: HW, HWC or FHWC by the number of dimensions).
     *
     * @returns The data in the input's dtype and layout. Extents: `size`, else the input's. Integers are rounded to nearest and saturated.
     */
    warpPerspective<A extends Input, O extends ExperimentalWarpPerspectiveOptions = None>(data: A, options?: Given<O, ExperimentalWarpPerspectiveOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Resamples images along a perspective map: output(x, y) = input((M11 x + M12 y + M13) / w, (M21 x + M22 y + M23) / w) with w = M31 x + M32 y + M33. A sequence's frames share the map. There is no antialiasing.
     *
     * Source: NVIDIA DALI, documentation of fn.experimental.warp_perspective; OpenCV, documentation of warpPerspective, and its cubic with a = -0.75.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; there is no matrix or there are two, a matrix has a wrong number of values or no inverse, or size or fillValue has a wrong number of values), INVALID_INPUT (the input has a dtype or layout that the operator does not take, no pixels, or the second input is no float32 [3, 3]).
     *
     * @param data Image or sequence: uint8, uint16, int16 or float32; layout HW, HWC, CHW, FHWC or FCHW (without a layout: HW, HWC or FHWC by the number of dimensions).
     * @param matrix float32 [3, 3]; in place of the argument matrix.
     *
     * @returns The data in the input's dtype and layout. Extents: `size`, else the input's. Integers are rounded to nearest and saturated.
     */
    warpPerspective<A extends Input, B extends Input, O extends ExperimentalWarpPerspectiveOptions = None>(data: A, matrix: B, options?: Given<O, ExperimentalWarpPerspectiveOptions>): Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>
  }
  /**
   * Correlates images, volumes and sequences with a kernel: each output element is the weighted sum of the input elements below the kernel. The sum is float32, row by row of the kernel; a weight of 0 adds nothing, even where the element is infinite or NaN.
   *
   * Source: NVIDIA DALI, documentation of fn.filter; OpenCV, documentation of filter2D: a correlation, rounded to nearest, halves to even.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; anchor has a wrong number of values or one outside the kernel, or dtype is neither float32 nor the input's), INVALID_INPUT (the input has no 2 or 3 spatial axes side by side or has no elements, the kernel has another number of axes than these or none of its elements, fillValue has another dtype than the input or is no scalar, there are other numbers of kernels or fill values than frames, or the kernel is larger than the input under 'valid').
   *
   * @param data Image, volume or sequence: 2 or 3 spatial axes side by side, with F and C before them, or C after them, e.g. HWC, CHW, FHWC, FCHW or DHWC; without a layout all dimensions are spatial. uint8, int8, uint16, int16, float16 or float32.
   * @param filter The kernel's weights: float32 with as many dimensions as the data has spatial axes, outermost first. As a sequence (fn.perFrame) it has one kernel for each frame.
   *
   * @returns In the data's layout. Integers are rounded to nearest, halves to even, and saturated.
   */
  filter<A extends Input, B extends Input, O extends FilterOptions = None>(data: A, filter: B, options?: Given<O, FilterOptions>): Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>
  /**
   * Correlates images, volumes and sequences with a kernel: each output element is the weighted sum of the input elements below the kernel. The sum is float32, row by row of the kernel; a weight of 0 adds nothing, even where the element is infinite or NaN.
   *
   * Source: NVIDIA DALI, documentation of fn.filter; OpenCV, documentation of filter2D: a correlation, rounded to nearest, halves to even.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; anchor has a wrong number of values or one outside the kernel, or dtype is neither float32 nor the input's), INVALID_INPUT (the input has no 2 or 3 spatial axes side by side or has no elements, the kernel has another number of axes than these or none of its elements, fillValue has another dtype than the input or is no scalar, there are other numbers of kernels or fill values than frames, or the kernel is larger than the input under 'valid').
   *
   * @param data Image, volume or sequence: 2 or 3 spatial axes side by side, with F and C before them, or C after them, e.g. HWC, CHW, FHWC, FCHW or DHWC; without a layout all dimensions are spatial. uint8, int8, uint16, int16, float16 or float32.
   * @param filter The kernel's weights: float32 with as many dimensions as the data has spatial axes, outermost first. As a sequence (fn.perFrame) it has one kernel for each frame.
   * @param fillValue What stands beyond the edges under border 'constant', in the data's dtype: a scalar, or as a sequence one for each frame. Default: 0.
   *
   * @returns In the data's layout. Integers are rounded to nearest, halves to even, and saturated.
   */
  filter<A extends Input, B extends Input, C extends Input, O extends FilterOptions = None>(data: A, filter: B, fillValue: C, options?: Given<O, FilterOptions>): Result<Joined<KindOf<A>, Joined<KindOf<B>, Joined<KindOf<C>, KindOfOptions<O>>>>>
  /**
   * Mirrors the input along its width, height and depth axes.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a layout that the operator does not take).
   *
   * @param input Image, volume or sequence of any dtype; layout HWC, CHW, DHWC, CDHW, FHWC, FCHW, FDHWC or FCDHW (without a layout: HWC, FHWC or FDHWC by the number of dimensions).
   *
   * @returns Same dtype, layout and shape as the input.
   */
  flip<A extends Input, O extends FlipOptions = None>(input: A, options?: Given<O, FlipOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Gives a tensor that is filled with a value.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; layout has another number of letters than shape has values, or fillValue is missing), INVALID_INPUT (fillValue cannot be repeated to shape).
   *
   * @returns The tensor, of shape `shape` and layout `layout`, of the dtype of fillValue: int32 for numbers that are whole, else float32.
   */
  full<O extends FullOptions = None>(options?: Given<O, FullOptions>): Result<KindOfOptions<O>>
  /**
   * Gives a tensor that is filled with a value.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; layout has another number of letters than shape has values, or fillValue is missing), INVALID_INPUT (fillValue cannot be repeated to shape).
   *
   * @param fillValue What the output is filled with: a number, a list of numbers or a Tensor or a Batch. Its shape is repeated to that of the output, as numpy broadcasts: compared from the innermost on, extents are equal, 1 or absent.
   *
   * @returns The tensor, of shape `shape` and layout `layout`, of the dtype of fillValue: int32 for numbers that are whole, else float32.
   */
  full<A extends Input, O extends FullOptions = None>(fillValue: A, options?: Given<O, FullOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Gives a tensor with the shape and dtype of another one that is filled with a value, which is converted as by cast.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; fillValue is missing), INVALID_INPUT (fillValue cannot be repeated to the shape of the first input).
   *
   * @param dataLike The output takes the shape, dtype and layout of this input; its values are not read.
   *
   * @returns The tensor, in the shape, dtype and layout of dataLike.
   */
  fullLike<A extends Input, O extends FullLikeOptions = None>(dataLike: A, options?: Given<O, FullLikeOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Gives a tensor with the shape and dtype of another one that is filled with a value, which is converted as by cast.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; fillValue is missing), INVALID_INPUT (fillValue cannot be repeated to the shape of the first input).
   *
   * @param dataLike The output takes the shape, dtype and layout of this input; its values are not read.
   * @param fillValue What the output is filled with: a number, a list of numbers or a Tensor or a Batch. Its shape is repeated to that of the output, as numpy broadcasts: compared from the innermost on, extents are equal, 1 or absent.
   *
   * @returns The tensor, in the shape, dtype and layout of dataLike.
   */
  fullLike<A extends Input, B extends Input, O extends FullLikeOptions = None>(dataLike: A, fillValue: B, options?: Given<O, FullLikeOptions>): Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>
  /**
   * Convolves an image, volume or sequence with a Gaussian window along its spatial axes (all but C and F). Beyond its edges the input is mirrored around the outermost element (reflect_101).
   *
   * Source: NVIDIA DALI, documentation of fn.gaussian_blur; sigma of a window as OpenCV's getGaussianKernel has it.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; an axis has neither sigma nor windowSize, or a window is even or larger than 65535), INVALID_INPUT (the input is bool, or has a layout whose spatial axes are not side by side).
   *
   * @param input Any dtype but bool. Layout: up to 3 spatial axes side by side, with F and C before them in any order, or C after them, e.g. HWC, FCHW or DHWC; without a layout, up to 3 dimensions, all of them spatial.
   *
   * @returns Same shape and layout as the input. Integers are rounded to nearest and saturated.
   */
  gaussianBlur<A extends Input, O extends GaussianBlurOptions = None>(input: A, options?: Given<O, GaussianBlurOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * A property of the samples: where they come from, or the letters of their layout.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
   *
   * @param data Tensor of any dtype and layout. Its elements are not read.
   *
   * @returns The text's bytes, UTF-8, with shape [length].
   */
  getProperty<A extends Input, O extends GetPropertyOptions>(data: A, options: Given<O, GetPropertyOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Blacks out squares that repeat in a grid, which may be turned about the image's origin and moved. An element in a square is multiplied by 0.
   *
   * Source: P. Chen, S. Liu, H. Zhao, J. Jia, "GridMask Data Augmentation" (2020), arXiv:2001.04086; NVIDIA DALI, documentation of fn.grid_mask for the arguments.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the layout has no H with W after it).
   *
   * @param input Images of any dtype, in a layout with H and W beside each other (without a layout: HW, HWC or FHWC). All planes and frames have the same grid.
   *
   * @returns Same dtype, layout and shape as the input.
   */
  gridMask<A extends Input, O extends GridMaskOptions = None>(input: A, options?: Given<O, GridMaskOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Changes hue, saturation and value (brightness). One 3x3 matrix per sample, which turns and stretches the colour plane of YIQ: an approximation of the change in HSV. Computed in single precision; integers round to nearest (halves away from zero) and saturate.
   *
   * Source: hue and saturation in YIQ, the colour model of NTSC; NVIDIA DALI, documentation of fn.hsv.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype, layout or number of channels that the operator does not take).
   *
   * @param input RGB images, uint8, int16, int32, float16 or float32; layout HWC, FHWC, DHWC or FDHWC (without a layout: HWC, FHWC or FDHWC by the number of dimensions); 3 channels.
   *
   * @returns The changed values, in the input's shape and layout, of dtype `dtype`.
   */
  hsv<A extends Input, O extends HsvOptions = None>(input: A, options?: Given<O, HsvOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Turns the hue. One 3x3 matrix per sample, which turns and stretches the colour plane of YIQ: an approximation of the change in HSV. Computed in single precision; integers round to nearest (halves away from zero) and saturate.
   *
   * Source: hue and saturation in YIQ, the colour model of NTSC; NVIDIA DALI, documentation of fn.hue.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype, layout or number of channels that the operator does not take).
   *
   * @param input RGB images, uint8, int16, int32, float16 or float32; layout HWC, FHWC, DHWC or FDHWC (without a layout: HWC, FHWC or FDHWC by the number of dimensions); 3 channels.
   *
   * @returns The changed values, in the input's shape and layout, of dtype `dtype`.
   */
  hue<A extends Input, O extends HueOptions = None>(input: A, options?: Given<O, HueOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Inverts the colours: v becomes 255 - v for uint8, 1 - v for floating point. Values of int16 and int32 keep their sign: their other bits are inverted.
   *
   * Source: torchvision, transforms.v2.functional.invert.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype that the operator does not take).
   *
   * @param input uint8, int16, int32, float16 or float32 (from 0 to 1), of any shape and layout (without a layout: HWC with 3 dimensions, FHWC with 4).
   *
   * @returns The inverted values, of the input's dtype, shape and layout.
   */
  invert<A extends Input, O extends InvertOptions = None>(input: A, options?: Given<O, InvertOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  readonly io: {
    readonly file: {
      /**
       * Reads whole files, whose paths are data: bytes of UTF-8, from a source or from another operator. A path that is not absolute counts from the working folder of the process. Bytes from the first 0 on are not part of the path.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the path is not 1-D, is empty, or is not uint8 or int8), FILE_NOT_FOUND (there is no such file), FILE_UNREADABLE (it is no regular file, may not be read, or is larger than a tensor can be).
       *
       * @param filepaths The paths: uint8 of shape [length], as TextEncoder gives them.
       *
       * @returns The bytes of the file, of shape [size]; an empty file has shape [0].
       */
      read<A extends Input, O extends IoFileReadOptions = None>(filepaths: A, options?: Given<O, IoFileReadOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    }
  }
  /**
   * Replaces each pixel by one near it, which is drawn: along x and y each, it is -floor(nDegree / 2) to -floor(nDegree / 2) + nDegree - 1 pixels away, or at the image's border where that is outside. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU the results are the CPU's.
   *
   * Source: NVIDIA DALI, documentation of fn.jitter; Philox 4x32-10 (Salmon et al., SC 2011), a word per pixel.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input is no HWC image or FHWC sequence).
   *
   * @param input Image of any dtype, layout HWC, or a sequence, FHWC (without a layout: by the number of dimensions).
   *
   * @returns Same dtype, layout and shape as the input.
   */
  jitter<A extends Input, O extends JitterOptions = None>(input: A, options?: Given<O, JitterOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Gives RGB images as they look after they were JPEG files of the given quality: with a quarter of the colour samples (4:2:0) and quantised blocks of 8 x 8 pixels. Nothing is encoded: the arithmetic is that of libjpeg-turbo in both directions, with the same bytes on the CPU and on a GPU.
   *
   * Source: NVIDIA DALI, documentation of fn.jpeg_compression_distortion; ITU-T T.81 (JPEG), with libjpeg's accurate integer transforms, tables and interpolation of colours.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input is not uint8, has not 3 channels, has another layout than HWC or FHWC, or an axis of more than 65500 pixels), OUT_OF_MEMORY (there is no memory for an image's coefficients).
   *
   * @param input RGB images, uint8, of layout HWC, or sequences of them, FHWC.
   *
   * @returns Same shape and layout as the input.
   */
  jpegCompressionDistortion<A extends Input, O extends JpegCompressionDistortionOptions = None>(input: A, options?: Given<O, JpegCompressionDistortionOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * The Laplacian of an image, volume or sequence: the sum of the second derivatives along the spatial axes (all but C and F). Each derivative is the input convolved with a derivative window along its axis and smoothing windows along the others. Beyond its edges the input is mirrored around the outermost element (reflect_101).
   *
   * Source: NVIDIA DALI, documentation of fn.laplacian; windows as OpenCV's getDerivKernels has them: rows of Pascal's triangle, and their second differences.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; windowSize or smoothingSize is even, a list has another number of values than 1 or the spatial axes, or dtype is neither float32 nor the input's), INVALID_INPUT (the input is bool, or has a layout whose spatial axes are not side by side).
   *
   * @param input Any dtype but bool. Layout: up to 3 spatial axes side by side, with F and C before them in any order, or C after them, e.g. HWC, FCHW or DHWC; without a layout, up to 3 dimensions, all of them spatial.
   *
   * @returns Same shape and layout as the input. Sums are float32; integers are rounded to nearest and saturated.
   */
  laplacian<A extends Input, O extends LaplacianOptions = None>(input: A, options?: Given<O, LaplacianOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Replaces each element by the value that a table has for it. Elements without an entry become `defaultValue`. Where a key is there twice, its last value counts.
   *
   * Source: NVIDIA DALI, documentation of fn.lookup_table.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; keys and values have different lengths, or a key is not from 0 to 65535), INVALID_INPUT (the input is floating point or bool).
   *
   * @param input Tensor of integers, of any shape and layout.
   *
   * @returns The values, in the input's shape and layout, of dtype `dtype`.
   */
  lookupTable<A extends Input, O extends LookupTableOptions = None>(input: A, options?: Given<O, LookupTableOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Replaces each value of an image by the one that a table has for its channel, and lays the image out for a model: as planes, or cut into tiles. A table of 256 values a channel holds any arithmetic on bytes, such as a normalisation, to the last bit of whichever library it follows.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; values has another number of values than 256 a channel, tile has not two values, or group and frames come without tile), INVALID_INPUT (the input is no HWC image, values are given and it is not uint8, or its height or width is no multiple of tile * group).
   *
   * @param image Image, layout HWC (also without a layout): uint8 with `values`, any dtype without.
   *
   * @returns Without `tile`: CHW. With it: [tiles, C, tile height, tile width], with `frames` [tiles, C, frames, tile height, tile width]. float32 with `values`, else the input's dtype.
   */
  lookupTiles<A extends Input, O extends LookupTilesOptions = None>(image: A, options?: Given<O, LookupTilesOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Sums a spectrogram into bands that are equally wide to the ear: triangular filters whose peaks are equally far apart on the mel scale, each reaching from the peak below it to the one above.
   *
   * Source: Slaney, "Auditory Toolbox", technical report 1998-010 (1998), or O'Shaughnessy, "Speech communication: human and machine" (1987), after NVIDIA DALI, documentation of fn.mel_filter_bank.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; nfilter or sampleRate is not positive, or the frequencies are not 0 <= freqLow < freqHigh <= sampleRate), INVALID_INPUT (the input is not float32, has no dimension, or has a layout without f).
   *
   * @param data A spectrogram: float32, with the frequencies of 0 to sampleRate / 2 along the axis f of its layout. Without a layout that is the axis before the last, or the only one.
   *
   * @returns The bands, in place of the frequencies, in the input's layout.
   */
  melFilterBank<A extends Input, O extends MelFilterBankOptions = None>(data: A, options?: Given<O, MelFilterBankOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Mel frequency cepstral coefficients: the discrete cosine transform of a mel spectrogram in decibels, of which the first numbers are kept.
   *
   * Source: Ahmed, Natarajan and Rao, "Discrete cosine transform" (1974); the lifter after NVIDIA DALI, documentation of fn.mfcc.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; nMfcc is not positive, the transform of type 1 is to be orthonormal, or there is no such axis), INVALID_INPUT (the input is not float32, or there is one band for the transform of type 1).
   *
   * @param data A mel spectrogram, usually in decibels: float32, of any shape.
   *
   * @returns The coefficients, in place of the bands, in the input's layout.
   */
  mfcc<A extends Input, O extends MfccOptions = None>(data: A, options?: Given<O, MfccOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Pastes regions of several images onto a black canvas, in the order given: where regions overlap, the later one is seen. With inIds the regions come from samples of the batch, so that an output may show several of them; without it, each input gives one region, from the same sample. Regions must lie inside of their image and of the canvas.
   *
   * Source: NVIDIA DALI, documentation of fn.multi_paste for the arguments; relative anchors are rounded down and relative shapes up, as DALI's are.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; an index of inIds is outside of the batch, a region is outside of its image or of the canvas, or an argument has not two values per region), INVALID_INPUT (an input is not HWC or FHWC, images that are pasted differ in dtype, channels or frames, images differ in size and outputSize is not given, there are several inputs beside inIds, or, on a GPU, inIds names a sample that onError has taken out), UNSUPPORTED (the operator stands inside a branch of cond() on a GPU, or beside operators that skip samples).
   *
   * @returns The canvas: layout and channels as the inputs, 0 where nothing is pasted.
   */
  multiPaste<Rest extends readonly [Input, ...Input[]]>(...inputs: Rest): Result<Joined<KindOfAll<[...Rest]>, KindOfOptions<None>>>
  /**
   * Pastes regions of several images onto a black canvas, in the order given: where regions overlap, the later one is seen. With inIds the regions come from samples of the batch, so that an output may show several of them; without it, each input gives one region, from the same sample. Regions must lie inside of their image and of the canvas.
   *
   * Source: NVIDIA DALI, documentation of fn.multi_paste for the arguments; relative anchors are rounded down and relative shapes up, as DALI's are.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; an index of inIds is outside of the batch, a region is outside of its image or of the canvas, or an argument has not two values per region), INVALID_INPUT (an input is not HWC or FHWC, images that are pasted differ in dtype, channels or frames, images differ in size and outputSize is not given, there are several inputs beside inIds, or, on a GPU, inIds names a sample that onError has taken out), UNSUPPORTED (the operator stands inside a branch of cond() on a GPU, or beside operators that skip samples).
   *
   * @returns The canvas: layout and channels as the inputs, 0 where nothing is pasted.
   */
  multiPaste<Rest extends readonly [Input, ...Input[]], const O extends MultiPasteOptions>(...given: [...inputs: Rest, options: Given<O, MultiPasteOptions>]): Result<Joined<KindOfAll<[...Rest]>, KindOfOptions<O>>>
  readonly noise: {
    /**
     * Adds normally distributed noise to each element. Integers round to nearest (halves away from zero) and saturate. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU the results are the CPU's.
     *
     * Source: Inverse of the normal distribution in pieces, by octaves of the tail's probability: D. Lee, R. Cheung, J. Villasenor, W. Luk, "Inversion-based hardware Gaussian random number generation" (FPT 2006), over Philox 4x32-10 (Salmon et al., SC 2011), a word per element.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input is of dtype bool).
     *
     * @param input Numbers of any dtype, shape and layout.
     *
     * @returns The input with the noise: same dtype, shape and layout.
     */
    gaussian<A extends Input, O extends NoiseGaussianOptions = None>(input: A, options?: Given<O, NoiseGaussianOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Replaces random pixels by one of two values, salt or pepper. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU the results are the CPU's.
     *
     * Source: Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011), a word per pixel.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input is of dtype bool).
     *
     * @param input Numbers of any dtype, shape and layout.
     *
     * @returns The input with the noise: same dtype, shape and layout.
     */
    saltAndPepper<A extends Input, O extends NoiseSaltAndPepperOptions = None>(input: A, options?: Given<O, NoiseSaltAndPepperOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Replaces each element by what a sensor counts that expects it: factor * n, where n is a Poisson number of mean max(0, input / factor). Integers round to nearest (halves away from zero) and saturate. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU the results are the CPU's.
     *
     * Source: Inverse of the Poisson distribution: summed up below a mean of 16, else M. Giles, "Algorithm 955: Approximation of the inverse Poisson cumulative distribution function" (ACM TOMS 42, 2016); over Philox 4x32-10 (Salmon et al., SC 2011), a word per element.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input is of dtype bool).
     *
     * @param input Numbers of any dtype, shape and layout.
     *
     * @returns The noisy numbers: same dtype, shape and layout as the input.
     */
    shot<A extends Input, O extends NoiseShotOptions = None>(input: A, options?: Given<O, NoiseShotOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  }
  /**
   * Finds where a sound is not silent: from the first to the last window whose mean power is at least cutoffDb above the reference.
   *
   * Source: NVIDIA DALI, documentation of fn.nonsilent_region.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; windowLength, resetInterval or referencePower is out of range), INVALID_INPUT (the sound has more than one dimension of more than one element, or is bool).
   *
   * @param signal A sound of one channel: numbers of any dtype, 1-D.
   *
   * @returns The first element of the region, a scalar; 0 where all is silent. The number of its elements, a scalar; 0 where all is silent.
   */
  nonsilentRegion<A extends Input, O extends NonsilentRegionOptions = None>(signal: A, options?: Given<O, NonsilentRegionOptions>): [begin: Result<Joined<KindOf<A>, KindOfOptions<O>>>, length: Result<Joined<KindOf<A>, KindOfOptions<O>>>]
  /**
   * Subtracts a mean and divides by a standard deviation: (input - mean) / stddev * scale + shift. A mean or deviation that is not given is computed from the sample, over the reduced axes: those of `axes` or `axisNames`; without them the axes along which mean and stddev have one value, else all. Where the computed deviation is 0 the output is `shift`.
   *
   * Source: NVIDIA DALI, documentation of fn.normalize; Bessel's correction by ddof.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, mean or stddev does not fit the axes that are not reduced, or is a Tensor or a Batch with batch: true), INVALID_INPUT (the input is bool, its layout lacks an axis of axisNames, or with batch: true samples differ along an axis that is not reduced), UNSUPPORTED (batch is true inside of cond() or oneOf(), or operators beside or behind it skip samples).
   *
   * @param input Any dtype but bool, any layout; values count as float32.
   *
   * @returns Same shape and layout as the input, of dtype `dtype`. Integers are rounded to nearest and saturated.
   */
  normalize<A extends Input, O extends NormalizeOptions = None>(input: A, options?: Given<O, NormalizeOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Turns class numbers into vectors: a new axis of numClasses elements has `onValue` at the class, and `offValue` elsewhere. A number outside of 0 to numClasses - 1 gives offValue everywhere.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axis is out of range, axisName is no single letter, or the output would have too many dimensions), INVALID_INPUT (axisName is given, and the input has no layout).
   *
   * @param input Class numbers of any dtype; fractions are dropped. If all tensors of the batch have one element and axis is not given, they count as scalars.
   *
   * @returns The vectors, of dtype `dtype`; a scalar gives [numClasses]. The layout is the input's with axisName, or empty without it.
   */
  oneHot<A extends Input, O extends OneHotOptions = None>(input: A, options?: Given<O, OneHotOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Gives a tensor of ones.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; layout has another number of letters than shape has values).
   *
   * @returns The tensor, of shape `shape`, dtype `dtype` and layout `layout`.
   */
  ones<O extends OnesOptions = None>(options?: Given<O, OnesOptions>): Result<KindOfOptions<O>>
  /**
   * Gives a tensor of ones with the shape of another one.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
   *
   * @param shapeLike The output takes the shape and layout of this input; its values are not read.
   *
   * @returns The tensor, in the input's shape and layout. Dtype: `dtype`, else the input's.
   */
  onesLike<A extends Input, O extends OnesLikeOptions = None>(shapeLike: A, options?: Given<O, OnesLikeOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Motion between neighbouring frames of a sequence, by the optical flow engine of NVIDIA GPUs (Turing and later): the image is divided into squares, and each gets a vector. The square at (x, y) of frame i + 1 shows what frame i shows at (x, y) + v, with v the vector that output frame i has for the square, in pixels. The numbers are the engine's, in steps of 1/32, and may differ between generations of GPUs.
   *
   * Source: NVIDIA DALI, documentation of fn.optical_flow; NVIDIA, Optical Flow SDK, programming guide.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; outputGrid or hintGrid is another number, hintGrid is below outputGrid, or enableExternalHints does not fit the number of inputs), CUDA_UNAVAILABLE (the driver's library libnvidia-opticalflow.so.1 is missing, as in containers without the driver's capability `video`), INVALID_INPUT (a sequence has fewer than two frames, is not uint8 of layout FHWC with the channels of imageType, or has frames below 32 x 16 or above 8192 x 8192 pixels; or hints of another shape or dtype), UNSUPPORTED (the GPU has no such engine, or not this grid).
   *
   * @param sequence Frames: uint8, layout FHWC, at least two, of 32 x 16 to 8192 x 8192 pixels.
   *
   * @returns float32, layout FHWC, shape [frames - 1, height / outputGrid, width / outputGrid, 2], quotients rounded up: x and y of the vectors, in pixels.
   */
  opticalFlow<A extends Input, O extends OpticalFlowOptions = None>(sequence: A, options?: Given<O, OpticalFlowOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Motion between neighbouring frames of a sequence, by the optical flow engine of NVIDIA GPUs (Turing and later): the image is divided into squares, and each gets a vector. The square at (x, y) of frame i + 1 shows what frame i shows at (x, y) + v, with v the vector that output frame i has for the square, in pixels. The numbers are the engine's, in steps of 1/32, and may differ between generations of GPUs.
   *
   * Source: NVIDIA DALI, documentation of fn.optical_flow; NVIDIA, Optical Flow SDK, programming guide.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; outputGrid or hintGrid is another number, hintGrid is below outputGrid, or enableExternalHints does not fit the number of inputs), CUDA_UNAVAILABLE (the driver's library libnvidia-opticalflow.so.1 is missing, as in containers without the driver's capability `video`), INVALID_INPUT (a sequence has fewer than two frames, is not uint8 of layout FHWC with the channels of imageType, or has frames below 32 x 16 or above 8192 x 8192 pixels; or hints of another shape or dtype), UNSUPPORTED (the GPU has no such engine, or not this grid).
   *
   * @param sequence Frames: uint8, layout FHWC, at least two, of 32 x 16 to 8192 x 8192 pixels.
   * @param hints For each output frame a vector for each square of hintGrid x hintGrid pixels, near which the engine searches first: float32, shape [frames - 1, height / hintGrid, width / hintGrid, 2], quotients rounded up, in pixels.
   *
   * @returns float32, layout FHWC, shape [frames - 1, height / outputGrid, width / outputGrid, 2], quotients rounded up: x and y of the vectors, in pixels.
   */
  opticalFlow<A extends Input, B extends Input, O extends OpticalFlowOptions = None>(sequence: A, hints: B, options?: Given<O, OpticalFlowOptions>): Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>
  /**
   * Extends tensors at the end of their axes with a value: to the largest extent in the batch, or to the extents of `shape`, then to a multiple of `align`. No axis becomes shorter.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, an axis is out of range or there twice, align is not above 0, or shape or align has another number of values than there are axes), INVALID_INPUT (the input has no dimensions, or its layout lacks an axis of axisNames).
   *
   * @param input Tensor of any dtype and layout, with 1 dimension or more.
   *
   * @returns The larger tensor, in the input's layout and dtype.
   */
  pad<A extends Input, O extends PadOptions = None>(input: A, options?: Given<O, PadOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Puts an image on a larger canvas of one colour. The canvas is `ratio` times as large as the image, extents rounded down.
   *
   * Source: NVIDIA DALI, documentation of fn.paste for the extents of the canvas and the place of the image.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; fillValue has neither one value nor one per channel), INVALID_INPUT (the input is not uint8 HWC with nChannels channels).
   *
   * @param input uint8 image, layout HWC (also without a layout).
   *
   * @returns The canvas: uint8, HWC, with the input's channels.
   */
  paste<A extends Input, O extends PasteOptions>(input: A, options: Given<O, PasteOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Gives the shape of the output of `decoders.image`, read from the file's header alone. A file that is no image fails with BAD_SAMPLE.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), BAD_SAMPLE (the bytes are no image, or the header is damaged), UNSUPPORTED (the file is of a kind of image that is not supported), INVALID_INPUT (the input is not 1-D uint8).
   *
   * @param input The file's bytes: 1-D, uint8.
   *
   * @returns Height, width and channels: 3 values of dtype `dtype`.
   */
  peekImageShape<A extends Input, O extends PeekImageShapeOptions = None>(input: A, options?: Given<O, PeekImageShapeOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Marks a tensor as a sequence, one element along its first axis for each frame, so that an operator takes it as an argument that differs by frame. Only the layout changes; no bytes are copied.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input is a single number, or its layout begins with another letter than F and replace is false).
   *
   * @param data Tensor of any dtype, with at least one dimension.
   *
   * @returns The elements, with a layout that begins with F. Axes that have no letter are written *.
   */
  perFrame<A extends Input, O extends PerFrameOptions = None>(data: A, options?: Given<O, PerFrameOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Puts the samples of a batch in another order, or takes some of them several times: sample i of the output is sample indices[i] of the input. No bytes are copied within a stage.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (an index is outside of the batch, there are fewer or more indices than samples, or the sample has several indices), UNSUPPORTED (the operator stands inside a branch of cond() on a GPU, or beside operators that skip samples).
   *
   * @param data Tensor of any dtype and layout.
   *
   * @returns The samples in the new order.
   */
  permuteBatch<A extends Input, O extends PermuteBatchOptions>(data: A, options: Given<O, PermuteBatchOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Keeps the highest bits of each value and clears the others, which leaves few shades. Floating point becomes a multiple of 1 / 2^bits, at most 1 - 1 / 2^bits.
   *
   * Source: torchvision, transforms.v2.functional.posterize.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype that the operator does not take).
   *
   * @param input uint8, int16, int32, float16 or float32 (from 0 to 1), of any shape and layout (without a layout: HWC with 3 dimensions, FHWC with 4).
   *
   * @returns The changed values, of the input's dtype, shape and layout.
   */
  posterize<A extends Input, O extends PosterizeOptions>(input: A, options: Given<O, PosterizeOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * The power of each frequency of a signal: the squared magnitudes of its Fourier transform, along one dimension.
   *
   * Source: Oppenheim and Schafer, "Discrete-time signal processing", chapter 8, after NVIDIA DALI, documentation of fn.power_spectrum.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axis is none of the input's dimensions, nfft is out of range, or power is neither 1 nor 2), INVALID_INPUT (the input is not float32, has no dimension, or has no element along the dimension).
   *
   * @param signal Signals along one dimension: float32.
   *
   * @returns The input's shape and layout, with nfft / 2 + 1 frequencies, from 0 to half of the sample rate, in place of the signal.
   */
  powerSpectrum<A extends Input, O extends PowerSpectrumOptions = None>(signal: A, options?: Given<O, PowerSpectrumOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Makes high frequencies of a sound louder: each element becomes itself minus preemphCoeff times the one before it. All elements are one signal, whatever the shape.
   *
   * Source: NVIDIA DALI, documentation of fn.preemphasis_filter.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
   *
   * @param signal A signal of any dtype and shape.
   *
   * @returns `dtype`, in the input's shape and layout.
   */
  preemphasisFilter<A extends Input, O extends PreemphasisFilterOptions = None>(signal: A, options?: Given<O, PreemphasisFilterOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  readonly random: {
    /**
     * Random numbers from 0 to 1 with a beta distribution. The draws follow from `rng` alone: its seed, and how many calls have drawn from it.
     *
     * Source: Beta numbers from two gamma numbers, which are drawn as by Marsaglia and Tsang, "A simple method for generating gamma variables" (ACM Transactions on Mathematical Software, 2000).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; alpha or beta is not above 0 and finite, dtype is neither float32 nor float64, or shape and shapeLike are given together).
     *
     * @returns Numbers of `dtype`, float32 when not given.
     */
    beta<O extends RandomBetaOptions = None>(options?: Given<O, RandomBetaOptions>): Result<KindOfOptions<O>>
    /**
     * Random numbers from 0 to 1 with a beta distribution. The draws follow from `rng` alone: its seed, and how many calls have drawn from it.
     *
     * Source: Beta numbers from two gamma numbers, which are drawn as by Marsaglia and Tsang, "A simple method for generating gamma variables" (ACM Transactions on Mathematical Software, 2000).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; alpha or beta is not above 0 and finite, dtype is neither float32 nor float64, or shape and shapeLike are given together).
     *
     * @param shapeLike The output takes this input's shape; its values are not read.
     *
     * @returns Numbers of `dtype`, float32 when not given.
     */
    beta<A extends Input, O extends RandomBetaOptions = None>(shapeLike: A, options?: Given<O, RandomBetaOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Picks from a list at random, with given chances. The draws follow from `rng` alone: its seed, and how many calls have drawn from it.
     *
     * Source: Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011); choices by the inverse of the cumulative distribution.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; p does not sum to 1 or has another length than the choices, or shape and shapeLike are given together), INVALID_INPUT (a is one number that is no integer).
     *
     * @returns The choices, of the dtype of `a`: int32 for numbers that are whole, else float32. Its shape is the one asked for, followed by that of an entry of `a`. One choice has the layout of an entry, and a list of choices that of `a`.
     */
    choice<O extends RandomChoiceOptions = None>(options?: Given<O, RandomChoiceOptions>): Result<KindOfOptions<O>>
    /**
     * Picks from a list at random, with given chances. The draws follow from `rng` alone: its seed, and how many calls have drawn from it.
     *
     * Source: Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011); choices by the inverse of the cumulative distribution.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; p does not sum to 1 or has another length than the choices, or shape and shapeLike are given together), INVALID_INPUT (a is one number that is no integer).
     *
     * @param a What to choose from: a number n stands for 0 to n - 1, a list for its elements, a Tensor or a Batch for the entries of its first dimension (or, when it is one integer n, for 0 to n - 1).
     *
     * @returns The choices, of the dtype of `a`: int32 for numbers that are whole, else float32. Its shape is the one asked for, followed by that of an entry of `a`. One choice has the layout of an entry, and a list of choices that of `a`.
     */
    choice<A extends Input, O extends RandomChoiceOptions = None>(a: A, options?: Given<O, RandomChoiceOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Picks from a list at random, with given chances. The draws follow from `rng` alone: its seed, and how many calls have drawn from it.
     *
     * Source: Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011); choices by the inverse of the cumulative distribution.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; p does not sum to 1 or has another length than the choices, or shape and shapeLike are given together), INVALID_INPUT (a is one number that is no integer).
     *
     * @param a What to choose from: a number n stands for 0 to n - 1, a list for its elements, a Tensor or a Batch for the entries of its first dimension (or, when it is one integer n, for 0 to n - 1).
     * @param shapeLike The output takes this input's shape; its values are not read.
     *
     * @returns The choices, of the dtype of `a`: int32 for numbers that are whole, else float32. Its shape is the one asked for, followed by that of an entry of `a`. One choice has the layout of an entry, and a list of choices that of `a`.
     */
    choice<A extends Input, B extends Input, O extends RandomChoiceOptions = None>(a: A, shapeLike: B, options?: Given<O, RandomChoiceOptions>): Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>
    /**
     * Random zeros and ones. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU they are the CPU's.
     *
     * Source: Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; shape and shapeLike are given together).
     *
     * @returns Zeros and ones of `dtype`, int32 when not given.
     */
    coinFlip<O extends RandomCoinFlipOptions = None>(options?: Given<O, RandomCoinFlipOptions>): Result<KindOfOptions<O>>
    /**
     * Random zeros and ones. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU they are the CPU's.
     *
     * Source: Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; shape and shapeLike are given together).
     *
     * @param shapeLike The output takes this input's shape; its values are not read.
     *
     * @returns Zeros and ones of `dtype`, int32 when not given.
     */
    coinFlip<A extends Input, O extends RandomCoinFlipOptions = None>(shapeLike: A, options?: Given<O, RandomCoinFlipOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Normally distributed random numbers. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU they are the CPU's. In float64 they may differ in the last place there.
     *
     * Source: Box and Muller, "A note on the generation of random normal deviates" (1958), over Philox 4x32-10 (Salmon et al., SC 2011).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; shape and shapeLike are given together).
     *
     * @returns Numbers of `dtype`, float32 when not given.
     */
    normal<O extends RandomNormalOptions = None>(options?: Given<O, RandomNormalOptions>): Result<KindOfOptions<O>>
    /**
     * Normally distributed random numbers. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU they are the CPU's. In float64 they may differ in the last place there.
     *
     * Source: Box and Muller, "A note on the generation of random normal deviates" (1958), over Philox 4x32-10 (Salmon et al., SC 2011).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; shape and shapeLike are given together).
     *
     * @param shapeLike The output takes this input's shape; its values are not read.
     *
     * @returns Numbers of `dtype`, float32 when not given.
     */
    normal<A extends Input, O extends RandomNormalOptions = None>(shapeLike: A, options?: Given<O, RandomNormalOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Uniformly distributed random numbers: real ones in `range`, or one of `values`. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU they are the CPU's.
     *
     * Source: Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; range is empty or has other than 2 values, values is empty, or shape and shapeLike are given together).
     *
     * @returns Numbers of `dtype`, float32 when not given.
     */
    uniform<O extends RandomUniformOptions = None>(options?: Given<O, RandomUniformOptions>): Result<KindOfOptions<O>>
    /**
     * Uniformly distributed random numbers: real ones in `range`, or one of `values`. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU they are the CPU's.
     *
     * Source: Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; range is empty or has other than 2 values, values is empty, or shape and shapeLike are given together).
     *
     * @param shapeLike The output takes this input's shape; its values are not read.
     *
     * @returns Numbers of `dtype`, float32 when not given.
     */
    uniform<A extends Input, O extends RandomUniformOptions = None>(shapeLike: A, options?: Given<O, RandomUniformOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  }
  /**
   * Draws a window of an image that keeps enough of its bounding boxes, and gives the window with the boxes that remain, in its coordinates. Coordinates of boxes are fractions of the image's extents. slice and decoders.imageSlice take anchor and shape as their inputs. The draws follow from `rng` alone: its seed, and how many calls have drawn from it.
   *
   * Source: Liu et al., "SSD: Single Shot MultiBox Detector" (ECCV 2016), section 2.2, as NVIDIA DALI documents it for fn.random_bbox_crop.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a range is empty or has a wrong number of values, a threshold lies outside of 0 to 1, a layout has other letters, an attempt count is below 1, or cropShape comes without inputShape, or together with scaling, aspectRatio or allowNoCrop: true), INVALID_INPUT (the boxes are no float32 tensor of shape (n, 4) or (n, 6), one reaches outside of [0, 1], there is not one int32 label for each box, or no window is found in 10000 attempts without totalNumAttempts).
   *
   * @param boxes float32, shape (n, 4), or (n, 6) in space.
   *
   * @returns Start of the window, [x, y] or [x, y, z]: fractions of the extents, with cropShape pixels. Its shape, [width, height] or [width, height, depth], in the same units. The boxes that remain, clipped to the window, as fractions of it, in the layout of the input. Their places in the input, (m).
   */
  randomBBoxCrop<A extends Input, O extends RandomBBoxCropOptions & { outputBboxIndices: true }>(boxes: A, options: Given<O, RandomBBoxCropOptions>): [anchor: Result<Joined<KindOf<A>, KindOfOptions<O>>>, shape: Result<Joined<KindOf<A>, KindOfOptions<O>>>, boxes: Result<Joined<KindOf<A>, KindOfOptions<O>>>, indices: Result<Joined<KindOf<A>, KindOfOptions<O>>>]
  /**
   * Draws a window of an image that keeps enough of its bounding boxes, and gives the window with the boxes that remain, in its coordinates. Coordinates of boxes are fractions of the image's extents. slice and decoders.imageSlice take anchor and shape as their inputs. The draws follow from `rng` alone: its seed, and how many calls have drawn from it.
   *
   * Source: Liu et al., "SSD: Single Shot MultiBox Detector" (ECCV 2016), section 2.2, as NVIDIA DALI documents it for fn.random_bbox_crop.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a range is empty or has a wrong number of values, a threshold lies outside of 0 to 1, a layout has other letters, an attempt count is below 1, or cropShape comes without inputShape, or together with scaling, aspectRatio or allowNoCrop: true), INVALID_INPUT (the boxes are no float32 tensor of shape (n, 4) or (n, 6), one reaches outside of [0, 1], there is not one int32 label for each box, or no window is found in 10000 attempts without totalNumAttempts).
   *
   * @param boxes float32, shape (n, 4), or (n, 6) in space.
   *
   * @returns Start of the window, [x, y] or [x, y, z]: fractions of the extents, with cropShape pixels. Its shape, [width, height] or [width, height, depth], in the same units. The boxes that remain, clipped to the window, as fractions of it, in the layout of the input.
   */
  randomBBoxCrop<A extends Input, O extends RandomBBoxCropOptions = None>(boxes: A, options?: Given<O, RandomBBoxCropOptions>): [anchor: Result<Joined<KindOf<A>, KindOfOptions<O>>>, shape: Result<Joined<KindOf<A>, KindOfOptions<O>>>, boxes: Result<Joined<KindOf<A>, KindOfOptions<O>>>]
  /**
   * Draws a window of an image that keeps enough of its bounding boxes, and gives the window with the boxes that remain, in its coordinates. Coordinates of boxes are fractions of the image's extents. slice and decoders.imageSlice take anchor and shape as their inputs. The draws follow from `rng` alone: its seed, and how many calls have drawn from it.
   *
   * Source: Liu et al., "SSD: Single Shot MultiBox Detector" (ECCV 2016), section 2.2, as NVIDIA DALI documents it for fn.random_bbox_crop.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a range is empty or has a wrong number of values, a threshold lies outside of 0 to 1, a layout has other letters, an attempt count is below 1, or cropShape comes without inputShape, or together with scaling, aspectRatio or allowNoCrop: true), INVALID_INPUT (the boxes are no float32 tensor of shape (n, 4) or (n, 6), one reaches outside of [0, 1], there is not one int32 label for each box, or no window is found in 10000 attempts without totalNumAttempts).
   *
   * @param boxes float32, shape (n, 4), or (n, 6) in space.
   * @param labels int32, shape (n) or (n, 1).
   *
   * @returns Start of the window, [x, y] or [x, y, z]: fractions of the extents, with cropShape pixels. Its shape, [width, height] or [width, height, depth], in the same units. The boxes that remain, clipped to the window, as fractions of it, in the layout of the input. Their labels. Their places in the input, (m).
   */
  randomBBoxCrop<A extends Input, B extends Input, O extends RandomBBoxCropOptions & { outputBboxIndices: true }>(boxes: A, labels: B, options: Given<O, RandomBBoxCropOptions>): [anchor: Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>, shape: Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>, boxes: Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>, labels: Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>, indices: Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>]
  /**
   * Draws a window of an image that keeps enough of its bounding boxes, and gives the window with the boxes that remain, in its coordinates. Coordinates of boxes are fractions of the image's extents. slice and decoders.imageSlice take anchor and shape as their inputs. The draws follow from `rng` alone: its seed, and how many calls have drawn from it.
   *
   * Source: Liu et al., "SSD: Single Shot MultiBox Detector" (ECCV 2016), section 2.2, as NVIDIA DALI documents it for fn.random_bbox_crop.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a range is empty or has a wrong number of values, a threshold lies outside of 0 to 1, a layout has other letters, an attempt count is below 1, or cropShape comes without inputShape, or together with scaling, aspectRatio or allowNoCrop: true), INVALID_INPUT (the boxes are no float32 tensor of shape (n, 4) or (n, 6), one reaches outside of [0, 1], there is not one int32 label for each box, or no window is found in 10000 attempts without totalNumAttempts).
   *
   * @param boxes float32, shape (n, 4), or (n, 6) in space.
   * @param labels int32, shape (n) or (n, 1).
   *
   * @returns Start of the window, [x, y] or [x, y, z]: fractions of the extents, with cropShape pixels. Its shape, [width, height] or [width, height, depth], in the same units. The boxes that remain, clipped to the window, as fractions of it, in the layout of the input. Their labels.
   */
  randomBBoxCrop<A extends Input, B extends Input, O extends RandomBBoxCropOptions = None>(boxes: A, labels: B, options?: Given<O, RandomBBoxCropOptions>): [anchor: Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>, shape: Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>, boxes: Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>, labels: Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>]
  /**
   * Draws a window of random area, aspect ratio and position for an image of a given shape, as decoders.imageRandomCrop draws it: with equal seeds it is the same window. slice and decoders.imageSlice take it. The draws follow from `rng` alone: its seed, and how many calls have drawn from it.
   *
   * Source: Szegedy et al., "Going deeper with convolutions" (CVPR 2015) for crops of random area and aspect ratio, drawn as NVIDIA DALI documents it for fn.random_crop_generator.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a range is empty, or an aspect ratio is not above 0), INVALID_INPUT (the shape is no list of 2 or 3 integers, or an extent is negative).
   *
   * @param imageShape Shape of the image, [height, width] or [height, width, channels]: integers of any dtype, as peekImageShape gives them.
   *
   * @returns [top, left] of the window, in pixels. [height, width] of the window.
   */
  randomCropGenerator<A extends Input, O extends RandomCropGeneratorOptions = None>(imageShape: A, options?: Given<O, RandomCropGeneratorOptions>): [anchor: Result<Joined<KindOf<A>, KindOfOptions<O>>>, shape: Result<Joined<KindOf<A>, KindOfOptions<O>>>]
  /**
   * Resizes a random window of the image to a fixed size. The window is drawn as in decoders.imageRandomCrop; like a resize with a region of interest, the filter may reach pixels around the window.
   *
   * Source: Szegedy et al., "Going deeper with convolutions" (CVPR 2015) for crops of random area and aspect ratio, drawn as NVIDIA DALI documents it for fn.random_resized_crop; filters as in resize.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; size has other than 1 or 2 values, a range is empty, or an aspect ratio is not above 0), INVALID_INPUT (the input has a dtype or layout that the operator does not take, or no pixels).
   *
   * @param data uint8, uint16, int16 or float32; layout HW, HWC, CHW, FHWC, FCHW or CFHW (without a layout: HWC). All frames of a sequence get the same window.
   *
   * @returns The resized window: layout as the input, dtype as the input or float32.
   */
  randomResizedCrop<A extends Input, O extends RandomResizedCropOptions>(data: A, options: Given<O, RandomResizedCropOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  readonly reductions: {
    /**
     * The largest of the elements, for each position along the axes that are not reduced. NaN is passed over. The largest of no elements is the least value of the dtype, minus infinity for floating point.
     *
     * Source: NVIDIA DALI, documentation of fn.reductions.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, or an axis is out of range or there twice), INVALID_INPUT (the layout lacks an axis of axisNames).
     *
     * @param input Tensor of any dtype, shape and layout.
     *
     * @returns One value per position along the axes that are not reduced, of the input's dtype.
     */
    max<A extends Input, O extends ReductionsMaxOptions = None>(input: A, options?: Given<O, ReductionsMaxOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * The mean of the elements, for each position along the axes that are not reduced. For an integer `dtype` the fraction is dropped.
     *
     * Source: NVIDIA DALI, documentation of fn.reductions.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, or an axis is out of range or there twice), INVALID_INPUT (the layout lacks an axis of axisNames).
     *
     * @param input Tensor of any dtype, shape and layout.
     *
     * @returns One value per position along the axes that are not reduced, of dtype `dtype`; NaN where there are no elements.
     */
    mean<A extends Input, O extends ReductionsMeanOptions = None>(input: A, options?: Given<O, ReductionsMeanOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * The mean of the squares of the elements, for each position along the axes that are not reduced. For an integer `dtype` the fraction is dropped.
     *
     * Source: NVIDIA DALI, documentation of fn.reductions.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, or an axis is out of range or there twice), INVALID_INPUT (the layout lacks an axis of axisNames).
     *
     * @param input Tensor of any dtype, shape and layout.
     *
     * @returns One value per position along the axes that are not reduced, of dtype `dtype`; NaN where there are no elements.
     */
    meanSquare<A extends Input, O extends ReductionsMeanSquareOptions = None>(input: A, options?: Given<O, ReductionsMeanSquareOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * The least of the elements, for each position along the axes that are not reduced. NaN is passed over. The least of no elements is the largest value of the dtype, infinity for floating point.
     *
     * Source: NVIDIA DALI, documentation of fn.reductions.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, or an axis is out of range or there twice), INVALID_INPUT (the layout lacks an axis of axisNames).
     *
     * @param input Tensor of any dtype, shape and layout.
     *
     * @returns One value per position along the axes that are not reduced, of the input's dtype.
     */
    min<A extends Input, O extends ReductionsMinOptions = None>(input: A, options?: Given<O, ReductionsMinOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * The root of the mean of the squares of the elements, for each position along the axes that are not reduced. For an integer `dtype` the fraction is dropped.
     *
     * Source: NVIDIA DALI, documentation of fn.reductions.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, or an axis is out of range or there twice), INVALID_INPUT (the layout lacks an axis of axisNames).
     *
     * @param input Tensor of any dtype, shape and layout.
     *
     * @returns One value per position along the axes that are not reduced, of dtype `dtype`; NaN where there are no elements.
     */
    rms<A extends Input, O extends ReductionsRmsOptions = None>(input: A, options?: Given<O, ReductionsRmsOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * The standard deviation of the elements around a mean that is given, for each position along the axes that are not reduced. The sum of squared differences is divided by the number of elements less `ddof`.
     *
     * Source: NVIDIA DALI, documentation of fn.reductions.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, or an axis is out of range or there twice), INVALID_INPUT (the layout lacks an axis of axisNames, or mean has another shape).
     *
     * @param input Tensor of any dtype, shape and layout.
     * @param mean The mean, of any dtype: one value for all groups, or one per element of the output, in its shape or with reduced axes kept.
     *
     * @returns One value per position along the axes that are not reduced.
     */
    stdDev<A extends Input, B extends Input, O extends ReductionsStdDevOptions = None>(input: A, mean: B, options?: Given<O, ReductionsStdDevOptions>): Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>
    /**
     * The sum of the elements, for each position along the axes that are not reduced. Sums of integers are exact, and wrap around where `dtype` cannot hold them.
     *
     * Source: NVIDIA DALI, documentation of fn.reductions.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, or an axis is out of range or there twice), INVALID_INPUT (the layout lacks an axis of axisNames).
     *
     * @param input Tensor of any dtype, shape and layout.
     *
     * @returns One sum per position along the axes that are not reduced, of dtype `dtype`.
     */
    sum<A extends Input, O extends ReductionsSumOptions = None>(input: A, options?: Given<O, ReductionsSumOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * The variance of the elements around a mean that is given, for each position along the axes that are not reduced. The sum of squared differences is divided by the number of elements less `ddof`.
     *
     * Source: NVIDIA DALI, documentation of fn.reductions.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, or an axis is out of range or there twice), INVALID_INPUT (the layout lacks an axis of axisNames, or mean has another shape).
     *
     * @param input Tensor of any dtype, shape and layout.
     * @param mean The mean, of any dtype: one value for all groups, or one per element of the output, in its shape or with reduced axes kept.
     *
     * @returns One value per position along the axes that are not reduced.
     */
    variance<A extends Input, B extends Input, O extends ReductionsVarianceOptions = None>(input: A, mean: B, options?: Given<O, ReductionsVarianceOptions>): Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>
  }
  /**
   * Takes the same bytes as elements of another dtype, shape or layout. No bytes are copied. Without a new shape the last extent changes with the size of the elements.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; nothing new is asked for, shape has two negative extents, or relShape and srcDims do not fit each other or the input, or layout has another number of letters), INVALID_INPUT (the shape has another number of bytes, or the input that gives it is no list of integers, or the last extent's bytes are no whole number of elements).
   *
   * @param data Tensor of any dtype and layout.
   *
   * @returns The bytes as elements of `dtype`, in the new shape.
   */
  reinterpret<A extends Input, O extends ReinterpretOptions = None>(data: A, options?: Given<O, ReinterpretOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Takes the same bytes as elements of another dtype, shape or layout. No bytes are copied. Without a new shape the last extent changes with the size of the elements.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; nothing new is asked for, shape has two negative extents, or relShape and srcDims do not fit each other or the input, or layout has another number of letters), INVALID_INPUT (the shape has another number of bytes, or the input that gives it is no list of integers, or the last extent's bytes are no whole number of elements).
   *
   * @param data Tensor of any dtype and layout.
   * @param shapeInput The shape, in place of the argument: a 1-D tensor of int32 or int64.
   *
   * @returns The bytes as elements of `dtype`, in the new shape.
   */
  reinterpret<A extends Input, B extends Input, O extends ReinterpretOptions = None>(data: A, shapeInput: B, options?: Given<O, ReinterpretOptions>): Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>
  /**
   * Gives the same elements another shape, or another layout. No bytes are copied.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; shape has two negative extents, or relShape and srcDims do not fit each other or the input, or layout has another number of letters), INVALID_INPUT (the shape has another number of elements, or the input that gives it is no list of integers).
   *
   * @param data Tensor of any dtype and layout.
   *
   * @returns The elements in the new shape.
   */
  reshape<A extends Input, O extends ReshapeOptions = None>(data: A, options?: Given<O, ReshapeOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Gives the same elements another shape, or another layout. No bytes are copied.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; shape has two negative extents, or relShape and srcDims do not fit each other or the input, or layout has another number of letters), INVALID_INPUT (the shape has another number of elements, or the input that gives it is no list of integers).
   *
   * @param data Tensor of any dtype and layout.
   * @param shapeInput The shape, in place of the argument: a 1-D tensor of int32 or int64.
   *
   * @returns The elements in the new shape.
   */
  reshape<A extends Input, B extends Input, O extends ReshapeOptions = None>(data: A, shapeInput: B, options?: Given<O, ReshapeOptions>): Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>
  /**
   * Resamples images to another size, with a separable filter. Frames of a sequence and channel planes are resized one by one; volumes in all three axes.
   *
   * Source: Keys 1981 (cubic, a = -1/2); Duchon 1979 (Lanczos, 3 lobes); sampling positions and filter supports as DALI's.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; arguments give the size in several ways, or in none, or mode does not go with them), INVALID_INPUT (the input has a dtype or layout that the operator does not take, or is too large).
   *
   * @param data uint8, uint16, int16 or float32; layout HW, HWC, CHW, FHWC, FCHW, CFHW, or a volume DHW, DHWC, CDHW, FDHWC, FCDHW, CFDHW (without a layout: HWC, or HW when it has two axes).
   *
   * @returns The resized data: layout as the input, dtype as the input or float32. int32 [H, W] or [D, H, W]: the extents before the resize. Only with saveAttrs.
   */
  resize<A extends Input, O extends ResizeOptions & { saveAttrs: true }>(data: A, options: Given<O, ResizeOptions>): [output: Result<Joined<KindOf<A>, KindOfOptions<O>>>, attrs: Result<Joined<KindOf<A>, KindOfOptions<O>>>]
  /**
   * Resamples images to another size, with a separable filter. Frames of a sequence and channel planes are resized one by one; volumes in all three axes.
   *
   * Source: Keys 1981 (cubic, a = -1/2); Duchon 1979 (Lanczos, 3 lobes); sampling positions and filter supports as DALI's.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; arguments give the size in several ways, or in none, or mode does not go with them), INVALID_INPUT (the input has a dtype or layout that the operator does not take, or is too large).
   *
   * @param data uint8, uint16, int16 or float32; layout HW, HWC, CHW, FHWC, FCHW, CFHW, or a volume DHW, DHWC, CDHW, FDHWC, FCDHW, CFDHW (without a layout: HWC, or HW when it has two axes).
   *
   * @returns The resized data: layout as the input, dtype as the input or float32.
   */
  resize<A extends Input, O extends ResizeOptions = None>(data: A, options?: Given<O, ResizeOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Resizes, crops and mirrors in one pass: the same bytes as resize, crop and flip one after the other, without computing what is cropped away. Nearest neighbours are those of a resize of the window's own region, as in DALI, which decides positions on the border of two pixels.
   *
   * Source: resize, crop and flip, one after the other.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; arguments of the size or of the window contradict each other, or the window reaches outside the resized image), INVALID_INPUT (the input has a dtype or layout that the operator does not take, or is too large).
   *
   * @param data uint8, uint16, int16 or float32; layout HWC, CHW, FHWC, FCHW, CFHW, or a volume DHWC, CDHW, FDHWC, FCDHW, CFDHW (without a layout: HWC).
   *
   * @returns The window of the resized data: layout as the input, dtype as the input or float32.
   */
  resizeCropMirror<A extends Input, O extends ResizeCropMirrorOptions = None>(data: A, options?: Given<O, ResizeCropMirrorOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Draws the position of a window of a given shape, so that it contains as much as possible of a region of interest: the whole region if it is smaller than the window, else the window lies in it. The draws follow from `rng` alone: its seed, and how many calls have drawn from it.
   *
   * Source: NVIDIA DALI, documentation of fn.roi_random_crop: uniform among the positions that fit.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; neither or both of roiEnd and roiShape are given, inShape comes together with an input, lists have different numbers of values, the region has an end before its start or reaches outside the bounds, or the window is larger than the bounds).
   *
   * @returns Start of the window, one value for each of cropShape.
   */
  roiRandomCrop<O extends RoiRandomCropOptions>(options: Given<O, RoiRandomCropOptions>): Result<KindOfOptions<O>>
  /**
   * Draws the position of a window of a given shape, so that it contains as much as possible of a region of interest: the whole region if it is smaller than the window, else the window lies in it. The draws follow from `rng` alone: its seed, and how many calls have drawn from it.
   *
   * Source: NVIDIA DALI, documentation of fn.roi_random_crop: uniform among the positions that fit.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; neither or both of roiEnd and roiShape are given, inShape comes together with an input, lists have different numbers of values, the region has an end before its start or reaches outside the bounds, or the window is larger than the bounds).
   *
   * @param data The window stays within the bounds of this input, whose values are not read; its first dimensions count.
   *
   * @returns Start of the window, one value for each of cropShape.
   */
  roiRandomCrop<A extends Input, O extends RoiRandomCropOptions>(data: A, options: Given<O, RoiRandomCropOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Rotates images, and volumes around an axis, about their centre. Without size or keepSize the output is as large as the rotated input needs, and each of its extents is odd or even like the input's extent that is nearest in direction, so that the centres of both coincide.
   *
   * Source: rotation by an angle about the centre, in 3-D by the formula of Rodrigues; extents and parity of the output as NVIDIA DALI documents them for fn.rotate.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axis is missing for a volume or has no length, or size has a wrong number of values), INVALID_INPUT (the input has a dtype or layout that the operator does not take, or no pixels).
   *
   * @param input uint8, int16, int32 or float32; layout HWC, FHWC, DHWC or FDHWC (without a layout: HWC, FHWC or FDHWC by the number of dimensions).
   *
   * @returns The data in the input's layout, of dtype `dtype` or the input's.
   */
  rotate<A extends Input, O extends RotateOptions>(input: A, options: Given<O, RotateOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Changes the saturation. One 3x3 matrix per sample, which turns and stretches the colour plane of YIQ: an approximation of the change in HSV. Computed in single precision; integers round to nearest (halves away from zero) and saturate.
   *
   * Source: hue and saturation in YIQ, the colour model of NTSC; NVIDIA DALI, documentation of fn.saturation.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype, layout or number of channels that the operator does not take).
   *
   * @param input RGB images, uint8, int16, int32, float16 or float32; layout HWC, FHWC, DHWC or FDHWC (without a layout: HWC, FHWC or FDHWC by the number of dimensions); 3 channels.
   *
   * @returns The changed values, in the input's shape and layout, of dtype `dtype`.
   */
  saturation<A extends Input, O extends SaturationOptions = None>(input: A, options?: Given<O, SaturationOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  readonly segmentation: {
    /**
     * Draws the position of a pixel in a mask, uniformly: of any pixel, or of a foreground pixel where there is one. The draws follow from `rng` alone: its seed, and how many calls have drawn from it.
     *
     * Source: uniform among the pixels, or among those above a threshold or of a value.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; value and threshold are given together), INVALID_INPUT (the mask has no pixels, or a dtype that the operator does not take).
     *
     * @param mask Integers, bool or float32 of any shape.
     *
     * @returns The position: an index for each dimension of the mask.
     */
    randomMaskPixel<A extends Input, O extends SegmentationRandomMaskPixelOptions = None>(mask: A, options?: Given<O, SegmentationRandomMaskPixelOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Draws an object of a mask and gives its bounding box: first a class, then one of its objects, which are the pixels of that label that touch along an edge (in space: along a face). Without an object that fits it is the box of the whole mask. The draws follow from `rng` alone: its seed, and how many calls have drawn from it.
     *
     * Source: NVIDIA DALI, documentation of fn.segmentation.random_object_bbox; objects are found by disjoint sets (Rosenfeld and Pfaltz, "Sequential operations in digital picture processing", 1966).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; background is one of the classes, ignoreClass comes together with classes, classWeights or outputClass, classes and classWeights differ in number, a weight is negative, kLargest is below 1, or threshold has a wrong number of values), INVALID_INPUT (the mask has no dimensions or more than 6, or a dtype that the operator does not take).
     *
     * @param mask Labels: uint8, int8, uint16, int16, uint32, int32 or bool, 1 to 6 dimensions.
     *
     * @returns Start of the box, an index for each dimension; with format 'box' start and end in one. Label of the object, or the background's where it is the box of the whole mask; shape [].
     */
    randomObjectBBox<A extends Input, O extends SegmentationRandomObjectBBoxOptions & { format: 'box' } & { outputClass: true }>(mask: A, options: Given<O, SegmentationRandomObjectBBoxOptions>): [anchor: Result<Joined<KindOf<A>, KindOfOptions<O>>>, objectClass: Result<Joined<KindOf<A>, KindOfOptions<O>>>]
    /**
     * Draws an object of a mask and gives its bounding box: first a class, then one of its objects, which are the pixels of that label that touch along an edge (in space: along a face). Without an object that fits it is the box of the whole mask. The draws follow from `rng` alone: its seed, and how many calls have drawn from it.
     *
     * Source: NVIDIA DALI, documentation of fn.segmentation.random_object_bbox; objects are found by disjoint sets (Rosenfeld and Pfaltz, "Sequential operations in digital picture processing", 1966).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; background is one of the classes, ignoreClass comes together with classes, classWeights or outputClass, classes and classWeights differ in number, a weight is negative, kLargest is below 1, or threshold has a wrong number of values), INVALID_INPUT (the mask has no dimensions or more than 6, or a dtype that the operator does not take).
     *
     * @param mask Labels: uint8, int8, uint16, int16, uint32, int32 or bool, 1 to 6 dimensions.
     *
     * @returns Start of the box, an index for each dimension; with format 'box' start and end in one. Shape of the box, or with format 'start_end' its end, exclusive. Label of the object, or the background's where it is the box of the whole mask; shape [].
     */
    randomObjectBBox<A extends Input, O extends SegmentationRandomObjectBBoxOptions & { outputClass: true }>(mask: A, options: Given<O, SegmentationRandomObjectBBoxOptions>): [anchor: Result<Joined<KindOf<A>, KindOfOptions<O>>>, shape: Result<Joined<KindOf<A>, KindOfOptions<O>>>, objectClass: Result<Joined<KindOf<A>, KindOfOptions<O>>>]
    /**
     * Draws an object of a mask and gives its bounding box: first a class, then one of its objects, which are the pixels of that label that touch along an edge (in space: along a face). Without an object that fits it is the box of the whole mask. The draws follow from `rng` alone: its seed, and how many calls have drawn from it.
     *
     * Source: NVIDIA DALI, documentation of fn.segmentation.random_object_bbox; objects are found by disjoint sets (Rosenfeld and Pfaltz, "Sequential operations in digital picture processing", 1966).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; background is one of the classes, ignoreClass comes together with classes, classWeights or outputClass, classes and classWeights differ in number, a weight is negative, kLargest is below 1, or threshold has a wrong number of values), INVALID_INPUT (the mask has no dimensions or more than 6, or a dtype that the operator does not take).
     *
     * @param mask Labels: uint8, int8, uint16, int16, uint32, int32 or bool, 1 to 6 dimensions.
     *
     * @returns Start of the box, an index for each dimension; with format 'box' start and end in one.
     */
    randomObjectBBox<A extends Input, O extends SegmentationRandomObjectBBoxOptions & { format: 'box' }>(mask: A, options: Given<O, SegmentationRandomObjectBBoxOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Draws an object of a mask and gives its bounding box: first a class, then one of its objects, which are the pixels of that label that touch along an edge (in space: along a face). Without an object that fits it is the box of the whole mask. The draws follow from `rng` alone: its seed, and how many calls have drawn from it.
     *
     * Source: NVIDIA DALI, documentation of fn.segmentation.random_object_bbox; objects are found by disjoint sets (Rosenfeld and Pfaltz, "Sequential operations in digital picture processing", 1966).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; background is one of the classes, ignoreClass comes together with classes, classWeights or outputClass, classes and classWeights differ in number, a weight is negative, kLargest is below 1, or threshold has a wrong number of values), INVALID_INPUT (the mask has no dimensions or more than 6, or a dtype that the operator does not take).
     *
     * @param mask Labels: uint8, int8, uint16, int16, uint32, int32 or bool, 1 to 6 dimensions.
     *
     * @returns Start of the box, an index for each dimension; with format 'box' start and end in one. Shape of the box, or with format 'start_end' its end, exclusive.
     */
    randomObjectBBox<A extends Input, O extends SegmentationRandomObjectBBoxOptions = None>(mask: A, options?: Given<O, SegmentationRandomObjectBBoxOptions>): [anchor: Result<Joined<KindOf<A>, KindOfOptions<O>>>, shape: Result<Joined<KindOf<A>, KindOfOptions<O>>>]
    /**
     * Selects the polygons of masks by the masks' ids, and leaves out the vertices of the others.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (an input has another dtype or rank, an id comes twice or has no polygon, or a polygon's vertices are none of those given).
     *
     * @param maskIds int32, 1-D: the ids of the masks to select, each once.
     * @param polygons int32, shape (n, 3): for each polygon its mask's id, and the indices of its first vertex and of the one behind its last.
     * @param vertices 2-D, any dtype: the coordinates of a vertex a row.
     *
     * @returns The polygons of the masks, in the order of the ids, (m, 3). Their vertices, in the same order. Dtype and layout: those of the input.
     */
    selectMasks<A extends Input, B extends Input, C extends Input, O extends SegmentationSelectMasksOptions = None>(maskIds: A, polygons: B, vertices: C, options?: Given<O, SegmentationSelectMasksOptions>): [polygons: Result<Joined<KindOf<A>, Joined<KindOf<B>, Joined<KindOf<C>, KindOfOptions<O>>>>>, vertices: Result<Joined<KindOf<A>, Joined<KindOf<B>, Joined<KindOf<C>, KindOfOptions<O>>>>>]
  }
  /**
   * Puts the elements along the first axis of a tensor, such as the frames of a sequence, in another order. Elements may be left out, or come several times.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; newOrder is empty, or names an element that the sequence does not have), INVALID_INPUT (the input has no dimensions, or a layout that begins with another letter than F).
   *
   * @param data Sequence, whose first axis is F or has no letter; any dtype.
   *
   * @returns The sequence of these elements, in the input's layout.
   */
  sequenceRearrange<A extends Input, O extends SequenceRearrangeOptions>(data: A, options: Given<O, SequenceRearrangeOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * The shape of each sample.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
   *
   * @param data Tensor of any dtype and layout. Its elements are not read.
   *
   * @returns The extents, of dtype `dtype` and shape [number of axes].
   */
  shapes<A extends Input, O extends ShapesOptions = None>(data: A, options?: Given<O, ShapesOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Sharpens or smooths an image: output = factor * input + (1 - factor) * smoothed. A smoothed pixel is the mean of itself, with a weight of 5, and its eight neighbours; pixels on the border stay as they are, and so does an image of fewer than 3 rows or columns. Computed in single precision and clamped to the range from 0 to the dtype's largest value (1 for floating point); integers round in the smoothed image and lose their fractions in the output.
   *
   * Source: torchvision, transforms.v2.functional.adjust_sharpness.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype or layout that the operator does not take).
   *
   * @param input uint8, int16, int32, float16 or float32 (from 0 to 1); layout HW, HWC, CHW, FHW, FHWC or FCHW (without a layout: HW, HWC or FHWC by the number of dimensions); any number of channels.
   *
   * @returns The changed values, of the input's dtype, shape and layout.
   */
  sharpness<A extends Input, O extends SharpnessOptions = None>(input: A, options?: Given<O, SharpnessOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Cuts a window out of a tensor of any number of dimensions. The window comes from the arguments (start or relStart; end, relEnd, shape or relShape) or from two more inputs, anchor and shape. Start and end are each rounded to the nearest element, halves away from zero.
   *
   * Source: NVIDIA DALI, documentation of fn.slice for anchors, shapes and their rounding.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; arguments say the start or the end twice, or have a wrong number of values), INVALID_INPUT (the window reaches outside the input under outOfBoundsPolicy 'error', the layout lacks an axis of axisNames, or anchor or shape comes alone or is of a wrong dtype or number of values).
   *
   * @param data Tensor of any dtype and layout.
   *
   * @returns The window, in the input's layout. Dtype: `dtype`, else the input's.
   */
  slice<A extends Input, O extends SliceOptions = None>(data: A, options?: Given<O, SliceOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Cuts a window out of a tensor of any number of dimensions. The window comes from the arguments (start or relStart; end, relEnd, shape or relShape) or from two more inputs, anchor and shape. Start and end are each rounded to the nearest element, halves away from zero.
   *
   * Source: NVIDIA DALI, documentation of fn.slice for anchors, shapes and their rounding.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; arguments say the start or the end twice, or have a wrong number of values), INVALID_INPUT (the window reaches outside the input under outOfBoundsPolicy 'error', the layout lacks an axis of axisNames, or anchor or shape comes alone or is of a wrong dtype or number of values).
   *
   * @param data Tensor of any dtype and layout.
   * @param anchor Where the window starts: one float32, int32 or int64 value per axis. Integers count elements; floats are fractions of the extent unless normalizedAnchor is false.
   *
   * @returns The window, in the input's layout. Dtype: `dtype`, else the input's.
   */
  slice<A extends Input, B extends Input, O extends SliceOptions = None>(data: A, anchor: B, options?: Given<O, SliceOptions>): Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>
  /**
   * Cuts a window out of a tensor of any number of dimensions. The window comes from the arguments (start or relStart; end, relEnd, shape or relShape) or from two more inputs, anchor and shape. Start and end are each rounded to the nearest element, halves away from zero.
   *
   * Source: NVIDIA DALI, documentation of fn.slice for anchors, shapes and their rounding.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; arguments say the start or the end twice, or have a wrong number of values), INVALID_INPUT (the window reaches outside the input under outOfBoundsPolicy 'error', the layout lacks an axis of axisNames, or anchor or shape comes alone or is of a wrong dtype or number of values).
   *
   * @param data Tensor of any dtype and layout.
   * @param anchor Where the window starts: one float32, int32 or int64 value per axis. Integers count elements; floats are fractions of the extent unless normalizedAnchor is false.
   * @param shape The window's size: as many values, of the same dtype. Floats are fractions of the extent unless normalizedShape is false.
   *
   * @returns The window, in the input's layout. Dtype: `dtype`, else the input's.
   */
  slice<A extends Input, B extends Input, C extends Input, O extends SliceOptions = None>(data: A, anchor: B, shape: C, options?: Given<O, SliceOptions>): Result<Joined<KindOf<A>, Joined<KindOf<B>, Joined<KindOf<C>, KindOfOptions<O>>>>>
  /**
   * Inverts the values from a threshold on: v becomes 255 - v (or 1 - v in floating point) where v >= threshold. With `addition` it brightens the values below the threshold instead.
   *
   * Source: torchvision, transforms.v2.functional.solarize; with `addition` SolarizeAdd of AutoAugment (Cubuk et al., 2019).
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype that the operator does not take).
   *
   * @param input uint8, int16, int32, float16 or float32 (from 0 to 1), of any shape and layout (without a layout: HWC with 3 dimensions, FHWC with 4).
   *
   * @returns The changed values, of the input's dtype, shape and layout.
   */
  solarize<A extends Input, O extends SolarizeOptions = None>(input: A, options?: Given<O, SolarizeOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * The power of each frequency over time: the squared magnitude of the Fourier transform of overlapping windows of a sound.
   *
   * Source: Allen and Rabiner, "A unified approach to short-time Fourier analysis and synthesis" (1977), after NVIDIA DALI, documentation of fn.spectrogram.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; windowLength, windowStep or nfft is out of range, windowFn has other than windowLength numbers, power is neither 1 nor 2, or layout is neither ft nor tf), INVALID_INPUT (the sound is not float32, has more than one dimension of more than one element, is empty, or is shorter than a window where windows are not centred).
   *
   * @param signal A sound of one channel: float32, 1-D.
   *
   * @returns nfft / 2 + 1 frequencies, from 0 to half of the sample rate, by windows, in `layout`.
   */
  spectrogram<A extends Input, O extends SpectrogramOptions = None>(signal: A, options?: Given<O, SpectrogramOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Shows the image as on a ball: output(p) = input(m + t |t| / d), with the middle m = [W / 2, H / 2], the pixel's centre p, t = p - m, and d the larger of W / 2 and H / 2, rounded down.
   *
   * Source: NVIDIA DALI, documentation of fn.sphere.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype or layout that the operator does not take).
   *
   * @param input Image or sequence: uint8 or float32; layout HWC or FHWC (without a layout: by the number of dimensions). The frames of a sequence are moved alike.
   *
   * @returns Same dtype, layout and shape as the input.
   */
  sphere<A extends Input, O extends SphereOptions = None>(input: A, options?: Given<O, SphereOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Removes dimensions of extent 1. No bytes are copied.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; neither axes nor axisNames is given, or both, or an axis is outside of the input or named twice), INVALID_INPUT (a dimension to remove has another extent than 1, or the layout lacks an axis of axisNames).
   *
   * @param data Tensor of any dtype and layout.
   *
   * @returns The elements without these dimensions, and without their letters in the layout.
   */
  squeeze<A extends Input, O extends SqueezeOptions = None>(data: A, options?: Given<O, SqueezeOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Joins tensors of equal shapes along a new axis.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the output has no such axis, or axisName is no single letter), INVALID_INPUT (the inputs differ in dtype or shape, have 6 dimensions, or axisName is given and they have no layout).
   *
   * @returns The inputs along the new axis. It has a layout if axisName is given.
   */
  stack<Rest extends readonly [Input, ...Input[]]>(...inputs: Rest): Result<Joined<KindOfAll<[...Rest]>, KindOfOptions<None>>>
  /**
   * Joins tensors of equal shapes along a new axis.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the output has no such axis, or axisName is no single letter), INVALID_INPUT (the inputs differ in dtype or shape, have 6 dimensions, or axisName is given and they have no layout).
   *
   * @returns The inputs along the new axis. It has a layout if axisName is given.
   */
  stack<Rest extends readonly [Input, ...Input[]], const O extends StackOptions>(...given: [...inputs: Rest, options: Given<O, StackOptions>]): Result<Joined<KindOfAll<[...Rest]>, KindOfOptions<O>>>
  /**
   * Resamples tensors along axes of any meaning, with a separable filter: sounds, spectrograms, feature maps, volumes. resize does the same for the spatial axes of images. The axes that change must lie within 3 neighbouring ones; other axes keep their elements as they are.
   *
   * Source: Keys 1981 (cubic, a = -1/2); Duchon 1979 (Lanczos, 3 lobes); sampling positions, filter supports and the extents of axes that are not named as DALI's.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; an axis is out of range or there twice, a list has another number of values than 1 or the axes, scales come with a mode that keeps the aspect ratio, or axes that change are too far apart), INVALID_INPUT (the input has no dimensions or a dtype that the operator does not take, its layout lacks an axis of axisNames, or it is too large).
   *
   * @param input uint8, uint16, int16 or float32 of any layout, with 1 dimension or more.
   *
   * @returns The resized tensor: layout as the input, dtype as the input or float32.
   */
  tensorResize<A extends Input, O extends TensorResizeOptions = None>(input: A, options?: Given<O, TensorResizeOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Converts magnitudes to decibels: multiplier * log10(x / reference), at least cutoffDb.
   *
   * Source: NVIDIA DALI, documentation of fn.to_decibels.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input is not float32).
   *
   * @param data Magnitudes or powers: float32, of any shape.
   *
   * @returns Decibels, in the input's shape and layout.
   */
  toDecibels<A extends Input, O extends ToDecibelsOptions = None>(data: A, options?: Given<O, ToDecibelsOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  readonly transforms: {
    /**
     * Combines two or more affine transforms into one. The first is applied first, unless reverseOrder.
     *
     * Source: NVIDIA DALI, documentation of fn.transforms.combine: the product of the matrices, in the order in which the transforms are applied.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (an input is no float32 tensor of shape (n, n + 1), or the inputs are of different shapes).
     *
     * @param first float32, shape (n, n + 1), n from 1 to 6.
     *
     * @returns The transform: float32, shape (n, n + 1), the offset in the last column.
     */
    combine<A extends Input, Rest extends readonly [Input, ...Input[]]>(first: A, ...transforms: Rest): Result<Joined<KindOfAll<[A, ...Rest]>, KindOfOptions<None>>>
    /**
     * Combines two or more affine transforms into one. The first is applied first, unless reverseOrder.
     *
     * Source: NVIDIA DALI, documentation of fn.transforms.combine: the product of the matrices, in the order in which the transforms are applied.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (an input is no float32 tensor of shape (n, n + 1), or the inputs are of different shapes).
     *
     * @param first float32, shape (n, n + 1), n from 1 to 6.
     *
     * @returns The transform: float32, shape (n, n + 1), the offset in the last column.
     */
    combine<A extends Input, Rest extends readonly [Input, ...Input[]], const O extends TransformsCombineOptions>(first: A, ...given: [...transforms: Rest, options: Given<O, TransformsCombineOptions>]): Result<Joined<KindOfAll<[A, ...Rest]>, KindOfOptions<O>>>
    /**
     * Makes the affine transform that maps the box from fromStart to fromEnd onto the box from toStart to toEnd, or combines it with the input.
     *
     * Source: NVIDIA DALI, documentation of fn.transforms.crop: scale (toEnd - toStart) / (fromEnd - fromStart), and fromStart goes to toStart.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the arguments have different numbers of values, or a side of the box has no length), INVALID_INPUT (the input is no float32 tensor of shape (n, n + 1), or has another number of dimensions than the arguments).
     *
     * @returns The transform: float32, shape (n, n + 1), the offset in the last column.
     */
    crop<O extends TransformsCropOptions = None>(options?: Given<O, TransformsCropOptions>): Result<KindOfOptions<O>>
    /**
     * Makes the affine transform that maps the box from fromStart to fromEnd onto the box from toStart to toEnd, or combines it with the input.
     *
     * Source: NVIDIA DALI, documentation of fn.transforms.crop: scale (toEnd - toStart) / (fromEnd - fromStart), and fromStart goes to toStart.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the arguments have different numbers of values, or a side of the box has no length), INVALID_INPUT (the input is no float32 tensor of shape (n, n + 1), or has another number of dimensions than the arguments).
     *
     * @param transform The transform to combine with: float32, shape (n, n + 1). It is applied first, unless reverseOrder.
     *
     * @returns The transform: float32, shape (n, n + 1), the offset in the last column.
     */
    crop<A extends Input, O extends TransformsCropOptions = None>(transform: A, options?: Given<O, TransformsCropOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Makes an affine transform that rotates by an angle: in the plane, or in space around an axis. Or combines it with the input.
     *
     * Source: Rodrigues' rotation formula for the rotation around an axis, counter-clockwise as NVIDIA DALI documents it for fn.transforms.rotation.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axis or center has a wrong number of values, or the axis has no length), INVALID_INPUT (the input is no float32 tensor of shape (n, n + 1), or has another number of dimensions than the arguments).
     *
     * @returns The transform: float32, shape (n, n + 1), the offset in the last column.
     */
    rotation<O extends TransformsRotationOptions>(options: Given<O, TransformsRotationOptions>): Result<KindOfOptions<O>>
    /**
     * Makes an affine transform that rotates by an angle: in the plane, or in space around an axis. Or combines it with the input.
     *
     * Source: Rodrigues' rotation formula for the rotation around an axis, counter-clockwise as NVIDIA DALI documents it for fn.transforms.rotation.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axis or center has a wrong number of values, or the axis has no length), INVALID_INPUT (the input is no float32 tensor of shape (n, n + 1), or has another number of dimensions than the arguments).
     *
     * @param transform The transform to combine with: float32, shape (n, n + 1). It is applied first, unless reverseOrder.
     *
     * @returns The transform: float32, shape (n, n + 1), the offset in the last column.
     */
    rotation<A extends Input, O extends TransformsRotationOptions>(transform: A, options: Given<O, TransformsRotationOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Makes an affine transform that scales along the axes, or combines it with the input.
     *
     * Source: NVIDIA DALI, documentation of fn.transforms.scale: a diagonal matrix.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; scale or center has a wrong number of values), INVALID_INPUT (the input is no float32 tensor of shape (n, n + 1), or has another number of dimensions than the arguments).
     *
     * @returns The transform: float32, shape (n, n + 1), the offset in the last column.
     */
    scale<O extends TransformsScaleOptions>(options: Given<O, TransformsScaleOptions>): Result<KindOfOptions<O>>
    /**
     * Makes an affine transform that scales along the axes, or combines it with the input.
     *
     * Source: NVIDIA DALI, documentation of fn.transforms.scale: a diagonal matrix.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; scale or center has a wrong number of values), INVALID_INPUT (the input is no float32 tensor of shape (n, n + 1), or has another number of dimensions than the arguments).
     *
     * @param transform The transform to combine with: float32, shape (n, n + 1). It is applied first, unless reverseOrder.
     *
     * @returns The transform: float32, shape (n, n + 1), the offset in the last column.
     */
    scale<A extends Input, O extends TransformsScaleOptions>(transform: A, options: Given<O, TransformsScaleOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Makes an affine transform that shears in two or three dimensions, or combines it with the input.
     *
     * Source: NVIDIA DALI, documentation of fn.transforms.shear: factors of the off-diagonal elements, row by row, or the tangents of angles.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; neither or both of shear and angles are given, they or center have a wrong number of values, or an angle lies outside of -90 to 90), INVALID_INPUT (the input is no float32 tensor of shape (n, n + 1), or has another number of dimensions than the arguments).
     *
     * @returns The transform: float32, shape (n, n + 1), the offset in the last column.
     */
    shear<O extends TransformsShearOptions = None>(options?: Given<O, TransformsShearOptions>): Result<KindOfOptions<O>>
    /**
     * Makes an affine transform that shears in two or three dimensions, or combines it with the input.
     *
     * Source: NVIDIA DALI, documentation of fn.transforms.shear: factors of the off-diagonal elements, row by row, or the tangents of angles.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; neither or both of shear and angles are given, they or center have a wrong number of values, or an angle lies outside of -90 to 90), INVALID_INPUT (the input is no float32 tensor of shape (n, n + 1), or has another number of dimensions than the arguments).
     *
     * @param transform The transform to combine with: float32, shape (n, n + 1). It is applied first, unless reverseOrder.
     *
     * @returns The transform: float32, shape (n, n + 1), the offset in the last column.
     */
    shear<A extends Input, O extends TransformsShearOptions = None>(transform: A, options?: Given<O, TransformsShearOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
    /**
     * Makes an affine transform that moves by an offset, or combines it with the input.
     *
     * Source: NVIDIA DALI, documentation of fn.transforms.translation: the identity with an offset.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; offset has more than 6 values), INVALID_INPUT (the input is no float32 tensor of shape (n, n + 1), or has another number of dimensions than the arguments).
     *
     * @returns The transform: float32, shape (n, n + 1), the offset in the last column.
     */
    translation<O extends TransformsTranslationOptions>(options: Given<O, TransformsTranslationOptions>): Result<KindOfOptions<O>>
    /**
     * Makes an affine transform that moves by an offset, or combines it with the input.
     *
     * Source: NVIDIA DALI, documentation of fn.transforms.translation: the identity with an offset.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; offset has more than 6 values), INVALID_INPUT (the input is no float32 tensor of shape (n, n + 1), or has another number of dimensions than the arguments).
     *
     * @param transform The transform to combine with: float32, shape (n, n + 1). It is applied first, unless reverseOrder.
     *
     * @returns The transform: float32, shape (n, n + 1), the offset in the last column.
     */
    translation<A extends Input, O extends TransformsTranslationOptions>(transform: A, options: Given<O, TransformsTranslationOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  }
  /**
   * Reorders the dimensions: dimension i of the output is dimension perm[i] of the input.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; perm is no permutation of the dimensions, or outputLayout has another number of letters).
   *
   * @param input Tensor of any dtype, with up to 6 dimensions.
   *
   * @returns The input's elements in the new order.
   */
  transpose<A extends Input, O extends TransposeOptions = None>(input: A, options?: Given<O, TransposeOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Resamples images and volumes along an affine map: output(x, y) = input(M11 x + M12 y + M13, M21 x + M22 y + M23), where [0, 0] is the corner of the first pixel and pixel centres lie at halves. A sequence's frames share the map. There is no antialiasing.
   *
   * Source: NVIDIA DALI, documentation of fn.warp_affine: the origin is the corner of the first pixel, and pixel centres lie at halves.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; there is no matrix or there are two, a matrix has a wrong number of values or no inverse, or size has a wrong number of values), INVALID_INPUT (the input has a dtype or layout that the operator does not take, no pixels, or the second input is no float32 matrix).
   *
   * @param data uint8, int16, int32 or float32; layout HWC, FHWC, DHWC or FDHWC (without a layout: HWC, FHWC or FDHWC by the number of dimensions).
   *
   * @returns The data in the input's layout. Extents: `size`, else the input's. Dtype: `dtype`, else the input's.
   */
  warpAffine<A extends Input, O extends WarpAffineOptions = None>(data: A, options?: Given<O, WarpAffineOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Resamples images and volumes along an affine map: output(x, y) = input(M11 x + M12 y + M13, M21 x + M22 y + M23), where [0, 0] is the corner of the first pixel and pixel centres lie at halves. A sequence's frames share the map. There is no antialiasing.
   *
   * Source: NVIDIA DALI, documentation of fn.warp_affine: the origin is the corner of the first pixel, and pixel centres lie at halves.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; there is no matrix or there are two, a matrix has a wrong number of values or no inverse, or size has a wrong number of values), INVALID_INPUT (the input has a dtype or layout that the operator does not take, no pixels, or the second input is no float32 matrix).
   *
   * @param data uint8, int16, int32 or float32; layout HWC, FHWC, DHWC or FDHWC (without a layout: HWC, FHWC or FDHWC by the number of dimensions).
   * @param matrix float32 [2, 3], for volumes [3, 4]; in place of the argument matrix.
   *
   * @returns The data in the input's layout. Extents: `size`, else the input's. Dtype: `dtype`, else the input's.
   */
  warpAffine<A extends Input, B extends Input, O extends WarpAffineOptions = None>(data: A, matrix: B, options?: Given<O, WarpAffineOptions>): Result<Joined<KindOf<A>, Joined<KindOf<B>, KindOfOptions<O>>>>
  /**
   * Moves pixels along two waves, as water does with what lies below it: output(x, y) = input(x + amplX sin(freqX y + phaseX), y + amplY cos(freqY x + phaseY)), where [0, 0] is the corner of the first pixel.
   *
   * Source: NVIDIA DALI, documentation of fn.water.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a dtype or layout that the operator does not take).
   *
   * @param input Image or sequence: uint8 or float32; layout HWC or FHWC (without a layout: by the number of dimensions). The frames of a sequence are moved alike.
   *
   * @returns Same dtype, layout and shape as the input.
   */
  water<A extends Input, O extends WaterOptions = None>(input: A, options?: Given<O, WaterOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
  /**
   * Gives a tensor of zeros.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; layout has another number of letters than shape has values).
   *
   * @returns The tensor, of shape `shape`, dtype `dtype` and layout `layout`.
   */
  zeros<O extends ZerosOptions = None>(options?: Given<O, ZerosOptions>): Result<KindOfOptions<O>>
  /**
   * Gives a tensor of zeros with the shape of another one.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
   *
   * @param shapeLike The output takes the shape and layout of this input; its values are not read.
   *
   * @returns The tensor, in the input's shape and layout. Dtype: `dtype`, else the input's.
   */
  zerosLike<A extends Input, O extends ZerosLikeOptions = None>(shapeLike: A, options?: Given<O, ZerosLikeOptions>): Result<Joined<KindOf<A>, KindOfOptions<O>>>
}
