// The steps of an image processor as calls of operators. One implementation serves the graph (fn, math) and imperative mode.
//
// Sizes are computed per sample with math, in whole numbers, so that they are exact. Filters follow the image library
// of @huggingface/transformers, libvips, which measures positions from the centre of the first pixel: output pixel i
// is input position i * scale. Its bilinear and bicubic filters do not widen when an image shrinks, and take pixels
// outside the image as black.
import type { HeightWidth, ImageSteps, Target } from './image-config.js'

/** The operators that are used, of `fn` or of imperative mode. V: DataNode, or Batch. */
export interface Operators<V> {
  readonly decoders: { image(encoded: V, options: object): V }
  peekImageShape(encoded: V, options?: object): V
  cast(value: V, options: object): V
  slice(value: V, options: object): V
  crop(image: V, options: object): V
  resize(image: V, options: object): V
  warpAffine(image: V, options: object): V
  cropMirrorNormalize(image: V, options: object): V
}

type Operation = 'add' | 'sub' | 'mul' | 'div' | 'floorDiv' | 'min' | 'max' | 'lt'

export type Arithmetic<V> = Readonly<Record<Operation, (a: V | number, b: V | number) => V>> & {
  constant(values: readonly number[], dtype: 'float32'): V
}

export interface Library<V> {
  readonly ops: Operators<V>
  readonly math: Arithmetic<V>
}

/** An image, and its height and width as int64 values of the graph. */
interface Image<V> {
  pixels: V
  size: V
}

const float = { dtype: 'float32' }
const part = <V>({ ops }: Library<V>, values: V, from: number, count = 1) =>
  ops.slice(values, { start: [from], shape: [count], axes: [0] })

/** Height and width after resizing, and as an argument of operators. */
function targetSize<V>(library: Library<V>, size: V, target: Target): { extents: V; argument: V | number[] } {
  const { ops, math } = library
  if ('height' in target) {
    const argument = [target.height, target.width]
    return { extents: math.constant(argument, 'float32'), argument }
  }
  const sides = [part(library, size, 0), part(library, size, 1)] as const
  const reference = target.of === 'shorter' ? math.min(...sides) : math.max(...sides)
  // The library rounds to two decimals, and then down: floor(edge * size / reference + 0.005).
  const scaled = math.add(math.mul(size, 200 * target.edge), reference)
  const extents = ops.cast(math.floorDiv(scaled, math.mul(reference, 200)), float)
  return { extents, argument: extents }
}

/** Input pixels per output pixel, for height and width. */
const scaleOf = <V>({ ops, math }: Library<V>, size: V, extents: V) =>
  math.div(ops.cast(size, { dtype: 'float64' }), extents)

/** Bilinear and nearest neighbour: output pixel i is input position i * scale. */
function sampled<V>(library: Library<V>, { pixels, size }: Image<V>, target: Target, linear: boolean): V {
  const { ops, math } = library
  const { extents, argument } = targetSize(library, size, target)
  const scale = scaleOf(library, size, extents)
  const [y, x] = [part(library, scale, 0), part(library, scale, 1)]
  // In warpAffine, pixel centres lie at halves, and the nearest pixel is the one that a position lies in. libvips rounds
  // positions of pixels down, so the position may be anywhere in that pixel: a thousandth keeps it off the border.
  const centre = linear ? 0.5 : 0.001
  const rows = math.add(
    math.mul(x, math.constant([1, 0, -0.5, 0, 0, 0], 'float32')),
    math.mul(y, math.constant([0, 0, 0, 0, 1, -0.5], 'float32')),
  )
  const matrix = ops.cast(math.add(rows, math.constant([0, 0, centre, 0, 0, centre], 'float32')), float)
  return ops.warpAffine(pixels, { size: argument, matrix, interpType: linear ? 'linear' : 'nn', fillValue: 0 })
}

/** Resizes a region that begins at `start`, in pixels, and is `scale` times as large as the output. */
function region<V>({ ops, math }: Library<V>, pixels: V, start: V, scale: V, extents: V, argument: V | number[]): V {
  const end = math.add(start, math.mul(scale, extents))
  return ops.resize(pixels, {
    ...{ size: argument, interpType: 'cubic', antialias: false },
    ...{ roiStart: ops.cast(start, float), roiEnd: ops.cast(end, float) },
  })
}

/** Bicubic: output pixel i is input position i * scale, and the border is black. */
function bicubic<V>(library: Library<V>, { pixels, size }: Image<V>, target: Target): V {
  const { ops, math } = library
  const { extents, argument } = targetSize(library, size, target)
  const scale = scaleOf(library, size, extents)
  // The filter is four pixels wide.
  const border = 2
  const framed = ops.slice(pixels, {
    ...{ start: [-border, -border], end: math.add(size, border), axes: [0, 1], outOfBoundsPolicy: 'pad' },
  })
  const start = math.add(math.mul(scale, -0.5), 0.5 + border)
  return region(library, framed, start, scale, extents, argument)
}

/**
 * Lanczos: axes that shrink are resampled with a widened filter. If an axis grows, libvips then resamples both axes with
 * a bicubic filter, half an input pixel off.
 */
function lanczos<V>(library: Library<V>, { pixels, size }: Image<V>, target: Target): V {
  const { ops, math } = library
  const { extents, argument } = targetSize(library, size, target)
  const between = ops.cast(math.min(size, extents), float)
  const small = ops.resize(pixels, { size: between, interpType: 'lanczos3', antialias: true })
  const scale = scaleOf(library, between, extents)
  const larger = math.lt(math.min(part(library, scale, 0), part(library, scale, 1)), 1)
  // As a number: 1 if an axis grows, else 0.
  const start = math.mul(math.mul(ops.cast(larger, float), scale), -0.5)
  return region(library, small, start, scale, extents, argument)
}

function resized<V>(library: Library<V>, image: Image<V>, { target, filter }: NonNullable<ImageSteps['resize']>): V {
  if (filter === 'lanczos') return lanczos(library, image, target)
  if (filter === 'bicubic') return bicubic(library, image, target)
  return sampled(library, image, target, filter === 'bilinear')
}

/** A centre crop, with a border around an image that is smaller. */
const window = ({ height, width }: HeightWidth) => ({
  ...{ crop: [height, width], outOfBoundsPolicy: 'pad', rounding: 'truncate' },
})

/**
 * Decodes and preprocesses images: float32, CHW. `shape`: what peekImageShape gave for them, where it is known already.
 */
export function preprocessed<V>(library: Library<V>, encoded: V, steps: ImageSteps, shape?: V): V {
  const { ops } = library
  const { colors, resize, crops, mean, std } = steps
  let pixels = ops.decoders.image(encoded, { outputType: colors, jpegFancyUpsampling: true })
  if (resize) {
    const size = part(library, shape ?? ops.peekImageShape(encoded), 0, 2)
    pixels = resized(library, { pixels, size }, resize)
  }
  for (const crop of crops.slice(0, -1)) pixels = ops.crop(pixels, window(crop))
  const last = crops.at(-1)
  // The border is black before it is normalised.
  const black = mean.map((m, i) => -m / (std[i] ?? std[0]!))
  const border = last && { ...window(last), fillValues: black }
  return ops.cropMirrorNormalize(pixels, { ...border, mean: [...mean], std: [...std], outputLayout: 'CHW' })
}
