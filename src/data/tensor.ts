// One tensor: a view on a batch's memory that a lease guards, or memory of its own. Touching it after the batch's memory
// went back throws; it never reads another batch's bytes.
import { outputReleased } from '../errors/factories.js'
import { type DType, dtypeBytes } from '../generated/abi.js'
import type { DeviceMemory, DlpackOptions } from './device.js'
import { typedArrays } from './elements.js'
import { exportDlpack } from './handoff/dlpack.js'
import type { HostView } from './handoff/view.js'
import type { Lease } from './lease.js'
import { printTensor } from './print-output.js'
import type { TypedArray } from './types.js'

/** The typed array that holds elements of dtype D. */
export type ElementsOf<D extends DType> = { [Each in DType]: InstanceType<(typeof typedArrays)[Each]> }[D]

export function typedArray<D extends DType>(
  dtype: D,
  buffer: ArrayBufferLike,
  offset: number,
  bytes: number,
): ElementsOf<D>
export function typedArray(dtype: DType, buffer: ArrayBufferLike, offset: number, bytes: number): TypedArray {
  checkAttached(buffer, bytes)
  return new typedArrays[dtype](buffer as ArrayBuffer, offset, bytes / dtypeBytes[dtype])
}

/** Refuses to look at memory that the user has moved to another buffer. */
export function checkAttached(buffer: ArrayBufferLike, bytes: number): void {
  if (buffer.byteLength || !bytes) return
  throw outputReleased("This output's memory was transferred to another buffer", 'Transfer a copy: output.copy()')
}

/** Who decides how long a tensor's memory is valid. */
export type Guard = Pick<Lease, 'check'> & Partial<Pick<Lease, 'copies' | 'retain'>>

/** One dense, row-major array. Of a pipeline's output it is a view; after copy() it owns its memory. */
export class Tensor<out D extends DType = DType> {
  readonly dtype: D
  readonly shape: readonly number[]
  /** Axis names such as 'HWC'; '' when unknown. */
  readonly layout: string
  private readonly buffer: ArrayBufferLike
  private readonly offset: number
  private readonly lease: Guard | undefined
  private readonly memory: DeviceMemory | undefined

  /** @internal Made by the pipeline. Of a tensor in `memory` on a GPU the offset is an address there. */
  constructor(
    { dtype, shape, layout, buffer, offset }: HostView & { readonly dtype: D },
    { lease, memory }: { lease?: Guard; memory?: DeviceMemory | undefined } = {},
  ) {
    this.dtype = dtype
    this.shape = shape
    this.layout = layout
    this.buffer = buffer
    this.offset = offset
    this.lease = lease
    this.memory = memory
  }

  get device(): 'cpu' | 'gpu' {
    return this.memory ? 'gpu' : 'cpu'
  }
  /** The GPU's number; null on the CPU. */
  get deviceId(): number | null {
    return this.memory?.gpu ?? null
  }
  /** Address in GPU memory, valid as long as the batch; null on the CPU. */
  get devicePointer(): bigint | null {
    this.lease?.check()
    return this.memory ? BigInt(this.offset) : null
  }

  /** Number of elements. */
  get size(): number {
    return this.shape.reduce((a, b) => a * b, 1)
  }
  get bytes(): number {
    return this.size * dtypeBytes[this.dtype]
  }

  /**
   * The elements as a typed array on the tensor's own memory, without a copy; float16 as the bits in a Uint16Array. Of a
   * tensor on the GPU a copy, for which the thread is blocked: see data().
   */
  dataSync(): ElementsOf<D> {
    this.lease?.check()
    if (!this.memory) return typedArray(this.dtype, this.buffer, this.offset, this.bytes)
    const copy = new Uint8Array(this.bytes)
    this.memory.readSync(this.part, copy)
    return this.onHost(copy)
  }

  /** The same without blocking: a tensor on the GPU is copied while the event loop goes on. */
  async data(): Promise<ElementsOf<D>> {
    if (!this.memory) return this.dataSync()
    const copy = new Uint8Array(this.bytes)
    await this.memory.read(this.part, copy)
    return this.onHost(copy)
  }

  /** A tensor with memory of its own, in host memory, wherever this one is. The event loop goes on meanwhile. */
  async toCpu(): Promise<Tensor<D>> {
    if (!this.memory) return this.copy()
    const { buffer } = await this.data()
    return this.own(buffer)
  }

  /** A tensor with memory of its own, in host memory. */
  copy(): Tensor<D> {
    this.lease?.check()
    if (this.memory) return this.own(this.dataSync().buffer)
    checkAttached(this.buffer, this.bytes)
    const bytes = new Uint8Array(this.bytes)
    countCopy(this.lease?.copies, this.bytes)
    bytes.set(new Uint8Array(this.buffer as ArrayBuffer, this.offset, this.bytes))
    return this.own(bytes.buffer)
  }

  /**
   * The address of a DLManagedTensor on the tensor's own memory, for a library in this process that takes DLPack (kDLCUDA on
   * the GPU, else kDLCPU). The memory stays as it is until the deleter is called, from any thread, whatever becomes of the
   * batch meanwhile; whoever takes the address must call it.
   */
  dlpack({ stream }: DlpackOptions = {}): bigint {
    this.lease?.check()
    const { dtype, shape, layout, memory, lease, buffer, offset, bytes } = this
    if (!memory) checkAttached(buffer, bytes)
    const view = memory
      ? { dtype, shape, gpu: memory.gpu, address: offset, arena: memory.slot }
      : { dtype, shape, layout, buffer, offset }
    return exportDlpack(view, { lend: memory && (() => memory.lend(stream)), retain: lease?.retain?.bind(lease) })
  }

  /** What console.log shows: what the tensor is, and a few values where they are in host memory. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return printTensor(this)
  }

  private own(buffer: ArrayBufferLike): Tensor<D> {
    const { dtype, shape, layout } = this
    return new Tensor({ dtype, shape, layout, buffer, offset: 0 })
  }
  private get part() {
    return [{ address: this.offset, bytes: this.bytes, to: 0 }]
  }
  private onHost(bytes: Uint8Array): ElementsOf<D> {
    countCopy(this.lease?.copies, bytes.byteLength)
    return typedArray(this.dtype, bytes.buffer, 0, bytes.byteLength)
  }
}

export function countCopy(copies: Lease['copies'] | undefined, bytes: number): void {
  if (!copies) return
  copies.count++
  copies.bytes += bytes
}
