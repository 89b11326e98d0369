// Steps that families share: their rules of sizes, from a config.
import { invalidArgument, unsupported } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { Config, SizeFields } from './config.js'
import type { Of, Output, Planned, Program, Resample, Size, Step } from './program.js'
import { centre, edges, fitted, shortestEdge } from './sizes.js'
import { tableOf, valuesOf } from './values.js'

const pillow = [
  { interpType: 'nn' },
  { interpType: 'lanczos3' },
  { interpType: 'linear' },
  { interpType: 'cubic' },
  { matchFilter: 'box' },
  { matchFilter: 'hamming' },
]
// torchvision has neither of Pillow's last two for tensors.
const torchvision = [{ matchFilter: 'nearest_exact' }, ...pillow.slice(1, 4)]

/** The arguments of a resize with the class's filter. `float`: pixels are numbers. */
export function resampleOf({ backend, resample = 2 }: Config, float = false): Resample {
  if (backend === 'pil') return { ...pillow[resample], match: 'pillow' }
  const filter = torchvision[resample]
  if (filter && !(float && resample === 1)) return { ...filter, match: 'torchvision' }
  throw unsupported(
    `Expected a resample that torchvision has for tensors in the image processor's config but received ${resample}`,
    "Choose backend: 'pil'",
  )
}

export const badSize = (size: SizeFields | undefined, keys: string, field = 'size') =>
  invalidArgument(`Expected ${field} with ${keys} in the image processor's config but received ${shown(size)}`)

export function exactSize(size: SizeFields | undefined, field = 'size'): Size {
  if (size?.height && size.width) return { height: size.height, width: size.width }
  throw badSize(size, 'height and width', field)
}

/** The resize of most classes: exactly, by the shorter side, or into limits. */
export function sizeRule({ size }: Config): Of<Size> {
  const { shortest_edge: edge, longest_edge: most, max_height, max_width } = size ?? {}
  if (edge && most) return (at) => edges(at, edge, most)
  if (edge) return (at) => shortestEdge(at, edge)
  if (max_height && max_width) return (at) => fitted(at, max_height, max_width)
  if (size?.height && size.width) return exactSize(size)
  throw badSize(size, 'height and width, shortest_edge, or max_height and max_width')
}

export const centreCrop = (config: Config, size: Size): Step => ({
  window: (at) => centre(at, size, config.backend === 'pil'),
})

export const resized = (config: Config, rule: (config: Config) => Of<Size> = sizeRule): Step[] =>
  config.do_resize ? [{ resize: rule(config) }] : []

export const cropped = (config: Config): Step[] =>
  config.do_center_crop ? [centreCrop(config, exactSize(config.crop_size, 'crop_size'))] : []

/** Values of a program whose pixels are numbers behind the steps of all views. */
export function pixelsFirst(config: Config): Program['values'] {
  const values = valuesOf(config)
  return { common: 'table' in values && values.table ? values.table : tableOf((byte) => byte) }
}

/** Zeros below and to the right, up to pad_size or the largest image of the batch. */
export function padded(size: SizeFields | undefined): NonNullable<Program['pad']> {
  if (!size) return { axes: [1, 2], shape: [-1, -1] }
  const { height, width } = exactSize(size, 'pad_size')
  return { axes: [1, 2], shape: [height, width] }
}

export const pixelValues = [{ name: 'pixel_values', kind: 'values' }] as const

/** One image, one tensor of planes: resized, cropped, as numbers, padded. */
export function planes(config: Config, steps: readonly Step[], more: Partial<Program> = {}): Program {
  return {
    resample: resampleOf(config),
    values: valuesOf(config),
    steps,
    views: [{ steps: [] }],
    outputs: pixelValues,
    ...more,
  }
}

/** An output [height, width] of each image. */
export const sizeFact = (name: string, of: (planned: Planned) => Size): Output => ({
  ...{ name, kind: 'fact' as const, dtype: 'int64' as const },
  of: (planned) => {
    const { height, width } = of(planned)
    return [height, width]
  },
})
