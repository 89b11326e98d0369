// From native/ops/*/op.json by tools/gen.ts. Do not edit.
import type { ExternalSourceFn } from '../api/external-source.js'
import type { OpOptions } from '../definition/op-options.js'
import type { JsFunctionFn } from '../api/js-function.js'
import type { VideoInputFn } from '../api/video-input.js'
import type { MixtureFn } from '../api/mixture.js'
import type { DataNode } from '../definition/node.js'
import type { Asked, AskedOfList, Counted, DtypeBy, DtypeOf, Given, Made, Named, None, OneOrAll, Repeated } from '../api/typed.js'
import type { OnError } from '../graph/types.js'
import type { DType, ImageType, Interp } from './abi.js'

/** Arguments of `fn.audioResample`. */
export interface AudioResampleOptions extends OpOptions {
  /** Sample rate of the input, in the unit of outRate. May differ per sample. */
  inRate?: number | DataNode
  /** Sample rate of the output. At least 0. May differ per sample. */
  outRate?: number | DataNode
  /** The output's rate by the input's: 2 doubles the number of frames. May differ per sample. */
  scale?: number | DataNode
  /** Number of frames that the output has. At least 0. May differ per sample. */
  outLength?: number | DataNode
  /** Output dtype, the input's when not given. A sound of another dtype is scaled: -1 to 1 of float32 is the range of a whole number, so that 1 becomes 32767 as int16 and 255 as uint8, and 0 becomes 128 as uint8. */
  dtype?: DType
  /** Where the rate becomes lower, lower the filter's cut-off with it, so that frequencies above half of the new rate are removed. false, as in DALI: they are folded down into the sound. Default: false. */
  antialias?: boolean
  /** How many lobes the sinc has on either side, from 0 (3 lobes) to 50 (16) and 100 (64): 0.007 q^2 - 0.09 q + 3, rounded. More give a sharper cut-off and take longer. From 0 to 100. Default: 50. */
  quality?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.autocontrast`. */
export interface AutocontrastOptions extends OpOptions {
  /** How a stretched value becomes an integer: 'truncate' drops its fraction, as torchvision does; 'nearest' rounds it, halves to even, as DALI's auto_contrast does. Default: 'truncate'. */
  rounding?: 'truncate' | 'nearest'
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.bBoxPaste`. */
export interface BBoxPasteOptions extends OpOptions {
  /** Extent of the canvas in extents of the image, as in paste. Required. Above 0. May differ per sample. */
  ratio: number | DataNode
  /** Horizontal place of the image on the canvas, as in paste: 0 is at the left, 1 at the right. Default: 0.5. May differ per sample. */
  pasteX?: number | DataNode
  /** Vertical place of the image on the canvas: 0 is at the top, 1 at the bottom. Default: 0.5. May differ per sample. */
  pasteY?: number | DataNode
  /** Boxes are left, top, right, bottom, not left, top, width, height. Default: false. */
  ltrb?: boolean
}

/** Arguments of `fn.bBoxRotate`. */
export interface BBoxRotateOptions extends OpOptions {
  /** Angle in degrees, counter-clockwise, as in rotate. Required. May differ per sample. */
  angle: number | DataNode
  /** Shape of the image before it is rotated, in pixels, in the order of shapeLayout; more values than letters are not read. Required. At least 1. May differ per sample. */
  inputShape: number | readonly number[] | DataNode
  /** 'expand': the box encloses the rotated box. 'fixed': it keeps the lengths of its sides. 'halfway': the mean of both. Default: 'expand'. */
  mode?: 'expand' | 'halfway' | 'fixed'
  /** Format of the boxes: left, top, right, bottom, or left, top, width, height. Default: 'xyXY'. */
  bboxLayout?: 'xyXY' | 'xyWH'
  /** Coordinates are fractions of the extents, before and after. Otherwise they are pixels. Default: true. */
  bboxNormalized?: boolean
  /** The canvas is as large as the image. Otherwise it holds the whole rotated image. Default: false. */
  keepSize?: boolean
  /** Boxes of which less than this share of the area lies on the canvas are dropped; below 1. Boxes without an area are always dropped. From 0 to 1. Default: 0.1. */
  removeThreshold?: number
  /** Which value of inputShape is which extent, a letter a value; H and W are read. Default: 'HW'. */
  shapeLayout?: string
  /** Extents of the canvas in pixels, [height, width], where rotate has been given some; fractions are dropped. At least 1. 2 values. May differ per sample. */
  size?: number | readonly number[] | DataNode
}

/** Arguments of `fn.batchPermutation`. */
export interface BatchPermutationOptions extends OpOptions {
  /** Whether each place is drawn independently of the others, so that some come several times. Default: false. */
  allowRepetitions?: boolean
  /** Whether no sample may get its own place. The permutation is then a single cycle through all of them, as in DALI. A batch of one sample has no other place: it gets its own. Default: false. */
  noFixedPoints?: boolean
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
}

/** Arguments of `fn.bbFlip`. */
export interface BbFlipOptions extends OpOptions {
  /** Mirror left and right when not 0. Default: 1. May differ per sample. */
  horizontal?: number | boolean | DataNode
  /** Boxes are left, top, right, bottom, not left, top, width, height. Default: false. */
  ltrb?: boolean
  /** Mirror top and bottom when not 0. Default: 0. May differ per sample. */
  vertical?: number | boolean | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.boxEncoder`. */
export interface BoxEncoderOptions extends OpOptions {
  /** The anchors: left, top, right, bottom of each. Required. One value or more. */
  anchors: number | readonly number[]
  /** The intersection over union above which a box matches an anchor. From 0 to 1. Default: 0.5. */
  criteria?: number
  /** What is subtracted from offsets: x, y, width, height. 4 values. Default: [0, 0, 0, 0]. */
  means?: number | readonly number[]
  /** Encode centres as their distance from the anchor's in extents of the anchor, and sides as the logarithm of their ratio to the anchor's; then subtract means and divide by stds. Default: false. */
  offset?: boolean
  /** With offset, a factor for boxes and anchors before they are compared. Default: 1. */
  scale?: number
  /** What offsets are divided by: x, y, width, height. 4 values. Default: [1, 1, 1, 1]. */
  stds?: number | readonly number[]
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.brightness`. */
export interface BrightnessOptions extends OpOptions {
  /** Factor: 0 gives black, 1 changes nothing, 2 doubles the values. Default: 1. May differ per sample. */
  brightness?: number | DataNode
  /** Added last, as a fraction of the output dtype's brightest value: 255, 32767, 2147483647, or 1 for floating point. Default: 0. May differ per sample. */
  brightnessShift?: number | DataNode
  /** Output dtype: uint8, int16, int32, float16 or float32. Default: the input's. */
  dtype?: DType
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.brightnessContrast`. */
export interface BrightnessContrastOptions extends OpOptions {
  /** Factor: 0 gives black, 1 changes nothing, 2 doubles the values. Default: 1. May differ per sample. */
  brightness?: number | DataNode
  /** Factor on the distance to contrastCenter: 0 gives uniform grey, 1 changes nothing, 2 doubles the contrast. Default: 1. May differ per sample. */
  contrast?: number | DataNode
  /** Added last, as a fraction of the output dtype's brightest value: 255, 32767, 2147483647, or 1 for floating point. Default: 0. May differ per sample. */
  brightnessShift?: number | DataNode
  /** The value that contrast leaves as it is, in the input's units. Default: the middle of the input dtype's range: 128, 16384, 1073741824, or 0.5 for floating point. May differ per sample. */
  contrastCenter?: number | DataNode
  /** Output dtype: uint8, int16, int32, float16 or float32. Default: the input's. */
  dtype?: DType
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.cast`. */
export interface CastOptions extends OpOptions {
  /** Output dtype. Required. */
  dtype: DType
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.castLike`. */
export interface CastLikeOptions extends OpOptions {
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.cat`. */
export interface CatOptions extends OpOptions {
  /** The axis along which the tensors are joined; negative counts from the last. Not together with axisName. Default: 0. */
  axis?: number
  /** The axis, by its letter in the first input's layout. Not together with axis. 1 letter. */
  axisName?: string
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.clahe`. */
export interface ClaheOptions extends OpOptions {
  /** The most that a bin of a histogram may hold, in units of the mean bin (the tile's area / 256), but at least one pixel; what is above is spread over all bins. Higher values give more contrast; 0 or less sets no limit. Required. */
  clipLimit: number
  /** Tiles along the width. An image that is no multiple is extended by mirrored pixels. Required. From 1 to 4096. */
  tilesX: number
  /** Tiles along the height. Required. From 1 to 4096. */
  tilesY: number
  /** RGB: equalize L of CIE L*a*b* alone. false: each channel for itself, on every device (DALI does so on the CPU alone). Default: true. */
  lumaOnly?: boolean
  /** The number of a histogram's bins. Without effect here: DALI does not use it either: histograms have a bin for each of the 256 values.. Default: 256. */
  bins?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.colorSpaceConversion`. */
export interface ColorSpaceConversionOptions extends OpOptions {
  /** Colour model of the input: 'rgb', 'bgr', 'gray' or 'ycbcr'. Required. One of 'rgb', 'bgr', 'gray', 'ycbcr'. */
  imageType: ImageType
  /** Colour model of the output: 'rgb', 'bgr', 'gray' or 'ycbcr'. Required. One of 'rgb', 'bgr', 'gray', 'ycbcr'. */
  outputType: ImageType
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.colorTwist`. */
export interface ColorTwistOptions extends OpOptions {
  /** Turns the colours by this many degrees. Default: 0. May differ per sample. */
  hue?: number | DataNode
  /** Factor on the colourfulness: 0 gives grey, 1 changes nothing. Default: 1. May differ per sample. */
  saturation?: number | DataNode
  /** Factor on the distance to the middle grey: 0 gives uniform grey, 1 changes nothing. Default: 1. May differ per sample. */
  contrast?: number | DataNode
  /** Factor on the result: 0 gives black, 1 changes nothing. Default: 1. May differ per sample. */
  brightness?: number | DataNode
  /** Output dtype: uint8, int16, int32, float16 or float32. Default: the input's. */
  dtype?: DType
  /** Colour model of the input. Without effect here: the channels are taken as red, green and blue, as in DALI. One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'. */
  imageType?: ImageType
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.constant`. */
export interface ConstantOptions extends OpOptions {
  /** The values, row by row, as floating point. Either fdata or idata. May be NaN or infinite. */
  fdata?: number | readonly number[]
  /** The values, row by row, as 32-bit integers. Either fdata or idata. */
  idata?: number | readonly number[]
  /** Shape of the output. Without it the output is 1-D, with as many elements as there are values. One value fills any shape. At least 0. */
  shape?: number | readonly number[]
  /** Output dtype: float32 for fdata and int32 for idata when not given. Values are converted as by cast. */
  dtype?: DType
  /** Layout of the output, one letter per dimension. */
  layout?: string
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.contrast`. */
export interface ContrastOptions extends OpOptions {
  /** Factor on the distance to contrastCenter: 0 gives uniform grey, 1 changes nothing, 2 doubles the contrast. Default: 1. May differ per sample. */
  contrast?: number | DataNode
  /** contrastCenter is the mean brightness of the image, or of each frame, by the weights 0.299, 0.587 and 0.114 (ITU-R BT.601) of red, green and blue. For uint8 in HWC or FHWC with 1 or 3 channels. Default: false. */
  aroundMean?: boolean
  /** The value that contrast leaves as it is, in the input's units. Default: the middle of the input dtype's range: 128, 16384, 1073741824, or 0.5 for floating point. May differ per sample. */
  contrastCenter?: number | DataNode
  /** Output dtype: uint8, int16, int32, float16 or float32. Default: the input's. */
  dtype?: DType
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.coordFlip`. */
export interface CoordFlipOptions extends OpOptions {
  /** Mirror the x coordinate when not 0. Default: 1. May differ per sample. */
  flipX?: number | boolean | DataNode
  /** Where the mirror stands along x; 0.5 for fractions of an extent. Default: 0.5. May differ per sample. */
  centerX?: number | DataNode
  /** Where the mirror stands along y; 0.5 for fractions of an extent. Default: 0.5. May differ per sample. */
  centerY?: number | DataNode
  /** Where the mirror stands along z; 0.5 for fractions of an extent. Default: 0.5. May differ per sample. */
  centerZ?: number | DataNode
  /** Mirror the y coordinate when not 0. Default: 0. May differ per sample. */
  flipY?: number | boolean | DataNode
  /** Mirror the z coordinate when not 0. Default: 0. May differ per sample. */
  flipZ?: number | boolean | DataNode
  /** Which column is which coordinate, a letter a column: x, y and z. When empty: xyz. Default: ''. */
  layout?: string
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.coordTransform`. */
export interface CoordTransformOptions extends OpOptions {
  /** The matrix with the offset as its last column, as transforms.* make it; in place of M and T. One number stands for that multiple of the identity. May differ per sample. */
  MT?: number | readonly number[] | DataNode
  /** The matrix, row by row, or one number for that multiple of the identity. Per sample: a number, or a matrix of two dimensions. The identity when neither M nor MT is given. May differ per sample. */
  M?: number | readonly number[] | DataNode
  /** The offset, one value for each row of the matrix, or one for all. 0 when not given. May differ per sample. */
  T?: number | readonly number[] | DataNode
  /** Output dtype: float32, or the input's. Default: 'float32'. */
  dtype?: DType
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.copy`. */
export interface CopyOptions extends OpOptions {
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.crop`. */
export interface CropOptions extends OpOptions {
  /** Window shape: [height, width], or [depth, height, width] where the input has D or F. A fraction is dropped; a value of 0 or less takes the whole extent. Not together with cropH, cropW, cropD. 2 or 3 values. May differ per sample. */
  crop?: number | readonly number[] | DataNode
  /** Horizontal position of the window, as a fraction of the width that it leaves free: 0 is the left edge, 0.5 the centre, 1 the right edge. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosX?: number | DataNode
  /** Vertical position of the window, as a fraction of the height that it leaves free: 0 is the top edge, 0.5 the centre, 1 the bottom edge. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosY?: number | DataNode
  /** Window height in pixels; 0 takes the whole extent. Needs cropW. Default: 0. May differ per sample. */
  cropH?: number | DataNode
  /** Window width in pixels; 0 takes the whole extent. Needs cropH. Default: 0. May differ per sample. */
  cropW?: number | DataNode
  /** Pixels that count as part of the image around it: one value for all sides, [top and bottom, left and right], or [top, left, bottom, right]. The window starts at round(cropPos * (before + extent + after - size)) - before, as torchvision's RandomCrop places it; without crop arguments it is the padded image. What lies outside the input is made by outOfBoundsPolicy; under 'error' it is fillValues, and only a window larger than the padded image is an error. torchvision's pad_if_needed is outOfBoundsPolicy 'pad'. At least 0. 1 or 2 or 4 values. May differ per sample. */
  padding?: number | readonly number[] | DataNode
  /** Output dtype; the input's when not given. Values are clamped to the dtype's range and fractions are dropped (use cast to round). */
  dtype?: DType
  /** Window depth in voxels (frames for a sequence); 0 takes the whole extent. Needs cropH and cropW. Default: 0. May differ per sample. */
  cropD?: number | DataNode
  /** Position of the window along the depth (frames for a sequence), as a fraction of the depth that it leaves free. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosZ?: number | DataNode
  /** How the window's start becomes a whole number: 'round' to the nearest (halves away from zero), 'truncate' towards zero. Default: 'round'. */
  rounding?: 'round' | 'truncate'
  /** Values of elements outside the input under 'pad': one for all channels, or one per channel of the output. May be NaN or infinite. Default: [0]. */
  fillValues?: number | readonly number[]
  /** What a window that reaches outside the input gives: 'error': the sample fails with INVALID_INPUT; 'pad' (or 'constant'): fillValues; 'trim_to_shape': a smaller output; 'edge' (or 'clamp'): the border repeated; 'reflect_1001' (or 'reflect'): mirrored with the border doubled; 'reflect_101': mirrored around the border; 'wrap': the input tiled. Default: 'error'. */
  outOfBoundsPolicy?: 'error' | 'pad' | 'constant' | 'trim_to_shape' | 'edge' | 'clamp' | 'reflect_1001' | 'reflect' | 'reflect_101' | 'wrap'
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.cropMirrorNormalize`. */
export interface CropMirrorNormalizeOptions extends OpOptions {
  /** Window shape: [height, width], or [depth, height, width] where the input has D or F. A fraction is dropped; a value of 0 or less takes the whole extent. Not together with cropH, cropW, cropD. 2 or 3 values. May differ per sample. */
  crop?: number | readonly number[] | DataNode
  /** Horizontal position of the window, as a fraction of the width that it leaves free: 0 is the left edge, 0.5 the centre, 1 the right edge. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosX?: number | DataNode
  /** Vertical position of the window, as a fraction of the height that it leaves free: 0 is the top edge, 0.5 the centre, 1 the bottom edge. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosY?: number | DataNode
  /** Window height in pixels; 0 takes the whole extent. Needs cropW. Default: 0. May differ per sample. */
  cropH?: number | DataNode
  /** Window width in pixels; 0 takes the whole extent. Needs cropH. Default: 0. May differ per sample. */
  cropW?: number | DataNode
  /** Mirrors the window along W when not 0. Default: 0. May differ per sample. */
  mirror?: number | boolean | DataNode
  /** Subtracted from the input: one value, or one per channel. Default: [0]. May differ per sample. */
  mean?: number | readonly number[] | DataNode
  /** Divides the difference: one value, or one per channel. Default: [1]. May differ per sample. */
  std?: number | readonly number[] | DataNode
  /** Output dtype. Default: 'float32'. */
  dtype?: DType
  /** Layout of the output: a permutation of the input's. Default: 'CHW'. */
  outputLayout?: string
  /** Window depth in voxels (frames for a sequence); 0 takes the whole extent. Needs cropH and cropW. Default: 0. May differ per sample. */
  cropD?: number | DataNode
  /** Position of the window along the depth (frames for a sequence), as a fraction of the depth that it leaves free. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosZ?: number | DataNode
  /** How the window's start becomes a whole number: 'round' to the nearest (halves away from zero), 'truncate' towards zero. Default: 'round'. */
  rounding?: 'round' | 'truncate'
  /** Values of elements outside the input under 'pad', and of the channels that padOutput adds: one for all channels, or one per channel (added channels without a value get 0). They are not normalised; for an integer dtype the fraction is dropped. Under the other policies padding is 0. May be NaN or infinite. Default: [0]. */
  fillValues?: number | readonly number[]
  /** What a window that reaches outside the input gives: 'error': the sample fails with INVALID_INPUT; 'pad' (or 'constant'): fillValues; 'trim_to_shape': a smaller output. Default: 'error'. */
  outOfBoundsPolicy?: 'error' | 'pad' | 'constant' | 'trim_to_shape'
  /** Add channels up to a power of 2. Default: false. */
  padOutput?: boolean
  /** Multiplies the normalised value; useful with integer dtypes. Default: 1. */
  scale?: number
  /** Added to the scaled value. Default: 0. */
  shift?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.debayer`. */
export interface DebayerOptions extends OpOptions {
  /** Row and column of blue in the tile of 2 x 2 pixels that begins in the second row and column of the sensor, as OpenCV names patterns: [0, 0] is BG, [0, 1] GB, [1, 0] GR, [1, 1] RG. One number stands for both. Required. From 0 to 1. 1 or 2 values. May differ per sample. */
  bluePosition: number | readonly number[] | DataNode
  /** 'bilinear_ocv': means of the nearest pixels of a colour. 'edgeaware_ocv': green is the mean of the two neighbours, above and below or left and right, that differ less. 'gray_ocv': shades of grey in place of colours. The outermost pixels repeat their inner neighbours. Default: 'bilinear_ocv'. */
  algorithm?: 'bilinear_ocv' | 'edgeaware_ocv' | 'gray_ocv'
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.decoders.audio`. */
export interface DecodersAudioOptions extends OpOptions {
  /** Frames per second that the sound is resampled to, in Hz, as audioResample does it. 0: those of the file. At least 0. Default: 0. May differ per sample. */
  sampleRate?: number | DataNode
  /** Give the mean of the channels, as a sound of one dimension. Default: false. */
  downmix?: boolean
  /** float32: from -1 to 1, as far as the file stays inside. int16 and int32: the whole range of the dtype; a file with more bits loses its lowest ones, and floats of a file, means and interpolated values are scaled by the largest number, rounded and limited. Default: 'float32'. */
  dtype?: DType
  /** Largest number of elements, frames times channels, that are decoded of a file, and that the output has; 0 for no limit. A longer sound is a bad sample; this is checked in the header, before memory is allocated. The default is 2^29, three hours of one channel at 48 kHz. At least 0. Default: 536870912. */
  maxElements?: number
  /** Where the rate becomes lower, lower the filter's cut-off with it, so that frequencies above half of the new rate are removed. false, as in DALI: they are folded down into the sound. Default: false. */
  antialias?: boolean
  /** How many lobes the sinc has on either side, from 0 (3 lobes) to 50 (16) and 100 (64): 0.007 q^2 - 0.09 q + 3, rounded. More give a sharper cut-off and take longer. From 0 to 100. Default: 50. */
  quality?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.decoders.image`. */
export interface DecodersImageOptions extends OpOptions {
  /** Colour model: 'rgb', 'bgr', 'ycbcr' (ITU-R BT.601, studio range), 'gray' (1 channel), 'any': the channels of the file, where CMYK counts as RGB, or 'index': what a palette image (PNG, GIF, BMP, TIFF) stores, without its palette, as 1 channel of uint8; any other image is then a bad sample. One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'. */
  outputType?: ImageType
  /** uint8; uint16, where the brightest value is 65535; or float32, where it is 1. Anything else fails with INVALID_ARGUMENT. One of 'uint8', 'uint16', 'float32'. Default: 'uint8'. */
  dtype?: DType
  /** Turn and mirror the image as its EXIF orientation says. Windows are then in the turned image's coordinates. Default: true. */
  adjustOrientation?: boolean
  /** 'fast': where only resizes read the images and all of them make them smaller, each image is decoded no larger than they need, at a half, a quarter or an eighth of its size. This takes less time and changes pixels a little: docs/reference/resize.md has the numbers. All other images are decoded whole. JPEG, WebP and JPEG 2000 are decoded smaller, and TIFF that holds smaller versions of its image. No effect on 'mixed'. Default: 'off'. */
  shrink?: 'off' | 'fast'
  /** Write a line to standard error when the pipeline is closed: how many images the cache has, how many came from it, and how many were decoded. Default: false. */
  cacheDebug?: boolean
  /** Megabytes (2^20 bytes) of decoded images that are kept, in host memory, or on 'mixed' in GPU memory, so that later epochs copy them; 0 for none. They count to memoryBudget from the start. An image that was kept stays until the pipeline is closed. Files are compared by a hash of 128 bits of their bytes; pixels are the same with and without the cache. Crops and slices that read the images are not decoded alone then. At least 0. Default: 0. */
  cacheSize?: number
  /** Bytes of pixels from which an image is kept in the cache. At least 0. Default: 0. */
  cacheThreshold?: number
  /** Which images the cache keeps: 'threshold': all of cacheThreshold bytes or more, until it is full; 'largest': of those, the largest that there is room for, which are known when the first image comes again. Default: 'threshold'. */
  cacheType?: 'threshold' | 'largest'
  /** What decodes JPEG on 'mixed'. 'auto': kernels that decode whole batches; what they do not take (progressive or damaged files, other formats) threads decode. 'kernels': the same. 'cpu': threads. These give the same bytes, libjpeg-turbo's. 'engines': the GPU's JPEG engines (nvJPEG) decode what they take, with bytes of their own, and leave the streaming multiprocessors to others; the rest is decoded as with 'auto'. No effect on the CPU. Default: 'auto'. */
  decodeWith?: 'auto' | 'engines' | 'kernels' | 'cpu'
  /** Interpolate the colour of subsampled JPEGs (smoother) instead of repeating it (faster). The bytes are libjpeg-turbo's in both modes. Default: true; on 'mixed' false. */
  jpegFancyUpsampling?: boolean
  /** Longest time that decoding one image may take, in seconds of its thread's CPU time (so that a good file does not fail because the machine is busy); 0 for no limit. An image that takes longer is a bad sample. The limit is checked between rows; WebP, GIF, AVIF, JPEG 2000 and interlaced PNG are decoded in one piece, so it is checked only after they are decoded. On 'mixed' it applies to images that threads decode. At least 0. Default: 0. */
  maxDecodeSeconds?: number
  /** Largest number of pixels, width times height of the whole image, that is decoded; 0 for no limit. A larger image is a bad sample; this is checked in its header, before memory is allocated. The default is 16383 x 16383. At least 0. Default: 268402689. */
  maxPixels?: number
  /** Expected height of the images, in pixels. Where preallocateWidthHint is given too, memory for batches is allocated for images of that size, with 3 channels, before the first batch: on the CPU in host memory, on 'mixed' in GPU memory. bytesPerSampleHint takes precedence. Default: 0. */
  preallocateHeightHint?: number
  /** Expected width of the images, in pixels; see preallocateHeightHint. Default: 0. */
  preallocateWidthHint?: number
  /** Largest share of the GPU, above 0 and up to 1, that decoding kernels may take on 'mixed'. Below 1 they run beside a training job in a stream of low priority, with as few blocks. At most 1. Above 0. Default: 1. */
  smShare?: number
  /** Take libjpeg-turbo's fast, less exact inverse transform for JPEG. Default: false. */
  useFastIdct?: boolean
  /** Ties DALI's decoding threads to cores. Without effect here: the threads that decode, on 'mixed' too, are the pipeline's; its option setAffinity ties them to cores. Default: true. */
  affine?: boolean
  /** How DALI copies cached images. Without effect here: images are copied from the cache one by one. Default: true. */
  cacheBatchCopy?: boolean
  /** Bytes of device memory that DALI has ready for JPEG. Without effect here: on 'mixed' the decoder's own buffers grow with the first images and are kept; bytesPerSampleHint has memory for the decoded images ready. Default: 16777216. */
  deviceMemoryPadding?: number
  /** Bytes of device memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a GPU. Default: 0. */
  deviceMemoryPaddingJpeg2k?: number
  /** Bytes of page-locked memory that DALI has ready for JPEG. Without effect here: on 'mixed' each thread's page-locked buffers grow with the first images and are kept. Default: 8388608. */
  hostMemoryPadding?: number
  /** Bytes of page-locked memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a GPU. Default: 0. */
  hostMemoryPaddingJpeg2k?: number
  /** Share of the images, 0 to 1, that the JPEG engines decode in DALI. Without effect here: no share is given to the GPU's JPEG engines: they decode what they take with decodeWith: 'engines', and nothing else. Default: 0.65. */
  hwDecoderLoad?: number
  /** Pixels from which DALI does Huffman decoding on the GPU. Without effect here: on 'mixed' kernels do the Huffman decoding of every image that they take, whatever its size; see decodeWith. Default: 1000000. */
  hybridHuffmanThreshold?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'cpu'. */
  device?: 'cpu' | 'mixed'
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.decoders.imageCrop`. */
export interface DecodersImageCropOptions extends OpOptions {
  /** Colour model: 'rgb', 'bgr', 'ycbcr' (ITU-R BT.601, studio range), 'gray' (1 channel), 'any': the channels of the file, where CMYK counts as RGB, or 'index': what a palette image (PNG, GIF, BMP, TIFF) stores, without its palette, as 1 channel of uint8; any other image is then a bad sample. One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'. */
  outputType?: ImageType
  /** uint8; uint16, where the brightest value is 65535; or float32, where it is 1. Anything else fails with INVALID_ARGUMENT. One of 'uint8', 'uint16', 'float32'. Default: 'uint8'. */
  dtype?: DType
  /** Turn and mirror the image as its EXIF orientation says. Windows are then in the turned image's coordinates. Default: true. */
  adjustOrientation?: boolean
  /** 'fast': where only resizes read the images and all of them make them smaller, each image is decoded no larger than they need, at a half, a quarter or an eighth of its size. This takes less time and changes pixels a little: docs/reference/resize.md has the numbers. All other images are decoded whole. JPEG, WebP and JPEG 2000 are decoded smaller, and TIFF that holds smaller versions of its image. No effect on 'mixed'. Default: 'off'. */
  shrink?: 'off' | 'fast'
  /** Window shape: [height, width], or [depth, height, width] where the input has D or F. A fraction is dropped; a value of 0 or less takes the whole extent. Not together with cropH, cropW, cropD. 2 or 3 values. May differ per sample. */
  crop?: number | readonly number[] | DataNode
  /** Horizontal position of the window, as a fraction of the width that it leaves free: 0 is the left edge, 0.5 the centre, 1 the right edge. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosX?: number | DataNode
  /** Vertical position of the window, as a fraction of the height that it leaves free: 0 is the top edge, 0.5 the centre, 1 the bottom edge. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosY?: number | DataNode
  /** Window height in pixels; 0 takes the whole extent. Needs cropW. Default: 0. May differ per sample. */
  cropH?: number | DataNode
  /** Window width in pixels; 0 takes the whole extent. Needs cropH. Default: 0. May differ per sample. */
  cropW?: number | DataNode
  /** What decodes JPEG on 'mixed'. 'auto': kernels that decode whole batches; what they do not take (progressive or damaged files, other formats) threads decode. 'kernels': the same. 'cpu': threads. These give the same bytes, libjpeg-turbo's. 'engines': the GPU's JPEG engines (nvJPEG) decode what they take, with bytes of their own, and leave the streaming multiprocessors to others; the rest is decoded as with 'auto'. No effect on the CPU. Default: 'auto'. */
  decodeWith?: 'auto' | 'engines' | 'kernels' | 'cpu'
  /** Interpolate the colour of subsampled JPEGs (smoother) instead of repeating it (faster). The bytes are libjpeg-turbo's in both modes. Default: true; on 'mixed' false. */
  jpegFancyUpsampling?: boolean
  /** Longest time that decoding one image may take, in seconds of its thread's CPU time (so that a good file does not fail because the machine is busy); 0 for no limit. An image that takes longer is a bad sample. The limit is checked between rows; WebP, GIF, AVIF, JPEG 2000 and interlaced PNG are decoded in one piece, so it is checked only after they are decoded. On 'mixed' it applies to images that threads decode. At least 0. Default: 0. */
  maxDecodeSeconds?: number
  /** Largest number of pixels, width times height of the whole image, that is decoded; 0 for no limit. A larger image is a bad sample; this is checked in its header, before memory is allocated. The default is 16383 x 16383. At least 0. Default: 268402689. */
  maxPixels?: number
  /** Largest share of the GPU, above 0 and up to 1, that decoding kernels may take on 'mixed'. Below 1 they run beside a training job in a stream of low priority, with as few blocks. At most 1. Above 0. Default: 1. */
  smShare?: number
  /** Take libjpeg-turbo's fast, less exact inverse transform for JPEG. Default: false. */
  useFastIdct?: boolean
  /** Window depth in voxels (frames for a sequence); 0 takes the whole extent. Needs cropH and cropW. Default: 0. May differ per sample. */
  cropD?: number | DataNode
  /** Position of the window along the depth (frames for a sequence), as a fraction of the depth that it leaves free. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosZ?: number | DataNode
  /** How the window's start becomes a whole number: 'round' to the nearest (halves away from zero), 'truncate' towards zero. Default: 'round'. */
  rounding?: 'round' | 'truncate'
  /** Ties DALI's decoding threads to cores. Without effect here: the threads that decode, on 'mixed' too, are the pipeline's; its option setAffinity ties them to cores. Default: true. */
  affine?: boolean
  /** Bytes of device memory that DALI has ready for JPEG. Without effect here: on 'mixed' the decoder's own buffers grow with the first images and are kept; bytesPerSampleHint has memory for the decoded images ready. Default: 16777216. */
  deviceMemoryPadding?: number
  /** Bytes of device memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a GPU. Default: 0. */
  deviceMemoryPaddingJpeg2k?: number
  /** Bytes of page-locked memory that DALI has ready for JPEG. Without effect here: on 'mixed' each thread's page-locked buffers grow with the first images and are kept. Default: 8388608. */
  hostMemoryPadding?: number
  /** Bytes of page-locked memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a GPU. Default: 0. */
  hostMemoryPaddingJpeg2k?: number
  /** Share of the images, 0 to 1, that the JPEG engines decode in DALI. Without effect here: no share is given to the GPU's JPEG engines: they decode what they take with decodeWith: 'engines', and nothing else. Default: 0.65. */
  hwDecoderLoad?: number
  /** Pixels from which DALI does Huffman decoding on the GPU. Without effect here: on 'mixed' kernels do the Huffman decoding of every image that they take, whatever its size; see decodeWith. Default: 1000000. */
  hybridHuffmanThreshold?: number
  /** Expected height of the images, in pixels. Without effect here: the output is as large as the window, for which bytesPerSampleHint says how much memory to have ready. Default: 0. */
  preallocateHeightHint?: number
  /** Expected width of the images, in pixels. Without effect here: the output is as large as the window, for which bytesPerSampleHint says how much memory to have ready. Default: 0. */
  preallocateWidthHint?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'cpu'. */
  device?: 'cpu' | 'mixed'
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.decoders.imageRandomCrop`. */
export interface DecodersImageRandomCropOptions extends OpOptions {
  /** Colour model: 'rgb', 'bgr', 'ycbcr' (ITU-R BT.601, studio range), 'gray' (1 channel), 'any': the channels of the file, where CMYK counts as RGB, or 'index': what a palette image (PNG, GIF, BMP, TIFF) stores, without its palette, as 1 channel of uint8; any other image is then a bad sample. One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'. */
  outputType?: ImageType
  /** uint8; uint16, where the brightest value is 65535; or float32, where it is 1. Anything else fails with INVALID_ARGUMENT. One of 'uint8', 'uint16', 'float32'. Default: 'uint8'. */
  dtype?: DType
  /** Turn and mirror the image as its EXIF orientation says. Windows are then in the turned image's coordinates. Default: true. */
  adjustOrientation?: boolean
  /** 'fast': where only resizes read the images and all of them make them smaller, each image is decoded no larger than they need, at a half, a quarter or an eighth of its size. This takes less time and changes pixels a little: docs/reference/resize.md has the numbers. All other images are decoded whole. JPEG, WebP and JPEG 2000 are decoded smaller, and TIFF that holds smaller versions of its image. No effect on 'mixed'. Default: 'off'. */
  shrink?: 'off' | 'fast'
  /** Lowest and highest share of the image's area that the window covers; drawn uniformly. One value stands for both. Above 0. 1 or 2 values. Default: [0.08, 1]. */
  randomArea?: number | readonly number[]
  /** Lowest and highest width / height of the window, above 0; its logarithm is drawn uniformly. One value stands for both. Above 0. 1 or 2 values. Default: [0.75, 1.3333333333333333]. */
  randomAspectRatio?: number | readonly number[]
  /** What decodes JPEG on 'mixed'. 'auto': kernels that decode whole batches; what they do not take (progressive or damaged files, other formats) threads decode. 'kernels': the same. 'cpu': threads. These give the same bytes, libjpeg-turbo's. 'engines': the GPU's JPEG engines (nvJPEG) decode what they take, with bytes of their own, and leave the streaming multiprocessors to others; the rest is decoded as with 'auto'. No effect on the CPU. Default: 'auto'. */
  decodeWith?: 'auto' | 'engines' | 'kernels' | 'cpu'
  /** Interpolate the colour of subsampled JPEGs (smoother) instead of repeating it (faster). The bytes are libjpeg-turbo's in both modes. Default: true; on 'mixed' false. */
  jpegFancyUpsampling?: boolean
  /** Longest time that decoding one image may take, in seconds of its thread's CPU time (so that a good file does not fail because the machine is busy); 0 for no limit. An image that takes longer is a bad sample. The limit is checked between rows; WebP, GIF, AVIF, JPEG 2000 and interlaced PNG are decoded in one piece, so it is checked only after they are decoded. On 'mixed' it applies to images that threads decode. At least 0. Default: 0. */
  maxDecodeSeconds?: number
  /** Largest number of pixels, width times height of the whole image, that is decoded; 0 for no limit. A larger image is a bad sample; this is checked in its header, before memory is allocated. The default is 16383 x 16383. At least 0. Default: 268402689. */
  maxPixels?: number
  /** Largest share of the GPU, above 0 and up to 1, that decoding kernels may take on 'mixed'. Below 1 they run beside a training job in a stream of low priority, with as few blocks. At most 1. Above 0. Default: 1. */
  smShare?: number
  /** Take libjpeg-turbo's fast, less exact inverse transform for JPEG. Default: false. */
  useFastIdct?: boolean
  /** How often area and aspect ratio are drawn before the largest window that fits is taken instead; 0 or less takes the largest window at once. The window's position is always drawn. Default: 10. */
  numAttempts?: number
  /** Ties DALI's decoding threads to cores. Without effect here: the threads that decode, on 'mixed' too, are the pipeline's; its option setAffinity ties them to cores. Default: true. */
  affine?: boolean
  /** Bytes of device memory that DALI has ready for JPEG. Without effect here: on 'mixed' the decoder's own buffers grow with the first images and are kept; bytesPerSampleHint has memory for the decoded images ready. Default: 16777216. */
  deviceMemoryPadding?: number
  /** Bytes of device memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a GPU. Default: 0. */
  deviceMemoryPaddingJpeg2k?: number
  /** Bytes of page-locked memory that DALI has ready for JPEG. Without effect here: on 'mixed' each thread's page-locked buffers grow with the first images and are kept. Default: 8388608. */
  hostMemoryPadding?: number
  /** Bytes of page-locked memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a GPU. Default: 0. */
  hostMemoryPaddingJpeg2k?: number
  /** Share of the images, 0 to 1, that the JPEG engines decode in DALI. Without effect here: no share is given to the GPU's JPEG engines: they decode what they take with decodeWith: 'engines', and nothing else. Default: 0.65. */
  hwDecoderLoad?: number
  /** Pixels from which DALI does Huffman decoding on the GPU. Without effect here: on 'mixed' kernels do the Huffman decoding of every image that they take, whatever its size; see decodeWith. Default: 1000000. */
  hybridHuffmanThreshold?: number
  /** Expected height of the images, in pixels. Without effect here: the output is as large as the window, for which bytesPerSampleHint says how much memory to have ready. Default: 0. */
  preallocateHeightHint?: number
  /** Expected width of the images, in pixels. Without effect here: the output is as large as the window, for which bytesPerSampleHint says how much memory to have ready. Default: 0. */
  preallocateWidthHint?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'cpu'. */
  device?: 'cpu' | 'mixed'
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.decoders.imageSlice`. */
export interface DecodersImageSliceOptions extends OpOptions {
  /** Colour model: 'rgb', 'bgr', 'ycbcr' (ITU-R BT.601, studio range), 'gray' (1 channel), 'any': the channels of the file, where CMYK counts as RGB, or 'index': what a palette image (PNG, GIF, BMP, TIFF) stores, without its palette, as 1 channel of uint8; any other image is then a bad sample. One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'. */
  outputType?: ImageType
  /** uint8; uint16, where the brightest value is 65535; or float32, where it is 1. Anything else fails with INVALID_ARGUMENT. One of 'uint8', 'uint16', 'float32'. Default: 'uint8'. */
  dtype?: DType
  /** Turn and mirror the image as its EXIF orientation says. Windows are then in the turned image's coordinates. Default: true. */
  adjustOrientation?: boolean
  /** 'fast': where only resizes read the images and all of them make them smaller, each image is decoded no larger than they need, at a half, a quarter or an eighth of its size. This takes less time and changes pixels a little: docs/reference/resize.md has the numbers. All other images are decoded whole. JPEG, WebP and JPEG 2000 are decoded smaller, and TIFF that holds smaller versions of its image. No effect on 'mixed'. Default: 'off'. */
  shrink?: 'off' | 'fast'
  /** Where the window starts, as a fraction of the extent. Not together with start. May differ per sample. */
  relStart?: number | readonly number[] | DataNode
  /** Where the window ends, as a fraction of the extent. May differ per sample. */
  relEnd?: number | readonly number[] | DataNode
  /** What decodes JPEG on 'mixed'. 'auto': kernels that decode whole batches; what they do not take (progressive or damaged files, other formats) threads decode. 'kernels': the same. 'cpu': threads. These give the same bytes, libjpeg-turbo's. 'engines': the GPU's JPEG engines (nvJPEG) decode what they take, with bytes of their own, and leave the streaming multiprocessors to others; the rest is decoded as with 'auto'. No effect on the CPU. Default: 'auto'. */
  decodeWith?: 'auto' | 'engines' | 'kernels' | 'cpu'
  /** Interpolate the colour of subsampled JPEGs (smoother) instead of repeating it (faster). The bytes are libjpeg-turbo's in both modes. Default: true; on 'mixed' false. */
  jpegFancyUpsampling?: boolean
  /** Longest time that decoding one image may take, in seconds of its thread's CPU time (so that a good file does not fail because the machine is busy); 0 for no limit. An image that takes longer is a bad sample. The limit is checked between rows; WebP, GIF, AVIF, JPEG 2000 and interlaced PNG are decoded in one piece, so it is checked only after they are decoded. On 'mixed' it applies to images that threads decode. At least 0. Default: 0. */
  maxDecodeSeconds?: number
  /** Largest number of pixels, width times height of the whole image, that is decoded; 0 for no limit. A larger image is a bad sample; this is checked in its header, before memory is allocated. The default is 16383 x 16383. At least 0. Default: 268402689. */
  maxPixels?: number
  /** Largest share of the GPU, above 0 and up to 1, that decoding kernels may take on 'mixed'. Below 1 they run beside a training job in a stream of low priority, with as few blocks. At most 1. Above 0. Default: 1. */
  smShare?: number
  /** Take libjpeg-turbo's fast, less exact inverse transform for JPEG. Default: false. */
  useFastIdct?: boolean
  /** Which dimensions the window's values are for, in their order; negative counts from the last. Used when axisNames is empty or was not given. Default: [1, 0]. May differ per sample. */
  axes?: number | readonly number[] | DataNode
  /** Which dimensions the window's values are for, by the letters of the input's layout. Takes precedence over axes. Default: 'WH'. */
  axisNames?: string
  /** Where the window ends (exclusive), in elements. One of end, relEnd, shape, relShape at most; without them the window goes to the input's end. May differ per sample. */
  end?: number | readonly number[] | DataNode
  /** Whether a floating-point anchor input is a fraction of the extent (true) or counts elements. Integer inputs always count elements. Default: true. */
  normalizedAnchor?: boolean
  /** Whether a floating-point shape input is a fraction of the extent (true) or counts elements. Integer inputs always count elements. Default: true. */
  normalizedShape?: boolean
  /** The window's size, as a fraction of the extent. May differ per sample. */
  relShape?: number | readonly number[] | DataNode
  /** The window's size, in elements. May differ per sample. */
  shape?: number | readonly number[] | DataNode
  /** Where the window starts, in elements; 0 when neither start nor relStart is given. May differ per sample. */
  start?: number | readonly number[] | DataNode
  /** Ties DALI's decoding threads to cores. Without effect here: the threads that decode, on 'mixed' too, are the pipeline's; its option setAffinity ties them to cores. Default: true. */
  affine?: boolean
  /** Bytes of device memory that DALI has ready for JPEG. Without effect here: on 'mixed' the decoder's own buffers grow with the first images and are kept; bytesPerSampleHint has memory for the decoded images ready. Default: 16777216. */
  deviceMemoryPadding?: number
  /** Bytes of device memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a GPU. Default: 0. */
  deviceMemoryPaddingJpeg2k?: number
  /** Bytes of page-locked memory that DALI has ready for JPEG. Without effect here: on 'mixed' each thread's page-locked buffers grow with the first images and are kept. Default: 8388608. */
  hostMemoryPadding?: number
  /** Bytes of page-locked memory that DALI has ready for JPEG 2000. Without effect here: no kernel decodes JPEG 2000 on a GPU. Default: 0. */
  hostMemoryPaddingJpeg2k?: number
  /** Share of the images, 0 to 1, that the JPEG engines decode in DALI. Without effect here: no share is given to the GPU's JPEG engines: they decode what they take with decodeWith: 'engines', and nothing else. Default: 0.65. */
  hwDecoderLoad?: number
  /** Pixels from which DALI does Huffman decoding on the GPU. Without effect here: on 'mixed' kernels do the Huffman decoding of every image that they take, whatever its size; see decodeWith. Default: 1000000. */
  hybridHuffmanThreshold?: number
  /** Expected height of the images, in pixels. Without effect here: the output is as large as the window, for which bytesPerSampleHint says how much memory to have ready. Default: 0. */
  preallocateHeightHint?: number
  /** Expected width of the images, in pixels. Without effect here: the output is as large as the window, for which bytesPerSampleHint says how much memory to have ready. Default: 0. */
  preallocateWidthHint?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'cpu'. */
  device?: 'cpu' | 'mixed'
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.decoders.inflate`. */
export interface DecodersInflateOptions extends OpOptions {
  /** The shape of an inflated chunk. Required. May differ per sample. */
  shape: number | readonly number[] | DataNode
  /** Where each chunk begins in the sample, in bytes. Without chunkSizes a chunk ends where the next one begins, and the last one with the sample. May differ per sample. */
  chunkOffsets?: number | readonly number[] | DataNode
  /** The size of each chunk, in bytes. Without chunkOffsets the chunks lie one behind the other from the sample's first byte on. May differ per sample. */
  chunkSizes?: number | readonly number[] | DataNode
  /** Dtype of the inflated elements, which are taken in the byte order of this machine. Default: 'uint8'. */
  dtype?: DType
  /** Layout of a chunk, one letter per extent of shape. Default: ''. */
  layout?: string
  /** The letter that stands in front of layout where there are several chunks. 1 letter. Default: 'F'. */
  sequenceAxisName?: string
  /** How the data is compressed. Without effect here: there is one algorithm. Default: 'LZ4'. */
  algorithm?: 'LZ4'
  /** Check that chunks fit the output. Without effect here: the size of what a chunk inflates to is always checked. Default: false. */
  checkOutputSize?: boolean
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.decoders.numpy`. */
export interface DecodersNumpyOptions extends OpOptions {
  /** Output dtype; the array's when not given. Values are converted as by cast. */
  dtype?: DType
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.decoders.video`. */
export interface DecodersVideoOptions extends OpOptions {
  /** Numbers of the frames, in any order and as often as wanted, in place of a range. At least 0. May differ per sample. */
  frames?: number | readonly number[] | DataNode
  /** The times of the frames, in seconds from the video's first frame on, in any order and as often as wanted, in place of a range. A time at which the last frame has ended counts as a frame beyond the end. At least 0. May differ per sample. */
  times?: number | readonly number[] | DataNode
  /** Frames for a second: the video becomes a sequence of its frames at times that are 1 / fps seconds apart, from its first one on, and startFrame, stride, sequenceLength and endFrame count these. 0: all frames. Not together with frames or times. At least 0. Default: 0. May differ per sample. */
  fps?: number | DataNode
  /** First frame. Not together with frames. At least 0. Default: 0. May differ per sample. */
  startFrame?: number | DataNode
  /** Distance from a frame to the next, in frames. Not together with frames. At least 1. Default: 1. May differ per sample. */
  stride?: number | DataNode
  /** Number of frames. Without it and endFrame the sequence goes to the end of the video. Not together with frames or endFrame. At least 1. May differ per sample. */
  sequenceLength?: number | DataNode
  /** Frame before which the sequence ends. Not together with frames or sequenceLength. At least 0. May differ per sample. */
  endFrame?: number | DataNode
  /** What stands for frames beyond the end. 'none': nothing, so that the sequence is shorter; with `frames` such a number is a bad sample. 'constant': fillValue. 'edge' ('repeat'): the last frame. 'reflect_1001' ('symmetric'): the video backwards, from its last frame on. 'reflect_101' ('reflect'): the same, from the frame before. Default: 'constant'. */
  padMode?: 'none' | 'constant' | 'edge' | 'repeat' | 'reflect_1001' | 'symmetric' | 'reflect_101' | 'reflect'
  /** Which frame stands for a time between those of two, with times and fps: 'before': the one that is shown then; 'nearest': the one whose time is nearer. Default: 'before'. */
  between?: 'before' | 'nearest'
  /** Matrix from YCbCr to RGB. 'auto': the one that the stream names, else BT.601. DALI takes BT.601 always. Default: 'auto'. */
  colorMatrix?: 'auto' | 'bt601' | 'bt709' | 'bt2020'
  /** Range of the stored values. 'auto': the one that the stream names, else limited: 16 to 235 for luma of 8 bits. Default: 'auto'. */
  colorRange?: 'auto' | 'limited' | 'full'
  /** Add the output frameNum: 'scalar' for the first frame, 'sequence' for all of them. Default: 'none'. */
  enableFrameNum?: 'none' | 'scalar' | 'sequence'
  /** Add the output timestamps. Default: false. */
  enableTimestamps?: boolean
  /** Value of the frames that padMode: 'constant' adds, from 0 to 255 whatever the dtype: one for all channels, or one for each; three are a colour that is opaque in 'rgba'. From 0 to 255. 1 or 3 or 4 values. Default: [0]. */
  fillValue?: number | readonly number[]
  /** Longest time that decoding one video may take, in seconds of its thread's CPU time; 0 for no limit. A video that takes longer is a bad sample. At least 0. Default: 0. */
  maxDecodeSeconds?: number
  /** Largest number of pixels of a frame, width times height; 0 for no limit. A larger video is a bad sample. The default is 16383 x 16383. At least 0. Default: 268402689. */
  maxPixels?: number
  /** 'apply': turn and mirror frames as the file says that they are shown, such as those of a phone that was held upright, by multiples of 90 degrees. 'ignore': frames as they are stored, which is what DALI gives. Default: 'apply'. */
  rotate?: 'apply' | 'ignore'
  /** Give sequenceLength frames that are spread evenly, from startFrame to the last one; frames come several times where there are fewer. Not together with stride or endFrame. Default: false. */
  uniformSample?: boolean
  /** uint8: 0 to 255. uint16: 0 to 65535, as exact as the stream's samples are, for 10 and 12 bits. float32: 0 to 255, where streams of 8 bits give the whole numbers of uint8, and those of more bits the values of uint16 divided by 257. None of them maps the brightness of HDR: values are those of the stream's transfer function. One of 'uint8', 'uint16', 'float32'. Default: 'uint8'. */
  dtype?: DType
  /** Colour model of the frames: 'rgb', or 'rgba' with straight alpha as the fourth channel, which is opaque where the stream has none. colorSpaceConversion makes others of 'rgb'. Default: 'rgb'. */
  imageType?: ImageType
  /** Add the output audio. Default: false. */
  audio?: boolean
  /** With audio: give the mean of the channels, as a sound of one dimension. Default: false. */
  downmix?: boolean
  /** With audio: samples per second that the sound of each clip is resampled to, in Hz, as audioResample does it. 0: those of the file. At least 0. Default: 0. */
  sampleRate?: number
  /** Where the rate becomes lower, lower the filter's cut-off with it, so that frequencies above half of the new rate are removed. false, as in DALI: they are folded down into the sound. Default: false. */
  antialias?: boolean
  /** How many lobes the sinc has on either side, from 0 (3 lobes) to 50 (16) and 100 (64): 0.007 q^2 - 0.09 q + 3, rounded. More give a sharper cut-off and take longer. From 0 to 100. Default: 50. */
  quality?: number
  /** Ties DALI's decoding threads to cores. Without effect here: the threads that decode are the pipeline's; its option setAffinity ties them to cores. Default: true. */
  affine?: boolean
  /** Whether DALI lists the packets before it decodes. Without effect here: the index is always built; no packet is decoded for it. Default: true. */
  buildIndex?: boolean
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'cpu'. */
  device?: 'cpu' | 'mixed'
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.dumpImage`. */
export interface DumpImageOptions extends OpOptions {
  /** A part of the names of the files: i-suffix-0.ppm. Default: ''. */
  suffix?: string
  /** Layout of the images: HWC. Without effect here: HWC is the only one. One of 'HWC'. Default: 'HWC'. */
  inputLayout?: string
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.elementExtract`. */
export interface ElementExtractOptions extends OpOptions {
  /** Places of the elements: one output each, in this order. A single number gives one output, not a list. Required. At least 0. */
  elementMap: number | readonly number[]
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.encoders.image`. */
export interface EncodersImageOptions extends OpOptions {
  /** The format of the files. Default: 'jpeg'. */
  format?: 'jpeg' | 'png' | 'webp'
  /** JPEG and WebP: quality from 1 to 100, higher is larger. PNG has no loss. From 1 to 100. Default: 80. May differ per sample. */
  quality?: number | DataNode
  /** JPEG: how many samples the colours keep: a quarter, half or all of them. Default: '4:2:0'. */
  subsampling?: '4:2:0' | '4:2:2' | '4:4:4'
  /** PNG: how hard the file is compressed, from 0 (not at all, fast) to 9. From 0 to 9. Default: 6. */
  compression?: number
  /** WebP: how much time is spent on a smaller file, from 0 (fast) to 6. From 0 to 6. Default: 4. */
  effort?: number
  /** WebP: keep all pixels as they are. Default: false. */
  lossless?: boolean
  /** JPEG: make the Huffman codes for each image, for files that are some percent smaller and take longer to write. The pixels are the same. Default: false. */
  optimize?: boolean
}

/** Arguments of `fn.equalize`. */
export interface EqualizeOptions extends OpOptions {
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.erase`. */
export interface EraseOptions extends OpOptions {
  /** Where the regions start, one region after the other, each with a value per axis. Default: 0 along every axis. May differ per sample. */
  anchor?: number | readonly number[] | DataNode
  /** Extents of the regions, as many values as anchor has. A region of extent 0 or less erases nothing; without anchor and shape nothing is erased. May differ per sample. */
  shape?: number | readonly number[] | DataNode
  /** Which dimensions the window's values are for, by the letters of the input's layout. Takes precedence over axes. Default: 'HW'. */
  axisNames?: string
  /** What is written: one value, or one per channel of a layout with C. Clamped to the dtype's range, fractions are dropped. May be NaN or infinite. Default: [0]. May differ per sample. */
  fillValue?: number | readonly number[] | DataNode
  /** Which dimensions anchor and shape are for, in their order; negative counts from the last. If neither axes nor axisNames is given: all dimensions but C. Default: [1, 0]. */
  axes?: number | readonly number[]
  /** Anchors are the centres of the regions. Default: false. */
  centeredAnchor?: boolean
  /** anchor and shape are fractions of the extents. Not together with normalizedAnchor or normalizedShape. Default: false. */
  normalized?: boolean
  /** anchor is a fraction of the extents. Default: false. */
  normalizedAnchor?: boolean
  /** shape is a fraction of the extents. Default: false. */
  normalizedShape?: boolean
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.expandDims`. */
export interface ExpandDimsOptions extends OpOptions {
  /** The places that the new dimensions have in the output, in any order. Required. At least 0. */
  axes: number | readonly number[]
  /** Letters of the new dimensions, in the order of axes. Default: ''. */
  newAxisNames?: string
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.experimental.dilate`. */
export interface ExperimentalDilateOptions extends OpOptions {
  /** Size of the rectangular mask: [width, height]. At least 1. Default: [3, 3]. May differ per sample. */
  maskSize?: number | readonly number[] | DataNode
  /** The element of the mask that lies on the output's position: [x, y]. -1: its middle, size / 2 rounded down. At least -1. Default: [-1, -1]. May differ per sample. */
  anchor?: number | readonly number[] | DataNode
  /** What stands beyond the edges of abcd: 'constant' (nothing: such elements do not count), 'replicate' (aaa|abcd|ddd), 'reflect' (cba|abcd|dcb), 'reflect_101' (dcb|abcd|cba) or 'wrap' (bcd|abcd|abc). Default: 'constant'. */
  borderMode?: 'constant' | 'replicate' | 'reflect' | 'reflect_101' | 'wrap'
  /** How often the mask is applied: n times are one mask that is larger by (n - 1) * (size - 1), with an anchor n times as far in. At least 1. Default: 1. */
  iterations?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.experimental.erode`. */
export interface ExperimentalErodeOptions extends OpOptions {
  /** Size of the rectangular mask: [width, height]. At least 1. Default: [3, 3]. May differ per sample. */
  maskSize?: number | readonly number[] | DataNode
  /** The element of the mask that lies on the output's position: [x, y]. -1: its middle, size / 2 rounded down. At least -1. Default: [-1, -1]. May differ per sample. */
  anchor?: number | readonly number[] | DataNode
  /** What stands beyond the edges of abcd: 'constant' (nothing: such elements do not count), 'replicate' (aaa|abcd|ddd), 'reflect' (cba|abcd|dcb), 'reflect_101' (dcb|abcd|cba) or 'wrap' (bcd|abcd|abc). Default: 'constant'. */
  borderMode?: 'constant' | 'replicate' | 'reflect' | 'reflect_101' | 'wrap'
  /** How often the mask is applied: n times are one mask that is larger by (n - 1) * (size - 1), with an anchor n times as far in. At least 1. Default: 1. */
  iterations?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.experimental.medianBlur`. */
export interface ExperimentalMedianBlurOptions extends OpOptions {
  /** Size of the window, odd: [width, height]. From 1 to 255. Default: [3, 3]. May differ per sample. */
  windowSize?: number | readonly number[] | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.experimental.readers.fits`. */
export interface ExperimentalReadersFitsOptions extends OpOptions {
  /** Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks. Default: false. */
  randomShuffle?: boolean
  /** Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the shards anew. The order is an exact permutation, and every shard computes the same one. Not together with randomShuffle, shuffleBlocks or stickToShard. Default: false. */
  shuffleAfterEpoch?: boolean
  /** Which shard to read: 0 to numShards - 1. At least 0. Default: 0. */
  shardId?: number
  /** Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1. */
  numShards?: number
  /** 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI, MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards. */
  shard?: 'auto'
  /** Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats are marked as padding. Default: false. */
  padLastBatch?: boolean
  /** With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024. */
  initialFill?: number
  /** Folder of the data set: the files in it, and then those of its sub-folders at any depth, in the order of their names; hidden folders are left out. Required unless fileList or files is given; with them, the folder that their paths are relative to. */
  fileRoot?: string
  /** Paths of the files, relative to fileRoot if that is given. Not together with fileList. */
  files?: string | readonly string[]
  /** Path of a text file with a path in each line, relative to fileRoot, or to the list's own folder without it. White space at the end of a line does not count, and neither do empty lines. Not together with files. */
  fileList?: string
  /** Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most network file systems. Default: false. */
  dontUseMmap?: boolean
  /** The dtype of each output, as many as hduIndices has entries: an image of another dtype is refused. By default images have any dtype. */
  dtypes?: DType | readonly DType[]
  /** Glob pattern: with fileRoot, only files whose name matches it are read. Upper and lower case are distinguished. Default: '*.fits'. */
  fileFilter?: string
  /** The HDUs to read, an output for each; they count from 1, which is the primary one. At least 1. Default: [2]. */
  hduIndices?: number | readonly number[]
  /** With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike: as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608. */
  blockBytes?: number
  /** With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better; docs/guides/epochs.md says how well. From 1 to 4096. Default: 16. */
  blockWindow?: number
  /** A folder in which what is read from object stores is kept, of at most so many bytes, for later epochs, runs and other processes (docs/data/object-stores.md). Local files are not kept. */
  cache?: Readonly<{ dir: string; bytes: number }>
  /** Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order. The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard. Default: false. */
  elastic?: boolean
  /** Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more. */
  indices?: number | readonly number[]
  /** Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples, neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it costs some calls. Object stores are always read ahead. Default: false. */
  readAhead?: boolean
  /** Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it, give every shard the same value. */
  shuffleAfterEpochSeed?: number
  /** Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false. */
  shuffleBlocks?: boolean
  /** Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on (docs/guides/subsets.md). */
  skipList?: string | readonly string[]
  /** Read one part of the data: { train: 0.9, val: 0.1, part: 'train' }. The fractions are 1 together at most. A sample's part follows from its name alone, as skipList has it, so that it stays where it is when samples are added (docs/guides/subsets.md). */
  split?: Readonly<{ train?: number; val?: number; test?: number; part: 'train' | 'val' | 'test' }>
  /** What an object store may take: maxObjectBytes is the most that an object has which is read as a whole, and the names in a folder, by default 512 MiB; maxSeconds is how long one read may take, by default 300, beside a second for each 16 KiB that have come (docs/data/object-stores.md). */
  store?: Readonly<{ maxObjectBytes?: number; maxSeconds?: number }>
  /** Read the same shard in every epoch instead of moving to the next one. Default: false. */
  stickToShard?: boolean
  /** How often samples come. `classes` is 'balanced', for classes that come equally often, or a list of each class's share; the column that has the classes is 'label', or `column`. Or `samples` is a list with the weight of each sample, or the name of a column that has it. choice 'even', the default, gives each sample as often in an epoch as its weight says, rounded down or up, in the order of the data, which a shuffle mixes; 'random' draws each sample anew, from `seed`. An epoch has epochSize samples, by default as many as have a weight above 0; with replacement false none comes twice in it. Not together with shuffleBlocks (docs/guides/subsets.md). */
  weights?: Readonly<{ classes?: number | readonly number[] | string; samples?: number | readonly number[] | string; column?: string; choice?: 'even' | 'random'; replacement?: boolean; seed?: number; epochSize?: number }>
  /** Read the samples alone whose values in columns are these: { label: { in: ['cat', 'dog'] }, width: { gte: 224 } }. All conditions hold. Columns are those that the reader's data has; a class may be given by its name. What is no number, as a null, fulfils none (docs/guides/subsets.md). */
  where?: Readonly<Record<string, { equals?: number | readonly number[] | string; not?: number | readonly number[] | string; in?: readonly number[] | readonly string[]; notIn?: readonly number[] | readonly string[]; gt?: number; gte?: number; lt?: number; lte?: number }>>
  /** List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not called. Default: false. */
  lazyInit?: boolean
  /** Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far the reader runs ahead. At least 1. Default: 1. */
  prefetchQueueDepth?: number
  /** Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached. Default: false. */
  skipCachedImages?: boolean
  /** Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default: 1048576. */
  tensorInitBytes?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.experimental.readers.video`. */
export interface ExperimentalReadersVideoOptions extends OpOptions {
  /** Folder of the videos: each sub-folder is a class, with all videos below it, and labels count the sub-folders in the order of their names; in a folder with videos only all labels are 0. A file is a video by its ending. */
  fileRoot?: string
  /** Path or URL of a text file with a video per line: its path, white space, an integer label and, for a part of the video, where that starts and ends. Paths are relative to the list's own folder. Negative numbers count from the end of the video; without an end, and with 0, the part goes to its end. */
  fileList?: string
  /** Paths, URLs or glob patterns of the videos. */
  filenames?: string | readonly string[]
  /** Labels of the entries of filenames, one each. */
  labels?: number | readonly number[]
  /** Number of frames of a clip. At least 1. */
  sequenceLength?: number
  /** Distance from a frame of a clip to the next one, in frames. At least 1. Default: 1. */
  stride?: number
  /** Distance from the first frame of a clip to that of the next one, in frames. 0 and less: sequenceLength times stride, so that clips do not overlap. Default: -1. */
  step?: number
  /** What stands for frames beyond the end of a video, or of its part. 'none': nothing, so that clips which would reach beyond it are left out. 'constant': fillValue. 'edge' ('repeat'): the last frame. 'reflect_1001' ('symmetric'): the video backwards, from its last frame on. 'reflect_101' ('reflect'): the same, from the frame before. Default: 'none'. */
  padMode?: 'none' | 'constant' | 'edge' | 'repeat' | 'reflect_1001' | 'symmetric' | 'reflect_101' | 'reflect'
  /** Give one clip of each video, or part: sequenceLength frames, spread evenly from the first to the last one; frames come several times where there are fewer. stride, step and padMode have no effect then. Default: false. */
  uniformSample?: boolean
  /** Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks. Default: false. */
  randomShuffle?: boolean
  /** Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the shards anew. The order is an exact permutation, and every shard computes the same one. Not together with randomShuffle, shuffleBlocks or stickToShard. Default: false. */
  shuffleAfterEpoch?: boolean
  /** Which shard to read: 0 to numShards - 1. At least 0. Default: 0. */
  shardId?: number
  /** Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1. */
  numShards?: number
  /** 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI, MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards. */
  shard?: 'auto'
  /** Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats are marked as padding. Default: false. */
  padLastBatch?: boolean
  /** With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024. */
  initialFill?: number
  /** Add the output frameNum: 'scalar' for the first frame of the clip, 'sequence' for all of them. Default: 'none'. */
  enableFrameNum?: 'none' | 'scalar' | 'sequence'
  /** Add the output timestamps. Default: false. */
  enableTimestamps?: boolean
  /** Which frame stands for a time between those of two, with times and fps: 'before': the one that is shown then; 'nearest': the one whose time is nearer. Default: 'before'. */
  between?: 'before' | 'nearest'
  /** What the ranges of fileList are: 'timestamps': seconds from the video's first frame on; 'frames': numbers of frames, from 0 on. Default: 'timestamps'. */
  fileListFormat?: 'timestamps' | 'frames'
  /** Whether the frame at the end of a range belongs to it. Default: true. */
  fileListIncludeEnd?: boolean
  /** How the start and the end of a range that lie between two frames are rounded to one. Default: 'start_down_end_up'. */
  fileListRounding?: 'start_down_end_up' | 'start_up_end_down' | 'all_up' | 'all_down'
  /** Value of the frames that padMode: 'constant' adds, from 0 to 255 whatever the dtype: one for all channels, or one for each; three are a colour that is opaque in 'rgba'. From 0 to 255. 1 or 3 or 4 values. Default: [0]. */
  fillValue?: number | readonly number[]
  /** Frames for a second: a video, or its part, becomes a sequence of its frames at times that are 1 / fps seconds apart, from its first one on. sequenceLength, stride and step count these, and so do the numbers in sources. 0: all frames. At least 0. Default: 0. */
  fps?: number
  /** Give one clip of each video, or part: the frames at these times, in seconds from its first frame on, in place of sequenceLength. A time at which the last frame has ended counts as a frame beyond the end, which padMode: 'none' refuses. At least 0. */
  times?: number | readonly number[]
  /** With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike: as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608. */
  blockBytes?: number
  /** With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better; docs/guides/epochs.md says how well. From 1 to 4096. Default: 16. */
  blockWindow?: number
  /** A folder in which what is read from object stores is kept, of at most so many bytes, for later epochs, runs and other processes (docs/data/object-stores.md). Local files are not kept. */
  cache?: Readonly<{ dir: string; bytes: number }>
  /** Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order. The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard. Default: false. */
  elastic?: boolean
  /** Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more. */
  indices?: number | readonly number[]
  /** Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples, neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it costs some calls. Object stores are always read ahead. Default: false. */
  readAhead?: boolean
  /** Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it, give every shard the same value. */
  shuffleAfterEpochSeed?: number
  /** Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false. */
  shuffleBlocks?: boolean
  /** Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on (docs/guides/subsets.md). */
  skipList?: string | readonly string[]
  /** Read one part of the data: { train: 0.9, val: 0.1, part: 'train' }. The fractions are 1 together at most. A sample's part follows from its name alone, as skipList has it, so that it stays where it is when samples are added (docs/guides/subsets.md). */
  split?: Readonly<{ train?: number; val?: number; test?: number; part: 'train' | 'val' | 'test' }>
  /** What an object store may take: maxObjectBytes is the most that an object has which is read as a whole, and the names in a folder, by default 512 MiB; maxSeconds is how long one read may take, by default 300, beside a second for each 16 KiB that have come (docs/data/object-stores.md). */
  store?: Readonly<{ maxObjectBytes?: number; maxSeconds?: number }>
  /** Read the same shard in every epoch instead of moving to the next one. Default: false. */
  stickToShard?: boolean
  /** How often samples come. `classes` is 'balanced', for classes that come equally often, or a list of each class's share; the column that has the classes is 'label', or `column`. Or `samples` is a list with the weight of each sample, or the name of a column that has it. choice 'even', the default, gives each sample as often in an epoch as its weight says, rounded down or up, in the order of the data, which a shuffle mixes; 'random' draws each sample anew, from `seed`. An epoch has epochSize samples, by default as many as have a weight above 0; with replacement false none comes twice in it. Not together with shuffleBlocks (docs/guides/subsets.md). */
  weights?: Readonly<{ classes?: number | readonly number[] | string; samples?: number | readonly number[] | string; column?: string; choice?: 'even' | 'random'; replacement?: boolean; seed?: number; epochSize?: number }>
  /** Read the samples alone whose values in columns are these: { label: { in: ['cat', 'dog'] }, width: { gte: 224 } }. All conditions hold. Columns are those that the reader's data has; a class may be given by its name. What is no number, as a null, fulfils none (docs/guides/subsets.md). */
  where?: Readonly<Record<string, { equals?: number | readonly number[] | string; not?: number | readonly number[] | string; in?: readonly number[] | readonly string[]; notIn?: readonly number[] | readonly string[]; gt?: number; gte?: number; lt?: number; lte?: number }>>
  /** Matrix from YCbCr to RGB. 'auto': the one that the stream names, else BT.601. DALI takes BT.601 always. Default: 'auto'. */
  colorMatrix?: 'auto' | 'bt601' | 'bt709' | 'bt2020'
  /** Range of the stored values. 'auto': the one that the stream names, else limited: 16 to 235 for luma of 8 bits. Default: 'auto'. */
  colorRange?: 'auto' | 'limited' | 'full'
  /** Longest time that decoding one clip may take, in seconds of its thread's CPU time; 0 for no limit. A clip that takes longer is a bad sample. At least 0. Default: 0. */
  maxDecodeSeconds?: number
  /** Largest number of pixels of a frame, width times height; 0 for no limit. A larger video is a bad sample. The default is 16383 x 16383. At least 0. Default: 268402689. */
  maxPixels?: number
  /** 'apply': turn and mirror frames as the file says that they are shown, such as those of a phone that was held upright, by multiples of 90 degrees. 'ignore': frames as they are stored, which is what DALI gives. Default: 'apply'. */
  rotate?: 'apply' | 'ignore'
  /** Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most network file systems. Default: false. */
  dontUseMmap?: boolean
  /** Path of a file that keeps where the packets of the videos lie, so that later listings open none of those that have not changed (by size and time of change, or by the version that a store gives). It is written after a listing that has found others, and need not exist; videos that other readers keep there stay. By default each listing opens all videos. */
  indexPath?: string
  /** uint8: 0 to 255. uint16: 0 to 65535, as exact as the stream's samples are, for 10 and 12 bits. float32: 0 to 255, where streams of 8 bits give the whole numbers of uint8, and those of more bits the values of uint16 divided by 257. None of them maps the brightness of HDR: values are those of the stream's transfer function. One of 'uint8', 'uint16', 'float32'. Default: 'uint8'. */
  dtype?: DType
  /** Colour model of the frames: 'rgb', or 'rgba' with straight alpha as the fourth channel, which is opaque where the stream has none. colorSpaceConversion makes others of 'rgb'. Default: 'rgb'. */
  imageType?: ImageType
  /** Add the output audio. Default: false. */
  audio?: boolean
  /** With audio: give the mean of the channels, as a sound of one dimension. Default: false. */
  downmix?: boolean
  /** With audio: samples per second that the sound of each clip is resampled to, in Hz, as audioResample does it. 0: those of the file. At least 0. Default: 0. */
  sampleRate?: number
  /** Where the rate becomes lower, lower the filter's cut-off with it, so that frequencies above half of the new rate are removed. false, as in DALI: they are folded down into the sound. Default: false. */
  antialias?: boolean
  /** How many lobes the sinc has on either side, from 0 (3 lobes) to 50 (16) and 100 (64): 0.007 q^2 - 0.09 q + 3, rounded. More give a sharper cut-off and take longer. From 0 to 100. Default: 50. */
  quality?: number
  /** List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not called. Default: false. */
  lazyInit?: boolean
  /** Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far the reader runs ahead. At least 1. Default: 1. */
  prefetchQueueDepth?: number
  /** Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached. Default: false. */
  skipCachedImages?: boolean
  /** Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default: 1048576. */
  tensorInitBytes?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.experimental.remap`. */
export interface ExperimentalRemapOptions extends OpOptions {
  /** 'nn' takes the pixel with the nearest centre (between two the even one), 'linear' weighs the four nearest, 'cubic' sixteen (a = -0.75). One of 'nn', 'linear', 'cubic'. Default: 'linear'. */
  interp?: Interp
  /** Where positions are [0, 0]: in the corner of the first pixel, so that centres lie at halves ('corner'), or in its centre, as OpenCV has it ('center'). Default: 'corner'. */
  pixelOrigin?: 'corner' | 'center'
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.experimental.resize`. */
export interface ExperimentalResizeOptions extends OpOptions {
  /** Output extents in pixels, outermost axis first ([height, width], volumes [depth, height, width]), or one value for all axes. Negative mirrors an axis, 0 leaves it to mode. Fractions are rounded; see subpixelScale. 1 to 3 values. May differ per sample. */
  size?: number | readonly number[] | DataNode
  /** Length of the shorter side in pixels; the aspect ratio is kept, within maxSize. Excludes the other ways to give a size. Default: 0. May differ per sample. */
  resizeShorter?: number | DataNode
  /** Length of the longer side in pixels; the aspect ratio is kept. Excludes the other ways to give a size. Default: 0. May differ per sample. */
  resizeLonger?: number | DataNode
  /** Filter for both directions; minFilter and magFilter override it. 'triangular' is the same as 'linear'. Default: 'linear'. May differ per sample. */
  interpType?: Interp | DataNode
  /** When an axis shrinks, widen the filter in proportion, so that every input pixel counts. Nearest neighbour is never widened. Default: true. */
  antialias?: boolean
  /** Output width in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. May differ per sample. */
  resizeX?: number | DataNode
  /** Output height in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. May differ per sample. */
  resizeY?: number | DataNode
  /** How the requested extents are met. 'default': given extents exactly; the others are scaled by the (geometric) mean scale of the given ones. 'stretch': given extents exactly; the others keep their size. 'not_larger': the largest output of the input's aspect ratio that exceeds no requested extent. 'not_smaller': the smallest output of that aspect ratio that is no less than any requested extent. Cannot be combined with resizeShorter or resizeLonger. Default: 'default'. */
  mode?: 'default' | 'stretch' | 'not_larger' | 'not_smaller'
  /** Upper limit of the output extents, in pixels: one value, or one per axis in the order of size. Modes that keep the aspect ratio (also resizeShorter) shrink the whole image to fit; the others cut each extent to it. 1 to 3 values. */
  maxSize?: number | readonly number[]
  /** Output dtype: the input's (the default) or float32. Integers are rounded to nearest and saturated; float32 keeps the input's range, without rounding. Anything else fails with INVALID_ARGUMENT. */
  dtype?: DType
  /** Filter of an axis that grows or keeps its size. Default: interpType. May differ per sample. */
  magFilter?: Interp | DataNode
  /** Filter of an axis that shrinks. Default: interpType. May differ per sample. */
  minFilter?: Interp | DataNode
  /** Output depth in voxels, for volumes; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. May differ per sample. */
  resizeZ?: number | DataNode
  /** End of the region to resize, in the order of size; goes with roiStart. A start beyond its end mirrors the axis. 1 to 3 values. May differ per sample. */
  roiEnd?: number | readonly number[] | DataNode
  /** roiStart and roiEnd are fractions of the input's extents (0 to 1), not pixels. Default: false. */
  roiRelative?: boolean
  /** Start of the region to resize, in the order of size; goes with roiEnd. Filters may still reach pixels around the region. 1 to 3 values. May differ per sample. */
  roiStart?: number | readonly number[] | DataNode
  /** When the output extent had to be rounded, adjusts the region so that the requested scale is kept. Otherwise the scale follows from the rounded extent. Default: true. */
  subpixelScale?: boolean
  /** Give the original extents as a second output. Default: false. */
  saveAttrs?: boolean
  /** Whose numbers the result has, to the last bit where the library's are fixed. 'dali': DALI's, within 1. 'pillow': Image.resize() of Pillow 13; 'pillow-12': of Pillow up to 12, where the order of the passes differs. 'torchvision': resize() of tensors, uint8 or float32, on a CPU with AVX2; 'torchvision-float': its path through float32 on CPUs without AVX2, for uint8 and float32. 'opencv': cv2.resize() of uint8. Regions are cut out first, and are whole pixels. What the library does not have is refused. Default: 'dali'. */
  match?: 'dali' | 'pillow' | 'pillow-12' | 'torchvision' | 'torchvision-float' | 'opencv'
  /** With match: a filter of that library for which interpType has no name. Default: interpType. */
  matchFilter?: 'box' | 'hamming' | 'area' | 'lanczos4' | 'nearest_exact'
  /** Images per kernel call of DALI on a GPU. Without effect here: one kernel call resizes the whole batch. Default: 32. */
  minibatchSize?: number
  /** Expected size, in bytes, of DALI's temporary memory on a GPU. Without effect here: temporary memory is what the shapes of the batch need, and is kept. Default: 0. */
  tempBufferHint?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.experimental.warpPerspective`. */
export interface ExperimentalWarpPerspectiveOptions extends OpOptions {
  /** The map, row by row: 9 values; rows and columns are x, y, w, in pixels. Required unless there is a second input; not together with it. Where w is 0, the output is the pixel beyond the left and upper edge. 9 values. May differ per sample. */
  matrix?: number | readonly number[] | DataNode
  /** Output extents in pixels: [height, width], or one value for both. Fractions are rounded to nearest; at least 1. At least 0.5. 1 or 2 values. May differ per sample. */
  size?: number | readonly number[] | DataNode
  /** What stands beyond the edges of abcd: 'constant' (fillValue), 'replicate' (aaa|abcd|ddd), 'reflect' (cba|abcd|dcb), 'reflect_101' (dcb|abcd|cba) or 'wrap' (bcd|abcd|abc). Default: 'constant'. */
  borderMode?: 'constant' | 'replicate' | 'reflect' | 'reflect_101' | 'wrap'
  /** Value of pixels outside the input, under borderMode 'constant': one value, or one per channel of up to four. Integers are rounded to nearest and saturated. Default: 0. May be NaN or infinite. */
  fillValue?: number | readonly number[]
  /** 'nn' takes the pixel with the nearest centre (between two the even one), 'linear' weighs the four nearest, 'cubic' sixteen (a = -0.75). One of 'nn', 'linear', 'cubic'. Default: 'linear'. */
  interpType?: Interp
  /** The matrix maps output positions to input positions. Otherwise it maps input to output and is inverted first; a matrix without an inverse fails with INVALID_ARGUMENT. Default: true. */
  inverseMap?: boolean
  /** Where the matrix has [0, 0]: in the corner of the first pixel, so that centres lie at halves ('corner'), or in its centre, as OpenCV has it ('center'). Default: 'corner'. */
  pixelOrigin?: 'corner' | 'center'
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.filter`. */
export interface FilterOptions extends OpOptions {
  /** The element of the kernel that lies on the output's position: one value, or one per spatial axis, outermost first. -1: its middle, extent / 2 rounded down. Under 'valid' it has no effect. At least -1. Default: [-1]. May differ per sample. */
  anchor?: number | readonly number[] | DataNode
  /** What stands beyond the edges of abcd: 'reflect_101' (dcb|abcd|cba), 'reflect_1001' (cba|abcd|dcb), 'wrap' (bcd|abcd|abc), 'clamp' (aaa|abcd|ddd) or 'constant' (fillValue). Default: 'reflect_101'. */
  border?: 'reflect_101' | 'reflect_1001' | 'wrap' | 'clamp' | 'constant'
  /** Output dtype: the input's (the default) or float32. */
  dtype?: DType
  /** 'same': the output has the input's extents. 'valid': the kernel stays within the input, so each extent is smaller by the kernel's less 1. Default: 'same'. */
  mode?: 'same' | 'valid'
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.flip`. */
export interface FlipOptions extends OpOptions {
  /** Mirror along W when not 0. Default: 1. May differ per sample. */
  horizontal?: number | boolean | DataNode
  /** Mirror along D when not 0; nothing to do without a D axis. Default: 0. May differ per sample. */
  depthwise?: number | boolean | DataNode
  /** Mirror along H when not 0. Default: 0. May differ per sample. */
  vertical?: number | boolean | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.full`. */
export interface FullOptions extends OpOptions {
  /** The number that fills the output; set when fillValue is given as a number. May be NaN or infinite. */
  value?: number
  /** The list that fills the output; set when fillValue is given as a list. May be NaN or infinite. */
  values?: number | readonly number[]
  /** Shape of the output. Without it the output is one number, of shape []. At least 0. May differ per sample. */
  shape?: number | readonly number[] | DataNode
  /** Layout of the output, one letter per dimension. */
  layout?: string
}

/** Arguments of `fn.fullLike`. */
export interface FullLikeOptions extends OpOptions {
  /** The number that fills the output; set when fillValue is given as a number. May be NaN or infinite. */
  value?: number
  /** The list that fills the output; set when fillValue is given as a list. May be NaN or infinite. */
  values?: number | readonly number[]
}

/** Arguments of `fn.gaussianBlur`. */
export interface GaussianBlurOptions extends OpOptions {
  /** Standard deviation of the window in elements: one value, or one per spatial axis, outermost first. 0 takes (r - 1) * 0.3 + 0.8 with r = (windowSize - 1) / 2. At least 0. Default: [0]. May differ per sample. */
  sigma?: number | readonly number[] | DataNode
  /** Output dtype: the input's (the default) or float32. Anything else fails with INVALID_ARGUMENT. */
  dtype?: DType
  /** Elements of the window, an odd number up to 65535: one value, or one per spatial axis, outermost first. 0 takes 2 * ceil(3 * sigma) + 1. An axis needs sigma or windowSize. At least 0. Default: [0]. May differ per sample. */
  windowSize?: number | readonly number[] | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.getProperty`. */
export interface GetPropertyOptions extends OpOptions {
  /** source_info: the path or name of the sample in its data set, empty where there is none. layout: the letters of the input's layout. Required. */
  key: 'source_info' | 'layout'
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.gridMask`. */
export interface GridMaskOptions extends OpOptions {
  /** Side of a tile in pixels: a square and the room to the next one. At least 1. Default: 100. May differ per sample. */
  tile?: number | DataNode
  /** Side of a square by that of a tile. 0 blacks out nothing, 1 everything. Default: 0.5. May differ per sample. */
  ratio?: number | DataNode
  /** Angle in radians by which the grid is turned. Default: 0. May differ per sample. */
  angle?: number | DataNode
  /** How far the grid is moved along its own x axis, in pixels, after it is turned. Default: 0. May differ per sample. */
  shiftX?: number | DataNode
  /** How far the grid is moved along its own y axis, in pixels, after it is turned. Default: 0. May differ per sample. */
  shiftY?: number | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.hsv`. */
export interface HsvOptions extends OpOptions {
  /** Turns the colours by this many degrees. Default: 0. May differ per sample. */
  hue?: number | DataNode
  /** Factor on the colourfulness: 0 gives grey, 1 changes nothing. Default: 1. May differ per sample. */
  saturation?: number | DataNode
  /** Output dtype: uint8, int16, int32, float16 or float32. The default is uint8, not the input's dtype. Default: 'uint8'. */
  dtype?: DType
  /** Factor on all channels. Default: 1. May differ per sample. */
  value?: number | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.hue`. */
export interface HueOptions extends OpOptions {
  /** Turns the colours by this many degrees. Default: 0. May differ per sample. */
  hue?: number | DataNode
  /** Output dtype: uint8, int16, int32, float16 or float32. Default: the input's. */
  dtype?: DType
  /** Colour model of the input. Without effect here: the channels are taken as red, green and blue, as in DALI. One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'. */
  imageType?: ImageType
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.invert`. */
export interface InvertOptions extends OpOptions {
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.io.file.read`. */
export interface IoFileReadOptions extends OpOptions {
  /** Read files rather than map them. Without effect here: files are read into the batch, never mapped: one that shrinks cannot end the process. Default: false. */
  dontUseMmap?: boolean
  /** Read past the system's cache. Without effect here: files are read through the system's cache. Default: false. */
  useODirect?: boolean
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.jitter`. */
export interface JitterOptions extends OpOptions {
  /** How many places a pixel may come from along an axis. From 1 to 32767. Default: 2. */
  nDegree?: number
  /** 1: the sample is changed; 0: it is copied. From 0 to 1. Default: 1. May differ per sample. */
  mask?: number | DataNode
  /** Value of pixels outside the image. Without effect here: pixels come from inside the image only. Default: 0. */
  fillValue?: number
  /** 'nn' or 'linear'. Without effect here: pixels move by whole numbers, where a filter gives the pixel itself. One of 'nn', 'linear'. Default: 'nn'. */
  interpType?: Interp
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
}

/** Arguments of `fn.jpegCompressionDistortion`. */
export interface JpegCompressionDistortionOptions extends OpOptions {
  /** Quality from 1 (the most distortion) to 100; other values count as the nearest of these. Default: 50. May differ per sample. */
  quality?: number | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.laplacian`. */
export interface LaplacianOptions extends OpOptions {
  /** Elements of the derivative windows, odd: one value, or one per spatial axis, outermost first. From 3 to 31. Default: [3]. May differ per sample. */
  windowSize?: number | readonly number[] | DataNode
  /** Scales each derivative by 2^(n + 2 - s): n spatial axes, s the sum of the sizes of its windows. Default: false. */
  normalizedKernel?: boolean
  /** Output dtype: the input's (the default) or float32. */
  dtype?: DType
  /** The factor of each derivative: one value, or one per spatial axis, outermost first. Default: [1]. May differ per sample. */
  scale?: number | readonly number[] | DataNode
  /** Elements of the smoothing windows, odd: one value, or one per spatial axis, outermost first. 1 does not smooth. Default: as the derivative window that it goes with. From 1 to 31. May differ per sample. */
  smoothingSize?: number | readonly number[] | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.lookupTable`. */
export interface LookupTableOptions extends OpOptions {
  /** Elements that have an entry in the table. From 0 to 65535. Default: []. */
  keys?: number | readonly number[]
  /** The value for each of the keys, in their order. May be NaN or infinite. Default: []. */
  values?: number | readonly number[]
  /** Value of elements that are no keys. May be NaN or infinite. Default: 0. */
  defaultValue?: number
  /** Output dtype. Values are converted as by cast. Default: 'float32'. */
  dtype?: DType
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.lookupTiles`. */
export interface LookupTilesOptions extends OpOptions {
  /** 256 values for the first channel, then 256 for the second, and so on. Without it values stay as they are. Default: []. */
  values?: number | readonly number[]
  /** Height and width of a tile in pixels. Default: the whole image, without the axis of tiles. At least 1. Default: []. */
  tile?: number | readonly number[]
  /** Channels come last: HWC, or [tiles, tile height, tile width, C]. Not together with frames. Default: false. */
  channelsLast?: boolean
  /** Each channel of a tile stands that many times in a row, as models of videos take still images. From 1 to 64. Default: 1. */
  frames?: number
  /** Tiles come in groups of group x group neighbours, row by row in the group and group by group over the image. 1: row by row. From 1 to 64. Default: 1. */
  group?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.melFilterBank`. */
export interface MelFilterBankOptions extends OpOptions {
  /** Number of filters, at least 1. At least 1. Default: 128. */
  nfilter?: number
  /** Samples per second of the sound, in Hz. Above 0. Default: 44100. */
  sampleRate?: number
  /** Where the lowest filter begins, in Hz. At least 0. Default: 0. */
  freqLow?: number
  /** Where the highest filter ends, in Hz, at most sampleRate; filters find nothing above half of it. 0: sampleRate / 2. At least 0. Default: 0. */
  freqHigh?: number
  /** The mel scale. 'slaney': linear up to 1000 Hz and logarithmic above. 'htk': 2595 * log10(1 + f / 700). Default: 'slaney'. */
  melFormula?: 'slaney' | 'htk'
  /** Divide each filter by half of its width in Hz, so that all have the same area. false: every peak is 1. Default: true. */
  normalize?: boolean
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.mfcc`. */
export interface MfccOptions extends OpOptions {
  /** Number of coefficients that are kept, at least 1; no more than there are bands. At least 1. Default: 20. */
  nMfcc?: number
  /** The dimension of the bands. Default: 0. */
  axis?: number
  /** The type of the transform, 1 to 4. The types 2 and 3 are each other's inverse but for a factor. From 1 to 4. Default: 2. */
  dctType?: number
  /** Multiplies coefficient k, from 0, by 1 + sin(pi * (k + 1) / lifter) * lifter / 2, which makes the higher ones as large as the lower ones. 0: no lifter. Default: 0. */
  lifter?: number
  /** Make the transform orthonormal. Not for type 1. Default: false. */
  normalize?: boolean
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.multiPaste`. */
export interface MultiPasteOptions extends OpOptions {
  /** For each region, the place in the batch of the sample that it comes from: a list for all outputs, or a node with a list per sample. One value or more. May differ per sample. */
  inIds?: number | readonly number[] | DataNode
  /** Top left corner of each region on the canvas, in pixels, as inAnchors has them. Default: 0. May differ per sample. */
  outAnchors?: number | readonly number[] | DataNode
  /** Height and width of each region, in pixels, as inAnchors has them. Default: all of the image from its anchor on. May differ per sample. */
  shapes?: number | readonly number[] | DataNode
  /** Height and width of the canvas, in pixels. Default: those of the images, which must be equal in the whole batch. At least 0. 2 values. May differ per sample. */
  outputSize?: number | readonly number[] | DataNode
  /** As shapes, in fractions of the image's height and width; rounded up to a pixel. From 0 to 1. May differ per sample. */
  shapesRel?: number | readonly number[] | DataNode
  /** As outAnchors, in fractions of the canvas' height and width; rounded down to a pixel. From 0 to 1. May differ per sample. */
  outAnchorsRel?: number | readonly number[] | DataNode
  /** Output dtype; integers are rounded to nearest and saturated. Default: that of the inputs. */
  dtype?: DType
  /** Top left corner of each region in its image, in pixels: y and x of the first region, then of the next. A node gives [regions, 2] per sample. Default: 0. May differ per sample. */
  inAnchors?: number | readonly number[] | DataNode
  /** As inAnchors, in fractions of the image's height and width; rounded down to a pixel. From 0 to 1. May differ per sample. */
  inAnchorsRel?: number | readonly number[] | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.noise.gaussian`. */
export interface NoiseGaussianOptions extends OpOptions {
  /** Standard deviation of the noise, in units of the input. Default: 1. May differ per sample. */
  stddev?: number | DataNode
  /** Mean of the noise, in units of the input. Default: 0. May differ per sample. */
  mean?: number | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
}

/** Arguments of `fn.noise.saltAndPepper`. */
export interface NoiseSaltAndPepperOptions extends OpOptions {
  /** Probability that a pixel becomes salt or pepper. From 0 to 1. Default: 0.05. May differ per sample. */
  prob?: number | DataNode
  /** Value of pepper, cut to a whole number of the dtype's range for integers. Default: the dtype's smallest number, or -1 for floating point. May differ per sample. */
  pepperVal?: number | DataNode
  /** Draw for each channel. Otherwise the channels of a pixel are changed together: those of the layout's C, without a layout those of the last dimension. Default: false. */
  perChannel?: boolean
  /** Value of salt, cut to a whole number of the dtype's range for integers. Default: the dtype's largest number, or 1 for floating point. May differ per sample. */
  saltVal?: number | DataNode
  /** Probability that a changed pixel becomes salt. From 0 to 1. Default: 0.5. May differ per sample. */
  saltVsPepper?: number | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
}

/** Arguments of `fn.noise.shot`. */
export interface NoiseShotOptions extends OpOptions {
  /** What one event adds, in units of the input: the larger, the more noise. 0 changes nothing. At least 0. Default: 20. May differ per sample. */
  factor?: number | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
}

/** Arguments of `fn.nonsilentRegion`. */
export interface NonsilentRegionOptions extends OpOptions {
  /** The threshold, in decibels above the reference. Default: -60. */
  cutoffDb?: number
  /** The mean power that is 0 dB. Default: that of the sound's loudest window. Above 0. */
  referencePower?: number
  /** After so many elements DALI sums a window anew, because its sums drift; -1 for never. Without effect: sums are exact enough here. Default: 8192. */
  resetInterval?: number
  /** Number of elements in a window, at least 1. A shorter sound is one window. At least 1. Default: 2048. */
  windowLength?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.normalize`. */
export interface NormalizeOptions extends OpOptions {
  /** Subtracted from the input: one value; a list with one value per element of the axes that are not reduced, row by row (needs axes or axisNames); or a node, whose extent along each axis is 1 or the input's (1-D: a list). May differ per sample. */
  mean?: number | readonly number[] | DataNode
  /** Divides the difference. It takes the forms that mean takes; without it the deviation is computed, around mean where that is given. May differ per sample. */
  stddev?: number | readonly number[] | DataNode
  /** Reduced axes, by number; negative counts from the last. Not together with axisNames. */
  axes?: number | readonly number[]
  /** Reduced axes, by the letters of the input's layout. Not together with axes. */
  axisNames?: string
  /** True: the reduced axes go through all samples of the batch, so that a mean or deviation that is not given is that of the whole batch. Samples may differ along the reduced axes alone, and mean and stddev are numbers or lists. The operator then runs in a stage behind those that make its input. Default: false. */
  batch?: boolean
  /** Subtracted from the number of elements that the variance is divided by (1: Bessel's correction). Where the difference is 0 or less, the variance counts as 0. Default: 0. */
  ddof?: number
  /** Output dtype, anything but bool. For integers, scale and shift place the values in the dtype's range. One of 'uint8', 'uint16', 'uint32', 'uint64', 'int8', 'int16', 'int32', 'int64', 'float16', 'float32', 'float64'. Default: 'float32'. */
  dtype?: DType
  /** Added to the variance, or to the square of a given stddev, so that small deviations do not give large values. At least 0. Default: 0. */
  epsilon?: number
  /** Multiplies the normalised value. Default: 1. */
  scale?: number
  /** Added at the end: what the mean becomes. Default: 0. */
  shift?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.oneHot`. */
export interface OneHotOptions extends OpOptions {
  /** Number of classes: the extent of the new axis. At least 0. Default: 0. */
  numClasses?: number
  /** Where the new axis stands in the output; -1 appends it. Default: -1. */
  axis?: number
  /** Letter of the new axis in the output's layout. 1 letter. */
  axisName?: string
  /** Output dtype. Default: 'float32'. */
  dtype?: DType
  /** Value at the other classes. For an integer dtype the fraction is dropped, and the value is clamped to the dtype's range. May be NaN or infinite. Default: 0. */
  offValue?: number
  /** Value at the class, converted as offValue is. May be NaN or infinite. Default: 1. */
  onValue?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.ones`. */
export interface OnesOptions extends OpOptions {
  /** Shape of the output. Without it the output is one number, of shape []. At least 0. May differ per sample. */
  shape?: number | readonly number[] | DataNode
  /** Output dtype. Default: 'int32'. */
  dtype?: DType
  /** Layout of the output, one letter per dimension. */
  layout?: string
}

/** Arguments of `fn.onesLike`. */
export interface OnesLikeOptions extends OpOptions {
  /** Output dtype; the input's when not given. */
  dtype?: DType
}

/** Arguments of `fn.opticalFlow`. */
export interface OpticalFlowOptions extends OpOptions {
  /** Whether there is an input of hints. Default: false. */
  enableExternalHints?: boolean
  /** Whether the vectors of the frame before in the same sequence are hints. It helps where motion is steady, and large. Default: false. */
  enableTemporalHints?: boolean
  /** Height and width of the squares of hints, in pixels: 1, 2, 4 or 8, and not below outputGrid. From 1 to 8. Default: 4. */
  hintGrid?: number
  /** What the channels are: three, or one for gray. One of 'rgb', 'bgr', 'gray'. Default: 'rgb'. */
  imageType?: ImageType
  /** Height and width of the squares that get a vector, in pixels: 1, 2 or 4. Turing has 4 alone. From 1 to 4. Default: 4. */
  outputGrid?: number
  /** Speed: below 0.375 slow, with the best vectors; below 0.75 medium; else fast. From 0 to 1. Default: 0. */
  preset?: number
}

/** Arguments of `fn.pad`. */
export interface PadOptions extends OpOptions {
  /** Axes to pad, by the letters of the input's layout. Not together with axes. */
  axisNames?: string
  /** Extents are made multiples of these: one value for all axes, or one per axis. At least 1. May differ per sample. */
  align?: number | readonly number[] | DataNode
  /** Value of the elements that are added. For an integer dtype the fraction is dropped, and the value is clamped to the dtype's range. May be NaN or infinite. Default: 0. May differ per sample. */
  fillValue?: number | DataNode
  /** Axes to pad, by number; negative counts from the last. All axes if empty or not given. Not together with axisNames. May differ per sample. */
  axes?: number | readonly number[] | DataNode
  /** Least extents of the axes, in their order: one value for all, or one per axis. -1 stands for the largest extent in the batch; 1 pads for alignment only. May differ per sample. */
  shape?: number | readonly number[] | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.paste`. */
export interface PasteOptions extends OpOptions {
  /** Colour of the canvas: one value for all channels, or one per channel. Required. From 0 to 255. */
  fillValue: number | readonly number[]
  /** Size of the canvas in relation to the image's, along both axes. Required. At least 1. May differ per sample. */
  ratio: number | DataNode
  /** Share of the room beside the image that is on its left: 0 puts it at the left border, 1 at the right one. Rounded down to a pixel. From 0 to 1. Default: 0.5. May differ per sample. */
  pasteX?: number | DataNode
  /** Least width and height of the canvas, in pixels, rounded down. At least 0. Default: 0. May differ per sample. */
  minCanvasSize?: number | DataNode
  /** Channels of the input; another number fails with INVALID_INPUT. From 1 to 1024. Default: 3. */
  nChannels?: number
  /** Share of the room above and below the image that is above it: 0 puts it at the top border, 1 at the bottom one. Rounded down to a pixel. From 0 to 1. Default: 0.5. May differ per sample. */
  pasteY?: number | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.peekImageShape`. */
export interface PeekImageShapeOptions extends OpOptions {
  /** Count height and width after the EXIF orientation is applied. Default: true. */
  adjustOrientation?: boolean
  /** int32, uint32, int64, uint64, float32 or float64. One of 'int32', 'uint32', 'int64', 'uint64', 'float32', 'float64'. Default: 'int64'. */
  dtype?: DType
  /** Colour model that the channels are counted for: 'rgb', 'bgr', 'ycbcr', 'gray', 'any' (the file's channels, where CMYK counts as RGB), or 'index' (1 channel; an image without a palette is a bad sample). One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'. */
  imageType?: ImageType
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.perFrame`. */
export interface PerFrameOptions extends OpOptions {
  /** Whether F replaces the first letter of a layout that begins with another one. Default: false. */
  replace?: boolean
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.permuteBatch`. */
export interface PermuteBatchOptions extends OpOptions {
  /** For each sample, the place of the sample that comes there: a list for the whole batch, or a node with one number per sample, such as batchPermutation(). Required. May differ per sample. */
  indices: number | readonly number[] | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.posterize`. */
export interface PosterizeOptions extends OpOptions {
  /** How many bits are kept, of those below the sign: 0 gives black, 8 leaves uint8 as it is. Required. From 0 to 8. May differ per sample. */
  bits: number | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.powerSpectrum`. */
export interface PowerSpectrumOptions extends OpOptions {
  /** Length of the transform: a signal that is longer is cut off, a shorter one is continued with zeros. The signal's length when not given. Lengths without prime factors above 5 are fast. At least 1. */
  nfft?: number
  /** The dimension of the signal; negative numbers count from the last one. Default: -1. */
  axis?: number
  /** 2: squared magnitudes. 1: magnitudes. From 1 to 2. Default: 2. */
  power?: number
}

/** Arguments of `fn.preemphasisFilter`. */
export interface PreemphasisFilterOptions extends OpOptions {
  /** How much of the element before is subtracted. 0 changes nothing. Default: 0.97. May differ per sample. */
  preemphCoeff?: number | DataNode
  /** What stands before the first element. 'clamp': the first element. 'zero': 0. 'reflect': the second element, or the first where there is no second. Default: 'clamp'. */
  border?: 'clamp' | 'zero' | 'reflect'
  /** Output dtype. Integers are rounded to nearest and clamped to the dtype's range. Default: 'float32'. */
  dtype?: DType
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.randomBBoxCrop`. */
export interface RandomBBoxCropOptions extends OpOptions {
  /** One of these is drawn, and boxes must reach it. From 0 to 1. One value or more. Default: [0]. */
  thresholds?: number | readonly number[]
  /** Least and largest extent of the window, as a fraction of the image's. At least 0. 2 values. Default: [1, 1]. */
  scaling?: number | readonly number[]
  /** Least and largest x / y of the window; in space also x / z and y / z, or one range for all three. In pixels with inputShape, else relative to the image's. At least 0. 2 or 6 values. Default: [1, 1]. */
  aspectRatio?: number | readonly number[]
  /** Shape of the image in pixels, in the order of shapeLayout. At least 1. 2 or 3 values. May differ per sample. */
  inputShape?: number | readonly number[] | DataNode
  /** A fixed shape of the window in pixels, in the order of shapeLayout; together with inputShape. At least 1. 2 or 3 values. May differ per sample. */
  cropShape?: number | readonly number[] | DataNode
  /** Every box must reach the threshold. Otherwise one is enough. Default: true. */
  allBoxesAboveThreshold?: boolean
  /** Not to crop is one more possibility beside the thresholds. With cropShape there is always a crop, and true may not be given. Default: true. */
  allowNoCrop?: boolean
  /** What the numbers of a box are: a permutation of xyXY (corners) or xyWH (a corner and sides), in space of xyzXYZ or xyzWHD. Default: xyXY, xyzXYZ. */
  bboxLayout?: string
  /** Boxes remain of which at least this share lies in the window. Without it those remain whose centre does. From 0 to 1. */
  bboxPruneThreshold?: number
  /** In place of bboxLayout: true stands for xyXY, false for xyWH. Default: true. */
  ltrb?: boolean
  /** Windows that are drawn for a threshold before another threshold is. At least 1. Default: 1. */
  numAttempts?: number
  /** Adds the output indices. Default: false. */
  outputBboxIndices?: boolean
  /** What the values of inputShape and cropShape are: a permutation of WH, in space of WHD, which are the defaults. */
  shapeLayout?: string
  /** 'iou': the intersection over union of box and window. 'overlap': the share of the box that lies in the window. Default: 'iou'. */
  thresholdType?: 'iou' | 'overlap'
  /** After so many windows the one that came nearest is taken, at least 1. With -1 the search ends after 10000 windows with INVALID_INPUT. Default: -1. */
  totalNumAttempts?: number
  /** Do not warn where no window was found. Without effect here: there is no such warning: the window that is taken instead is as documented. Default: false. */
  quiet?: boolean
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
}

/** Arguments of `fn.random.beta`. */
export interface RandomBetaOptions extends OpOptions {
  /** The first parameter, above 0: the larger it is, the nearer are the numbers to 1. Above 0. Default: 1. May differ per sample. */
  alpha?: number | DataNode
  /** The second parameter, above 0: the larger it is, the nearer are the numbers to 0. Above 0. Default: 1. May differ per sample. */
  beta?: number | DataNode
  /** Shape of the output. Without it and without an input, one number of shape [] per sample. Not together with the input. May differ per sample. */
  shape?: number | readonly number[] | DataNode
  /** Output dtype: float32 or float64. One of 'float32', 'float64'. Default: 'float32'. */
  dtype?: DType
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
}

/** Arguments of `fn.random.choice`. */
export interface RandomChoiceOptions extends OpOptions {
  /** Choose from these numbers; set when `a` is given as a list. May be NaN or infinite. */
  values?: number | readonly number[]
  /** Choose from 0 to count - 1; set when `a` is given as a number. At least 1. */
  count?: number
  /** The chance of each choice; they sum to 1. Without it all are equally likely. From 0 to 1. One value or more. May differ per sample. */
  p?: number | readonly number[] | DataNode
  /** Shape of the output. Without it and without shapeLike, one choice of shape [] per sample. Not together with shapeLike. May differ per sample. */
  shape?: number | readonly number[] | DataNode
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
}

/** Arguments of `fn.random.coinFlip`. */
export interface RandomCoinFlipOptions extends OpOptions {
  /** Chance of a 1. From 0 to 1. Default: 0.5. May differ per sample. */
  probability?: number | DataNode
  /** Shape of the output. Without it and without an input, one number of shape [] per sample. Not together with the input. May differ per sample. */
  shape?: number | readonly number[] | DataNode
  /** Output dtype. Default: 'int32'. */
  dtype?: DType
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
}

/** Arguments of `fn.randomCropGenerator`. */
export interface RandomCropGeneratorOptions extends OpOptions {
  /** Lowest and highest share of the image's area that the window covers; drawn uniformly. One value stands for both. Above 0. 1 or 2 values. Default: [0.08, 1]. */
  randomArea?: number | readonly number[]
  /** Lowest and highest width / height of the window, above 0; its logarithm is drawn uniformly. One value stands for both. Above 0. 1 or 2 values. Default: [0.75, 1.3333333333333333]. */
  randomAspectRatio?: number | readonly number[]
  /** How often area and aspect ratio are drawn before the largest window that fits is taken instead; 0 or less takes the largest window at once. The window's position is always drawn. Default: 10. */
  numAttempts?: number
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
}

/** Arguments of `fn.random.normal`. */
export interface RandomNormalOptions extends OpOptions {
  /** Mean of the distribution. Default: 0. May differ per sample. */
  mean?: number | DataNode
  /** Standard deviation of the distribution. Default: 1. May differ per sample. */
  stddev?: number | DataNode
  /** Shape of the output. Without it and without an input, one number of shape [] per sample. Not together with the input. May differ per sample. */
  shape?: number | readonly number[] | DataNode
  /** Output dtype. Integers are the real numbers rounded to nearest and clamped to the dtype's range. Default: 'float32'. */
  dtype?: DType
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
}

/** Arguments of `fn.randomResizedCrop`. */
export interface RandomResizedCropOptions extends OpOptions {
  /** Output [height, width] in pixels, or one value for both. Required. At least 1. 1 or 2 values. */
  size: number | readonly number[]
  /** Filter for both directions; minFilter and magFilter override it. 'triangular' is the same as 'linear'. Default: 'linear'. May differ per sample. */
  interpType?: Interp | DataNode
  /** When an axis shrinks, widen the filter in proportion, so that every input pixel counts. Nearest neighbour is never widened. Default: true. */
  antialias?: boolean
  /** Lowest and highest share of the image's area that the window covers; drawn uniformly. One value stands for both. Above 0. 1 or 2 values. Default: [0.08, 1]. */
  randomArea?: number | readonly number[]
  /** Lowest and highest width / height of the window, above 0; its logarithm is drawn uniformly. One value stands for both. Above 0. 1 or 2 values. Default: [0.75, 1.3333333333333333]. */
  randomAspectRatio?: number | readonly number[]
  /** Output dtype: the input's (the default) or float32. Integers are rounded to nearest and saturated; float32 keeps the input's range, without rounding. Anything else fails with INVALID_ARGUMENT. */
  dtype?: DType
  /** Filter of an axis that grows or keeps its size. Default: interpType. May differ per sample. */
  magFilter?: Interp | DataNode
  /** Filter of an axis that shrinks. Default: interpType. May differ per sample. */
  minFilter?: Interp | DataNode
  /** Whose numbers the result has, to the last bit where the library's are fixed. 'dali': DALI's, within 1. 'pillow': Image.resize() of Pillow 13; 'pillow-12': of Pillow up to 12, where the order of the passes differs. 'torchvision': resize() of tensors, uint8 or float32, on a CPU with AVX2; 'torchvision-float': its path through float32 on CPUs without AVX2, for uint8 and float32. 'opencv': cv2.resize() of uint8. Regions are cut out first, and are whole pixels. What the library does not have is refused. Default: 'dali'. */
  match?: 'dali' | 'pillow' | 'pillow-12' | 'torchvision' | 'torchvision-float' | 'opencv'
  /** With match: a filter of that library for which interpType has no name. Default: interpType. */
  matchFilter?: 'box' | 'hamming' | 'area' | 'lanczos4' | 'nearest_exact'
  /** How often area and aspect ratio are drawn before the largest window that fits is taken instead; 0 or less takes the largest window at once. The window's position is always drawn. Default: 10. */
  numAttempts?: number
  /** Images per kernel call of DALI on a GPU. Without effect here: one kernel call resizes the whole batch. Default: 32. */
  minibatchSize?: number
  /** Expected size, in bytes, of DALI's temporary memory on a GPU. Without effect here: temporary memory is what the shapes of the batch need, and is kept. Default: 0. */
  tempBufferHint?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
}

/** Arguments of `fn.random.uniform`. */
export interface RandomUniformOptions extends OpOptions {
  /** [min, max): the range, max excluded. For unsigned dtypes [-1, 1] stands for all of the dtype's values. 2 values. Default: [-1, 1]. May differ per sample. */
  range?: number | readonly number[] | DataNode
  /** Shape of the output. Without it and without an input, one number of shape [] per sample. Not together with the input. May differ per sample. */
  shape?: number | readonly number[] | DataNode
  /** Output dtype. Integers are the real numbers rounded to nearest, so the ends of the range come up half as often as the rest. Default: 'float32'. */
  dtype?: DType
  /** Numbers to choose from with equal chances; when given, range is not used. May be NaN or infinite. One value or more. May differ per sample. */
  values?: number | readonly number[] | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
}

/** Arguments of `fn.readers.caffe`. */
export interface ReadersCaffeOptions extends OpOptions {
  /** Paths of the databases: folders with a data.mdb, or files. Samples come in the order of path and, in a database, in the order of its keys. Required. */
  path: string | readonly string[]
  /** Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks. Default: false. */
  randomShuffle?: boolean
  /** Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the shards anew. The order is an exact permutation, and every shard computes the same one. Not together with randomShuffle, shuffleBlocks or stickToShard. Default: false. */
  shuffleAfterEpoch?: boolean
  /** Which shard to read: 0 to numShards - 1. At least 0. Default: 0. */
  shardId?: number
  /** Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1. */
  numShards?: number
  /** 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI, MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards. */
  shard?: 'auto'
  /** Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats are marked as padding. Default: false. */
  padLastBatch?: boolean
  /** With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024. */
  initialFill?: number
  /** Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most network file systems. Default: false. */
  dontUseMmap?: boolean
  /** Give the images. With false there is no such output. Default: true. */
  imageAvailable?: boolean
  /** Give the labels. With false there is no such output. Default: true. */
  labelAvailable?: boolean
  /** With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike: as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608. */
  blockBytes?: number
  /** With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better; docs/guides/epochs.md says how well. From 1 to 4096. Default: 16. */
  blockWindow?: number
  /** A folder in which what is read from object stores is kept, of at most so many bytes, for later epochs, runs and other processes (docs/data/object-stores.md). Local files are not kept. */
  cache?: Readonly<{ dir: string; bytes: number }>
  /** Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order. The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard. Default: false. */
  elastic?: boolean
  /** Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more. */
  indices?: number | readonly number[]
  /** Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples, neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it costs some calls. Object stores are always read ahead. Default: false. */
  readAhead?: boolean
  /** Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it, give every shard the same value. */
  shuffleAfterEpochSeed?: number
  /** Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false. */
  shuffleBlocks?: boolean
  /** Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on (docs/guides/subsets.md). */
  skipList?: string | readonly string[]
  /** Read one part of the data: { train: 0.9, val: 0.1, part: 'train' }. The fractions are 1 together at most. A sample's part follows from its name alone, as skipList has it, so that it stays where it is when samples are added (docs/guides/subsets.md). */
  split?: Readonly<{ train?: number; val?: number; test?: number; part: 'train' | 'val' | 'test' }>
  /** What an object store may take: maxObjectBytes is the most that an object has which is read as a whole, and the names in a folder, by default 512 MiB; maxSeconds is how long one read may take, by default 300, beside a second for each 16 KiB that have come (docs/data/object-stores.md). */
  store?: Readonly<{ maxObjectBytes?: number; maxSeconds?: number }>
  /** Read the same shard in every epoch instead of moving to the next one. Default: false. */
  stickToShard?: boolean
  /** How often samples come. `classes` is 'balanced', for classes that come equally often, or a list of each class's share; the column that has the classes is 'label', or `column`. Or `samples` is a list with the weight of each sample, or the name of a column that has it. choice 'even', the default, gives each sample as often in an epoch as its weight says, rounded down or up, in the order of the data, which a shuffle mixes; 'random' draws each sample anew, from `seed`. An epoch has epochSize samples, by default as many as have a weight above 0; with replacement false none comes twice in it. Not together with shuffleBlocks (docs/guides/subsets.md). */
  weights?: Readonly<{ classes?: number | readonly number[] | string; samples?: number | readonly number[] | string; column?: string; choice?: 'even' | 'random'; replacement?: boolean; seed?: number; epochSize?: number }>
  /** Read the samples alone whose values in columns are these: { label: { in: ['cat', 'dog'] }, width: { gte: 224 } }. All conditions hold. Columns are those that the reader's data has; a class may be given by its name. What is no number, as a null, fulfils none (docs/guides/subsets.md). */
  where?: Readonly<Record<string, { equals?: number | readonly number[] | string; not?: number | readonly number[] | string; in?: readonly number[] | readonly string[]; notIn?: readonly number[] | readonly string[]; gt?: number; gte?: number; lt?: number; lte?: number }>>
  /** List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not called. Default: false. */
  lazyInit?: boolean
  /** Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far the reader runs ahead. At least 1. Default: 1. */
  prefetchQueueDepth?: number
  /** Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached. Default: false. */
  skipCachedImages?: boolean
  /** Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default: 1048576. */
  tensorInitBytes?: number
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.readers.caffe2`. */
export interface ReadersCaffe2Options extends OpOptions {
  /** Paths of the databases: folders with a data.mdb, or files. Samples come in the order of path and, in a database, in the order of its keys. Required. */
  path: string | readonly string[]
  /** Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks. Default: false. */
  randomShuffle?: boolean
  /** Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the shards anew. The order is an exact permutation, and every shard computes the same one. Not together with randomShuffle, shuffleBlocks or stickToShard. Default: false. */
  shuffleAfterEpoch?: boolean
  /** Which shard to read: 0 to numShards - 1. At least 0. Default: 0. */
  shardId?: number
  /** Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1. */
  numShards?: number
  /** 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI, MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards. */
  shard?: 'auto'
  /** Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats are marked as padding. Default: false. */
  padLastBatch?: boolean
  /** With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024. */
  initialFill?: number
  /** Number of further tensors of each record, of which each is an output. They begin behind the labels; behind those of labelType 1 and 3 one tensor is left out first. From 0 to 64. Default: 0. */
  additionalInputs?: number
  /** Give the last tensor of each record, which is a box. Default: false. */
  bbox?: boolean
  /** Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most network file systems. Default: false. */
  dontUseMmap?: boolean
  /** Records have an image. With false their tensors begin with the labels, and there is no such output. Default: true. */
  imageAvailable?: boolean
  /** What labels are: 0 one number; 1 the numbers of the labels that hold, which become ones among numLabels zeros; 2 a value for each label; 3 as 1, with the values of the next tensor in place of ones, as float32; 4 not there. From 0 to 4. Default: 0. */
  labelType?: number
  /** Number of labels, for labelType 1 and 3. At least 1. Default: 1. */
  numLabels?: number
  /** With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike: as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608. */
  blockBytes?: number
  /** With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better; docs/guides/epochs.md says how well. From 1 to 4096. Default: 16. */
  blockWindow?: number
  /** A folder in which what is read from object stores is kept, of at most so many bytes, for later epochs, runs and other processes (docs/data/object-stores.md). Local files are not kept. */
  cache?: Readonly<{ dir: string; bytes: number }>
  /** Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order. The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard. Default: false. */
  elastic?: boolean
  /** Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more. */
  indices?: number | readonly number[]
  /** Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples, neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it costs some calls. Object stores are always read ahead. Default: false. */
  readAhead?: boolean
  /** Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it, give every shard the same value. */
  shuffleAfterEpochSeed?: number
  /** Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false. */
  shuffleBlocks?: boolean
  /** Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on (docs/guides/subsets.md). */
  skipList?: string | readonly string[]
  /** Read one part of the data: { train: 0.9, val: 0.1, part: 'train' }. The fractions are 1 together at most. A sample's part follows from its name alone, as skipList has it, so that it stays where it is when samples are added (docs/guides/subsets.md). */
  split?: Readonly<{ train?: number; val?: number; test?: number; part: 'train' | 'val' | 'test' }>
  /** What an object store may take: maxObjectBytes is the most that an object has which is read as a whole, and the names in a folder, by default 512 MiB; maxSeconds is how long one read may take, by default 300, beside a second for each 16 KiB that have come (docs/data/object-stores.md). */
  store?: Readonly<{ maxObjectBytes?: number; maxSeconds?: number }>
  /** Read the same shard in every epoch instead of moving to the next one. Default: false. */
  stickToShard?: boolean
  /** How often samples come. `classes` is 'balanced', for classes that come equally often, or a list of each class's share; the column that has the classes is 'label', or `column`. Or `samples` is a list with the weight of each sample, or the name of a column that has it. choice 'even', the default, gives each sample as often in an epoch as its weight says, rounded down or up, in the order of the data, which a shuffle mixes; 'random' draws each sample anew, from `seed`. An epoch has epochSize samples, by default as many as have a weight above 0; with replacement false none comes twice in it. Not together with shuffleBlocks (docs/guides/subsets.md). */
  weights?: Readonly<{ classes?: number | readonly number[] | string; samples?: number | readonly number[] | string; column?: string; choice?: 'even' | 'random'; replacement?: boolean; seed?: number; epochSize?: number }>
  /** Read the samples alone whose values in columns are these: { label: { in: ['cat', 'dog'] }, width: { gte: 224 } }. All conditions hold. Columns are those that the reader's data has; a class may be given by its name. What is no number, as a null, fulfils none (docs/guides/subsets.md). */
  where?: Readonly<Record<string, { equals?: number | readonly number[] | string; not?: number | readonly number[] | string; in?: readonly number[] | readonly string[]; notIn?: readonly number[] | readonly string[]; gt?: number; gte?: number; lt?: number; lte?: number }>>
  /** List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not called. Default: false. */
  lazyInit?: boolean
  /** Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far the reader runs ahead. At least 1. Default: 1. */
  prefetchQueueDepth?: number
  /** Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached. Default: false. */
  skipCachedImages?: boolean
  /** Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default: 1048576. */
  tensorInitBytes?: number
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.readers.coco`. */
export interface ReadersCocoOptions extends OpOptions {
  /** Path of the JSON file, with images (id, file_name; width and height for ratio and pixelwiseMasks), categories (id, name) and annotations (image_id, category_id, bbox, iscrowd, segmentation). Other fields are skipped. Required. */
  annotationsFile: string
  /** Folder that the names of images are relative to. Required. */
  fileRoot: string
  /** Give boxes as [left, top, right, bottom]. Default: false. */
  ltrb?: boolean
  /** Give boxes and vertices as fractions of the image's width and height. Default: false. */
  ratio?: boolean
  /** Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks. Default: false. */
  randomShuffle?: boolean
  /** Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the shards anew. The order is an exact permutation, and every shard computes the same one. Not together with randomShuffle, shuffleBlocks or stickToShard. Default: false. */
  shuffleAfterEpoch?: boolean
  /** Which shard to read: 0 to numShards - 1. At least 0. Default: 0. */
  shardId?: number
  /** Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1. */
  numShards?: number
  /** 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI, MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards. */
  shard?: 'auto'
  /** Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats are marked as padding. Default: false. */
  padLastBatch?: boolean
  /** With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024. */
  initialFill?: number
  /** Take the ids of categories as labels. By default the categories count from 1 in the order of the file, and 0 is left for the background. Default: false. */
  avoidClassRemapping?: boolean
  /** Add an output with the ids of images. Default: false. */
  imageIds?: boolean
  /** Names of images, written as in the annotations: only these are read, in this order, and as often as they are listed. Names that are not in the annotations are left out, and readerMeta() counts them. By default all images are read, in the order of their ids. */
  images?: string | readonly string[]
  /** Whether annotations with iscrowd count. Default: true. */
  includeIscrowd?: boolean
  /** With pixelwiseMasks: largest number of pixels of a mask, and the most that are drawn for one: the pixels of each object, and the columns of pixels that each edge of its polygons crosses; 0 for no limit. An image beyond it is a bad sample. The default is 16383 x 16383. At least 0. Default: 268402689. */
  maxPixels?: number
  /** Add an output with the objects drawn as pixels, from their polygons or run lengths. Where objects overlap, the larger label is on top. Not together with polygonMasks. Default: false. */
  pixelwiseMasks?: boolean
  /** Add two outputs with the outlines of objects. Segmentations that are run lengths have none. Not together with pixelwiseMasks. Default: false. */
  polygonMasks?: boolean
  /** Objects are left out whose box is narrower or lower than this, in pixels. Default: 0.1. */
  sizeThreshold?: number
  /** Leave out images without objects. Default: false. */
  skipEmpty?: boolean
  /** With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike: as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608. */
  blockBytes?: number
  /** With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better; docs/guides/epochs.md says how well. From 1 to 4096. Default: 16. */
  blockWindow?: number
  /** A folder in which what is read from object stores is kept, of at most so many bytes, for later epochs, runs and other processes (docs/data/object-stores.md). Local files are not kept. */
  cache?: Readonly<{ dir: string; bytes: number }>
  /** Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order. The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard. Default: false. */
  elastic?: boolean
  /** Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more. */
  indices?: number | readonly number[]
  /** Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples, neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it costs some calls. Object stores are always read ahead. Default: false. */
  readAhead?: boolean
  /** Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it, give every shard the same value. */
  shuffleAfterEpochSeed?: number
  /** Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false. */
  shuffleBlocks?: boolean
  /** Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on (docs/guides/subsets.md). */
  skipList?: string | readonly string[]
  /** Read one part of the data: { train: 0.9, val: 0.1, part: 'train' }. The fractions are 1 together at most. A sample's part follows from its name alone, as skipList has it, so that it stays where it is when samples are added (docs/guides/subsets.md). */
  split?: Readonly<{ train?: number; val?: number; test?: number; part: 'train' | 'val' | 'test' }>
  /** What an object store may take: maxObjectBytes is the most that an object has which is read as a whole, and the names in a folder, by default 512 MiB; maxSeconds is how long one read may take, by default 300, beside a second for each 16 KiB that have come (docs/data/object-stores.md). */
  store?: Readonly<{ maxObjectBytes?: number; maxSeconds?: number }>
  /** Read the same shard in every epoch instead of moving to the next one. Default: false. */
  stickToShard?: boolean
  /** How often samples come. `classes` is 'balanced', for classes that come equally often, or a list of each class's share; the column that has the classes is 'label', or `column`. Or `samples` is a list with the weight of each sample, or the name of a column that has it. choice 'even', the default, gives each sample as often in an epoch as its weight says, rounded down or up, in the order of the data, which a shuffle mixes; 'random' draws each sample anew, from `seed`. An epoch has epochSize samples, by default as many as have a weight above 0; with replacement false none comes twice in it. Not together with shuffleBlocks (docs/guides/subsets.md). */
  weights?: Readonly<{ classes?: number | readonly number[] | string; samples?: number | readonly number[] | string; column?: string; choice?: 'even' | 'random'; replacement?: boolean; seed?: number; epochSize?: number }>
  /** Read the samples alone whose values in columns are these: { label: { in: ['cat', 'dog'] }, width: { gte: 224 } }. All conditions hold. Columns are those that the reader's data has; a class may be given by its name. What is no number, as a null, fulfils none (docs/guides/subsets.md). */
  where?: Readonly<Record<string, { equals?: number | readonly number[] | string; not?: number | readonly number[] | string; in?: readonly number[] | readonly string[]; notIn?: readonly number[] | readonly string[]; gt?: number; gte?: number; lt?: number; lte?: number }>>
  /** Read files without mapping them into memory. Without effect here: files are always read with plain reads, straight into the batch. Default: false. */
  dontUseMmap?: boolean
  /** List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not called. Default: false. */
  lazyInit?: boolean
  /** Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far the reader runs ahead. At least 1. Default: 1. */
  prefetchQueueDepth?: number
  /** Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached. Default: false. */
  skipCachedImages?: boolean
  /** Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default: 1048576. */
  tensorInitBytes?: number
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.readers.file`. */
export interface ReadersFileOptions extends OpOptions {
  /** Folder of the data set. Required unless fileList or files is given; with them, the folder that their names are relative to, which may be an http(s)://, s3://, gs:// or hf:// URL (docs/data/object-stores.md). */
  fileRoot?: string
  /** Paths or URLs of the files, relative to fileRoot if that is given. Not together with fileList. */
  files?: string | readonly string[]
  /** Labels of the entries of files, one each. */
  labels?: number | readonly number[]
  /** Path or URL of a text file: per line a file name, white space, an integer label. Names may contain spaces and are relative to fileRoot, or to the list's own folder without one. Not together with files. */
  fileList?: string
  /** Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks. Default: false. */
  randomShuffle?: boolean
  /** Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the shards anew. The order is an exact permutation, and every shard computes the same one. Not together with randomShuffle, shuffleBlocks or stickToShard. Default: false. */
  shuffleAfterEpoch?: boolean
  /** Which shard to read: 0 to numShards - 1. At least 0. Default: 0. */
  shardId?: number
  /** Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1. */
  numShards?: number
  /** 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI, MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards. */
  shard?: 'auto'
  /** Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats are marked as padding. Default: false. */
  padLastBatch?: boolean
  /** With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024. */
  initialFill?: number
  /** Whether dirFilters and fileFilters distinguish upper from lower case. Default: false. */
  caseSensitiveFilter?: boolean
  /** Glob patterns: only sub-folders of fileRoot that match one of them are classes, hidden ones never. By default all others are. No effect with fileList or files. */
  dirFilters?: string | readonly string[]
  /** Glob patterns: only files whose name matches one of them are read. No effect with fileList or files. Default: ['*.jpg', '*.jpeg', '*.png', '*.bmp', '*.tif', '*.tiff', '*.pnm', '*.ppm', '*.pgm', '*.pbm', '*.jp2', '*.j2k', '*.j2c', '*.jpc', '*.webp', '*.gif', '*.avif', '*.heic', '*.heif', '*.flac', '*.ogg', '*.wav']. */
  fileFilters?: string | readonly string[]
  /** With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike: as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608. */
  blockBytes?: number
  /** With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better; docs/guides/epochs.md says how well. From 1 to 4096. Default: 16. */
  blockWindow?: number
  /** A folder in which what is read from object stores is kept, of at most so many bytes, for later epochs, runs and other processes (docs/data/object-stores.md). Local files are not kept. */
  cache?: Readonly<{ dir: string; bytes: number }>
  /** Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order. The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard. Default: false. */
  elastic?: boolean
  /** Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more. */
  indices?: number | readonly number[]
  /** Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples, neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it costs some calls. Object stores are always read ahead. Default: false. */
  readAhead?: boolean
  /** Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it, give every shard the same value. */
  shuffleAfterEpochSeed?: number
  /** Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false. */
  shuffleBlocks?: boolean
  /** Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on (docs/guides/subsets.md). */
  skipList?: string | readonly string[]
  /** Read one part of the data: { train: 0.9, val: 0.1, part: 'train' }. The fractions are 1 together at most. A sample's part follows from its name alone, as skipList has it, so that it stays where it is when samples are added (docs/guides/subsets.md). */
  split?: Readonly<{ train?: number; val?: number; test?: number; part: 'train' | 'val' | 'test' }>
  /** What an object store may take: maxObjectBytes is the most that an object has which is read as a whole, and the names in a folder, by default 512 MiB; maxSeconds is how long one read may take, by default 300, beside a second for each 16 KiB that have come (docs/data/object-stores.md). */
  store?: Readonly<{ maxObjectBytes?: number; maxSeconds?: number }>
  /** Read the same shard in every epoch instead of moving to the next one. Default: false. */
  stickToShard?: boolean
  /** How often samples come. `classes` is 'balanced', for classes that come equally often, or a list of each class's share; the column that has the classes is 'label', or `column`. Or `samples` is a list with the weight of each sample, or the name of a column that has it. choice 'even', the default, gives each sample as often in an epoch as its weight says, rounded down or up, in the order of the data, which a shuffle mixes; 'random' draws each sample anew, from `seed`. An epoch has epochSize samples, by default as many as have a weight above 0; with replacement false none comes twice in it. Not together with shuffleBlocks (docs/guides/subsets.md). */
  weights?: Readonly<{ classes?: number | readonly number[] | string; samples?: number | readonly number[] | string; column?: string; choice?: 'even' | 'random'; replacement?: boolean; seed?: number; epochSize?: number }>
  /** Read the samples alone whose values in columns are these: { label: { in: ['cat', 'dog'] }, width: { gte: 224 } }. All conditions hold. Columns are those that the reader's data has; a class may be given by its name. What is no number, as a null, fulfils none (docs/guides/subsets.md). */
  where?: Readonly<Record<string, { equals?: number | readonly number[] | string; not?: number | readonly number[] | string; in?: readonly number[] | readonly string[]; notIn?: readonly number[] | readonly string[]; gt?: number; gte?: number; lt?: number; lte?: number }>>
  /** Read files without mapping them into memory. Without effect here: files are always read with plain reads, straight into the batch. Default: false. */
  dontUseMmap?: boolean
  /** List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not called. Default: false. */
  lazyInit?: boolean
  /** Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far the reader runs ahead. At least 1. Default: 1. */
  prefetchQueueDepth?: number
  /** Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached. Default: false. */
  skipCachedImages?: boolean
  /** Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default: 1048576. */
  tensorInitBytes?: number
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.readers.lerobot`. */
export interface ReadersLerobotOptions extends OpOptions {
  /** The outputs by name: { dtype, deltaTimestamps, normalize }, each of which may be left out. A name is that of a feature in meta/info.json; 'task' for the text of the frame's task; or NAME_is_pad for the mask of the feature NAME, which is true for frames of the window that lie beyond the episode and repeat its first or last one. deltaTimestamps: the frames of a window, in seconds from the sample's own, multiples of 1 / fps. normalize: by the set's own statistics (meta/stats.json), in float32: 'meanStd' to mean 0 and standard deviation 1, 'minMax' to -1 to 1. dtype: the type of the output, where it must be known before the set is opened: that of the set, or one that holds more. 'string' stands for texts, images and task. Required. */
  features: Readonly<Record<string, { dtype?: 'string' | 'bool' | 'uint8' | 'uint16' | 'uint32' | 'int8' | 'int16' | 'int32' | 'int64' | 'float32' | 'float64'; deltaTimestamps?: number | readonly number[]; normalize?: 'none' | 'meanStd' | 'minMax' }>>
  /** Folder or URL of the set, which has the folders meta and data. Required. */
  root: string
  /** Numbers of the episodes that are read, which count from 0. They come in the order of the set. By default all are read. At least 0. */
  episodes?: number | readonly number[]
  /** Texts of tasks: only their frames are samples. Windows have the other frames of the episode, too. By default all tasks are read. */
  tasks?: string | readonly string[]
  /** Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks. Default: false. */
  randomShuffle?: boolean
  /** Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the shards anew. The order is an exact permutation, and every shard computes the same one. Not together with randomShuffle, shuffleBlocks or stickToShard. Default: false. */
  shuffleAfterEpoch?: boolean
  /** Which shard to read: 0 to numShards - 1. At least 0. Default: 0. */
  shardId?: number
  /** Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1. */
  numShards?: number
  /** 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI, MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards. */
  shard?: 'auto'
  /** Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats are marked as padding. Default: false. */
  padLastBatch?: boolean
  /** With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024. */
  initialFill?: number
  /** Path of a file that keeps where the packets of the videos of cameras lie, so that later listings open none of those that have not changed (by size and time of change, or by the version that a store gives). It is written after a listing that has found others, and need not exist; videos that other readers keep there stay. By default each listing opens all videos. */
  indexPath?: string
  /** How far times in deltaTimestamps may be from multiples of 1 / fps, and those of frames of videos from the ones in the tables, in seconds. At least 0. Default: 0.0001. */
  tolerance?: number
  /** With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike: as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608. */
  blockBytes?: number
  /** With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better; docs/guides/epochs.md says how well. From 1 to 4096. Default: 16. */
  blockWindow?: number
  /** A folder in which what is read from object stores is kept, of at most so many bytes, for later epochs, runs and other processes (docs/data/object-stores.md). Local files are not kept. */
  cache?: Readonly<{ dir: string; bytes: number }>
  /** Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order. The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard. Default: false. */
  elastic?: boolean
  /** Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more. */
  indices?: number | readonly number[]
  /** Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples, neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it costs some calls. Object stores are always read ahead. Default: false. */
  readAhead?: boolean
  /** Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it, give every shard the same value. */
  shuffleAfterEpochSeed?: number
  /** Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false. */
  shuffleBlocks?: boolean
  /** Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on (docs/guides/subsets.md). */
  skipList?: string | readonly string[]
  /** Read one part of the data: { train: 0.9, val: 0.1, part: 'train' }. The fractions are 1 together at most. A sample's part follows from its name alone, as skipList has it, so that it stays where it is when samples are added (docs/guides/subsets.md). */
  split?: Readonly<{ train?: number; val?: number; test?: number; part: 'train' | 'val' | 'test' }>
  /** What an object store may take: maxObjectBytes is the most that an object has which is read as a whole, and the names in a folder, by default 512 MiB; maxSeconds is how long one read may take, by default 300, beside a second for each 16 KiB that have come (docs/data/object-stores.md). */
  store?: Readonly<{ maxObjectBytes?: number; maxSeconds?: number }>
  /** Read the same shard in every epoch instead of moving to the next one. Default: false. */
  stickToShard?: boolean
  /** How often samples come. `classes` is 'balanced', for classes that come equally often, or a list of each class's share; the column that has the classes is 'label', or `column`. Or `samples` is a list with the weight of each sample, or the name of a column that has it. choice 'even', the default, gives each sample as often in an epoch as its weight says, rounded down or up, in the order of the data, which a shuffle mixes; 'random' draws each sample anew, from `seed`. An epoch has epochSize samples, by default as many as have a weight above 0; with replacement false none comes twice in it. Not together with shuffleBlocks (docs/guides/subsets.md). */
  weights?: Readonly<{ classes?: number | readonly number[] | string; samples?: number | readonly number[] | string; column?: string; choice?: 'even' | 'random'; replacement?: boolean; seed?: number; epochSize?: number }>
  /** Read the samples alone whose values in columns are these: { label: { in: ['cat', 'dog'] }, width: { gte: 224 } }. All conditions hold. Columns are those that the reader's data has; a class may be given by its name. What is no number, as a null, fulfils none (docs/guides/subsets.md). */
  where?: Readonly<Record<string, { equals?: number | readonly number[] | string; not?: number | readonly number[] | string; in?: readonly number[] | readonly string[]; notIn?: readonly number[] | readonly string[]; gt?: number; gte?: number; lt?: number; lte?: number }>>
  /** Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most network file systems. Default: false. */
  dontUseMmap?: boolean
  /** Largest size of the metadata at the end of a file; 0 for no limit. A file with more is refused when the data set is opened. At least 0. Default: 134217728. */
  maxMetadataBytes?: number
  /** Most rows that all files may have together, beside eight for each of their bytes; 0 for no limit. A few bytes can claim any number of rows, each of which takes 12 bytes of memory. The file that claims more is refused when the data set is opened. At least 0. Default: 16777216. */
  maxRows?: number
  /** Most memory that a page may take when it is unpacked, or a column of lists in a row group, beside twice its bytes in the file; 0 for no limit. Rows of a page that takes more are bad samples. Each thread may unpack one. At least 0. Default: 1073741824. */
  maxUnpackedBytes?: number
  /** How many bytes of unpacked pages stay in memory. The page that was used last of each column stays in any case, and its dictionary. At least 0. Default: 268435456. */
  pageCacheBytes?: number
  /** Matrix from YCbCr to RGB. 'auto': the one that the stream names, else BT.601. DALI takes BT.601 always. Default: 'auto'. */
  colorMatrix?: 'auto' | 'bt601' | 'bt709' | 'bt2020'
  /** Range of the stored values. 'auto': the one that the stream names, else limited: 16 to 235 for luma of 8 bits. Default: 'auto'. */
  colorRange?: 'auto' | 'limited' | 'full'
  /** Longest time that decoding one clip may take, in seconds of its thread's CPU time; 0 for no limit. A clip that takes longer is a bad sample. At least 0. Default: 0. */
  maxDecodeSeconds?: number
  /** Largest number of pixels of a frame, width times height; 0 for no limit. A larger video is a bad sample. The default is 16383 x 16383. At least 0. Default: 268402689. */
  maxPixels?: number
  /** 'apply': turn and mirror frames as the file says that they are shown, such as those of a phone that was held upright, by multiples of 90 degrees. 'ignore': frames as they are stored, which is what DALI gives. Default: 'apply'. */
  rotate?: 'apply' | 'ignore'
  /** List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not called. Default: false. */
  lazyInit?: boolean
  /** Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far the reader runs ahead. At least 1. Default: 1. */
  prefetchQueueDepth?: number
  /** Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached. Default: false. */
  skipCachedImages?: boolean
  /** Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default: 1048576. */
  tensorInitBytes?: number
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.readers.lmdb`. */
export interface ReadersLmdbOptions extends OpOptions {
  /** Paths of the databases: folders with a data.mdb, or files. Samples come in the order of path and, in a database, in the order of its keys. Required. */
  path: string | readonly string[]
  /** Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks. Default: false. */
  randomShuffle?: boolean
  /** Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the shards anew. The order is an exact permutation, and every shard computes the same one. Not together with randomShuffle, shuffleBlocks or stickToShard. Default: false. */
  shuffleAfterEpoch?: boolean
  /** Which shard to read: 0 to numShards - 1. At least 0. Default: 0. */
  shardId?: number
  /** Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1. */
  numShards?: number
  /** 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI, MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards. */
  shard?: 'auto'
  /** Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats are marked as padding. Default: false. */
  padLastBatch?: boolean
  /** With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024. */
  initialFill?: number
  /** Name of the database in each file. By default the main one is read, without the named databases in it. Default: ''. */
  database?: string
  /** Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most network file systems. Default: false. */
  dontUseMmap?: boolean
  /** Give the keys as a second output. Default: false. */
  outputKeys?: boolean
  /** With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike: as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608. */
  blockBytes?: number
  /** With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better; docs/guides/epochs.md says how well. From 1 to 4096. Default: 16. */
  blockWindow?: number
  /** A folder in which what is read from object stores is kept, of at most so many bytes, for later epochs, runs and other processes (docs/data/object-stores.md). Local files are not kept. */
  cache?: Readonly<{ dir: string; bytes: number }>
  /** Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order. The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard. Default: false. */
  elastic?: boolean
  /** Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more. */
  indices?: number | readonly number[]
  /** Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples, neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it costs some calls. Object stores are always read ahead. Default: false. */
  readAhead?: boolean
  /** Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it, give every shard the same value. */
  shuffleAfterEpochSeed?: number
  /** Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false. */
  shuffleBlocks?: boolean
  /** Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on (docs/guides/subsets.md). */
  skipList?: string | readonly string[]
  /** Read one part of the data: { train: 0.9, val: 0.1, part: 'train' }. The fractions are 1 together at most. A sample's part follows from its name alone, as skipList has it, so that it stays where it is when samples are added (docs/guides/subsets.md). */
  split?: Readonly<{ train?: number; val?: number; test?: number; part: 'train' | 'val' | 'test' }>
  /** What an object store may take: maxObjectBytes is the most that an object has which is read as a whole, and the names in a folder, by default 512 MiB; maxSeconds is how long one read may take, by default 300, beside a second for each 16 KiB that have come (docs/data/object-stores.md). */
  store?: Readonly<{ maxObjectBytes?: number; maxSeconds?: number }>
  /** Read the same shard in every epoch instead of moving to the next one. Default: false. */
  stickToShard?: boolean
  /** How often samples come. `classes` is 'balanced', for classes that come equally often, or a list of each class's share; the column that has the classes is 'label', or `column`. Or `samples` is a list with the weight of each sample, or the name of a column that has it. choice 'even', the default, gives each sample as often in an epoch as its weight says, rounded down or up, in the order of the data, which a shuffle mixes; 'random' draws each sample anew, from `seed`. An epoch has epochSize samples, by default as many as have a weight above 0; with replacement false none comes twice in it. Not together with shuffleBlocks (docs/guides/subsets.md). */
  weights?: Readonly<{ classes?: number | readonly number[] | string; samples?: number | readonly number[] | string; column?: string; choice?: 'even' | 'random'; replacement?: boolean; seed?: number; epochSize?: number }>
  /** Read the samples alone whose values in columns are these: { label: { in: ['cat', 'dog'] }, width: { gte: 224 } }. All conditions hold. Columns are those that the reader's data has; a class may be given by its name. What is no number, as a null, fulfils none (docs/guides/subsets.md). */
  where?: Readonly<Record<string, { equals?: number | readonly number[] | string; not?: number | readonly number[] | string; in?: readonly number[] | readonly string[]; notIn?: readonly number[] | readonly string[]; gt?: number; gte?: number; lt?: number; lte?: number }>>
  /** List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not called. Default: false. */
  lazyInit?: boolean
  /** Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far the reader runs ahead. At least 1. Default: 1. */
  prefetchQueueDepth?: number
  /** Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached. Default: false. */
  skipCachedImages?: boolean
  /** Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default: 1048576. */
  tensorInitBytes?: number
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.readers.mds`. */
export interface ReadersMdsOptions extends OpOptions {
  /** The outputs by the names of columns: { dtype }. 'string' gives the bytes of bytes, str, json, jpeg and png, and of numbers that are stored as text. Of numbers and arrays it is the dtype that they are stored in: int is 'int64', str_int 'int64', str_float and str_decimal 'float64', pil 'uint8'. Required. */
  columns: Readonly<Record<string, { dtype: 'string' | 'int8' | 'int16' | 'int32' | 'int64' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float16' | 'float32' | 'float64' }>>
  /** Paths of the folders that have an index.json, or of such files, or http(s)://, s3://, gs:// or hf:// URLs (docs/data/object-stores.md); braces stand for several: {000..127}, and * ? [set] in a name for what matches it, in the order of names. Samples come in the order of path and, of an index, of its shards. Required. */
  path: string | readonly string[]
  /** Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks. Default: false. */
  randomShuffle?: boolean
  /** Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the shards anew. The order is an exact permutation, and every shard computes the same one. Not together with randomShuffle, shuffleBlocks or stickToShard. Default: false. */
  shuffleAfterEpoch?: boolean
  /** Which shard to read: 0 to numShards - 1. At least 0. Default: 0. */
  shardId?: number
  /** Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1. */
  numShards?: number
  /** 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI, MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards. */
  shard?: 'auto'
  /** Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats are marked as padding. Default: false. */
  padLastBatch?: boolean
  /** With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024. */
  initialFill?: number
  /** Read the shards with plain reads in place of mapping them into memory. Plain reads are the better choice on most network file systems. Default: false. */
  dontUseMmap?: boolean
  /** Most samples that compressed shards may have together, beside eight for each of their bytes; 0 for no limit. An index claims any number of them in a few bytes. At least 0. Default: 16777216. */
  maxPackedSamples?: number
  /** Most bytes that a compressed shard may have when it is unpacked; 0 for no limit. Samples of a larger one are bad samples. Each thread may unpack one. At least 0. Default: 1073741824. */
  maxUnpackedBytes?: number
  /** How many bytes of unpacked shards stay in memory. The shard that was used last stays in any case. At least 0. Default: 536870912. */
  shardCacheBytes?: number
  /** With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike: as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608. */
  blockBytes?: number
  /** With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better; docs/guides/epochs.md says how well. From 1 to 4096. Default: 16. */
  blockWindow?: number
  /** A folder in which what is read from object stores is kept, of at most so many bytes, for later epochs, runs and other processes (docs/data/object-stores.md). Local files are not kept. */
  cache?: Readonly<{ dir: string; bytes: number }>
  /** Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order. The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard. Default: false. */
  elastic?: boolean
  /** Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more. */
  indices?: number | readonly number[]
  /** Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples, neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it costs some calls. Object stores are always read ahead. Default: false. */
  readAhead?: boolean
  /** Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it, give every shard the same value. */
  shuffleAfterEpochSeed?: number
  /** Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false. */
  shuffleBlocks?: boolean
  /** Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on (docs/guides/subsets.md). */
  skipList?: string | readonly string[]
  /** Read one part of the data: { train: 0.9, val: 0.1, part: 'train' }. The fractions are 1 together at most. A sample's part follows from its name alone, as skipList has it, so that it stays where it is when samples are added (docs/guides/subsets.md). */
  split?: Readonly<{ train?: number; val?: number; test?: number; part: 'train' | 'val' | 'test' }>
  /** What an object store may take: maxObjectBytes is the most that an object has which is read as a whole, and the names in a folder, by default 512 MiB; maxSeconds is how long one read may take, by default 300, beside a second for each 16 KiB that have come (docs/data/object-stores.md). */
  store?: Readonly<{ maxObjectBytes?: number; maxSeconds?: number }>
  /** Read the same shard in every epoch instead of moving to the next one. Default: false. */
  stickToShard?: boolean
  /** How often samples come. `classes` is 'balanced', for classes that come equally often, or a list of each class's share; the column that has the classes is 'label', or `column`. Or `samples` is a list with the weight of each sample, or the name of a column that has it. choice 'even', the default, gives each sample as often in an epoch as its weight says, rounded down or up, in the order of the data, which a shuffle mixes; 'random' draws each sample anew, from `seed`. An epoch has epochSize samples, by default as many as have a weight above 0; with replacement false none comes twice in it. Not together with shuffleBlocks (docs/guides/subsets.md). */
  weights?: Readonly<{ classes?: number | readonly number[] | string; samples?: number | readonly number[] | string; column?: string; choice?: 'even' | 'random'; replacement?: boolean; seed?: number; epochSize?: number }>
  /** Read the samples alone whose values in columns are these: { label: { in: ['cat', 'dog'] }, width: { gte: 224 } }. All conditions hold. Columns are those that the reader's data has; a class may be given by its name. What is no number, as a null, fulfils none (docs/guides/subsets.md). */
  where?: Readonly<Record<string, { equals?: number | readonly number[] | string; not?: number | readonly number[] | string; in?: readonly number[] | readonly string[]; notIn?: readonly number[] | readonly string[]; gt?: number; gte?: number; lt?: number; lte?: number }>>
  /** List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not called. Default: false. */
  lazyInit?: boolean
  /** Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far the reader runs ahead. At least 1. Default: 1. */
  prefetchQueueDepth?: number
  /** Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached. Default: false. */
  skipCachedImages?: boolean
  /** Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default: 1048576. */
  tensorInitBytes?: number
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.readers.mxNet`. */
export interface ReadersMxNetOptions extends OpOptions {
  /** Paths of the files, or http(s)://, s3://, gs:// or hf:// URLs (docs/data/object-stores.md); braces stand for several: {000..127}, and * ? [set] in a name for the files that match it, in the order of their names. Records come in the order of path and, in a file, by their offsets. Required. */
  path: string | readonly string[]
  /** Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks. Default: false. */
  randomShuffle?: boolean
  /** Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the shards anew. The order is an exact permutation, and every shard computes the same one. Not together with randomShuffle, shuffleBlocks or stickToShard. Default: false. */
  shuffleAfterEpoch?: boolean
  /** Which shard to read: 0 to numShards - 1. At least 0. Default: 0. */
  shardId?: number
  /** Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1. */
  numShards?: number
  /** 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI, MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards. */
  shard?: 'auto'
  /** Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats are marked as padding. Default: false. */
  padLastBatch?: boolean
  /** With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024. */
  initialFill?: number
  /** Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most network file systems. Default: false. */
  dontUseMmap?: boolean
  /** Index files of im2rec or rec2idx: one for each entry of path, or one for all of them, whose offsets then count through the files in the order of path. By default the heads of the records are read from the files. */
  indexPath?: string | readonly string[]
  /** With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike: as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608. */
  blockBytes?: number
  /** With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better; docs/guides/epochs.md says how well. From 1 to 4096. Default: 16. */
  blockWindow?: number
  /** A folder in which what is read from object stores is kept, of at most so many bytes, for later epochs, runs and other processes (docs/data/object-stores.md). Local files are not kept. */
  cache?: Readonly<{ dir: string; bytes: number }>
  /** Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order. The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard. Default: false. */
  elastic?: boolean
  /** Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more. */
  indices?: number | readonly number[]
  /** Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples, neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it costs some calls. Object stores are always read ahead. Default: false. */
  readAhead?: boolean
  /** Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it, give every shard the same value. */
  shuffleAfterEpochSeed?: number
  /** Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false. */
  shuffleBlocks?: boolean
  /** Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on (docs/guides/subsets.md). */
  skipList?: string | readonly string[]
  /** Read one part of the data: { train: 0.9, val: 0.1, part: 'train' }. The fractions are 1 together at most. A sample's part follows from its name alone, as skipList has it, so that it stays where it is when samples are added (docs/guides/subsets.md). */
  split?: Readonly<{ train?: number; val?: number; test?: number; part: 'train' | 'val' | 'test' }>
  /** What an object store may take: maxObjectBytes is the most that an object has which is read as a whole, and the names in a folder, by default 512 MiB; maxSeconds is how long one read may take, by default 300, beside a second for each 16 KiB that have come (docs/data/object-stores.md). */
  store?: Readonly<{ maxObjectBytes?: number; maxSeconds?: number }>
  /** Read the same shard in every epoch instead of moving to the next one. Default: false. */
  stickToShard?: boolean
  /** How often samples come. `classes` is 'balanced', for classes that come equally often, or a list of each class's share; the column that has the classes is 'label', or `column`. Or `samples` is a list with the weight of each sample, or the name of a column that has it. choice 'even', the default, gives each sample as often in an epoch as its weight says, rounded down or up, in the order of the data, which a shuffle mixes; 'random' draws each sample anew, from `seed`. An epoch has epochSize samples, by default as many as have a weight above 0; with replacement false none comes twice in it. Not together with shuffleBlocks (docs/guides/subsets.md). */
  weights?: Readonly<{ classes?: number | readonly number[] | string; samples?: number | readonly number[] | string; column?: string; choice?: 'even' | 'random'; replacement?: boolean; seed?: number; epochSize?: number }>
  /** Read the samples alone whose values in columns are these: { label: { in: ['cat', 'dog'] }, width: { gte: 224 } }. All conditions hold. Columns are those that the reader's data has; a class may be given by its name. What is no number, as a null, fulfils none (docs/guides/subsets.md). */
  where?: Readonly<Record<string, { equals?: number | readonly number[] | string; not?: number | readonly number[] | string; in?: readonly number[] | readonly string[]; notIn?: readonly number[] | readonly string[]; gt?: number; gte?: number; lt?: number; lte?: number }>>
  /** List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not called. Default: false. */
  lazyInit?: boolean
  /** Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far the reader runs ahead. At least 1. Default: 1. */
  prefetchQueueDepth?: number
  /** Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached. Default: false. */
  skipCachedImages?: boolean
  /** Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default: 1048576. */
  tensorInitBytes?: number
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.readers.nemoAsr`. */
export interface ReadersNemoAsrOptions extends OpOptions {
  /** Paths of the manifests. Samples come in the order of manifestFilepaths and, in a manifest, of its lines. A relative audio_filepath is one in the manifest's folder. Required. */
  manifestFilepaths: string | readonly string[]
  /** Frames per second that sounds are resampled to, in Hz, as audioResample does it. 0 and less: those of each file. Default: -1. */
  sampleRate?: number
  /** Add the output text. Default: true. */
  readText?: boolean
  /** Add the output sampleRate. Default: true. */
  readSampleRate?: boolean
  /** Give the mean of the channels, as a sound of one dimension. Default: true. */
  downmix?: boolean
  /** Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks. Default: false. */
  randomShuffle?: boolean
  /** Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the shards anew. The order is an exact permutation, and every shard computes the same one. Not together with randomShuffle, shuffleBlocks or stickToShard. Default: false. */
  shuffleAfterEpoch?: boolean
  /** Which shard to read: 0 to numShards - 1. At least 0. Default: 0. */
  shardId?: number
  /** Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1. */
  numShards?: number
  /** 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI, MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards. */
  shard?: 'auto'
  /** Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats are marked as padding. Default: false. */
  padLastBatch?: boolean
  /** With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024. */
  initialFill?: number
  /** Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most network file systems. Default: false. */
  dontUseMmap?: boolean
  /** Largest number of elements, frames times channels, that are decoded of a file, and that the output has; 0 for no limit. A longer sound is a bad sample; this is checked in the header, before memory is allocated. The default is 2^29, three hours of one channel at 48 kHz. At least 0. Default: 536870912. */
  maxElements?: number
  /** float32: from -1 to 1, as far as the file stays inside. int16 and int32: the whole range of the dtype. Default: 'float32'. */
  dtype?: DType
  /** Leave out entries whose duration is longer, in seconds; 0 for no limit. At least 0. Default: 0. */
  maxDuration?: number
  /** Leave out entries whose duration is shorter, in seconds, or not given; 0 for no limit. At least 0. Default: 0. */
  minDuration?: number
  /** Add the output idx. Default: false. */
  readIdxs?: boolean
  /** With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike: as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608. */
  blockBytes?: number
  /** With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better; docs/guides/epochs.md says how well. From 1 to 4096. Default: 16. */
  blockWindow?: number
  /** A folder in which what is read from object stores is kept, of at most so many bytes, for later epochs, runs and other processes (docs/data/object-stores.md). Local files are not kept. */
  cache?: Readonly<{ dir: string; bytes: number }>
  /** Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order. The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard. Default: false. */
  elastic?: boolean
  /** Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more. */
  indices?: number | readonly number[]
  /** Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples, neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it costs some calls. Object stores are always read ahead. Default: false. */
  readAhead?: boolean
  /** Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it, give every shard the same value. */
  shuffleAfterEpochSeed?: number
  /** Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false. */
  shuffleBlocks?: boolean
  /** Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on (docs/guides/subsets.md). */
  skipList?: string | readonly string[]
  /** Read one part of the data: { train: 0.9, val: 0.1, part: 'train' }. The fractions are 1 together at most. A sample's part follows from its name alone, as skipList has it, so that it stays where it is when samples are added (docs/guides/subsets.md). */
  split?: Readonly<{ train?: number; val?: number; test?: number; part: 'train' | 'val' | 'test' }>
  /** What an object store may take: maxObjectBytes is the most that an object has which is read as a whole, and the names in a folder, by default 512 MiB; maxSeconds is how long one read may take, by default 300, beside a second for each 16 KiB that have come (docs/data/object-stores.md). */
  store?: Readonly<{ maxObjectBytes?: number; maxSeconds?: number }>
  /** Read the same shard in every epoch instead of moving to the next one. Default: false. */
  stickToShard?: boolean
  /** How often samples come. `classes` is 'balanced', for classes that come equally often, or a list of each class's share; the column that has the classes is 'label', or `column`. Or `samples` is a list with the weight of each sample, or the name of a column that has it. choice 'even', the default, gives each sample as often in an epoch as its weight says, rounded down or up, in the order of the data, which a shuffle mixes; 'random' draws each sample anew, from `seed`. An epoch has epochSize samples, by default as many as have a weight above 0; with replacement false none comes twice in it. Not together with shuffleBlocks (docs/guides/subsets.md). */
  weights?: Readonly<{ classes?: number | readonly number[] | string; samples?: number | readonly number[] | string; column?: string; choice?: 'even' | 'random'; replacement?: boolean; seed?: number; epochSize?: number }>
  /** Read the samples alone whose values in columns are these: { label: { in: ['cat', 'dog'] }, width: { gte: 224 } }. All conditions hold. Columns are those that the reader's data has; a class may be given by its name. What is no number, as a null, fulfils none (docs/guides/subsets.md). */
  where?: Readonly<Record<string, { equals?: number | readonly number[] | string; not?: number | readonly number[] | string; in?: readonly number[] | readonly string[]; notIn?: readonly number[] | readonly string[]; gt?: number; gte?: number; lt?: number; lte?: number }>>
  /** Where the rate becomes lower, lower the filter's cut-off with it, so that frequencies above half of the new rate are removed. false, as in DALI: they are folded down into the sound. Default: false. */
  antialias?: boolean
  /** How many lobes the sinc has on either side, from 0 (3 lobes) to 50 (16) and 100 (64): 0.007 q^2 - 0.09 q + 3, rounded. More give a sharper cut-off and take longer. From 0 to 100. Default: 50. */
  quality?: number
  /** List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not called. Default: false. */
  lazyInit?: boolean
  /** Normalise the transcripts. Without effect here: DALI has no normalisation any more either. Default: false. */
  normalizeText?: boolean
  /** Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far the reader runs ahead. At least 1. Default: 1. */
  prefetchQueueDepth?: number
  /** Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached. Default: false. */
  skipCachedImages?: boolean
  /** Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default: 1048576. */
  tensorInitBytes?: number
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.readers.numpy`. */
export interface ReadersNumpyOptions extends OpOptions {
  /** Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks. Default: false. */
  randomShuffle?: boolean
  /** Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the shards anew. The order is an exact permutation, and every shard computes the same one. Not together with randomShuffle, shuffleBlocks or stickToShard. Default: false. */
  shuffleAfterEpoch?: boolean
  /** Which shard to read: 0 to numShards - 1. At least 0. Default: 0. */
  shardId?: number
  /** Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1. */
  numShards?: number
  /** 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI, MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards. */
  shard?: 'auto'
  /** Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats are marked as padding. Default: false. */
  padLastBatch?: boolean
  /** With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024. */
  initialFill?: number
  /** Folder of the data set: the files in it, and then those of its sub-folders at any depth, in the order of their names; hidden folders are left out. Required unless fileList or files is given; with them, the folder that their paths are relative to. */
  fileRoot?: string
  /** Paths of the files, relative to fileRoot if that is given. Not together with fileList. */
  files?: string | readonly string[]
  /** Path of a text file with a path in each line, relative to fileRoot, or to the list's own folder without it. White space at the end of a line does not count, and neither do empty lines. Not together with files. */
  fileList?: string
  /** Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most network file systems. Default: false. */
  dontUseMmap?: boolean
  /** Glob pattern: with fileRoot, only files whose name matches it are read. Upper and lower case are distinguished. Default: '*.npy'. */
  fileFilter?: string
  /** Value of elements outside the array under outOfBoundsPolicy 'pad'. It is rounded for an integer dtype. May be NaN or infinite. Default: 0. */
  fillValue?: number
  /** What a window that reaches outside the array gives: 'error': the sample fails with INVALID_INPUT; 'pad': fillValue; 'trim_to_shape': a smaller output. Default: 'error'. */
  outOfBoundsPolicy?: 'error' | 'pad' | 'trim_to_shape'
  /** Where the window ends, as a fraction of the extent. */
  relRoiEnd?: number | readonly number[]
  /** The window's size, as a fraction of the extent. */
  relRoiShape?: number | readonly number[]
  /** Where the window starts, as a fraction of the extent. Not together with roiStart. */
  relRoiStart?: number | readonly number[]
  /** Which dimensions the window's values are for, in their order; negative counts from the last. Empty: all dimensions. Default: []. */
  roiAxes?: number | readonly number[]
  /** Where the window ends (exclusive), in elements. One of roiEnd, relRoiEnd, roiShape, relRoiShape at most; without them the window goes to the array's end. */
  roiEnd?: number | readonly number[]
  /** The window's size, in elements. */
  roiShape?: number | readonly number[]
  /** Where the window starts, in elements; 0 when neither roiStart nor relRoiStart is given. One value stands for all dimensions. Start and end are each rounded to the nearest element, halves away from zero. */
  roiStart?: number | readonly number[]
  /** With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike: as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608. */
  blockBytes?: number
  /** With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better; docs/guides/epochs.md says how well. From 1 to 4096. Default: 16. */
  blockWindow?: number
  /** A folder in which what is read from object stores is kept, of at most so many bytes, for later epochs, runs and other processes (docs/data/object-stores.md). Local files are not kept. */
  cache?: Readonly<{ dir: string; bytes: number }>
  /** Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order. The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard. Default: false. */
  elastic?: boolean
  /** Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more. */
  indices?: number | readonly number[]
  /** Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples, neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it costs some calls. Object stores are always read ahead. Default: false. */
  readAhead?: boolean
  /** Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it, give every shard the same value. */
  shuffleAfterEpochSeed?: number
  /** Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false. */
  shuffleBlocks?: boolean
  /** Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on (docs/guides/subsets.md). */
  skipList?: string | readonly string[]
  /** Read one part of the data: { train: 0.9, val: 0.1, part: 'train' }. The fractions are 1 together at most. A sample's part follows from its name alone, as skipList has it, so that it stays where it is when samples are added (docs/guides/subsets.md). */
  split?: Readonly<{ train?: number; val?: number; test?: number; part: 'train' | 'val' | 'test' }>
  /** What an object store may take: maxObjectBytes is the most that an object has which is read as a whole, and the names in a folder, by default 512 MiB; maxSeconds is how long one read may take, by default 300, beside a second for each 16 KiB that have come (docs/data/object-stores.md). */
  store?: Readonly<{ maxObjectBytes?: number; maxSeconds?: number }>
  /** Read the same shard in every epoch instead of moving to the next one. Default: false. */
  stickToShard?: boolean
  /** How often samples come. `classes` is 'balanced', for classes that come equally often, or a list of each class's share; the column that has the classes is 'label', or `column`. Or `samples` is a list with the weight of each sample, or the name of a column that has it. choice 'even', the default, gives each sample as often in an epoch as its weight says, rounded down or up, in the order of the data, which a shuffle mixes; 'random' draws each sample anew, from `seed`. An epoch has epochSize samples, by default as many as have a weight above 0; with replacement false none comes twice in it. Not together with shuffleBlocks (docs/guides/subsets.md). */
  weights?: Readonly<{ classes?: number | readonly number[] | string; samples?: number | readonly number[] | string; column?: string; choice?: 'even' | 'random'; replacement?: boolean; seed?: number; epochSize?: number }>
  /** Read the samples alone whose values in columns are these: { label: { in: ['cat', 'dog'] }, width: { gte: 224 } }. All conditions hold. Columns are those that the reader's data has; a class may be given by its name. What is no number, as a null, fulfils none (docs/guides/subsets.md). */
  where?: Readonly<Record<string, { equals?: number | readonly number[] | string; not?: number | readonly number[] | string; in?: readonly number[] | readonly string[]; notIn?: readonly number[] | readonly string[]; gt?: number; gte?: number; lt?: number; lte?: number }>>
  /** Keep the headers of all files in memory. Without effect here: a header is read with the elements, in one read. Default: false. */
  cacheHeaderInformation?: boolean
  /** List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not called. Default: false. */
  lazyInit?: boolean
  /** Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far the reader runs ahead. At least 1. Default: 1. */
  prefetchQueueDepth?: number
  /** Register buffers for GPUDirect Storage. Without effect here: it is for reading on a GPU. Default: true. */
  registerBuffers?: boolean
  /** Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached. Default: false. */
  skipCachedImages?: boolean
  /** Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default: 1048576. */
  tensorInitBytes?: number
  /** Read around the page cache, which needs dontUseMmap in DALI. Without effect here: files are read through the page cache. Default: false. */
  useODirect?: boolean
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.readers.parquet`. */
export interface ReadersParquetOptions extends OpOptions {
  /** The outputs by the names of columns: { dtype, default }. A column within others has a name with dots, as image.bytes of an image column of Hugging Face. 'string' gives the bytes of a text or of binary data; dtypes of numbers are those of the column, or one that holds more: int32 also as int64 or float64, float32 as float64, and float64 as float32. default stands in for null, which is a bad sample otherwise; a list that is null is empty. Required. */
  columns: Readonly<Record<string, { dtype: 'string' | 'bool' | 'int32' | 'int64' | 'float32' | 'float64'; default?: number | readonly number[] | string }>>
  /** Paths of files, of folders (their files that end in .parquet), or glob patterns of file names: train/*.parquet. Rows come in the order of path and, of folders and patterns, of names. Required. */
  path: string | readonly string[]
  /** Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks. Default: false. */
  randomShuffle?: boolean
  /** Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the shards anew. The order is an exact permutation, and every shard computes the same one. Not together with randomShuffle, shuffleBlocks or stickToShard. Default: false. */
  shuffleAfterEpoch?: boolean
  /** Which shard to read: 0 to numShards - 1. At least 0. Default: 0. */
  shardId?: number
  /** Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1. */
  numShards?: number
  /** 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI, MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards. */
  shard?: 'auto'
  /** Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats are marked as padding. Default: false. */
  padLastBatch?: boolean
  /** With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024. */
  initialFill?: number
  /** With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike: as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608. */
  blockBytes?: number
  /** With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better; docs/guides/epochs.md says how well. From 1 to 4096. Default: 16. */
  blockWindow?: number
  /** A folder in which what is read from object stores is kept, of at most so many bytes, for later epochs, runs and other processes (docs/data/object-stores.md). Local files are not kept. */
  cache?: Readonly<{ dir: string; bytes: number }>
  /** Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order. The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard. Default: false. */
  elastic?: boolean
  /** Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more. */
  indices?: number | readonly number[]
  /** Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples, neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it costs some calls. Object stores are always read ahead. Default: false. */
  readAhead?: boolean
  /** Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it, give every shard the same value. */
  shuffleAfterEpochSeed?: number
  /** Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false. */
  shuffleBlocks?: boolean
  /** Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on (docs/guides/subsets.md). */
  skipList?: string | readonly string[]
  /** Read one part of the data: { train: 0.9, val: 0.1, part: 'train' }. The fractions are 1 together at most. A sample's part follows from its name alone, as skipList has it, so that it stays where it is when samples are added (docs/guides/subsets.md). */
  split?: Readonly<{ train?: number; val?: number; test?: number; part: 'train' | 'val' | 'test' }>
  /** What an object store may take: maxObjectBytes is the most that an object has which is read as a whole, and the names in a folder, by default 512 MiB; maxSeconds is how long one read may take, by default 300, beside a second for each 16 KiB that have come (docs/data/object-stores.md). */
  store?: Readonly<{ maxObjectBytes?: number; maxSeconds?: number }>
  /** Read the same shard in every epoch instead of moving to the next one. Default: false. */
  stickToShard?: boolean
  /** How often samples come. `classes` is 'balanced', for classes that come equally often, or a list of each class's share; the column that has the classes is 'label', or `column`. Or `samples` is a list with the weight of each sample, or the name of a column that has it. choice 'even', the default, gives each sample as often in an epoch as its weight says, rounded down or up, in the order of the data, which a shuffle mixes; 'random' draws each sample anew, from `seed`. An epoch has epochSize samples, by default as many as have a weight above 0; with replacement false none comes twice in it. Not together with shuffleBlocks (docs/guides/subsets.md). */
  weights?: Readonly<{ classes?: number | readonly number[] | string; samples?: number | readonly number[] | string; column?: string; choice?: 'even' | 'random'; replacement?: boolean; seed?: number; epochSize?: number }>
  /** Read the samples alone whose values in columns are these: { label: { in: ['cat', 'dog'] }, width: { gte: 224 } }. All conditions hold. Columns are those that the reader's data has; a class may be given by its name. What is no number, as a null, fulfils none (docs/guides/subsets.md). */
  where?: Readonly<Record<string, { equals?: number | readonly number[] | string; not?: number | readonly number[] | string; in?: readonly number[] | readonly string[]; notIn?: readonly number[] | readonly string[]; gt?: number; gte?: number; lt?: number; lte?: number }>>
  /** Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most network file systems. Default: false. */
  dontUseMmap?: boolean
  /** Largest size of the metadata at the end of a file; 0 for no limit. A file with more is refused when the data set is opened. At least 0. Default: 134217728. */
  maxMetadataBytes?: number
  /** Most rows that all files may have together, beside eight for each of their bytes; 0 for no limit. A few bytes can claim any number of rows, each of which takes 12 bytes of memory. The file that claims more is refused when the data set is opened. At least 0. Default: 16777216. */
  maxRows?: number
  /** Most memory that a page may take when it is unpacked, or a column of lists in a row group, beside twice its bytes in the file; 0 for no limit. Rows of a page that takes more are bad samples. Each thread may unpack one. At least 0. Default: 1073741824. */
  maxUnpackedBytes?: number
  /** How many bytes of unpacked pages stay in memory. The page that was used last of each column stays in any case, and its dictionary. At least 0. Default: 268435456. */
  pageCacheBytes?: number
  /** List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not called. Default: false. */
  lazyInit?: boolean
  /** Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far the reader runs ahead. At least 1. Default: 1. */
  prefetchQueueDepth?: number
  /** Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached. Default: false. */
  skipCachedImages?: boolean
  /** Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default: 1048576. */
  tensorInitBytes?: number
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.readers.tfrecord`. */
export interface ReadersTfrecordOptions extends OpOptions {
  /** The outputs by name: { kind, dtype, shape, default, parse }. 'fixed' (FixedLenFeature) has as many values as shape, which is [] by default; default (a number, a list of them or, for 'string', a text) stands in for a record without the feature, which is a bad sample otherwise. 'var' (VarLenFeature) has any number of values, and none in a record without the feature; with a shape, which then is that of an element, the first extent follows from the number of values. A 'string' has one value, and its output is its bytes. parse reads numbers from a string: 'number' one, 'numbers' any number of them with spaces or commas between, 'json.label' a number or the numbers of a list, nested lists too, in the field label of a JSON text, 'json' of the whole text; dtype, shape and default are then those of the numbers. Required. */
  features: Readonly<Record<string, { kind: 'fixed' | 'var'; dtype: 'string' | 'int64' | 'float32'; shape?: number | readonly number[]; default?: number | readonly number[] | string; parse?: string }>>
  /** Paths of the files, or http(s)://, s3://, gs:// or hf:// URLs (docs/data/object-stores.md); braces stand for several: {000..127}, and * ? [set] in a name for the files that match it, in the order of their names. Records come in the order of path and, in a file, one after the other. Required. */
  path: string | readonly string[]
  /** Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks. Default: false. */
  randomShuffle?: boolean
  /** Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the shards anew. The order is an exact permutation, and every shard computes the same one. Not together with randomShuffle, shuffleBlocks or stickToShard. Default: false. */
  shuffleAfterEpoch?: boolean
  /** Which shard to read: 0 to numShards - 1. At least 0. Default: 0. */
  shardId?: number
  /** Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1. */
  numShards?: number
  /** 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI, MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards. */
  shard?: 'auto'
  /** Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats are marked as padding. Default: false. */
  padLastBatch?: boolean
  /** With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024. */
  initialFill?: number
  /** Check the checksum of each record's data when it is read. Checksums of lengths are always checked. Default: false. */
  checkCrc?: boolean
  /** Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most network file systems. Default: false. */
  dontUseMmap?: boolean
  /** Index files of tfrecord2idx, one for each entry of path. By default the lengths of records are read from the files. */
  indexPath?: string | readonly string[]
  /** With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike: as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608. */
  blockBytes?: number
  /** With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better; docs/guides/epochs.md says how well. From 1 to 4096. Default: 16. */
  blockWindow?: number
  /** A folder in which what is read from object stores is kept, of at most so many bytes, for later epochs, runs and other processes (docs/data/object-stores.md). Local files are not kept. */
  cache?: Readonly<{ dir: string; bytes: number }>
  /** Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order. The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard. Default: false. */
  elastic?: boolean
  /** Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more. */
  indices?: number | readonly number[]
  /** Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples, neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it costs some calls. Object stores are always read ahead. Default: false. */
  readAhead?: boolean
  /** Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it, give every shard the same value. */
  shuffleAfterEpochSeed?: number
  /** Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false. */
  shuffleBlocks?: boolean
  /** Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on (docs/guides/subsets.md). */
  skipList?: string | readonly string[]
  /** Read one part of the data: { train: 0.9, val: 0.1, part: 'train' }. The fractions are 1 together at most. A sample's part follows from its name alone, as skipList has it, so that it stays where it is when samples are added (docs/guides/subsets.md). */
  split?: Readonly<{ train?: number; val?: number; test?: number; part: 'train' | 'val' | 'test' }>
  /** What an object store may take: maxObjectBytes is the most that an object has which is read as a whole, and the names in a folder, by default 512 MiB; maxSeconds is how long one read may take, by default 300, beside a second for each 16 KiB that have come (docs/data/object-stores.md). */
  store?: Readonly<{ maxObjectBytes?: number; maxSeconds?: number }>
  /** Read the same shard in every epoch instead of moving to the next one. Default: false. */
  stickToShard?: boolean
  /** How often samples come. `classes` is 'balanced', for classes that come equally often, or a list of each class's share; the column that has the classes is 'label', or `column`. Or `samples` is a list with the weight of each sample, or the name of a column that has it. choice 'even', the default, gives each sample as often in an epoch as its weight says, rounded down or up, in the order of the data, which a shuffle mixes; 'random' draws each sample anew, from `seed`. An epoch has epochSize samples, by default as many as have a weight above 0; with replacement false none comes twice in it. Not together with shuffleBlocks (docs/guides/subsets.md). */
  weights?: Readonly<{ classes?: number | readonly number[] | string; samples?: number | readonly number[] | string; column?: string; choice?: 'even' | 'random'; replacement?: boolean; seed?: number; epochSize?: number }>
  /** Read the samples alone whose values in columns are these: { label: { in: ['cat', 'dog'] }, width: { gte: 224 } }. All conditions hold. Columns are those that the reader's data has; a class may be given by its name. What is no number, as a null, fulfils none (docs/guides/subsets.md). */
  where?: Readonly<Record<string, { equals?: number | readonly number[] | string; not?: number | readonly number[] | string; in?: readonly number[] | readonly string[]; notIn?: readonly number[] | readonly string[]; gt?: number; gte?: number; lt?: number; lte?: number }>>
  /** List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not called. Default: false. */
  lazyInit?: boolean
  /** Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far the reader runs ahead. At least 1. Default: 1. */
  prefetchQueueDepth?: number
  /** Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached. Default: false. */
  skipCachedImages?: boolean
  /** Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default: 1048576. */
  tensorInitBytes?: number
  /** Read around the page cache, which needs dontUseMmap in DALI. Without effect here: files are read through the page cache. Default: false. */
  useODirect?: boolean
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.readers.video`. */
export interface ReadersVideoOptions extends OpOptions {
  /** Number of frames of a clip. Required. At least 1. */
  sequenceLength: number
  /** Folder of the videos: each sub-folder is a class, with all videos below it, and labels count the sub-folders in the order of their names; in a folder with videos only all labels are 0. A file is a video by its ending. */
  fileRoot?: string
  /** Path or URL of a text file with a video per line: its path, white space, an integer label and, for a part of the video, where that starts and ends. Paths are relative to the list's own folder. Negative numbers count from the end of the video; without an end, and with 0, the part goes to its end. */
  fileList?: string
  /** Paths, URLs or glob patterns of the videos. */
  filenames?: string | readonly string[]
  /** Labels of the entries of filenames, one each. */
  labels?: number | readonly number[]
  /** Distance from a frame of a clip to the next one, in frames. At least 1. Default: 1. */
  stride?: number
  /** Distance from the first frame of a clip to that of the next one, in frames. 0 and less: sequenceLength times stride, so that clips do not overlap. Default: -1. */
  step?: number
  /** Give also the clips that reach beyond the end of the video, or of its part, with black frames there, whose alpha is 0. Their numbers and times are -1. Default: false. */
  padSequences?: boolean
  /** Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks. Default: false. */
  randomShuffle?: boolean
  /** Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the shards anew. The order is an exact permutation, and every shard computes the same one. Not together with randomShuffle, shuffleBlocks or stickToShard. Default: false. */
  shuffleAfterEpoch?: boolean
  /** Which shard to read: 0 to numShards - 1. At least 0. Default: 0. */
  shardId?: number
  /** Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1. */
  numShards?: number
  /** 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI, MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards. */
  shard?: 'auto'
  /** Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats are marked as padding. Default: false. */
  padLastBatch?: boolean
  /** With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024. */
  initialFill?: number
  /** Add the output frameNum: 'scalar' for the first frame of the clip, 'sequence' for all of them. Default: 'none'. */
  enableFrameNum?: 'none' | 'scalar' | 'sequence'
  /** Add the output timestamps. Default: false. */
  enableTimestamps?: boolean
  /** With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike: as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608. */
  blockBytes?: number
  /** With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better; docs/guides/epochs.md says how well. From 1 to 4096. Default: 16. */
  blockWindow?: number
  /** A folder in which what is read from object stores is kept, of at most so many bytes, for later epochs, runs and other processes (docs/data/object-stores.md). Local files are not kept. */
  cache?: Readonly<{ dir: string; bytes: number }>
  /** Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order. The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard. Default: false. */
  elastic?: boolean
  /** Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more. */
  indices?: number | readonly number[]
  /** Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples, neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it costs some calls. Object stores are always read ahead. Default: false. */
  readAhead?: boolean
  /** Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it, give every shard the same value. */
  shuffleAfterEpochSeed?: number
  /** Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false. */
  shuffleBlocks?: boolean
  /** Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on (docs/guides/subsets.md). */
  skipList?: string | readonly string[]
  /** Read one part of the data: { train: 0.9, val: 0.1, part: 'train' }. The fractions are 1 together at most. A sample's part follows from its name alone, as skipList has it, so that it stays where it is when samples are added (docs/guides/subsets.md). */
  split?: Readonly<{ train?: number; val?: number; test?: number; part: 'train' | 'val' | 'test' }>
  /** What an object store may take: maxObjectBytes is the most that an object has which is read as a whole, and the names in a folder, by default 512 MiB; maxSeconds is how long one read may take, by default 300, beside a second for each 16 KiB that have come (docs/data/object-stores.md). */
  store?: Readonly<{ maxObjectBytes?: number; maxSeconds?: number }>
  /** Read the same shard in every epoch instead of moving to the next one. Default: false. */
  stickToShard?: boolean
  /** How often samples come. `classes` is 'balanced', for classes that come equally often, or a list of each class's share; the column that has the classes is 'label', or `column`. Or `samples` is a list with the weight of each sample, or the name of a column that has it. choice 'even', the default, gives each sample as often in an epoch as its weight says, rounded down or up, in the order of the data, which a shuffle mixes; 'random' draws each sample anew, from `seed`. An epoch has epochSize samples, by default as many as have a weight above 0; with replacement false none comes twice in it. Not together with shuffleBlocks (docs/guides/subsets.md). */
  weights?: Readonly<{ classes?: number | readonly number[] | string; samples?: number | readonly number[] | string; column?: string; choice?: 'even' | 'random'; replacement?: boolean; seed?: number; epochSize?: number }>
  /** Read the samples alone whose values in columns are these: { label: { in: ['cat', 'dog'] }, width: { gte: 224 } }. All conditions hold. Columns are those that the reader's data has; a class may be given by its name. What is no number, as a null, fulfils none (docs/guides/subsets.md). */
  where?: Readonly<Record<string, { equals?: number | readonly number[] | string; not?: number | readonly number[] | string; in?: readonly number[] | readonly string[]; notIn?: readonly number[] | readonly string[]; gt?: number; gte?: number; lt?: number; lte?: number }>>
  /** Matrix from YCbCr to RGB. 'auto': the one that the stream names, else BT.601. DALI takes BT.601 always. Default: 'auto'. */
  colorMatrix?: 'auto' | 'bt601' | 'bt709' | 'bt2020'
  /** Range of the stored values. 'auto': the one that the stream names, else limited: 16 to 235 for luma of 8 bits. Default: 'auto'. */
  colorRange?: 'auto' | 'limited' | 'full'
  /** Longest time that decoding one clip may take, in seconds of its thread's CPU time; 0 for no limit. A clip that takes longer is a bad sample. At least 0. Default: 0. */
  maxDecodeSeconds?: number
  /** Largest number of pixels of a frame, width times height; 0 for no limit. A larger video is a bad sample. The default is 16383 x 16383. At least 0. Default: 268402689. */
  maxPixels?: number
  /** 'apply': turn and mirror frames as the file says that they are shown, such as those of a phone that was held upright, by multiples of 90 degrees. 'ignore': frames as they are stored, which is what DALI gives. Default: 'apply'. */
  rotate?: 'apply' | 'ignore'
  /** Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most network file systems. Default: false. */
  dontUseMmap?: boolean
  /** Path of a file that keeps where the packets of the videos lie, so that later listings open none of those that have not changed (by size and time of change, or by the version that a store gives). It is written after a listing that has found others, and need not exist; videos that other readers keep there stay. By default each listing opens all videos. */
  indexPath?: string
  /** uint8: 0 to 255. uint16: 0 to 65535, as exact as the stream's samples are, for 10 and 12 bits. float32: 0 to 255, where streams of 8 bits give the whole numbers of uint8, and those of more bits the values of uint16 divided by 257. None of them maps the brightness of HDR: values are those of the stream's transfer function. One of 'uint8', 'uint16', 'float32'. Default: 'uint8'. */
  dtype?: DType
  /** Colour model of the frames: 'rgb', or 'rgba' with straight alpha as the fourth channel, which is opaque where the stream has none. colorSpaceConversion makes others of 'rgb'. Default: 'rgb'. */
  imageType?: ImageType
  /** Add the output audio. Default: false. */
  audio?: boolean
  /** With audio: give the mean of the channels, as a sound of one dimension. Default: false. */
  downmix?: boolean
  /** With audio: samples per second that the sound of each clip is resampled to, in Hz, as audioResample does it. 0: those of the file. At least 0. Default: 0. */
  sampleRate?: number
  /** Where the rate becomes lower, lower the filter's cut-off with it, so that frequencies above half of the new rate are removed. false, as in DALI: they are folded down into the sound. Default: false. */
  antialias?: boolean
  /** How many lobes the sinc has on either side, from 0 (3 lobes) to 50 (16) and 100 (64): 0.007 q^2 - 0.09 q + 3, rounded. More give a sharper cut-off and take longer. From 0 to 100. Default: 50. */
  quality?: number
  /** Ranges of fileList count frames, from 0 on; by default they are seconds. A start with a fraction is rounded up, an end down. Default: false. */
  fileListFrameNum?: boolean
  /** Round the starts of ranges in seconds down to a frame, and the ends up. By default starts are rounded up and ends down. The frame of the end is not part of the range. Default: false. */
  fileListIncludePrecedingFrame?: boolean
  /** With dtype float32: values from 0 to 1. Default: false. */
  normalized?: boolean
  /** Surfaces of DALI's decoder on a GPU. Without effect here: the decoder takes as many as the stream needs. Default: 2. */
  additionalDecodeSurfaces?: number
  /** Channels of the frames. Without effect here: imageType says how many there are. From 3 to 3. Default: 3. */
  channels?: number
  /** List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not called. Default: false. */
  lazyInit?: boolean
  /** Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far the reader runs ahead. At least 1. Default: 1. */
  prefetchQueueDepth?: number
  /** Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached. Default: false. */
  skipCachedImages?: boolean
  /** Let DALI take videos that seem to have a variable frame rate. Without effect here: frames have the times that the file says, whatever their rate. Default: false. */
  skipVfrCheck?: boolean
  /** Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default: 1048576. */
  tensorInitBytes?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.readers.videoResize`. */
export interface ReadersVideoResizeOptions extends OpOptions {
  /** Number of frames of a clip. Required. At least 1. */
  sequenceLength: number
  /** Folder of the videos: each sub-folder is a class, with all videos below it, and labels count the sub-folders in the order of their names; in a folder with videos only all labels are 0. A file is a video by its ending. */
  fileRoot?: string
  /** Path or URL of a text file with a video per line: its path, white space, an integer label and, for a part of the video, where that starts and ends. Paths are relative to the list's own folder. Negative numbers count from the end of the video; without an end, and with 0, the part goes to its end. */
  fileList?: string
  /** Paths, URLs or glob patterns of the videos. */
  filenames?: string | readonly string[]
  /** Labels of the entries of filenames, one each. */
  labels?: number | readonly number[]
  /** Distance from a frame of a clip to the next one, in frames. At least 1. Default: 1. */
  stride?: number
  /** Distance from the first frame of a clip to that of the next one, in frames. 0 and less: sequenceLength times stride, so that clips do not overlap. Default: -1. */
  step?: number
  /** Output extents in pixels, outermost axis first ([height, width], volumes [depth, height, width]), or one value for all axes. Negative mirrors an axis, 0 leaves it to mode. Fractions are rounded; see subpixelScale. 1 to 3 values. */
  size?: number | readonly number[]
  /** Length of the shorter side in pixels; the aspect ratio is kept, within maxSize. Excludes the other ways to give a size. Default: 0. */
  resizeShorter?: number
  /** Length of the longer side in pixels; the aspect ratio is kept. Excludes the other ways to give a size. Default: 0. */
  resizeLonger?: number
  /** Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks. Default: false. */
  randomShuffle?: boolean
  /** Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the shards anew. The order is an exact permutation, and every shard computes the same one. Not together with randomShuffle, shuffleBlocks or stickToShard. Default: false. */
  shuffleAfterEpoch?: boolean
  /** Which shard to read: 0 to numShards - 1. At least 0. Default: 0. */
  shardId?: number
  /** Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1. */
  numShards?: number
  /** 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI, MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards. */
  shard?: 'auto'
  /** Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats are marked as padding. Default: false. */
  padLastBatch?: boolean
  /** With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024. */
  initialFill?: number
  /** Add the output frameNum: 'scalar' for the first frame of the clip, 'sequence' for all of them. Default: 'none'. */
  enableFrameNum?: 'none' | 'scalar' | 'sequence'
  /** Add the output timestamps. Default: false. */
  enableTimestamps?: boolean
  /** Filter for both directions; minFilter and magFilter override it. 'triangular' is the same as 'linear'. Default: 'linear'. */
  interpType?: Interp
  /** When an axis shrinks, widen the filter in proportion, so that every input pixel counts. Nearest neighbour is never widened. Default: true. */
  antialias?: boolean
  /** Output width in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. */
  resizeX?: number
  /** Output height in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. */
  resizeY?: number
  /** How the requested extents are met. 'default': given extents exactly; the others are scaled by the (geometric) mean scale of the given ones. 'stretch': given extents exactly; the others keep their size. 'not_larger': the largest output of the input's aspect ratio that exceeds no requested extent. 'not_smaller': the smallest output of that aspect ratio that is no less than any requested extent. Cannot be combined with resizeShorter or resizeLonger. Default: 'default'. */
  mode?: 'default' | 'stretch' | 'not_larger' | 'not_smaller'
  /** Upper limit of the output extents, in pixels: one value, or one per axis in the order of size. Modes that keep the aspect ratio (also resizeShorter) shrink the whole image to fit; the others cut each extent to it. 1 to 3 values. */
  maxSize?: number | readonly number[]
  /** uint8: 0 to 255. uint16: 0 to 65535, as exact as the stream's samples are. float32: 0 to 255, not rounded after resizing; frames of streams of more than 8 bits are not rounded before it either. None of them maps the brightness of HDR. One of 'uint8', 'uint16', 'float32'. Default: 'uint8'. */
  dtype?: DType
  /** Filter of an axis that grows or keeps its size. Default: interpType. */
  magFilter?: Interp
  /** Filter of an axis that shrinks. Default: interpType. */
  minFilter?: Interp
  /** Output depth in voxels, for volumes; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. */
  resizeZ?: number
  /** End of the region to resize, in the order of size; goes with roiStart. A start beyond its end mirrors the axis. 1 to 3 values. */
  roiEnd?: number | readonly number[]
  /** Start of the region to resize, in the order of size; goes with roiEnd. Filters may still reach pixels around the region. 1 to 3 values. */
  roiStart?: number | readonly number[]
  /** With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike: as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608. */
  blockBytes?: number
  /** With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better; docs/guides/epochs.md says how well. From 1 to 4096. Default: 16. */
  blockWindow?: number
  /** A folder in which what is read from object stores is kept, of at most so many bytes, for later epochs, runs and other processes (docs/data/object-stores.md). Local files are not kept. */
  cache?: Readonly<{ dir: string; bytes: number }>
  /** Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order. The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard. Default: false. */
  elastic?: boolean
  /** Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more. */
  indices?: number | readonly number[]
  /** Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples, neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it costs some calls. Object stores are always read ahead. Default: false. */
  readAhead?: boolean
  /** Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it, give every shard the same value. */
  shuffleAfterEpochSeed?: number
  /** Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false. */
  shuffleBlocks?: boolean
  /** Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on (docs/guides/subsets.md). */
  skipList?: string | readonly string[]
  /** Read one part of the data: { train: 0.9, val: 0.1, part: 'train' }. The fractions are 1 together at most. A sample's part follows from its name alone, as skipList has it, so that it stays where it is when samples are added (docs/guides/subsets.md). */
  split?: Readonly<{ train?: number; val?: number; test?: number; part: 'train' | 'val' | 'test' }>
  /** What an object store may take: maxObjectBytes is the most that an object has which is read as a whole, and the names in a folder, by default 512 MiB; maxSeconds is how long one read may take, by default 300, beside a second for each 16 KiB that have come (docs/data/object-stores.md). */
  store?: Readonly<{ maxObjectBytes?: number; maxSeconds?: number }>
  /** Read the same shard in every epoch instead of moving to the next one. Default: false. */
  stickToShard?: boolean
  /** How often samples come. `classes` is 'balanced', for classes that come equally often, or a list of each class's share; the column that has the classes is 'label', or `column`. Or `samples` is a list with the weight of each sample, or the name of a column that has it. choice 'even', the default, gives each sample as often in an epoch as its weight says, rounded down or up, in the order of the data, which a shuffle mixes; 'random' draws each sample anew, from `seed`. An epoch has epochSize samples, by default as many as have a weight above 0; with replacement false none comes twice in it. Not together with shuffleBlocks (docs/guides/subsets.md). */
  weights?: Readonly<{ classes?: number | readonly number[] | string; samples?: number | readonly number[] | string; column?: string; choice?: 'even' | 'random'; replacement?: boolean; seed?: number; epochSize?: number }>
  /** Read the samples alone whose values in columns are these: { label: { in: ['cat', 'dog'] }, width: { gte: 224 } }. All conditions hold. Columns are those that the reader's data has; a class may be given by its name. What is no number, as a null, fulfils none (docs/guides/subsets.md). */
  where?: Readonly<Record<string, { equals?: number | readonly number[] | string; not?: number | readonly number[] | string; in?: readonly number[] | readonly string[]; notIn?: readonly number[] | readonly string[]; gt?: number; gte?: number; lt?: number; lte?: number }>>
  /** Matrix from YCbCr to RGB. 'auto': the one that the stream names, else BT.601. DALI takes BT.601 always. Default: 'auto'. */
  colorMatrix?: 'auto' | 'bt601' | 'bt709' | 'bt2020'
  /** Range of the stored values. 'auto': the one that the stream names, else limited: 16 to 235 for luma of 8 bits. Default: 'auto'. */
  colorRange?: 'auto' | 'limited' | 'full'
  /** Longest time that decoding one clip may take, in seconds of its thread's CPU time; 0 for no limit. A clip that takes longer is a bad sample. At least 0. Default: 0. */
  maxDecodeSeconds?: number
  /** Largest number of pixels of a frame, width times height; 0 for no limit. A larger video is a bad sample. The default is 16383 x 16383. At least 0. Default: 268402689. */
  maxPixels?: number
  /** 'apply': turn and mirror frames as the file says that they are shown, such as those of a phone that was held upright, by multiples of 90 degrees. 'ignore': frames as they are stored, which is what DALI gives. Default: 'apply'. */
  rotate?: 'apply' | 'ignore'
  /** Read the files with plain reads in place of mapping them into memory. Plain reads are the better choice on most network file systems. Default: false. */
  dontUseMmap?: boolean
  /** Path of a file that keeps where the packets of the videos lie, so that later listings open none of those that have not changed (by size and time of change, or by the version that a store gives). It is written after a listing that has found others, and need not exist; videos that other readers keep there stay. By default each listing opens all videos. */
  indexPath?: string
  /** Colour model of the frames: 'rgb', or 'rgba' with straight alpha as the fourth channel, which is opaque where the stream has none. colorSpaceConversion makes others of 'rgb'. Default: 'rgb'. */
  imageType?: ImageType
  /** Add the output audio. Default: false. */
  audio?: boolean
  /** With audio: give the mean of the channels, as a sound of one dimension. Default: false. */
  downmix?: boolean
  /** With audio: samples per second that the sound of each clip is resampled to, in Hz, as audioResample does it. 0: those of the file. At least 0. Default: 0. */
  sampleRate?: number
  /** How many lobes the sinc has on either side, from 0 (3 lobes) to 50 (16) and 100 (64): 0.007 q^2 - 0.09 q + 3, rounded. More give a sharper cut-off and take longer. From 0 to 100. Default: 50. */
  quality?: number
  /** Ranges of fileList count frames, from 0 on; by default they are seconds. A start with a fraction is rounded up, an end down. Default: false. */
  fileListFrameNum?: boolean
  /** Round the starts of ranges in seconds down to a frame, and the ends up. By default starts are rounded up and ends down. The frame of the end is not part of the range. Default: false. */
  fileListIncludePrecedingFrame?: boolean
  /** With dtype float32: values from 0 to 1. Default: false. */
  normalized?: boolean
  /** Give also the clips that reach beyond the end of the video, or of its part, with black frames there, whose alpha is 0. Their numbers and times are -1. Default: false. */
  padSequences?: boolean
  /** roiStart and roiEnd are fractions of the input's extents (0 to 1), not pixels. Default: false. */
  roiRelative?: boolean
  /** When the output extent had to be rounded, adjusts the region so that the requested scale is kept. Otherwise the scale follows from the rounded extent. Default: true. */
  subpixelScale?: boolean
  /** Surfaces of DALI's decoder on a GPU. Without effect here: the decoder takes as many as the stream needs. Default: 2. */
  additionalDecodeSurfaces?: number
  /** Channels of the frames. Without effect here: imageType says how many there are. From 3 to 3. Default: 3. */
  channels?: number
  /** List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not called. Default: false. */
  lazyInit?: boolean
  /** Images per kernel call of DALI on a GPU. Without effect here: one kernel call resizes the whole batch. Default: 32. */
  minibatchSize?: number
  /** Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far the reader runs ahead. At least 1. Default: 1. */
  prefetchQueueDepth?: number
  /** Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached. Default: false. */
  skipCachedImages?: boolean
  /** Let DALI take videos that seem to have a variable frame rate. Without effect here: frames have the times that the file says, whatever their rate. Default: false. */
  skipVfrCheck?: boolean
  /** Expected size, in bytes, of DALI's temporary memory on a GPU. Without effect here: temporary memory is what the shapes of the batch need, and is kept. Default: 0. */
  tempBufferHint?: number
  /** Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default: 1048576. */
  tensorInitBytes?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.readers.webdataset`. */
export interface ReadersWebdatasetOptions extends OpOptions {
  /** The outputs: an entry for each, with the extensions that it takes, separated by semicolons: ['jpg;jpeg;png', 'cls']. An extension is what follows the first dot, so it may have dots itself. Where a sample has several such components, the first of them in the archive is taken. Required. */
  ext: string | readonly string[]
  /** Paths of the archives, or http(s)://, s3://, gs:// or hf:// URLs (docs/data/object-stores.md); braces stand for several: {000..127}, and * ? [set] in a name for the files that match it, in the order of their names. Samples come in the order of paths and, in an archive, of its files. Required. */
  paths: string | readonly string[]
  /** The dtype of each output, as many as ext has entries; uint8 by default, and int64 for what parse reads. Bytes are taken as elements in the byte order of this machine. 'bool' is refused. */
  dtypes?: DType | readonly DType[]
  /** Shuffle each epoch with a buffer of initialFill samples. Not together with shuffleAfterEpoch or shuffleBlocks. Default: false. */
  randomShuffle?: boolean
  /** Visit the whole data set in a new random order in each epoch, the first one included, and divide it among the shards anew. The order is an exact permutation, and every shard computes the same one. Not together with randomShuffle, shuffleBlocks or stickToShard. Default: false. */
  shuffleAfterEpoch?: boolean
  /** Which shard to read: 0 to numShards - 1. At least 0. Default: 0. */
  shardId?: number
  /** Number of equal parts that the data set is split in, usually one per process. At least 1. Default: 1. */
  numShards?: number
  /** 'auto': shardId and numShards are the rank and world size that the launcher of this process (torchrun, Open MPI, MPICH, Slurm) put in its environment, or 0 and 1 without one. Not together with shardId or numShards. */
  shard?: 'auto'
  /** Repeat the shard's last sample until its last batch is full, and until all shards have as many batches. Repeats are marked as padding. Default: false. */
  padLastBatch?: boolean
  /** With randomShuffle: how many samples the shuffle draws from at any time. A value as large as the data set or larger gives a full shuffle. Only names are held, so a large value costs little. At least 1. Default: 1024. */
  initialFill?: number
  /** Whether ext distinguishes upper from lower case. Only the case of ASCII letters is ignored. Default: true. */
  caseSensitiveExtensions?: boolean
  /** Read the archives with plain reads in place of mapping them into memory. Plain reads are the better choice on most network file systems. Default: false. */
  dontUseMmap?: boolean
  /** Index files of wds2idx (v1.1 or v1.2), one for each entry of paths. By default the archives' headers are read. */
  indexPaths?: string | readonly string[]
  /** What becomes of a sample without a component for one of the outputs: 'empty' gives an empty tensor, 'skip' leaves the sample out of the data set, 'error' refuses the data set. Default: 'empty'. */
  missingComponentBehavior?: 'empty' | 'skip' | 'error'
  /** How each output is read, as many as ext has entries. 'bytes', the default, gives the file's bytes. 'number' gives the number that the file has as text, as WebDataset's writers write .cls, and 'numbers' any number of them, with spaces, line breaks or commas between. 'json.label' gives the number in the field label of a JSON text, 'json.labels[]' a list of numbers, 'json.boxes[][4]' rows of four: brackets say the dimensions, with a length or without. A path may have several parts ('json.objects.0.id' takes the first entry of a list), and 'json' is the whole text; true and false are 1 and 0. A text that does not fit is a bad sample. */
  parse?: string | readonly string[]
  /** With shuffleBlocks: the least bytes of a block, which are read together. Samples that are whole files count alike: as the mean of up to 64 of them, rounded down to a power of two. From 1 to 2147483647. Default: 8388608. */
  blockBytes?: number
  /** With shuffleBlocks: how many blocks are mixed at any time, and held in memory. More mix better; docs/guides/epochs.md says how well. From 1 to 4096. Default: 16. */
  blockWindow?: number
  /** A folder in which what is read from object stores is kept, of at most so many bytes, for later epochs, runs and other processes (docs/data/object-stores.md). Local files are not kept. */
  cache?: Readonly<{ dir: string; bytes: number }>
  /** Deal the samples of one order to the shards in turn, sample by sample, so that a checkpoint of any number of shards continues on any other number (docs/guides/checkpoints.md). By default each shard has a part of the order. The order is that of one shard; each shard reads from all of the data set. Not together with stickToShard. Default: false. */
  elastic?: boolean
  /** Read these samples alone, in this order; one that is listed twice comes twice. They count the samples in the order of a reader without a shuffle (docs/guides/subsets.md). From 0 to 2147483646. One value or more. */
  indices?: number | readonly number[]
  /** Ask the operating system to read what the next samples need before their turn: up to 128 MB and 1,024 samples, neighbours in a file together. It helps where a disk takes long to answer and files are not in memory yet; else it costs some calls. Object stores are always read ahead. Default: false. */
  readAhead?: boolean
  /** Seed of shuffleAfterEpoch and of shuffleBlocks. It is fixed by default, so that all shards agree; when you set it, give every shard the same value. */
  shuffleAfterEpochSeed?: number
  /** Visit the data set in blocks of neighbouring samples, in a new random order in each epoch, and mix the samples of blockWindow blocks. Blocks are read one after the other, each as a whole, which spinning disks and object stores need to be fast; each sample comes once per epoch, and the blocks are divided among the shards anew, or, with stickToShard, each shard shuffles its own. Not together with randomShuffle or shuffleAfterEpoch. Default: false. */
  shuffleBlocks?: boolean
  /** Paths or URLs of text files with a sample's name in each line: these samples are left out. A name is the sample's source, as errors and sourceInfo() show it, or what of it stands below fileRoot, or else from its file's name on (docs/guides/subsets.md). */
  skipList?: string | readonly string[]
  /** Read one part of the data: { train: 0.9, val: 0.1, part: 'train' }. The fractions are 1 together at most. A sample's part follows from its name alone, as skipList has it, so that it stays where it is when samples are added (docs/guides/subsets.md). */
  split?: Readonly<{ train?: number; val?: number; test?: number; part: 'train' | 'val' | 'test' }>
  /** What an object store may take: maxObjectBytes is the most that an object has which is read as a whole, and the names in a folder, by default 512 MiB; maxSeconds is how long one read may take, by default 300, beside a second for each 16 KiB that have come (docs/data/object-stores.md). */
  store?: Readonly<{ maxObjectBytes?: number; maxSeconds?: number }>
  /** Read the same shard in every epoch instead of moving to the next one. Default: false. */
  stickToShard?: boolean
  /** How often samples come. `classes` is 'balanced', for classes that come equally often, or a list of each class's share; the column that has the classes is 'label', or `column`. Or `samples` is a list with the weight of each sample, or the name of a column that has it. choice 'even', the default, gives each sample as often in an epoch as its weight says, rounded down or up, in the order of the data, which a shuffle mixes; 'random' draws each sample anew, from `seed`. An epoch has epochSize samples, by default as many as have a weight above 0; with replacement false none comes twice in it. Not together with shuffleBlocks (docs/guides/subsets.md). */
  weights?: Readonly<{ classes?: number | readonly number[] | string; samples?: number | readonly number[] | string; column?: string; choice?: 'even' | 'random'; replacement?: boolean; seed?: number; epochSize?: number }>
  /** Read the samples alone whose values in columns are these: { label: { in: ['cat', 'dog'] }, width: { gte: 224 } }. All conditions hold. Columns are those that the reader's data has; a class may be given by its name. What is no number, as a null, fulfils none (docs/guides/subsets.md). */
  where?: Readonly<Record<string, { equals?: number | readonly number[] | string; not?: number | readonly number[] | string; in?: readonly number[] | readonly string[]; notIn?: readonly number[] | readonly string[]; gt?: number; gte?: number; lt?: number; lte?: number }>>
  /** List the data at the first run. Without effect here: build() lists the data, or the first run where build() is not called. Default: false. */
  lazyInit?: boolean
  /** Batches that the reader runs ahead in DALI. Without effect here: the pipeline's prefetchQueueDepth sets how far the reader runs ahead. At least 1. Default: 1. */
  prefetchQueueDepth?: number
  /** Leaves out the files of images that the decoder has cached. Without effect here: decoded images are not cached. Default: false. */
  skipCachedImages?: boolean
  /** Bytes that DALI's buffers begin with. Without effect here: buffers are sized by the files. At least 0. Default: 1048576. */
  tensorInitBytes?: number
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
  /** What a bad sample does: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/** Arguments of `fn.reductions.max`. */
export interface ReductionsMaxOptions extends OpOptions {
  /** Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of its own. Not together with axisNames. Default: all axes. */
  axes?: number | readonly number[]
  /** Reduced axes, by the letters of the input's layout. Not together with axes. */
  axisNames?: string
  /** Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false. */
  keepDims?: boolean
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.reductions.mean`. */
export interface ReductionsMeanOptions extends OpOptions {
  /** Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of its own. Not together with axisNames. Default: all axes. */
  axes?: number | readonly number[]
  /** Output dtype. Default: 'float32'. */
  dtype?: DType
  /** Reduced axes, by the letters of the input's layout. Not together with axes. */
  axisNames?: string
  /** Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false. */
  keepDims?: boolean
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.reductions.meanSquare`. */
export interface ReductionsMeanSquareOptions extends OpOptions {
  /** Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of its own. Not together with axisNames. Default: all axes. */
  axes?: number | readonly number[]
  /** Output dtype. Default: 'float32'. */
  dtype?: DType
  /** Reduced axes, by the letters of the input's layout. Not together with axes. */
  axisNames?: string
  /** Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false. */
  keepDims?: boolean
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.reductions.min`. */
export interface ReductionsMinOptions extends OpOptions {
  /** Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of its own. Not together with axisNames. Default: all axes. */
  axes?: number | readonly number[]
  /** Reduced axes, by the letters of the input's layout. Not together with axes. */
  axisNames?: string
  /** Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false. */
  keepDims?: boolean
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.reductions.rms`. */
export interface ReductionsRmsOptions extends OpOptions {
  /** Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of its own. Not together with axisNames. Default: all axes. */
  axes?: number | readonly number[]
  /** Output dtype. Default: 'float32'. */
  dtype?: DType
  /** Reduced axes, by the letters of the input's layout. Not together with axes. */
  axisNames?: string
  /** Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false. */
  keepDims?: boolean
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.reductions.stdDev`. */
export interface ReductionsStdDevOptions extends OpOptions {
  /** Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of its own. Not together with axisNames. Default: all axes. */
  axes?: number | readonly number[]
  /** Subtracted from the number of elements that the sum of squares is divided by (1: Bessel's correction). Where nothing is left, the value is infinity or NaN, as the division gives it. Default: 0. */
  ddof?: number
  /** Reduced axes, by the letters of the input's layout. Not together with axes. */
  axisNames?: string
  /** Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false. */
  keepDims?: boolean
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.reductions.sum`. */
export interface ReductionsSumOptions extends OpOptions {
  /** Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of its own. Not together with axisNames. Default: all axes. */
  axes?: number | readonly number[]
  /** Output dtype. Default: uint64 for unsigned integers and bool, int64 for signed integers, float32 for float16 and float32, float64 for float64. */
  dtype?: DType
  /** Reduced axes, by the letters of the input's layout. Not together with axes. */
  axisNames?: string
  /** Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false. */
  keepDims?: boolean
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.reductions.variance`. */
export interface ReductionsVarianceOptions extends OpOptions {
  /** Reduced axes, by number; negative counts from the last. An empty list reduces nothing: each element is a group of its own. Not together with axisNames. Default: all axes. */
  axes?: number | readonly number[]
  /** Subtracted from the number of elements that the sum of squares is divided by (1: Bessel's correction). Where nothing is left, the value is infinity or NaN, as the division gives it. Default: 0. */
  ddof?: number
  /** Reduced axes, by the letters of the input's layout. Not together with axes. */
  axisNames?: string
  /** Whether reduced axes stay in the output, with an extent of 1, or are removed. Default: false. */
  keepDims?: boolean
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.reinterpret`. */
export interface ReinterpretOptions extends OpOptions {
  /** Dtype of the output; the input's when not given. */
  dtype?: DType
  /** Layout of the output, one letter per dimension. Without it, the input's layout stays if the number of dimensions does; else the output has none. */
  layout?: string
  /** Shape of the output, as factors of the input's extents: of those that srcDims names, or of the first ones. Products are rounded to nearest; a negative factor stands for the extent that keeps the number of bytes. Not together with shape. May differ per sample. */
  relShape?: number | readonly number[] | DataNode
  /** Shape of the output. One extent may be negative: it becomes what keeps the number of bytes. May differ per sample. */
  shape?: number | readonly number[] | DataNode
  /** Which dimensions of the input give the extents of the output, in this order; those that are left out must have extent 1. -1 inserts an extent of 1. May differ per sample. */
  srcDims?: number | readonly number[] | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.reshape`. */
export interface ReshapeOptions extends OpOptions {
  /** Shape of the output. One extent may be negative: it becomes what keeps the number of bytes. May differ per sample. */
  shape?: number | readonly number[] | DataNode
  /** Layout of the output, one letter per dimension. Without it, the input's layout stays if the number of dimensions does; else the output has none. */
  layout?: string
  /** Shape of the output, as factors of the input's extents: of those that srcDims names, or of the first ones. Products are rounded to nearest; a negative factor stands for the extent that keeps the number of bytes. Not together with shape. May differ per sample. */
  relShape?: number | readonly number[] | DataNode
  /** Which dimensions of the input give the extents of the output, in this order; those that are left out must have extent 1. -1 inserts an extent of 1. May differ per sample. */
  srcDims?: number | readonly number[] | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.resize`. */
export interface ResizeOptions extends OpOptions {
  /** Output extents in pixels, outermost axis first ([height, width], volumes [depth, height, width]), or one value for all axes. Negative mirrors an axis, 0 leaves it to mode. Fractions are rounded; see subpixelScale. 1 to 3 values. May differ per sample. */
  size?: number | readonly number[] | DataNode
  /** Length of the shorter side in pixels; the aspect ratio is kept, within maxSize. Excludes the other ways to give a size. Default: 0. May differ per sample. */
  resizeShorter?: number | DataNode
  /** Length of the longer side in pixels; the aspect ratio is kept. Excludes the other ways to give a size. Default: 0. May differ per sample. */
  resizeLonger?: number | DataNode
  /** Filter for both directions; minFilter and magFilter override it. 'triangular' is the same as 'linear'. Default: 'linear'. May differ per sample. */
  interpType?: Interp | DataNode
  /** When an axis shrinks, widen the filter in proportion, so that every input pixel counts. Nearest neighbour is never widened. Default: true. */
  antialias?: boolean
  /** Output width in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. May differ per sample. */
  resizeX?: number | DataNode
  /** Output height in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. May differ per sample. */
  resizeY?: number | DataNode
  /** How the requested extents are met. 'default': given extents exactly; the others are scaled by the (geometric) mean scale of the given ones. 'stretch': given extents exactly; the others keep their size. 'not_larger': the largest output of the input's aspect ratio that exceeds no requested extent. 'not_smaller': the smallest output of that aspect ratio that is no less than any requested extent. Cannot be combined with resizeShorter or resizeLonger. Default: 'default'. */
  mode?: 'default' | 'stretch' | 'not_larger' | 'not_smaller'
  /** Upper limit of the output extents, in pixels: one value, or one per axis in the order of size. Modes that keep the aspect ratio (also resizeShorter) shrink the whole image to fit; the others cut each extent to it. 1 to 3 values. */
  maxSize?: number | readonly number[]
  /** Output dtype: the input's (the default) or float32. Integers are rounded to nearest and saturated; float32 keeps the input's range, without rounding. Anything else fails with INVALID_ARGUMENT. */
  dtype?: DType
  /** Filter of an axis that grows or keeps its size. Default: interpType. May differ per sample. */
  magFilter?: Interp | DataNode
  /** Filter of an axis that shrinks. Default: interpType. May differ per sample. */
  minFilter?: Interp | DataNode
  /** Output depth in voxels, for volumes; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. May differ per sample. */
  resizeZ?: number | DataNode
  /** End of the region to resize, in the order of size; goes with roiStart. A start beyond its end mirrors the axis. 1 to 3 values. May differ per sample. */
  roiEnd?: number | readonly number[] | DataNode
  /** roiStart and roiEnd are fractions of the input's extents (0 to 1), not pixels. Default: false. */
  roiRelative?: boolean
  /** Start of the region to resize, in the order of size; goes with roiEnd. Filters may still reach pixels around the region. 1 to 3 values. May differ per sample. */
  roiStart?: number | readonly number[] | DataNode
  /** When the output extent had to be rounded, adjusts the region so that the requested scale is kept. Otherwise the scale follows from the rounded extent. Default: true. */
  subpixelScale?: boolean
  /** Give the original extents as a second output. Default: false. */
  saveAttrs?: boolean
  /** Whose numbers the result has, to the last bit where the library's are fixed. 'dali': DALI's, within 1. 'pillow': Image.resize() of Pillow 13; 'pillow-12': of Pillow up to 12, where the order of the passes differs. 'torchvision': resize() of tensors, uint8 or float32, on a CPU with AVX2; 'torchvision-float': its path through float32 on CPUs without AVX2, for uint8 and float32. 'opencv': cv2.resize() of uint8. Regions are cut out first, and are whole pixels. What the library does not have is refused. Default: 'dali'. */
  match?: 'dali' | 'pillow' | 'pillow-12' | 'torchvision' | 'torchvision-float' | 'opencv'
  /** With match: a filter of that library for which interpType has no name. Default: interpType. */
  matchFilter?: 'box' | 'hamming' | 'area' | 'lanczos4' | 'nearest_exact'
  /** Images per kernel call of DALI on a GPU. Without effect here: one kernel call resizes the whole batch. Default: 32. */
  minibatchSize?: number
  /** Expected size, in bytes, of DALI's temporary memory on a GPU. Without effect here: temporary memory is what the shapes of the batch need, and is kept. Default: 0. */
  tempBufferHint?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.resizeCropMirror`. */
export interface ResizeCropMirrorOptions extends OpOptions {
  /** Output extents in pixels, outermost axis first ([height, width], volumes [depth, height, width]), or one value for all axes. Negative mirrors an axis, 0 leaves it to mode. Fractions are rounded; see subpixelScale. 1 to 3 values. May differ per sample. */
  size?: number | readonly number[] | DataNode
  /** Length of the shorter side in pixels; the aspect ratio is kept, within maxSize. Excludes the other ways to give a size. Default: 0. May differ per sample. */
  resizeShorter?: number | DataNode
  /** Window shape in the resized image: [height, width], or [depth, height, width] for volumes. Not together with cropH, cropW, cropD. The window must lie inside the resized image. 2 or 3 values. May differ per sample. */
  crop?: number | readonly number[] | DataNode
  /** Which axes of the window to mirror: the sum of 1 (width), 2 (height) and 4 (depth). From 0 to 7. Default: 0. May differ per sample. */
  mirror?: number | boolean | DataNode
  /** Filter for both directions; minFilter and magFilter override it. 'triangular' is the same as 'linear'. Default: 'linear'. May differ per sample. */
  interpType?: Interp | DataNode
  /** When an axis shrinks, widen the filter in proportion, so that every input pixel counts. Nearest neighbour is never widened. Default: true. */
  antialias?: boolean
  /** Length of the longer side in pixels; the aspect ratio is kept. Excludes the other ways to give a size. Default: 0. May differ per sample. */
  resizeLonger?: number | DataNode
  /** Output width in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. May differ per sample. */
  resizeX?: number | DataNode
  /** Output height in pixels; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. May differ per sample. */
  resizeY?: number | DataNode
  /** How the requested extents are met. 'default': given extents exactly; the others are scaled by the (geometric) mean scale of the given ones. 'stretch': given extents exactly; the others keep their size. 'not_larger': the largest output of the input's aspect ratio that exceeds no requested extent. 'not_smaller': the smallest output of that aspect ratio that is no less than any requested extent. Cannot be combined with resizeShorter or resizeLonger. Default: 'default'. */
  mode?: 'default' | 'stretch' | 'not_larger' | 'not_smaller'
  /** Upper limit of the output extents, in pixels: one value, or one per axis in the order of size. Modes that keep the aspect ratio (also resizeShorter) shrink the whole image to fit; the others cut each extent to it. 1 to 3 values. */
  maxSize?: number | readonly number[]
  /** Horizontal position of the window, as a fraction of the width that it leaves free: 0 is the left edge, 0.5 the centre, 1 the right edge. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosX?: number | DataNode
  /** Vertical position of the window, as a fraction of the height that it leaves free: 0 is the top edge, 0.5 the centre, 1 the bottom edge. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosY?: number | DataNode
  /** Window height in pixels; 0 takes the whole extent. Needs cropW. Default: 0. May differ per sample. */
  cropH?: number | DataNode
  /** Window width in pixels; 0 takes the whole extent. Needs cropH. Default: 0. May differ per sample. */
  cropW?: number | DataNode
  /** Output dtype: the input's (the default) or float32. Integers are rounded to nearest and saturated; float32 keeps the input's range, without rounding. Anything else fails with INVALID_ARGUMENT. */
  dtype?: DType
  /** Filter of an axis that grows or keeps its size. Default: interpType. May differ per sample. */
  magFilter?: Interp | DataNode
  /** Filter of an axis that shrinks. Default: interpType. May differ per sample. */
  minFilter?: Interp | DataNode
  /** Output depth in voxels, for volumes; negative mirrors, 0 leaves it to mode. Excludes size, resizeShorter and resizeLonger. Default: 0. May differ per sample. */
  resizeZ?: number | DataNode
  /** End of the region to resize, in the order of size; goes with roiStart. A start beyond its end mirrors the axis. 1 to 3 values. May differ per sample. */
  roiEnd?: number | readonly number[] | DataNode
  /** roiStart and roiEnd are fractions of the input's extents (0 to 1), not pixels. Default: false. */
  roiRelative?: boolean
  /** Start of the region to resize, in the order of size; goes with roiEnd. Filters may still reach pixels around the region. 1 to 3 values. May differ per sample. */
  roiStart?: number | readonly number[] | DataNode
  /** When the output extent had to be rounded, adjusts the region so that the requested scale is kept. Otherwise the scale follows from the rounded extent. Default: true. */
  subpixelScale?: boolean
  /** Whose numbers the result has, to the last bit where the library's are fixed. 'dali': DALI's, within 1. 'pillow': Image.resize() of Pillow 13; 'pillow-12': of Pillow up to 12, where the order of the passes differs. 'torchvision': resize() of tensors, uint8 or float32, on a CPU with AVX2; 'torchvision-float': its path through float32 on CPUs without AVX2, for uint8 and float32. 'opencv': cv2.resize() of uint8. Regions are cut out first, and are whole pixels. What the library does not have is refused. Default: 'dali'. */
  match?: 'dali' | 'pillow' | 'pillow-12' | 'torchvision' | 'torchvision-float' | 'opencv'
  /** With match: a filter of that library for which interpType has no name. Default: interpType. */
  matchFilter?: 'box' | 'hamming' | 'area' | 'lanczos4' | 'nearest_exact'
  /** Window depth in voxels (frames for a sequence); 0 takes the whole extent. Needs cropH and cropW. Default: 0. May differ per sample. */
  cropD?: number | DataNode
  /** Position of the window along the depth (frames for a sequence), as a fraction of the depth that it leaves free. From 0 to 1. Default: 0.5. May differ per sample. */
  cropPosZ?: number | DataNode
  /** How the window's start becomes a whole number: 'round' to the nearest (halves away from zero), 'truncate' towards zero. Default: 'round'. */
  rounding?: 'round' | 'truncate'
  /** Images per kernel call of DALI on a GPU. Without effect here: one kernel call resizes the whole batch. Default: 32. */
  minibatchSize?: number
  /** Expected size, in bytes, of DALI's temporary memory on a GPU. Without effect here: temporary memory is what the shapes of the batch need, and is kept. Default: 0. */
  tempBufferHint?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.roiRandomCrop`. */
export interface RoiRandomCropOptions extends OpOptions {
  /** Shape of the window. Required. At least 0. One value or more. May differ per sample. */
  cropShape: number | readonly number[] | DataNode
  /** Start of the region: one value for each of cropShape, or one for all; so are the others. Required. May differ per sample. */
  roiStart: number | readonly number[] | DataNode
  /** Shape of the region. May differ per sample. */
  roiShape?: number | readonly number[] | DataNode
  /** Bounds that the window stays within, in place of an input. Without either it may reach anywhere. May differ per sample. */
  inShape?: number | readonly number[] | DataNode
  /** End of the region, exclusive. Either roiEnd or roiShape. May differ per sample. */
  roiEnd?: number | readonly number[] | DataNode
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
}

/** Arguments of `fn.rotate`. */
export interface RotateOptions extends OpOptions {
  /** Angle in degrees. Images turn counter-clockwise; volumes by the right-hand rule around axis, in coordinates x, y, z. Required. May differ per sample. */
  angle: number | DataNode
  /** Output extents in pixels, without channels: [height, width], volumes [depth, height, width]. Fractions are rounded to nearest; at least 1. At least 0.5. 2 or 3 values. May differ per sample. */
  size?: number | readonly number[] | DataNode
  /** The output has the input's extents; size overrides it. Default: false. */
  keepSize?: boolean
  /** Value of pixels outside the input, first converted to the input's dtype, or under 'nn' to the output's. Without it positions are clamped to the input, so that its border is repeated. May be NaN or infinite. */
  fillValue?: number
  /** Direction [x, y, z] of the rotation axis, of any length but 0. Required for volumes, ignored for images. 3 values. May differ per sample. */
  axis?: number | readonly number[] | DataNode
  /** Output dtype: the input's (the default) or float32; for a float32 input also uint8, int16 or int32. Integers are rounded to nearest (halves away from zero) and saturated. One of 'uint8', 'int16', 'int32', 'float32'. */
  dtype?: DType
  /** 'linear' or 'nn'. One of 'nn', 'linear'. Default: 'linear'. */
  interpType?: Interp
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.saturation`. */
export interface SaturationOptions extends OpOptions {
  /** Factor on the colourfulness: 0 gives grey, 1 changes nothing. Default: 1. May differ per sample. */
  saturation?: number | DataNode
  /** Output dtype: uint8, int16, int32, float16 or float32. Default: the input's. */
  dtype?: DType
  /** Colour model of the input. Without effect here: the channels are taken as red, green and blue, as in DALI. One of 'rgb', 'bgr', 'gray', 'ycbcr', 'any', 'index'. Default: 'rgb'. */
  imageType?: ImageType
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.segmentation.randomMaskPixel`. */
export interface SegmentationRandomMaskPixelOptions extends OpOptions {
  /** Draw among foreground pixels when not 0; among all if there are none. Default: 0. May differ per sample. */
  foreground?: number | boolean | DataNode
  /** Pixels above this value are foreground. Default: 0. May differ per sample. */
  threshold?: number | DataNode
  /** Pixels of this value are foreground, in place of those above threshold. May differ per sample. */
  value?: number | DataNode
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
}

/** Arguments of `fn.segmentation.randomObjectBBox`. */
export interface SegmentationRandomObjectBBoxOptions extends OpOptions {
  /** Chance of an object's box; otherwise it is the box of the whole mask. Default: 1. May differ per sample. */
  foregroundProb?: number | DataNode
  /** Label of the background. When not given: 0, or, if 0 is one of classes, the label below the least of them. Default: 0. May differ per sample. */
  background?: number | DataNode
  /** Relative chances of the classes, not negative; without classes those of the labels 0, 1, 2 and so on, of which the background is left out. Equal when not given. At least 0. May differ per sample. */
  classWeights?: number | readonly number[] | DataNode
  /** Labels of objects. All but the background when not given. May differ per sample. */
  classes?: number | readonly number[] | DataNode
  /** 'anchor_shape' and 'start_end': two outputs. 'box': one output, start and end. Default: 'anchor_shape'. */
  format?: 'anchor_shape' | 'start_end' | 'box'
  /** Draw among the objects of all classes alike. Default: false. */
  ignoreClass?: boolean
  /** Draw among this many objects with the largest boxes, and of equal ones those that come first in the mask: of the class, or with ignoreClass of all. At least 1. */
  kLargest?: number
  /** Adds the output objectClass. Default: false. */
  outputClass?: boolean
  /** Least extent of a box along each dimension, one value for all or one for each; classes without such a box are not drawn. May differ per sample. */
  threshold?: number | readonly number[] | DataNode
  /** Keep the boxes of masks that were seen before. Without effect here: objects are found in one pass over the mask, which costs about as much as comparing it with those seen before. Default: false. */
  cacheObjects?: boolean
  /** Seed of this operator: operators of equal seeds draw the same numbers. -1, the default, derives it from the pipeline's and the operator. */
  seed?: number
}

/** Arguments of `fn.segmentation.selectMasks`. */
export interface SegmentationSelectMasksOptions extends OpOptions {
  /** Ids become the places of the ids in maskIds. Default: false. */
  reindexMasks?: boolean
}

/** Arguments of `fn.sequenceRearrange`. */
export interface SequenceRearrangeOptions extends OpOptions {
  /** For each element of the output, its place in the input. Required. One value or more. May differ per sample. */
  newOrder: number | readonly number[] | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.shapes`. */
export interface ShapesOptions extends OpOptions {
  /** int32, uint32, int64, uint64, float32 or float64. One of 'int32', 'uint32', 'int64', 'uint64', 'float32', 'float64'. Default: 'int64'. */
  dtype?: DType
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.sharpness`. */
export interface SharpnessOptions extends OpOptions {
  /** 0 gives the smoothed image, 1 changes nothing, 2 doubles the difference to the smoothed image. At least 0. Default: 1. May differ per sample. */
  factor?: number | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.slice`. */
export interface SliceOptions extends OpOptions {
  /** Where the window starts, as a fraction of the extent. Not together with start. May differ per sample. */
  relStart?: number | readonly number[] | DataNode
  /** The window's size, as a fraction of the extent. May differ per sample. */
  relShape?: number | readonly number[] | DataNode
  /** Output dtype; the input's when not given. Values are clamped to the dtype's range and fractions are dropped (use cast to round). */
  dtype?: DType
  /** Which dimensions the window's values are for, in their order; negative counts from the last. Used when axisNames is empty or was not given. Default: [1, 0]. May differ per sample. */
  axes?: number | readonly number[] | DataNode
  /** Which dimensions the window's values are for, by the letters of the input's layout. Takes precedence over axes. Default: 'WH'. */
  axisNames?: string
  /** Where the window ends (exclusive), in elements. One of end, relEnd, shape, relShape at most; without them the window goes to the input's end. May differ per sample. */
  end?: number | readonly number[] | DataNode
  /** Whether a floating-point anchor input is a fraction of the extent (true) or counts elements. Integer inputs always count elements. Default: true. */
  normalizedAnchor?: boolean
  /** Whether a floating-point shape input is a fraction of the extent (true) or counts elements. Integer inputs always count elements. Default: true. */
  normalizedShape?: boolean
  /** Where the window ends, as a fraction of the extent. May differ per sample. */
  relEnd?: number | readonly number[] | DataNode
  /** The window's size, in elements. May differ per sample. */
  shape?: number | readonly number[] | DataNode
  /** Where the window starts, in elements; 0 when neither start nor relStart is given. May differ per sample. */
  start?: number | readonly number[] | DataNode
  /** Values of elements outside the input under 'pad': one for all channels, or one per channel of the output. May be NaN or infinite. Default: [0]. */
  fillValues?: number | readonly number[]
  /** What a window that reaches outside the input gives: 'error': the sample fails with INVALID_INPUT; 'pad' (or 'constant'): fillValues; 'trim_to_shape': a smaller output; 'edge' (or 'clamp'): the border repeated; 'reflect_1001' (or 'reflect'): mirrored with the border doubled; 'reflect_101': mirrored around the border; 'wrap': the input tiled. Default: 'error'. */
  outOfBoundsPolicy?: 'error' | 'pad' | 'constant' | 'trim_to_shape' | 'edge' | 'clamp' | 'reflect_1001' | 'reflect' | 'reflect_101' | 'wrap'
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.solarize`. */
export interface SolarizeOptions extends OpOptions {
  /** The smallest value that is inverted, in the input's units. Default: the middle of the input dtype's range: 128, 16384, 1073741824, or 0.5 for floating point. May differ per sample. */
  threshold?: number | DataNode
  /** Nothing is inverted; this is added to the values below the threshold, and the sum is clamped to the range from 0 to the dtype's largest value (1 for floating point). May differ per sample. */
  addition?: number | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.spectrogram`. */
export interface SpectrogramOptions extends OpOptions {
  /** Length of the transform, at least windowLength; windows are continued with zeros. windowLength when not given. Lengths without prime factors above 5 are fast. */
  nfft?: number
  /** Number of elements in a window, at least 1. At least 1. Default: 512. */
  windowLength?: number
  /** Number of elements from one window to the next, at least 1. At least 1. Default: 256. */
  windowStep?: number
  /** 2: squared magnitudes. 1: magnitudes. From 1 to 2. Default: 2. */
  power?: number
  /** The windows' centres are multiples of windowStep, from 0 on, and the sound is continued beyond its ends. false: the first window begins with the sound, and all windows lie in it. Default: true. */
  centerWindows?: boolean
  /** ft: windows side by side for each frequency. tf: frequencies side by side for each window. One of 'ft', 'tf'. Default: 'ft'. */
  layout?: string
  /** With centerWindows: beyond its ends the sound is mirrored, without repeating the last element. false: it is continued with zeros. Default: true. */
  reflectPadding?: boolean
  /** What the elements of a window are multiplied with: windowLength numbers. A Hann window when not given. */
  windowFn?: number | readonly number[]
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.sphere`. */
export interface SphereOptions extends OpOptions {
  /** 'nn' takes the pixel in which the position lies, 'linear' weighs the four nearest centres. One of 'nn', 'linear'. Default: 'nn'. */
  interpType?: Interp
  /** Value of pixels outside the input, for all channels. For uint8 it is rounded to nearest and saturated. May be NaN or infinite. Default: 0. */
  fillValue?: number
  /** 0 leaves the sample as it is. Default: 1. May differ per sample. */
  mask?: number | boolean | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.squeeze`. */
export interface SqueezeOptions extends OpOptions {
  /** The dimensions to remove; negative counts from the last. Not together with axisNames. May differ per sample. */
  axes?: number | readonly number[] | DataNode
  /** The dimensions to remove, by the letters of the input's layout. Not together with axes. */
  axisNames?: string
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.stack`. */
export interface StackOptions extends OpOptions {
  /** The place of the new axis in the output; negative counts from the last. Default: 0. */
  axis?: number
  /** The letter of the new axis. 1 letter. */
  axisName?: string
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.tensorResize`. */
export interface TensorResizeOptions extends OpOptions {
  /** Output extents in elements: one value for all axes, or one per axis. Negative mirrors an axis, 0 leaves it to mode. May differ per sample. */
  sizes?: number | readonly number[] | DataNode
  /** Output extents by the input's: one value for all axes, or one per axis. Negative mirrors an axis, 0 leaves it to mode. May differ per sample. */
  scales?: number | readonly number[] | DataNode
  /** Axes to resize, by number; negative counts from the last. Default: all. Not together with axisNames. */
  axes?: number | readonly number[]
  /** Axes to resize, by the letters of the input's layout. Not together with axes. */
  axisNames?: string
  /** How the requested extents are met. Axes that are not named count as if their own extent was asked for. 'default': given extents exactly; those of 0 are scaled by the geometric mean of all other scales. 'stretch': given extents exactly; those of 0 keep their size. 'not_larger' and 'not_smaller', not with scales: all axes are scaled alike, by the least or the largest of the requested scales. Default: 'default'. */
  mode?: 'default' | 'stretch' | 'not_larger' | 'not_smaller'
  /** Upper limit of the output extents: one value, or one per axis in the order of sizes. Modes that keep the aspect ratio shrink all axes to fit; the others cut each extent to it. */
  maxSize?: number | readonly number[]
  /** Filter for both directions; minFilter and magFilter override it. 'triangular' is the same as 'linear'. Default: 'linear'. May differ per sample. */
  interpType?: Interp | DataNode
  /** When an axis shrinks, widen the filter in proportion, so that every input pixel counts. Nearest neighbour is never widened. Default: true. */
  antialias?: boolean
  /** The point of the region that stays in place when a fractional size is rounded and the region adjusted to it (subpixelScale): 0 its start, 0.5 its middle, 1 its end. One value, or one per axis. Default: [0.5]. May differ per sample. */
  alignment?: number | readonly number[] | DataNode
  /** End of the region to resize, in the order of sizes; goes with roiStart. A start beyond its end mirrors the axis. May differ per sample. */
  roiEnd?: number | readonly number[] | DataNode
  /** roiStart and roiEnd are fractions of the input's extents (0 to 1), not elements. Default: false. */
  roiRelative?: boolean
  /** Start of the region to resize, in the order of sizes; goes with roiEnd. Filters may still reach elements around the region. May differ per sample. */
  roiStart?: number | readonly number[] | DataNode
  /** How fractional extents become whole: to the nearest, down or up; at least 1. Default: 'round'. */
  sizeRounding?: 'round' | 'truncate' | 'ceil'
  /** When an extent had to be rounded, adjusts the region so that the requested scale is kept. Otherwise the scale follows from the rounded extent. Default: true. */
  subpixelScale?: boolean
  /** Output dtype: the input's (the default) or float32. Integers are rounded to nearest and saturated; float32 keeps the input's range, without rounding. Anything else fails with INVALID_ARGUMENT. */
  dtype?: DType
  /** Filter of an axis that grows or keeps its size. Default: interpType. May differ per sample. */
  magFilter?: Interp | DataNode
  /** Filter of an axis that shrinks. Default: interpType. May differ per sample. */
  minFilter?: Interp | DataNode
  /** Images per kernel call of DALI on a GPU. Without effect here: one kernel call resizes the whole batch. Default: 32. */
  minibatchSize?: number
  /** Expected size, in bytes, of DALI's temporary memory on a GPU. Without effect here: temporary memory is what the shapes of the batch need, and is kept. Default: 0. */
  tempBufferHint?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.toDecibels`. */
export interface ToDecibelsOptions extends OpOptions {
  /** The least output, in decibels; zeros and negative elements become it. Default: -200. */
  cutoffDb?: number
  /** 10 for powers, 20 for magnitudes. Default: 10. */
  multiplier?: number
  /** The magnitude that is 0 dB. Default: the largest element of each sample. Above 0. */
  reference?: number
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.transforms.combine`. */
export interface TransformsCombineOptions extends OpOptions {
  /** Apply the last input first. Default: false. */
  reverseOrder?: boolean
}

/** Arguments of `fn.transforms.crop`. */
export interface TransformsCropOptions extends OpOptions {
  /** Lower corner of the source box. Default: [0]. May differ per sample. */
  fromStart?: number | readonly number[] | DataNode
  /** Upper corner of the source box; one value for all dimensions or one for each. Default: [1]. May differ per sample. */
  fromEnd?: number | readonly number[] | DataNode
  /** Lower corner of the target box. Default: [0]. May differ per sample. */
  toStart?: number | readonly number[] | DataNode
  /** Upper corner of the target box. Default: [1]. May differ per sample. */
  toEnd?: number | readonly number[] | DataNode
  /** Exchange start and end along a dimension where the start is greater, so that nothing is mirrored. Default: false. */
  absolute?: boolean
  /** Apply the made transform before that of the input, not after it. Without an input it has no effect. Default: false. */
  reverseOrder?: boolean
}

/** Arguments of `fn.transforms.rotation`. */
export interface TransformsRotationOptions extends OpOptions {
  /** Angle in degrees, from the first axis towards the second. Required. May differ per sample. */
  angle: number | DataNode
  /** The point that the transform leaves in place; one value for all dimensions or one for each. The origin when not given. May differ per sample. */
  center?: number | readonly number[] | DataNode
  /** The axis of a rotation in space, [x, y, z]; its length does not matter. Without it the rotation is in the plane. 3 values. May differ per sample. */
  axis?: number | readonly number[] | DataNode
  /** Apply the made transform before that of the input, not after it. Without an input it has no effect. Default: false. */
  reverseOrder?: boolean
}

/** Arguments of `fn.transforms.scale`. */
export interface TransformsScaleOptions extends OpOptions {
  /** The factors, one for each dimension; one value stands for all dimensions of the input or of ndim. Required. May differ per sample. */
  scale: number | readonly number[] | DataNode
  /** The point that the transform leaves in place; one value for all dimensions or one for each. The origin when not given. May differ per sample. */
  center?: number | readonly number[] | DataNode
  /** Number of dimensions when scale has one value and there is no input; 1 when not given. From 1 to 6. */
  ndim?: number
  /** Apply the made transform before that of the input, not after it. Without an input it has no effect. Default: false. */
  reverseOrder?: boolean
}

/** Arguments of `fn.transforms.shear`. */
export interface TransformsShearOptions extends OpOptions {
  /** Shear factors. In the plane [xy, yx]: x moves by xy times y, and y by yx times x; in space [xy, xz, yx, yz, zx, zy]. 2 or 6 values. May differ per sample. */
  shear?: number | readonly number[] | DataNode
  /** Shear angles in degrees, from -90 to 90, in the order of `shear`. Either angles or shear. From -90 to 90. 2 or 6 values. May differ per sample. */
  angles?: number | readonly number[] | DataNode
  /** Apply the made transform before that of the input, not after it. Without an input it has no effect. Default: false. */
  reverseOrder?: boolean
  /** The point that the transform leaves in place; one value for all dimensions or one for each. The origin when not given. May differ per sample. */
  center?: number | readonly number[] | DataNode
}

/** Arguments of `fn.transforms.translation`. */
export interface TransformsTranslationOptions extends OpOptions {
  /** The offset, one value for each dimension. Required. May differ per sample. */
  offset: number | readonly number[] | DataNode
  /** Apply the made transform before that of the input, not after it. Without an input it has no effect. Default: false. */
  reverseOrder?: boolean
}

/** Arguments of `fn.transpose`. */
export interface TransposeOptions extends OpOptions {
  /** A permutation of 0 .. ndim-1; without it the dimensions are reversed. At least 0. */
  perm?: number | readonly number[]
  /** Layout of the output, one letter per dimension. Takes precedence over transposeLayout. */
  outputLayout?: string
  /** Whether the layout's letters are reordered too (true) or kept in their order (false). Default: true. */
  transposeLayout?: boolean
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.warpAffine`. */
export interface WarpAffineOptions extends OpOptions {
  /** The map, row by row: [M11, M12, M13, M21, M22, M23] for images, 12 values for volumes; rows and columns are x, y (, z), in pixels. Required unless there is a second input; not together with it. 6 or 12 values. May differ per sample. */
  matrix?: number | readonly number[] | DataNode
  /** Value of pixels outside the input, first converted to the input's dtype, or under 'nn' to the output's. Without it positions are clamped to the input, so that its border is repeated. May be NaN or infinite. */
  fillValue?: number
  /** The matrix maps output positions to input positions. Otherwise it maps input to output and is inverted first; a matrix without an inverse fails with INVALID_ARGUMENT. Default: true. */
  inverseMap?: boolean
  /** Output dtype: the input's (the default) or float32; for a float32 input also uint8, int16 or int32. Integers are rounded to nearest (halves away from zero) and saturated. One of 'uint8', 'int16', 'int32', 'float32'. */
  dtype?: DType
  /** 'linear' or 'nn'. One of 'nn', 'linear'. Default: 'linear'. */
  interpType?: Interp
  /** Output extents in pixels, without channels: [height, width], volumes [depth, height, width]. Fractions are rounded to nearest; at least 1. At least 0.5. 2 or 3 values. May differ per sample. */
  size?: number | readonly number[] | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.water`. */
export interface WaterOptions extends OpOptions {
  /** Amplitude of the wave along x, in pixels. Default: 10. */
  amplX?: number
  /** Amplitude of the wave along y, in pixels. Default: 10. */
  amplY?: number
  /** Frequency of the wave along x, in radians per row. The default is one wave in 128 rows. Default: 0.04908738521234052. */
  freqX?: number
  /** Frequency of the wave along y, in radians per column. Default: 0.04908738521234052. */
  freqY?: number
  /** Phase of the wave along x at the first row, in radians. Default: 0. */
  phaseX?: number
  /** Phase of the wave along y at the first column, in radians. Default: 0. */
  phaseY?: number
  /** Value of pixels outside the input, for all channels. For uint8 it is rounded to nearest and saturated. May be NaN or infinite. Default: 0. */
  fillValue?: number
  /** 'nn' takes the pixel in which the position lies, 'linear' weighs the four nearest centres. One of 'nn', 'linear'. Default: 'nn'. */
  interpType?: Interp
  /** 0 leaves the sample as it is. Default: 1. May differ per sample. */
  mask?: number | boolean | DataNode
  /** Where it runs; everything is on the CPU with deviceId: null. Default: 'gpu' for inputs on the GPU, else 'cpu'. */
  device?: 'cpu' | 'gpu'
}

/** Arguments of `fn.zeros`. */
export interface ZerosOptions extends OpOptions {
  /** Shape of the output. Without it the output is one number, of shape []. At least 0. May differ per sample. */
  shape?: number | readonly number[] | DataNode
  /** Output dtype. Default: 'int32'. */
  dtype?: DType
  /** Layout of the output, one letter per dimension. */
  layout?: string
}

/** Arguments of `fn.zerosLike`. */
export interface ZerosLikeOptions extends OpOptions {
  /** Output dtype; the input's when not given. */
  dtype?: DType
}

/** The operators, as functions that add a node to the pipeline being defined. */
export interface Fn {
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
  audioResample<A extends DataNode, O extends AudioResampleOptions = None>(input: A, options?: Given<O, AudioResampleOptions>): Made<Asked<O, DType>, [A], O>
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
  autocontrast<A extends DataNode, O extends AutocontrastOptions = None>(input: A, options?: Given<O, AutocontrastOptions>): Made<DtypeOf<A>, [A], O>
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
  bBoxPaste<A extends DataNode, O extends BBoxPasteOptions>(boxes: A, options: Given<O, BBoxPasteOptions>): Made<'float32', [A], O>
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
  bBoxRotate<A extends DataNode, O extends BBoxRotateOptions>(boxes: A, options: Given<O, BBoxRotateOptions>): Made<'float32', [A], O>
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
  bBoxRotate<A extends DataNode, B extends DataNode, O extends BBoxRotateOptions>(boxes: A, labels: B, options: Given<O, BBoxRotateOptions>): [boxes: Made<'float32', [A, B], O>, labels: Made<'int32', [A, B], O>]
  /**
   * A random permutation of the places in the batch: each sample gets one of them. Together with permuteBatch it pairs samples at random, as for mixing images. The draws depend only on the seed, the epoch and the indices of the batch's samples, and on the operator unless it has a seed of its own.
   *
   * Source: R. Durstenfeld, "Algorithm 235: Random permutation", 1964; without fixed points: S. Sattolo, "An algorithm to generate a random cyclic permutation", 1986.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), UNSUPPORTED (the operator stands beside operators that skip samples).
   *
   * @returns The place of a sample, shape [].
   */
  batchPermutation<O extends BatchPermutationOptions = None>(options?: Given<O, BatchPermutationOptions>): Made<'int32', [], O>
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
  bbFlip<A extends DataNode, O extends BbFlipOptions = None>(boxes: A, options?: Given<O, BbFlipOptions>): Made<'float32', [A], O>
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
  boxEncoder<A extends DataNode, B extends DataNode, O extends BoxEncoderOptions>(boxes: A, labels: B, options: Given<O, BoxEncoderOptions>): [boxes: Made<'float32', [A, B], O>, labels: Made<'int32', [A, B], O>]
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
  brightness<A extends DataNode, O extends BrightnessOptions = None>(input: A, options?: Given<O, BrightnessOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
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
  brightnessContrast<A extends DataNode, O extends BrightnessContrastOptions = None>(input: A, options?: Given<O, BrightnessContrastOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
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
  cast<A extends DataNode, O extends CastOptions>(input: A, options: Given<O, CastOptions>): Made<Asked<O, DType>, [A], O>
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
  castLike<A extends DataNode, B extends DataNode, O extends CastLikeOptions = None>(input: A, dtypeLike: B, options?: Given<O, CastLikeOptions>): Made<DtypeOf<B>, [A, B], O>
  /**
   * Joins tensors along one of their axes. They may differ in extent along this axis only.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the tensors have no such axis, or axis and axisName are given together), INVALID_INPUT (the inputs differ in dtype, in the number of dimensions, or in an extent beside the axis, or the first one's layout lacks axisName).
   *
   * @returns The inputs one behind the other, in the layout of the first one.
   */
  cat<Rest extends readonly [DataNode, ...DataNode[]]>(...inputs: Rest): Made<DtypeOf<Rest[0]>, [...Rest], None>
  /**
   * Joins tensors along one of their axes. They may differ in extent along this axis only.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the tensors have no such axis, or axis and axisName are given together), INVALID_INPUT (the inputs differ in dtype, in the number of dimensions, or in an extent beside the axis, or the first one's layout lacks axisName).
   *
   * @returns The inputs one behind the other, in the layout of the first one.
   */
  cat<Rest extends readonly [DataNode, ...DataNode[]], const O extends CatOptions>(...given: [...inputs: Rest, options: Given<O, CatOptions>]): Made<DtypeOf<Rest[0]>, [...Rest], O>
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
  clahe<A extends DataNode, O extends ClaheOptions>(input: A, options: Given<O, ClaheOptions>): Made<DtypeOf<A>, [A], O>
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
  colorSpaceConversion<A extends DataNode, O extends ColorSpaceConversionOptions>(input: A, options: Given<O, ColorSpaceConversionOptions>): Made<'uint8', [A], O>
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
  colorTwist<A extends DataNode, O extends ColorTwistOptions = None>(input: A, options?: Given<O, ColorTwistOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
  /**
   * Gives one fixed tensor, which is the output for every sample.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; neither or both of fdata and idata are given, or their number does not fit shape).
   *
   * @returns The tensor, of dtype `dtype`, shape `shape` and layout `layout`.
   */
  constant<O extends ConstantOptions = None>(options?: Given<O, ConstantOptions>): Made<Asked<O, DType>, [], O>
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
  contrast<A extends DataNode, O extends ContrastOptions = None>(input: A, options?: Given<O, ContrastOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
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
  coordFlip<A extends DataNode, O extends CoordFlipOptions = None>(points: A, options?: Given<O, CoordFlipOptions>): Made<'float32', [A], O>
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
  coordTransform<A extends DataNode, O extends CoordTransformOptions = None>(points: A, options?: Given<O, CoordTransformOptions>): Made<Asked<O, 'float32'>, [A], O>
  /**
   * Copies a value between host and device memory. The methods gpu() and cpu() of a node become this operator where a copy is needed.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
   *
   * @param input Tensor of any dtype and layout.
   *
   * @returns The input's bytes, unchanged.
   */
  copy<A extends DataNode, O extends CopyOptions = None>(input: A, options?: Given<O, CopyOptions>): Made<DtypeOf<A>, [A], O>
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
  crop<A extends DataNode, O extends CropOptions = None>(input: A, options?: Given<O, CropOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
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
  cropMirrorNormalize<A extends DataNode, O extends CropMirrorNormalizeOptions = None>(input: A, options?: Given<O, CropMirrorNormalizeOptions>): Made<Asked<O, 'float32'>, [A], O>
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
  debayer<A extends DataNode, O extends DebayerOptions>(input: A, options: Given<O, DebayerOptions>): Made<DtypeOf<A>, [A], O>
  decoders: {
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
    audio<A extends DataNode, O extends DecodersAudioOptions = None>(input: A, options?: Given<O, DecodersAudioOptions>): [audio: Made<Asked<O, 'float32'>, [A], O>, sampleRate: Made<'float32', [A], O>]
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
    image<A extends DataNode, O extends DecodersImageOptions = None>(input: A, options?: Given<O, DecodersImageOptions>): Made<Asked<O, 'uint8'>, [A], O>
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
    imageCrop<A extends DataNode, O extends DecodersImageCropOptions = None>(input: A, options?: Given<O, DecodersImageCropOptions>): Made<Asked<O, 'uint8'>, [A], O>
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
    imageRandomCrop<A extends DataNode, O extends DecodersImageRandomCropOptions = None>(input: A, options?: Given<O, DecodersImageRandomCropOptions>): Made<Asked<O, 'uint8'>, [A], O>
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
    imageSlice<A extends DataNode, O extends DecodersImageSliceOptions = None>(input: A, options?: Given<O, DecodersImageSliceOptions>): Made<Asked<O, 'uint8'>, [A], O>
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
    imageSlice<A extends DataNode, B extends DataNode, O extends DecodersImageSliceOptions = None>(input: A, anchor: B, options?: Given<O, DecodersImageSliceOptions>): Made<Asked<O, 'uint8'>, [A, B], O>
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
    imageSlice<A extends DataNode, B extends DataNode, C extends DataNode, O extends DecodersImageSliceOptions = None>(input: A, anchor: B, shape: C, options?: Given<O, DecodersImageSliceOptions>): Made<Asked<O, 'uint8'>, [A, B, C], O>
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
    inflate<A extends DataNode, O extends DecodersInflateOptions>(input: A, options: Given<O, DecodersInflateOptions>): Made<Asked<O, 'uint8'>, [A], O>
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
    numpy<A extends DataNode, O extends DecodersNumpyOptions = None>(data: A, options?: Given<O, DecodersNumpyOptions>): Made<Asked<O, DType>, [A], O>
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
    video<A extends DataNode, O extends DecodersVideoOptions & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } & { audio: true }>(encoded: A, options: Given<O, DecodersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [A], O>, frameNum: Made<'int32', [A], O>, timestamps: Made<'float64', [A], O>, audio: Made<'float32', [A], O>]
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
    video<A extends DataNode, O extends DecodersVideoOptions & { enableTimestamps: true } & { audio: true }>(encoded: A, options: Given<O, DecodersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [A], O>, timestamps: Made<'float64', [A], O>, audio: Made<'float32', [A], O>]
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
    video<A extends DataNode, O extends DecodersVideoOptions & { enableFrameNum: 'scalar' | 'sequence' } & { audio: true }>(encoded: A, options: Given<O, DecodersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [A], O>, frameNum: Made<'int32', [A], O>, audio: Made<'float32', [A], O>]
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
    video<A extends DataNode, O extends DecodersVideoOptions & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true }>(encoded: A, options: Given<O, DecodersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [A], O>, frameNum: Made<'int32', [A], O>, timestamps: Made<'float64', [A], O>]
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
    video<A extends DataNode, O extends DecodersVideoOptions & { audio: true }>(encoded: A, options: Given<O, DecodersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [A], O>, audio: Made<'float32', [A], O>]
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
    video<A extends DataNode, O extends DecodersVideoOptions & { enableTimestamps: true }>(encoded: A, options: Given<O, DecodersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [A], O>, timestamps: Made<'float64', [A], O>]
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
    video<A extends DataNode, O extends DecodersVideoOptions & { enableFrameNum: 'scalar' | 'sequence' }>(encoded: A, options: Given<O, DecodersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [A], O>, frameNum: Made<'int32', [A], O>]
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
    video<A extends DataNode, O extends DecodersVideoOptions = None>(encoded: A, options?: Given<O, DecodersVideoOptions>): Made<Asked<O, 'uint8'>, [A], O>
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
  dumpImage<A extends DataNode, O extends DumpImageOptions = None>(input: A, options?: Given<O, DumpImageOptions>): Made<DtypeOf<A>, [A], O>
  /**
   * Takes elements along the first axis out of a tensor, each as an output of its own. No bytes are copied.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has no dimensions, its layout begins with another letter than F, or it has fewer elements than elementMap asks for).
   *
   * @param data Sequence, whose first axis is F or has no letter; any dtype.
   *
   * @returns The element at that place, without the first axis.
   */
  elementExtract<A extends DataNode, const O extends ElementExtractOptions>(data: A, options: Given<O, ElementExtractOptions>): Counted<O['elementMap'], Made<DtypeOf<A>, [A], O>>
  encoders: {
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
    image<A extends DataNode, O extends EncodersImageOptions = None>(input: A, options?: Given<O, EncodersImageOptions>): Made<'uint8', [A], O>
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
  equalize<A extends DataNode, O extends EqualizeOptions = None>(input: A, options?: Given<O, EqualizeOptions>): Made<DtypeOf<A>, [A], O>
  /**
   * Overwrites one or more rectangular regions with a value. A region reaches from anchor to anchor + shape, both rounded down, along the given axes, and covers the other axes whole; parts outside the input are ignored.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; anchor and shape differ in length, do not fit the axes, or axes name no dimension of the input).
   *
   * @param input Tensor of any dtype, with 1 to 6 dimensions and any layout.
   *
   * @returns Same dtype, layout and shape as the input.
   */
  erase<A extends DataNode, O extends EraseOptions = None>(input: A, options?: Given<O, EraseOptions>): Made<DtypeOf<A>, [A], O>
  /**
   * Inserts dimensions of extent 1. No bytes are copied.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes has a place twice or one that the output does not have, or newAxisNames has another number of letters), INVALID_INPUT (newAxisNames is given, and the input has no layout, or the output would have too many dimensions).
   *
   * @param data Tensor of any dtype and layout.
   *
   * @returns The elements with the new dimensions. With some, and without newAxisNames, it has no layout.
   */
  expandDims<A extends DataNode, O extends ExpandDimsOptions>(data: A, options: Given<O, ExpandDimsOptions>): Made<DtypeOf<A>, [A], O>
  experimental: {
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
    dilate<A extends DataNode, O extends ExperimentalDilateOptions = None>(input: A, options?: Given<O, ExperimentalDilateOptions>): Made<DtypeOf<A>, [A], O>
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
    erode<A extends DataNode, O extends ExperimentalErodeOptions = None>(input: A, options?: Given<O, ExperimentalErodeOptions>): Made<DtypeOf<A>, [A], O>
    inputs: {
      video: VideoInputFn
    }
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
    medianBlur<A extends DataNode, O extends ExperimentalMedianBlurOptions = None>(input: A, options?: Given<O, ExperimentalMedianBlurOptions>): Made<DtypeOf<A>, [A], O>
    readers: {
      /**
       * Reads the images of FITS files, one file for each sample and one output for each entry of hduIndices. The files are given by one of three arguments: fileRoot alone, fileList, or files. Values are BSCALE * stored + BZERO; BLANK is not looked at. Each sample's source, as errors and sourceInfo() show it, is its path. Compressed images and tables are refused.
       *
       * Source: FITS standard, version 4.0; CFITSIO, documentation of fits_get_img_equivtype for the dtypes of scaled images.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; dtypes and hduIndices have different numbers of values), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no FITS file, is damaged or cut off, or has fewer HDUs than hduIndices says), UNSUPPORTED (an HDU is a table, a compressed image, random groups or has no data, or an image has more than 6 axes), INVALID_INPUT (an image has another dtype than dtypes says), EMPTY_DATASET (there is nothing to read).
       *
       * @returns The image of the HDU: shape [NAXISn, ..., NAXIS1], in the dtype that has all its values.
       */
      fits<const O extends ExperimentalReadersFitsOptions = None>(options?: Given<O, ExperimentalReadersFitsOptions>): Counted<O['hduIndices'], Made<DType, [], O>>
      /**
       * Reads clips of videos: sequences of frames, one after the other through each video, or one of frames that are spread evenly or chosen by times. Each frame is the one that decoding from the start gives, bit for bit. The packets of each file are listed once, when the data set is built, and none is decoded for it. A file that is no video is one bad sample, so that onError decides. Each sample's source, as errors and sourceInfo() show it, is path:frame, with the number of its first frame. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
       *
       * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
       *
       * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
       */
      video<O extends ExperimentalReadersVideoOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } & { audio: true }>(options: Given<O, ExperimentalReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, frameNum: Made<'int32', [], O>, timestamps: Made<'float64', [], O>, audio: Made<'float32', [], O>]
      /**
       * Reads clips of videos: sequences of frames, one after the other through each video, or one of frames that are spread evenly or chosen by times. Each frame is the one that decoding from the start gives, bit for bit. The packets of each file are listed once, when the data set is built, and none is decoded for it. A file that is no video is one bad sample, so that onError decides. Each sample's source, as errors and sourceInfo() show it, is path:frame, with the number of its first frame. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
       *
       * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
       *
       * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
       */
      video<O extends ExperimentalReadersVideoOptions & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } & { audio: true }>(options: Given<O, ExperimentalReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, frameNum: Made<'int32', [], O>, timestamps: Made<'float64', [], O>, audio: Made<'float32', [], O>]
      /**
       * Reads clips of videos: sequences of frames, one after the other through each video, or one of frames that are spread evenly or chosen by times. Each frame is the one that decoding from the start gives, bit for bit. The packets of each file are listed once, when the data set is built, and none is decoded for it. A file that is no video is one bad sample, so that onError decides. Each sample's source, as errors and sourceInfo() show it, is path:frame, with the number of its first frame. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
       *
       * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
       *
       * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
       */
      video<O extends ExperimentalReadersVideoOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableTimestamps: true } & { audio: true }>(options: Given<O, ExperimentalReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, timestamps: Made<'float64', [], O>, audio: Made<'float32', [], O>]
      /**
       * Reads clips of videos: sequences of frames, one after the other through each video, or one of frames that are spread evenly or chosen by times. Each frame is the one that decoding from the start gives, bit for bit. The packets of each file are listed once, when the data set is built, and none is decoded for it. A file that is no video is one bad sample, so that onError decides. Each sample's source, as errors and sourceInfo() show it, is path:frame, with the number of its first frame. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
       *
       * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
       *
       * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
       */
      video<O extends ExperimentalReadersVideoOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } & { audio: true }>(options: Given<O, ExperimentalReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, frameNum: Made<'int32', [], O>, audio: Made<'float32', [], O>]
      /**
       * Reads clips of videos: sequences of frames, one after the other through each video, or one of frames that are spread evenly or chosen by times. Each frame is the one that decoding from the start gives, bit for bit. The packets of each file are listed once, when the data set is built, and none is decoded for it. A file that is no video is one bad sample, so that onError decides. Each sample's source, as errors and sourceInfo() show it, is path:frame, with the number of its first frame. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
       *
       * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
       *
       * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds.
       */
      video<O extends ExperimentalReadersVideoOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true }>(options: Given<O, ExperimentalReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, frameNum: Made<'int32', [], O>, timestamps: Made<'float64', [], O>]
      /**
       * Reads clips of videos: sequences of frames, one after the other through each video, or one of frames that are spread evenly or chosen by times. Each frame is the one that decoding from the start gives, bit for bit. The packets of each file are listed once, when the data set is built, and none is decoded for it. A file that is no video is one bad sample, so that onError decides. Each sample's source, as errors and sourceInfo() show it, is path:frame, with the number of its first frame. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
       *
       * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
       *
       * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
       */
      video<O extends ExperimentalReadersVideoOptions & { enableTimestamps: true } & { audio: true }>(options: Given<O, ExperimentalReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, timestamps: Made<'float64', [], O>, audio: Made<'float32', [], O>]
      /**
       * Reads clips of videos: sequences of frames, one after the other through each video, or one of frames that are spread evenly or chosen by times. Each frame is the one that decoding from the start gives, bit for bit. The packets of each file are listed once, when the data set is built, and none is decoded for it. A file that is no video is one bad sample, so that onError decides. Each sample's source, as errors and sourceInfo() show it, is path:frame, with the number of its first frame. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
       *
       * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
       *
       * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
       */
      video<O extends ExperimentalReadersVideoOptions & { enableFrameNum: 'scalar' | 'sequence' } & { audio: true }>(options: Given<O, ExperimentalReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, frameNum: Made<'int32', [], O>, audio: Made<'float32', [], O>]
      /**
       * Reads clips of videos: sequences of frames, one after the other through each video, or one of frames that are spread evenly or chosen by times. Each frame is the one that decoding from the start gives, bit for bit. The packets of each file are listed once, when the data set is built, and none is decoded for it. A file that is no video is one bad sample, so that onError decides. Each sample's source, as errors and sourceInfo() show it, is path:frame, with the number of its first frame. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
       *
       * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
       *
       * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
       */
      video<O extends ExperimentalReadersVideoOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { audio: true }>(options: Given<O, ExperimentalReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, audio: Made<'float32', [], O>]
      /**
       * Reads clips of videos: sequences of frames, one after the other through each video, or one of frames that are spread evenly or chosen by times. Each frame is the one that decoding from the start gives, bit for bit. The packets of each file are listed once, when the data set is built, and none is decoded for it. A file that is no video is one bad sample, so that onError decides. Each sample's source, as errors and sourceInfo() show it, is path:frame, with the number of its first frame. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
       *
       * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
       *
       * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds.
       */
      video<O extends ExperimentalReadersVideoOptions & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true }>(options: Given<O, ExperimentalReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, frameNum: Made<'int32', [], O>, timestamps: Made<'float64', [], O>]
      /**
       * Reads clips of videos: sequences of frames, one after the other through each video, or one of frames that are spread evenly or chosen by times. Each frame is the one that decoding from the start gives, bit for bit. The packets of each file are listed once, when the data set is built, and none is decoded for it. A file that is no video is one bad sample, so that onError decides. Each sample's source, as errors and sourceInfo() show it, is path:frame, with the number of its first frame. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
       *
       * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
       *
       * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds.
       */
      video<O extends ExperimentalReadersVideoOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableTimestamps: true }>(options: Given<O, ExperimentalReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, timestamps: Made<'float64', [], O>]
      /**
       * Reads clips of videos: sequences of frames, one after the other through each video, or one of frames that are spread evenly or chosen by times. Each frame is the one that decoding from the start gives, bit for bit. The packets of each file are listed once, when the data set is built, and none is decoded for it. A file that is no video is one bad sample, so that onError decides. Each sample's source, as errors and sourceInfo() show it, is path:frame, with the number of its first frame. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
       *
       * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
       *
       * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds.
       */
      video<O extends ExperimentalReadersVideoOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' }>(options: Given<O, ExperimentalReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, frameNum: Made<'int32', [], O>]
      /**
       * Reads clips of videos: sequences of frames, one after the other through each video, or one of frames that are spread evenly or chosen by times. Each frame is the one that decoding from the start gives, bit for bit. The packets of each file are listed once, when the data set is built, and none is decoded for it. A file that is no video is one bad sample, so that onError decides. Each sample's source, as errors and sourceInfo() show it, is path:frame, with the number of its first frame. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
       *
       * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
       *
       * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
       */
      video<O extends ExperimentalReadersVideoOptions & { audio: true }>(options: Given<O, ExperimentalReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, audio: Made<'float32', [], O>]
      /**
       * Reads clips of videos: sequences of frames, one after the other through each video, or one of frames that are spread evenly or chosen by times. Each frame is the one that decoding from the start gives, bit for bit. The packets of each file are listed once, when the data set is built, and none is decoded for it. A file that is no video is one bad sample, so that onError decides. Each sample's source, as errors and sourceInfo() show it, is path:frame, with the number of its first frame. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
       *
       * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
       *
       * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds.
       */
      video<O extends ExperimentalReadersVideoOptions & { enableTimestamps: true }>(options: Given<O, ExperimentalReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, timestamps: Made<'float64', [], O>]
      /**
       * Reads clips of videos: sequences of frames, one after the other through each video, or one of frames that are spread evenly or chosen by times. Each frame is the one that decoding from the start gives, bit for bit. The packets of each file are listed once, when the data set is built, and none is decoded for it. A file that is no video is one bad sample, so that onError decides. Each sample's source, as errors and sourceInfo() show it, is path:frame, with the number of its first frame. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
       *
       * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
       *
       * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds.
       */
      video<O extends ExperimentalReadersVideoOptions & { enableFrameNum: 'scalar' | 'sequence' }>(options: Given<O, ExperimentalReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, frameNum: Made<'int32', [], O>]
      /**
       * Reads clips of videos: sequences of frames, one after the other through each video, or one of frames that are spread evenly or chosen by times. Each frame is the one that decoding from the start gives, bit for bit. The packets of each file are listed once, when the data set is built, and none is decoded for it. A file that is no video is one bad sample, so that onError decides. Each sample's source, as errors and sourceInfo() show it, is path:frame, with the number of its first frame. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
       *
       * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
       *
       * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1].
       */
      video<O extends ExperimentalReadersVideoOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] })>(options: Given<O, ExperimentalReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>]
      /**
       * Reads clips of videos: sequences of frames, one after the other through each video, or one of frames that are spread evenly or chosen by times. Each frame is the one that decoding from the start gives, bit for bit. The packets of each file are listed once, when the data set is built, and none is decoded for it. A file that is no video is one bad sample, so that onError decides. Each sample's source, as errors and sourceInfo() show it, is path:frame, with the number of its first frame. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
       *
       * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
       *
       * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'.
       */
      video<O extends ExperimentalReadersVideoOptions = None>(options?: Given<O, ExperimentalReadersVideoOptions>): Made<Asked<O, 'uint8'>, [], O>
    }
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
    remap<A extends DataNode, B extends DataNode, C extends DataNode, O extends ExperimentalRemapOptions = None>(input: A, mapx: B, mapy: C, options?: Given<O, ExperimentalRemapOptions>): Made<DtypeOf<A>, [A, B, C], O>
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
    resize<A extends DataNode, O extends ExperimentalResizeOptions & { saveAttrs: true }>(data: A, options: Given<O, ExperimentalResizeOptions>): [output: Made<Asked<O, DtypeOf<A>>, [A], O>, attrs: Made<'int32', [A], O>]
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
    resize<A extends DataNode, O extends ExperimentalResizeOptions = None>(data: A, options?: Given<O, ExperimentalResizeOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
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
    warpPerspective<A extends DataNode, O extends ExperimentalWarpPerspectiveOptions = None>(data: A, options?: Given<O, ExperimentalWarpPerspectiveOptions>): Made<DtypeOf<A>, [A], O>
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
    warpPerspective<A extends DataNode, B extends DataNode, O extends ExperimentalWarpPerspectiveOptions = None>(data: A, matrix: B, options?: Given<O, ExperimentalWarpPerspectiveOptions>): Made<DtypeOf<A>, [A, B], O>
  }
  externalSource: ExternalSourceFn
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
  filter<A extends DataNode, B extends DataNode, O extends FilterOptions = None>(data: A, filter: B, options?: Given<O, FilterOptions>): Made<Asked<O, DtypeOf<A>>, [A, B], O>
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
  filter<A extends DataNode, B extends DataNode, C extends DataNode, O extends FilterOptions = None>(data: A, filter: B, fillValue: C, options?: Given<O, FilterOptions>): Made<Asked<O, DtypeOf<A>>, [A, B, C], O>
  /**
   * Mirrors the input along its width, height and depth axes.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input has a layout that the operator does not take).
   *
   * @param input Image, volume or sequence of any dtype; layout HWC, CHW, DHWC, CDHW, FHWC, FCHW, FDHWC or FCDHW (without a layout: HWC, FHWC or FDHWC by the number of dimensions).
   *
   * @returns Same dtype, layout and shape as the input.
   */
  flip<A extends DataNode, O extends FlipOptions = None>(input: A, options?: Given<O, FlipOptions>): Made<DtypeOf<A>, [A], O>
  /**
   * Gives a tensor that is filled with a value.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; layout has another number of letters than shape has values, or fillValue is missing), INVALID_INPUT (fillValue cannot be repeated to shape).
   *
   * @returns The tensor, of shape `shape` and layout `layout`, of the dtype of fillValue: int32 for numbers that are whole, else float32.
   */
  full<O extends FullOptions = None>(options?: Given<O, FullOptions>): Made<DType, [], O>
  /**
   * Gives a tensor that is filled with a value.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; layout has another number of letters than shape has values, or fillValue is missing), INVALID_INPUT (fillValue cannot be repeated to shape).
   *
   * @param fillValue What the output is filled with: a number, a list of numbers or a node. Its shape is repeated to that of the output, as numpy broadcasts: compared from the innermost on, extents are equal, 1 or absent.
   *
   * @returns The tensor, of shape `shape` and layout `layout`, of the dtype of fillValue: int32 for numbers that are whole, else float32.
   */
  full<A extends DataNode | number | readonly number[], O extends FullOptions = None>(fillValue: A, options?: Given<O, FullOptions>): Made<DType, [A], O>
  /**
   * Gives a tensor with the shape and dtype of another one that is filled with a value, which is converted as by cast.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; fillValue is missing), INVALID_INPUT (fillValue cannot be repeated to the shape of the first input).
   *
   * @param dataLike The output takes the shape, dtype and layout of this input; its values are not read.
   *
   * @returns The tensor, in the shape, dtype and layout of dataLike.
   */
  fullLike<A extends DataNode, O extends FullLikeOptions = None>(dataLike: A, options?: Given<O, FullLikeOptions>): Made<DtypeOf<A>, [A], O>
  /**
   * Gives a tensor with the shape and dtype of another one that is filled with a value, which is converted as by cast.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; fillValue is missing), INVALID_INPUT (fillValue cannot be repeated to the shape of the first input).
   *
   * @param dataLike The output takes the shape, dtype and layout of this input; its values are not read.
   * @param fillValue What the output is filled with: a number, a list of numbers or a node. Its shape is repeated to that of the output, as numpy broadcasts: compared from the innermost on, extents are equal, 1 or absent.
   *
   * @returns The tensor, in the shape, dtype and layout of dataLike.
   */
  fullLike<A extends DataNode, B extends DataNode | number | readonly number[], O extends FullLikeOptions = None>(dataLike: A, fillValue: B, options?: Given<O, FullLikeOptions>): Made<DtypeOf<A>, [A, B], O>
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
  gaussianBlur<A extends DataNode, O extends GaussianBlurOptions = None>(input: A, options?: Given<O, GaussianBlurOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
  /**
   * A property of the samples: where they come from, or the letters of their layout.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
   *
   * @param data Tensor of any dtype and layout. Its elements are not read.
   *
   * @returns The text's bytes, UTF-8, with shape [length].
   */
  getProperty<A extends DataNode, O extends GetPropertyOptions>(data: A, options: Given<O, GetPropertyOptions>): Made<'uint8', [A], O>
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
  gridMask<A extends DataNode, O extends GridMaskOptions = None>(input: A, options?: Given<O, GridMaskOptions>): Made<DtypeOf<A>, [A], O>
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
  hsv<A extends DataNode, O extends HsvOptions = None>(input: A, options?: Given<O, HsvOptions>): Made<Asked<O, 'uint8'>, [A], O>
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
  hue<A extends DataNode, O extends HueOptions = None>(input: A, options?: Given<O, HueOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
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
  invert<A extends DataNode, O extends InvertOptions = None>(input: A, options?: Given<O, InvertOptions>): Made<DtypeOf<A>, [A], O>
  io: {
    file: {
      /**
       * Reads whole files, whose paths are data: bytes of UTF-8, from a source or from another operator. A path that is not absolute counts from the working folder of the process. Bytes from the first 0 on are not part of the path.
       *
       * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the path is not 1-D, is empty, or is not uint8 or int8), FILE_NOT_FOUND (there is no such file), FILE_UNREADABLE (it is no regular file, may not be read, or is larger than a tensor can be).
       *
       * @param filepaths The paths: uint8 of shape [length], as TextEncoder gives them.
       *
       * @returns The bytes of the file, of shape [size]; an empty file has shape [0].
       */
      read<A extends DataNode, O extends IoFileReadOptions = None>(filepaths: A, options?: Given<O, IoFileReadOptions>): Made<'uint8', [A], O>
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
  jitter<A extends DataNode, O extends JitterOptions = None>(input: A, options?: Given<O, JitterOptions>): Made<DtypeOf<A>, [A], O>
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
  jpegCompressionDistortion<A extends DataNode, O extends JpegCompressionDistortionOptions = None>(input: A, options?: Given<O, JpegCompressionDistortionOptions>): Made<DtypeOf<A>, [A], O>
  jsFunction: JsFunctionFn
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
  laplacian<A extends DataNode, O extends LaplacianOptions = None>(input: A, options?: Given<O, LaplacianOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
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
  lookupTable<A extends DataNode, O extends LookupTableOptions = None>(input: A, options?: Given<O, LookupTableOptions>): Made<Asked<O, 'float32'>, [A], O>
  /**
   * Replaces each value of an image by the one that a table has for its channel, and lays the image out for a model: as planes, or cut into tiles. A table of 256 values a channel holds any arithmetic on bytes, such as a normalisation, to the last bit of whichever library it follows.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; values has another number of values than 256 a channel, tile has not two values, or group and frames come without tile), INVALID_INPUT (the input is no HWC image, values are given and it is not uint8, or its height or width is no multiple of tile * group).
   *
   * @param image Image, layout HWC (also without a layout): uint8 with `values`, any dtype without.
   *
   * @returns Without `tile`: CHW. With it: [tiles, C, tile height, tile width], with `frames` [tiles, C, frames, tile height, tile width]. float32 with `values`, else the input's dtype.
   */
  lookupTiles<A extends DataNode, O extends LookupTilesOptions = None>(image: A, options?: Given<O, LookupTilesOptions>): Made<DType, [A], O>
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
  melFilterBank<A extends DataNode, O extends MelFilterBankOptions = None>(data: A, options?: Given<O, MelFilterBankOptions>): Made<'float32', [A], O>
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
  mfcc<A extends DataNode, O extends MfccOptions = None>(data: A, options?: Given<O, MfccOptions>): Made<'float32', [A], O>
  /**
   * Pastes regions of several images onto a black canvas, in the order given: where regions overlap, the later one is seen. With inIds the regions come from samples of the batch, so that an output may show several of them; without it, each input gives one region, from the same sample. Regions must lie inside of their image and of the canvas.
   *
   * Source: NVIDIA DALI, documentation of fn.multi_paste for the arguments; relative anchors are rounded down and relative shapes up, as DALI's are.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; an index of inIds is outside of the batch, a region is outside of its image or of the canvas, or an argument has not two values per region), INVALID_INPUT (an input is not HWC or FHWC, images that are pasted differ in dtype, channels or frames, images differ in size and outputSize is not given, there are several inputs beside inIds, or, on a GPU, inIds names a sample that onError has taken out), UNSUPPORTED (the operator stands inside a branch of cond() on a GPU, or beside operators that skip samples).
   *
   * @returns The canvas: layout and channels as the inputs, 0 where nothing is pasted.
   */
  multiPaste<Rest extends readonly [DataNode, ...DataNode[]]>(...inputs: Rest): Made<Asked<None, DtypeOf<Rest[0]>>, [...Rest], None>
  /**
   * Pastes regions of several images onto a black canvas, in the order given: where regions overlap, the later one is seen. With inIds the regions come from samples of the batch, so that an output may show several of them; without it, each input gives one region, from the same sample. Regions must lie inside of their image and of the canvas.
   *
   * Source: NVIDIA DALI, documentation of fn.multi_paste for the arguments; relative anchors are rounded down and relative shapes up, as DALI's are.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; an index of inIds is outside of the batch, a region is outside of its image or of the canvas, or an argument has not two values per region), INVALID_INPUT (an input is not HWC or FHWC, images that are pasted differ in dtype, channels or frames, images differ in size and outputSize is not given, there are several inputs beside inIds, or, on a GPU, inIds names a sample that onError has taken out), UNSUPPORTED (the operator stands inside a branch of cond() on a GPU, or beside operators that skip samples).
   *
   * @returns The canvas: layout and channels as the inputs, 0 where nothing is pasted.
   */
  multiPaste<Rest extends readonly [DataNode, ...DataNode[]], const O extends MultiPasteOptions>(...given: [...inputs: Rest, options: Given<O, MultiPasteOptions>]): Made<Asked<O, DtypeOf<Rest[0]>>, [...Rest], O>
  noise: {
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
    gaussian<A extends DataNode, O extends NoiseGaussianOptions = None>(input: A, options?: Given<O, NoiseGaussianOptions>): Made<DtypeOf<A>, [A], O>
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
    saltAndPepper<A extends DataNode, O extends NoiseSaltAndPepperOptions = None>(input: A, options?: Given<O, NoiseSaltAndPepperOptions>): Made<DtypeOf<A>, [A], O>
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
    shot<A extends DataNode, O extends NoiseShotOptions = None>(input: A, options?: Given<O, NoiseShotOptions>): Made<DtypeOf<A>, [A], O>
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
  nonsilentRegion<A extends DataNode, O extends NonsilentRegionOptions = None>(signal: A, options?: Given<O, NonsilentRegionOptions>): [begin: Made<'int32', [A], O>, length: Made<'int32', [A], O>]
  /**
   * Subtracts a mean and divides by a standard deviation: (input - mean) / stddev * scale + shift. A mean or deviation that is not given is computed from the sample, over the reduced axes: those of `axes` or `axisNames`; without them the axes along which mean and stddev have one value, else all. Where the computed deviation is 0 the output is `shift`.
   *
   * Source: NVIDIA DALI, documentation of fn.normalize; Bessel's correction by ddof.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, mean or stddev does not fit the axes that are not reduced, or is a node with batch: true), INVALID_INPUT (the input is bool, its layout lacks an axis of axisNames, or with batch: true samples differ along an axis that is not reduced), UNSUPPORTED (batch is true inside of cond() or oneOf(), or operators beside or behind it skip samples).
   *
   * @param input Any dtype but bool, any layout; values count as float32.
   *
   * @returns Same shape and layout as the input, of dtype `dtype`. Integers are rounded to nearest and saturated.
   */
  normalize<A extends DataNode, O extends NormalizeOptions = None>(input: A, options?: Given<O, NormalizeOptions>): Made<Asked<O, 'float32'>, [A], O>
  /**
   * Turns class numbers into vectors: a new axis of numClasses elements has `onValue` at the class, and `offValue` elsewhere. A number outside of 0 to numClasses - 1 gives offValue everywhere.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axis is out of range, axisName is no single letter, or the output would have too many dimensions), INVALID_INPUT (axisName is given, and the input has no layout).
   *
   * @param input Class numbers of any dtype; fractions are dropped. If all tensors of the batch have one element and axis is not given, they count as scalars.
   *
   * @returns The vectors, of dtype `dtype`; a scalar gives [numClasses]. The layout is the input's with axisName, or empty without it.
   */
  oneHot<A extends DataNode, O extends OneHotOptions = None>(input: A, options?: Given<O, OneHotOptions>): Made<Asked<O, 'float32'>, [A], O>
  /**
   * Gives a tensor of ones.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; layout has another number of letters than shape has values).
   *
   * @returns The tensor, of shape `shape`, dtype `dtype` and layout `layout`.
   */
  ones<O extends OnesOptions = None>(options?: Given<O, OnesOptions>): Made<Asked<O, 'int32'>, [], O>
  /**
   * Gives a tensor of ones with the shape of another one.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
   *
   * @param shapeLike The output takes the shape and layout of this input; its values are not read.
   *
   * @returns The tensor, in the input's shape and layout. Dtype: `dtype`, else the input's.
   */
  onesLike<A extends DataNode, O extends OnesLikeOptions = None>(shapeLike: A, options?: Given<O, OnesLikeOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
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
  opticalFlow<A extends DataNode, O extends OpticalFlowOptions = None>(sequence: A, options?: Given<O, OpticalFlowOptions>): Made<'float32', [A], O>
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
  opticalFlow<A extends DataNode, B extends DataNode, O extends OpticalFlowOptions = None>(sequence: A, hints: B, options?: Given<O, OpticalFlowOptions>): Made<'float32', [A, B], O>
  /**
   * Extends tensors at the end of their axes with a value: to the largest extent in the batch, or to the extents of `shape`, then to a multiple of `align`. No axis becomes shorter.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axes and axisNames are given together, an axis is out of range or there twice, align is not above 0, or shape or align has another number of values than there are axes), INVALID_INPUT (the input has no dimensions, or its layout lacks an axis of axisNames).
   *
   * @param input Tensor of any dtype and layout, with 1 dimension or more.
   *
   * @returns The larger tensor, in the input's layout and dtype.
   */
  pad<A extends DataNode, O extends PadOptions = None>(input: A, options?: Given<O, PadOptions>): Made<DtypeOf<A>, [A], O>
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
  paste<A extends DataNode, O extends PasteOptions>(input: A, options: Given<O, PasteOptions>): Made<'uint8', [A], O>
  /**
   * Gives the shape of the output of `decoders.image`, read from the file's header alone. A file that is no image fails with BAD_SAMPLE.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), BAD_SAMPLE (the bytes are no image, or the header is damaged), UNSUPPORTED (the file is of a kind of image that is not supported), INVALID_INPUT (the input is not 1-D uint8).
   *
   * @param input The file's bytes: 1-D, uint8.
   *
   * @returns Height, width and channels: 3 values of dtype `dtype`.
   */
  peekImageShape<A extends DataNode, O extends PeekImageShapeOptions = None>(input: A, options?: Given<O, PeekImageShapeOptions>): Made<Asked<O, 'int64'>, [A], O>
  /**
   * Marks a tensor as a sequence, one element along its first axis for each frame, so that an operator takes it as an argument that differs by frame. Only the layout changes; no bytes are copied.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (the input is a single number, or its layout begins with another letter than F and replace is false).
   *
   * @param data Tensor of any dtype, with at least one dimension.
   *
   * @returns The elements, with a layout that begins with F. Axes that have no letter are written *.
   */
  perFrame<A extends DataNode, O extends PerFrameOptions = None>(data: A, options?: Given<O, PerFrameOptions>): Made<DtypeOf<A>, [A], O>
  /**
   * Puts the samples of a batch in another order, or takes some of them several times: sample i of the output is sample indices[i] of the input. No bytes are copied within a stage.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), INVALID_INPUT (an index is outside of the batch, there are fewer or more indices than samples, or the sample has several indices), UNSUPPORTED (the operator stands inside a branch of cond() on a GPU, or beside operators that skip samples).
   *
   * @param data Tensor of any dtype and layout.
   *
   * @returns The samples in the new order.
   */
  permuteBatch<A extends DataNode, O extends PermuteBatchOptions>(data: A, options: Given<O, PermuteBatchOptions>): Made<DtypeOf<A>, [A], O>
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
  posterize<A extends DataNode, O extends PosterizeOptions>(input: A, options: Given<O, PosterizeOptions>): Made<DtypeOf<A>, [A], O>
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
  powerSpectrum<A extends DataNode, O extends PowerSpectrumOptions = None>(signal: A, options?: Given<O, PowerSpectrumOptions>): Made<'float32', [A], O>
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
  preemphasisFilter<A extends DataNode, O extends PreemphasisFilterOptions = None>(signal: A, options?: Given<O, PreemphasisFilterOptions>): Made<Asked<O, 'float32'>, [A], O>
  random: {
    /**
     * Random numbers from 0 to 1 with a beta distribution. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.
     *
     * Source: Beta numbers from two gamma numbers, which are drawn as by Marsaglia and Tsang, "A simple method for generating gamma variables" (ACM Transactions on Mathematical Software, 2000).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; alpha or beta is not above 0 and finite, dtype is neither float32 nor float64, or shape and shapeLike are given together).
     *
     * @returns Numbers of `dtype`, float32 when not given.
     */
    beta<O extends RandomBetaOptions = None>(options?: Given<O, RandomBetaOptions>): Made<Asked<O, 'float32'>, [], O>
    /**
     * Random numbers from 0 to 1 with a beta distribution. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.
     *
     * Source: Beta numbers from two gamma numbers, which are drawn as by Marsaglia and Tsang, "A simple method for generating gamma variables" (ACM Transactions on Mathematical Software, 2000).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; alpha or beta is not above 0 and finite, dtype is neither float32 nor float64, or shape and shapeLike are given together).
     *
     * @param shapeLike The output takes this input's shape; its values are not read.
     *
     * @returns Numbers of `dtype`, float32 when not given.
     */
    beta<A extends DataNode, O extends RandomBetaOptions = None>(shapeLike: A, options?: Given<O, RandomBetaOptions>): Made<Asked<O, 'float32'>, [A], O>
    /**
     * Picks from a list at random, with given chances. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.
     *
     * Source: Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011); choices by the inverse of the cumulative distribution.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; p does not sum to 1 or has another length than the choices, or shape and shapeLike are given together), INVALID_INPUT (a is one number that is no integer).
     *
     * @returns The choices, of the dtype of `a`: int32 for numbers that are whole, else float32. Its shape is the one asked for, followed by that of an entry of `a`. One choice has the layout of an entry, and a list of choices that of `a`.
     */
    choice<O extends RandomChoiceOptions = None>(options?: Given<O, RandomChoiceOptions>): Made<DType, [], O>
    /**
     * Picks from a list at random, with given chances. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.
     *
     * Source: Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011); choices by the inverse of the cumulative distribution.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; p does not sum to 1 or has another length than the choices, or shape and shapeLike are given together), INVALID_INPUT (a is one number that is no integer).
     *
     * @param a What to choose from: a number n stands for 0 to n - 1, a list for its elements, a node for the entries of its first dimension (or, when it is one integer n, for 0 to n - 1).
     *
     * @returns The choices, of the dtype of `a`: int32 for numbers that are whole, else float32. Its shape is the one asked for, followed by that of an entry of `a`. One choice has the layout of an entry, and a list of choices that of `a`.
     */
    choice<A extends DataNode | number | readonly number[], O extends RandomChoiceOptions = None>(a: A, options?: Given<O, RandomChoiceOptions>): Made<DType, [A], O>
    /**
     * Picks from a list at random, with given chances. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.
     *
     * Source: Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011); choices by the inverse of the cumulative distribution.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; p does not sum to 1 or has another length than the choices, or shape and shapeLike are given together), INVALID_INPUT (a is one number that is no integer).
     *
     * @param a What to choose from: a number n stands for 0 to n - 1, a list for its elements, a node for the entries of its first dimension (or, when it is one integer n, for 0 to n - 1).
     * @param shapeLike The output takes this input's shape; its values are not read.
     *
     * @returns The choices, of the dtype of `a`: int32 for numbers that are whole, else float32. Its shape is the one asked for, followed by that of an entry of `a`. One choice has the layout of an entry, and a list of choices that of `a`.
     */
    choice<A extends DataNode | number | readonly number[], B extends DataNode, O extends RandomChoiceOptions = None>(a: A, shapeLike: B, options?: Given<O, RandomChoiceOptions>): Made<DType, [A, B], O>
    /**
     * Random zeros and ones. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU they are the CPU's.
     *
     * Source: Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; shape and shapeLike are given together).
     *
     * @returns Zeros and ones of `dtype`, int32 when not given.
     */
    coinFlip<O extends RandomCoinFlipOptions = None>(options?: Given<O, RandomCoinFlipOptions>): Made<Asked<O, 'int32'>, [], O>
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
    coinFlip<A extends DataNode, O extends RandomCoinFlipOptions = None>(shapeLike: A, options?: Given<O, RandomCoinFlipOptions>): Made<Asked<O, 'int32'>, [A], O>
    /**
     * Normally distributed random numbers. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU they are the CPU's. In float64 they may differ in the last place there.
     *
     * Source: Box and Muller, "A note on the generation of random normal deviates" (1958), over Philox 4x32-10 (Salmon et al., SC 2011).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; shape and shapeLike are given together).
     *
     * @returns Numbers of `dtype`, float32 when not given.
     */
    normal<O extends RandomNormalOptions = None>(options?: Given<O, RandomNormalOptions>): Made<Asked<O, 'float32'>, [], O>
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
    normal<A extends DataNode, O extends RandomNormalOptions = None>(shapeLike: A, options?: Given<O, RandomNormalOptions>): Made<Asked<O, 'float32'>, [A], O>
    /**
     * Uniformly distributed random numbers: real ones in `range`, or one of `values`. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU they are the CPU's.
     *
     * Source: Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; range is empty or has other than 2 values, values is empty, or shape and shapeLike are given together).
     *
     * @returns Numbers of `dtype`, float32 when not given.
     */
    uniform<O extends RandomUniformOptions = None>(options?: Given<O, RandomUniformOptions>): Made<Asked<O, 'float32'>, [], O>
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
    uniform<A extends DataNode, O extends RandomUniformOptions = None>(shapeLike: A, options?: Given<O, RandomUniformOptions>): Made<Asked<O, 'float32'>, [A], O>
  }
  /**
   * Draws a window of an image that keeps enough of its bounding boxes, and gives the window with the boxes that remain, in its coordinates. Coordinates of boxes are fractions of the image's extents. slice and decoders.imageSlice take anchor and shape as their inputs. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.
   *
   * Source: Liu et al., "SSD: Single Shot MultiBox Detector" (ECCV 2016), section 2.2, as NVIDIA DALI documents it for fn.random_bbox_crop.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a range is empty or has a wrong number of values, a threshold lies outside of 0 to 1, a layout has other letters, an attempt count is below 1, or cropShape comes without inputShape, or together with scaling, aspectRatio or allowNoCrop: true), INVALID_INPUT (the boxes are no float32 tensor of shape (n, 4) or (n, 6), one reaches outside of [0, 1], there is not one int32 label for each box, or no window is found in 10000 attempts without totalNumAttempts).
   *
   * @param boxes float32, shape (n, 4), or (n, 6) in space.
   *
   * @returns Start of the window, [x, y] or [x, y, z]: fractions of the extents, with cropShape pixels. Its shape, [width, height] or [width, height, depth], in the same units. The boxes that remain, clipped to the window, as fractions of it, in the layout of the input. Their places in the input, (m).
   */
  randomBBoxCrop<A extends DataNode, O extends RandomBBoxCropOptions & { outputBboxIndices: true }>(boxes: A, options: Given<O, RandomBBoxCropOptions>): [anchor: Made<'float32', [A], O>, shape: Made<'float32', [A], O>, boxes: Made<'float32', [A], O>, indices: Made<'int32', [A], O>]
  /**
   * Draws a window of an image that keeps enough of its bounding boxes, and gives the window with the boxes that remain, in its coordinates. Coordinates of boxes are fractions of the image's extents. slice and decoders.imageSlice take anchor and shape as their inputs. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.
   *
   * Source: Liu et al., "SSD: Single Shot MultiBox Detector" (ECCV 2016), section 2.2, as NVIDIA DALI documents it for fn.random_bbox_crop.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a range is empty or has a wrong number of values, a threshold lies outside of 0 to 1, a layout has other letters, an attempt count is below 1, or cropShape comes without inputShape, or together with scaling, aspectRatio or allowNoCrop: true), INVALID_INPUT (the boxes are no float32 tensor of shape (n, 4) or (n, 6), one reaches outside of [0, 1], there is not one int32 label for each box, or no window is found in 10000 attempts without totalNumAttempts).
   *
   * @param boxes float32, shape (n, 4), or (n, 6) in space.
   *
   * @returns Start of the window, [x, y] or [x, y, z]: fractions of the extents, with cropShape pixels. Its shape, [width, height] or [width, height, depth], in the same units. The boxes that remain, clipped to the window, as fractions of it, in the layout of the input.
   */
  randomBBoxCrop<A extends DataNode, O extends RandomBBoxCropOptions = None>(boxes: A, options?: Given<O, RandomBBoxCropOptions>): [anchor: Made<'float32', [A], O>, shape: Made<'float32', [A], O>, boxes: Made<'float32', [A], O>]
  /**
   * Draws a window of an image that keeps enough of its bounding boxes, and gives the window with the boxes that remain, in its coordinates. Coordinates of boxes are fractions of the image's extents. slice and decoders.imageSlice take anchor and shape as their inputs. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.
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
  randomBBoxCrop<A extends DataNode, B extends DataNode, O extends RandomBBoxCropOptions & { outputBboxIndices: true }>(boxes: A, labels: B, options: Given<O, RandomBBoxCropOptions>): [anchor: Made<'float32', [A, B], O>, shape: Made<'float32', [A, B], O>, boxes: Made<'float32', [A, B], O>, labels: Made<'int32', [A, B], O>, indices: Made<'int32', [A, B], O>]
  /**
   * Draws a window of an image that keeps enough of its bounding boxes, and gives the window with the boxes that remain, in its coordinates. Coordinates of boxes are fractions of the image's extents. slice and decoders.imageSlice take anchor and shape as their inputs. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.
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
  randomBBoxCrop<A extends DataNode, B extends DataNode, O extends RandomBBoxCropOptions = None>(boxes: A, labels: B, options?: Given<O, RandomBBoxCropOptions>): [anchor: Made<'float32', [A, B], O>, shape: Made<'float32', [A, B], O>, boxes: Made<'float32', [A, B], O>, labels: Made<'int32', [A, B], O>]
  /**
   * Draws a window of random area, aspect ratio and position for an image of a given shape, as decoders.imageRandomCrop draws it: with equal seeds it is the same window. slice and decoders.imageSlice take it. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.
   *
   * Source: Szegedy et al., "Going deeper with convolutions" (CVPR 2015) for crops of random area and aspect ratio, drawn as NVIDIA DALI documents it for fn.random_crop_generator.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a range is empty, or an aspect ratio is not above 0), INVALID_INPUT (the shape is no list of 2 or 3 integers, or an extent is negative).
   *
   * @param imageShape Shape of the image, [height, width] or [height, width, channels]: integers of any dtype, as peekImageShape gives them.
   *
   * @returns [top, left] of the window, in pixels. [height, width] of the window.
   */
  randomCropGenerator<A extends DataNode, O extends RandomCropGeneratorOptions = None>(imageShape: A, options?: Given<O, RandomCropGeneratorOptions>): [anchor: Made<'int32', [A], O>, shape: Made<'int32', [A], O>]
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
  randomResizedCrop<A extends DataNode, O extends RandomResizedCropOptions>(data: A, options: Given<O, RandomResizedCropOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
  readers: {
    /**
     * Reads images and their labels from the LMDB databases of Caffe, as convert_imageset writes them: a Datum under each key. The entries are listed when the data set is opened, without LMDB's library; records are then read in any order. Each sample's source, as errors and sourceInfo() show it, is the path and the key. docs/data/caffe.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder or file does not exist), FILE_UNREADABLE (a file cannot be read, is no LMDB file or is damaged), BAD_SAMPLE (a record is no Datum, or a raw image has another number of bytes than its extents say), EMPTY_DATASET (there are no records).
     */
    caffe<O extends ReadersCaffeOptions & { imageAvailable: false } & { labelAvailable: false }>(options: Given<O, ReadersCaffeOptions>): []
    /**
     * Reads images and their labels from the LMDB databases of Caffe, as convert_imageset writes them: a Datum under each key. The entries are listed when the data set is opened, without LMDB's library; records are then read in any order. Each sample's source, as errors and sourceInfo() show it, is the path and the key. docs/data/caffe.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder or file does not exist), FILE_UNREADABLE (a file cannot be read, is no LMDB file or is damaged), BAD_SAMPLE (a record is no Datum, or a raw image has another number of bytes than its extents say), EMPTY_DATASET (there are no records).
     *
     * @returns The image's bytes, as they are stored: uint8, shape [bytes]; of a raw image (encoded is false) they have the shape [height, width, channels]. A record without data gives the shape [0].
     */
    caffe<O extends ReadersCaffeOptions & { labelAvailable: false }>(options: Given<O, ReadersCaffeOptions>): Made<'uint8', [], O>
    /**
     * Reads images and their labels from the LMDB databases of Caffe, as convert_imageset writes them: a Datum under each key. The entries are listed when the data set is opened, without LMDB's library; records are then read in any order. Each sample's source, as errors and sourceInfo() show it, is the path and the key. docs/data/caffe.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder or file does not exist), FILE_UNREADABLE (a file cannot be read, is no LMDB file or is damaged), BAD_SAMPLE (a record is no Datum, or a raw image has another number of bytes than its extents say), EMPTY_DATASET (there are no records).
     *
     * @returns The label: int32, shape [1], and [0] for a record without one.
     */
    caffe<O extends ReadersCaffeOptions & { imageAvailable: false }>(options: Given<O, ReadersCaffeOptions>): Made<'int32', [], O>
    /**
     * Reads images and their labels from the LMDB databases of Caffe, as convert_imageset writes them: a Datum under each key. The entries are listed when the data set is opened, without LMDB's library; records are then read in any order. Each sample's source, as errors and sourceInfo() show it, is the path and the key. docs/data/caffe.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder or file does not exist), FILE_UNREADABLE (a file cannot be read, is no LMDB file or is damaged), BAD_SAMPLE (a record is no Datum, or a raw image has another number of bytes than its extents say), EMPTY_DATASET (there are no records).
     *
     * @returns The image's bytes, as they are stored: uint8, shape [bytes]; of a raw image (encoded is false) they have the shape [height, width, channels]. A record without data gives the shape [0]. The label: int32, shape [1], and [0] for a record without one.
     */
    caffe<O extends ReadersCaffeOptions>(options: Given<O, ReadersCaffeOptions>): [images: Made<'uint8', [], O>, labels: Made<'int32', [], O>]
    /**
     * Reads images, labels and further tensors from the LMDB databases of Caffe2: a TensorProtos under each key, whose tensors are, in this order, the image, the labels, the additional ones and the box. The entries are listed when the data set is opened, without LMDB's library; records are then read in any order. Each sample's source, as errors and sourceInfo() show it, is the path and the key. docs/data/caffe.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder or file does not exist), FILE_UNREADABLE (a file cannot be read, is no LMDB file or is damaged), BAD_SAMPLE (a record is no TensorProtos, lacks a tensor, or has one of another dtype or number of values than it must have), EMPTY_DATASET (there are no records).
     *
     * @returns A further tensor: float32, int32 or int64, shape [values]. The box: int32, shape [4].
     */
    caffe2<const O extends ReadersCaffe2Options & { imageAvailable: false } & { labelType: 4 } & { bbox: true }>(options: Given<O, ReadersCaffe2Options>): OneOrAll<[...additional: Repeated<O, 'additionalInputs', Made<DType, [], O>>, boxes: Made<'int32', [], O>]>
    /**
     * Reads images, labels and further tensors from the LMDB databases of Caffe2: a TensorProtos under each key, whose tensors are, in this order, the image, the labels, the additional ones and the box. The entries are listed when the data set is opened, without LMDB's library; records are then read in any order. Each sample's source, as errors and sourceInfo() show it, is the path and the key. docs/data/caffe.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder or file does not exist), FILE_UNREADABLE (a file cannot be read, is no LMDB file or is damaged), BAD_SAMPLE (a record is no TensorProtos, lacks a tensor, or has one of another dtype or number of values than it must have), EMPTY_DATASET (there are no records).
     *
     * @returns The image's bytes: uint8, shape [bytes] of a string, and [height, width, channels] of a tensor of bytes. A further tensor: float32, int32 or int64, shape [values]. The box: int32, shape [4].
     */
    caffe2<const O extends ReadersCaffe2Options & { labelType: 4 } & { bbox: true }>(options: Given<O, ReadersCaffe2Options>): OneOrAll<[images: Made<'uint8', [], O>, ...additional: Repeated<O, 'additionalInputs', Made<DType, [], O>>, boxes: Made<'int32', [], O>]>
    /**
     * Reads images, labels and further tensors from the LMDB databases of Caffe2: a TensorProtos under each key, whose tensors are, in this order, the image, the labels, the additional ones and the box. The entries are listed when the data set is opened, without LMDB's library; records are then read in any order. Each sample's source, as errors and sourceInfo() show it, is the path and the key. docs/data/caffe.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder or file does not exist), FILE_UNREADABLE (a file cannot be read, is no LMDB file or is damaged), BAD_SAMPLE (a record is no TensorProtos, lacks a tensor, or has one of another dtype or number of values than it must have), EMPTY_DATASET (there are no records).
     *
     * @returns The labels: float32 or int32, as they are stored, of the shape [1] for labelType 0, [values] for 2, [numLabels] for 1 and 3. A further tensor: float32, int32 or int64, shape [values]. The box: int32, shape [4].
     */
    caffe2<const O extends ReadersCaffe2Options & { imageAvailable: false } & { bbox: true }>(options: Given<O, ReadersCaffe2Options>): OneOrAll<[labels: Made<DType, [], O>, ...additional: Repeated<O, 'additionalInputs', Made<DType, [], O>>, boxes: Made<'int32', [], O>]>
    /**
     * Reads images, labels and further tensors from the LMDB databases of Caffe2: a TensorProtos under each key, whose tensors are, in this order, the image, the labels, the additional ones and the box. The entries are listed when the data set is opened, without LMDB's library; records are then read in any order. Each sample's source, as errors and sourceInfo() show it, is the path and the key. docs/data/caffe.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder or file does not exist), FILE_UNREADABLE (a file cannot be read, is no LMDB file or is damaged), BAD_SAMPLE (a record is no TensorProtos, lacks a tensor, or has one of another dtype or number of values than it must have), EMPTY_DATASET (there are no records).
     *
     * @returns A further tensor: float32, int32 or int64, shape [values].
     */
    caffe2<const O extends ReadersCaffe2Options & { imageAvailable: false } & { labelType: 4 }>(options: Given<O, ReadersCaffe2Options>): OneOrAll<[...additional: Repeated<O, 'additionalInputs', Made<DType, [], O>>]>
    /**
     * Reads images, labels and further tensors from the LMDB databases of Caffe2: a TensorProtos under each key, whose tensors are, in this order, the image, the labels, the additional ones and the box. The entries are listed when the data set is opened, without LMDB's library; records are then read in any order. Each sample's source, as errors and sourceInfo() show it, is the path and the key. docs/data/caffe.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder or file does not exist), FILE_UNREADABLE (a file cannot be read, is no LMDB file or is damaged), BAD_SAMPLE (a record is no TensorProtos, lacks a tensor, or has one of another dtype or number of values than it must have), EMPTY_DATASET (there are no records).
     *
     * @returns The image's bytes: uint8, shape [bytes] of a string, and [height, width, channels] of a tensor of bytes. The labels: float32 or int32, as they are stored, of the shape [1] for labelType 0, [values] for 2, [numLabels] for 1 and 3. A further tensor: float32, int32 or int64, shape [values]. The box: int32, shape [4].
     */
    caffe2<const O extends ReadersCaffe2Options & { bbox: true }>(options: Given<O, ReadersCaffe2Options>): OneOrAll<[images: Made<'uint8', [], O>, labels: Made<DType, [], O>, ...additional: Repeated<O, 'additionalInputs', Made<DType, [], O>>, boxes: Made<'int32', [], O>]>
    /**
     * Reads images, labels and further tensors from the LMDB databases of Caffe2: a TensorProtos under each key, whose tensors are, in this order, the image, the labels, the additional ones and the box. The entries are listed when the data set is opened, without LMDB's library; records are then read in any order. Each sample's source, as errors and sourceInfo() show it, is the path and the key. docs/data/caffe.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder or file does not exist), FILE_UNREADABLE (a file cannot be read, is no LMDB file or is damaged), BAD_SAMPLE (a record is no TensorProtos, lacks a tensor, or has one of another dtype or number of values than it must have), EMPTY_DATASET (there are no records).
     *
     * @returns The image's bytes: uint8, shape [bytes] of a string, and [height, width, channels] of a tensor of bytes. A further tensor: float32, int32 or int64, shape [values].
     */
    caffe2<const O extends ReadersCaffe2Options & { labelType: 4 }>(options: Given<O, ReadersCaffe2Options>): OneOrAll<[images: Made<'uint8', [], O>, ...additional: Repeated<O, 'additionalInputs', Made<DType, [], O>>]>
    /**
     * Reads images, labels and further tensors from the LMDB databases of Caffe2: a TensorProtos under each key, whose tensors are, in this order, the image, the labels, the additional ones and the box. The entries are listed when the data set is opened, without LMDB's library; records are then read in any order. Each sample's source, as errors and sourceInfo() show it, is the path and the key. docs/data/caffe.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder or file does not exist), FILE_UNREADABLE (a file cannot be read, is no LMDB file or is damaged), BAD_SAMPLE (a record is no TensorProtos, lacks a tensor, or has one of another dtype or number of values than it must have), EMPTY_DATASET (there are no records).
     *
     * @returns The labels: float32 or int32, as they are stored, of the shape [1] for labelType 0, [values] for 2, [numLabels] for 1 and 3. A further tensor: float32, int32 or int64, shape [values].
     */
    caffe2<const O extends ReadersCaffe2Options & { imageAvailable: false }>(options: Given<O, ReadersCaffe2Options>): OneOrAll<[labels: Made<DType, [], O>, ...additional: Repeated<O, 'additionalInputs', Made<DType, [], O>>]>
    /**
     * Reads images, labels and further tensors from the LMDB databases of Caffe2: a TensorProtos under each key, whose tensors are, in this order, the image, the labels, the additional ones and the box. The entries are listed when the data set is opened, without LMDB's library; records are then read in any order. Each sample's source, as errors and sourceInfo() show it, is the path and the key. docs/data/caffe.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder or file does not exist), FILE_UNREADABLE (a file cannot be read, is no LMDB file or is damaged), BAD_SAMPLE (a record is no TensorProtos, lacks a tensor, or has one of another dtype or number of values than it must have), EMPTY_DATASET (there are no records).
     *
     * @returns The image's bytes: uint8, shape [bytes] of a string, and [height, width, channels] of a tensor of bytes. The labels: float32 or int32, as they are stored, of the shape [1] for labelType 0, [values] for 2, [numLabels] for 1 and 3. A further tensor: float32, int32 or int64, shape [values].
     */
    caffe2<const O extends ReadersCaffe2Options>(options: Given<O, ReadersCaffe2Options>): OneOrAll<[images: Made<'uint8', [], O>, labels: Made<DType, [], O>, ...additional: Repeated<O, 'additionalInputs', Made<DType, [], O>>]>
    /**
     * Reads the images of a data set of COCO, and the boxes, labels and masks of the objects in them, from the folder fileRoot and a JSON file of annotations. Samples come in the order of the images' ids. The file is read once, when the data set is opened, and never held as a tree. Each sample's source, as errors and sourceInfo() show it, is the path of its image. docs/data/coco.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (the annotations or an image do not exist), FILE_UNREADABLE (a file cannot be read, or the annotations are wrong: not JSON, without a field that is needed, with a category that they do not have, or with the name of an image that leads out of fileRoot), BAD_SAMPLE (with pixelwiseMasks: run lengths do not fit the image, a vertex is too far away, or the masks are larger than maxPixels), EMPTY_DATASET (there is no image, or none that has objects with skipEmpty).
     *
     * @returns The image file's bytes: uint8, shape [bytes]. The boxes of the objects, in pixels: float32, shape [objects, 4], each [x, y, width, height] or, with ltrb, [left, top, right, bottom]. The labels of the objects: int32, shape [objects]. Only with polygonMasks: int32, shape [polygons, 3], each [object, first vertex, end of its vertices]. Only with polygonMasks: float32, shape [vertices, 2], each [x, y] in pixels. Only with pixelwiseMasks: int32, shape [height, width, 1], the label of each pixel, and 0 where no object is. Only with imageIds: the image's id: int32, shape [1].
     */
    coco<O extends ReadersCocoOptions & { polygonMasks: true } & { pixelwiseMasks: true } & { imageIds: true }>(options: Given<O, ReadersCocoOptions>): [images: Made<'uint8', [], O>, boxes: Made<'float32', [], O>, labels: Made<'int32', [], O>, polygons: Made<'int32', [], O>, vertices: Made<'float32', [], O>, masks: Made<'int32', [], O>, imageIds: Made<'int32', [], O>]
    /**
     * Reads the images of a data set of COCO, and the boxes, labels and masks of the objects in them, from the folder fileRoot and a JSON file of annotations. Samples come in the order of the images' ids. The file is read once, when the data set is opened, and never held as a tree. Each sample's source, as errors and sourceInfo() show it, is the path of its image. docs/data/coco.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (the annotations or an image do not exist), FILE_UNREADABLE (a file cannot be read, or the annotations are wrong: not JSON, without a field that is needed, with a category that they do not have, or with the name of an image that leads out of fileRoot), BAD_SAMPLE (with pixelwiseMasks: run lengths do not fit the image, a vertex is too far away, or the masks are larger than maxPixels), EMPTY_DATASET (there is no image, or none that has objects with skipEmpty).
     *
     * @returns The image file's bytes: uint8, shape [bytes]. The boxes of the objects, in pixels: float32, shape [objects, 4], each [x, y, width, height] or, with ltrb, [left, top, right, bottom]. The labels of the objects: int32, shape [objects]. Only with pixelwiseMasks: int32, shape [height, width, 1], the label of each pixel, and 0 where no object is. Only with imageIds: the image's id: int32, shape [1].
     */
    coco<O extends ReadersCocoOptions & { pixelwiseMasks: true } & { imageIds: true }>(options: Given<O, ReadersCocoOptions>): [images: Made<'uint8', [], O>, boxes: Made<'float32', [], O>, labels: Made<'int32', [], O>, masks: Made<'int32', [], O>, imageIds: Made<'int32', [], O>]
    /**
     * Reads the images of a data set of COCO, and the boxes, labels and masks of the objects in them, from the folder fileRoot and a JSON file of annotations. Samples come in the order of the images' ids. The file is read once, when the data set is opened, and never held as a tree. Each sample's source, as errors and sourceInfo() show it, is the path of its image. docs/data/coco.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (the annotations or an image do not exist), FILE_UNREADABLE (a file cannot be read, or the annotations are wrong: not JSON, without a field that is needed, with a category that they do not have, or with the name of an image that leads out of fileRoot), BAD_SAMPLE (with pixelwiseMasks: run lengths do not fit the image, a vertex is too far away, or the masks are larger than maxPixels), EMPTY_DATASET (there is no image, or none that has objects with skipEmpty).
     *
     * @returns The image file's bytes: uint8, shape [bytes]. The boxes of the objects, in pixels: float32, shape [objects, 4], each [x, y, width, height] or, with ltrb, [left, top, right, bottom]. The labels of the objects: int32, shape [objects]. Only with polygonMasks: int32, shape [polygons, 3], each [object, first vertex, end of its vertices]. Only with polygonMasks: float32, shape [vertices, 2], each [x, y] in pixels. Only with imageIds: the image's id: int32, shape [1].
     */
    coco<O extends ReadersCocoOptions & { polygonMasks: true } & { imageIds: true }>(options: Given<O, ReadersCocoOptions>): [images: Made<'uint8', [], O>, boxes: Made<'float32', [], O>, labels: Made<'int32', [], O>, polygons: Made<'int32', [], O>, vertices: Made<'float32', [], O>, imageIds: Made<'int32', [], O>]
    /**
     * Reads the images of a data set of COCO, and the boxes, labels and masks of the objects in them, from the folder fileRoot and a JSON file of annotations. Samples come in the order of the images' ids. The file is read once, when the data set is opened, and never held as a tree. Each sample's source, as errors and sourceInfo() show it, is the path of its image. docs/data/coco.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (the annotations or an image do not exist), FILE_UNREADABLE (a file cannot be read, or the annotations are wrong: not JSON, without a field that is needed, with a category that they do not have, or with the name of an image that leads out of fileRoot), BAD_SAMPLE (with pixelwiseMasks: run lengths do not fit the image, a vertex is too far away, or the masks are larger than maxPixels), EMPTY_DATASET (there is no image, or none that has objects with skipEmpty).
     *
     * @returns The image file's bytes: uint8, shape [bytes]. The boxes of the objects, in pixels: float32, shape [objects, 4], each [x, y, width, height] or, with ltrb, [left, top, right, bottom]. The labels of the objects: int32, shape [objects]. Only with polygonMasks: int32, shape [polygons, 3], each [object, first vertex, end of its vertices]. Only with polygonMasks: float32, shape [vertices, 2], each [x, y] in pixels. Only with pixelwiseMasks: int32, shape [height, width, 1], the label of each pixel, and 0 where no object is.
     */
    coco<O extends ReadersCocoOptions & { polygonMasks: true } & { pixelwiseMasks: true }>(options: Given<O, ReadersCocoOptions>): [images: Made<'uint8', [], O>, boxes: Made<'float32', [], O>, labels: Made<'int32', [], O>, polygons: Made<'int32', [], O>, vertices: Made<'float32', [], O>, masks: Made<'int32', [], O>]
    /**
     * Reads the images of a data set of COCO, and the boxes, labels and masks of the objects in them, from the folder fileRoot and a JSON file of annotations. Samples come in the order of the images' ids. The file is read once, when the data set is opened, and never held as a tree. Each sample's source, as errors and sourceInfo() show it, is the path of its image. docs/data/coco.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (the annotations or an image do not exist), FILE_UNREADABLE (a file cannot be read, or the annotations are wrong: not JSON, without a field that is needed, with a category that they do not have, or with the name of an image that leads out of fileRoot), BAD_SAMPLE (with pixelwiseMasks: run lengths do not fit the image, a vertex is too far away, or the masks are larger than maxPixels), EMPTY_DATASET (there is no image, or none that has objects with skipEmpty).
     *
     * @returns The image file's bytes: uint8, shape [bytes]. The boxes of the objects, in pixels: float32, shape [objects, 4], each [x, y, width, height] or, with ltrb, [left, top, right, bottom]. The labels of the objects: int32, shape [objects]. Only with imageIds: the image's id: int32, shape [1].
     */
    coco<O extends ReadersCocoOptions & { imageIds: true }>(options: Given<O, ReadersCocoOptions>): [images: Made<'uint8', [], O>, boxes: Made<'float32', [], O>, labels: Made<'int32', [], O>, imageIds: Made<'int32', [], O>]
    /**
     * Reads the images of a data set of COCO, and the boxes, labels and masks of the objects in them, from the folder fileRoot and a JSON file of annotations. Samples come in the order of the images' ids. The file is read once, when the data set is opened, and never held as a tree. Each sample's source, as errors and sourceInfo() show it, is the path of its image. docs/data/coco.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (the annotations or an image do not exist), FILE_UNREADABLE (a file cannot be read, or the annotations are wrong: not JSON, without a field that is needed, with a category that they do not have, or with the name of an image that leads out of fileRoot), BAD_SAMPLE (with pixelwiseMasks: run lengths do not fit the image, a vertex is too far away, or the masks are larger than maxPixels), EMPTY_DATASET (there is no image, or none that has objects with skipEmpty).
     *
     * @returns The image file's bytes: uint8, shape [bytes]. The boxes of the objects, in pixels: float32, shape [objects, 4], each [x, y, width, height] or, with ltrb, [left, top, right, bottom]. The labels of the objects: int32, shape [objects]. Only with pixelwiseMasks: int32, shape [height, width, 1], the label of each pixel, and 0 where no object is.
     */
    coco<O extends ReadersCocoOptions & { pixelwiseMasks: true }>(options: Given<O, ReadersCocoOptions>): [images: Made<'uint8', [], O>, boxes: Made<'float32', [], O>, labels: Made<'int32', [], O>, masks: Made<'int32', [], O>]
    /**
     * Reads the images of a data set of COCO, and the boxes, labels and masks of the objects in them, from the folder fileRoot and a JSON file of annotations. Samples come in the order of the images' ids. The file is read once, when the data set is opened, and never held as a tree. Each sample's source, as errors and sourceInfo() show it, is the path of its image. docs/data/coco.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (the annotations or an image do not exist), FILE_UNREADABLE (a file cannot be read, or the annotations are wrong: not JSON, without a field that is needed, with a category that they do not have, or with the name of an image that leads out of fileRoot), BAD_SAMPLE (with pixelwiseMasks: run lengths do not fit the image, a vertex is too far away, or the masks are larger than maxPixels), EMPTY_DATASET (there is no image, or none that has objects with skipEmpty).
     *
     * @returns The image file's bytes: uint8, shape [bytes]. The boxes of the objects, in pixels: float32, shape [objects, 4], each [x, y, width, height] or, with ltrb, [left, top, right, bottom]. The labels of the objects: int32, shape [objects]. Only with polygonMasks: int32, shape [polygons, 3], each [object, first vertex, end of its vertices]. Only with polygonMasks: float32, shape [vertices, 2], each [x, y] in pixels.
     */
    coco<O extends ReadersCocoOptions & { polygonMasks: true }>(options: Given<O, ReadersCocoOptions>): [images: Made<'uint8', [], O>, boxes: Made<'float32', [], O>, labels: Made<'int32', [], O>, polygons: Made<'int32', [], O>, vertices: Made<'float32', [], O>]
    /**
     * Reads the images of a data set of COCO, and the boxes, labels and masks of the objects in them, from the folder fileRoot and a JSON file of annotations. Samples come in the order of the images' ids. The file is read once, when the data set is opened, and never held as a tree. Each sample's source, as errors and sourceInfo() show it, is the path of its image. docs/data/coco.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (the annotations or an image do not exist), FILE_UNREADABLE (a file cannot be read, or the annotations are wrong: not JSON, without a field that is needed, with a category that they do not have, or with the name of an image that leads out of fileRoot), BAD_SAMPLE (with pixelwiseMasks: run lengths do not fit the image, a vertex is too far away, or the masks are larger than maxPixels), EMPTY_DATASET (there is no image, or none that has objects with skipEmpty).
     *
     * @returns The image file's bytes: uint8, shape [bytes]. The boxes of the objects, in pixels: float32, shape [objects, 4], each [x, y, width, height] or, with ltrb, [left, top, right, bottom]. The labels of the objects: int32, shape [objects].
     */
    coco<O extends ReadersCocoOptions>(options: Given<O, ReadersCocoOptions>): [images: Made<'uint8', [], O>, boxes: Made<'float32', [], O>, labels: Made<'int32', [], O>]
    /**
     * Reads whole files with a label each. The files are given by one of three arguments: fileRoot alone (each sub-folder is a class, with all files below it; labels count the sub-folders in the order of their names; a folder with files only is flat, and all its labels are 0), fileList (a text file with one `name label` per line), or files, with labels or without (then the position in files is the label). Each sample's source, as errors and sourceInfo() show it, is its path. docs/data/folders.md has the rules for hidden folders, links and files that are left out, which readerMeta() counts beside the classes.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), EMPTY_DATASET (there is nothing to read).
     *
     * @returns The file's bytes: uint8, shape [bytes]. The label: int32, shape [1].
     */
    file<O extends ReadersFileOptions = None>(options?: Given<O, ReadersFileOptions>): [contents: Made<'uint8', [], O>, labels: Made<'int32', [], O>]
    /**
     * Reads frames of robot data sets in the format LeRobot v3: numbers of any shape, frames of cameras, the text of the task, and windows of frames around each with masks for those beyond the episode. features says which are outputs; the result is an object with an output for each, under the names that lerobot gives them. Each frame is a sample, and windows stay within its episode. When the data set is opened, the files below meta are read, and the metadata and the heads of pages of the tables below data; rows and frames of videos are then read in any order, by their times. Cameras take the video plugin: docs/guides/video.md#what-it-takes says where it comes from. Each sample's source, as errors and sourceInfo() show it, is path:row:episode 3, frame 17. docs/data/lerobot.md shows a training loop, and lists what is read.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; lerobot's NormalizerProcessorStep for normalize: (x - mean) / (std + 1e-8), and 2 (x - min) / (max - min) - 1, in float32.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a file of the set does not exist), FILE_UNREADABLE (a file cannot be read, is damaged, does not say what the format wants, names a path outside root, or claims more than maxMetadataBytes or maxRows), UNSUPPORTED (the set has another version of the format, a feature a type, a codec or an encoding that is not supported, or the video plugin is missing), BAD_SAMPLE (a page is damaged or takes more than maxUnpackedBytes; a row has another number, another number of values or another task than the files below meta say; or a video is damaged, above maxPixels or maxDecodeSeconds, or has no frame within tolerance of a row's time), EMPTY_DATASET (no frame is left of these episodes and tasks).
     *
     * @returns The feature of the sample's frame: numbers of the set's dtype and shape, where shape [1] is a number, shape []; for texts, images and task their bytes: uint8, shape [bytes]; for a camera its frame: uint8, shape [height, width, 3], layout HWC, RGB. With deltaTimestamps there is one more dimension in front, the frames of the window (layout FHWC of a camera). NAME_is_pad is its mask: bool, shape [frames].
     */
    lerobot<const O extends ReadersLerobotOptions>(options: Given<O, ReadersLerobotOptions>): Named<O['features'], { string: 'uint8'; bool: 'bool'; uint8: 'uint8'; uint16: 'uint16'; uint32: 'uint32'; int8: 'int8'; int16: 'int16'; int32: 'int32'; int64: 'int64'; float32: 'float32'; float64: 'float64' }>
    /**
     * Reads the values of LMDB databases as bytes, whatever is in them, and the keys where outputKeys asks for them. The pages are read directly, without LMDB's library: nothing is written, no lock is taken, and keys may have any order. The entries are listed when the data set is opened; values are then read in any order. Each sample's source, as errors and sourceInfo() show it, is the path and the key. docs/data/lmdb.md shows how such a set is made and read.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder or file does not exist), FILE_UNREADABLE (a file cannot be read, is no LMDB file or is damaged), BAD_SAMPLE (the pages of a value are no longer those of the value), EMPTY_DATASET (there are no values).
     *
     * @returns The value's bytes: uint8, shape [bytes]. The key's bytes: uint8, shape [bytes].
     */
    lmdb<O extends ReadersLmdbOptions & { outputKeys: true }>(options: Given<O, ReadersLmdbOptions>): [values: Made<'uint8', [], O>, keys: Made<'uint8', [], O>]
    /**
     * Reads the values of LMDB databases as bytes, whatever is in them, and the keys where outputKeys asks for them. The pages are read directly, without LMDB's library: nothing is written, no lock is taken, and keys may have any order. The entries are listed when the data set is opened; values are then read in any order. Each sample's source, as errors and sourceInfo() show it, is the path and the key. docs/data/lmdb.md shows how such a set is made and read.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a folder or file does not exist), FILE_UNREADABLE (a file cannot be read, is no LMDB file or is damaged), BAD_SAMPLE (the pages of a value are no longer those of the value), EMPTY_DATASET (there are no values).
     *
     * @returns The value's bytes: uint8, shape [bytes].
     */
    lmdb<O extends ReadersLmdbOptions>(options: Given<O, ReadersLmdbOptions>): Made<'uint8', [], O>
    /**
     * Reads samples from MDS shards, the format of MosaicML's StreamingDataset. columns says which columns are outputs; the result is an object with an output for each, under the column's name. When the data set is opened, index.json and the offsets at the beginnings of the shards are read; samples are then read in any order, those of shards that are not compressed by their own bytes alone. Compressed shards (zstd, gz, br, snappy) are unpacked as a whole, and stay in memory, up to shardCacheBytes of them. Each sample's source, as errors and sourceInfo() show it, is path:offset, in a compressed shard path:number. docs/data/mds.md shows how such a set is made.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (an index or a shard does not exist), FILE_UNREADABLE (an index or a shard cannot be read, is damaged, or has another size than the index says), UNSUPPORTED (a column has an encoding, or a shard a format or compression, that is not read; pickles are never), BAD_SAMPLE (a sample's columns do not fit into its bytes, a value is not what its encoding says, or a compressed shard is damaged or takes more than maxUnpackedBytes), EMPTY_DATASET (the shards have no sample).
     *
     * @returns The column's value: a number, shape []; an array in its shape; an image of pil, shape [height, width, channels]; or for 'string' its bytes: uint8, shape [bytes].
     */
    mds<const O extends ReadersMdsOptions>(options: Given<O, ReadersMdsOptions>): Named<O['columns'], { string: 'uint8'; int8: 'int8'; int16: 'int16'; int32: 'int32'; int64: 'int64'; uint8: 'uint8'; uint16: 'uint16'; uint32: 'uint32'; uint64: 'uint64'; float16: 'float16'; float32: 'float32'; float64: 'float64' }>
    mixture: MixtureFn
    /**
     * Reads images and their labels from the RecordIO files of MXNet, as im2rec writes them. The files are listed when the data set is opened, by the heads of their records, or an index of im2rec or rec2idx is read; records are then read in any order. Each sample's source, as errors and sourceInfo() show it, is path:offset of its record. docs/data/mxnet.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a file or index does not exist), FILE_UNREADABLE (a file or index cannot be read, is damaged, or is shorter than its records or its index say), BAD_SAMPLE (a record is no image record of MXNet, is cut off, or is not where the index says), EMPTY_DATASET (the files have no record).
     *
     * @returns The image's bytes, as they are stored: uint8, shape [bytes]. The label, or all labels of the record: float32, shape [labels].
     */
    mxNet<O extends ReadersMxNetOptions>(options: Given<O, ReadersMxNetOptions>): [images: Made<'uint8', [], O>, labels: Made<'float32', [], O>]
    /**
     * Reads sounds and their transcripts by the manifests of NVIDIA NeMo: files of lines, each a JSON object with `audio_filepath` and, where they are known, `text`, `offset` and `duration`. Sounds are decoded, mixed to one channel and resampled as decoders.audio does it. Each sample's source, as errors and sourceInfo() show it, is the path of its sound. docs/data/nemo.md shows how such a set is made, and says where DALI differs.
     *
     * Source: NVIDIA NeMo, documentation of manifests for speech recognition; NVIDIA DALI, documentation of fn.readers.nemo_asr.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; dtype is not float32, int16 or int32, or quality is out of range), FILE_NOT_FOUND (a manifest or a sound does not exist), FILE_UNREADABLE (a manifest or a sound cannot be read, or a line of a manifest is no JSON object with audio_filepath), BAD_SAMPLE (a file is no sound or is damaged, a sound ends before its offset, or is longer than maxElements), UNSUPPORTED (a sound is of a format that needs a media plugin (MP3, AAC, Opus, CAF), or of an encoding that is not read), EMPTY_DATASET (the manifests have no entry, or none of a duration that is wanted).
     *
     * @returns The sound: shape [frames], or [frames, channels] without `downmix`. The number of the entry among those that are not left out: int64, shape [1].
     */
    nemoAsr<O extends ReadersNemoAsrOptions & { readSampleRate: false } & { readText: false } & { readIdxs: true }>(options: Given<O, ReadersNemoAsrOptions>): [audio: Made<Asked<O, 'float32'>, [], O>, idx: Made<'int64', [], O>]
    /**
     * Reads sounds and their transcripts by the manifests of NVIDIA NeMo: files of lines, each a JSON object with `audio_filepath` and, where they are known, `text`, `offset` and `duration`. Sounds are decoded, mixed to one channel and resampled as decoders.audio does it. Each sample's source, as errors and sourceInfo() show it, is the path of its sound. docs/data/nemo.md shows how such a set is made, and says where DALI differs.
     *
     * Source: NVIDIA NeMo, documentation of manifests for speech recognition; NVIDIA DALI, documentation of fn.readers.nemo_asr.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; dtype is not float32, int16 or int32, or quality is out of range), FILE_NOT_FOUND (a manifest or a sound does not exist), FILE_UNREADABLE (a manifest or a sound cannot be read, or a line of a manifest is no JSON object with audio_filepath), BAD_SAMPLE (a file is no sound or is damaged, a sound ends before its offset, or is longer than maxElements), UNSUPPORTED (a sound is of a format that needs a media plugin (MP3, AAC, Opus, CAF), or of an encoding that is not read), EMPTY_DATASET (the manifests have no entry, or none of a duration that is wanted).
     *
     * @returns The sound: shape [frames], or [frames, channels] without `downmix`. Frames per second of the output, in Hz: one number, of shape []. The number of the entry among those that are not left out: int64, shape [1].
     */
    nemoAsr<O extends ReadersNemoAsrOptions & { readText: false } & { readIdxs: true }>(options: Given<O, ReadersNemoAsrOptions>): [audio: Made<Asked<O, 'float32'>, [], O>, sampleRate: Made<'float32', [], O>, idx: Made<'int64', [], O>]
    /**
     * Reads sounds and their transcripts by the manifests of NVIDIA NeMo: files of lines, each a JSON object with `audio_filepath` and, where they are known, `text`, `offset` and `duration`. Sounds are decoded, mixed to one channel and resampled as decoders.audio does it. Each sample's source, as errors and sourceInfo() show it, is the path of its sound. docs/data/nemo.md shows how such a set is made, and says where DALI differs.
     *
     * Source: NVIDIA NeMo, documentation of manifests for speech recognition; NVIDIA DALI, documentation of fn.readers.nemo_asr.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; dtype is not float32, int16 or int32, or quality is out of range), FILE_NOT_FOUND (a manifest or a sound does not exist), FILE_UNREADABLE (a manifest or a sound cannot be read, or a line of a manifest is no JSON object with audio_filepath), BAD_SAMPLE (a file is no sound or is damaged, a sound ends before its offset, or is longer than maxElements), UNSUPPORTED (a sound is of a format that needs a media plugin (MP3, AAC, Opus, CAF), or of an encoding that is not read), EMPTY_DATASET (the manifests have no entry, or none of a duration that is wanted).
     *
     * @returns The sound: shape [frames], or [frames, channels] without `downmix`. The transcript's bytes in UTF-8: uint8, shape [bytes]; [0] where the entry has none. The number of the entry among those that are not left out: int64, shape [1].
     */
    nemoAsr<O extends ReadersNemoAsrOptions & { readSampleRate: false } & { readIdxs: true }>(options: Given<O, ReadersNemoAsrOptions>): [audio: Made<Asked<O, 'float32'>, [], O>, text: Made<'uint8', [], O>, idx: Made<'int64', [], O>]
    /**
     * Reads sounds and their transcripts by the manifests of NVIDIA NeMo: files of lines, each a JSON object with `audio_filepath` and, where they are known, `text`, `offset` and `duration`. Sounds are decoded, mixed to one channel and resampled as decoders.audio does it. Each sample's source, as errors and sourceInfo() show it, is the path of its sound. docs/data/nemo.md shows how such a set is made, and says where DALI differs.
     *
     * Source: NVIDIA NeMo, documentation of manifests for speech recognition; NVIDIA DALI, documentation of fn.readers.nemo_asr.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; dtype is not float32, int16 or int32, or quality is out of range), FILE_NOT_FOUND (a manifest or a sound does not exist), FILE_UNREADABLE (a manifest or a sound cannot be read, or a line of a manifest is no JSON object with audio_filepath), BAD_SAMPLE (a file is no sound or is damaged, a sound ends before its offset, or is longer than maxElements), UNSUPPORTED (a sound is of a format that needs a media plugin (MP3, AAC, Opus, CAF), or of an encoding that is not read), EMPTY_DATASET (the manifests have no entry, or none of a duration that is wanted).
     *
     * @returns The sound: shape [frames], or [frames, channels] without `downmix`.
     */
    nemoAsr<O extends ReadersNemoAsrOptions & { readSampleRate: false } & { readText: false }>(options: Given<O, ReadersNemoAsrOptions>): Made<Asked<O, 'float32'>, [], O>
    /**
     * Reads sounds and their transcripts by the manifests of NVIDIA NeMo: files of lines, each a JSON object with `audio_filepath` and, where they are known, `text`, `offset` and `duration`. Sounds are decoded, mixed to one channel and resampled as decoders.audio does it. Each sample's source, as errors and sourceInfo() show it, is the path of its sound. docs/data/nemo.md shows how such a set is made, and says where DALI differs.
     *
     * Source: NVIDIA NeMo, documentation of manifests for speech recognition; NVIDIA DALI, documentation of fn.readers.nemo_asr.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; dtype is not float32, int16 or int32, or quality is out of range), FILE_NOT_FOUND (a manifest or a sound does not exist), FILE_UNREADABLE (a manifest or a sound cannot be read, or a line of a manifest is no JSON object with audio_filepath), BAD_SAMPLE (a file is no sound or is damaged, a sound ends before its offset, or is longer than maxElements), UNSUPPORTED (a sound is of a format that needs a media plugin (MP3, AAC, Opus, CAF), or of an encoding that is not read), EMPTY_DATASET (the manifests have no entry, or none of a duration that is wanted).
     *
     * @returns The sound: shape [frames], or [frames, channels] without `downmix`. Frames per second of the output, in Hz: one number, of shape []. The transcript's bytes in UTF-8: uint8, shape [bytes]; [0] where the entry has none. The number of the entry among those that are not left out: int64, shape [1].
     */
    nemoAsr<O extends ReadersNemoAsrOptions & { readIdxs: true }>(options: Given<O, ReadersNemoAsrOptions>): [audio: Made<Asked<O, 'float32'>, [], O>, sampleRate: Made<'float32', [], O>, text: Made<'uint8', [], O>, idx: Made<'int64', [], O>]
    /**
     * Reads sounds and their transcripts by the manifests of NVIDIA NeMo: files of lines, each a JSON object with `audio_filepath` and, where they are known, `text`, `offset` and `duration`. Sounds are decoded, mixed to one channel and resampled as decoders.audio does it. Each sample's source, as errors and sourceInfo() show it, is the path of its sound. docs/data/nemo.md shows how such a set is made, and says where DALI differs.
     *
     * Source: NVIDIA NeMo, documentation of manifests for speech recognition; NVIDIA DALI, documentation of fn.readers.nemo_asr.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; dtype is not float32, int16 or int32, or quality is out of range), FILE_NOT_FOUND (a manifest or a sound does not exist), FILE_UNREADABLE (a manifest or a sound cannot be read, or a line of a manifest is no JSON object with audio_filepath), BAD_SAMPLE (a file is no sound or is damaged, a sound ends before its offset, or is longer than maxElements), UNSUPPORTED (a sound is of a format that needs a media plugin (MP3, AAC, Opus, CAF), or of an encoding that is not read), EMPTY_DATASET (the manifests have no entry, or none of a duration that is wanted).
     *
     * @returns The sound: shape [frames], or [frames, channels] without `downmix`. Frames per second of the output, in Hz: one number, of shape [].
     */
    nemoAsr<O extends ReadersNemoAsrOptions & { readText: false }>(options: Given<O, ReadersNemoAsrOptions>): [audio: Made<Asked<O, 'float32'>, [], O>, sampleRate: Made<'float32', [], O>]
    /**
     * Reads sounds and their transcripts by the manifests of NVIDIA NeMo: files of lines, each a JSON object with `audio_filepath` and, where they are known, `text`, `offset` and `duration`. Sounds are decoded, mixed to one channel and resampled as decoders.audio does it. Each sample's source, as errors and sourceInfo() show it, is the path of its sound. docs/data/nemo.md shows how such a set is made, and says where DALI differs.
     *
     * Source: NVIDIA NeMo, documentation of manifests for speech recognition; NVIDIA DALI, documentation of fn.readers.nemo_asr.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; dtype is not float32, int16 or int32, or quality is out of range), FILE_NOT_FOUND (a manifest or a sound does not exist), FILE_UNREADABLE (a manifest or a sound cannot be read, or a line of a manifest is no JSON object with audio_filepath), BAD_SAMPLE (a file is no sound or is damaged, a sound ends before its offset, or is longer than maxElements), UNSUPPORTED (a sound is of a format that needs a media plugin (MP3, AAC, Opus, CAF), or of an encoding that is not read), EMPTY_DATASET (the manifests have no entry, or none of a duration that is wanted).
     *
     * @returns The sound: shape [frames], or [frames, channels] without `downmix`. The transcript's bytes in UTF-8: uint8, shape [bytes]; [0] where the entry has none.
     */
    nemoAsr<O extends ReadersNemoAsrOptions & { readSampleRate: false }>(options: Given<O, ReadersNemoAsrOptions>): [audio: Made<Asked<O, 'float32'>, [], O>, text: Made<'uint8', [], O>]
    /**
     * Reads sounds and their transcripts by the manifests of NVIDIA NeMo: files of lines, each a JSON object with `audio_filepath` and, where they are known, `text`, `offset` and `duration`. Sounds are decoded, mixed to one channel and resampled as decoders.audio does it. Each sample's source, as errors and sourceInfo() show it, is the path of its sound. docs/data/nemo.md shows how such a set is made, and says where DALI differs.
     *
     * Source: NVIDIA NeMo, documentation of manifests for speech recognition; NVIDIA DALI, documentation of fn.readers.nemo_asr.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; dtype is not float32, int16 or int32, or quality is out of range), FILE_NOT_FOUND (a manifest or a sound does not exist), FILE_UNREADABLE (a manifest or a sound cannot be read, or a line of a manifest is no JSON object with audio_filepath), BAD_SAMPLE (a file is no sound or is damaged, a sound ends before its offset, or is longer than maxElements), UNSUPPORTED (a sound is of a format that needs a media plugin (MP3, AAC, Opus, CAF), or of an encoding that is not read), EMPTY_DATASET (the manifests have no entry, or none of a duration that is wanted).
     *
     * @returns The sound: shape [frames], or [frames, channels] without `downmix`. Frames per second of the output, in Hz: one number, of shape []. The transcript's bytes in UTF-8: uint8, shape [bytes]; [0] where the entry has none.
     */
    nemoAsr<O extends ReadersNemoAsrOptions>(options: Given<O, ReadersNemoAsrOptions>): [audio: Made<Asked<O, 'float32'>, [], O>, sampleRate: Made<'float32', [], O>, text: Made<'uint8', [], O>]
    /**
     * Reads the arrays of .npy files, one of each file, or a window of each (roiStart and so on). The files are given by one of three arguments: fileRoot alone, fileList, or files. Arrays may be in C or Fortran order; a window takes only the bytes of its rows from the file. Each sample's source, as errors and sourceInfo() show it, is its path. docs/data/numpy.md shows how such a set is made, and says where DALI differs.
     *
     * Source: NumPy, numpy.lib.format for the files; NVIDIA DALI, documentation of fn.readers.numpy for windows and their rounding.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; arguments say the start or the end of the window twice, or have a wrong number of values), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no .npy file, is damaged, or is shorter than its header says), UNSUPPORTED (an array is big-endian, has a dtype that tensors do not have (complex numbers, texts, objects, fields), or more than 6 dimensions), INVALID_INPUT (the window reaches outside the array under outOfBoundsPolicy 'error'), EMPTY_DATASET (there is nothing to read).
     *
     * @returns The array, in its dtype and shape, or its window.
     */
    numpy<O extends ReadersNumpyOptions = None>(options?: Given<O, ReadersNumpyOptions>): Made<DType, [], O>
    /**
     * Reads rows of Parquet files: columns of bytes (images, texts), of numbers, and of lists of numbers. columns says which are outputs; the result is an object with an output for each, under the column's name. When the data set is opened, the metadata at the ends of the files and the heads of their pages are read; rows are then read in any order, and pages that are unpacked stay in memory, up to pageCacheBytes of them. What a file claims beyond its own bytes is limited: maxMetadataBytes, maxRows, maxUnpackedBytes. Each sample's source, as errors and sourceInfo() show it, is path:row. docs/data/parquet.md shows how such a set is made.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a file or folder does not exist), FILE_UNREADABLE (a file cannot be read, is damaged, is no Parquet file, or claims more than maxMetadataBytes or maxRows), UNSUPPORTED (a column has a codec, an encoding or a type that is not supported, or lists of more than maxUnpackedBytes in a row group), BAD_SAMPLE (a page is damaged or takes more than maxUnpackedBytes, or a value is null and has no default), EMPTY_DATASET (the files have no row).
     *
     * @returns The column's value: a number, shape []; a list of numbers, shape [values]; or for 'string' its bytes: uint8, shape [bytes].
     */
    parquet<const O extends ReadersParquetOptions>(options: Given<O, ReadersParquetOptions>): Named<O['columns'], { string: 'uint8'; bool: 'bool'; int32: 'int32'; int64: 'int64'; float32: 'float32'; float64: 'float64' }>
    /**
     * Reads tf.train.Example records from TFRecord files. features says which features of a record are outputs, and of which kind; the result is an object with an output for each, under the feature's name. The files are listed when the data set is opened, by the lengths of their records, or an index of tfrecord2idx is read; records are then read in any order. Each sample's source, as errors and sourceInfo() show it, is path:offset of its data. docs/data/tfrecord.md shows how such a set is read, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (a file or index does not exist), FILE_UNREADABLE (a file or index cannot be read, is damaged, or is shorter than its records or its index say), BAD_SAMPLE (a record is no tf.train.Example, lacks a feature of kind 'fixed' without a default, has another dtype or number of values than features says, or a text that is not what parse says; with checkCrc also when its checksum is wrong), EMPTY_DATASET (the files have no record).
     *
     * @returns The feature's values: int64 or float32 in its shape, or for 'string' its bytes: uint8, shape [bytes].
     */
    tfrecord<const O extends ReadersTfrecordOptions>(options: Given<O, ReadersTfrecordOptions>): Named<O['features'], { string: 'uint8'; int64: 'int64'; float32: 'float32' }>
    /**
     * Reads clips of videos as experimental.readers.video does, with the arguments of DALI's older reader. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    video<O extends ReadersVideoOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } & { audio: true }>(options: Given<O, ReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, frameNum: Made<'int32', [], O>, timestamps: Made<'float64', [], O>, audio: Made<'float32', [], O>]
    /**
     * Reads clips of videos as experimental.readers.video does, with the arguments of DALI's older reader. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    video<O extends ReadersVideoOptions & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } & { audio: true }>(options: Given<O, ReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, frameNum: Made<'int32', [], O>, timestamps: Made<'float64', [], O>, audio: Made<'float32', [], O>]
    /**
     * Reads clips of videos as experimental.readers.video does, with the arguments of DALI's older reader. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    video<O extends ReadersVideoOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableTimestamps: true } & { audio: true }>(options: Given<O, ReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, timestamps: Made<'float64', [], O>, audio: Made<'float32', [], O>]
    /**
     * Reads clips of videos as experimental.readers.video does, with the arguments of DALI's older reader. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    video<O extends ReadersVideoOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } & { audio: true }>(options: Given<O, ReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, frameNum: Made<'int32', [], O>, audio: Made<'float32', [], O>]
    /**
     * Reads clips of videos as experimental.readers.video does, with the arguments of DALI's older reader. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds.
     */
    video<O extends ReadersVideoOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true }>(options: Given<O, ReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, frameNum: Made<'int32', [], O>, timestamps: Made<'float64', [], O>]
    /**
     * Reads clips of videos as experimental.readers.video does, with the arguments of DALI's older reader. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    video<O extends ReadersVideoOptions & { enableTimestamps: true } & { audio: true }>(options: Given<O, ReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, timestamps: Made<'float64', [], O>, audio: Made<'float32', [], O>]
    /**
     * Reads clips of videos as experimental.readers.video does, with the arguments of DALI's older reader. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    video<O extends ReadersVideoOptions & { enableFrameNum: 'scalar' | 'sequence' } & { audio: true }>(options: Given<O, ReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, frameNum: Made<'int32', [], O>, audio: Made<'float32', [], O>]
    /**
     * Reads clips of videos as experimental.readers.video does, with the arguments of DALI's older reader. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    video<O extends ReadersVideoOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { audio: true }>(options: Given<O, ReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, audio: Made<'float32', [], O>]
    /**
     * Reads clips of videos as experimental.readers.video does, with the arguments of DALI's older reader. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds.
     */
    video<O extends ReadersVideoOptions & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true }>(options: Given<O, ReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, frameNum: Made<'int32', [], O>, timestamps: Made<'float64', [], O>]
    /**
     * Reads clips of videos as experimental.readers.video does, with the arguments of DALI's older reader. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds.
     */
    video<O extends ReadersVideoOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableTimestamps: true }>(options: Given<O, ReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, timestamps: Made<'float64', [], O>]
    /**
     * Reads clips of videos as experimental.readers.video does, with the arguments of DALI's older reader. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds.
     */
    video<O extends ReadersVideoOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' }>(options: Given<O, ReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, frameNum: Made<'int32', [], O>]
    /**
     * Reads clips of videos as experimental.readers.video does, with the arguments of DALI's older reader. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    video<O extends ReadersVideoOptions & { audio: true }>(options: Given<O, ReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, audio: Made<'float32', [], O>]
    /**
     * Reads clips of videos as experimental.readers.video does, with the arguments of DALI's older reader. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds.
     */
    video<O extends ReadersVideoOptions & { enableTimestamps: true }>(options: Given<O, ReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, timestamps: Made<'float64', [], O>]
    /**
     * Reads clips of videos as experimental.readers.video does, with the arguments of DALI's older reader. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds.
     */
    video<O extends ReadersVideoOptions & { enableFrameNum: 'scalar' | 'sequence' }>(options: Given<O, ReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, frameNum: Made<'int32', [], O>]
    /**
     * Reads clips of videos as experimental.readers.video does, with the arguments of DALI's older reader. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1].
     */
    video<O extends ReadersVideoOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] })>(options: Given<O, ReadersVideoOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>]
    /**
     * Reads clips of videos as experimental.readers.video does, with the arguments of DALI's older reader. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'.
     */
    video<O extends ReadersVideoOptions>(options: Given<O, ReadersVideoOptions>): Made<Asked<O, 'uint8'>, [], O>
    /**
     * Reads clips of videos as readers.video does, and resizes their frames as resize does, each as soon as it is decoded. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    videoResize<O extends ReadersVideoResizeOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } & { audio: true }>(options: Given<O, ReadersVideoResizeOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, frameNum: Made<'int32', [], O>, timestamps: Made<'float64', [], O>, audio: Made<'float32', [], O>]
    /**
     * Reads clips of videos as readers.video does, and resizes their frames as resize does, each as soon as it is decoded. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    videoResize<O extends ReadersVideoResizeOptions & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } & { audio: true }>(options: Given<O, ReadersVideoResizeOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, frameNum: Made<'int32', [], O>, timestamps: Made<'float64', [], O>, audio: Made<'float32', [], O>]
    /**
     * Reads clips of videos as readers.video does, and resizes their frames as resize does, each as soon as it is decoded. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    videoResize<O extends ReadersVideoResizeOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableTimestamps: true } & { audio: true }>(options: Given<O, ReadersVideoResizeOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, timestamps: Made<'float64', [], O>, audio: Made<'float32', [], O>]
    /**
     * Reads clips of videos as readers.video does, and resizes their frames as resize does, each as soon as it is decoded. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    videoResize<O extends ReadersVideoResizeOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } & { audio: true }>(options: Given<O, ReadersVideoResizeOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, frameNum: Made<'int32', [], O>, audio: Made<'float32', [], O>]
    /**
     * Reads clips of videos as readers.video does, and resizes their frames as resize does, each as soon as it is decoded. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds.
     */
    videoResize<O extends ReadersVideoResizeOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true }>(options: Given<O, ReadersVideoResizeOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, frameNum: Made<'int32', [], O>, timestamps: Made<'float64', [], O>]
    /**
     * Reads clips of videos as readers.video does, and resizes their frames as resize does, each as soon as it is decoded. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    videoResize<O extends ReadersVideoResizeOptions & { enableTimestamps: true } & { audio: true }>(options: Given<O, ReadersVideoResizeOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, timestamps: Made<'float64', [], O>, audio: Made<'float32', [], O>]
    /**
     * Reads clips of videos as readers.video does, and resizes their frames as resize does, each as soon as it is decoded. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    videoResize<O extends ReadersVideoResizeOptions & { enableFrameNum: 'scalar' | 'sequence' } & { audio: true }>(options: Given<O, ReadersVideoResizeOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, frameNum: Made<'int32', [], O>, audio: Made<'float32', [], O>]
    /**
     * Reads clips of videos as readers.video does, and resizes their frames as resize does, each as soon as it is decoded. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    videoResize<O extends ReadersVideoResizeOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { audio: true }>(options: Given<O, ReadersVideoResizeOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, audio: Made<'float32', [], O>]
    /**
     * Reads clips of videos as readers.video does, and resizes their frames as resize does, each as soon as it is decoded. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds.
     */
    videoResize<O extends ReadersVideoResizeOptions & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true }>(options: Given<O, ReadersVideoResizeOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, frameNum: Made<'int32', [], O>, timestamps: Made<'float64', [], O>]
    /**
     * Reads clips of videos as readers.video does, and resizes their frames as resize does, each as soon as it is decoded. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds.
     */
    videoResize<O extends ReadersVideoResizeOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableTimestamps: true }>(options: Given<O, ReadersVideoResizeOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, timestamps: Made<'float64', [], O>]
    /**
     * Reads clips of videos as readers.video does, and resizes their frames as resize does, each as soon as it is decoded. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1]. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds.
     */
    videoResize<O extends ReadersVideoResizeOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' }>(options: Given<O, ReadersVideoResizeOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>, frameNum: Made<'int32', [], O>]
    /**
     * Reads clips of videos as readers.video does, and resizes their frames as resize does, each as soon as it is decoded. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel.
     */
    videoResize<O extends ReadersVideoResizeOptions & { audio: true }>(options: Given<O, ReadersVideoResizeOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, audio: Made<'float32', [], O>]
    /**
     * Reads clips of videos as readers.video does, and resizes their frames as resize does, each as soon as it is decoded. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds.
     */
    videoResize<O extends ReadersVideoResizeOptions & { enableTimestamps: true }>(options: Given<O, ReadersVideoResizeOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, timestamps: Made<'float64', [], O>]
    /**
     * Reads clips of videos as readers.video does, and resizes their frames as resize does, each as soon as it is decoded. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds.
     */
    videoResize<O extends ReadersVideoResizeOptions & { enableFrameNum: 'scalar' | 'sequence' }>(options: Given<O, ReadersVideoResizeOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, frameNum: Made<'int32', [], O>]
    /**
     * Reads clips of videos as readers.video does, and resizes their frames as resize does, each as soon as it is decoded. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. The label: int32, shape [1].
     */
    videoResize<O extends ReadersVideoResizeOptions & ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] })>(options: Given<O, ReadersVideoResizeOptions>): [video: Made<Asked<O, 'uint8'>, [], O>, labels: Made<'int32', [], O>]
    /**
     * Reads clips of videos as readers.video does, and resizes their frames as resize does, each as soon as it is decoded. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from.
     *
     * Source: ITU-R BT.601, BT.709 and BT.2020 for the conversion to RGB; libavformat and libavcodec of FFmpeg demux and decode.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; a line of fileList has another form, labels has not one value per file, or imageType is neither 'rgb' nor 'rgba'), FILE_NOT_FOUND (a folder, list or file that an argument names does not exist), FILE_UNREADABLE (a folder, list or file exists and cannot be read), BAD_SAMPLE (a file is no video, is damaged or has no video stream, a frame of the clip is damaged or refers to damaged ones, its sound is damaged, or the video is above maxPixels or maxDecodeSeconds), UNSUPPORTED (the video plugin is missing, or a video has another codec, pixels of another kind or frames of several sizes), EMPTY_DATASET (there is no video, or none that is as long as a sequence).
     *
     * @returns The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'.
     */
    videoResize<O extends ReadersVideoResizeOptions>(options: Given<O, ReadersVideoResizeOptions>): Made<Asked<O, 'uint8'>, [], O>
    /**
     * Reads samples from tar archives, the shards of a WebDataset. Consecutive files of an archive with the same name up to the first dot of the base name are one sample; the rest of the name is the component's extension. Each output is the component whose extension ext lists for it: its bytes or, with parse, the numbers that it holds as text. The archives are listed when the data set is opened, by their headers alone, or an index of wds2idx is read; samples are then read in any order. Each sample's source, as errors and sourceInfo() show it, is path:offset:name of its first component. docs/data/webdataset.md shows how such a set is made, and says where DALI differs.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value), FILE_NOT_FOUND (an archive or index does not exist), FILE_UNREADABLE (an archive or index cannot be read, is damaged, or is shorter than its headers or its index say), BAD_SAMPLE (a component's bytes are no whole number of elements of its dtype, its text is not what parse says or has a number that its dtype does not hold, or a component is missing with missingComponentBehavior 'error'), UNSUPPORTED (a component is a sparse file), EMPTY_DATASET (the archives have no sample).
     *
     * @returns The component's bytes: uint8, or the dtype that dtypes gives, shape [elements]. With parse its numbers: int64, or the dtype that dtypes gives, shape [] for one. Where the component is missing, there are no elements, and one number is a bad sample.
     */
    webdataset<const O extends ReadersWebdatasetOptions>(options: Given<O, ReadersWebdatasetOptions>): Counted<O['ext'], Made<AskedOfList<O, 'dtypes' | 'parse', 'uint8'>, [], O>>
  }
  reductions: {
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
    max<A extends DataNode, O extends ReductionsMaxOptions = None>(input: A, options?: Given<O, ReductionsMaxOptions>): Made<DtypeOf<A>, [A], O>
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
    mean<A extends DataNode, O extends ReductionsMeanOptions = None>(input: A, options?: Given<O, ReductionsMeanOptions>): Made<Asked<O, 'float32'>, [A], O>
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
    meanSquare<A extends DataNode, O extends ReductionsMeanSquareOptions = None>(input: A, options?: Given<O, ReductionsMeanSquareOptions>): Made<Asked<O, 'float32'>, [A], O>
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
    min<A extends DataNode, O extends ReductionsMinOptions = None>(input: A, options?: Given<O, ReductionsMinOptions>): Made<DtypeOf<A>, [A], O>
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
    rms<A extends DataNode, O extends ReductionsRmsOptions = None>(input: A, options?: Given<O, ReductionsRmsOptions>): Made<Asked<O, 'float32'>, [A], O>
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
    stdDev<A extends DataNode, B extends DataNode, O extends ReductionsStdDevOptions = None>(input: A, mean: B, options?: Given<O, ReductionsStdDevOptions>): Made<'float32', [A, B], O>
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
    sum<A extends DataNode, O extends ReductionsSumOptions = None>(input: A, options?: Given<O, ReductionsSumOptions>): Made<Asked<O, DtypeBy<A, { uint8: 'uint64'; uint16: 'uint64'; uint32: 'uint64'; uint64: 'uint64'; bool: 'uint64'; int8: 'int64'; int16: 'int64'; int32: 'int64'; int64: 'int64'; float16: 'float32'; float32: 'float32'; float64: 'float64' }>>, [A], O>
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
    variance<A extends DataNode, B extends DataNode, O extends ReductionsVarianceOptions = None>(input: A, mean: B, options?: Given<O, ReductionsVarianceOptions>): Made<'float32', [A, B], O>
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
  reinterpret<A extends DataNode, O extends ReinterpretOptions = None>(data: A, options?: Given<O, ReinterpretOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
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
  reinterpret<A extends DataNode, B extends DataNode, O extends ReinterpretOptions = None>(data: A, shapeInput: B, options?: Given<O, ReinterpretOptions>): Made<Asked<O, DtypeOf<A>>, [A, B], O>
  /**
   * Gives the same elements another shape, or another layout. No bytes are copied.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; shape has two negative extents, or relShape and srcDims do not fit each other or the input, or layout has another number of letters), INVALID_INPUT (the shape has another number of elements, or the input that gives it is no list of integers).
   *
   * @param data Tensor of any dtype and layout.
   *
   * @returns The elements in the new shape.
   */
  reshape<A extends DataNode, O extends ReshapeOptions = None>(data: A, options?: Given<O, ReshapeOptions>): Made<DtypeOf<A>, [A], O>
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
  reshape<A extends DataNode, B extends DataNode, O extends ReshapeOptions = None>(data: A, shapeInput: B, options?: Given<O, ReshapeOptions>): Made<DtypeOf<A>, [A, B], O>
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
  resize<A extends DataNode, O extends ResizeOptions & { saveAttrs: true }>(data: A, options: Given<O, ResizeOptions>): [output: Made<Asked<O, DtypeOf<A>>, [A], O>, attrs: Made<'int32', [A], O>]
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
  resize<A extends DataNode, O extends ResizeOptions = None>(data: A, options?: Given<O, ResizeOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
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
  resizeCropMirror<A extends DataNode, O extends ResizeCropMirrorOptions = None>(data: A, options?: Given<O, ResizeCropMirrorOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
  /**
   * Draws the position of a window of a given shape, so that it contains as much as possible of a region of interest: the whole region if it is smaller than the window, else the window lies in it. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.
   *
   * Source: NVIDIA DALI, documentation of fn.roi_random_crop: uniform among the positions that fit.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; neither or both of roiEnd and roiShape are given, inShape comes together with an input, lists have different numbers of values, the region has an end before its start or reaches outside the bounds, or the window is larger than the bounds).
   *
   * @returns Start of the window, one value for each of cropShape.
   */
  roiRandomCrop<O extends RoiRandomCropOptions>(options: Given<O, RoiRandomCropOptions>): Made<'int64', [], O>
  /**
   * Draws the position of a window of a given shape, so that it contains as much as possible of a region of interest: the whole region if it is smaller than the window, else the window lies in it. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.
   *
   * Source: NVIDIA DALI, documentation of fn.roi_random_crop: uniform among the positions that fit.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; neither or both of roiEnd and roiShape are given, inShape comes together with an input, lists have different numbers of values, the region has an end before its start or reaches outside the bounds, or the window is larger than the bounds).
   *
   * @param data The window stays within the bounds of this input, whose values are not read; its first dimensions count.
   *
   * @returns Start of the window, one value for each of cropShape.
   */
  roiRandomCrop<A extends DataNode, O extends RoiRandomCropOptions>(data: A, options: Given<O, RoiRandomCropOptions>): Made<'int64', [A], O>
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
  rotate<A extends DataNode, O extends RotateOptions>(input: A, options: Given<O, RotateOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
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
  saturation<A extends DataNode, O extends SaturationOptions = None>(input: A, options?: Given<O, SaturationOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
  segmentation: {
    /**
     * Draws the position of a pixel in a mask, uniformly: of any pixel, or of a foreground pixel where there is one. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.
     *
     * Source: uniform among the pixels, or among those above a threshold or of a value.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; value and threshold are given together), INVALID_INPUT (the mask has no pixels, or a dtype that the operator does not take).
     *
     * @param mask Integers, bool or float32 of any shape.
     *
     * @returns The position: an index for each dimension of the mask.
     */
    randomMaskPixel<A extends DataNode, O extends SegmentationRandomMaskPixelOptions = None>(mask: A, options?: Given<O, SegmentationRandomMaskPixelOptions>): Made<'int64', [A], O>
    /**
     * Draws an object of a mask and gives its bounding box: first a class, then one of its objects, which are the pixels of that label that touch along an edge (in space: along a face). Without an object that fits it is the box of the whole mask. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.
     *
     * Source: NVIDIA DALI, documentation of fn.segmentation.random_object_bbox; objects are found by disjoint sets (Rosenfeld and Pfaltz, "Sequential operations in digital picture processing", 1966).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; background is one of the classes, ignoreClass comes together with classes, classWeights or outputClass, classes and classWeights differ in number, a weight is negative, kLargest is below 1, or threshold has a wrong number of values), INVALID_INPUT (the mask has no dimensions or more than 6, or a dtype that the operator does not take).
     *
     * @param mask Labels: uint8, int8, uint16, int16, uint32, int32 or bool, 1 to 6 dimensions.
     *
     * @returns Start of the box, an index for each dimension; with format 'box' start and end in one. Label of the object, or the background's where it is the box of the whole mask; shape [].
     */
    randomObjectBBox<A extends DataNode, O extends SegmentationRandomObjectBBoxOptions & { format: 'box' } & { outputClass: true }>(mask: A, options: Given<O, SegmentationRandomObjectBBoxOptions>): [anchor: Made<'int32', [A], O>, objectClass: Made<'int32', [A], O>]
    /**
     * Draws an object of a mask and gives its bounding box: first a class, then one of its objects, which are the pixels of that label that touch along an edge (in space: along a face). Without an object that fits it is the box of the whole mask. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.
     *
     * Source: NVIDIA DALI, documentation of fn.segmentation.random_object_bbox; objects are found by disjoint sets (Rosenfeld and Pfaltz, "Sequential operations in digital picture processing", 1966).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; background is one of the classes, ignoreClass comes together with classes, classWeights or outputClass, classes and classWeights differ in number, a weight is negative, kLargest is below 1, or threshold has a wrong number of values), INVALID_INPUT (the mask has no dimensions or more than 6, or a dtype that the operator does not take).
     *
     * @param mask Labels: uint8, int8, uint16, int16, uint32, int32 or bool, 1 to 6 dimensions.
     *
     * @returns Start of the box, an index for each dimension; with format 'box' start and end in one. Shape of the box, or with format 'start_end' its end, exclusive. Label of the object, or the background's where it is the box of the whole mask; shape [].
     */
    randomObjectBBox<A extends DataNode, O extends SegmentationRandomObjectBBoxOptions & { outputClass: true }>(mask: A, options: Given<O, SegmentationRandomObjectBBoxOptions>): [anchor: Made<'int32', [A], O>, shape: Made<'int32', [A], O>, objectClass: Made<'int32', [A], O>]
    /**
     * Draws an object of a mask and gives its bounding box: first a class, then one of its objects, which are the pixels of that label that touch along an edge (in space: along a face). Without an object that fits it is the box of the whole mask. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.
     *
     * Source: NVIDIA DALI, documentation of fn.segmentation.random_object_bbox; objects are found by disjoint sets (Rosenfeld and Pfaltz, "Sequential operations in digital picture processing", 1966).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; background is one of the classes, ignoreClass comes together with classes, classWeights or outputClass, classes and classWeights differ in number, a weight is negative, kLargest is below 1, or threshold has a wrong number of values), INVALID_INPUT (the mask has no dimensions or more than 6, or a dtype that the operator does not take).
     *
     * @param mask Labels: uint8, int8, uint16, int16, uint32, int32 or bool, 1 to 6 dimensions.
     *
     * @returns Start of the box, an index for each dimension; with format 'box' start and end in one.
     */
    randomObjectBBox<A extends DataNode, O extends SegmentationRandomObjectBBoxOptions & { format: 'box' }>(mask: A, options: Given<O, SegmentationRandomObjectBBoxOptions>): Made<'int32', [A], O>
    /**
     * Draws an object of a mask and gives its bounding box: first a class, then one of its objects, which are the pixels of that label that touch along an edge (in space: along a face). Without an object that fits it is the box of the whole mask. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own.
     *
     * Source: NVIDIA DALI, documentation of fn.segmentation.random_object_bbox; objects are found by disjoint sets (Rosenfeld and Pfaltz, "Sequential operations in digital picture processing", 1966).
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; background is one of the classes, ignoreClass comes together with classes, classWeights or outputClass, classes and classWeights differ in number, a weight is negative, kLargest is below 1, or threshold has a wrong number of values), INVALID_INPUT (the mask has no dimensions or more than 6, or a dtype that the operator does not take).
     *
     * @param mask Labels: uint8, int8, uint16, int16, uint32, int32 or bool, 1 to 6 dimensions.
     *
     * @returns Start of the box, an index for each dimension; with format 'box' start and end in one. Shape of the box, or with format 'start_end' its end, exclusive.
     */
    randomObjectBBox<A extends DataNode, O extends SegmentationRandomObjectBBoxOptions = None>(mask: A, options?: Given<O, SegmentationRandomObjectBBoxOptions>): [anchor: Made<'int32', [A], O>, shape: Made<'int32', [A], O>]
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
    selectMasks<A extends DataNode, B extends DataNode, C extends DataNode, O extends SegmentationSelectMasksOptions = None>(maskIds: A, polygons: B, vertices: C, options?: Given<O, SegmentationSelectMasksOptions>): [polygons: Made<'int32', [A, B, C], O>, vertices: Made<DType, [A, B, C], O>]
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
  sequenceRearrange<A extends DataNode, O extends SequenceRearrangeOptions>(data: A, options: Given<O, SequenceRearrangeOptions>): Made<DtypeOf<A>, [A], O>
  /**
   * The shape of each sample.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
   *
   * @param data Tensor of any dtype and layout. Its elements are not read.
   *
   * @returns The extents, of dtype `dtype` and shape [number of axes].
   */
  shapes<A extends DataNode, O extends ShapesOptions = None>(data: A, options?: Given<O, ShapesOptions>): Made<Asked<O, 'int64'>, [A], O>
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
  sharpness<A extends DataNode, O extends SharpnessOptions = None>(input: A, options?: Given<O, SharpnessOptions>): Made<DtypeOf<A>, [A], O>
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
  slice<A extends DataNode, O extends SliceOptions = None>(data: A, options?: Given<O, SliceOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
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
  slice<A extends DataNode, B extends DataNode, O extends SliceOptions = None>(data: A, anchor: B, options?: Given<O, SliceOptions>): Made<Asked<O, DtypeOf<A>>, [A, B], O>
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
  slice<A extends DataNode, B extends DataNode, C extends DataNode, O extends SliceOptions = None>(data: A, anchor: B, shape: C, options?: Given<O, SliceOptions>): Made<Asked<O, DtypeOf<A>>, [A, B, C], O>
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
  solarize<A extends DataNode, O extends SolarizeOptions = None>(input: A, options?: Given<O, SolarizeOptions>): Made<DtypeOf<A>, [A], O>
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
  spectrogram<A extends DataNode, O extends SpectrogramOptions = None>(signal: A, options?: Given<O, SpectrogramOptions>): Made<'float32', [A], O>
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
  sphere<A extends DataNode, O extends SphereOptions = None>(input: A, options?: Given<O, SphereOptions>): Made<DtypeOf<A>, [A], O>
  /**
   * Removes dimensions of extent 1. No bytes are copied.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; neither axes nor axisNames is given, or both, or an axis is outside of the input or named twice), INVALID_INPUT (a dimension to remove has another extent than 1, or the layout lacks an axis of axisNames).
   *
   * @param data Tensor of any dtype and layout.
   *
   * @returns The elements without these dimensions, and without their letters in the layout.
   */
  squeeze<A extends DataNode, O extends SqueezeOptions = None>(data: A, options?: Given<O, SqueezeOptions>): Made<DtypeOf<A>, [A], O>
  /**
   * Joins tensors of equal shapes along a new axis.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the output has no such axis, or axisName is no single letter), INVALID_INPUT (the inputs differ in dtype or shape, have 6 dimensions, or axisName is given and they have no layout).
   *
   * @returns The inputs along the new axis. It has a layout if axisName is given.
   */
  stack<Rest extends readonly [DataNode, ...DataNode[]]>(...inputs: Rest): Made<DtypeOf<Rest[0]>, [...Rest], None>
  /**
   * Joins tensors of equal shapes along a new axis.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the output has no such axis, or axisName is no single letter), INVALID_INPUT (the inputs differ in dtype or shape, have 6 dimensions, or axisName is given and they have no layout).
   *
   * @returns The inputs along the new axis. It has a layout if axisName is given.
   */
  stack<Rest extends readonly [DataNode, ...DataNode[]], const O extends StackOptions>(...given: [...inputs: Rest, options: Given<O, StackOptions>]): Made<DtypeOf<Rest[0]>, [...Rest], O>
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
  tensorResize<A extends DataNode, O extends TensorResizeOptions = None>(input: A, options?: Given<O, TensorResizeOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
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
  toDecibels<A extends DataNode, O extends ToDecibelsOptions = None>(data: A, options?: Given<O, ToDecibelsOptions>): Made<'float32', [A], O>
  transforms: {
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
    combine<A extends DataNode, Rest extends readonly [DataNode, ...DataNode[]]>(first: A, ...transforms: Rest): Made<'float32', [A, ...Rest], None>
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
    combine<A extends DataNode, Rest extends readonly [DataNode, ...DataNode[]], const O extends TransformsCombineOptions>(first: A, ...given: [...transforms: Rest, options: Given<O, TransformsCombineOptions>]): Made<'float32', [A, ...Rest], O>
    /**
     * Makes the affine transform that maps the box from fromStart to fromEnd onto the box from toStart to toEnd, or combines it with the input.
     *
     * Source: NVIDIA DALI, documentation of fn.transforms.crop: scale (toEnd - toStart) / (fromEnd - fromStart), and fromStart goes to toStart.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; the arguments have different numbers of values, or a side of the box has no length), INVALID_INPUT (the input is no float32 tensor of shape (n, n + 1), or has another number of dimensions than the arguments).
     *
     * @returns The transform: float32, shape (n, n + 1), the offset in the last column.
     */
    crop<O extends TransformsCropOptions = None>(options?: Given<O, TransformsCropOptions>): Made<'float32', [], O>
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
    crop<A extends DataNode, O extends TransformsCropOptions = None>(transform: A, options?: Given<O, TransformsCropOptions>): Made<'float32', [A], O>
    /**
     * Makes an affine transform that rotates by an angle: in the plane, or in space around an axis. Or combines it with the input.
     *
     * Source: Rodrigues' rotation formula for the rotation around an axis, counter-clockwise as NVIDIA DALI documents it for fn.transforms.rotation.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; axis or center has a wrong number of values, or the axis has no length), INVALID_INPUT (the input is no float32 tensor of shape (n, n + 1), or has another number of dimensions than the arguments).
     *
     * @returns The transform: float32, shape (n, n + 1), the offset in the last column.
     */
    rotation<O extends TransformsRotationOptions>(options: Given<O, TransformsRotationOptions>): Made<'float32', [], O>
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
    rotation<A extends DataNode, O extends TransformsRotationOptions>(transform: A, options: Given<O, TransformsRotationOptions>): Made<'float32', [A], O>
    /**
     * Makes an affine transform that scales along the axes, or combines it with the input.
     *
     * Source: NVIDIA DALI, documentation of fn.transforms.scale: a diagonal matrix.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; scale or center has a wrong number of values), INVALID_INPUT (the input is no float32 tensor of shape (n, n + 1), or has another number of dimensions than the arguments).
     *
     * @returns The transform: float32, shape (n, n + 1), the offset in the last column.
     */
    scale<O extends TransformsScaleOptions>(options: Given<O, TransformsScaleOptions>): Made<'float32', [], O>
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
    scale<A extends DataNode, O extends TransformsScaleOptions>(transform: A, options: Given<O, TransformsScaleOptions>): Made<'float32', [A], O>
    /**
     * Makes an affine transform that shears in two or three dimensions, or combines it with the input.
     *
     * Source: NVIDIA DALI, documentation of fn.transforms.shear: factors of the off-diagonal elements, row by row, or the tangents of angles.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; neither or both of shear and angles are given, they or center have a wrong number of values, or an angle lies outside of -90 to 90), INVALID_INPUT (the input is no float32 tensor of shape (n, n + 1), or has another number of dimensions than the arguments).
     *
     * @returns The transform: float32, shape (n, n + 1), the offset in the last column.
     */
    shear<O extends TransformsShearOptions = None>(options?: Given<O, TransformsShearOptions>): Made<'float32', [], O>
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
    shear<A extends DataNode, O extends TransformsShearOptions = None>(transform: A, options?: Given<O, TransformsShearOptions>): Made<'float32', [A], O>
    /**
     * Makes an affine transform that moves by an offset, or combines it with the input.
     *
     * Source: NVIDIA DALI, documentation of fn.transforms.translation: the identity with an offset.
     *
     * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; offset has more than 6 values), INVALID_INPUT (the input is no float32 tensor of shape (n, n + 1), or has another number of dimensions than the arguments).
     *
     * @returns The transform: float32, shape (n, n + 1), the offset in the last column.
     */
    translation<O extends TransformsTranslationOptions>(options: Given<O, TransformsTranslationOptions>): Made<'float32', [], O>
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
    translation<A extends DataNode, O extends TransformsTranslationOptions>(transform: A, options: Given<O, TransformsTranslationOptions>): Made<'float32', [A], O>
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
  transpose<A extends DataNode, O extends TransposeOptions = None>(input: A, options?: Given<O, TransposeOptions>): Made<DtypeOf<A>, [A], O>
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
  warpAffine<A extends DataNode, O extends WarpAffineOptions = None>(data: A, options?: Given<O, WarpAffineOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
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
  warpAffine<A extends DataNode, B extends DataNode, O extends WarpAffineOptions = None>(data: A, matrix: B, options?: Given<O, WarpAffineOptions>): Made<Asked<O, DtypeOf<A>>, [A, B], O>
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
  water<A extends DataNode, O extends WaterOptions = None>(input: A, options?: Given<O, WaterOptions>): Made<DtypeOf<A>, [A], O>
  /**
   * Gives a tensor of zeros.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value; layout has another number of letters than shape has values).
   *
   * @returns The tensor, of shape `shape`, dtype `dtype` and layout `layout`.
   */
  zeros<O extends ZerosOptions = None>(options?: Given<O, ZerosOptions>): Made<Asked<O, 'int32'>, [], O>
  /**
   * Gives a tensor of zeros with the shape of another one.
   *
   * Errors: INVALID_ARGUMENT (an argument has a wrong name, type or value).
   *
   * @param shapeLike The output takes the shape and layout of this input; its values are not read.
   *
   * @returns The tensor, in the input's shape and layout. Dtype: `dtype`, else the input's.
   */
  zerosLike<A extends DataNode, O extends ZerosLikeOptions = None>(shapeLike: A, options?: Given<O, ZerosLikeOptions>): Made<Asked<O, DtypeOf<A>>, [A], O>
}
