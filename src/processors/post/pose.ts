// VitPose: keypoints of each box, from heatmaps whose largest values are refined by their neighbours (DARK).
import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import { type Floats, floats, floatsOf, longs } from '../arrays.js'
import type { Size } from '../program.js'
import { exactSize } from '../steps.js'
import { type Box, boxesOf, centreAndScale } from './pose-boxes.js'
import { number, type PostProcess, rows } from './post-process.js'

const f32 = Math.fround

/** The weights of scipy's gaussian filter with sigma 0.8. */
function gaussian(radius: number): number[] {
  const weights = Array.from({ length: 2 * radius + 1 }, (_, i) => Math.exp((-0.5 / (0.8 * 0.8)) * (i - radius) ** 2))
  const sum = weights.reduce((a, b) => a + b, 0)
  return weights.map((w) => w / sum)
}

/** The place of an index outside of a line whose border is a mirror that repeats its last value. */
function mirrored(i: number, count: number): number {
  const at = ((i % (2 * count)) + 2 * count) % (2 * count)
  return at < count ? at : 2 * count - 1 - at
}

/** One line, in float64. scipy adds the middle first, then pairs from the outermost on. */
function filtered(
  line: (i: number) => number,
  count: number,
  weights: readonly number[],
  set: (i: number, x: number) => void,
) {
  const radius = (weights.length - 1) / 2
  for (let i = 0; i < count; i++) {
    let sum = line(i) * weights[radius]!
    for (let k = radius; k > 0; k--) {
      sum += (line(mirrored(i - k, count)) + line(mirrored(i + k, count))) * weights[radius - k]!
    }
    set(i, sum)
  }
}

/** The logarithms of a blurred heatmap. */
function prepared(map: Float32Array, height: number, width: number, weights: readonly number[]): Float32Array {
  const down = new Float32Array(map.length)
  for (let x = 0; x < width; x++) {
    filtered(
      (y) => map[y * width + x]!,
      height,
      weights,
      (y, value) => {
        down[y * width + x] = value
      },
    )
  }
  const made = new Float32Array(map.length)
  for (let y = 0; y < height; y++) {
    filtered(
      (x) => down[y * width + x]!,
      width,
      weights,
      (x, value) => {
        made[y * width + x] = value
      },
    )
  }
  for (let i = 0; i < made.length; i++) made[i] = Math.log(Math.min(Math.max(made[i]!, f32(0.001)), 50))
  return made
}

/**
 * All heatmaps of a call, blurred, each with a border of one pixel that repeats the edge, behind each other as one list. The neighbours of a
 * keypoint without a maximum, which counts as (-1, -1), are in the list before its heatmap, as the class has it.
 */
class Blurred {
  private readonly maps = new Map<number, Float32Array>()

  constructor(
    private readonly heatmaps: Floats,
    private readonly weights: readonly number[],
  ) {}

  at(place: number): number {
    const [count, joints, height, width] = this.heatmaps.dims as [number, number, number, number]
    const size = (height + 2) * (width + 2)
    const all = count * joints * size
    const from = place < 0 ? place + all : place
    const map = Math.floor(from / size)
    const inner = (i: number, extent: number) => Math.min(Math.max(i - 1, 0), extent - 1)
    const y = inner(Math.floor((from % size) / (width + 2)), height)
    const x = inner(from % (width + 2), width)
    return this.map(map)[y * width + x]!
  }

  private map(i: number): Float32Array {
    const found = this.maps.get(i)
    if (found) return found
    const [height, width] = this.heatmaps.dims.slice(2) as [number, number]
    const area = height * width
    const made = prepared(this.heatmaps.data.subarray(i * area, (i + 1) * area), height, width, this.weights)
    this.maps.set(i, made)
    return made
  }
}

/** Moves a maximum by the inverse of the second derivatives times the first ones. `place`: its place in the list. */
function refined(blurred: Blurred, place: number, row: number, x: number, y: number): [number, number] {
  const at = (across: number, down: number) => blurred.at(place + across + down * row)
  const [i, right, below, left, above] = [at(0, 0), at(1, 0), at(0, 1), at(-1, 0), at(0, -1)]
  const dx = f32(0.5 * f32(right - left))
  const dy = f32(0.5 * f32(below - above))
  const second = (one: number, other: number) => f32(f32(one - f32(2 * i)) + other)
  let mixed = at(1, 1)
  for (const term of [-right, -below, i, i, -left, -above, at(-1, -1)]) mixed = f32(mixed + term)
  const dxy = f32(0.5 * mixed)
  const epsilon = 2 ** -23
  const [a, d] = [second(right, left) + epsilon, second(below, above) + epsilon]
  const determinant = a * d - dxy * dxy
  return [f32(x - (d * dx - dxy * dy) / determinant), f32(y - (a * dy - dxy * dx) / determinant)]
}

/** The keypoints of the box `box`. */
function keypoints(heatmaps: Floats, blurred: Blurred, box: number) {
  const [, joints, height, width] = heatmaps.dims as [number, number, number, number]
  const area = height * width
  const points: [number, number][] = []
  const scores = new Float32Array(joints)
  for (let joint = 0; joint < joints; joint++) {
    const number = box * joints + joint
    const begin = number * area
    let best = 0
    for (let i = 1; i < area; i++) if (heatmaps.data[begin + i]! > heatmaps.data[begin + best]!) best = i
    const score = heatmaps.data[begin + best]!
    scores[joint] = score
    const [x, y] = score > 0 ? [best % width, Math.floor(best / width)] : [-1, -1]
    const place = f32(x + 1 + (y + 1) * (width + 2) + number * (width + 2) * (height + 2))
    points.push(refined(blurred, place, width + 2, x, y))
  }
  return { points, scores }
}

function posed(heatmaps: Floats, blurred: Blurred, i: number, box: Box, size: Size, threshold: unknown) {
  const [height, width] = heatmaps.dims.slice(2) as [number, number]
  const { centre, scale } = centreAndScale(box, size, 200)
  const { points, scores } = keypoints(heatmaps, blurred, i)
  const wide = scale.map((s) => f32(s * 200))
  const [across, down] = [f32(wide[0]! / (width - 1)), f32(wide[1]! / (height - 1))]
  const kept = points.flatMap(([x, y], joint) => {
    if (threshold !== undefined && !(scores[joint]! > f32(threshold as number))) return []
    const place = [
      f32(f32(f32(x * across) + centre[0]) - f32(wide[0]! * 0.5)),
      f32(f32(f32(y * down) + centre[1]) - f32(wide[1]! * 0.5)),
    ]
    return [{ joint, place }]
  })
  const [x, y] = centre
  return {
    keypoints: floats(Float32Array.from(kept.flatMap(({ place }) => place)), [kept.length, 2]),
    scores: floats(
      Float32Array.from(kept, ({ joint }) => scores[joint]!),
      [kept.length],
    ),
    labels: longs(kept.map(({ joint }) => joint)),
    bbox: floats(Float32Array.of(x, y, f32(f32(scale[0] + x) - 1), f32(f32(scale[1] + y) - 1)), [4]),
  }
}

export const poseEstimation: PostProcess = {
  outputs: ['heatmaps'],
  options: { boxes: undefined, kernelSize: 11, threshold: undefined, targetSizes: undefined },
  run(outputs, options, config) {
    const heatmaps = floatsOf(outputs.heatmaps, 4, 'heatmaps')
    const images = boxesOf(options.boxes)
    const count = heatmaps.dims[0]!
    const all = images.flat()
    if (all.length !== count)
      throw invalidArgument(`Expected ${count} boxes, one for each entry of heatmaps, but received ${all.length}`)
    const targets = options.targetSizes === undefined ? undefined : rows(options.targetSizes, 2, 'targetSizes')
    if (targets && targets.length !== count)
      throw invalidArgument(`Expected ${count} sizes for targetSizes but received ${targets.length}`)
    const kernel = number(options, 'kernelSize')
    if (!(Number.isInteger(kernel) && kernel > 0 && kernel < 1000))
      throw invalidArgument(`Expected a whole number from 1 to 999 for kernelSize but received ${shown(kernel)}`)
    const size = exactSize(config.size)
    const blurred = new Blurred(heatmaps, gaussian(Math.floor((kernel - 1) / 2)))
    let next = 0
    return images.map((boxes) =>
      boxes.map((box) => {
        const i = next++
        // The class multiplies by the sizes in the order in which they come.
        const scaled = targets ? (box.map((n, k) => n * targets[i]![k % 2]!) as unknown as Box) : box
        return posed(heatmaps, blurred, i, scaled, size, options.threshold)
      }),
    )
  },
}
