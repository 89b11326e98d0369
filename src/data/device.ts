// Outputs in GPU memory: reads them, orders CUDA streams before and after their use, and lends them to other libraries.
// The main thread never waits for a GPU, except in the functions whose comments say so.
import { type Handle, native } from '../native.js'
import { type DeviceStream, readStream } from './cuda-stream.js'
import { type DevicePart, readLater, readNow, waitUntilMade, whenMade } from './device-wait.js'
import type { Lease } from './lease.js'

/** Options of dlpack(). */
export interface DlpackOptions {
  /**
   * The stream on which the consumer will use the tensor. Work that is queued on it later runs after the batch is made,
   * and the batch's memory is used again only after all work that was queued on it before the DLPack deleter ran.
   * Without a stream the call blocks until the batch is made. No effect for tensors on the CPU.
   */
  stream?: DeviceStream
}

/** The device memory of a batch's slot, as the batch's outputs use it. */
export class DeviceMemory {
  constructor(
    readonly gpu: number,
    readonly slot: Handle,
    private readonly lease: Pick<Lease, 'check' | 'retain' | 'checkOpen'>,
  ) {}

  /** Copies parts to host memory. Blocks the thread until the batch is made and copied. */
  readSync(parts: readonly DevicePart[], to: Uint8Array): void {
    this.lease.check()
    readNow(this.slot, parts, to)
  }

  /**
   * As readSync(), without blocking. The memory stays until the copy is done, also if the batch is released meanwhile.
   */
  async read(parts: readonly DevicePart[], to: Uint8Array): Promise<void> {
    this.lease.check()
    if (!parts.length) return
    await this.held(readLater(this.slot, parts, to))
  }

  /** Resolves when the batch is made. The memory stays until then, also if the batch is released meanwhile. */
  async ready(): Promise<void> {
    this.lease.check()
    await this.held(whenMade(this.slot))
  }

  private async held(wait: Promise<void>): Promise<void> {
    const unpin = this.lease.retain()
    try {
      await wait
    } finally {
      unpin()
    }
  }

  /** Makes work that is queued on the stream from now on run after the batch is made. The stream may be of any GPU. */
  order(stream: DeviceStream): void {
    this.lease.check()
    native().deviceOrder(this.slot, readStream(stream, "waitOn()'s stream").handle, false)
  }
  /** Makes the batch's memory be written again only after the work that is queued on the stream by now. */
  used(stream: DeviceStream): void {
    native().deviceOrder(this.slot, readStream(stream, "release()'s stream", this.gpu).handle, true)
  }

  /**
   * Lends the batch to a consumer, which calls the returned function when it is done. Work on `stream` runs after the
   * batch is made; if the stream is one of penstock's, it stays open until the consumer is done. Without a stream the
   * call blocks until the batch is made.
   */
  lend(stream: DeviceStream | undefined): () => void {
    if (stream === undefined) {
      this.lease.check()
      waitUntilMade(this.slot)
      return () => {}
    }
    this.lease.check()
    const [held] = native().streamOpen(this.gpu, readStream(stream, "dlpack()'s stream", this.gpu).handle)
    try {
      native().deviceOrder(this.slot, held, false)
    } catch (error) {
      native().close(held)
      throw error
    }
    return () => {
      try {
        native().deviceOrder(this.slot, held, true)
      } finally {
        native().close(held)
      }
    }
  }

  get event(): bigint {
    this.lease.check()
    return native().deviceMarks(this.slot)[0]
  }
  get stream(): bigint {
    this.lease.check()
    // The stream ends with the stage that made the batch.
    this.lease.checkOpen()
    return native().deviceMarks(this.slot)[1]
  }
}
