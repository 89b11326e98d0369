// geometry.apply(): one geometric operator on images, with boxes, labels, masks and points that go along.

import type { DataNode } from '../definition/node.js'
import { shown } from '../errors/words.js'
import { argError } from '../graph/schema.js'
import { movedAlong } from './boxes.js'
import { type Extents, extentsOf } from './extents.js'
import { type FieldOptions, type Given, type Moved, opened } from './fields.js'
import type { Fields, Kit, Value } from './kit.js'

/** The operators that geometry.apply() takes. */
export type GeometryOperator = 'flip' | 'rotate' | 'warpAffine' | 'resize' | 'crop' | 'randomResizedCrop'

type Args = Readonly<Record<string, unknown>>

/** What an operator does to images and masks, and the map of their pixels. */
interface Step {
  /** The operator on one field. `flat`: it holds numbers of classes. */
  apply(field: Value, flat: boolean): Value
  /** The map from pixels to pixels, of six numbers. `after`: the extents of what apply() gave. */
  matrix(before: Extents, after: Extents): readonly (number | Value)[]
}

/** Arguments for masks: numbers of classes are not blended. */
const flatten = (args: Args, flat: boolean): Args =>
  flat ? { ...args, interpType: 'nn', ...('fillValue' in args && { fillValue: 0 }) } : args

const steps: Record<GeometryOperator, (kit: Kit, args: Args, images: Value) => Step> = {
  flip: (kit, args) => ({
    apply: (x) => kit.op('flip', x, args),
    matrix: ({ width, height }) => {
      const { horizontal = 1, vertical = 0 } = args
      const side = (on: unknown, extent: Value): (number | Value)[] => {
        if (typeof on === 'number') return on ? [-1, extent] : [1, 0]
        return [kit.math('sub', 1, kit.math('mul', on, 2)), kit.math('mul', extent, on)]
      }
      const [x, y] = [side(horizontal, width), side(vertical, height)]
      return [x[0]!, 0, x[1]!, 0, y[0]!, y[1]!]
    },
  }),
  rotate: (kit, args) => ({
    apply: (x, flat) => kit.op('rotate', x, flatten({ ...(flat && { fillValue: 0 }), ...args }, flat)),
    matrix: (before, after) => {
      const half = (x: Value) => kit.math('mul', x, 0.5)
      const turn = kit.math('mul', asValue(kit, args.angle), Math.PI / 180)
      const [cos, sin] = [kit.math('cos', turn), kit.math('sin', turn)]
      const [x, y] = [half(before.width), half(before.height)]
      const sum = (...parts: Value[]) => parts.reduce((a, b) => kit.math('add', a, b))
      const minus = (a: Value) => kit.math('neg', a)
      const [cx, sy, sx, cy] = [
        kit.math('mul', cos, x),
        kit.math('mul', sin, y),
        kit.math('mul', sin, x),
        kit.math('mul', cos, y),
      ]
      // Counter-clockwise as one sees it, with y downwards, about the centre, which stays the centre.
      return [
        ...[cos, sin, sum(half(after.width), minus(cx), minus(sy))],
        ...[minus(sin), cos, sum(half(after.height), sx, minus(cy))],
      ]
    },
  }),
  warpAffine: (kit, args) => ({
    apply: (x, flat) => kit.op('warpAffine', x, flatten({ ...(flat && { fillValue: 0 }), ...args }, flat)),
    matrix: () => forward(kit, args),
  }),
  resize: (kit, args) => ({
    apply: (x, flat) => kit.op('resize', x, flatten(args, flat)),
    matrix: (before, after) => scaled(kit, before, after),
  }),
  crop: (kit, args, images) => {
    const window = cropWindow(kit, args, images)
    const { padding, fillValues = 0 } = args
    const beyond = (flat: boolean) =>
      padding === undefined ? {} : { outOfBoundsPolicy: 'pad', fillValues: flat ? 0 : fillValues }
    return { apply: (x, flat) => cut(kit, x, window, beyond(flat)), matrix: () => moved(kit, window) }
  },
  randomResizedCrop: (kit, args, images) => {
    const { size, interpType, antialias, ...draw } = args
    const { height, width } = extentsOf(kit, images)
    const extents = kit.op('cast', kit.op('stack', height, width), { dtype: 'int32' })
    const [anchor, shape] = kit.ops('randomCropGenerator', extents, { ...draw, ...kit.drawOptions })
    const window = { anchor: anchor!, shape: shape! }
    const options = {
      size,
      ...(interpType !== undefined && { interpType }),
      ...(antialias !== undefined && { antialias }),
    }
    return {
      apply: (x, flat) => kit.op('resize', cut(kit, x, window), flatten(options, flat)),
      matrix: (_, after) => {
        const part = (i: number) =>
          kit.op('reshape', kit.op('slice', asFloat(kit, shape!), { start: [i], end: [i + 1], axes: [0] }), {
            shape: [],
          })
        const scale = scaled(kit, { height: part(0), width: part(1) }, after)
        const [, , x, , , y] = moved(kit, window)
        const [sx, sy] = [scale[0] as Value, scale[4] as Value]
        return [sx, 0, kit.math('mul', sx, x), 0, sy, kit.math('mul', sy, y)]
      },
    }
  },
}

const asFloat = (kit: Kit, x: Value) => kit.op('cast', x, { dtype: 'float32' })

/** A number or a value as a scalar value. */
const asValue = (kit: Kit, x: unknown): Value =>
  kit.isValue(x) ? kit.op('reshape', asFloat(kit, x), { shape: [] }) : kit.op('constant', { fdata: [x], shape: [] })

const scaled = (kit: Kit, before: Extents, after: Extents): (number | Value)[] => [
  ...[kit.math('div', after.width, before.width), 0, 0],
  ...[0, kit.math('div', after.height, before.height), 0],
]

interface Window {
  readonly anchor: Value
  readonly shape: Value
}

const cut = (kit: Kit, x: Value, { anchor, shape }: Window, options: Args = {}) =>
  kit.op('slice', x, anchor, shape, { axisNames: 'HW', ...options })

/** The map of a window: its anchor, [top, left], becomes the origin. */
function moved(kit: Kit, { anchor }: Window): (number | Value)[] {
  const back = kit.math('neg', asFloat(kit, anchor))
  const part = (i: number) =>
    kit.op('reshape', kit.op('slice', back, { start: [i], end: [i + 1], axes: [0] }), { shape: [] })
  return [1, 0, part(1), 0, 1, part(0)]
}

/** Pixels around the image as fn.crop takes them, as [top, left, bottom, right]. */
function sidesOf(kit: Kit, padding: unknown): readonly [number, number, number, number] {
  const list = (Array.isArray(padding) ? padding : [padding]) as number[]
  const fine = [1, 2, 4].includes(list.length) && list.every((x) => Number.isInteger(x) && x >= 0)
  if (!fine) throw argError(kit.at, `Expected 1, 2 or 4 whole numbers for padding but received ${shown(padding)}`)
  const [top, left = top, bottom = top, right = left] = list as [number]
  return [top, left, bottom, right] as [number, number, number, number]
}

/** The window that `crop` takes: a share of what it leaves free, rounded to whole pixels, lies before it. */
function cropWindow(kit: Kit, args: Args, images: Value): Window {
  const { crop, cropPosX = 0.5, cropPosY = 0.5, padding = 0, fillValues, ...others } = args
  const fine = Array.isArray(crop) && crop.length === 2 && crop.every((x) => Number.isInteger(x) && x > 0)
  if (!fine) throw argError(kit.at, `Expected [height, width] for crop but received ${shown(crop)}`)
  const other = Object.keys(others)[0] ?? (args.padding === undefined && fillValues !== undefined && 'fillValues')
  if (other) {
    const known = 'crop, cropPosX, cropPosY, padding, and fillValues beside padding'
    throw argError(kit.at, `Expected ${known} but received ${shown(other)}`)
  }
  const [top, left, bottom, right] = sidesOf(kit, padding)
  const { height, width } = extentsOf(kit, images)
  const start = (extent: Value, length: number, at: unknown, before: number, after: number) => {
    const free = kit.math('add', extent, before + after - length)
    const share = kit.math('mul', free, typeof at === 'number' ? kit.double(at) : at)
    return kit.math('sub', kit.math('floor', kit.math('add', share, 0.5)), before)
  }
  const [h, w] = crop as [number, number]
  const from = kit.op('stack', start(height, h, cropPosY, top, bottom), start(width, w, cropPosX, left, right))
  return { anchor: kit.op('cast', from, { dtype: 'int32' }), shape: kit.op('constant', { idata: [h, w] }) }
}

/** The map of warpAffine from input to output. */
function forward(kit: Kit, { matrix, inverseMap = true }: Args): readonly (number | Value)[] {
  const list = Array.isArray(matrix) && matrix.length === 6 ? (matrix as number[]) : undefined
  if (!list && !kit.isValue(matrix))
    throw argError(kit.at, `Expected six numbers or a value for matrix but received ${shown(matrix)}`)
  if (!list) {
    if (inverseMap)
      throw argError(
        kit.at,
        'Expected inverseMap: false with a matrix that is a value',
        'Give the map from input to output',
      )
    const six = kit.op('reshape', matrix as Value, { shape: [6] })
    return [0, 1, 2, 3, 4, 5].map((i) =>
      kit.op('reshape', kit.op('slice', six, { start: [i], end: [i + 1], axes: [0] }), { shape: [] }),
    )
  }
  if (!inverseMap) return list
  const [a, b, c, d, e, f] = list as [number, number, number, number, number, number]
  const det = a * e - b * d
  return [e / det, -b / det, (b * f - c * e) / det, -d / det, a / det, (c * d - a * f) / det]
}

/** Applies `operator` with `args` to the images and masks, and moves boxes, labels and points along. */
export function applyGeometry<T extends Given<DataNode>>(
  kit: Kit,
  given: T,
  operator: GeometryOperator,
  args: Args,
  options: FieldOptions,
): Moved<T> {
  if (!Object.hasOwn(steps, operator))
    throw argError(
      kit.at,
      `Expected one of ${Object.keys(steps)
        .map((x) => `'${x}'`)
        .join(', ')} for operator but received ${shown(operator)}`,
    )
  const { fields, geometry, closed } = opened(kit, given, options)
  const { images, masks } = fields
  const step = steps[operator](kit, args, images!)
  const after = { ...fields, images: step.apply(images!, false), ...(masks && { masks: step.apply(masks, true) }) }
  if (!geometry.before) return closed(after) as Moved<T>
  const extents = extentsOf(kit, after.images)
  const six = step.matrix(geometry.before, extents).map((x) => (kit.isValue(x) ? asFloat(kit, x) : asValue(kit, x)))
  const matrix = kit.op('reshape', kit.op('stack', ...six), { shape: [2, 3] })
  const along: Fields = movedAlong(kit, fields, matrix, geometry, extents)
  return closed({ ...after, ...along }) as Moved<T>
}
