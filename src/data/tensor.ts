// Defines Tensor: a view on a batch's memory, valid as long as the batch's lease, or the owner of its memory. Using a
// view after the batch was released throws, so it never shows the bytes of another batch.
import { type DType, dtypeBytes } from '../generated/abi.js'
import { checkAttached } from './attached.js'
import { streamOption } from './cuda-stream.js'
import type { DeviceMemory, DlpackOptions } from './device.js'
import { typedArrays, volumeOf } from './elements.js'
import { exportDlpack } from './handoff/dlpack.js'
import type { HostView } from './handoff/view.js'
import type { Lease } from './lease.js'
import { printTensor } from './print-output.js'
import type { TypedArray } from './types.js'

/** The typed array that holds elements of dtype D. */
export type ElementsOf<D extends DType> = { [Each in DType]: InstanceType<(typeof typedArrays)[Each]> }[D]

/** A typed array of `bytes` bytes on `buffer`, from byte `offset`. */
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

/** The part of Lease that a tensor needs: it decides how long the tensor's memory is valid. */
export type Guard = Pick<Lease, 'check'> & Partial<Pick<Lease, 'copies' | 'retain'>>

/**
 * One dense array in row-major order, of dtype D. A tensor of a pipeline's output is a view on the batch's memory and
 * valid as long as the batch: every use after that throws OUTPUT_RELEASED. A tensor from copy() or toCpu() owns its
 * memory.
 */
export class Tensor<out D extends DType = DType> {
  readonly dtype: D
  /** Extents, outermost first; [] for a scalar. */
  readonly shape: readonly number[]
  /** Names of the axes, one letter each, such as 'HWC'; '' when unknown. */
  readonly layout: string
  private readonly buffer: ArrayBufferLike
  private readonly offset: number
  private readonly lease: Guard | undefined
  private readonly memory: DeviceMemory | undefined

  /** @internal The pipeline calls it. For a tensor in GPU memory (`memory`) the offset is an address there. */
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

  /** The memory that the tensor lies in. */
  get device(): 'cpu' | 'gpu' {
    return this.memory ? 'gpu' : 'cpu'
  }
  /** Number of the GPU; null on the CPU. */
  get deviceId(): number | null {
    return this.memory?.gpu ?? null
  }
  /** Address of the first element in GPU memory, valid as long as the batch; null on the CPU. */
  get devicePointer(): bigint | null {
    this.lease?.check()
    return this.memory ? BigInt(this.offset) : null
  }

  /** Number of elements. */
  get size(): number {
    return volumeOf(this.shape)
  }
  /** Size of all elements in bytes. */
  get bytes(): number {
    return this.size * dtypeBytes[this.dtype]
  }

  /**
   * The elements as a flat typed array; float16 as its bits in a Uint16Array, bool as bytes. For a tensor on the CPU it
   * is a view on the tensor's memory; a tensor on the GPU is copied, and the thread is blocked meanwhile (see data()).
   */
  dataSync(): ElementsOf<D> {
    this.lease?.check()
    if (!this.memory) return typedArray(this.dtype, this.buffer, this.offset, this.bytes)
    const copy = new Uint8Array(this.bytes)
    this.memory.readSync(this.part, copy)
    return this.onHost(copy)
  }

  /** As dataSync(), without blocking: a tensor on the GPU is copied while the event loop goes on. */
  async data(): Promise<ElementsOf<D>> {
    if (!this.memory) return this.dataSync()
    const copy = new Uint8Array(this.bytes)
    await this.memory.read(this.part, copy)
    return this.onHost(copy)
  }

  /**
   * Resolves when the tensor's data is there: on a GPU when the work that makes the batch is done, on the CPU at once.
   * See TensorList.ready(). Errors: OUTPUT_RELEASED; INTERNAL, when the GPU failed.
   */
  async ready(): Promise<void> {
    this.lease?.check()
    await this.memory?.ready()
  }

  /** Copies the tensor to host memory, from the GPU without blocking. The result stays valid after the batch. */
  async toCpu(): Promise<Tensor<D>> {
    if (!this.memory) return this.copy()
    const { buffer } = await this.data()
    return this.own(buffer)
  }

  /** Copies the tensor to host memory; blocks for a tensor on the GPU. The result stays valid after the batch. */
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
   * The address of a DLManagedTensor on the tensor's own memory, for a library in this process that takes DLPack. The
   * device is kDLCUDA on the GPU, else kDLCPU. The consumer must call its deleter, from any thread. Until then the
   * memory stays valid and unchanged, also when the batch is released meanwhile. Each call makes a new DLManagedTensor.
   */
  dlpack(options: DlpackOptions = {}): bigint {
    const stream = streamOption(options, 'dlpack')
    this.lease?.check()
    const { dtype, shape, layout, memory, lease, buffer, offset, bytes } = this
    if (!memory) checkAttached(buffer, bytes)
    const view = memory
      ? { dtype, shape, gpu: memory.gpu, address: offset, arena: memory.slot }
      : { dtype, shape, layout, buffer, offset }
    return exportDlpack(view, { lend: memory && (() => memory.lend(stream)), retain: lease?.retain?.bind(lease) })
  }

  /** The text that console.log shows: dtype, shape, layout and device, and a few values if they are in host memory. */
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
