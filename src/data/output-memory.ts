// ArrayBuffers over slots, which libraries take as they take any other, and who asks the garbage collector which of them
// are gone. A loop that releases its batches has none to look for. One that drops them pays for a collection of young
// objects (some tenths of a millisecond) as often as batches are large, so that it needs no more memory than the other.

import { type Handle, native } from '../native.js'
import { type Collection, garbageCollector } from './collector.js'

/** The memory of a slot: where it is opened in native code, and the buffer that every thread shares. */
export interface SharedMemory {
  handle: Handle
  buffer: SharedArrayBuffer
}

export interface OutputView {
  readonly id: number
  /** Over the slot's first bytes. */
  readonly buffer: ArrayBuffer
}

/** What a view's end leads to; it must not refer to the buffer. */
const ends = new Map<number, { bytes: number; ended: () => void }>()
let nextId = 1
let openBytes = 0

/** Whether the runtime allows ArrayBuffers over memory of others. Electron does not. */
let external = true
let listening = false

/**
 * A buffer of its own over the first `bytes` of the memory. `ended` is called once nothing can reach it any more. With
 * `strong` that is found by collect() alone: for loops that block the thread, where no finalizer runs. `elsewhere`: bytes in
 * the memory of a GPU that go with it.
 */
export function outputView(
  memory: SharedMemory,
  bytes: number,
  ended: () => void,
  { strong = false, elsewhere = 0 } = {},
): OutputView {
  const id = nextId++
  ends.set(id, { bytes: bytes + elsewhere, ended })
  openBytes += bytes + elsewhere
  const buffer = externalBuffer(memory, bytes, id, strong) ?? clone(memory, id, strong)
  return { id, buffer }
}

/**
 * The memory was given back: the view's end means nothing any more. With `detach` arrays on the buffer become empty, so that
 * none shows what comes next.
 */
export function endView(id: number, detach: boolean): void {
  if (forget(id)) native().outputEnd(id, detach)
}

/** From now on the view is collected like any other object. */
export const weakenView = (id: number): void => native().outputWeaken(id)

function listen(): void {
  if (!listening) native().outputListen(ended)
  listening = true
}

function externalBuffer({ handle }: SharedMemory, bytes: number, id: number, strong: boolean): ArrayBuffer | null {
  listen()
  if (!external) return null
  const allowed = process.env.PENSTOCK_EXTERNAL_BUFFERS !== '0'
  const buffer = allowed ? native().outputView(handle, bytes, id, strong) : null
  external = buffer !== null
  if (!external) {
    process.emitWarning('This runtime allows no ArrayBuffer over shared memory: outputs are SharedArrayBuffers', {
      type: 'PenstockWarning',
      code: 'NO_EXTERNAL_BUFFERS',
      detail: 'Libraries that refuse those want a copy: tensor.copy().dataSync()',
    })
  }
  return buffer
}

/** A clone shares the memory but is an object of its own, whose end can be seen. */
function clone({ buffer }: SharedMemory, id: number, strong: boolean): ArrayBuffer {
  const own = structuredClone(buffer)
  native().outputWatch(own, id, strong)
  return own as unknown as ArrayBuffer
}

function forget(id: number): (() => void) | undefined {
  const view = ends.get(id)
  if (!view) return undefined
  ends.delete(id)
  openBytes -= view.bytes
  after.minor = Math.min(after.minor, ends.size)
  after.major = Math.min(after.major, ends.size)
  return view.ended
}

function ended(id: number): void {
  forget(id)?.()
}

// ---- when to collect ----

/** Views that are collected late take at most so much memory, or one view where that is larger. */
const lateBytes = 16 * 2 ** 20
const lateMost = 256
/** Share of the time that collections of young objects may take before they become rarer, and rarer again. */
const dear = 0.01
const cheap = dear / 4
/** One of all objects is due when so many bytes or views hang on old ones, or when it takes but a share of the time. */
const oldBytes = 64 * 2 ** 20
const oldMost = lateMost
const dearMajor = 0.03
/** And when there are more of them than this, whatever their bytes. */
const fewOld = 2

/** Views that were open after the last collection of each kind. */
const after = { minor: 0, major: 0, majorBytes: 0 }
/** So many more views make the next collection of young objects. */
let step = 1
let last = { minor: 0, major: 0, majorCost: 0 }
/** Counts collections: finalizers of what they have found want a turn of the event loop. */
export let collections = 0

/** Ends the views that nothing can reach any more, as far as a collection of this kind finds them; returns how many. */
export function collect(how: Collection): number {
  if (!ends.size) return 0
  const began = performance.now()
  collections++
  const gone = native().outputCollect(garbageCollector(how))
  for (const id of gone) ended(id)
  const cost = performance.now() - began
  after.minor = ends.size
  if (how === 'minor') {
    const share = cost / (began - last.minor)
    if (share > dear) step *= 2
    else if (share < cheap) step = Math.ceil(step / 2)
    last.minor = began + cost
  } else {
    last = { ...last, major: began + cost, majorCost: cost }
    after.major = ends.size
    after.majorBytes = openBytes
  }
  const mean = openBytes / Math.max(1, ends.size)
  step = Math.max(1, Math.min(step, lateMost, Math.floor(lateBytes / Math.max(1, mean))))
  return gone.length
}

/**
 * Before a new batch: collects if enough views have come since that may be gone. Callers do so before they make the promise of
 * that batch: a promise that a collection of all objects meets becomes old, and keeps what it is resolved with until the next.
 */
export function collectIfDue(): void {
  if (ends.size < after.minor + step) return
  collect('minor')
  // What is held for several batches becomes old, and only a collection of all objects finds it.
  if (ends.size < after.major + Math.max(fewOld, step, after.major / 4)) return
  const affordable = last.majorCost < dearMajor * (performance.now() - last.major)
  const pressing = openBytes - after.majorBytes > oldBytes || ends.size - after.major >= oldMost
  if (affordable || pressing) collect('major')
}

/** Where memory is short: whatever it costs. Returns how many views have ended. */
export function collectNow(): number {
  return collect('minor') || collect('major')
}
