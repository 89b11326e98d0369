// Pulls batches from the source that the user gave to fn.externalSource: an iterable, an async iterable, a function,
// or data from feedInput(). Each source has one puller, which keeps the position in the epoch and applies onError to
// user code.

import { types } from 'node:util'
import {
  allShared,
  type Expected,
  isPresent,
  memoryTaken,
  type RawSample,
  rawBatch,
  rawSample,
} from '../data/sample-data.js'
import { Tensor } from '../data/tensor.js'
import type { SampleInfo, Source } from '../data/types.js'
import type { SourceSettings } from '../definition/sources.js'
import { errorOf, invalidInput, unsupported } from '../errors/factories.js'
import { sourceError, thrownText } from '../errors/thrown.js'
import { isPipelineError, type PipelineError } from '../errors.js'
import { batchFlags } from '../generated/abi.js'
import type { SourceStage } from '../graph/types.js'
import { native } from '../native.js'
import { BadSamples } from './bad-samples.js'
import { end, Items } from './items.js'
import { checkDtypes } from './source-batch.js'
import type { Lost, SourceState } from './source-log.js'
import { isMarked, isOpaque, otherData, restoreSource, tokenText } from './source-token.js'
import { drive, type Steps } from './steps.js'
import type { Puller, SourceBatch } from './types.js'

type Item = unknown
/** So many failures in a row end the run even if onError would continue. */
const maxFailures = 1000

/** A batch from feedInput(), checked and converted. */
export class FedBatch {
  /** `steady`: as for SourceBatch. */
  constructor(
    readonly columns: RawSample[][],
    readonly steady: boolean,
    /** Batches that come after this one: what was fed has them all. */
    readonly others: readonly FedBatch[] = [],
  ) {}

  /** One batch of all their samples, in order. They are of one kind. */
  static join(batches: readonly FedBatch[]): FedBatch {
    const columns = batches[0]!.columns.map((_, output) => batches.flatMap((batch) => batch.columns[output]!))
    return new FedBatch(
      columns,
      batches.every(({ steady }) => steady),
    )
  }

  /**
   * Dtype, number of dimensions and layout of each output, which the samples of a batch have in common. Only batches of one kind
   * can be joined.
   */
  get kind(): string {
    return this.columns.map(([first]) => first && `${first.dtype} ${first.shape.length} ${first.layout}`).join()
  }

  /** Number of samples. */
  get size(): number {
    return this.columns[0]?.length ?? 0
  }
}

/** Copies of samples, in one buffer. */
function copied(samples: readonly RawSample[]): RawSample[] {
  const all = new Uint8Array(samples.reduce((sum, { data }) => sum + data.byteLength, 0))
  let end = 0
  return samples.map((sample) => {
    const data = all.subarray(end, end + sample.data.byteLength)
    data.set(sample.data)
    end += data.byteLength
    return { ...sample, data }
  })
}

export class SourcePuller implements Puller {
  /** Samples that failed but did not end the run, because onError is 'skip' or 'placeholder'. */
  readonly bad = new BadSamples()
  /** Undefined where data is fed. */
  private readonly items: Items | undefined
  private epoch = 0
  private iteration = 0
  private position = 0
  /** Data from feedInput(), oldest first. */
  private readonly fed: Item[] = []
  private lastFed: Item = end
  /** Number of batches fed in all. */
  fedCount = 0
  private videos = 0
  private failedInRow = 0
  private closed = false
  /** The state of a checkpoint to continue from; cleared by the first pull. */
  private start: SourceState | undefined
  /** The last result of the source's checkpoint(), as JSON. */
  private token: string | undefined
  private lost: Lost | undefined
  /** `idxInBatch` of the first sample of the next batch. */
  private inBatch = 0

  constructor(
    private readonly stage: SourceStage,
    private readonly settings: SourceSettings,
    private readonly source: Source | undefined,
    private readonly batchSize: number,
  ) {
    this.items = source && new Items(source)
  }

  get isOwn(): boolean {
    return this.source !== undefined
  }
  get isFed(): boolean {
    return this.source === undefined
  }
  /** Whether a run waits for data that is fed later. */
  get waits(): boolean {
    return this.settings.blocking
  }
  /** Whether a run without new data uses the last data again. */
  get repeats(): boolean {
    return this.settings.repeatLast && this.lastFed !== end
  }

  /** Checks and converts data from feedInput(). Throws INVALID_INPUT for wrong data; nothing is queued yet. */
  prepare(item: Item): FedBatch {
    if (this.settings.videos) return this.prepareVideo(item, this.settings.videos)
    const columns = this.columnsOf(item)
    for (const samples of columns) checkDtypes(samples, samples[0]?.dtype, this.stage.name)
    const steady = this.staysPut(columns)
    // What is repeated is copied once, instead of for each batch.
    if (this.settings.noCopy && (steady || !this.settings.repeatLast)) return new FedBatch(columns, steady)
    return new FedBatch(columns.map(copied), true)
  }

  /**
   * The batches of a video: each sample has its bytes, its number and that of a sequence.
   * Throws INVALID_INPUT, and BAD_SAMPLE for bytes that are no video.
   */
  private prepareVideo(item: Item, { framesPerSequence, maxPixels }: NonNullable<SourceSettings['videos']>): FedBatch {
    const e: Expected = { name: this.stage.name, op: 'experimental.inputs.video', dtype: 'uint8', ndim: 1 }
    const whole = types.isUint8Array(item) || item instanceof Tensor
    const given = whole ? [rawSample(item as never, e)] : rawBatch(item as never, e)
    if (given.length !== 1) {
      const message = `Expected one video but received ${given.length} (${e.name})`
      throw invalidInput(message, { op: e.op, hint: 'Feed one video after the other' })
    }
    const steady = this.staysPut([given])
    const [video] = steady ? given : copied(given)
    const count = Math.ceil(framesOf(video!, maxPixels, e) / framesPerSequence)
    const number = this.videos++
    const batches = Array.from({ length: Math.ceil(count / this.batchSize) }, (_, b) => {
      const first = b * this.batchSize
      const places = Array.from({ length: Math.min(this.batchSize, count - first) }, (_, i) => first + i).map(
        (sequence): RawSample => {
          const data = new Uint8Array(Int32Array.of(number, sequence).buffer)
          return { dtype: 'int32', layout: '', shape: [2], data }
        },
      )
      return new FedBatch([places.map((_, i) => ({ ...video!, again: i > 0 })), places], true)
    })
    return new FedBatch(batches[0]!.columns, true, batches.slice(1))
  }

  /**
   * Whether data of the user stays as it is. An ArrayBuffer may be transferred or resized, which frees its memory, so a
   * promise about it is not enough.
   */
  private staysPut(columns: readonly (readonly RawSample[])[]): boolean {
    return this.settings.noCopy && allShared(columns)
  }

  /** As prepare(), for one sample; with numOutputs, a list with its data for each output. */
  prepareSample(sample: unknown): FedBatch {
    const { listed, videos } = this.settings
    if (videos) {
      throw unsupported(`Input '${this.stage.name}' takes a video for several batches, which no request has`, {
        op: 'experimental.inputs.video',
        hint: 'Give requests to fn.decoders.video',
      })
    }
    return this.prepare(listed && Array.isArray(sample) ? sample.map((part) => [part]) : [sample])
  }

  /** Queues a batch of prepare(). */
  feed(batch: FedBatch): void {
    this.fed.push(batch, ...batch.others)
    this.fedCount += 1 + batch.others.length
    this.lastFed = batch
  }

  /** Discards batches that were fed but not pulled. */
  dropFed(): void {
    this.fed.length = 0
    this.fedCount = 0
    this.lastFed = end
  }

  get available(): boolean {
    return !this.isFed || this.fed.length > 0 || this.repeats
  }

  /** Continues where a checkpoint was taken. `inBatch`: `idxInBatch` of the first sample. */
  begin(start: SourceState, inBatch = 0): void {
    this.start = start
    this.epoch = start.epoch
    this.iteration = start.iteration
    this.position = start.position
    this.token = start.token
    this.inBatch = inBatch
  }

  state(): SourceState {
    const { epoch, iteration, position, token, lost } = this
    return this.start ?? { epoch, iteration, position, ...(token !== undefined && { token }), ...(lost && { lost }) }
  }

  restarted(epoch: number, from = this.state()): SourceState {
    const { token, lost, iteration } = from
    const fresh = { epoch, iteration: 0, position: 0 }
    // The token taken at an epoch's end stands for the start of the next one. A token from within an epoch is of no
    // use.
    if (iteration === 0) return { ...fresh, ...(token !== undefined && { token }), ...(lost && { lost }) }
    return { ...fresh, ...(isMarked(this.source) ? { lost: 'left' } : lost && { lost }) }
  }

  *pull(sync: boolean, whole: boolean): Steps<SourceBatch> {
    const { start } = this
    if (start?.token !== undefined) yield restoreSource(this.source, start.token, this.stage.name)
    this.start = undefined
    const batch = yield* this.pullNext(sync, whole)
    this.inBatch = 0
    if (isMarked(this.source)) {
      this.token = tokenText(yield this.source.checkpoint(), this.stage.name)
      this.lost = undefined
    } else if (isOpaque(this.source, this.items?.iterator)) this.lost = 'opaque'
    if (!start?.drop) return batch
    if (batch.samples.length <= start.drop) throw otherData(this.stage.name, start.drop, batch.samples.length)
    // The rest of this batch and samples of the next one make a full batch.
    return { ...batch, samples: batch.samples.slice(start.drop), flags: batch.flags | batchFlags.holes }
  }

  private *pullNext(sync: boolean, whole: boolean): Steps<SourceBatch> {
    const batch = yield* this.pullOne(sync, whole)
    this.iteration++
    if (batch.flags) this.startEpoch()
    if (batch.flags & batchFlags.endOfStream) {
      if (this.settings.cycle === 'quiet' && batch.samples.length === 0) {
        const again = yield* this.pullOne(sync, whole)
        this.iteration++
        if (again.samples.length || !again.flags) return again
      } else if (this.settings.cycle !== 'no') {
        // 'raise' ends the epoch; 'quiet' continues after a partial batch.
        batch.flags = this.settings.cycle === 'raise' ? batchFlags.endOfEpoch | (batch.flags & batchFlags.holes) : 0
      }
    }
    return batch
  }

  /** Fed data comes in batches even where `batch` is false. */
  private pullOne(sync: boolean, whole: boolean): Steps<SourceBatch> {
    return this.stage.batch || this.isFed ? this.pullBatch() : this.pullSamples(sync, whole)
  }

  restart(epoch: number): void {
    const { token, lost } = this.restarted(epoch)
    // If the source was not brought to its token yet, that happens before its first batch.
    this.start = this.start && token !== undefined ? { epoch, iteration: 0, position: 0, token } : undefined
    this.token = token
    this.lost = lost
    this.startEpoch()
    this.epoch = epoch
  }

  close(): void {
    this.closed = true
    this.items?.close()
  }

  private startEpoch(): void {
    this.epoch++
    this.iteration = 0
    this.position = 0
    this.items?.restart()
  }

  private *pullBatch(): Steps<SourceBatch> {
    const { batchInfo } = this.settings
    const at = batchInfo ? { iteration: this.iteration, epochIdx: this.epoch } : this.iteration
    const item: Item = yield* this.next(at)
    if (item === end) return { samples: [], flags: batchFlags.endOfStream }
    const { columns, steady } = item instanceof FedBatch ? item : this.unfed(item)
    if (!steady) this.checkPresent(columns)
    const samples = this.split(columns)
    this.position += samples.length
    return { samples, flags: 0, steady }
  }

  private *pullSamples(sync: boolean, whole: boolean): Steps<SourceBatch> {
    const samples: SourceBatch['samples'] = []
    let asked = this.askAhead(sync, 0)
    // Where the epoch at hand was entered, and how many samples were there when it began.
    let first = this.position
    let before = -1
    while (samples.length < this.batchSize) {
      // Skipped samples count too, so each one is asked for once.
      const index = this.position
      const record = { index, epoch: this.epoch, flags: 0, source: this.stage.name, ordinal: 0 }
      try {
        const answer = asked.shift()
        const item: Item = answer ? yield answer : yield* this.next(this.infoOf(index, samples.length))
        if (item === end) {
          // An epoch without samples ends the data, and so does one without good ones.
          if (this.settings.cycle !== 'quiet' || index === 0 || samples.length === before) {
            return this.lastOf(samples, whole, index > first)
          }
          before = samples.length
          first = 0
          this.startEpoch()
          asked = this.askAhead(sync, samples.length)
          continue
        }
        this.position = index + 1
        samples.push({ record, outputs: this.outputsOf(item, (v, e) => rawSample(v as never, e)) })
        this.failedInRow = 0
      } catch (e) {
        if (this.stage.onError === 'throw') throw sourceError(e, this.stage.name, index)
        // A source that always fails must not keep this loop going for ever, nor block the event loop.
        if (++this.failedInRow >= maxFailures) throw sourceError(e, this.stage.name, index)
        if (!sync) yield new Promise(setImmediate)
        if (this.closed) return this.lastOf(samples, whole, false)
        this.report(e, index)
        this.position = index + 1
        if (this.stage.onError === 'placeholder') samples.push({ record, outputs: null })
      }
    }
    const steady = this.staysPut(samples.map(({ outputs }) => outputs ?? []))
    return { samples, flags: 0, steady }
  }

  /** The samples that were left when the data ended, which are no whole batch. `tried`: there were some, maybe bad ones. */
  private lastOf(samples: SourceBatch['samples'], whole: boolean, tried: boolean): SourceBatch {
    // An epoch of bad samples is none without samples.
    const left = tried && !samples.length ? batchFlags.holes : 0
    return { samples: whole ? [] : samples, flags: batchFlags.endOfStream | left }
  }

  private infoOf(idxInEpoch: number, at: number): SampleInfo {
    return { idxInEpoch, idxInBatch: at + this.inBatch, iteration: this.iteration, epochIdx: this.epoch }
  }

  /** In parallel mode all samples of a batch, from number `from` on, are asked for at once; results are taken in order. */
  private askAhead(sync: boolean, from: number): Promise<Item>[] {
    if (!this.settings.parallel || sync) return []
    const first = this.position
    return Array.from({ length: this.batchSize - from }, (_, i) => {
      const result = drive(this.next(this.infoOf(first + i, from + i)))
      result.catch(() => {})
      return result
    })
  }

  private *next(at: unknown): Steps<Item> {
    if (!this.items) return this.fed.shift() ?? this.lastFed
    return yield* this.items.next(at, this.stage.batch ? this.iteration : this.position)
  }

  /** An item of the user's source. */
  private unfed(item: Item): FedBatch {
    const columns = this.columnsOf(item)
    return new FedBatch(columns, this.staysPut(columns))
  }

  /** Throws INVALID_INPUT where memory is gone that an array had when it was fed. */
  private checkPresent(columns: readonly (readonly RawSample[])[]): void {
    if (columns.every((samples) => samples.every(isPresent))) return
    const hint = 'With noCopy, keep the buffer as it is until the run that uses it is over'
    throw memoryTaken({ op: 'externalSource', stage: this.stage.name, hint })
  }

  private split(columns: readonly (readonly RawSample[])[]): SourceBatch['samples'] {
    const count = columns[0]?.length ?? 0
    return Array.from({ length: count }, (_, i) => ({
      record: {
        index: this.position + i,
        epoch: this.epoch,
        source: this.stage.name,
        ...columns[0]![i]!.origin,
        flags: 0,
        ordinal: 0,
      },
      outputs: columns.map((c) => c[i]!) as RawSample[],
    }))
  }

  /** Converts an item to the batch's samples, per output. Throws INVALID_INPUT for unequal or too large batches. */
  private columnsOf(item: Item): RawSample[][] {
    const columns = this.outputsOf(item, (v, e) => rawBatch(v as never, e))
    const sizes = columns.map((c) => c.length)
    if (sizes.some((n) => n !== sizes[0])) {
      throw this.fault(`Expected outputs with equal numbers of samples but received ${sizes.join(', ')}`)
    }
    if (sizes[0]! > this.batchSize) {
      throw this.fault(`Expected at most batchSize = ${this.batchSize} samples but received ${sizes[0]}`)
    }
    return columns
  }

  private outputsOf<T>(item: Item, convert: (value: unknown, e: Expected) => T): T[] {
    const { numOutputs, name } = this.stage
    const items = this.settings.listed ? item : [item]
    if (!Array.isArray(items) || items.length !== numOutputs) {
      throw this.fault(`Expected an array with one entry for each of the ${numOutputs} outputs`)
    }
    return items.map((value, i) => {
      const { dtype, ndim, layout } = this.stage.perOutput?.[i] ?? this.stage
      return convert(value, { name, dtype, ndim, layout })
    })
  }

  private report(e: unknown, index: number): void {
    this.bad.add({
      path: this.stage.name,
      index,
      epoch: this.epoch,
      reason: thrownText(e),
      op: 'externalSource',
      callSite: this.stage.callSite ?? '',
      code: isPipelineError(e) ? e.code : 'USER_FUNCTION',
    })
  }

  private fault(message: string): PipelineError {
    return invalidInput(`${message} (${this.stage.name})`, { op: 'externalSource' })
  }
}

/** Number of frames of a video. Throws BAD_SAMPLE for bytes that are none. */
function framesOf({ data }: RawSample, maxPixels: number, { name, op }: Expected): number {
  try {
    return native().videoFrames(data, maxPixels)
  } catch (error) {
    if (!isPipelineError(error)) throw error
    throw errorOf(error.code, `${error.message} (${name})`, { op, hint: error.hint })
  }
}

/** The error of a run that needs data for an input which has none. */
export function missing(
  name: string,
  hint = `Call feedInput('${name}', data) or run({ ${name}: data })`,
): PipelineError {
  return errorOf('INPUT_MISSING', `Expected data for input '${name}' but nothing was fed`, hint)
}
