// The types of the native functions for outputs (native/addon/outputs.cc): ordinary ArrayBuffers over slots, and news of
// those that are gone.
import type { Failed } from '../errors/callbacks.js'
import type { Handle } from './handle.js'

/** The functions of a thread's views. */
export interface OutputViews {
  /**
   * Makes an ArrayBuffer over the first bytes of shared memory that was opened on this thread; `id` is a number that
   * the caller chooses. Returns null where the runtime does not allow external buffers. With `strong` the buffer stays
   * until collect() finds that nothing else refers to it.
   */
  view(memory: Handle, bytes: number, id: number, strong: boolean): ArrayBuffer | null
  /** Watches a JavaScript object as view() does an ArrayBuffer. */
  watch(object: object, id: number, strong: boolean): void
  /**
   * Makes a strong view weak: from now on the garbage collector may take it. Returns the view, or the object that is watched;
   * null if it is gone.
   */
  weaken(id: number): object | null
  /** Ends the view of memory that was given back. With `detach` an ArrayBuffer over it is detached. */
  end(id: number, detach: boolean): void
  /** Calls gc() and returns the ids of the views that this ended; the callback of outputs() is not called for them. */
  collect(gc: () => void): number[]
}

export interface OutputFunctions {
  /**
   * Returns the functions of this thread's views. The callback gets the ids of views that were collected, some turns of the
   * event loop after the collection; `failed` gets what it throws.
   */
  outputs(callback: (id: number) => void, failed: Failed): OutputViews
  /** Detaches a buffer that has memory of its own: typed arrays on it become empty. */
  detach(buffer: ArrayBuffer): void
}
