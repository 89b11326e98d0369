// The height and the width of images as values, whatever their layout.

import type { Kit, Value } from './kit.js'

/** float32 scalars, one per sample. */
export interface Extents {
  readonly height: Value
  readonly width: Value
}

/** The extents of images whose layout has H and W, in host memory, where arguments are read. */
export function extentsOf(kit: Kit, images: Value): Extents {
  const first = { start: [0], end: [1] }
  // Counts the elements of one row, of one column and of the pixel in both: of images on a GPU no more is copied.
  const count = (part: Value) =>
    kit.op('reductions.sum', kit.op('onesLike', part.cpu(), { dtype: 'float32' }), { dtype: 'float32' })
  const column = kit.op('slice', images, { ...first, axisNames: 'W' })
  const row = kit.op('slice', images, { ...first, axisNames: 'H' })
  const pixel = count(kit.op('slice', row, { ...first, axisNames: 'W' }))
  return { height: kit.math('div', count(column), pixel), width: kit.math('div', count(row), pixel) }
}
