// What util.inspect and console.log show of tensors and batches: shape, dtype, device, layout and a few values.
// Printing does not start a deferred computation.

import { maxSamples, printArray } from '../../data/print-array.js'
import type { DType } from '../../generated/abi.js'
import { flush, settle } from '../scheduling/evaluate.js'
import { readSync } from './data-read.js'
import { typeOf } from './shape.js'
import { countOf, rowOf, type Value, type View } from './value.js'

export function printTensor(view: View): string {
  const state = stateOf(view.value)
  const row = rowOf(view.rows, 0)
  const { type } = state
  const head = `Tensor(${type ? describe(type.dtype, type.shapes[row]!, type.layout, view.value) : placeText(view.value)})`
  if (state.note) return `${head} ${state.note}`
  return `${head}\n${printSample(view.value, row)}`
}

export function printBatch(view: View): string {
  const { value, rows } = view
  const count = countOf(view)
  const state = stateOf(value)
  const { type } = state
  const shapes = type && Array.from({ length: count }, (_, i) => type.shapes[rowOf(rows, i)]!)
  const equal = shapes?.every((shape) => shape.join() === shapes[0]!.join())
  const samples = `${count} sample${count === 1 ? '' : 's'}`
  const what = type ? describe(type.dtype, equal ? shapes![0]! : undefined, type.layout, value) : placeText(value)
  const head = `Batch(${samples}, ${what})`
  if (state.note) return `${head} ${state.note}`
  const lines = [head]
  for (let i = 0; i < Math.min(count, maxSamples); i++) {
    const shape = equal ? '' : ` [${shapes![i]!.join(', ')}]`
    lines.push(`${i}:${shape}`, printSample(value, rowOf(rows, i)))
  }
  if (count > maxSamples) lines.push(`... ${count - maxSamples} more`)
  return lines.join('\n')
}

/** What can be printed of a value: waits for a value of eager mode, and does not run calls of deferred mode. */
function stateOf(value: Value): { type?: ReturnType<typeof typeOf>; note?: string } {
  try {
    // Calls of eager mode that wait for the end of the turn would run anyway.
    if (!value.storage && !value.run) flush()
    const there = value.storage || value.run
    if (there) settle(value)
    return { type: typeOf(value), ...(!there && { note: 'not evaluated' }) }
  } catch (error) {
    return { note: `failed: ${(error as Error).message}` }
  }
}

const placeText = ({ gpu }: Value) => (gpu < 0 ? 'cpu' : `gpu ${gpu}`)

function describe(dtype: DType, shape: readonly number[] | undefined, layout: string, value: Value): string {
  const extents = shape ? `[${shape.join(', ')}]` : 'shapes differ'
  return [dtype, extents, layout, placeText(value)].filter(Boolean).join(', ')
}

function printSample(value: Value, row: number): string {
  const { dtype } = value.storage!.slot.output(value.place)
  const { shape } = value.storage!.slot.tensor(value.place, row)
  const data = readSync({ value, rows: row })
  return printArray(data, dtype, shape)
}
