// Four images in one: A. Bochkovskiy et al., "YOLOv4" (2020, arXiv:2004.10934).

import type { DataNode } from '../definition/node.js'
import { shown } from '../errors/words.js'
import { argError } from '../graph/schema.js'
import { movedAlong } from './boxes.js'
import { checkNames } from './check.js'
import { type Extents, extentsOf } from './extents.js'
import { boxOptionNames, type FieldOptions, type Given, type Moved, opened } from './fields.js'
import { type Fields, type Kit, partners, permuted, type Value } from './kit.js'

/** Options of mosaic. `V`: a DataNode in a definition, a Batch in imperative mode. */
export interface MosaicOptions<V = DataNode> extends FieldOptions {
  /** Height and width of the results, in pixels. Default: those of the sample's own image. */
  outputSize?: readonly [height: number, width: number]
  /** The point where the four images meet, as fractions of the width and the height, from 0 to 1, in place of a draw. */
  center?: readonly [x: number, y: number]
  /** The range of both fractions of the point that is drawn. Default: [0.25, 0.75]. */
  centerRange?: readonly [from: number, to: number]
  /** Value of pixels that no image reaches: one, or one per channel. Default: 114. */
  fillValue?: number | readonly number[]
  /**
   * The first partner of each sample, in place of a draw: places in the batch, as a list or one per sample. The second one is the
   * partner's partner, and the third one that one's.
   */
  permutation?: readonly number[] | V
}

const names = ['outputSize', 'center', 'centerRange', 'fillValue', 'permutation', ...boxOptionNames]

function checkMosaic(kit: Kit, options: MosaicOptions<Value>): void {
  checkNames(kit, options, [...names, kit.drawOption])
  const { outputSize, center, centerRange, fillValue = 0 } = options
  const two = (x: unknown, fine: (x: unknown) => boolean) => Array.isArray(x) && x.length === 2 && x.every(fine)
  const inside = (x: unknown) => typeof x === 'number' && x >= 0 && x <= 1
  const refuse = (expected: string, name: string, value: unknown) =>
    argError(kit.at, `Expected ${expected} for ${name} but received ${shown(value)}`)
  if (outputSize !== undefined && !two(outputSize, (x) => Number.isInteger(x) && (x as number) > 0))
    throw refuse('[height, width] in pixels', 'outputSize', outputSize)
  if (center !== undefined && !two(center, inside)) throw refuse('[x, y] from 0 to 1', 'center', center)
  if (centerRange !== undefined && !(two(centerRange, inside) && centerRange[0] < centerRange[1]))
    throw refuse('[from, to] from 0 to 1', 'centerRange', centerRange)
  const fills: unknown[] = [fillValue].flat()
  if (!(fills.length && fills.every(Number.isFinite)))
    throw refuse('a number, or one for each channel,', 'fillValue', fillValue)
}

/** Scalars as an int32 vector. */
const whole = (kit: Kit, ...scalars: Value[]) => kit.op('cast', kit.op('stack', ...scalars), { dtype: 'int32' })

/** The cell of one of the images: above or below, left or right of the centre. */
interface Cell {
  readonly right: boolean
  readonly below: boolean
}
const cells: readonly Cell[] = [
  { right: false, below: false },
  { right: true, below: false },
  { right: false, below: true },
  { right: true, below: true },
]

/**
 * Four images in one: each sample's own image lies above and left of a centre, and those of three partners lie around it. Each has
 * a corner there, and is cut off where its cell ends.
 */
export function mosaic<T extends Given<Value> | Value>(kit: Kit, given: T, options: MosaicOptions<Value>): Moved<T> {
  checkMosaic(kit, options)
  const { outputSize, center, centerRange = [0.25, 0.75], fillValue = 114 } = options
  const { fields, geometry, closed } = opened(kit, given, options)
  const { height: _height, width: _width, ...own } = fields
  const scalar = (x: number) => kit.op('constant', { fdata: [x], shape: [] })
  const canvas: Extents = outputSize
    ? { height: scalar(outputSize[0]), width: scalar(outputSize[1]) }
    : extentsOf(kit, own.images!)
  const middle = (extent: Value, at: 0 | 1) => {
    const share = center ? kit.double(center[at]) : kit.random('random.uniform', { range: centerRange }, 1 + at)
    return kit.math('floor', kit.math('mul', extent, share))
  }
  const [x, y] = [middle(canvas.width, 0), middle(canvas.height, 1)]
  const minus = (a: Value, b: Value) => kit.math('sub', a, b)
  const zero = minus(x, x)

  // A permutation that is one cycle leads to three others, where there are as many.
  const indices = options.permutation ?? partners(kit, { noFixedPoints: true }, 0)
  let source: Fields = own
  const parts = cells.map(({ right, below }, i): Fields => {
    if (i > 0) source = mapped(source, (field) => permuted(kit, field, indices))
    const before = extentsOf(kit, source.images!)
    // Where the image begins on the canvas, and where the cell begins in the image.
    const [left, top] = [right ? x : minus(x, before.width), below ? y : minus(y, before.height)]
    const anchor = whole(kit, below ? zero : minus(before.height, y), right ? zero : minus(before.width, x))
    const shape = whole(kit, below ? minus(canvas.height, y) : y, right ? minus(canvas.width, x) : x)
    const cut = (field: Value, fillValues: unknown) =>
      kit.op('slice', field, anchor, shape, { axisNames: 'HW', outOfBoundsPolicy: 'pad', fillValues })
    const one = kit.math('add', zero, 1)
    const matrix = kit.op('reshape', kit.op('stack', one, zero, left, zero, one, top), { shape: [2, 3] })
    return {
      images: cut(source.images!, fillValue),
      ...(source.masks && { masks: cut(source.masks, 0) }),
      ...movedAlong(kit, source, matrix, { ...geometry, before }, canvas),
    }
  })

  const joined = (name: string) => parts.map((part) => part[name]!)
  const tiled = ([a, b, c, d]: Value[]) => {
    const rows = [kit.op('cat', a, b, { axisName: 'W' }), kit.op('cat', c, d, { axisName: 'W' })]
    return kit.op('cat', ...rows, { axisName: 'H' })
  }
  const result = Object.keys(own).map((name) => {
    const pieces = joined(name)
    return [name, name === 'images' || name === 'masks' ? tiled(pieces) : kit.op('cat', ...pieces)]
  })
  return closed(Object.fromEntries(result)) as Moved<T>
}

const mapped = (fields: Fields, of: (x: Value) => Value): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, x]) => [name, of(x)]))
