// Wraps every callback that native code gets.
import type { PipelineError } from '../errors.js'
import { pipelineError } from './thrown.js'

/** Gets the failure of a callback, to end with it what waits for the callback. */
export type Failed = (error: PipelineError) => void

export type Callback = (...args: never[]) => void

/**
 * The callback as native code gets it. Node.js drops what such a callback throws, and then what waits for it waits for ever.
 * A failure that not even `failed` can handle is an uncaught exception.
 */
export function guarded(callback: Callback, failed: Failed): Callback {
  return (...args) => {
    try {
      callback(...args)
    } catch (cause) {
      try {
        failed(pipelineError(cause))
      } catch (error) {
        setImmediate(() => {
          throw error
        })
      }
    }
  }
}
