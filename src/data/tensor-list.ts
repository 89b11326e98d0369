// One output of one batch, a tensor per sample: a view on a slot, in host memory or on a GPU, that a lease guards; or,
// after toCpu(), memory of its own.

import { invalidArgument, invalidInput, unsupported } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { PipelineError } from '../errors.js'
import type { DType } from '../generated/abi.js'
import type { Slot } from './arena.js'
import type { TensorPlace } from './arena-tables.js'
import type { DeviceMemory, DevicePart, DeviceStream, DlpackOptions } from './device.js'
import { posted } from './handoff/shared.js'
import type { Lease } from './lease.js'
import { printTensorList } from './print-output.js'
import { type Rows, rowsOf, type SourceInfo } from './rows.js'
import { type Shapes, shapesOf } from './shapes.js'
import { checkAttached, countCopy, type ElementsOf, Tensor, typedArray } from './tensor.js'
import type { HandOff, HandOffMode } from './types.js'

/** Rows with memory of their own are valid for ever. */
type Ownership = Pick<Lease, 'check' | 'release' | 'released' | 'copies' | 'retain'> & Partial<Pick<Lease, 'parts'>>

/** Where a list's samples lie, for who reads slots: imperative mode. */
export interface Origin {
  slot: Slot
  output: number
  lease: Lease
}

/**
 * Of an output of a pipeline, whole; undefined of any other list. It is a field of the list: the value of a WeakMap is kept by
 * collections of young objects, and these find the batches that a loop has dropped.
 */
export let originOf: (list: TensorList) => Origin | undefined

/** Output `output` of part `part` of a batch. */
export function outputOf(lease: Lease, part: number, output: number): TensorList {
  const rows = rowsOf(lease, part, output)
  return new TensorList(lease, rows, 0, rows.count, { slot: lease.parts[part]!.slot, output, lease })
}

/** One output of one batch: a tensor per sample, of dtype D where the compiler knows it. */
export class TensorList<out D extends DType = DType> {
  static {
    originOf = (list) => list.#origin
  }
  readonly dtype: D
  readonly layout: string
  readonly length: number
  readonly #origin: Origin | undefined
  #shapes: Shapes | undefined

  /** @internal Made by the pipeline. Its samples `from` up to `to`. */
  constructor(
    private readonly lease: Ownership,
    private readonly rows: Rows,
    private readonly from = 0,
    to = rows.count,
    origin?: Origin,
  ) {
    this.dtype = rows.dtype as D
    this.layout = rows.layout
    this.length = to - from
    this.#origin = origin
  }

  get device(): 'cpu' | 'gpu' {
    return this.rows.memory ? 'gpu' : 'cpu'
  }
  /** The GPU's number; null on the CPU. */
  get deviceId(): number | null {
    return this.rows.memory?.gpu ?? null
  }
  /** Address of the first sample in GPU memory, valid as long as the batch; null on the CPU. See also at(i). */
  get devicePointer(): bigint | null {
    this.lease.check()
    return this.rows.memory ? BigInt(this.start()) : null
  }

  /** Of each sample, e.g. `shape[0]`. That of a batch whose samples are equal is asTensor().shape. */
  get shape(): Shapes {
    this.lease.check()
    if (this.#shapes) return this.#shapes
    const shapes = this.places().map(({ shape }) => shape)
    const { length } = shapes
    const whole = this.isDense ? this.whole() : undefined
    this.#shapes = shapesOf(shapes, (i) => {
      if (i !== undefined) return [...shapes[checkIndex(i, length)]!]
      if (whole) return [...whole]
      throw notDense()
    })
    return this.#shapes
  }

  /** Shape of the batch as one tensor. */
  private whole(): number[] {
    if (!this.isDense) throw notDense()
    return [this.length, ...(this.rows.count ? this.rows.place(0).shape : [0])]
  }

  /** All samples have one shape and follow each other in memory. */
  get isDense(): boolean {
    return this.rows.dense
  }

  at(i: number): Tensor<D> {
    this.lease.check()
    const { offset, shape } = this.rows.place(this.index(i))
    return this.viewAt(shape, this.layout, offset)
  }

  *[Symbol.iterator](): IterableIterator<Tensor<D>> {
    for (let i = 0; i < this.length; i++) yield this.at(i)
  }

  /** Samples `from` up to, not including, `to` (default: the last): a view that is valid as long as the batch. */
  slice(from = 0, to: number = this.length): TensorList<D> {
    this.lease.check()
    const ok = Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= this.length
    if (ok) return new TensorList(this.lease, this.rows, this.from + from, this.from + to)
    throw invalidArgument(`Expected a range of samples in 0..${this.length} but received ${from}..${to}`)
  }

  /** The batch as one tensor with a leading sample axis. Throws INVALID_INPUT when shapes differ; see isDense. */
  asTensor(): Tensor<D> {
    this.lease.check()
    return this.viewAt(this.whole(), this.layout && `N${this.layout}`, this.start())
  }

  /**
   * All samples' elements, one after the other, on the shared memory. Of an output on the GPU a copy, for which the thread
   * is blocked: see data().
   */
  dataSync(): ElementsOf<D> {
    this.lease.check()
    const { memory, buffer } = this.rows
    if (memory) {
      const { parts, copy } = this.target()
      memory.readSync(parts, copy)
      return typedArray(this.dtype, copy.buffer, 0, copy.byteLength)
    }
    const start = this.start()
    let bytes = 0
    for (let i = 0; i < this.length; i++) {
      const t = this.rows.place(this.from + i)
      if (t.offset !== start + bytes) throw notDense()
      bytes += t.bytes
    }
    return typedArray(this.dtype, buffer, start, bytes)
  }

  /** The same without blocking: an output on the GPU is copied while the event loop goes on. */
  async data(): Promise<ElementsOf<D>> {
    const { memory } = this.rows
    if (!memory) return this.dataSync()
    this.lease.check()
    const { parts, copy } = this.target()
    await memory.read(parts, copy)
    return typedArray(this.dtype, copy.buffer, 0, copy.byteLength)
  }

  /**
   * The output in host memory of its own, wherever this one is: valid for ever, release() does nothing. The batch may be
   * released while the copy is made.
   */
  async toCpu(): Promise<TensorList<D>> {
    const { memory, dtype, layout, dense } = this.rows
    this.lease.check()
    const { parts, copy, places } = this.target()
    const sources = places.map((_, i) => this.rows.source(this.from + i))
    const valid = places.map((_, i) => this.rows.valid(this.from + i))
    if (memory) await memory.read(parts, copy)
    else this.fill(parts, copy)
    const rows: Rows = {
      ...{ dtype, layout, dense },
      start: 0,
      count: places.length,
      buffer: copy.buffer,
      place: (i) => places[i]!,
      source: (i) => sources[i]!,
      valid: (i) => valid[i]!,
    }
    return new TensorList(
      { check() {}, release() {}, released: false, retain: () => () => {}, copies: this.lease.copies },
      rows,
    )
  }

  /** Tensors with memory of their own, which stay valid: in host memory. */
  copy(): Tensor<D>[] {
    return [...this].map((t) => t.copy())
  }

  /**
   * The batch as one DLPack tensor with a leading sample axis: see Tensor.dlpack(). Throws INVALID_INPUT when shapes differ:
   * then export at(i) one by one.
   */
  dlpack(options: DlpackOptions = {}): bigint {
    return this.asTensor().dlpack(options)
  }

  /** The event after which the batch is there: a cudaEvent_t, valid as long as the batch. UNSUPPORTED on the CPU. */
  get event(): bigint {
    return this.onGpu('event').event
  }

  /** The stream in which the batch was made: a cudaStream_t, valid until the pipeline is closed. UNSUPPORTED on the CPU. */
  get stream(): bigint {
    return this.onGpu('stream').stream
  }

  /** The same as a pair, as the `__cuda_stream__` protocol wants it. */
  cudaStream(): readonly [version: 0, handle: bigint] {
    return [0, this.stream]
  }

  /**
   * Orders a stream of yours behind the batch: what you queue there from now on may read it. Nobody waits. Nothing to do
   * for an output on the CPU, which is there when you have it.
   */
  waitOn(stream: DeviceStream): void {
    this.lease.check()
    this.rows.memory?.order(stream)
  }

  /**
   * The output in a form that can be posted to another thread, where `receive()` makes tensors of it.
   * 'shared': the batch's own memory, no copy; valid while this output is. 'copy': memory of its own. 'transfer': memory
   * of its own to be moved (put `buffer` in the transfer list), and the batch is released.
   */
  as(mode: HandOffMode): HandOff {
    this.lease.check()
    if (this.rows.memory) {
      throw unsupported(
        'as() hands host memory over, but this output lies on the GPU',
        'Use (await output.toCpu()).as(...), or dlpack()',
      )
    }
    const { dtype, layout } = this
    const places = this.places()
    const { buffer } = this.rows
    const end = places.reduce((most, p) => Math.max(most, p.offset + p.bytes), this.start())
    checkAttached(buffer, end)
    const shapes = places.map((p) => p.shape)
    switch (mode) {
      case 'shared': {
        const offsets = places.map((p) => p.offset)
        return { mode, dtype, layout, shapes, buffer: this.rows.shared?.() ?? buffer, offsets }
      }
      case 'copy':
      case 'transfer': {
        const { parts, copy } = this.target()
        this.fill(parts, copy)
        if (mode === 'transfer') this.lease.release()
        return posted({ mode, dtype, layout, shapes, buffer: copy.buffer })
      }
      default:
        mode satisfies never
        throw invalidArgument(`Expected 'shared', 'copy' or 'transfer' but received ${shown(mode)}`)
    }
  }

  sourceInfo(i: number): SourceInfo {
    this.lease.check()
    return this.rows.source(this.index(i))
  }

  /** 1 for a good sample, 0 for one that onError 'placeholder' filled with zeros. */
  get valid(): Uint8Array {
    this.lease.check()
    return Uint8Array.from({ length: this.length }, (_, i) => (this.rows.valid(this.from + i) ? 1 : 0))
  }

  /**
   * Gives the whole batch back, all its outputs: its memory is used again. Also what `using` calls. With `stream`: only
   * after what is queued on that stream by now, which may still read outputs on the GPU.
   */
  release({ stream }: { stream?: DeviceStream } = {}): void {
    if (stream !== undefined && !this.lease.released) this.rows.memory?.used(stream)
    this.lease.release()
  }
  [Symbol.dispose](): void {
    this.release()
  }

  /** What console.log shows: what the output is, and a few values where they are in host memory. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return printTensorList(this)
  }

  private viewAt(shape: readonly number[], layout: string, offset: number): Tensor<D> {
    const { dtype, lease } = this
    const { buffer, memory } = this.rows
    return new Tensor({ dtype, shape, layout, buffer, offset }, { lease, memory })
  }

  private places(): TensorPlace[] {
    return Array.from({ length: this.length }, (_, i) => this.rows.place(this.from + i))
  }

  /** What a copy of the whole takes: samples one behind the other, in as few pieces as possible. */
  private target(): { parts: DevicePart[]; copy: Uint8Array<ArrayBuffer>; places: TensorPlace[] } {
    const parts: DevicePart[] = []
    let to = 0
    const places = this.places().map(({ offset: address, bytes, shape }) => {
      const last = parts.at(-1)
      if (last && last.address + last.bytes === address) last.bytes += bytes
      else parts.push({ address, bytes, to })
      to += bytes
      return { offset: to - bytes, bytes, shape }
    })
    countCopy(this.lease.copies, to)
    return { parts, copy: new Uint8Array(to), places }
  }

  /** Copies from host memory. */
  private fill(parts: readonly DevicePart[], copy: Uint8Array): void {
    const { buffer } = this.rows
    checkAttached(buffer, copy.byteLength)
    for (const { address, bytes, to } of parts) copy.set(new Uint8Array(buffer as ArrayBuffer, address, bytes), to)
  }

  private onGpu(what: string): DeviceMemory {
    if (this.rows.memory) return this.rows.memory
    throw unsupported(`An output on the CPU has no ${what}`, 'It is there when you have it')
  }

  private start(): number {
    return this.length ? this.rows.place(this.from).offset : this.rows.start
  }

  private index(i: number): number {
    return this.from + checkIndex(i, this.length)
  }
}

function checkIndex(i: number, length: number): number {
  if (Number.isInteger(i) && i >= 0 && i < length) return i
  throw invalidArgument(`Expected a sample from 0 to ${length - 1} but received ${i}`)
}

function notDense(): PipelineError {
  return invalidInput(
    'The samples of this output have different shapes',
    'Use at(i) for one sample, or make the shapes equal with a resize or crop',
  )
}
