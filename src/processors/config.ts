// The content of a preprocessor_config.json, checked against the fields of its class: each has a kind, what is missing or
// null is the class's default, and what is unknown is refused.
import { invalidArgument, unsupported } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { PipelineError } from '../errors.js'

/** Which of the two classes of a name: the one that works on tensors, or the one on Pillow's images. */
export type Backend = 'torchvision' | 'pil'

export type SizeFields = Readonly<
  Partial<
    Record<
      | ('height' | 'width' | 'longest_edge' | 'shortest_edge')
      | ('max_height' | 'max_width' | 'min_pixels' | 'max_pixels'),
      number
    >
  >
>

/** The sets of keys that the library takes. */
const sizeSets = [
  ...['height width', 'shortest_edge', 'longest_edge shortest_edge', 'longest_edge'],
  ...['max_height max_width', 'max_pixels min_pixels'],
]

/** The config with the defaults of its class. Fields of a family stand beside these. */
export interface Config {
  /** Of the class, without ImageProcessor. */
  readonly name: string
  readonly backend: Backend
  readonly do_resize: boolean
  readonly size: SizeFields | undefined
  readonly resample: number
  readonly do_center_crop: boolean
  readonly crop_size: SizeFields | undefined
  readonly do_rescale: boolean
  readonly rescale_factor: number
  readonly do_normalize: boolean
  /** One per channel. */
  readonly image_mean: readonly number[] | undefined
  readonly image_std: readonly number[] | undefined
  readonly do_pad: boolean
  readonly pad_size: SizeFields | undefined
  readonly [field: string]: unknown
}

/** How a field is read: gives its value, or undefined for one that it cannot have. */
type Kind = (given: unknown, square: boolean) => unknown

const whole = (x: unknown): x is number => Number.isInteger(x) && (x as number) > 0
const finite = (x: unknown): x is number => typeof x === 'number' && Number.isFinite(x)

function sizeOf(given: unknown, isSquare: boolean): SizeFields | undefined {
  if (whole(given)) return isSquare ? { height: given, width: given } : { shortest_edge: given }
  if (Array.isArray(given)) {
    const [height, width] = given as unknown[]
    return given.length === 2 && whole(height) && whole(width) ? { height, width } : undefined
  }
  if (typeof given !== 'object' || given === null) return undefined
  const entries = Object.entries(given).filter(([, value]) => value !== null)
  const keys = entries.map(([key]) => key)
  const known = sizeSets.includes([...keys].sort().join(' '))
  return known && entries.every(([, value]) => whole(value)) ? Object.fromEntries(entries) : undefined
}

/** Filters by Pillow's number. */
const filters = ['nearest', 'lanczos', 'bilinear', 'bicubic', 'box', 'hamming']

export const kinds = {
  bool: (x) => (typeof x === 'boolean' ? x : undefined),
  count: (x) => (whole(x) ? x : undefined),
  text: (x) => (typeof x === 'string' ? x : undefined),
  integer: (x) => (Number.isSafeInteger(x) ? x : undefined),
  number: (x) => (finite(x) ? x : undefined),
  /** One number for all channels, or one for each. */
  channels: (x) => {
    if (finite(x)) return [x, x, x]
    return Array.isArray(x) && x.length === 3 && x.every(finite) ? x : undefined
  },
  size: sizeOf,
  filter: (x) => {
    const at = typeof x === 'string' ? filters.indexOf(x.toLowerCase()) : x
    return Number.isInteger(at) && (at as number) in filters ? at : undefined
  },
  /** [height, width] pairs. */
  sizes: (x) =>
    Array.isArray(x) && x.length && x.every((p) => Array.isArray(p) && p.length === 2 && p.every(whole))
      ? x
      : undefined,
  /** The value does not change what a processor gives for images alone. */
  unused: (x) => x,
} satisfies Record<string, Kind>

const expected: Record<keyof typeof kinds, string> = {
  bool: 'true or false',
  count: 'a whole number above 0',
  text: 'a text',
  integer: 'a whole number',
  number: 'a number',
  channels: 'a number, or a list of one for each of 3 channels',
  size: `a number, [height, width], or an object with the keys ${sizeSets.map((set) => set.replace(' ', ' and ')).join('; or ')}`,
  filter: `0 to 5, or one of ${filters.join(', ')}`,
  sizes: 'a list of [height, width] pairs',
  unused: 'anything',
}

export type Fields = Readonly<Record<string, keyof typeof kinds>>

/** Fields that every class has. */
const common: Fields = {
  do_resize: 'bool',
  size: 'size',
  resample: 'filter',
  do_center_crop: 'bool',
  crop_size: 'size',
  do_rescale: 'bool',
  rescale_factor: 'number',
  do_normalize: 'bool',
  image_mean: 'channels',
  image_std: 'channels',
  do_pad: 'bool',
  pad_size: 'size',
  // Images are RGB when they come.
  do_convert_rgb: 'bool',
  default_to_square: 'bool',
  ...Object.fromEntries(
    [
      ...['image_processor_type', 'feature_extractor_type', 'processor_class', 'auto_map', '_valid_processor_keys'],
      ...['transformers_version', '_commit_hash', 'name_or_path', 'device', 'disable_grouping', 'return_tensors'],
      ...['input_data_format', 'image_seq_length'],
    ].map((name) => [name, 'unused' as const]),
  ),
}

/** A class of image processors: what it is called, its defaults, and the fields that it has of its own. */
export interface ImageClass {
  readonly name: string
  readonly defaults: Readonly<Record<string, unknown>>
  readonly fields?: Fields
}

const fault = (field: string, kind: keyof typeof kinds, given: unknown): PipelineError =>
  invalidArgument(
    `Expected ${expected[kind]} for ${field} of the image processor's config but received ${shown(given)}`,
  )

/** Values of fields that would change what comes out, and have no counterpart. */
function checkFixed(config: Readonly<Record<string, unknown>>): void {
  const format = config.data_format
  if (format === undefined || format === null || format === 'channels_first') return
  throw unsupported(
    `Expected 'channels_first' for data_format of the image processor's config but received ${shown(format)}`,
  )
}

function checkTogether(config: Config): void {
  const missing = (field: string, because: string) =>
    invalidArgument(`Expected ${field} in the image processor's config, because ${because} is true`)
  if (config.do_normalize && !config.image_mean) throw missing('image_mean', 'do_normalize')
  if (config.do_normalize && !config.image_std) throw missing('image_std', 'do_normalize')
  if (config.do_center_crop && !config.crop_size) throw missing('crop_size', 'do_center_crop')
}

/** Errors: INVALID_ARGUMENT, for a value that its field cannot have; UNSUPPORTED, for a field that the class does not have. */
export function resolved(
  { name, defaults, fields = {} }: ImageClass,
  given: Readonly<Record<string, unknown>>,
  backend: Backend,
): Config {
  checkFixed(given)
  const known: Fields = { ...common, ...fields }
  const own = new Map(Object.entries(given).filter(([, value]) => value !== null && value !== undefined))
  own.delete('data_format')
  for (const [field, value] of own) {
    if (Object.hasOwn(known, field)) continue
    throw unsupported(
      `Expected fields of ${name}ImageProcessor in the image processor's config but received ${field}: ${shown(value)}`,
      `Remove the field if it does not change what ${name}ImageProcessor of Python's transformers gives`,
    )
  }
  const isSquare = (own.get('default_to_square') ?? defaults.default_to_square ?? true) as boolean
  const read = (field: string, kind: keyof typeof kinds) => {
    // crop_size and pad_size of one number are squares.
    const value = own.get(field) ?? defaults[field]
    if (value === undefined || value === null) return undefined
    const made = (kinds[kind] as Kind)(value, isSquare || field !== 'size')
    if (made === undefined) throw fault(field, kind, value)
    return made
  }
  const values = Object.entries(known).map(([field, kind]) => [field, read(field, kind)])
  const config = {
    rescale_factor: 1 / 255,
    ...Object.fromEntries(values.filter(([, v]) => v !== undefined)),
    name,
    backend,
  }
  checkTogether(config as Config)
  return config as Config
}
