// Defines TensorList, one output of one batch with a tensor per sample. It is a view on a slot, in host memory or on a
// GPU, and a lease says how long it is valid; after toCpu() it owns its memory.

import { invalidArgument, invalidInput, unsupported } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { PipelineError } from '../errors.js'
import type { DType } from '../generated/abi.js'
import type { Slot } from './arena.js'
import type { TensorPlace } from './arena-tables.js'
import { checkAttached } from './attached.js'
import { type DeviceStream, streamOption } from './cuda-stream.js'
import type { DeviceMemory, DlpackOptions } from './device.js'
import type { DevicePart } from './device-wait.js'
import { posted } from './handoff/shared.js'
import type { Lease } from './lease.js'
import { printTensorList } from './print-output.js'
import { type Rows, rowsOf, type SourceInfo } from './rows.js'
import { type Shapes, shapesOf } from './shapes.js'
import { countCopy, type ElementsOf, Tensor, typedArray } from './tensor.js'
import type { HandOff, HandOffMode } from './types.js'

/** The part of Lease that a list needs. A list that owns its memory has one that never ends, without `parts`. */
type Ownership = Pick<Lease, 'check' | 'release' | 'released' | 'copies' | 'retain'> & Partial<Pick<Lease, 'parts'>>

/** The slot in which a list's samples lie, for imperative mode, which reads slots directly. */
export interface Origin {
  slot: Slot
  output: number
  lease: Lease
}

/**
 * The origin of a list that is a whole output of a pipeline; undefined for any other list. It is stored in a field of
 * the list and not in a WeakMap: minor collections keep the values of a WeakMap, and would not find batches that a loop
 * dropped.
 */
export let originOf: (list: TensorList) => Origin | undefined

/** The list of output `output` of part `part` of a batch. */
export function outputOf(lease: Lease, part: number, output: number): TensorList {
  const rows = rowsOf(lease, part, output)
  return new TensorList(lease, rows, 0, rows.count, { slot: lease.parts[part]!.slot, output, lease })
}

/**
 * One output of one batch: a list with one tensor per sample. All samples have the same dtype (D, if the compiler knows
 * it), layout and number of dimensions; their extents may differ.
 *
 * An output of a pipeline is a view on the pipeline's memory, without a copy. It is valid until the batch is released:
 * `release()` or `using` in the dynamic executor (the default), the next batch in the others. Every use after that
 * throws OUTPUT_RELEASED. Keep data longer with `copy()` or `toCpu()`.
 */
export class TensorList<out D extends DType = DType> {
  static {
    originOf = (list) => list.#origin
  }
  readonly dtype: D
  /** Names of a sample's axes, one letter each, such as 'HWC'; '' when unknown. */
  readonly layout: string
  /** Number of samples. */
  readonly length: number
  readonly #origin: Origin | undefined
  #shapes: Shapes | undefined

  /** @internal The pipeline calls it. The list has the samples `from` up to, not including, `to` of `rows`. */
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

  /** The memory that the samples lie in. */
  get device(): 'cpu' | 'gpu' {
    return this.rows.memory ? 'gpu' : 'cpu'
  }
  /** Number of the GPU; null on the CPU. */
  get deviceId(): number | null {
    return this.rows.memory?.gpu ?? null
  }
  /**
   * Address of the first sample in GPU memory, valid as long as the batch; null on the CPU. at(i) has the other
   * samples'.
   */
  get devicePointer(): bigint | null {
    this.lease.check()
    return this.rows.memory ? BigInt(this.start()) : null
  }

  /**
   * The shape of each sample: `shape[0]` is that of the first one. If all are equal, asTensor().shape is the shape of
   * the whole batch.
   */
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

  /** True if all samples have one shape and lie one after the other in memory. */
  get isDense(): boolean {
    return this.rows.dense
  }

  /**
   * Sample `i`, as a view that is valid as long as the batch. Errors: INVALID_ARGUMENT, for i outside 0..length - 1.
   */
  at(i: number): Tensor<D> {
    this.lease.check()
    const { offset, shape } = this.rows.place(this.index(i))
    return this.viewAt(shape, this.layout, offset)
  }

  /** The samples, in order. */
  *[Symbol.iterator](): IterableIterator<Tensor<D>> {
    for (let i = 0; i < this.length; i++) yield this.at(i)
  }

  /**
   * The samples `from` (default: 0) up to, not including, `to` (default: length), as a view that is valid as long as
   * the batch. Errors: INVALID_ARGUMENT, for a range outside of the list.
   */
  slice(from = 0, to: number = this.length): TensorList<D> {
    this.lease.check()
    const ok = Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= this.length
    if (ok) return new TensorList(this.lease, this.rows, this.from + from, this.from + to)
    throw invalidArgument(`Expected a range of samples in 0..${this.length} but received ${from}..${to}`)
  }

  /**
   * The list as one tensor with a leading sample axis: the shape is [length, ...shape of a sample], and 'N' stands
   * before the layout. A view, without a copy. Errors: INVALID_INPUT, when the samples' shapes differ (see isDense).
   */
  asTensor(): Tensor<D> {
    this.lease.check()
    return this.viewAt(this.whole(), this.layout && `N${this.layout}`, this.start())
  }

  /**
   * The elements of all samples, one sample after the other, as one typed array; float16 as its bits in a Uint16Array.
   * For an output on the CPU it is a view on the batch's memory; an output on the GPU is copied, and the thread is
   * blocked meanwhile (see data()). Errors: INVALID_INPUT, when the samples do not lie one after the other.
   */
  dataSync(): ElementsOf<D> {
    this.lease.check()
    const { memory } = this.rows
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
    return typedArray(this.dtype, this.rows.buffer, start, bytes)
  }

  /** As dataSync(), without blocking: an output on the GPU is copied while the event loop goes on. */
  async data(): Promise<ElementsOf<D>> {
    const { memory } = this.rows
    if (!memory) return this.dataSync()
    this.lease.check()
    const { parts, copy } = this.target()
    await memory.read(parts, copy)
    return typedArray(this.dtype, copy.buffer, 0, copy.byteLength)
  }

  /**
   * Copies the output to host memory, from the GPU or from the batch's memory. The result owns its memory: it stays
   * valid after the batch, and release() does nothing. The batch may be released while the copy is made.
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

  /**
   * Copies each sample to a tensor in host memory that stays valid after the batch. Blocks for an output on the GPU.
   */
  copy(): Tensor<D>[] {
    return [...this].map((t) => t.copy())
  }

  /**
   * The list as one DLPack tensor with a leading sample axis: see Tensor.dlpack(). Errors: INVALID_INPUT, when the
   * samples' shapes differ; export each at(i) then.
   */
  dlpack(options: DlpackOptions = {}): bigint {
    return this.asTensor().dlpack(options)
  }

  /**
   * Resolves when the output's data is there. A pipeline gives an output on the GPU while the work that makes it is
   * queued, unless it has the option `synchronous`; an output on the CPU is there at once. The event loop goes on, and
   * the batch may be released meanwhile. Needed before `devicePointer` is used by anything that follows neither
   * waitOn() nor `event`; data(), toCpu() and dlpack() wait by themselves.
   * Errors: OUTPUT_RELEASED; INTERNAL, when the GPU failed.
   */
  async ready(): Promise<void> {
    this.lease.check()
    await this.rows.memory?.ready()
  }

  /**
   * The cudaEvent_t that is reached when the batch is made, valid as long as the batch. Throws UNSUPPORTED on the CPU.
   */
  get event(): bigint {
    return this.onGpu('event').event
  }

  /**
   * The cudaStream_t in which the batch was made, valid until the pipeline is closed. Throws UNSUPPORTED on the CPU,
   * and PIPELINE_CLOSED.
   */
  get stream(): bigint {
    return this.onGpu('stream').stream
  }

  /**
   * The stream as the pair [0, cudaStream_t] of the `__cuda_stream__` protocol: with this method the output itself can be
   * given wherever a stream is taken. Errors: as for `stream`.
   */
  cudaStream(): readonly [version: 0, handle: bigint] {
    return [0, this.stream]
  }

  /**
   * Makes a stream of yours wait for the batch: work that you queue on it from now on may read the batch. The call does
   * not block. It does nothing for an output on the CPU. Errors: INVALID_ARGUMENT, STREAM_ENDED, OUTPUT_RELEASED.
   */
  waitOn(stream: DeviceStream): void {
    this.lease.check()
    this.rows.memory?.order(stream)
  }

  /**
   * The output in a form that can be posted to another thread, where `receive()` makes tensors of it.
   *
   * Errors: UNSUPPORTED, for an output on the GPU; INVALID_ARGUMENT, for another mode.
   *
   * @param mode 'shared' hands over the batch's own memory without a copy, valid as long as this output. 'copy' makes a
   *   copy. 'transfer' makes a copy and releases the batch; put `buffer` in the transfer list of postMessage().
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

  /** Where sample `i` came from: its path or name, its index and its epoch. Errors: INVALID_ARGUMENT. */
  sourceInfo(i: number): SourceInfo {
    this.lease.check()
    return this.rows.source(this.index(i))
  }

  /** One entry per sample: 1 for a good one, 0 for one that failed and that onError 'placeholder' filled with zeros. */
  get valid(): Uint8Array {
    this.lease.check()
    return Uint8Array.from({ length: this.length }, (_, i) => (this.rows.valid(this.from + i) ? 1 : 0))
  }

  /**
   * Releases the whole batch, with all its outputs: its memory is used again. `using` calls it. A second call does
   * nothing. With `stream` the memory is used again only after the work that is queued on that stream by now, which may
   * still read outputs on the GPU. If the stream is refused (INVALID_ARGUMENT, STREAM_ENDED), nothing is released.
   */
  release(options: { stream?: DeviceStream } = {}): void {
    const stream = streamOption(options, 'release')
    if (stream !== undefined && !this.lease.released) this.rows.memory?.used(stream)
    this.lease.release()
  }
  [Symbol.dispose](): void {
    this.release()
  }

  /** The text that console.log shows: dtype, shape, layout and device, and a few values if they are in host memory. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return printTensorList(this)
  }

  private viewAt(shape: readonly number[], layout: string, offset: number): Tensor<D> {
    const { dtype, lease } = this
    const { memory } = this.rows
    const buffer = memory ? nothing : this.rows.buffer
    return new Tensor({ dtype, shape, layout, buffer, offset }, { lease, memory })
  }

  private places(): TensorPlace[] {
    return Array.from({ length: this.length }, (_, i) => this.rows.place(this.from + i))
  }

  /** Prepares a copy with all samples one after the other: its buffer, and the parts to copy, as few as possible. */
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

  /** Copies the parts from host memory. */
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

/** The buffer of a tensor on a GPU. */
const nothing = new ArrayBuffer(0)

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
