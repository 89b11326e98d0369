// The JSON of a preprocessor_config.json, checked, as the steps that an image goes through. Meanings and defaults are those
// of the image processors of @huggingface/transformers for JavaScript; what they would do differently is refused.
import { invalidArgument, unsupported } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { PipelineError } from '../errors.js'

/** Height and width in pixels. */
export interface HeightWidth {
  height: number
  width: number
}

/**
 * The fields of a `preprocessor_config.json` that are followed. Other fields are ignored, unless they change pixels: those
 * are refused with UNSUPPORTED.
 */
export interface PreprocessorConfig {
  /** Class of the image processor, such as 'ViTImageProcessor'. Default: one without peculiarities. */
  image_processor_type?: string
  /** Older name of `image_processor_type`. */
  feature_extractor_type?: string
  /** Whether to resize. Default: true if there is a `size`. */
  do_resize?: boolean | null
  /**
   * `{ height, width }`: exactly that. `{ shortest_edge }`: the shorter side gets that length, and the aspect ratio is
   * kept. `{ longest_edge }`, also beside `shortest_edge`, and a number: the same for the longer side; beside a number,
   * `max_size` takes its place.
   */
  size?: number | Partial<HeightWidth & { shortest_edge: number; longest_edge: number }> | null
  max_size?: number | null
  /** Part of the resized image that ConvNext's centre crop keeps. Default: 224 / 256. */
  crop_pct?: number | null
  /** 0 or 'nearest', 1 or 'lanczos', 2 or 'bilinear' (default), 3 or 'bicubic'; 4 and 5 are bilinear. */
  resample?: number | string | null
  /** Whether to cut out the centre; a smaller image gets a black border. Default: false. */
  do_center_crop?: boolean | null
  crop_size?: number | HeightWidth | null
  /** Whether to multiply by `rescale_factor` (default: 1 / 255). Default: true. */
  do_rescale?: boolean | null
  rescale_factor?: number | null
  /** Whether to subtract `image_mean` and divide by `image_std`. Default: false. */
  do_normalize?: boolean | null
  /** One number, or one per channel. */
  image_mean?: number | readonly number[] | null
  image_std?: number | readonly number[] | null
  /** Whether to make RGB of all images. Default: true. */
  do_convert_rgb?: boolean | null
  /** Whether the channels come as blue, green, red. Default: false. */
  do_flip_channel_order?: boolean | null
  [field: string]: unknown
}

/** The size that images are resized to: given, or from the length of one side. */
export type Target = HeightWidth | { edge: number; of: 'shorter' | 'longer' }
export type Filter = 'nearest' | 'lanczos' | 'bilinear' | 'bicubic'

/** The steps of an image, in this order. */
export interface ImageSteps {
  colors: 'rgb' | 'bgr' | 'any'
  resize: { target: Target; filter: Filter } | undefined
  /** Centre crops. */
  crops: readonly HeightWidth[]
  /** Output: (pixel - mean) / std, for pixels in 0..255. */
  mean: readonly number[]
  std: readonly number[]
}

const plain = `Beit Bit CHMv2 ChineseCLIP CLIP DeiT DINOv3ViT DPT GLPN MobileNetV1 MobileNetV2 MobileNetV3 MobileNetV4 MobileViT
  Pvt Segformer Siglip ViT`
const classes = new Set(['', 'ImageProcessor', 'ConvNext', 'EfficientNet', ...plain.split(/\s+/)])

/** Filters by PIL's number. The library has neither box nor Hamming filters: it takes bilinear ones. */
const filters: readonly Filter[] = ['nearest', 'lanczos', 'bilinear', 'bicubic', 'bilinear', 'bilinear']
const filterNames = ['nearest', 'lanczos', 'bilinear', 'bicubic', 'box', 'hamming']

/** Fields that change pixels in ways that have no counterpart here, when they are set. */
const refused = ['do_thumbnail', 'do_crop_margin', 'do_pad', 'size_divisor', 'size_divisibility']

const cure = "Use the library's own image processor for this model, or write the steps as operators"

function bad(field: string, expected: string, given: unknown): PipelineError {
  return invalidArgument(
    `Expected ${expected} for ${field} of the image processor's config but received ${shown(given)}`,
  )
}

const isSide = (x: unknown): x is number => Number.isInteger(x) && (x as number) > 0 && (x as number) <= 65536

function side(field: string, given: unknown): number {
  if (!isSide(given)) throw bad(field, 'a whole number of pixels from 1 to 65536', given)
  return given
}

/** The class without 'ImageProcessor', 'FeatureExtractor' and 'Fast'. */
function classOf(config: PreprocessorConfig): string {
  const given = config.image_processor_type ?? config.feature_extractor_type ?? ''
  const name = String(given).replace(/(?<=.)(ImageProcessor|FeatureExtractor)(Fast)?$/, '')
  if (classes.has(name)) return name
  throw unsupported(
    `Expected the class of an image processor that resizes, crops and normalises for image_processor_type but received ${shown(given)}`,
    cure,
  )
}

function checkRefused(config: PreprocessorConfig): void {
  // The library reads keep_aspect_ratio only together with ensure_multiple_of.
  const fields = config.ensure_multiple_of ? [...refused, 'keep_aspect_ratio'] : refused
  for (const field of fields) {
    const value = config[field]
    if (value === undefined || value === null || value === false) continue
    throw unsupported(`Expected no ${field} in the image processor's config but received ${shown(value)}`, cure)
  }
}

function filterOf(config: PreprocessorConfig): Filter {
  const given = config.resample ?? 2
  const filter = filters[typeof given === 'number' ? given : filterNames.indexOf(given)]
  if (filter) return filter
  throw bad('resample', `0 to 5 or one of ${filterNames.join(', ')}`, given)
}

function targetOf(config: PreprocessorConfig): Target {
  const size = (config.size ?? config.image_size) as PreprocessorConfig['size']
  if (typeof size === 'number') {
    side('size', size)
    return { edge: side('max_size', config.max_size ?? size), of: 'longer' }
  }
  const { shortest_edge, longest_edge, height, width } = size ?? {}
  if (longest_edge !== undefined) return { edge: side('size.longest_edge', longest_edge), of: 'longer' }
  if (shortest_edge !== undefined) return { edge: side('size.shortest_edge', shortest_edge), of: 'shorter' }
  if (height !== undefined && width !== undefined) {
    return { height: side('size.height', height), width: side('size.width', width) }
  }
  throw bad('size', 'a number, { height, width }, { shortest_edge } or { longest_edge }', size)
}

function cropOf(config: PreprocessorConfig): HeightWidth[] {
  if (!config.do_center_crop) return []
  const size = config.crop_size
  if (typeof size === 'number') return [{ height: side('crop_size', size), width: size }]
  return [{ height: side('crop_size.height', size?.height), width: side('crop_size.width', size?.width) }]
}

/** The resize and the crop of ConvNext: below 384 pixels the centre of a larger image, else without keeping the ratio. */
function convNext(config: PreprocessorConfig): { target: Target; crops: HeightWidth[] } {
  const given = config.size ?? config.image_size
  const edge = side('size.shortest_edge', (given as { shortest_edge?: unknown } | null | undefined)?.shortest_edge)
  const square = { height: edge, width: edge }
  if (edge >= 384) return { target: square, crops: [] }
  const part = config.crop_pct ?? 224 / 256
  if (!(typeof part === 'number' && part > 0)) throw bad('crop_pct', 'a number above 0', part)
  return { target: { edge: side('size.shortest_edge', Math.floor(edge / part)), of: 'shorter' }, crops: [square] }
}

function numbers(field: string, given: unknown): number[] {
  const list = typeof given === 'number' ? [given] : given
  const ok = Array.isArray(list) && list.length > 0 && list.every((x) => typeof x === 'number' && Number.isFinite(x))
  if (!ok) throw bad(field, 'a number, or a list of one per channel', given)
  return list as number[]
}

/** Mean and standard deviation for pixels in 0..255, which include the rescaling. */
function normalization(config: PreprocessorConfig, squared: boolean): { mean: number[]; std: number[] } {
  const factor = (config.do_rescale ?? true) ? (config.rescale_factor ?? 1 / 255) : 1
  if (typeof factor !== 'number' || !(factor > 0)) throw bad('rescale_factor', 'a number above 0', factor)
  if (!config.do_normalize) return { mean: [0], std: [1 / factor] }
  const mean = numbers('image_mean', config.image_mean ?? config.mean)
  const std = numbers('image_std', config.image_std ?? config.std).map((x) => (squared ? x * x : x))
  if (std.includes(0)) throw bad('image_std', 'numbers other than 0', config.image_std ?? config.std)
  return { mean: mean.map((x) => x / factor), std: std.map((x) => x / factor) }
}

/** The steps that a config asks for. Errors: INVALID_ARGUMENT, UNSUPPORTED. */
export function imageSteps(config: PreprocessorConfig): ImageSteps {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw invalidArgument(`Expected the content of a preprocessor_config.json but received ${shown(config)}`)
  }
  const kind = classOf(config)
  checkRefused(config)
  const size = config.size ?? config.image_size
  const wanted = config.do_resize ?? (size !== undefined && size !== null)
  const byDefault = () => ({ target: targetOf(config), crops: [] as HeightWidth[] })
  const { target, crops } = !wanted ? { crops: [] } : kind === 'ConvNext' ? convNext(config) : byDefault()
  const flipped = config.do_flip_channel_order === true
  const { mean, std } = normalization(config, kind === 'EfficientNet' && config.include_top !== false)
  if (flipped && config.do_convert_rgb === false) {
    throw unsupported('Expected do_convert_rgb with do_flip_channel_order but received false', cure)
  }
  return {
    colors: flipped ? 'bgr' : (config.do_convert_rgb ?? true) ? 'rgb' : 'any',
    resize: target && { target, filter: filterOf(config) },
    crops: [...crops, ...cropOf(config)],
    mean: flipped ? [...mean].reverse() : mean,
    std: flipped ? [...std].reverse() : std,
  }
}
