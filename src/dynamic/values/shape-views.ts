// slice(), reshape(), squeeze() and expandDims(): new tables over the same memory where the elements lie together, else
// copies.

import { volumeOf } from '../../data/elements.js'
import { wrongLayout, wrongShape } from '../../data/extents.js'
import type { RawSample } from '../../data/sample-data.js'
import { typedArray } from '../../data/tensor.js'
import { tripleOf } from '../../definition/subscript.js'
import { invalidArgument, invalidInput } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import type { PipelineError } from '../../errors.js'
import { type DType, dtypeBytes } from '../../generated/abi.js'
import { type Entry, invoke } from '../operators/invoke.js'
import { derived, needHost } from './data-derive.js'
import { dtypeOf, layoutOf, shapesOf } from './shape.js'
import { Storage } from './storage.js'
import { type Holder, holds, isSingle, type Show, Value, type View } from './value.js'

/** Who called, and what makes a Tensor or a Batch of the result. */
export interface Made<T extends Holder> {
  entry: Entry
  show: Show<T>
}

/**
 * What slice() takes of one axis: all of it (undefined), one index, which removes the axis (a number), or [start, end,
 * step]. See Tensor.slice().
 */
export type Range =
  | undefined
  | number
  | readonly [start?: number | undefined, end?: number | undefined, step?: number | undefined]

function fault(op: string, message: string, hint?: string): PipelineError {
  return invalidArgument(message, { op, hint })
}

/** What a slice takes of one axis of a known extent. */
interface Cut {
  start: number
  count: number
  step: number
  /** The axis is removed from the result. */
  drops: boolean
}

/** The number of a sample for error messages; -1 for a Tensor. */
const numberIn = (view: View, i: number): number => (isSingle(view) ? -1 : i)

/** Tensor.slice() and Batch.slice(). `show` makes a Tensor or a Batch of a value. */
export function slice<T extends Holder>(of: T, ranges: readonly Range[], entry: Entry, show: Show<T>): T {
  checkRanges(ranges)
  const view = of.view
  const { value } = view
  const shapes = shapesOf(view)
  const cuts = shapes.map((shape, i) => cutsOf(shape, ranges, numberIn(view, i)))
  const lazy = value.storage === undefined || value.gpu >= 0
  const first = cuts[0]
  // A value that is not there yet stays lazy where the operator `slice` does the same: one window for all samples.
  if (lazy && first?.length && first.every((cut) => !cut.drops && cut.step === 1 && cut.count > 0)) {
    const same = cuts.every((own) => own.every((c, d) => c.start === first[d]!.start && c.count === first[d]!.count))
    if (same) {
      const [start, shape] = [first.map((c) => c.start), first.map((c) => c.count)]
      return invoke('slice', [of, { start, shape, axes: shape.map((_, d) => d) }], entry, show)[0]!
    }
  }
  if (value.gpu >= 0 && ranges.every((range) => typeof range !== 'object' || (range[2] ?? 1) === 1)) {
    return invoke('subscriptCopy', [of, { ranges: ranges.flatMap(tripleOf) }], entry, show)[0]!
  }
  needHost(view, 'slice with a step')
  const dtype = dtypeOf(value)
  const layout = layoutOf(value)
  const cut = derived(view, (i, bytes): RawSample => {
    const own = cuts[i]!
    return {
      dtype,
      layout: [...layout].filter((_, d) => !own[d]!.drops).join(''),
      shape: own.filter((cut) => !cut.drops).map((cut) => cut.count),
      data: cutOut(bytes, shapes[i]!, own, dtype),
    }
  })
  return show(cut, isSingle(view))
}

function checkRanges(ranges: readonly Range[]): void {
  const isPlace = (x: unknown) => x === undefined || Number.isInteger(x)
  for (const [d, range] of ranges.entries()) {
    if (range === undefined || Number.isInteger(range)) continue
    const ok = Array.isArray(range) && range.length <= 3 && range.every(isPlace)
    if (!ok) {
      throw fault(
        'slice',
        `Expected undefined, a whole number or [start, end, step] for axis ${d} but received ${shown(range)}`,
      )
    }
    const step = range[2]
    if (step !== undefined && step < 1) {
      throw fault('slice', `Expected a step of 1 or more for axis ${d} but received ${step}`)
    }
  }
}

function cutsOf(shape: readonly number[], ranges: readonly Range[], sample: number): Cut[] {
  const where = sample < 0 ? '' : ` of sample ${sample}`
  if (ranges.length > shape.length) {
    throw fault(
      'slice',
      `Expected at most ${shape.length} ranges for shape [${shape}]${where} but received ${ranges.length}`,
    )
  }
  return shape.map((extent, d): Cut => {
    const range = ranges[d]
    if (typeof range === 'number') {
      const start = range < 0 ? range + extent : range
      if (start >= 0 && start < extent) return { start, count: 1, step: 1, drops: true }
      if (!extent)
        throw fault('slice', `Expected elements on axis ${d}${where} for a place but received shape [${shape}]`)
      throw fault(
        'slice',
        `Expected a place from ${-extent} to ${extent - 1} on axis ${d}${where} but received ${range}`,
      )
    }
    const [from = 0, to = extent, step = 1] = range ?? []
    const place = (x: number) => Math.min(extent, Math.max(0, x < 0 ? x + extent : x))
    const start = place(from)
    return { start, count: Math.max(0, Math.ceil((place(to) - start) / step)), step, drops: false }
  })
}

/** The elements of a slice: a part of `bytes` where they lie together, else a copy. */
function cutOut(bytes: Uint8Array, shape: readonly number[], cuts: readonly Cut[], dtype: DType): Uint8Array {
  const size = dtypeBytes[dtype]
  const count = cuts.reduce((product, cut) => product * cut.count, 1)
  if (!count) return new Uint8Array(0)
  const strides: number[] = []
  shape.reduceRight((stride, extent, d) => {
    strides[d] = stride
    return stride * extent
  }, 1)
  const first = cuts.reduce((sum, cut, d) => sum + cut.start * strides[d]!, 0)
  // What is taken of the axes from `inner` on lies in one piece of `run` elements.
  let inner = cuts.length
  let run = 1
  while (inner > 0) {
    const d = inner - 1
    const { count: n, step } = cuts[d]!
    if (n > 1 && (step > 1 || strides[d] !== run)) break
    run *= n
    inner--
  }
  if (inner === 0) return bytes.subarray(first * size, (first + count) * size)
  const from = typedArray(dtype, bytes.buffer, bytes.byteOffset, bytes.byteLength) as Uint8Array
  const to = typedArray(dtype, new ArrayBuffer(count * size), 0, count * size) as Uint8Array
  let at = 0
  const copy = (d: number, offset: number): void => {
    const { count: n, step } = cuts[d]!
    const stride = strides[d]! * step
    if (d === inner - 1) {
      for (let i = 0, o = offset; i < n; i++, o += stride, at += run) {
        if (run === 1) to[at] = from[o]!
        else to.set(from.subarray(o, o + run), at)
      }
    } else {
      for (let i = 0; i < n; i++) copy(d + 1, offset + i * stride)
    }
  }
  copy(0, first)
  return new Uint8Array(to.buffer, 0, to.byteLength)
}

/** The elements in another shape; with `shape` undefined, in their own shape with another layout. */
export function reshape<T extends Holder>(
  of: T,
  shape: readonly number[] | undefined,
  options: { layout?: string },
  made: Made<T>,
): T {
  const { view } = of
  if (shape !== undefined) checkShape(shape)
  const { layout = '' } = options
  return reshaped(of, 'reshape', layout, (own, i) => (shape ? filled(shape, own, numberIn(view, i)) : own), made)
}

export function squeezed<T extends Holder>(of: T, axes: number | readonly number[] | undefined, made: Made<T>): T {
  const { view } = of
  const shapes = shapesOf(view)
  const [first = []] = shapes
  const given = axes === undefined ? undefined : [axes].flat()
  const gone = new Set(
    given?.map((axis) => axisOf(axis as number, first.length, 'squeeze')) ??
      first.flatMap((extent, d) => (extent === 1 ? [d] : [])),
  )
  for (const [i, shape] of shapes.entries()) {
    const wrong = [...gone].find((d) => shape[d] !== 1)
    if (wrong === undefined) continue
    const where = isSingle(view) ? '' : ` of sample ${i}`
    throw fault('squeeze', `Expected an extent of 1 on axis ${wrong}${where} but received shape [${shape}]`)
  }
  const left = (list: readonly unknown[]) => list.filter((_, d) => !gone.has(d))
  return reshaped(of, 'squeeze', left([...layoutOf(view.value)]).join(''), (own) => left(own) as number[], made)
}

export function withAxis<T extends Holder>(of: T, axis: number, made: Made<T>): T {
  const { view } = of
  const ndim = shapesOf(view)[0]?.length ?? 0
  const d = axisOf(axis, ndim + 1, 'expandDims')
  if (ndim === 6) throw fault('expandDims', 'Expected at most 5 dimensions but received 6')
  // The result has no layout: a layout must name every axis, and the new one has no name.
  return reshaped(of, 'expandDims', '', (own) => [...own.slice(0, d), 1, ...own.slice(d)], made)
}

function reshaped<T extends Holder>(
  of: T,
  op: string,
  layout: string,
  shapeOf: (own: readonly number[], i: number) => readonly number[],
  { entry, show }: Made<T>,
): T {
  const { view } = of
  const wrongName = wrongLayout(layout)
  if (wrongName) throw fault(op, wrongName)
  const shapes = shapesOf(view).map(shapeOf)
  const wrong = shapes.find((shape) => layout && shape.length !== layout.length)
  if (wrong)
    throw fault(op, `Expected a layout of ${wrong.length} letters for shape [${wrong}] but received '${layout}'`)
  const dtype = dtypeOf(view.value)
  for (const shape of shapes) {
    const wrong = wrongShape(shape, dtype)
    if (wrong) throw fault(op, wrong)
  }
  // On a GPU the operator does the same; its result has memory of its own.
  if (view.value.gpu >= 0) return invoke('reshape', [of, { shape: shapeArgument(shapes), layout }], entry, show)[0]!
  return show(
    derived(view, (i, data) => ({ dtype, layout, shape: [...shapes[i]!], data })),
    isSingle(view),
  )
}

/** Shapes as an argument: a constant where all samples have one shape. */
function shapeArgument(shapes: readonly (readonly number[])[]): readonly number[] | Holder {
  const [first = []] = shapes
  if (shapes.every((shape) => `${shape}` === `${first}`)) return first
  const samples = shapes.map((shape): RawSample => {
    const { buffer } = Int32Array.from(shape)
    return { dtype: 'int32', layout: '', shape: [shape.length], data: new Uint8Array(buffer) }
  })
  const value = Value.of(Storage.ofCopies(samples), 0, shapes.length)
  return { [holds]: true, view: { value, rows: null } }
}

function checkShape(shape: unknown): void {
  const ok = Array.isArray(shape) && shape.length <= 6 && shape.every((x) => Number.isInteger(x) && x >= -1)
  if (ok && shape.filter((x) => x === -1).length <= 1) return
  const rule = 'up to 6 whole numbers, of which one may be -1,'
  throw fault(
    'reshape',
    `Expected ${rule} for shape but received ${Array.isArray(shape) ? `[${shape}]` : shown(shape)}`,
  )
}

/** The wanted shape with the extent for -1 filled in. Throws INVALID_INPUT for another number of elements. */
function filled(wanted: readonly number[], own: readonly number[], sample: number): number[] {
  const size = volumeOf(own)
  const known = wanted.reduce((a, b) => (b === -1 ? a : a * b), 1)
  const shape = wanted.map((x) => (x === -1 ? (known ? size / known : 0) : x))
  if (shape.every(Number.isInteger) && volumeOf(shape) === size) return shape
  const where = sample < 0 ? '' : ` of sample ${sample}`
  throw invalidInput(`Expected a shape of ${size} elements, as [${own}]${where} has, but received [${wanted}]`, {
    op: 'reshape',
  })
}

function axisOf(axis: number, ndim: number, op: string): number {
  const d = axis < 0 ? axis + ndim : axis
  if (Number.isInteger(d) && d >= 0 && d < ndim) return d
  throw fault(op, `Expected an axis from ${-ndim} to ${ndim - 1} but received ${shown(axis)}`)
}
