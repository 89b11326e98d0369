// Gathers single requests into batches of one pipeline, as inference servers do, and gives every request its own result.
// The server owns the requests that wait and the batches under way; the pipeline stays the caller's.

import type { Tensor } from '../data/tensor.js'
import type { TensorList } from '../data/tensor-list.js'
import type { SampleData } from '../data/types.js'
import { kindOf, type Prepared } from '../engine/inputs.js'
import { badSample, closed, errorOf, invalidInput, userFunction } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { PipelineError } from '../errors.js'
import type { Pipeline } from './pipeline.js'
import type { CallOptions } from './run-types.js'

/**
 * The data of one request: a sample for each input of the pipeline, by the input's name; for an input with numOutputs,
 * a list with one sample per output.
 */
export type RequestData<Names extends string = string> = {
  readonly [Name in Names]: SampleData | readonly SampleData[]
}

/** One sample of a batch: a tensor for each output, in a list or an object as the outputs are. */
export type SampleOf<Out> = { [Key in keyof Out]: Out[Key] extends TensorList<infer D> ? Tensor<D> : Out[Key] }

/**
 * What a server does with a batch, for example run a model on it. It returns one result for each sample of the batch, in
 * order. The batch may hold samples that could not be made: zeros, for which the result is ignored. The outputs are
 * released when the function has ended, so results must not be views on them.
 */
export type Model<Out, Result> = (outputs: Out) => ArrayLike<Result> | PromiseLike<ArrayLike<Result>>

/** What a server has done since it began. */
export interface ServerStatistics {
  /** Requests that were answered with a result. */
  answered: number
  /** Requests that ended with an error: bad samples, failures of the model or of the pipeline. */
  failed: number
  /** Requests that were refused, because their data was wrong or too many waited. */
  refused: number
  /** Requests whose signal fired before they had a result. */
  aborted: number
  /** Batches that were run, and the mean number of requests in them. */
  batches: number
  meanBatch: number
  /** Requests that wait for a batch now, and batches that are under way. */
  waiting: number
  inFlight: number
}

/** The options of serve(), with defaults filled in. */
export type ServeSettings = Record<'maxBatch' | 'maxDelayMs' | 'maxQueue', number>

interface Request {
  data: Prepared
  kind: string
  /** When it came, in milliseconds. */
  since: number
  resolve(result: unknown): void
  reject(error: unknown): void
  /** It has its result or its error. */
  settled: boolean
}

/** Batches under way at once: the pipeline works on one while the model has the other. */
const mostInFlight = 2

/**
 * Gathers requests into batches; made by serve(). `Result` is what the model returns for a sample.
 */
export class BatchServer<Names extends string = string, Result = unknown> {
  private readonly waiting: Request[] = []
  private readonly most: number
  private inFlight = 0
  private timer: NodeJS.Timeout | undefined
  private closing: Deferred<void> | undefined
  private readonly counts = { answered: 0, failed: 0, refused: 0, aborted: 0, batches: 0, samples: 0 }

  /** @internal serve() calls it. */
  constructor(
    private readonly pipe: Pipeline<unknown>,
    private readonly options: ServeSettings,
    private readonly model: Model<unknown, unknown> | undefined,
  ) {
    // In the other executors the next run() takes the outputs away from the model.
    this.most = pipe.options.executor === 'dynamic' ? mostInFlight : 1
  }

  /**
   * Resolves with the result for one sample. The data is copied at once, except for inputs with noCopy.
   * Errors: INPUT_MISSING, INPUT_UNKNOWN and INVALID_INPUT, for wrong data; QUEUE_FULL; BAD_SAMPLE, with the reason, when
   * the sample cannot be made; ABORTED, when `options.signal` fires; USER_FUNCTION, when the model throws or returns
   * another number of results; PIPELINE_CLOSED, and the pipeline's errors.
   */
  async request(data: RequestData<Names>, { signal }: CallOptions = {}): Promise<Result> {
    if (signal?.aborted) throw aborted(signal)
    const prepared = this.accept(data)
    const { promise, resolve, reject } = deferred<Result>()
    const request: Request = {
      ...{ data: prepared, kind: kindOf(prepared), since: performance.now(), settled: false, reject },
      resolve: resolve as (result: unknown) => void,
    }
    const abort = () => this.abort(request, aborted(signal!))
    signal?.addEventListener('abort', abort)
    this.waiting.push(request)
    this.dispatch()
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  /** What the server has done, and what it has to do. */
  statistics(): ServerStatistics {
    const { samples, ...counts } = this.counts
    const { length } = this.waiting
    const meanBatch = counts.batches ? samples / counts.batches : 0
    return { ...counts, meanBatch, waiting: length, inFlight: this.inFlight }
  }

  /**
   * Refuses further requests (PIPELINE_CLOSED), and resolves when those that came before have their results. The pipeline
   * stays open.
   */
  close(): Promise<void> {
    this.closing ??= deferred<void>()
    this.dispatch()
    return this.closing.promise
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  private accept(data: RequestData<Names>): Prepared {
    try {
      if (this.closing) throw closed('The server')
      if (this.waiting.length >= this.options.maxQueue) throw full(this.options.maxQueue)
      return this.pipe.prepareSample(checkData(data))
    } catch (error) {
      this.counts.refused++
      throw error
    }
  }

  private abort(request: Request, error: PipelineError): void {
    const at = this.waiting.indexOf(request)
    if (at >= 0) this.waiting.splice(at, 1)
    this.settle(request, 'aborted', () => request.reject(error))
    this.dispatch()
  }

  /** Starts the batches that are due, and sets the timer for the next one. */
  private dispatch(): void {
    clearTimeout(this.timer)
    const { waiting, inFlight, closing, options } = this
    const [first] = waiting
    if (!first) {
      if (!inFlight) closing?.resolve()
      return
    }
    if (inFlight >= this.most) return
    // Data of another dtype begins another batch.
    const other = waiting.findIndex(({ kind }) => kind !== first.kind)
    const ready = Math.min(options.maxBatch, other < 0 ? waiting.length : other)
    const left = first.since + options.maxDelayMs - performance.now()
    if (ready < options.maxBatch && other < 0 && left > 0 && !closing) {
      this.timer = setTimeout(() => this.dispatch(), left)
      return
    }
    this.inFlight++
    void this.run(waiting.splice(0, ready)).finally(() => {
      this.inFlight--
      this.dispatch()
    })
    this.dispatch()
  }

  /** Gives each request its result, or its error. It does not throw. */
  private async run(requests: Request[]): Promise<void> {
    this.counts.batches++
    this.counts.samples += requests.length
    let lists: TensorList[] = []
    try {
      const outputs = await this.pipe.runPrepared(requests.map(({ data }) => data))
      lists = Object.values(outputs as Record<string, TensorList>)
      const bad = badOnes(lists[0]!, this.pipe)
      const some = bad.size < requests.length
      const results = some ? await (this.model ? this.modelled(outputs, requests.length) : samplesOf(outputs)) : []
      requests.forEach((request, i) => {
        const error = bad.get(i)
        if (error) this.fail(request, error)
        else this.settle(request, 'answered', () => request.resolve(results[i]))
      })
    } catch (error) {
      for (const request of requests) this.fail(request, error)
    } finally {
      for (const list of lists) list.release()
    }
  }

  private async modelled(outputs: unknown, count: number): Promise<ArrayLike<unknown>> {
    let results: ArrayLike<unknown>
    try {
      results = await this.model!(outputs)
    } catch (error) {
      const { message } = error instanceof Error ? error : { message: String(error) }
      throw userFunction(`The model threw: ${message}`, { op: 'serve', cause: error })
    }
    if (results?.length === count) return results
    const received = typeof results?.length === 'number' ? `${results.length} of them` : shown(results)
    throw userFunction(`Expected ${count} results of the model, one for each sample, but received ${received}`, {
      op: 'serve',
    })
  }

  private fail(request: Request, error: unknown): void {
    this.settle(request, 'failed', () => request.reject(error))
  }

  private settle(request: Request, how: 'answered' | 'failed' | 'aborted', tell: () => void): void {
    if (request.settled) return
    request.settled = true
    this.counts[how]++
    tell()
  }
}

const full = (most: number) =>
  errorOf('QUEUE_FULL', `${most} requests wait already, as many as maxQueue allows`, {
    op: 'serve',
    hint: 'Answer that the server is busy (503), or raise maxQueue',
  })

const aborted = (signal: AbortSignal) => errorOf('ABORTED', 'The request was aborted', { cause: signal.reason })

function checkData<Data extends object>(data: Data): Data {
  if (typeof data === 'object' && data !== null && !Array.isArray(data) && !ArrayBuffer.isView(data)) return data
  const message = `Expected an object with a sample for each input, by the input's name, but received ${shown(data)}`
  throw invalidInput(message, { op: 'serve', hint: 'For example request({ upload: bytes })' })
}

interface Deferred<T> {
  promise: Promise<T>
  resolve(value: T): void
  reject(error: unknown): void
}

function deferred<T>(): Deferred<T> {
  let settle!: Pick<Deferred<T>, 'resolve' | 'reject'>
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, ...settle }
}

/** The errors of the samples that could not be made, by their position in the batch. */
function badOnes(list: TensorList, pipe: Pipeline<unknown>): Map<number, PipelineError> {
  const positions = [...list.valid.keys()].filter((i) => !list.valid[i])
  if (!positions.length) return new Map()
  const { badSamples } = pipe.statistics()
  return new Map(
    positions.map((i) => {
      const { index, epoch } = list.sourceInfo(i)
      const bad = badSamples.find((b) => b.index === index && b.epoch === epoch)
      const { op, callSite } = bad ?? {}
      return [i, badSample(bad?.reason ?? 'The sample could not be made', { op, callSite })]
    }),
  )
}

/** For each sample its tensors, copied to host memory, in a list or an object as the outputs are. */
async function samplesOf(outputs: unknown): Promise<unknown[]> {
  const named = outputs as Record<string, TensorList>
  const names = Object.keys(named)
  const copied = await Promise.all(
    names.map(async (name) => {
      const list = named[name]!
      return list.device === 'gpu' ? [...(await list.toCpu())] : list.copy()
    }),
  )
  return copied[0]!.map((_, i) => {
    if (Array.isArray(outputs)) return copied.map((tensors) => tensors[i])
    return Object.fromEntries(names.map((name, k) => [name, copied[k]![i]]))
  })
}
