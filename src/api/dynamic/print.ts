// What util.inspect and console.log show of tensors and batches: shape, dtype, device, layout and a few values. What was not
// computed yet and waits to be read stays so.
import type { DType } from '../../generated/abi.js'
import type { TypedArray } from '../external-source.js'
import { elementOf, isFloat } from './data-elements.js'
import { readSync, rowOf } from './data-read.js'
import { flush, settle } from './evaluate.js'
import { typeOf } from './shape.js'
import type { Value, View } from './value.js'

/** A sample of more elements than this is abbreviated: of a longer axis so many places at either end, innermost first. */
const mostElements = 64
const edges = [3, 2, 1]
/** Samples of a batch. */
const mostSamples = 3

export function printTensor(view: View): string {
  const state = stateOf(view.value)
  const row = rowOf(view.rows, 0)
  const { type } = state
  const head = `Tensor(${type ? describe(type.dtype, type.shapes[row]!, type.layout, view.value) : placeText(view.value)})`
  if (state.note) return `${head} ${state.note}`
  return `${head}\n${printSample(view.value, row)}`
}

export function printBatch({ value, rows }: View, count: number): string {
  const state = stateOf(value)
  const { type } = state
  const shapes = type && Array.from({ length: count }, (_, i) => type.shapes[rowOf(rows, i)]!)
  const equal = shapes?.every((shape) => shape.join() === shapes[0]!.join())
  const samples = `${count} sample${count === 1 ? '' : 's'}`
  const what = type ? describe(type.dtype, equal ? shapes![0]! : undefined, type.layout, value) : placeText(value)
  const head = `Batch(${samples}, ${what})`
  if (state.note) return `${head} ${state.note}`
  const lines = [head]
  for (let i = 0; i < Math.min(count, mostSamples); i++) {
    const shape = equal ? '' : ` [${shapes![i]!.join(', ')}]`
    lines.push(`${i}:${shape}`, printSample(value, rowOf(rows, i)))
  }
  if (count > mostSamples) lines.push(`... ${count - mostSamples} more`)
  return lines.join('\n')
}

/** What can be said of a value: eager ones are waited for, deferred ones are not run. */
function stateOf(value: Value): { type?: ReturnType<typeof typeOf>; note?: string } {
  try {
    // Calls of eager mode that gather are run anyway.
    if (!value.home && !value.run) flush()
    const there = value.home || value.run
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
  const { dtype } = value.home!.slot.output(value.place)
  const { shape } = value.home!.slot.tensor(value.place, row)
  const data = readSync({ value, rows: row }, 1)
  return printArray(data, dtype, shape)
}

/** Nested brackets; numbers in columns; of long axes the ends. */
export function printArray(data: TypedArray, dtype: DType, shape: readonly number[]): string {
  const strides: number[] = []
  shape.reduceRight((stride, extent, d) => {
    strides[d] = stride
    return stride * extent
  }, 1)
  if (shape.some((extent) => extent === 0)) return '  []'
  const placesOf = (d: number): (number | null)[] => {
    const extent = shape[d]!
    const edge = edges[shape.length - 1 - d] ?? 1
    if (data.length <= mostElements || extent <= 2 * edge + 1) return Array.from({ length: extent }, (_, i) => i)
    const ends = Array.from({ length: edge }, (_, i) => i)
    return [...ends, null, ...ends.map((i) => extent - edge + i)]
  }
  const axes = shape.map((_, d) => placesOf(d))
  const offsets: number[] = []
  const collect = (d: number, offset: number): void => {
    if (d === shape.length) offsets.push(offset)
    else for (const i of axes[d]!) if (i !== null) collect(d + 1, offset + i * strides[d]!)
  }
  collect(0, 0)
  const texts = columns(
    offsets.map((offset) => elementOf(dtype, data, offset)),
    dtype,
  )
  let next = 0
  const print = (d: number, indent: string): string => {
    if (d === shape.length) return texts[next++]!
    const parts = axes[d]!.map((i) => (i === null ? '...' : print(d + 1, `${indent} `)))
    const last = d === shape.length - 1
    // Blocks of three axes and more stand apart.
    const joint = last ? ' ' : `\n${d < shape.length - 2 ? '\n' : ''}${indent} `
    return `[${parts.join(joint)}]`
  }
  return `  ${print(0, '  ')}`
}

/** Numbers with equal width; floats with as many decimals as four say enough, all alike. */
function columns(elements: readonly (number | bigint | boolean)[], dtype: DType): string[] {
  const texts = isFloat(dtype) ? floats(elements as number[]) : elements.map(String)
  const width = Math.max(...texts.map((text) => text.length))
  return texts.map((text) => text.padStart(width))
}

function floats(numbers: readonly number[]): string[] {
  const finite = numbers.filter(Number.isFinite).map(Math.abs)
  const most = Math.max(0, ...finite)
  const least = Math.min(...finite.filter((x) => x > 0))
  const special = (x: number) => (Number.isNaN(x) ? 'nan' : x > 0 ? 'inf' : '-inf')
  const wide = most >= 1e8 || (most > 0 && least < 1e-4 && most / least > 1e3) || (most > 0 && most < 1e-3)
  if (wide) return numbers.map((x) => (Number.isFinite(x) ? x.toExponential(4) : special(x)))
  const decimals = Math.max(0, ...finite.map((x) => (/\.(\d*?)0*$/.exec(x.toFixed(4))?.[1] ?? '').length))
  // A point tells them from integers.
  return numbers.map((x) => (Number.isFinite(x) ? `${x.toFixed(decimals)}${decimals ? '' : '.'}` : special(x)))
}
