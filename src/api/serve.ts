// serve(): checks a pipeline and the options, and makes the server (batch-server.ts).

import { invalidArgument } from '../errors/factories.js'
import { shown, suggestion } from '../errors/words.js'
import { BatchServer, type Model, type SampleOf, type ServeSettings } from './batch-server.js'
import { Pipeline } from './pipeline.js'
import type { Outputs } from './run-types.js'

export interface ServeOptions {
  /** Most requests in a batch, 1 to the pipeline's batchSize. Default: the pipeline's batchSize. */
  maxBatch?: number | undefined
  /** Longest wait of a request for others that share its batch, in milliseconds. Default: 5. */
  maxDelayMs?: number | undefined
  /**
   * Number of requests that may wait for a batch; one more is refused with QUEUE_FULL. It bounds the memory and the time that
   * a request waits. Default: 16 batches.
   */
  maxQueue?: number | undefined
  /**
   * Pixels of the images of all batches that are under way, as their headers say them. A request whose image does not fit beside
   * them waits, and those after it too; a batch ends before an image that would pass the number. An image that passes it alone is
   * refused with INVALID_INPUT. Default: no limit, and headers are not read.
   */
  maxPixelsInFlight?: number | undefined
}

const defaultDelayMs = 5
/** maxQueue in batches. */
const defaultQueue = 16

/**
 * Gathers single requests into batches of a pipeline whose inputs are all fed (`fn.externalSource` without a source), as
 * the dynamic batching of inference servers does. A batch is run when `maxBatch` requests wait, or when the first of
 * them has waited for `maxDelayMs`; while batches are under way, requests gather. The pipeline needs `onError:
 * 'placeholder'`, so that a request with a bad sample fails alone, with BAD_SAMPLE.
 *
 * Without a model a request resolves with the outputs of its sample, copied to host memory. See docs/guides/serving.md.
 *
 * Errors: INVALID_ARGUMENT, for a wrong option, for a pipeline with readers or sources of its own, and for another
 * `onError`.
 */
export function serve<Out = Outputs, Names extends string = string>(
  pipe: Pipeline<Out, Names>,
  options?: ServeOptions,
): BatchServer<Names, SampleOf<Out>>
export function serve<Out, Names extends string, Result>(
  pipe: Pipeline<Out, Names>,
  options: ServeOptions | undefined,
  model: Model<Out, Result>,
): BatchServer<Names, Result>
export function serve(pipe: unknown, options: ServeOptions = {}, model?: unknown): BatchServer {
  if (!(pipe instanceof Pipeline)) throw fault(`Expected a pipeline but received ${shown(pipe)}`)
  if (model !== undefined && typeof model !== 'function') {
    throw fault(`Expected a function for the model but received ${shown(model)}`)
  }
  if (!pipe.allFed) {
    throw fault(
      'Expected a pipeline whose inputs are all fed but received one that reads data of its own',
      "Give it fn.externalSource({ name: 'upload' }) in place of readers and of sources",
    )
  }
  const { onError } = pipe.options
  if (onError !== 'placeholder') {
    throw fault(
      `Expected a pipeline with onError: 'placeholder' but received '${onError}'`,
      'With it a request with a bad sample fails alone',
    )
  }
  return new BatchServer(pipe, settings(options, pipe.batchSize), model as Model<unknown, unknown> | undefined)
}

const fault = (message: string, hint?: string) => invalidArgument(message, { op: 'serve', ...(hint && { hint }) })

function settings(options: ServeOptions, batchSize: number): ServeSettings {
  const known = ['maxBatch', 'maxDelayMs', 'maxQueue', 'maxPixelsInFlight']
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw fault(`Expected the options ${known.join(', ')} but received '${unknown}'`, suggestion(unknown, known))
  }
  const { maxBatch = batchSize, maxDelayMs = defaultDelayMs } = options
  const { maxQueue = defaultQueue * maxBatch, maxPixelsInFlight } = options
  if (!Number.isInteger(maxBatch) || maxBatch < 1 || maxBatch > batchSize) {
    throw fault(`Expected maxBatch from 1 to the pipeline's batchSize, ${batchSize}, but received ${shown(maxBatch)}`)
  }
  // A timer takes no longer delay.
  if (!(typeof maxDelayMs === 'number' && maxDelayMs >= 0 && maxDelayMs < 2 ** 31)) {
    throw fault(`Expected maxDelayMs, milliseconds from 0 on, but received ${shown(maxDelayMs)}`)
  }
  if (!Number.isInteger(maxQueue) || maxQueue < 1) {
    throw fault(`Expected maxQueue, a number of requests from 1 on, but received ${shown(maxQueue)}`)
  }
  if (maxPixelsInFlight !== undefined && !(Number.isSafeInteger(maxPixelsInFlight) && maxPixelsInFlight > 0)) {
    throw fault(`Expected maxPixelsInFlight, a number of pixels from 1 on, but received ${shown(maxPixelsInFlight)}`)
  }
  return { maxBatch, maxDelayMs, maxQueue, maxPixelsInFlight }
}
