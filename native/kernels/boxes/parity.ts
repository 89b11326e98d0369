// Boxes for the cases of operators that take them, for `npm run parity`.
import type { Samples } from '../../../tools/parity/cases.js'
import { type Draw, dataOf } from '../../../tools/parity/draw.js'

/** Boxes as corners, and an int32 label for each; `count` draws how many a sample has. Extents are 1 unless given. */
export function labelledBoxes(
  d: Draw,
  count: () => number,
  options: { sides?: boolean; extents?: readonly [number, number]; samples?: number } = {},
): [boxes: Samples, labels: Samples] {
  const [width, height] = options.extents ?? [1, 1]
  const lists = d.list(options.samples ?? d.batch, () =>
    d.list(count(), () => {
      const [x, y, w, h] = [d.float(0, 0.7), d.float(0, 0.7), d.float(0.05, 0.3), d.float(0.05, 0.3)] as const
      return [x * width, y * height, (options.sides ? w : x + w) * width, (options.sides ? h : y + h) * height]
    }),
  )
  return [
    {
      ...{ dtype: 'float32', layout: '' },
      samples: lists.map((list) => ({ shape: [list.length, 4], data: dataOf('float32', list.flat()) })),
    },
    {
      ...{ dtype: 'int32', layout: '' },
      samples: lists.map((list) => ({
        shape: [list.length],
        data: dataOf(
          'int32',
          list.map((_, i) => i + 1),
        ),
      })),
    },
  ]
}
