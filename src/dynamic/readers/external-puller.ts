// Takes one item after the other from the user's iterable or function, and makes tensors and batches of them.

import { type Expected, type RawSample, rawBatch, rawSample } from '../../data/sample-data.js'
import { TensorList } from '../../data/tensor-list.js'
import type { SampleInfo } from '../../data/types.js'
import { apiMixed, invalidInput, unsupported, withCallSite } from '../../errors/factories.js'
import { thrownError } from '../../errors/thrown.js'
import { shown } from '../../errors/words.js'
import type { PipelineError } from '../../errors.js'
import { end, type Held, Items } from '../../sources/items.js'
import { drive, ignore, isThenable, type Steps } from '../../sources/steps.js'
import { Batch, Tensor } from '../values/tensor.js'
import { wrapped } from '../values/user-data.js'
import {
  type Cycle,
  checkBatchSize,
  checked,
  type DynamicSource,
  type DynamicSourceOptions,
  op,
} from './external-options.js'

type Given = Batch | Tensor

/** One output of an item: the samples of a batch, one sample, or a Tensor or Batch that the source gave. */
type PulledItem = { given: Given } | { samples: RawSample[]; batch: boolean }

/** Behind an ExternalSource: pulls items from the source and shapes them as the options ask. */
export class ExternalPuller {
  private readonly cycle: Cycle
  private readonly numOutputs: number
  private readonly items: Items
  /** An answer of the source that no call has taken yet; it may be a promise. */
  private readonly late: Held = {}
  private ended = false
  /** Whether an epoch has ended and the next call must report that end. */
  private owed = false
  private epoch = 0
  /** Number of items that were asked for in this epoch. */
  private index = 0
  /** Samples of a batch that is not full yet, output by output. */
  private gathered: RawSample[][] = []
  /** Number of batches that were gathered in this epoch. */
  private batches = 0
  /** Number of calls of next() that wait. */
  private waiting = 0
  private tail: Promise<unknown> = Promise.resolve()

  constructor(
    source: DynamicSource,
    private readonly options: DynamicSourceOptions,
    site: string,
  ) {
    const { cycle, numOutputs } = checked(source, options, site)
    this.items = new Items(source)
    this.cycle = cycle
    this.numOutputs = numOutputs
  }

  /** Returns one item, or `end`. Throws UNSUPPORTED if the source answers with a promise. */
  takeSync(batchSize: number | undefined, site: string): unknown {
    if (this.waiting) {
      throw apiMixed('The source was called while a next() waits', { op, hint: 'Await it first', callSite: site })
    }
    const steps = this.take(batchSize, site)
    for (let at = steps.next(); ; at = steps.next(at.value)) {
      if (at.done) return at.value
      if (!isThenable(at.value)) continue
      // The answer is kept for the next call that can wait.
      ignore(at.value)
      throw unsupported('The source answers later, and a call cannot wait for it', {
        op,
        hint: 'Use await source.next(), or for await',
        callSite: site,
      })
    }
  }

  /** Resolves to one item, or `end`. Calls are answered in order. */
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

  /** One item as the user gets it, or `end`. */
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

  /** A Batch of up to `batchSize` samples of the source, or `end`. */
  private *gather(batchSize: number, site: string): Steps<unknown> {
    while ((this.gathered[0]?.length ?? 0) < batchSize) {
      const item: unknown = yield* this.pull(site, this.gathered[0]?.length)
      if (item === end) {
        if (!this.gathered.length) return end
        // The partial batch comes first, and then the end.
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

  /** The next item of the source, or `end`; starts again at the end of the source if `cycle` asks for it. */
  private *pull(site: string, idxInBatch = 0): Steps<unknown> {
    if (this.ended) return end
    const item: unknown = yield* this.ask(site, idxInBatch)
    if (item !== end) return item
    const began = this.index > 1 || this.epoch > 0
    this.restart()
    if (this.cycle === 'no') this.ended = true
    // Gathered samples make the epoch's last, partial batch before the source starts again.
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
    try {
      const at = this.late.answer ? undefined : this.next(idxInBatch)
      return yield* this.items.next(at, 0, this.late)
    } catch (cause) {
      throw this.thrown(cause, site)
    }
  }

  /** The parameter of the user's function: which item it is asked for. */
  private next(idxInBatch: number): SampleInfo {
    const { epoch: epochIdx, index: idxInEpoch } = this
    const iteration = this.options.batch === false && this.options.batchSize ? this.batches : idxInEpoch
    this.index++
    return { idxInEpoch, idxInBatch, iteration, epochIdx }
  }

  private thrown(cause: unknown, callSite: string): unknown {
    const index = this.index - 1
    const sample = this.options.batch === false
    return thrownError(cause, sample ? 'The source threw' : `The source threw at item ${index}`, {
      op,
      sample: sample ? { index, source: '' } : undefined,
      callSite,
    })
  }

  private parts(item: unknown, site: string): PulledItem[] {
    const items = this.numOutputs > 1 ? item : [item]
    if (!Array.isArray(items) || items.length !== this.numOutputs) {
      throw this.fault(
        `Expected an array with one entry for each of the ${this.numOutputs} outputs but received ${shown(item)}`,
        site,
      )
    }
    return items.map((value, i) => this.part(value, i, site))
  }

  private part(value: unknown, i: number, site: string): PulledItem {
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
      throw withCallSite(error, site)
    }
  }

  /** The outputs of an item as tensors or as batches, with `batchSize` samples if that is given. */
  private shaped(parts: readonly PulledItem[], batchSize: number | undefined, site: string): unknown {
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
    return invalidInput(`${message} (item ${this.index - 1})`, { op, callSite })
  }
}

/** The tensor as a raw sample; blocks until its data is there. */
function rawOf(given: Given): RawSample {
  const tensor = given as Tensor
  const data = tensor.dataSync()
  const { value } = tensor.view
  const { dtype, layout } = value.storage!.slot.output(value.place)
  return {
    ...{ dtype, layout, shape: [...tensor.shape] },
    data: new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength),
  }
}
