// Memory that is kept for the next calls of a loop goes back to the system when there were none for a while.
import { garbageCollector } from '../data/collector.js'
import { unscoped } from './context/scope.js'

/** A pause of this many milliseconds says that no loop is running. */
const pauseMs = 1000
/** Finalizers run some turns of the event loop after a collection. */
const finalizersMs = 100
/** V8 is in no hurry to collect what holds results. After results of at least so many bytes a pause is worth 10 ms of it. */
const largeBytes = 64 * 2 ** 20

const trims: (() => void)[] = []
let timer: NodeJS.Timeout | undefined
let lastUse = 0
/** The largest result since the last pause. */
let largest = 0

/** Has `trim` called when imperative mode is idle. */
export function whenIdle(trim: () => void): void {
  trims.push(trim)
}

/** Notes that a call is submitted, or that a result of so many bytes is made or released. */
export function noteUse(bytes = 0): void {
  lastUse = performance.now()
  if (bytes > largest) largest = bytes
  timer ??= unscoped(() => setTimeout(check, pauseMs).unref())
}

function check(): void {
  const rest = lastUse + pauseMs - performance.now()
  timer = rest > 0 ? setTimeout(check, rest).unref() : undefined
  if (timer) return
  if (largest >= largeBytes) garbageCollector('major')()
  largest = 0
  // The finalizers of what was collected come first.
  unscoped(() => setTimeout(trimAll, finalizersMs).unref())
}

function trimAll(): void {
  for (const trim of trims) trim()
}
