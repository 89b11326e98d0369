// The pool of memory for large results on the CPU: shared buffers that come back when their last tensor is disposed or
// collected. A result holds its buffer by a Loan. Where user code looks at the result, it does so through an ArrayBuffer
// of its own (output-memory.ts), and the buffer is free once that is collected.

import { collectIfDue, LateView, setMaxOldBytes, type ViewEnd } from '../../data/output-memory.js'
import { type Handle, native } from '../../native.js'
import { noteUse, whenIdle } from '../idle.js'

/**
 * The part of a result's bytes that is reported to the garbage collector. If all bytes were, it would run after every
 * few batches of photos, which costs more than the memory is worth.
 */
const pressureShare = 1 / 4
/** Bytes that are kept for reuse beyond the most that were ever in use at once. */
const spareBytes = 64 * 2 ** 20
/**
 * With more bytes than this in use, a loop is probably running that never lets finalizers run. New results then lie in
 * ordinary ArrayBuffers, which the collector frees without a finalizer.
 */
const crowdedBytes = 768 * 2 ** 20

/** The memory of one result, counted as in use from its construction to end(). */
export class PooledBuffer {
  private open = true
  /** The end of the borrower's view. */
  view: ViewEnd | undefined

  constructor(
    private readonly bytes: number,
    private readonly giveBack: () => void,
  ) {
    inUse += bytes
    maxInUse = Math.max(maxInUse, inUse)
    reportPressure()
    noteUse(bytes)
  }

  /**
   * The result is gone: gives the memory back. Arrays on it become empty, so that they never show the next result, and
   * V8 stops counting their bytes. Later calls do nothing.
   */
  end(): void {
    if (!this.open) return
    this.open = false
    forgotten.unregister(this)
    inUse -= this.bytes
    reportPressure()
    this.view?.end(true)
    this.giveBack()
    noteUse(this.bytes)
  }

  /** Calls end() when `owner` is collected. */
  tie(owner: object): void {
    forgotten.register(owner, this, this)
  }
}

const forgotten = new FinalizationRegistry<PooledBuffer>((pooled) => pooled.end())

/**
 * Bytes in use that are not reported to the collector at all. A loop that disposes its results has two or three in use
 * at a time and does not need the collector; if they were reported, it would run for every other one, because it counts
 * reported bytes like objects of its small heap.
 */
const usualInUse = 512 * 2 ** 20
/** Bytes that were reported to the collector. */
let reported = 0

function reportPressure(): void {
  const due = Math.round(Math.max(0, inUse - usualInUse) * pressureShare)
  if (due !== reported) native().pressure(due - reported)
  reported = due
}

/**
 * Bytes of dropped results that are worth a collection of all objects (10 ms). V8 moves a result that a loop holds for longer
 * than a step to its old objects, so only such a collection finds it.
 */
setMaxOldBytes(256 * 2 ** 20)

/** Returns the pages of the unused buffers to the system; the buffers stay. */
whenIdle(() => {
  for (const buffer of free) {
    const handle = native().open(new Uint8Array(buffer))
    native().trim(handle, 0)
    native().close(handle)
  }
})

/** Bytes of results in use, and the most that were at once. */
let inUse = 0
let maxInUse = 0
/** Bytes in `free`. */
let spare = 0
/** Buffers that wait to be used again, the smallest first. */
const free: SharedArrayBuffer[] = []

export const crowded = (): boolean => inUse > crowdedBytes

function keep(buffer: SharedArrayBuffer): void {
  if (spare + inUse + buffer.byteLength > maxInUse + spareBytes) return
  spare += buffer.byteLength
  const at = free.findIndex((other) => other.byteLength >= buffer.byteLength)
  free.splice(at < 0 ? free.length : at, 0, buffer)
}

/** More bytes than the largest buffer has that Node.js 20 makes. */
const maxLoan = 2 ** 32 - 2 ** 20

/** From this size on huge pages pay: there are several, and little of them lies outside of the buffer. */
const hugeBytes = 4 * 2 ** 20

/** The buffer, in huge pages if it is large. All of it will be used. */
export function dense<T extends ArrayBufferLike>(buffer: T): T {
  if (buffer.byteLength >= hugeBytes) native().hugePages(new Uint8Array(buffer))
  return buffer
}

/**
 * A new buffer of whole pages. It is growable because those begin at a page and others do not: kernels store whole
 * cache lines only at aligned addresses.
 */
function pages(bytes: number): SharedArrayBuffer {
  const size = Math.ceil(bytes / 4096) * 4096
  return dense(new SharedArrayBuffer(size, { maxByteLength: size }))
}

/**
 * A buffer that the holder of this object has borrowed. It goes back when `pooled` ends, or when this object and the
 * ArrayBuffer that user code may have arrays on are collected.
 */
export class Loan extends LateView {
  constructor(
    readonly handle: Handle,
    shared: SharedArrayBuffer,
    readonly pooled: PooledBuffer,
  ) {
    super({ handle, buffer: shared }, shared.byteLength, pooled.end.bind(pooled))
    pooled.view = this.end
  }
}

/** Borrows a buffer of at least `bytes`. Undefined where there are no buffers of that size. */
export function borrow(bytes: number): Loan | undefined {
  if (bytes > maxLoan) return undefined
  collectIfDue()
  const at = free.findIndex((buffer) => buffer.byteLength >= bytes)
  // A much larger buffer is left for a larger batch.
  const found = at >= 0 && free[at]!.byteLength <= 1.5 * bytes + 65536 ? free.splice(at, 1)[0] : undefined
  if (found) spare -= found.byteLength
  const buffer = found ?? pages(Math.min(bytes * 1.125, maxLoan))
  const handle = native().open(new Uint8Array(buffer))
  const pooled = new PooledBuffer(buffer.byteLength, () => {
    native().close(handle)
    keep(buffer)
  })
  return new Loan(handle, buffer, pooled)
}
