// Makes ArrayBuffers on the memory of slots, for the outputs of batches, and finds out which of them no object refers
// to any more, so that the slots can be used again. A loop that releases its batches needs no search. For a loop that
// drops them, this file asks for a collection of young objects (some tenths of a millisecond); the larger the batches,
// the more often. Such a loop then needs about as little memory as one that releases.

import { outputReleased } from '../errors/factories.js'
import type { PipelineError } from '../errors.js'
import type { OutputViews } from '../native/outputs.js'
import { type Handle, native } from '../native.js'
import { type Collection, garbageCollector } from './collector.js'

/** The memory of a slot: its native handle, and the buffer that all threads share. */
export interface SharedMemory {
  handle: Handle
  buffer: SharedArrayBuffer
}

export interface OutputView {
  readonly id: number
  /** A buffer on the slot's first bytes. */
  readonly buffer: ArrayBuffer
}

/** Open views by id: their bytes, and what to call at their end, which must not refer to the buffer. */
const ends = new Map<number, { bytes: number; ended: () => void }>()
let nextId = 1
let openBytes = 0

/** Whether the runtime allows ArrayBuffers on memory that it did not allocate. Electron does not. */
let external = true

/** How a view is found that nothing refers to any more. */
interface Finding {
  /** Only collect() finds it: for loops that block the thread, where no finalizer runs. */
  strong?: boolean
  /** Bytes in GPU memory that belong to the same batch. */
  elsewhere?: number
}

/**
 * Makes a buffer on the first `bytes` of the memory. `ended` is called when no object refers to the buffer any more.
 */
export function outputView(
  memory: SharedMemory,
  bytes: number,
  ended: () => void,
  { strong = false, elsewhere = 0 }: Finding = {},
): OutputView {
  const id = nextId++
  ends.set(id, { bytes: bytes + elsewhere, ended })
  openBytes += bytes + elsewhere
  const buffer = externalBuffer(memory, bytes, id, strong) ?? clone(memory, id, strong)
  return { id, buffer }
}

/**
 * Closes the view of a batch that was released: its `ended` is not called. With `detach` typed arrays on the buffer
 * become empty, so that they do not show the slot's next batch.
 */
export function endView(id: number, detach: boolean): void {
  if (!forget(id)) return
  released = true
  outputViews().end(id, detach)
}

/** The end of a LateView, for those who must not keep it: it refers neither to the view nor to its buffer. */
export class ViewEnd {
  private open = true

  constructor(
    /** @internal The id of the watch, or of the view that took its place. */
    public id: number,
    /** @internal */
    public strong: boolean,
  ) {}

  /** Closes the view as endView() does. */
  end(detach: boolean): void {
    this.open = false
    endView(this.id, detach)
  }

  /**
   * Makes the buffer if the view is still in use, since the memory's handle will be closed; and from now on the garbage
   * collector finds a `strong` view like any other object.
   */
  settle(): void {
    if (!this.open) return
    const object = outputViews().weaken(this.id)
    this.strong = false
    if (object instanceof LateView) object.buffer
  }
}

/**
 * Memory of which a buffer is made when user code wants to look at it, and not before: V8 counts the bytes of such buffers as
 * its own, and runs its collector by them, while native code reads most results. `ended` is called when nothing refers
 * to this object any more, nor to the buffer. With `early` the buffer is there from the start: making it in two steps takes longer.
 */
export class LateView {
  readonly end: ViewEnd
  private made: ArrayBuffer | undefined

  constructor(
    private readonly memory: SharedMemory,
    private readonly bytes: number,
    private readonly ended: () => void,
    private readonly finding: Finding & { early?: boolean } = {},
  ) {
    const { strong = false, elsewhere = 0, early } = finding
    if (early) {
      const { id, buffer } = outputView(memory, bytes, ended, finding)
      this.end = new ViewEnd(id, strong)
      this.made = buffer
      return
    }
    const id = nextId++
    this.end = new ViewEnd(id, strong)
    ends.set(id, { bytes: bytes + elsewhere, ended })
    openBytes += bytes + elsewhere
    outputViews().watch(this, id, strong)
  }

  /** The memory as a buffer of the owner's own, always the same one. Throws OUTPUT_RELEASED after the end. */
  get buffer(): ArrayBuffer {
    if (this.made) return this.made
    const { memory, bytes, ended, finding, end } = this
    if (!ends.has(end.id)) throw outputReleased('This output was released', 'Keep a copy() of what you need for longer')
    const { id, buffer } = outputView(memory, bytes, ended, { ...finding, strong: end.strong })
    // The watch ends only now: making a buffer may fail.
    forget(end.id)
    outputViews().end(end.id, false)
    end.id = id
    this.made = buffer
    return buffer
  }
}

/** Those whose failure ends a pipeline handle it themselves; nothing waits for the others. */
const uncaught = (error: PipelineError) => {
  throw error
}

let views: OutputViews | undefined

/** @internal The native functions of this thread's views. */
export function outputViews(): OutputViews {
  views ??= native().outputs(ended, uncaught)
  return views
}

function externalBuffer({ handle }: SharedMemory, bytes: number, id: number, strong: boolean): ArrayBuffer | null {
  if (!external) return null
  const allowed = process.env.PENSTOCK_EXTERNAL_BUFFERS !== '0'
  const buffer = allowed ? outputViews().view(handle, bytes, id, strong) : null
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

/** A SharedArrayBuffer on the same memory, but an object of its own, so that its collection can be noticed. */
function clone({ buffer }: SharedMemory, id: number, strong: boolean): ArrayBuffer {
  const own = structuredClone(buffer)
  outputViews().watch(own, id, strong)
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
  vain = 0
  forget(id)?.()
}

// ---- when to collect ----

/** Views that wait for a minor collection take at most this many bytes (or one view, if it is larger; and more after
 * collections in vain, see `vainBefore`), */
const lateBytes = 16 * 2 ** 20
/** and there are at most this many of them. */
const maxLate = 256
/** Minor collections become rarer when they take a larger share of the time than this, */
const dear = 0.01
/** and more frequent when they take a smaller share than this. */
const cheap = dear / 4
/** A major collection is due when this many more bytes are open than after the last one, */
const oldBytes = 64 * 2 ** 20
/** or as many as this many views of the mean size have, if those are more bytes, */
const oldViews = 8
/** up to this limit, which setMaxOldBytes() raises. */
let maxOldBytes = oldBytes
/** It is also due when there are this many more views, */
const maxOldViews = maxLate
/** or when the last one took a smaller share than this of the time since. */
const dearMajor = 0.03
/** It is never due for fewer additional views than this. */
const fewOld = 2
/** A loop that holds more views than this is asked for minor collections as often as if it held so many. */
const maxHeld = 6
/**
 * A loop that releases its batches may have more of them open at one time than at another, and a minor collection finds
 * none of them. After this many collections in vain, the next one waits for twice as many views,
 */
const vainBefore = 3
/** and after each further one in vain for twice as many again, at most for this many times as many. */
const maxPatience = 8

/** Number of views that were open after the last collection of each kind, and their bytes after the last major one. */
const after = { minor: 0, major: 0, majorBytes: 0 }
/** Number of additional views after which the next minor collection is due. */
let step = 1
/** Number of minor collections since the collector found a view, of those between which batches were released. */
let vain = 0
/** Whether a batch was released since the last collection. */
let released = false
/** When the last collections ended, and how long the last major one took, in milliseconds. */
let last = { minor: 0, major: 0, majorCost: 0 }
/** Number of collections. A change of it means that finalizers may be due, which need a turn of the event loop. */
export let collections = 0

/** The factor by which `step` is exceeded before the next minor collection. */
const patience = () => Math.min(2 ** Math.max(0, vain - vainBefore + 1), maxPatience)

/** Number of views that the loop holds, as far as that matters. */
const held = () => Math.min(after.major, maxHeld)

/**
 * Number of additional views after which the next minor collection is due. An object that survives two of them becomes old. So
 * between two a loop makes half as many views again as it holds: what it held at one, it has dropped before the next.
 */
const gap = () => Math.max(step * patience(), 1.5 * held())

/** Runs a collection and ends the views that it finds unreachable; returns their number. */
export function collect(how: Collection): number {
  if (!ends.size) return 0
  const began = performance.now()
  collections++
  const gone = outputViews().collect(garbageCollector(how))
  for (const id of gone) ended(id)
  const cost = performance.now() - began
  after.minor = ends.size
  if (how === 'minor' && released && !gone.length) vain++
  released = false
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
  step = Math.max(1, Math.min(step, maxLate, Math.floor(lateBytes / Math.max(1, mean))))
  return gone.length
}

/** Few large views may wait for a major collection on this thread until they take so many bytes. */
export function setMaxOldBytes(bytes: number): void {
  maxOldBytes = bytes
}

/**
 * Runs a collection if enough views were made since the last one. It is called before each new batch, and before the
 * promise of that batch is made: a promise that is there during a major collection becomes an old object, which would
 * keep the batch that it is resolved with until the next major collection.
 */
export function collectIfDue(): void {
  if (ends.size < after.minor + gap()) return
  collect('minor')
  // Outputs that are held for several batches become old objects, which only a major collection finds.
  // Those that were there at the last one, and as many as the loop holds, say nothing yet.
  if (ends.size < after.major + held() + Math.max(fewOld, step, after.major / 4)) return
  const affordable = last.majorCost < dearMajor * (performance.now() - last.major)
  const few = Math.min(maxOldBytes, (oldViews * openBytes) / ends.size)
  const pressing = openBytes - after.majorBytes > Math.max(oldBytes, few) || ends.size - after.major >= maxOldViews
  if (affordable || pressing) collect('major')
}

/**
 * Collects at once, for when memory is short: all objects if young ones free nothing. Returns the number of views
 * ended.
 */
export function collectNow(): number {
  return collect('minor') || collect('major')
}
