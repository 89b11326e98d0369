// Runs a native task that lists files, from JavaScript: waits for it without blocking, stops it when a signal fires, and
// tells how far it is. The task's handle and timers are gone when the promise settles.
import { invalidArgument } from '../errors/factories.js'
import { thrownText, wrappedError } from '../errors/thrown.js'
import { shown } from '../errors/words.js'
import type { PipelineError } from '../errors.js'
import type { IndexState } from '../native/dataset.js'
import { type Handle, native } from '../native.js'

/** Milliseconds between two calls of `onProgress`. */
const progressMs = 200

/** The progress of a reader with listing its data. */
export interface IndexProgress extends IndexState {
  /** The reader's name. */
  reader: string
}

export interface IndexingOptions {
  /** Ends the thread. The promise rejects with its reason after the thread has ended. */
  signal?: AbortSignal | undefined
  /** Called some times a second, and at the end; not after the signal. */
  onProgress?: ((state: IndexState) => void) | undefined
}

/** Checks what the user gave for onProgress. Throws INVALID_ARGUMENT. */
export function checkOnProgress<T>(given: T): T {
  if (given === undefined || typeof given === 'function') return given
  throw invalidArgument(`Expected a function for onProgress but received ${shown(given)}`)
}

/**
 * Starts a task and resolves with what it has made. The process stays alive until then. Rejects with the task's
 * error, the signal's reason, or USER_FUNCTION for what `onProgress` throws.
 */
export async function onIndexingThread<T>(
  start: (listener: Handle) => Handle,
  take: (task: Handle) => T,
  { signal, onProgress }: IndexingOptions = {},
): Promise<T> {
  signal?.throwIfAborted()
  let built = () => {}
  let failed = (_: PipelineError) => {}
  const answer = new Promise<void>((resolve, reject) => {
    built = resolve
    failed = reject
  })
  const listener = native().listen(
    () => built(),
    (error) => failed(error),
  )
  let task: Handle | undefined
  let failure: unknown
  const cancel = () => native().stop(task!, false)
  const tell = () => {
    if (!onProgress || signal?.aborted || failure) return
    try {
      onProgress(JSON.parse(native().report(task!)) as IndexState)
    } catch (cause) {
      failure = progressFailed(cause)
      cancel()
    }
  }
  // The timer also keeps the process alive.
  let timer: NodeJS.Timeout | undefined
  try {
    task = start(listener)
    timer = setInterval(tell, onProgress ? progressMs : 2 ** 30)
    signal?.addEventListener('abort', cancel)
    await answer
    signal?.throwIfAborted()
    if (failure) throw failure
    const made = take(task)
    tell()
    if (failure) throw failure
    return made
  } finally {
    signal?.removeEventListener('abort', cancel)
    clearInterval(timer)
    for (const handle of [task, listener]) if (handle !== undefined) native().close(handle)
  }
}

const progressFailed = (cause: unknown) => wrappedError(cause, `onProgress threw: ${thrownText(cause)}`)
