// External sources of imperative mode: an object that takes one item after the other out of an iterable or a function of
// the user's, and makes tensors and batches of it.

import { type Expected, type RawSample, rawBatch, rawSample } from '../../data/sample-data.js'
import { TensorList } from '../../data/tensor-list.js'
import type { SampleInfo } from '../../data/types.js'
import { shown, suggestion } from '../../errors/words.js'
import { PipelineError } from '../../errors.js'
import type { DType } from '../../generated/abi.js'
import { argError } from '../../graph/schema.js'
import { type Answer, again, end, Items, isIterable } from '../../sources/items.js'
import { drive, isThenable, type Steps } from '../../sources/steps.js'
import { siteBelow, siteOf } from '../trace/site.js'
import { Batch, Tensor } from '../values/tensor.js'
import { wrapped } from '../values/user-data.js'

export interface DynamicSourceOptions {
  /** Outputs of an item. With more than one an item is an array with an entry for each, and so is what comes out. */
  numOutputs?: number
  /** See `batch`; a call may give another. */
  batchSize?: number
  /**
   * What an item is. true: a batch, of batchSize samples if that is given. false: a sample, a Tensor; with batchSize so many
   * of them make a Batch, the last one before the end partial. By default it is seen by the item: lists of arrays, a Batch or a
   * TensorList are batches; anything else is a sample, of which batchSize makes a Batch of equal samples.
   */
  batch?: boolean
  /** At the end of an iterable: 'no' or false, the default, ends the data; 'quiet' or true starts again; 'raise' ends the epoch first. */
  cycle?: 'no' | 'quiet' | 'raise' | boolean
  /** Expected dtype, for all outputs or per output; also what plain numbers become (float32 without it). */
  dtype?: DType | readonly DType[]
  /** Layout of samples that carry none, for all outputs or per output. */
  layout?: string | readonly string[]
  /** The data will not change while it is used: nothing is copied. Calls on it run before they return. */
  noCopy?: boolean
}

/** An iterable, an async iterable or a function, asked for an item each time; null and undefined end its data. */
export type DynamicSource =
  | Iterable<unknown>
  | AsyncIterable<unknown>
  // biome-ignore lint/suspicious/noExplicitAny: functions without a parameter, and of SampleInfo.
  | ((at: any) => unknown)

type One<O> = O extends { batch: true } | { batchSize: number } ? Batch : O extends { batch: false } ? Tensor : Given
type ItemOf<O> = O extends { numOutputs: number } ? (O extends { numOutputs: 1 } ? One<O> : One<O>[]) : One<O>
type Given = Batch | Tensor

/** A source with its place in the data. */
export interface ExternalSource<Item = Given> extends Iterable<Item>, AsyncIterable<Item>, Disposable {
  /**
   * The next item, of a source that answers at once. Errors: END_OF_DATA, USER_FUNCTION (the source threw), INVALID_INPUT (it
   * gave something else), UNSUPPORTED (it answers later: use next()), API_MIXED (a next() waits).
   */
  (options?: { batchSize?: number }): Item
  /** The next item. Errors as above. Calls are answered in order. */
  next(options?: { batchSize?: number }): Promise<Item>
  /** Ends the data, and tells an iterator of it. */
  close(): void
}

const op = 'externalSource'
const cycles = new Map<unknown, 'no' | 'quiet' | 'raise'>([
  [undefined, 'no'],
  [null, 'no'],
  [false, 'no'],
  [true, 'quiet'],
  ...(['no', 'quiet', 'raise'] as const).map((c) => [c, c] as const),
])
const names = ['numOutputs', 'batchSize', 'batch', 'cycle', 'dtype', 'layout', 'noCopy'] as const

/** One output of an item: a batch's samples, a sample, or a value that is there. */
type Part = { given: Given } | { samples: RawSample[]; batch: boolean }

class Puller {
  private readonly cycle: 'no' | 'quiet' | 'raise'
  private readonly numOutputs: number
  private readonly items: Items
  /** What the source has answered, or will, and no call has taken. */
  private late: Answer | undefined
  private ended = false
  /** An epoch ended, and was not told of yet. */
  private owed = false
  private epoch = 0
  /** Items that were asked for in this epoch. */
  private index = 0
  /** Samples of a batch that is not full. */
  private gathered: RawSample[][] = []
  private batches = 0
  /** Calls of next() that wait. */
  private waiting = 0
  private tail: Promise<unknown> = Promise.resolve()

  constructor(
    source: DynamicSource,
    private readonly options: DynamicSourceOptions,
    site: string,
  ) {
    const at = { op, callSite: site }
    if (typeof source !== 'function' && !isIterable(source)) {
      throw argError(
        at,
        `Expected an iterable, an async iterable or a function for source but received ${shown(source)}`,
      )
    }
    for (const name of Object.keys(options)) {
      if ((names as readonly string[]).includes(name)) continue
      throw argError(
        at,
        `Expected a known option but received ${shown(name)}`,
        suggestion(name, names) ?? `Options are: ${names.join(', ')}`,
      )
    }
    const { numOutputs = 1, batch, cycle, dtype, layout } = options
    if (!Number.isInteger(numOutputs) || numOutputs < 1) {
      throw argError(at, `Expected an integer >= 1 for numOutputs but received ${shown(numOutputs)}`)
    }
    if (batch !== undefined && typeof batch !== 'boolean') {
      throw argError(at, `Expected true or false for batch but received ${shown(batch)}`)
    }
    const known = cycles.get(cycle)
    if (!known)
      throw argError(at, `Expected 'no', 'quiet', 'raise' or a boolean for cycle but received ${shown(cycle)}`)
    for (const [name, value] of Object.entries({ dtype, layout })) {
      if (!Array.isArray(value) || value.length === numOutputs) continue
      throw argError(at, `Expected one ${name} for each of the ${numOutputs} outputs but received ${value.length}`)
    }
    checkBatchSize(options.batchSize, site)
    this.items = new Items(source)
    this.cycle = known
    this.numOutputs = numOutputs
  }

  /** One item, or `end`; blocks. */
  takeSync(batchSize: number | undefined, site: string): unknown {
    if (this.waiting) {
      throw new PipelineError({
        code: 'API_MIXED',
        op,
        message: 'The source was called while a next() waits',
        hint: 'Await it first',
        callSite: site,
      })
    }
    const steps = this.take(batchSize, site)
    for (let at = steps.next(); ; at = steps.next(at.value)) {
      if (at.done) return at.value
      if (!isThenable(at.value)) continue
      // It is for the next call that can wait.
      Promise.resolve(at.value).catch(() => {})
      throw new PipelineError({
        code: 'UNSUPPORTED',
        op,
        message: 'The source answers later, and a call cannot wait for it',
        hint: 'Use await source.next(), or for await',
        callSite: site,
      })
    }
  }

  async takeLater(batchSize: number | undefined, site: string): Promise<unknown> {
    this.waiting++
    const turn = this.tail.then(() => drive(this.take(batchSize, site)))
    this.tail = turn.catch(() => {})
    try {
      return await turn
    } finally {
      this.waiting--
    }
  }

  close(): void {
    this.ended = true
    this.gathered = []
    this.items.close()
    this.items.restart()
  }

  /** An item as it is handed out. */
  private *take(asked: number | undefined, site: string): Steps<unknown> {
    const batchSize = checkBatchSize(asked, site) ?? this.options.batchSize
    if (this.owed) {
      this.owed = false
      return end
    }
    if (this.options.batch === false && batchSize !== undefined) return yield* this.gather(batchSize, site)
    const item: unknown = yield* this.pull(site)
    return item === end ? end : this.shaped(this.parts(item, site), batchSize, site)
  }

  private *gather(batchSize: number, site: string): Steps<unknown> {
    while ((this.gathered[0]?.length ?? 0) < batchSize) {
      const item: unknown = yield* this.pull(site, this.gathered[0]?.length)
      if (item === end) {
        if (!this.gathered.length) return end
        // The partial batch comes first, and the end behind it.
        this.owed = this.cycle === 'raise'
        break
      }
      const samples = this.parts(item, site).map((part) => ('given' in part ? rawOf(part.given) : part.samples[0]!))
      if (!this.gathered.length) this.gathered = samples.map(() => [])
      this.gathered.forEach((list, i) => {
        list.push(samples[i]!)
      })
    }
    const { gathered } = this
    this.gathered = []
    this.batches++
    return this.result(gathered.map((samples) => new Batch(this.value(samples, site), null)))
  }

  /** The next item, over the source's end where it cycles. */
  private *pull(site: string, idxInBatch = 0): Steps<unknown> {
    if (this.ended) return end
    const item: unknown = yield* this.ask(site, idxInBatch)
    if (item !== end) return item
    const began = this.index > 1 || this.epoch > 0
    this.restart()
    if (this.cycle === 'no') this.ended = true
    // With samples of a batch at hand the epoch's last, partial batch comes first.
    if (this.cycle !== 'quiet' || this.gathered.length || !began) return end
    const again: unknown = yield* this.ask(site, idxInBatch)
    if (again === end) this.restart()
    return again
  }

  private restart(): void {
    this.items.restart()
    this.epoch++
    this.index = 0
    this.batches = 0
  }

  private *ask(site: string, idxInBatch: number): Steps<unknown> {
    const { items } = this
    try {
      for (;;) {
        this.late ??= items.ask(this.next(idxInBatch), 0)
        const { answer, stepped } = this.late
        const item = items.read(yield answer, stepped)
        this.late = undefined
        if (item === again) this.index--
        else if (isThenable(item)) {
          // An iterable may give promises of its items.
          this.late = { answer: Promise.resolve(item).then((value) => ({ done: false, value })), stepped: true }
        } else return item
      }
    } catch (cause) {
      this.late = undefined
      throw this.thrown(cause, site)
    }
  }

  /** What a function is told of the item that it is asked for. */
  private next(idxInBatch: number): SampleInfo {
    const { epoch: epochIdx, index: idxInEpoch } = this
    const iteration = this.options.batch === false && this.options.batchSize ? this.batches : idxInEpoch
    this.index++
    return { idxInEpoch, idxInBatch, iteration, epochIdx }
  }

  private thrown(cause: unknown, callSite: string): unknown {
    if (cause instanceof PipelineError) return cause
    const what = cause instanceof Error ? cause.message : String(cause)
    const index = this.index - 1
    const sample = this.options.batch === false
    return new PipelineError({
      code: 'USER_FUNCTION',
      op,
      message: sample ? `The source threw: ${what}` : `The source threw at item ${index}: ${what}`,
      sample: sample ? { index, source: '' } : undefined,
      callSite,
      cause,
    })
  }

  private parts(item: unknown, site: string): Part[] {
    const items = this.numOutputs > 1 ? item : [item]
    if (!Array.isArray(items) || items.length !== this.numOutputs) {
      throw this.fault(
        `Expected an array with one entry for each of the ${this.numOutputs} outputs but received ${shown(item)}`,
        site,
      )
    }
    return items.map((value, i) => this.part(value, i, site))
  }

  private part(value: unknown, i: number, site: string): Part {
    const { batch, dtype, layout } = this.options
    const isBatch =
      value instanceof Batch ||
      value instanceof TensorList ||
      (batch ?? (Array.isArray(value) && value.some((x) => typeof x === 'object' && x !== null && !Array.isArray(x))))
    if (value instanceof Batch || value instanceof Tensor) {
      if (batch === undefined || batch === isBatch) return { given: value }
      throw this.fault(`Expected a ${batch ? 'batch' : 'sample'} but received a ${isBatch ? 'Batch' : 'Tensor'}`, site)
    }
    if (isBatch && batch === false) throw this.fault(`Expected a sample but received ${shown(value)}`, site)
    const of = <T>(given: T | readonly T[] | undefined) => (Array.isArray(given) ? given[i] : given) as T | undefined
    const expected: Expected = { name: `item ${this.index - 1}`, op, dtype: of(dtype), layout: of(layout) }
    try {
      if (!isBatch) return { samples: [rawSample(value as never, expected)], batch: false }
      if (!Array.isArray(value)) return { samples: rawBatch(value as never, expected), batch: true }
      const samples = value.map((x) => (x instanceof Tensor ? rawOf(x) : rawSample(x as never, expected)))
      return { samples, batch: true }
    } catch (error) {
      if (!(error instanceof PipelineError) || error.callSite) throw error
      throw new PipelineError({ ...error.toJSON(), callSite: site, cause: error.cause })
    }
  }

  /** All outputs as tensors or as batches, with the size that was asked for. */
  private shaped(parts: readonly Part[], batchSize: number | undefined, site: string): unknown {
    const all = parts.map((part): Given => {
      if ('given' in part) return part.given
      const value = this.value(part.samples, site)
      return part.batch ? new Batch(value, null) : new Tensor(value, 0)
    })
    const kinds = new Set(all.map((x) => x instanceof Batch))
    if (kinds.size > 1) throw this.fault('Expected only batches or only samples but received both', site)
    if (kinds.has(true)) {
      const sizes = all.map((x) => (x as Batch).length)
      if (batchSize !== undefined && sizes[0] !== batchSize) {
        throw this.fault(`Expected a batch of batchSize = ${batchSize} samples but received ${sizes[0]}`, site)
      }
      if (sizes.some((n) => n !== sizes[0])) {
        throw this.fault(`Expected outputs with equal numbers of samples but received ${sizes.join(', ')}`, site)
      }
    } else if (batchSize !== undefined) {
      return this.result(
        all.map((x) => {
          const { value, rows } = (x as Tensor).view
          return new Batch(value, new Int32Array(batchSize).fill(Number(rows)))
        }),
      )
    }
    return this.result(all)
  }

  private value(samples: readonly RawSample[], site: string) {
    const odd = samples.find((s) => s.dtype !== samples[0]!.dtype)
    if (odd) throw this.fault(`Expected samples of one dtype but received ${samples[0]!.dtype} and ${odd.dtype}`, site)
    return wrapped(samples, this.options.noCopy ? 'wrap' : 'copy')
  }

  private result(all: readonly Given[]): unknown {
    return this.numOutputs > 1 ? all : all[0]
  }

  private fault(message: string, callSite: string): PipelineError {
    return new PipelineError({
      code: 'INVALID_INPUT',
      op,
      message: `${message} (item ${this.index - 1})`,
      callSite,
    })
  }
}

/** A tensor's bytes, which are waited for. */
function rawOf(given: Given): RawSample {
  const tensor = given as Tensor
  const data = tensor.dataSync()
  const { value } = tensor.view
  const { dtype, layout } = value.home!.slot.output(value.place)
  return {
    ...{ dtype, layout, shape: [...tensor.shape] },
    data: new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength),
  }
}

function checkBatchSize(value: unknown, callSite: string): number | undefined {
  if (value === undefined || value === null) return undefined
  if (Number.isInteger(value) && (value as number) >= 1) return value as number
  throw argError({ op, callSite }, `Expected an integer >= 1 for batchSize but received ${shown(value)}`)
}

function ending(item: unknown, callSite: string): unknown {
  if (item !== end) return item
  throw new PipelineError({
    code: 'END_OF_DATA',
    op,
    message: 'The source has no more data',
    hint: 'Loop over it, or give it cycle: true',
    callSite,
  })
}

/**
 * Brings data of yours in, item by item: `source()` and `await source.next()` give the next one, `for` and `for await` all
 * that are left. Data is copied, unless `noCopy` is set. Errors: INVALID_ARGUMENT. See docs/dynamic-readers.md.
 */
export function externalSource<const Options extends DynamicSourceOptions = DynamicSourceOptions>(
  source: DynamicSource,
  options?: Options,
): ExternalSource<ItemOf<Options>> {
  type Item = ItemOf<Options>
  const puller = new Puller(source, options ?? {}, siteOf({ site: siteBelow(externalSource) }))
  const self = (given: { batchSize?: number } = {}): Item => {
    const site = siteOf({ site: siteBelow(self as never) })
    return ending(puller.takeSync(given.batchSize, site), site) as Item
  }
  const next = async (given: { batchSize?: number } = {}): Promise<Item> => {
    const site = siteOf({ site: siteBelow(next as never) })
    return ending(await puller.takeLater(given.batchSize, site), site) as Item
  }
  const close = () => puller.close()
  const step = (item: unknown): IteratorResult<Item, undefined> =>
    item === end ? { done: true, value: undefined } : { done: false, value: item as Item }
  return Object.assign(self, {
    ...{ next, close, [Symbol.dispose]: close },
    // Leaving a loop early leaves the source where it is.
    [Symbol.iterator]: () => {
      const advance = () => step(puller.takeSync(undefined, siteOf({ site: siteBelow(advance) })))
      return { next: advance }
    },
    [Symbol.asyncIterator]: () => {
      const advance = async () => step(await puller.takeLater(undefined, siteOf({ site: siteBelow(advance) })))
      return { next: advance }
    },
  }) as ExternalSource<Item>
}
