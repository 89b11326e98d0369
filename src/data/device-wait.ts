// Waits for a GPU without blocking the thread: for copies to host memory, and for the end of the work that makes a
// batch. A native thread waits, and calls one listener, which serves everything that this thread has pending.
import { internal } from '../errors/factories.js'
import type { PipelineError } from '../errors.js'
import { type Handle, native } from '../native.js'

/** A part of device memory, and its byte offset (`to`) in the host copy. */
export interface DevicePart {
  address: number
  bytes: number
  to: number
}

/** The values that native code leaves in the first number of `parts`. */
const done = 0
const failed = -1
/** The first number of a list without parts, until native code writes to it. */
const waiting = 1

/** A wait that has not ended. `to` is listed because native code writes to it until then. */
const pending = new Set<{
  parts: Float64Array
  to: Uint8Array
  end: (ok: boolean) => void
  reject: (error: PipelineError) => void
}>()
/** One listener serves all that is pending, and exists as long as anything is. */
let listener: { handle: Handle; alive: NodeJS.Timeout } | undefined

function settle(): void {
  for (const wait of pending) {
    const state = wait.parts[0]!
    if (state !== done && state !== failed) continue
    pending.delete(wait)
    wait.end(state !== failed)
  }
  closeIfIdle()
}

/** Ends all that is pending. */
function fail(error: PipelineError): void {
  const waits = [...pending]
  pending.clear()
  for (const { reject } of waits) reject(error)
  closeIfIdle()
}

function closeIfIdle(): void {
  if (pending.size || !listener) return
  clearInterval(listener.alive)
  native().close(listener.handle)
  listener = undefined
}

/** Resolves with false when the copies failed. */
function started(slot: Handle, parts: Float64Array, to: Uint8Array): Promise<boolean> {
  listener ??= { handle: native().listen(settle, fail), alive: setInterval(() => {}, 2 ** 30) }
  const { handle } = listener
  return new Promise<boolean>((end, reject) => {
    const wait = { parts, to, end, reject }
    pending.add(wait)
    try {
      native().deviceRead(slot, parts, to, handle)
    } catch (error) {
      pending.delete(wait)
      closeIfIdle()
      reject(error)
    }
  })
}

/** The parts in the form that native code takes: three numbers per part (address, bytes, offset in the target). */
function packed(parts: readonly DevicePart[]): Float64Array {
  return Float64Array.from(parts.flatMap(({ address, bytes, to }) => [address, bytes, to]))
}

/** Copies parts of a slot's device memory once its batch is made. The caller keeps the slot meanwhile. */
export async function readLater(slot: Handle, parts: readonly DevicePart[], to: Uint8Array): Promise<void> {
  if (!(await started(slot, packed(parts), to))) again('A copy from the GPU', slot, parts, to)
}

/** Does on this thread what has failed on another one, which fails too and says why. */
function again(what: string, slot: Handle, parts: readonly DevicePart[], to: Uint8Array): void {
  try {
    readNow(slot, parts, to)
  } catch (error) {
    throw internal(
      `${what} failed: ${(error as PipelineError).detail}`,
      'The GPU may have met an error before; see `dmesg` and `nvidia-smi`',
    )
  }
}

/** As readLater(), but blocks the thread. Without parts it only waits until the batch is made. */
export function readNow(slot: Handle, parts: readonly DevicePart[], to: Uint8Array): void {
  native().deviceRead(slot, packed(parts), to, 0)
}

/** Resolves when the batch in a slot's device memory is made. Rejects with INTERNAL when the GPU failed. */
export async function whenMade(slot: Handle): Promise<void> {
  const nothing = new Uint8Array(0)
  if (!(await started(slot, Float64Array.of(waiting), nothing)))
    again('The work of a batch on the GPU', slot, [], nothing)
}

/** As whenMade(), but blocks the thread. */
export function waitUntilMade(slot: Handle): void {
  readNow(slot, [], new Uint8Array(0))
}
