// The types of the native functions for shared memory, and for every kind of object under a handle
// (native/addon/handles.cc).
import type { Handle } from './handle.js'

export interface HandleFunctions {
  /** Registers shared memory and returns its handle. */
  open(view: Uint8Array): Handle
  /** All of the array will be used, so the system may give it huge pages. */
  hugePages(view: Uint8Array): void
  /** Tells the addon the new size of a growable buffer. Its address never changes. */
  resize(memory: Handle, bytes: number): void
  /**
   * Tells the garbage collector that so many more (or fewer) bytes depend on objects of this thread; returns the
   * total.
   */
  pressure(bytes: number): number
  /** Ends an object. False: the handle was closed before. */
  close(handle: Handle): boolean
  /**
   * Stops a program: samples that were not begun are not made, and the call that makes them throws PIPELINE_CLOSED.
   * With `left` the pool replaces the threads that work on samples of this program, because they may never return. Or
   * ends a task soon: taskTake() then throws ABORTED.
   */
  stop(handle: Handle, left: boolean): void
  /** Returns JSON: of a program ProgramReport, of a task IndexState, of a client of stores StoreState, of a data set DatasetReport with samples [from, from + count). */
  report(handle: Handle, from?: number, count?: number): string
  /**
   * Gives memory back and returns its bytes: scratch memory of a program or an execution queue; or the pages of shared memory
   * from bytesToKeep on, which read as zero afterwards, and with bytesToKeep 0 its device memory too. Returns -1, and
   * frees nothing, where the program is running. `inUse`: the memory's first bytes are in use; then -1 also means that
   * a GPU may be reading it.
   */
  trim(handle: Handle, bytesToKeep: number, inUse?: boolean): number
}
