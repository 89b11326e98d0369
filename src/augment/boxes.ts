// Moves boxes and points along an affine map of the image. A box becomes the smallest upright box around its moved corners,
// cut off at the image's border, and is dropped when little of it remains.

import type { Extents } from './extents.js'
import type { Fields, Kit, Value } from './kit.js'

/** How boxes are written, and when they are dropped. */
export interface BoxOptions {
  /** What the four numbers of a box are: left, top, right, bottom, or left, top, width, height. Default: 'xyXY'. */
  bboxLayout?: 'xyXY' | 'xyWH'
  /** Boxes and points are in fractions of the image's extents, not in pixels. Default: true. */
  bboxNormalized?: boolean
  /** Boxes of which less than this share of the area lies in the image are dropped; from 0 to 1, excluded. Default: 0.1. */
  minArea?: number
}

/** The options, and the extents of the images before they change: undefined where nothing is to be measured. */
export interface Geometry extends Required<BoxOptions> {
  readonly before: Extents | undefined
}

/** Rows of a matrix that turns four numbers into the others of a box. */
const toCorners = [1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1]
const fromCorners = [1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1, 0, 0, -1, 0, 1]

/** The other two corners of a box. */
const otherCorners = [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]

/** Scalars as one vector. */
const vector = (kit: Kit, scalars: readonly Value[]): Value => kit.op('stack', ...scalars)

/**
 * The map in the units of the boxes. `matrix`: float32 [2, 3] from pixels to pixels; `after`: the extents of the image that it
 * leads to.
 */
function inUnits(kit: Kit, matrix: Value, { bboxNormalized, before }: Geometry, after: Extents): Value {
  if (!bboxNormalized) return matrix
  const { height, width } = before!
  const one = kit.math('div', height, height)
  const row = (extent: Value) => [width, height, one].map((x) => kit.math('div', x, extent))
  const scale = vector(kit, [...row(after.width), ...row(after.height)])
  return kit.op('reshape', kit.math('mul', kit.op('reshape', matrix, { shape: [6] }), scale), { shape: [2, 3] })
}

/** The boxes, labels and points of `fields`, moved. */
export function movedAlong(kit: Kit, fields: Fields, matrix: Value, geometry: Geometry, after: Extents): Fields {
  const { boxes, points } = fields
  const map = inUnits(kit, matrix, geometry, after)
  return {
    ...(points && { points: kit.op('coordTransform', points, { MT: map }) }),
    ...(boxes && movedBoxes(kit, fields, map, geometry, after)),
  }
}

function movedBoxes(kit: Kit, { boxes, labels }: Fields, map: Value, geometry: Geometry, after: Extents): Fields {
  const wide = geometry.bboxLayout === 'xyWH'
  const upright = wide ? kit.op('coordTransform', boxes, { M: toCorners }) : boxes
  const moved = (corners: Value) => {
    const points = kit.op('reshape', corners, { shape: [-1, 2] })
    return kit.op('reshape', kit.op('coordTransform', points, { MT: map }), { shape: [-1, 2, 2] })
  }
  const other = kit.op('coordTransform', upright, { M: otherCorners })
  const corners = kit.op('cat', moved(upright!), moved(other), { axis: 1 })
  const ends = (['min', 'max'] as const).map((end) => kit.op(`reductions.${end}`, corners, { axes: [1] }))
  const around = kit.op('cat', ...ends, { axis: 1 })
  const [kept, ...rest] = clipped(kit, around, labels, geometry, after)
  return {
    boxes: wide ? kit.op('coordTransform', kept, { M: fromCorners }) : kept!,
    ...(rest[0] && { labels: rest[0] }),
  }
}

/** Cuts boxes off at the border and drops those of which little remains: a rotation by nothing does. */
function clipped(kit: Kit, boxes: Value, labels: Value | undefined, geometry: Geometry, after: Extents): Value[] {
  const { bboxNormalized, minArea } = geometry
  // Where boxes are fractions the shape has no meaning but that of a scale: a power of two changes no digit.
  const inputShape = bboxNormalized
    ? [1024, 1024]
    : kit.op('cast', vector(kit, [after.height, after.width]), { dtype: 'int32' })
  const options = { angle: 0, keepSize: true, bboxNormalized, inputShape, removeThreshold: Math.max(minArea, 1e-6) }
  return labels ? kit.ops('bBoxRotate', boxes, labels, options) : kit.ops('bBoxRotate', boxes, options)
}
