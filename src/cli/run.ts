// `penstock run`: runs a pipeline with progress, a report and, with --out, a picture of its first batch. It owns the
// pipeline and closes it in every case: at the end, after an error, after a signal.

import { resolve } from 'node:path'
import { defaultThreads } from '../engine/threads.js'
import { badSample, invalidArgument } from '../errors/factories.js'
import { PipelineError, type PipelineOptions } from '../index.js'
import { checkSheetPath, mainSheet, outputSheet, writeSheet } from './contact-sheet.js'
import { Exit } from './failure.js'
import { Interrupt, signalNumbers } from './interrupt.js'
import { inOptions, mainJob } from './job.js'
import { loadPipeline } from './module.js'
import { inPackage } from './package.js'
import { reportText } from './report.js'
import { Session } from './session.js'
import type { Job, RunOptions } from './types.js'

export async function run(options: RunOptions, module?: string, args: readonly string[] = []): Promise<void> {
  // A module is the user's code: it runs only after the path of --out was found to be writable.
  if (options.out !== undefined) checkSheetPath(options.out)
  const started = performance.now()
  const job = module === undefined ? folderJob(options) : await moduleJob(options, module, args)
  await using pipe = job.pipe
  const session = new Session(job, options, started)
  using interrupt = new Interrupt(pipe, () => session.progress?.stop())
  try {
    await pipe.build()
    if (!options.json) process.stdout.write(session.heading())
    await session.epochs()
  } catch (error) {
    if (!interrupt.signal || !(error instanceof PipelineError) || error.code !== 'PIPELINE_CLOSED') {
      throw module === undefined ? inOptions(error) : error
    }
  } finally {
    session.progress?.stop()
  }
  const report = session.report(interrupt.signal)
  await pipe.close()

  let failure: unknown
  if (options.out !== undefined && session.draw) {
    try {
      writeSheet(options.out, session.draw())
      report.contactSheet = resolve(options.out)
    } catch (error) {
      failure = error
    }
  }
  process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report, job.unit))
  if (failure) throw failure
  if (interrupt.signal) throw new Exit(128 + signalNumbers[interrupt.signal])
  if (report.images > 0) return
  throw badSample(
    report.dataSetSize
      ? `Expected at least one ${job.unit} that can be decoded in '${job.source}' but all ${report.dataSetSize} are bad`
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

function folderJob(options: RunOptions): Job {
  const folder = options.data ?? inPackage('data/photos')
  const size = options.size ?? 224
  const defaults = { batchSize: 64, numThreads: defaultThreads(), onError: 'skip' } as const
  return {
    pipe: mainJob({ ...defaults, ...pipelineOptions(options) }, folder, size),
    source: resolve(folder),
    title: options.data ?? 'bundled photos',
    ...{ unit: 'image', repeats: true, size, sheet: mainSheet(size) },
  }
}

async function moduleJob(options: RunOptions, module: string, args: readonly string[]): Promise<Job> {
  for (const name of ['data', 'size'] as const) {
    if (options[name] === undefined) continue
    throw invalidArgument(
      `Expected a module or --${name} but received both: --${name} is of the main job, which runs without a module`,
      `What stands behind the module goes to the function that it exports: penstock run ${module} ${options[name]}`,
    )
  }
  return {
    pipe: await loadPipeline(module, pipelineOptions(options), args),
    source: resolve(module),
    title: module,
    ...{ unit: 'sample', repeats: false, size: null, sheet: outputSheet },
  }
}
