// Draws cases that several operators share: operators on colours, windows of crop and slice, sizes of resize, files of
// photos.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DType } from '../../src/generated/abi.js'
import {
  type Case,
  type Difference,
  fileSamples,
  moreDtypes,
  moreLayouts,
  type Parity,
  parity,
  type Samples,
} from './cases.js'
import type { Draw } from './draw.js'

/** The call that --speed times for operators on images: 32 images of VGA size. */
export const vga = (args: Record<string, unknown>, dtype: DType = 'uint8') => ({
  speed: (d: Draw): Case => ({
    inputs: [d.tensor({ dtype, layout: 'HWC', shape: [480, 640, 3], samples: 32, smooth: true })],
    args,
  }),
})

const colourDtypes = ['uint8', 'int16', 'int32', 'float16', 'float32'] as const

/** Whether a case has a floating-point output or input, whose elements are not rounded to whole numbers. */
export const isFloating = ({ inputs, args = {} }: Case): boolean => /float/.test(`${args.dtype ?? inputs[0]?.dtype}`)

/** Operators that compute each pixel from itself alone. */
export function colour(
  makers: (d: Draw) => Readonly<Record<string, () => number>>,
  options: {
    channels?: readonly number[]
    layouts?: readonly string[]
    args?: Record<string, unknown>
  } & Partial<Parity>,
): Parity {
  const { channels = [3], layouts = ['HWC', 'FHWC', 'DHWC'], args: timed = {}, ...more } = options
  return parity({
    tolerance: { ulp: 1 },
    case: (d) => {
      const { args, argInputs } = d.arguments(makers(d))
      const dtype = d.pick(colourDtypes)
      const values = dtype.startsWith('float') ? ([-1, 2] as const) : undefined
      return {
        inputs: [d.images({ dtype, layout: d.pick(layouts), channels, most: 16, ...(values && { values }) })],
        args: { ...args, dtype: d.maybe(() => d.pick(colourDtypes)) },
        argInputs,
      }
    },
    ...vga(timed),
    ...more,
  })
}

/** Operators that compute each element from itself alone. */
export const elementwise = (makers: Parameters<typeof colour>[0], args: Record<string, unknown>): Parity =>
  colour(makers, {
    args,
    differs: [moreDtypes, moreLayouts],
    channels: [1, 2, 3, 4],
    layouts: ['HWC', 'FHWC', 'DHWC', 'FDHWC'],
  })

/** Arguments of a window for crop and its like, for images of `height` and `width`. */
export function cropArguments(d: Draw, extents: { most: number; depth?: boolean }) {
  const extent = () => (d.chance(6) ? d.float(0, extents.most) : d.int(0, extents.most))
  const position = () => d.float(0, 1)
  const { args, argInputs } = d.arguments({
    cropPosX: position,
    cropPosY: position,
    ...(extents.depth && { cropPosZ: position }),
  })
  const [way, depth] = [d.pick(['none', 'list', 'sides', 'per sample']), extents.depth ? d.int(0, 4) : 0]
  const list = () => (extents.depth && depth ? [depth, extent(), extent()] : [extent(), extent()])
  if (way === 'list') args.crop = list()
  if (way === 'sides') Object.assign(args, { cropH: extent(), cropW: extent(), ...(depth && { cropD: depth }) })
  if (way === 'per sample') {
    const both = d.list(d.batch, list)
    argInputs.crop = d.given(both)
  }
  return { args: { ...args, rounding: d.maybe(() => d.pick(['round', 'truncate'])) }, argInputs }
}

/** Filters of resize and its like. */
export function filterArguments(d: Draw) {
  const filter = () => d.pick(['nn', 'linear', 'cubic', 'lanczos3', 'triangular', 'gaussian'])
  return {
    interpType: d.maybe(filter),
    minFilter: d.chance(4) ? filter() : undefined,
    magFilter: d.chance(4) ? filter() : undefined,
    antialias: d.maybe(() => d.bool()),
    dtype: d.chance(4) ? 'float32' : undefined,
  }
}

/** Whether nearest neighbours are the filter of one direction alone. */
export function mixesNearest(args: Readonly<Record<string, unknown>>): boolean {
  const { interpType = 'linear', minFilter = interpType, magFilter = interpType } = args
  return (minFilter === 'nn') !== (magFilter === 'nn')
}

/** Whether a size or a region of resize mirrors an axis. */
function mirrors(args: Readonly<Record<string, unknown>>, argInputs: Case['argInputs'] = {}): boolean {
  const values = ['size', 'resizeX', 'resizeY'].flatMap((name) => [
    ...[args[name] ?? []].flat(),
    ...(argInputs[name]?.samples ?? []).flatMap(({ data }) => Array.from(data as Float32Array)),
  ])
  const [start, end] = [args.roiStart, args.roiEnd].map((list) => (list ?? []) as number[])
  return values.some((value) => Number(value) < 0) || start!.some((value, i) => value > end![i]!)
}

/** How far results of resize and its like may be apart. */
export const resizeTolerance: Pick<Parity, 'tolerance' | 'toleranceText'> = {
  tolerance: (c) => (isFloating(c) ? { abs: c.inputs[0]!.dtype === 'float32' ? 0.02 : 0.3, rel: 1e-4 } : { abs: 1 }),
  toleranceText: 'integers 1, floats 1e-4 of the range',
}

export const mirroredNearest: Difference = {
  when: ({ args = {}, argInputs = {} }, found) =>
    mixesNearest(args) && mirrors(args, argInputs) && !('error' in found.dali),
  reason:
    'Where an axis is mirrored by a negative size or a reversed region, and one axis alone takes nearest neighbours, DALI reads wrong pixels; penstock mirrors.',
}

/** The size that resize and its like are asked for. */
export function sizeArguments(d: Draw, options: { most: number; axes: 2 | 3 }) {
  const { most, axes } = options
  const extent = () => (d.chance(3) ? d.float(0.6, most) : d.int(1, most)) * (d.chance(8) ? -1 : 1)
  const args: Record<string, unknown> = {}
  const argInputs: Record<string, Samples> = {}
  const put = (name: string, make: () => number | number[]) => {
    if (d.chance(3)) argInputs[name] = d.given(d.list(d.batch, make))
    else args[name] = make()
  }
  const way = d.pick(['size', 'sides', 'shorter', 'longer'])
  if (way === 'size') put('size', () => d.list(axes, () => (d.chance(8) ? 0 : extent())))
  if (way === 'sides') for (const name of d.some(['resizeX', 'resizeY'], d.int(1, 2))) put(name, extent)
  if (way === 'shorter') put('resizeShorter', () => Math.abs(extent()))
  if (way === 'longer') put('resizeLonger', () => Math.abs(extent()))
  if (way === 'size' || way === 'sides')
    args.mode = d.maybe(() => d.pick(['default', 'stretch', 'not_larger', 'not_smaller']))
  if (d.chance(5)) args.maxSize = d.bool() ? d.int(2, most) : d.list(axes, () => d.int(2, most))
  args.subpixelScale = d.maybe(() => d.bool())
  if (d.chance(4)) {
    args.roiRelative = true
    args.roiStart = d.list(axes, () => d.float(0, 0.45))
    args.roiEnd = d.list(axes, () => d.float(0.55, 1))
    if (d.chance(4)) [args.roiStart, args.roiEnd] = [args.roiEnd, args.roiStart]
  }
  return { args, argInputs }
}

const root = new URL('../../data/', import.meta.url)

/** The files below a folder of data whose names match. */
export const filesOf = (folder: string, name: RegExp): string[] =>
  readdirSync(fileURLToPath(new URL(folder, root)), { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .sort()
    .map((path) => fileURLToPath(new URL(`${folder}/${path}`, root)))

/** Files as the input of a decoder. */
export const encoded = (paths: readonly string[]): Samples =>
  fileSamples(paths.map((path) => Uint8Array.from(readFileSync(path))))

/** Operators that move the pixels of an image, with the arguments of native/ops/_args/displace.json. `more` draws their own. */
export const displaced = (more: (d: Draw) => Record<string, unknown>): Parity =>
  parity({
    tolerance: (c) => (isFloating(c) ? { abs: 1e-3, rel: 1e-4, share: 0.001 } : { abs: 1, share: 0.001 }),
    toleranceText: 'integers 1, floats 1e-4 relative, on 99.9 %',
    differs: [fractionalFill, constantMask],
    case: (d) => {
      const { args, argInputs } = d.arguments({ mask: () => d.int(0, 1) }, ['mask'])
      const dtype = d.pick(['uint8', 'float32'] as const)
      const most = d.chance(4) ? 200 : 40
      return {
        inputs: [d.images({ dtype, least: 1, most, smooth: d.bool(), channels: [1, 2, 3, 4, 6] })],
        args: {
          ...args,
          ...more(d),
          interpType: d.maybe(() => d.pick(['nn', 'linear'])),
          fillValue: d.maybe(() => (d.chance(3) ? d.float(-100, 400) : d.int(0, 255))),
        },
        argInputs,
      }
    },
    ...vga({ interpType: 'linear' }),
  })

const fractionalFill: Difference = {
  when: ({ inputs, args = {} }) =>
    inputs[0]!.dtype === 'uint8' && !(Number.isInteger(args.fillValue) && Number(args.fillValue) >> 8 === 0),
  reason:
    "DALI cuts off what follows the point of a uint8 image's fillValue, and keeps the last 8 bits of what is left; penstock rounds and saturates.",
}

const constantMask: Difference = {
  when: ({ args = {} }) => args.mask === 0,
  reason:
    'DALI applies the operator where mask is the constant 0, and leaves the sample as it is where a tensor says so; penstock leaves it in both cases.',
}
