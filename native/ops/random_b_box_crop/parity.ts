// Cases of randomBBoxCrop for `npm run parity`: many samples with the same boxes, so that they have one distribution.
import { type Case, parity, penstockRefuses, type Samples } from '../../../tools/parity/cases.js'
import { type Draw, dataOf } from '../../../tools/parity/draw.js'

const samples = 600

const repeated = (dtype: 'float32' | 'int32', shape: number[], numbers: readonly number[]): Samples => ({
  dtype,
  layout: '',
  samples: Array(samples).fill({ shape, data: dataOf(dtype, numbers) }),
})

/** Whether a pair of extents must have one ratio, and not that of a square. */
function fixesRatio({ args = {} }: Case): boolean {
  const ratios = (args.aspectRatio ?? []) as number[]
  return ratios.some((one, i) => i % 2 === 0 && one === ratios[i + 1] && one !== 1)
}

/** The letters of a layout in another order. */
const shuffled = (d: Draw, letters: string) => d.some([...letters], letters.length).join('')

function drawBoxes(d: Draw, axes: number, count: number): number[][] {
  return d.list(count, () => {
    const ends = d.list(axes, () => [d.float(0, 1), d.float(0, 1)].sort((a, b) => a - b) as [number, number])
    return [...ends.map(([start]) => start), ...ends.map(([, end]) => end)]
  })
}

/** Numbers of boxes in another layout of `letters` than corners in order. */
function inLayout(boxes: readonly (readonly number[])[], layout: string, letters: string): number[] {
  const axes = letters.length / 2
  const sides = /[WHD]/.test(letters)
  return boxes.flatMap((box) =>
    [...layout].map((letter) => {
      const at = letters.indexOf(letter)
      return sides && at >= axes ? Math.fround(box[at]! - box[at - axes]!) : box[at]!
    }),
  )
}

/** The window: drawn in ranges, or of a fixed shape. */
function windowArguments(d: Draw, axes: number): Record<string, unknown> {
  const pixels = () => d.list(axes, () => d.int(10, 90))
  const shapeLayout = d.maybe(() => shuffled(d, 'WHD'.slice(0, axes)))
  if (d.chance(4))
    return { inputShape: pixels(), cropShape: pixels(), allowNoCrop: d.maybe(() => d.bool()), shapeLayout }
  const low = d.float(0.2, 1)
  const ratio = () => {
    const narrow = d.float(0.3, 1)
    return [narrow, d.float(1, 3)]
  }
  const one = d.float(0.6, 1.6)
  const asked = d.pick(['any', 'range', 'pairs', 'one', 'fixed', 'some fixed'])
  return {
    scaling: d.maybe(() => [low, d.float(low, d.chance(6) ? 1.3 : 1)]),
    aspectRatio: {
      ...{
        any: undefined,
        one: [1, 1],
        fixed: [one, one],
        range: ratio(),
        pairs: [...ratio(), ...ratio(), ...ratio()],
      },
      'some fixed': d.some([[one, one], [0.3, 3], ratio()], 3).flat(),
    }[asked],
    allowNoCrop: d.maybe(() => d.bool()),
    ...(d.chance(4) && { inputShape: pixels(), shapeLayout }),
  }
}

function drawCase(d: Draw): Case {
  const axes = d.chance(4) ? 3 : 2
  const count = d.int(d.chance(12) ? 0 : 1, 4)
  const letters = d.pick(axes === 3 ? ['xyzXYZ', 'xyzWHD'] : ['xyXY', 'xyWH'])
  const layout = d.bool() ? letters : shuffled(d, letters)
  const numbers = inLayout(drawBoxes(d, axes, count), layout, letters)
  const labels = d.list(count, () => d.int(0, 9))
  const alone = layout === 'xyWH' && d.bool()
  return {
    inputs: [
      repeated('float32', [count, 2 * axes], numbers),
      ...(d.bool() ? [repeated('int32', d.bool() ? [count] : [count, 1], labels)] : []),
    ],
    args: {
      ...windowArguments(d, axes),
      ...(alone ? { ltrb: false } : { bboxLayout: layout }),
      allBoxesAboveThreshold: d.maybe(() => d.bool()),
      bboxPruneThreshold: d.maybe(() => d.float(0, 0.8)),
      numAttempts: d.maybe(() => d.int(1, 20)),
      // A limit always, because DALI has none without it.
      totalNumAttempts: d.chance(30) ? 0 : d.int(20, 60),
      outputBboxIndices: d.maybe(() => d.bool()),
      thresholdType: d.maybe(() => d.pick(['iou', 'overlap'])),
      thresholds: d.maybe(() => d.list(d.int(1, 3), () => d.float(0, 0.5))),
      quiet: true,
    },
  }
}

export default parity({
  tolerance: 0,
  drawnShapes: true,
  differs: [
    penstockRefuses(
      /found none in \d+ attempts/,
      'Where no window that was drawn has an allowed aspect ratio, DALI gives an empty window; penstock refuses.',
    ),
    {
      when: fixesRatio,
      reason:
        'DALI compares a fixed aspect ratio without allowing for rounding, and drops some or all windows that have it; penstock takes them.',
    },
    {
      when: ({ args = {} }) => Number(args.numAttempts ?? 1) > 1,
      reason:
        'DALI draws all numAttempts windows of a threshold and drops one that fits for a later one that keeps no box; penstock takes the first that fits.',
    },
  ],
  // Numbers of the window; how many boxes, labels and indices remain, and the sum of each column of them. A fixed window has
  // few places, so numbers are compared that are rounded alike.
  distribution: ({ shape, data }, _, __, output) => {
    const numbers = Array.from(data as Float32Array)
    if (output < 2) return Object.fromEntries(numbers.map((one, i) => [`number ${i}`, [Math.round(1e4 * one)]]))
    const columns = shape[1] ?? 1
    const sums = Array.from({ length: columns }, (_, at) =>
      numbers.reduce((sum, one, i) => sum + (i % columns === at ? one : 0), 0),
    )
    return { count: [shape[0]!], ...Object.fromEntries(sums.map((sum, i) => [`column ${i}`, [Math.round(1e4 * sum)]])) }
  },
  case: drawCase,
  speed: (d) => {
    const boxes = inLayout(drawBoxes(d, 2, 8), 'xyXY', 'xyXY')
    const { samples: all, ...rest } = repeated('float32', [8, 4], boxes)
    return {
      inputs: [{ ...rest, samples: all.slice(0, 256) }],
      args: { scaling: [0.3, 1], aspectRatio: [0.5, 2], thresholds: [0, 0.1, 0.3], totalNumAttempts: 100 },
    }
  },
})
