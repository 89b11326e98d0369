// `penstock run`: the main job over a folder, with progress, a report and a contact sheet. It owns the pipeline, and
// closes it on every way out: the end, an error, a signal.
import { resolve } from 'node:path'
import { defaultThreads } from '../api/threads.js'
import { PipelineError, type Statistics, type TensorList } from '../index.js'
import { checkSheetPath, drawSheet, type SheetImage, sheetRoom, writeSheet } from './contact-sheet.js'
import { Exit } from './failure.js'
import { findData, type MainJob, mainJob, readerName } from './job.js'
import { inPackage } from './package.js'
import { type Progress, progress } from './progress.js'
import { type RunReport, reportText } from './report.js'
import { faint } from './table.js'

export interface RunOptions {
  data?: string
  epochs?: number
  batchSize: number
  threads?: number
  depth: number
  seed?: number
  onError: 'throw' | 'skip' | 'placeholder'
  size: number
  /** False: no contact sheet. */
  out: string | false
  progress: boolean
  json?: boolean
}

/** Without --epochs a small data set is read again until this many images passed, or for so long. */
const defaults = { epochs: 3, images: 2000, seconds: 5 }

const signalNumbers = { SIGINT: 2, SIGTERM: 15 } as const
type Signal = keyof typeof signalNumbers
/** Under npm one Ctrl-C arrives twice: from the terminal and from npm. */
const sameKeyMs = 300

export async function run(options: RunOptions): Promise<void> {
  const folder = options.data ?? inPackage('data/photos')
  const data = findData(folder)
  if (options.out !== false) checkSheetPath(options.out)
  const started = performance.now()
  await using pipe = mainJob(
    {
      batchSize: options.batchSize,
      numThreads: options.threads ?? defaultThreads(),
      prefetchQueueDepth: options.depth,
      onError: options.onError,
      ...(options.seed !== undefined && { seed: options.seed }),
    },
    data,
    options.size,
  )
  const session = new Session(pipe, options, started)
  using interrupt = new Interrupt(pipe, () => session.progress?.stop())
  try {
    await pipe.build()
    if (!options.json) process.stdout.write(session.heading(options.data ?? 'bundled photos'))
    await session.epochs()
  } catch (error) {
    if (!interrupt.signal || !(error instanceof PipelineError) || error.code !== 'PIPELINE_CLOSED') throw error
  } finally {
    session.progress?.stop()
  }
  const report = session.report(folder, interrupt.signal)
  await pipe.close()

  let failure: unknown
  if (options.out !== false && session.sheet.length) {
    try {
      writeSheet(options.out, drawSheet(session.sheet))
      report.contactSheet = resolve(options.out)
    } catch (error) {
      failure = error
    }
  }
  process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report))
  if (failure) throw failure
  if (interrupt.signal) throw new Exit(128 + signalNumbers[interrupt.signal])
  if (report.images === 0) {
    throw new PipelineError({
      code: 'BAD_SAMPLE',
      message: `Expected at least one image that can be decoded in '${folder}' but all ${report.dataSetSize} are bad`,
    })
  }
}

/** The first signal closes the pipeline, which ends the loop in order; a later one ends the process. */
class Interrupt {
  signal: Signal | null = null
  private at = 0
  private readonly listener = (signal: Signal) => {
    if (this.signal === null) {
      this.signal = signal
      this.at = performance.now()
      void this.pipe.close()
    } else if (performance.now() - this.at > sameKeyMs) {
      this.beforeExit()
      process.exit(128 + signalNumbers[signal])
    }
  }

  constructor(
    private readonly pipe: MainJob,
    private readonly beforeExit: () => void,
  ) {
    for (const signal of Object.keys(signalNumbers)) process.on(signal, this.listener)
  }

  [Symbol.dispose](): void {
    for (const signal of Object.keys(signalNumbers)) process.off(signal, this.listener)
  }
}

/** One run: counts what passes, keeps the first batch for the sheet. */
class Session {
  progress: Progress | undefined
  sheet: SheetImage[] = []
  private images = 0
  private batches = 0
  private finishedEpochs = 0
  private firstBatchAt: number | undefined
  private firstBatchImages = 0
  private lastBatchAt = 0
  private dataSetSize = 0

  constructor(
    private readonly pipe: MainJob,
    private readonly options: RunOptions,
    private readonly started: number,
  ) {}

  heading(data: string): string {
    this.dataSetSize = this.pipe.epochSize(readerName)
    const { batchSize, numThreads, seed, prefetchQueueDepth } = this.pipe.options
    const facts = [
      `${this.dataSetSize.toLocaleString('en-US')} images in ${data}`,
      `batch ${batchSize}`,
      `${numThreads} ${numThreads === 1 ? 'thread' : 'threads'}`,
      `depth ${prefetchQueueDepth.cpu}`,
      `seed ${seed}`,
    ]
    return `${faint(facts.join(' · '))}\n`
  }

  async epochs(): Promise<void> {
    this.dataSetSize = this.pipe.epochSize(readerName)
    const { size, out } = this.options
    const room = out === false ? 0 : sheetRoom(size)
    const epochs = this.options.epochs ?? Math.max(defaults.epochs, Math.ceil(defaults.images / this.dataSetSize))
    this.progress = progress(this.options.progress, (epochs * this.dataSetSize).toLocaleString('en-US'))
    const done = (inEpoch: number) => Math.min(1, (this.finishedEpochs + inEpoch / this.dataSetSize) / epochs)

    while (this.finishedEpochs < epochs && !this.longEnough()) {
      let inEpoch = 0
      for await (const [images] of this.pipe) {
        this.count(images!, room)
        inEpoch += images!.length
        this.progress.update(this.images, done(inEpoch))
        images!.release()
      }
      if (inEpoch === 0) return
      this.finishedEpochs++
    }
  }

  private longEnough(): boolean {
    if (this.options.epochs !== undefined || this.finishedEpochs < defaults.epochs) return false
    return performance.now() - this.started > 1000 * defaults.seconds
  }

  private count(images: TensorList, room: number): void {
    this.lastBatchAt = performance.now()
    if (this.firstBatchAt === undefined) {
      this.firstBatchAt = this.lastBatchAt
      this.firstBatchImages = images.length
      const { valid } = images
      for (let i = 0; i < Math.min(images.length, room); i++) {
        this.sheet.push({ tensor: images.at(i).copy(), valid: valid[i] === 1 })
      }
    }
    this.batches++
    this.images += images.length
  }

  report(data: string, interrupted: Signal | null): RunReport {
    const { firstBatchAt, pipe, options } = this
    // Images after the first batch over the time after it; a single batch has only the time since the start.
    const single = this.batches <= 1
    const from = single ? this.started : firstBatchAt!
    const seconds = this.batches ? (this.lastBatchAt - from) / 1000 : 0
    const counted = single ? this.images : this.images - this.firstBatchImages
    let statistics: Statistics | null = null
    try {
      statistics = pipe.statistics()
    } catch (error) {
      // Closed before it was built.
      if (!interrupted) throw error
    }
    return {
      data: resolve(data),
      batchSize: pipe.options.batchSize,
      threads: pipe.options.numThreads!,
      depth: pipe.options.prefetchQueueDepth.cpu,
      seed: pipe.options.seed,
      size: options.size,
      onError: options.onError,
      dataSetSize: this.dataSetSize,
      epochs: this.finishedEpochs,
      batches: this.batches,
      images: this.images,
      seconds: this.batches ? (this.lastBatchAt - this.started) / 1000 : 0,
      imagesPerSecond: seconds > 0 ? counted / seconds : 0,
      firstBatchMs: firstBatchAt === undefined ? null : firstBatchAt - this.started,
      peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
      contactSheet: null,
      interrupted,
      statistics,
    }
  }
}
