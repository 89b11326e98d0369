// Memory for large results on the CPU: shared buffers that come back when their last tensor is disposed or collected. A
// result looks at its buffer through an ArrayBuffer of its own (output-memory.ts), whose end says that it is free.

import { collectIfDue, endView, outputView } from '../../data/output-memory.js'
import { native } from '../../native.js'

/**
 * The part of a result's bytes that the garbage collector is told of: with all of them it runs after every few batches of
 * photos, which costs more than the memory is worth.
 */
const pressureShare = 1 / 4
/** What is kept for reuse beyond what was out at once. */
const spareBytes = 64 * 2 ** 20
/**
 * With so much out, a loop must be running that never lets the collector's finders run: new results then lie in memory
 * that it frees by itself.
 */
const mostOut = 768 * 2 ** 20

/** Memory on its way through a result's life. */
export class PooledBuffer {
  private open = true
  /** The view of the borrower. */
  view = 0

  constructor(
    private readonly bytes: number,
    private readonly giveBack: () => void,
  ) {
    out += bytes
    most = Math.max(most, out)
    tell()
  }

  end(): void {
    if (!this.open) return
    this.open = false
    forgotten.unregister(this)
    out -= this.bytes
    tell()
    if (this.view) endView(this.view, false)
    this.giveBack()
  }

  /** Ends with the object. */
  tie(owner: object): void {
    forgotten.register(owner, this, this)
  }
}

const forgotten = new FinalizationRegistry<PooledBuffer>((pooled) => pooled.end())

/**
 * A loop that disposes its results has two or three out at a time, and no need of the collector: told of each, it would run
 * every other time, as what it is told of counts like objects of its small heap.
 */
const usualOut = 160 * 2 ** 20
/** What the collector has been told of. */
let told = 0

function tell(): void {
  const due = Math.round(Math.max(0, out - usualOut) * pressureShare)
  if (due !== told) native().pressure(due - told)
  told = due
}

let out = 0
let most = 0
let spare = 0
/** Smallest first. */
const free: SharedArrayBuffer[] = []

export const crowded = (): boolean => out > mostOut

function keep(buffer: SharedArrayBuffer): void {
  if (spare + out + buffer.byteLength > most + spareBytes) return
  spare += buffer.byteLength
  const at = free.findIndex((other) => other.byteLength >= buffer.byteLength)
  free.splice(at < 0 ? free.length : at, 0, buffer)
}

/** A growable buffer begins at a page, others somewhere: kernels store whole cache lines only where they are aligned. */
function pages(bytes: number): SharedArrayBuffer {
  const size = Math.ceil(bytes / 4096) * 4096
  return new SharedArrayBuffer(size, { maxByteLength: size })
}

/** A buffer of at least so many bytes, and its pooled. The buffer is the borrower's own object. */
export function borrow(bytes: number): { buffer: ArrayBuffer; pooled: PooledBuffer } {
  collectIfDue()
  const at = free.findIndex((buffer) => buffer.byteLength >= bytes)
  // A much larger one is worth more to a larger batch.
  const found = at >= 0 && free[at]!.byteLength <= 1.5 * bytes + 65536 ? free.splice(at, 1)[0] : undefined
  if (found) spare -= found.byteLength
  const buffer = found ?? pages(bytes * 1.125)
  const handle = native().open(new Uint8Array(buffer))
  const pooled = new PooledBuffer(buffer.byteLength, () => {
    native().close(handle)
    keep(buffer)
  })
  const view = outputView({ handle, buffer }, buffer.byteLength, pooled.end.bind(pooled))
  pooled.view = view.id
  return { buffer: view.buffer, pooled }
}
