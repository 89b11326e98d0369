// What Tensor and Batch have in common beyond reading: where samples came from, hand-off to other threads, and moving
// between devices.

import type { SourceInfo } from '../../data/tensor-list.js'
import type { HandOff } from '../../data/types.js'
import { shown } from '../../errors/words.js'
import { PipelineError } from '../../errors.js'
import { sampleFlags } from '../../generated/abi.js'
import { invoke } from '../operators/invoke.js'
import { settle } from '../scheduling/evaluate.js'
import type { Batch } from './batch.js'
import { readSync } from './data-read.js'
import type { Tensor } from './tensor.js'
import type { Value } from './value.js'

export function untouchable(what: string): PipelineError {
  return new PipelineError({
    code: 'OUTPUT_RELEASED',
    message: `This ${what} was disposed`,
    hint: 'Take what you need before then, or keep a copy()',
  })
}

export function sourceOf({ home }: Value, row: number): SourceInfo {
  const { source, index, epoch } = home!.slot.sample(row)
  return { source, index, epoch }
}

export const isValid = ({ home }: Value, row: number): boolean =>
  (home!.slot.sampleFlags(row) & sampleFlags.invalid) === 0

/** Memory of its own, sample behind sample, also where shapes differ. */
export function handOff(of: Tensor | Batch, count: number, mode: unknown): HandOff {
  if (mode !== 'copy' && mode !== 'transfer') {
    throw new PipelineError({
      code: 'INVALID_ARGUMENT',
      message: `Expected 'copy' or 'transfer' but received ${shown(mode)}`,
    })
  }
  const { value, rows } = of.view
  settle(value)
  const { home, place } = value
  const { dtype, layout, gpu } = home!.slot.output(place)
  const { shape } = of
  const shapes = (typeof rows === 'number' ? [shape] : shape) as readonly number[][]
  const data = readSync({ value, rows }, count)
  const own = gpu < 0 ? data.slice() : data
  let at = 0
  const offsets = shapes.map((extents) => {
    const from = at
    at += extents.reduce((a, b) => a * b, data.BYTES_PER_ELEMENT)
    return from
  })
  if (mode === 'transfer') of.dispose()
  return { mode, dtype, layout, shapes: shapes.map((s) => [...s]), buffer: own.buffer as ArrayBuffer, offsets }
}

/** The same on another device: itself where it is there. */
export function moved<T extends Tensor | Batch>(of: T, device: 'cpu' | 'gpu', entry: (...args: never[]) => unknown): T {
  if (device !== 'cpu' && device !== 'gpu') {
    throw new PipelineError({
      code: 'INVALID_ARGUMENT',
      message: `Expected 'cpu' or 'gpu' for device but received ${shown(device)}`,
    })
  }
  if (of.device === device) return of
  return invoke('copy', [of, { device }], entry)[0] as T
}
