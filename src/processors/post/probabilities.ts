// Scores of logits. torch computes in float32, and its last bits depend on the processor: these are float64 rounded once, within a
// few ulp of them.
import { type Floats, floats } from '../arrays.js'

export const sigmoid = (x: number): number => Math.fround(1 / (1 + Math.exp(-x)))

export function sigmoids({ data, dims }: Floats): Floats {
  const made = new Float32Array(data.length)
  for (let i = 0; i < data.length; i++) made[i] = 1 / (1 + Math.exp(-data[i]!))
  return floats(made, dims)
}

/** Along the last axis. */
export function softmax({ data, dims }: Floats): Floats {
  const count = dims.at(-1)!
  const made = new Float32Array(data.length)
  for (let begin = 0; begin < data.length; begin += count) {
    let most = Number.NEGATIVE_INFINITY
    for (let i = begin; i < begin + count; i++) most = Math.max(most, data[i]!)
    let sum = 0
    for (let i = begin; i < begin + count; i++) sum += Math.exp(data[i]! - most)
    for (let i = begin; i < begin + count; i++) made[i] = Math.exp(data[i]! - most) / sum
  }
  return floats(made, dims)
}

/** The first largest of `count` numbers from `begin` on: its place from there. */
export function largest(data: Float32Array, begin: number, count: number): number {
  let best = 0
  for (let i = 1; i < count; i++) if (data[begin + i]! > data[begin + best]!) best = i
  return best
}

/** The places of the `count` largest, from the largest on; of equal ones the first. */
export function topK(data: Float32Array, count: number): number[] {
  const places = Array.from(data, (_, i) => i)
  return places.sort((a, b) => data[b]! - data[a]! || a - b).slice(0, count)
}

/** For each pixel of [channels, height, width] the first channel with the largest value. */
export function argmaxOfChannels({ data, dims }: Floats): Int32Array {
  const [channels, height, width] = dims as [number, number, number]
  const area = height * width
  const made = new Int32Array(area)
  const most = data.slice(0, area)
  for (let channel = 1, at = area; channel < channels; channel++) {
    for (let i = 0; i < area; i++, at++) {
      if (data[at]! <= most[i]!) continue
      most[i] = data[at]!
      made[i] = channel
    }
  }
  return made
}
