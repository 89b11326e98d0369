// Operators as functions on data, and data: what tests of imperative mode call.
import { invoke } from '../../src/dynamic/operators/invoke.js'
import { show } from '../../src/dynamic/values/tensor.js'
import { type Batch, batch, type Tensor } from '../../src/dynamic.js'

type Call = (...args: unknown[]) => Batch

/** An operator with one output. */
export function operator(name: string): Call {
  const call: Call = (...args) => invoke(name, args, call, show)[0] as Batch
  return call
}

export const flip = operator('flip')
export const uniform = operator('random.uniform')
export const coinFlip = operator('random.coinFlip')
export const blur = operator('gaussianBlur')

/** `count` images of side x side x 3 uint8, image i full of i + from. */
export function images(count: number, side: number, from = 1): Batch {
  const samples = Array.from({ length: count }, (_, i) => ({
    data: new Uint8Array(side * side * 3).fill(i + from),
    shape: [side, side, 3],
  }))
  return batch(samples, { layout: 'HWC' })
}

export const numbers = (x: Batch | Tensor): number[] => Array.from(x.dataSync() as ArrayLike<number>)
