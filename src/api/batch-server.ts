// Gathers single requests into batches of one pipeline, as inference servers do, and gives every request its own result.
// The server owns the requests that wait and the batches under way; the pipeline stays the caller's.

import type { Tensor } from '../data/tensor.js'
import type { TensorList } from '../data/tensor-list.js'
import type { SampleData } from '../data/types.js'
import { kindOf, type Prepared } from '../engine/fed-inputs.js'
import { closed, errorOf, invalidInput, userFunction } from '../errors/factories.js'
import { thrownText, wrappedError } from '../errors/thrown.js'
import { shown } from '../errors/words.js'
import type { PipelineError } from '../errors.js'
import type { Pipeline } from './pipeline.js'
import { PixelCounter } from './pixel-counter.js'
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
 * The work of a server on a batch, for example a model. It returns one result for each sample of the batch, in
 * order. The batch may hold samples that could not be made: zeros, for which the result is ignored. The outputs are
 * released when the function has ended, so results must not be views on them.
 */
export type Model<Out, Result> = (outputs: Out) => ArrayLike<Result> | PromiseLike<ArrayLike<Result>>

/** The counters of a server since it began. */
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
  /** Pixels of the images of these batches; 0 without maxPixelsInFlight. */
  pixelsInFlight: number
}

/** The options of serve(), with defaults filled in. */
export type ServeSettings = Record<'maxBatch' | 'maxDelayMs' | 'maxQueue', number> & {
  maxPixelsInFlight: number | undefined
}

interface Request {
  data: Prepared
  kind: string
  /** Of its images; undefined until their headers are read. */
  pixels: number | undefined
  /** When it came, in milliseconds. */
  since: number
  resolve(result: unknown): void
  reject(error: unknown): void
  /** It has its result or its error. */
  settled: boolean
}

/** Batches under way at once: the pipeline works on one while the model has the other. */
const maxInFlight = 2

/**
 * Gathers requests into batches; made by serve(). `Result` is what the model returns for a sample.
 */
export class BatchServer<Names extends string = string, Result = unknown> {
  private readonly waiting: Request[] = []
  private readonly most: number
  private inFlight = 0
  private pixelsInFlight = 0
  /** Undefined without a limit. */
  private readonly counter: PixelCounter | undefined
  private counting = false
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
    this.most = pipe.options.executor === 'dynamic' ? maxInFlight : 1
    if (options.maxPixelsInFlight !== undefined) this.counter = new PixelCounter(options.maxBatch)
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
      pixels: this.counter ? undefined : 0,
      resolve: resolve as (result: unknown) => void,
    }
    const abort = () => this.abort(request, aborted(signal!))
    signal?.addEventListener('abort', abort)
    this.waiting.push(request)
    void this.countPixels()
    this.dispatch()
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  /** The counters of finished and waiting work. */
  statistics(): ServerStatistics {
    const { samples, ...counts } = this.counts
    const { waiting, inFlight, pixelsInFlight } = this
    const meanBatch = counts.batches ? samples / counts.batches : 0
    return { ...counts, meanBatch, waiting: waiting.length, inFlight, pixelsInFlight }
  }

  /**
   * Refuses further requests (PIPELINE_CLOSED), and resolves when those that came before have their results. The pipeline
   * stays open.
   */
  close(): Promise<void> {
    this.closing ??= deferred<void>()
    this.dispatch()
    return this.closing.promise.then(() => this.counter?.close())
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
    const { ready, pixels, ends } = this.next(first)
    // The first waits for its header, or for room beside the batches under way.
    if (!ready) return
    const left = first.since + options.maxDelayMs - performance.now()
    if (!ends && left > 0 && (!closing || this.counting)) {
      this.timer = setTimeout(() => this.dispatch(), left)
      return
    }
    this.inFlight++
    this.pixelsInFlight += pixels
    void this.run(waiting.splice(0, ready)).finally(() => {
      this.inFlight--
      this.pixelsInFlight -= pixels
      this.dispatch()
    })
    this.dispatch()
  }

  /** How many of the requests that wait make a batch, and whether it takes no more: data of another kind begins another batch. */
  private next(first: Request): { ready: number; pixels: number; ends: boolean } {
    const { waiting, options } = this
    const room = (options.maxPixelsInFlight ?? Number.POSITIVE_INFINITY) - this.pixelsInFlight
    let pixels = 0
    for (const [i, request] of waiting.entries()) {
      if (i === options.maxBatch || request.kind !== first.kind) return { ready: i, pixels, ends: true }
      if (request.pixels === undefined) return { ready: i, pixels, ends: false }
      if (pixels + request.pixels > room) return { ready: i, pixels, ends: true }
      pixels += request.pixels
    }
    return { ready: waiting.length, pixels, ends: waiting.length === options.maxBatch }
  }

  /** Reads the headers of the images that wait, one group after the other. */
  private async countPixels(): Promise<void> {
    if (!this.counter || this.counting) return
    this.counting = true
    for (;;) {
      const some = this.waiting.filter(({ pixels }) => pixels === undefined)
      if (!some.length) break
      try {
        const counts = await this.counter.count(some.map(({ data }) => data))
        for (const [i, request] of some.entries()) this.admit(request, counts[i]!)
      } catch (error) {
        for (const request of some) this.drop(request, error)
      }
      this.dispatch()
    }
    this.counting = false
    this.dispatch()
  }

  private admit(request: Request, pixels: number): void {
    request.pixels = pixels
    const most = this.options.maxPixelsInFlight!
    if (pixels > most) this.drop(request, tooLarge(pixels, most))
  }

  /** A request that waits gets an error. */
  private drop(request: Request, error: unknown): void {
    const at = this.waiting.indexOf(request)
    if (at >= 0) this.waiting.splice(at, 1)
    this.fail(request, error)
  }

  /**
   * Gives each request its result, or its error. It does not throw. Where a batch fails as a whole, as one of samples that do
   * not go together, each half of it is run alone, so that a request that spoils the batch fails alone.
   */
  private async run(all: readonly Request[]): Promise<void> {
    const requests = all.filter(({ settled }) => !settled)
    if (!requests.length) return
    this.counts.batches++
    this.counts.samples += requests.length
    let outputs: unknown
    try {
      outputs = await this.pipe.runPrepared(requests.map(({ data }) => data))
    } catch (error) {
      if (requests.length > 1 && this.pipe.isSpared(error)) {
        const half = requests.length >> 1
        await this.run(requests.slice(0, half))
        await this.run(requests.slice(half))
      } else for (const request of requests) this.fail(request, error)
      return
    }
    await this.answer(requests, outputs)
  }

  /** Gives each request of a batch that was made its result, or its error. */
  private async answer(requests: readonly Request[], outputs: unknown): Promise<void> {
    const lists = Object.values(outputs as Record<string, TensorList>)
    try {
      const bad = badOnes(lists, this.pipe)
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
    let received: string
    try {
      const results = await this.model!(outputs)
      const length: unknown = results?.length
      // All are read here: reading may run code of the user, which may throw.
      if (length === count) return Array.from({ length: count }, (_, i) => results[i])
      received = typeof length === 'number' ? `${length} of them` : shown(results)
    } catch (error) {
      throw wrappedError(error, `The model threw: ${thrownText(error)}`, { op: 'serve' })
    }
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

const tooLarge = (pixels: number, most: number) =>
  invalidInput(`Expected images of at most ${most} pixels, as maxPixelsInFlight allows, but received ${pixels}`, {
    op: 'serve',
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
function badOnes(lists: readonly TensorList[], pipe: Pipeline<unknown>): Map<number, PipelineError> {
  const valid = lists.map((list) => list.valid)
  const positions = [...valid[0]!.keys()].filter((i) => valid.some((of) => !of[i]))
  return new Map(
    positions.map((i) => {
      const { index, epoch } = lists[0]!.sourceInfo(i)
      const { reason, code, op, callSite } = pipe.badSample(index, epoch) ?? {}
      // A request is told the same when it is alone in a batch, which its operator refuses then.
      const refused = code === 'INVALID_INPUT' || code === 'INVALID_ARGUMENT'
      return [i, errorOf(refused ? code : 'BAD_SAMPLE', reason ?? 'The sample could not be made', { op, callSite })]
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
