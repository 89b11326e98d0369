// Runs a pipeline once: goes through its epochs, counts batches and images, and computes the numbers of the report.

import { setImmediate } from 'node:timers/promises'
import { defaultThreads } from '../engine/threads.js'
import type { Statistics, TensorList } from '../index.js'
import { factLines, faint } from '../statistics/table.js'
import { plural } from '../statistics/units.js'
import type { Signal } from './interrupt.js'
import { type Progress, progress } from './progress.js'
import type { RunReport } from './report.js'
import { OutputShapes } from './shapes.js'
import type { Job, OutSink, RunOptions } from './types.js'

/**
 * Without --epochs the main job reads its folder at least `epochs` times. It goes on until `images` images were read,
 * but not longer than `seconds` seconds.
 */
const defaults = { epochs: 3, images: 2000, seconds: 5 }

/**
 * Milliseconds after which signals, the time of --seconds and the dashboard get a turn. Where batches are there before
 * the last one is written, nothing else would run until the end.
 */
const turnMs = 20

export class Session {
  progress: Progress | undefined
  /** True once the time of --seconds is over. */
  timeIsUp = false
  /** Samples that came so far. */
  images = 0
  private batches = 0
  private finishedEpochs = 0
  private firstBatchAt: number | undefined
  private firstBatchImages = 0
  private lastBatchAt = 0
  private lastTurnAt = 0
  /** Number of samples in the data set of the first reader; 0 without a reader. An epoch is the part in its shard. */
  private dataSetSize = 0
  private epochSize = 0
  private ignoredFiles = 0
  /** The shapes of outputs, for data without pictures. */
  private readonly shapes: OutputShapes | undefined

  constructor(
    private readonly job: Job,
    private readonly options: RunOptions,
    private readonly out: OutSink | undefined,
    private readonly started: number,
  ) {
    if (job.format && job.size === null) this.shapes = new OutputShapes()
  }

  heading(): string {
    this.measure()
    const { job } = this
    const { batchSize, numThreads, seed, prefetchQueueDepth } = job.pipe.options
    const threads = numThreads ?? defaultThreads()
    const facts = [
      this.dataSetSize ? `${plural(this.dataSetSize, job.unit)} in ${job.title}` : job.title,
      `batch ${batchSize}`,
      plural(threads, 'thread'),
      `depth ${prefetchQueueDepth.cpu}`,
      `seed ${seed}`,
    ]
    return `${faint(factLines(facts, ''))}\n`
  }

  private measure(): void {
    const metas = Object.values(this.job.pipe.readerMeta())
    const [meta] = metas
    this.ignoredFiles = metas.reduce((sum, { ignoredFiles }) => sum + ignoredFiles, 0)
    this.dataSetSize = meta?.epochSize ?? 0
    this.epochSize = meta ? Math.ceil(meta.epochSize / meta.numberOfShards) : 0
  }

  async epochs(): Promise<void> {
    this.measure()
    const { epochSize, job } = this
    const { seconds } = this.options
    const epochs = this.epochsWanted()
    const total = Number.isFinite(epochs) ? epochs * epochSize : 0
    this.progress = progress(this.options.progress, total, job.unit, seconds !== undefined)
    const done = (inEpoch: number) => {
      const read = epochSize ? (this.finishedEpochs + inEpoch / epochSize) / epochs : 0
      return Math.min(1, Math.max(read, seconds ? this.elapsed() / seconds : 0))
    }

    while (this.finishedEpochs < epochs && !this.longEnough() && !this.timeIsUp) {
      let inEpoch = 0
      for await (const batch of job.pipe) {
        const names = Array.isArray(batch) ? job.names : Object.keys(batch)
        const outputs: readonly TensorList[] = Object.values(batch)
        const { length } = outputs[0]!
        this.count(length)
        const named = new Map(outputs.map((list, i) => [names?.[i] ?? `output${i}`, list]))
        this.shapes?.add(named)
        await this.out?.batch(named)
        inEpoch += length
        this.progress.update(this.images, done(inEpoch))
        outputs[0]!.release()
        await this.turn()
      }
      if (inEpoch === 0) return
      this.finishedEpochs++
    }
  }

  private async turn(): Promise<void> {
    if (performance.now() - this.lastTurnAt < turnMs) return
    await setImmediate()
    this.lastTurnAt = performance.now()
  }

  /** The largest number of epochs; Infinity with --seconds alone. */
  private epochsWanted(): number {
    const { epochs, seconds } = this.options
    if (epochs !== undefined) return epochs
    if (seconds !== undefined) return Number.POSITIVE_INFINITY
    return this.job.repeats ? Math.max(defaults.epochs, Math.ceil(defaults.images / this.epochSize)) : 1
  }

  /** Seconds from the start of the run. */
  private elapsed(): number {
    return (performance.now() - this.started) / 1000
  }

  private longEnough(): boolean {
    const { epochs, seconds } = this.options
    if (!this.job.repeats || epochs !== undefined || seconds !== undefined) return false
    if (this.finishedEpochs < defaults.epochs) return false
    return this.elapsed() > defaults.seconds
  }

  private count(length: number): void {
    this.lastBatchAt = performance.now()
    this.batches++
    this.images += length
    if (this.firstBatchAt !== undefined) return
    this.firstBatchAt = this.lastBatchAt
    this.firstBatchImages = length
  }

  report(interrupted: Signal | null): RunReport {
    const { firstBatchAt, job } = this
    const { pipe } = job
    // The rate counts images and time after the first batch; for a single batch it counts from the start.
    const single = this.batches <= 1
    const from = single ? this.started : firstBatchAt!
    const seconds = this.batches ? (this.lastBatchAt - from) / 1000 : 0
    const counted = single ? this.images : this.images - this.firstBatchImages
    let statistics: Statistics | null = null
    try {
      statistics = pipe.statistics()
    } catch (error) {
      // The signal, or the end of the time, closed the pipeline before it was built, so there are no statistics.
      if (!interrupted && !this.timeIsUp) throw error
    }
    return {
      data: job.source,
      reader: job.format?.reader ?? null,
      batchSize: pipe.options.batchSize,
      threads: pipe.options.numThreads ?? defaultThreads(),
      depth: pipe.options.prefetchQueueDepth.cpu,
      seed: pipe.options.seed,
      size: job.size,
      onError: pipe.options.onError,
      dataSetSize: this.dataSetSize,
      ignoredFiles: this.ignoredFiles,
      epochs: this.finishedEpochs,
      batches: this.batches,
      images: this.images,
      seconds: this.batches ? (this.lastBatchAt - this.started) / 1000 : 0,
      imagesPerSecond: seconds > 0 ? counted / seconds : 0,
      firstBatchMs: firstBatchAt === undefined ? null : firstBatchAt - this.started,
      peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
      outputs: this.shapes?.all() ?? null,
      contactSheet: null,
      batchFiles: null,
      interrupted,
      statistics,
    }
  }
}
