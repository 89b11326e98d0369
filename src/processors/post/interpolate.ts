// torch.nn.functional.interpolate of planes of float32, with align_corners=False and without antialias. Bilinear is equal in every bit
// on a CPU with AVX2, whose kernels multiply and add in one rounding: float64 has room for the product. Bicubic differs in the last bits.
import { type Floats, floats, sizeOf } from '../arrays.js'
import type { Size } from '../program.js'

const f32 = Math.fround

interface Taps {
  /** The first of two rows or columns; the second one is beside it, within the image. */
  readonly low: Int32Array
  readonly high: Int32Array
  readonly lowWeight: Float32Array
  readonly highWeight: Float32Array
}

/** `fused`: the place is computed with one rounding. */
const place = (i: number, scale: number, fused: boolean) =>
  fused ? f32(scale * (i + 0.5) - 0.5) : f32(f32(scale * (i + 0.5)) - 0.5)

function taps(from: number, to: number, fused: boolean): Taps {
  const made = {
    ...{ low: new Int32Array(to), high: new Int32Array(to) },
    ...{ lowWeight: new Float32Array(to), highWeight: new Float32Array(to) },
  }
  const scale = f32(from / to)
  for (let i = 0; i < to; i++) {
    const at = Math.max(0, place(i, scale, fused))
    const low = Math.min(Math.floor(at), from - 1)
    made.low[i] = low
    made.high[i] = Math.min(low + 1, from - 1)
    made.highWeight[i] = f32(at - low)
    made.lowWeight[i] = f32(1 - made.highWeight[i]!)
  }
  return made
}

/** Rows first, then columns. */
function separable(from: Float32Array, source: Size, to: Float32Array, target: Size, x: Taps, y: Taps): void {
  const { width } = target
  for (let row = 0, at = 0; row < target.height; row++) {
    const [top, bottom] = [y.low[row]! * source.width, y.high[row]! * source.width]
    const [above, below] = [y.lowWeight[row]!, y.highWeight[row]!]
    for (let column = 0; column < width; column++, at++) {
      const [left, right] = [x.low[column]!, x.high[column]!]
      const [before, after] = [x.lowWeight[column]!, x.highWeight[column]!]
      const upper = f32(from[top + left]! * before + f32(from[top + right]! * after))
      const lower = f32(from[bottom + left]! * before + f32(from[bottom + right]! * after))
      to[at] = f32(upper * above + f32(lower * below))
    }
  }
}

/** The kernel for small outputs: four weights, in the order of scalar code, or in that of eight channels at once. */
function four(
  from: Float32Array,
  source: Size,
  to: Float32Array,
  target: Size,
  x: Taps,
  y: Taps,
  eight: boolean,
): void {
  for (let row = 0, at = 0; row < target.height; row++) {
    const [top, bottom] = [y.low[row]! * source.width, y.high[row]! * source.width]
    const [above, below] = [y.lowWeight[row]!, y.highWeight[row]!]
    for (let column = 0; column < target.width; column++, at++) {
      const [left, right] = [x.low[column]!, x.high[column]!]
      const [before, after] = [x.lowWeight[column]!, x.highWeight[column]!]
      const a = from[top + left]!
      const b = from[top + right]!
      const c = from[bottom + left]!
      const d = from[bottom + right]!
      const [wa, wb, wc, wd] = [f32(above * before), f32(above * after), f32(below * before), f32(below * after)]
      to[at] = eight
        ? f32(a * wa + f32(b * wb + f32(d * wd + f32(c * wc))))
        : f32(d * wd + f32(c * wc + f32(a * wa + f32(b * wb))))
    }
  }
}

const planesOf = (image: Floats) => {
  const [height, width] = image.dims.slice(-2) as [number, number]
  return { source: { height, width }, area: height * width, outer: image.dims.slice(0, -2) }
}

/** The last two axes become height and width; the axis before them counts as channels. */
export function bilinear(image: Floats, target: Size): Floats {
  const { source, area, outer } = planesOf(image)
  const { height, width } = target
  const to = new Float32Array(sizeOf(outer) * height * width)
  const small = height + width <= 128
  const [x, y] = [taps(source.width, width, small), taps(source.height, height, small)]
  const channels = outer.at(-1) ?? 1
  for (let plane = 0; plane < sizeOf(outer); plane++) {
    const from = image.data.subarray(plane * area, (plane + 1) * area)
    const into = to.subarray(plane * height * width, (plane + 1) * height * width)
    if (small) four(from, source, into, target, x, y, plane % channels < channels - (channels % 8))
    else separable(from, source, into, target, x, y)
  }
  return floats(to, [...outer, height, width])
}

/** mode='nearest': the pixel at the corner. */
export function nearest(image: Floats, target: Size): Floats {
  const { source, area, outer } = planesOf(image)
  const { height, width } = target
  const to = new Float32Array(sizeOf(outer) * height * width)
  const index = (from: number, count: number) =>
    Int32Array.from({ length: count }, (_, i) => Math.min(Math.floor(f32(i * f32(from / count))), from - 1))
  const [columns, rows] = [index(source.width, width), index(source.height, height)]
  for (let plane = 0, at = 0; plane < sizeOf(outer); plane++) {
    for (let row = 0; row < height; row++) {
      const begin = plane * area + rows[row]! * source.width
      for (let column = 0; column < width; column++) to[at++] = image.data[begin + columns[column]!]!
    }
  }
  return floats(to, [...outer, height, width])
}

interface CubicTaps {
  /** Four for each row or column. */
  readonly index: Int32Array
  readonly weight: Float32Array
}

function cubicTaps(from: number, to: number): CubicTaps {
  const made = { index: new Int32Array(4 * to), weight: new Float32Array(4 * to) }
  const a = -0.75
  const near = (t: number) => ((a + 2) * t - (a + 3)) * t * t + 1
  const far = (t: number) => ((a * t - 5 * a) * t + 8 * a) * t - 4 * a
  const scale = f32(from / to)
  for (let i = 0; i < to; i++) {
    const at = place(i, scale, true)
    const low = Math.floor(at)
    const t = f32(at - low)
    const weights = [far(t + 1), near(t), near(1 - t), far(2 - t)]
    for (let k = 0; k < 4; k++) {
      made.index[4 * i + k] = Math.min(Math.max(low + k - 1, 0), from - 1)
      made.weight[4 * i + k] = weights[k]!
    }
  }
  return made
}

/** One plane, [height, width]. */
export function bicubic(image: Floats, target: Size): Floats {
  const { source } = planesOf(image)
  const { height, width } = target
  const to = new Float32Array(height * width)
  const [x, y] = [cubicTaps(source.width, width), cubicTaps(source.height, height)]
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      let sum = 0
      for (let k = 0; k < 4; k++) {
        const begin = y.index[4 * row + k]! * source.width
        let line = 0
        for (let j = 4 * column; j < 4 * column + 4; j++) line += image.data[begin + x.index[j]!]! * x.weight[j]!
        sum += f32(line) * y.weight[4 * row + k]!
      }
      to[at] = sum
    }
  }
  return floats(to, [height, width])
}
