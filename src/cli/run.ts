// `penstock-data run`: runs a pipeline with progress, a report and, with --out, files of what it gave. It owns the pipeline
// and closes it in every case: at the end, after an error, after a signal.

import { resolve } from 'node:path'
import { defaultThreads } from '../engine/threads.js'
import { escapedJson } from '../errors/escaped.js'
import { badSample, invalidArgument } from '../errors/factories.js'
import { PipelineError, type PipelineOptions } from '../index.js'
import { factLines, faint } from '../statistics/table.js'
import { augmentGrid, checkGrid } from './augment-grid.js'
import { PictureFile } from './contact-sheet.js'
import { keepUntilSignal, openFor } from './dashboard.js'
import { type Data, dataOf } from './data.js'
import { Exit } from './failure.js'
import { Interrupt, signalNumbers } from './interrupt.js'
import { inOptions, mainJob, unitOf } from './job.js'
import { Listing } from './listing.js'
import { loadPipeline } from './module.js'
import { BatchFiles } from './out/batches.js'
import { ImageFiles } from './out/images.js'
import { isImageFormat, type OutTarget, outTarget } from './out/target.js'
import { inPackage } from './package.js'
import { checkPictures, recognise } from './recognise.js'
import { type RunReport, reportText } from './report.js'
import { Session } from './session.js'
import { keepStdout, pipeMayClose } from './stdout.js'
import type { Job, OutSink, RunOptions } from './types.js'

export async function run(options: RunOptions, given: readonly string[] = []): Promise<void> {
  const print = options.json ? keepStdout() : (text: string) => process.stdout.write(text)
  // A module is the user's code: it runs only after the other options were found to be right.
  const isGrid = options.augmentGrid !== undefined
  if (isGrid) checkGrid(options)
  const target = options.out === undefined || isGrid ? undefined : outTarget(options.out)
  if (target) pipeMayClose()
  const data = options.data && (await dataOf(options.data))
  const started = performance.now()
  const [module, ...args] = options.pipeline === undefined ? given : [options.pipeline, ...given]
  const isMain = module === undefined
  const job = isMain
    ? await dataJob(options, data, target)
    : await moduleJob(options, module, data ? [data.value, ...args] : args)
  await using pipe = job.pipe
  if (isGrid) return await augmentGrid(job, options, print)
  await using dashboard = await openFor(pipe, options)
  const out = target && sinkOf(target, job)
  const session = new Session(job, options, out, started)
  using interrupt = new Interrupt(pipe, () => session.progress?.stop())
  using _ = timeLimit(options.seconds, session, pipe)
  try {
    {
      using listing = new Listing(options.progress)
      await pipe.build({ onProgress: listing.onProgress })
    }
    if (!options.json) print(`${recognisedLine(job)}${session.heading()}`)
    await session.epochs()
  } catch (error) {
    const ended = (interrupt.signal || session.timeIsUp) && isOfClosing(error)
    // The report then names the bad samples, and nothingCame() is the error.
    const allBad = session.images === 0 && isOfAll(error)
    if (!ended && !allBad) throw isMain ? inOptions(error) : error
  } finally {
    session.progress?.stop()
  }
  const report = session.report(interrupt.signal)
  await pipe.close()

  let failure: unknown
  try {
    Object.assign(report, out?.finish())
  } catch (error) {
    failure = error
  }
  if (!failure && interrupt.signal) failure = new Exit(128 + signalNumbers[interrupt.signal])
  if (!failure && report.images === 0) failure = nothingCame(report, job, options.seconds)
  print(options.json ? `${escapedJson(report)}\n` : reportText(report, job.unit))
  if (failure) throw failure
  if (dashboard && options.keepDashboard) await keepUntilSignal(dashboard)
}

/** Outputs that are named in the line that says what was recognised. */
const maxNamed = 6

function recognisedLine({ format, names = [] }: Job): string {
  if (!format) return ''
  const named = `${names.slice(0, maxNamed).join(', ')}${names.length > maxNamed ? ', ...' : ''}`
  return `${faint(factLines([`Recognised: ${format.what}`, `${format.reader} gives ${named}`], ''))}\n`
}

function sinkOf(target: OutTarget, job: Job): OutSink {
  const { format } = target
  if (format === 'sheet') return new PictureFile(target.path, job.pipe, job.size)
  return isImageFormat(format) ? new ImageFiles({ ...target, format }, job.pipe) : new BatchFiles(target)
}

/** Whether an error only says that the pipeline was closed. */
const isOfClosing = (error: unknown) =>
  error instanceof PipelineError && (error.code === 'PIPELINE_CLOSED' || error.code === 'OUTPUT_RELEASED')

/** Whether an error says that all samples are bad, and not one of them. */
const isOfAll = (error: unknown) => error instanceof PipelineError && error.code === 'BAD_SAMPLE' && !error.sample

/** Closes the pipeline after the time of --seconds, counted from the start of the run, whatever it waits for then. */
function timeLimit(seconds: number | undefined, session: Session, pipe: Job['pipe']): Disposable {
  const timer =
    seconds &&
    setTimeout(() => {
      session.timeIsUp = true
      void pipe.close()
    }, 1000 * seconds)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}

function nothingCame(report: RunReport, job: Job, seconds: number | undefined): PipelineError {
  const { dataSetSize, statistics } = report
  if (seconds !== undefined && !statistics?.badTotal) {
    return badSample(`Expected at least one ${job.unit} within ${seconds} s but none came`, 'Give --seconds more time')
  }
  return badSample(
    dataSetSize
      ? `Expected at least one ${job.unit} that can be decoded in '${job.source}' but all ${dataSetSize} are bad`
      : `Expected at least one ${job.unit} from '${job.source}' but none came`,
    'The report above names the first bad files and why they are; --on-error throw ends with the first one',
  )
}

/** The pipeline options that were given on the command line. */
function pipelineOptions(options: RunOptions): PipelineOptions {
  const { batchSize, threads: numThreads, depth: prefetchQueueDepth, seed, onError } = options
  const all = { batchSize, numThreads, prefetchQueueDepth, seed, onError }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

async function dataJob(options: RunOptions, data: Data | undefined, target: OutTarget | undefined): Promise<Job> {
  const { source, title, value } = data ?? bundledPhotos()
  const size = options.size ?? 224
  const found = await recognise(value)
  if (options.size !== undefined) checkPictures(found, '--size')
  const unit = unitOf(found)
  const batchSize = unit === 'clip' ? 8 : 64
  const defaults = { batchSize, numThreads: defaultThreads(), onError: 'skip' } as const
  const { pipe, names } = mainJob({ ...defaults, ...pipelineOptions(options) }, found, size)
  return {
    ...{ pipe, names, source, title, unit, size: unit === 'sample' ? null : size },
    ...(data ? { format: found.format } : {}),
    // Batches that are written are not written again for the sake of a longer measurement.
    repeats: !target || target.format === 'sheet',
  }
}

function bundledPhotos(): Data {
  const folder = inPackage('data/photos')
  return { value: folder, source: folder, title: 'bundled photos' }
}

async function moduleJob(options: RunOptions, module: string, args: readonly unknown[]): Promise<Job> {
  if (options.size !== undefined) {
    throw invalidArgument(
      'Expected a module or --size but received both: --size is of the main job, which runs without a module',
      `What stands behind the module goes to the function that it exports: npx penstock-data run ${module} ${options.size}`,
    )
  }
  return {
    pipe: await loadPipeline(module, pipelineOptions(options), args),
    source: resolve(module),
    title: module,
    ...{ unit: 'sample', repeats: false, size: null },
  }
}
