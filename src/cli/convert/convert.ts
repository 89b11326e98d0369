// `penstock-data convert`: writes the images of a folder anew, smaller or in another format, under the same paths. A file gets
// its name when it is complete, so what is there is right, and a run that was ended goes on where it stopped.
import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { defaultThreads } from '../../engine/threads.js'
import { escaped, escapedJson } from '../../errors/escaped.js'
import { type DataNode, fn, math, PipelineError, pipelineDef, type TensorList } from '../../index.js'
import { readingOf } from '../../readers/data-format.js'
import { makeFolders } from '../../readers/make-folders.js'
import { bold, faint, table } from '../../statistics/table.js'
import { duration, megabytes, plural, whole } from '../../statistics/units.js'
import { Exit } from '../failure.js'
import { Interrupt, signalNumbers } from '../interrupt.js'
import { readerOf } from '../job.js'
import { bytesOf } from '../out/bytes.js'
import { writeFile } from '../out/file.js'
import { progress } from '../progress.js'
import { pictures } from '../recognise.js'
import { openOut, type Planned, planned } from './plan.js'
import type { ConvertOptions, ConvertReport, Settings } from './types.js'

const defaultQuality = 80
/** Statistics keep the reasons of the last bad samples alone. */
const noReason = 'it could not be converted'

const settingsOf = ({ format, size, quality, subsampling }: ConvertOptions): Settings => ({
  format,
  size: size ?? null,
  quality: format === 'png' ? null : (quality ?? defaultQuality),
  subsampling: format === 'jpeg' ? (subsampling ?? '4:2:0') : null,
})

export async function convert(src: string, out: string, options: ConvertOptions): Promise<void> {
  const settings = settingsOf(options)
  const { images, others } = await planned(src, settings)
  openOut(src, out, settings)
  const wanted = images.filter(({ to }) => !existsSync(join(out, to)))
  const report: ConvertReport = {
    ...{ out: resolve(out), images: images.length, written: 0, kept: images.length - wanted.length, others, bad: [] },
    ...{ bytes: 0, sourceBytes: 0, seconds: 0, imagesPerSecond: 0, interrupted: null },
  }
  if (!options.json) print(heading(report, settings, options))
  if (wanted.length) await write(src, out, wanted, settings, options, report)
  print(options.json ? `${escapedJson(report)}\n` : textOf(report))
  if (report.interrupted) throw new Exit(128 + signalNumbers[report.interrupted as keyof typeof signalNumbers])
  if (report.bad.length) throw new Exit(1)
}

const print = (text: string) => process.stdout.write(text)

/** Images per batch: the threads have enough to do, and a batch of large ones is not held for long. */
const defaultBatch = 32

async function pipelineOf(src: string, wanted: readonly Planned[], settings: Settings, options: ConvertOptions) {
  const { format, size, quality, subsampling } = settings
  const paths = wanted.map(({ from }) => resolve(src, from))
  const { args } = await readingOf(pictures(), { paths, folder: false, first: '' })
  const define = pipelineDef(
    {
      batchSize: options.batchSize ?? defaultBatch,
      numThreads: options.threads ?? defaultThreads(),
      onError: 'skip',
      seed: 0,
    },
    () => {
      const read = readerOf(pictures())({ ...args, name: 'reader' })
      const [file] = read as [DataNode, DataNode]
      // Only what is larger is made smaller, and then no more pixels than that needs are decoded.
      const outputType = format === 'jpeg' ? 'rgb' : 'any'
      let image = fn.decoders.image(file, { outputType, ...(size !== null && { shrink: 'fast' as const }) })
      if (size !== null) {
        const sides = fn.slice(fn.peekImageShape(file), { start: [0], end: [2], axes: [0] })
        image = fn.resize(image, { resizeShorter: math.min(fn.reductions.min(sides), size) })
      }
      return fn.encoders.image(image, {
        format,
        ...(quality !== null && { quality }),
        ...(subsampling !== null && { subsampling }),
      })
    },
  )
  return define()
}

async function write(
  src: string,
  out: string,
  wanted: readonly Planned[],
  settings: Settings,
  options: ConvertOptions,
  report: ConvertReport,
): Promise<void> {
  const bySource = new Map(wanted.map((each) => [resolve(src, each.from), each]))
  const missing = new Set(bySource.keys())
  await using pipe = await pipelineOf(src, wanted, settings, options)
  const shown = progress(options.progress, wanted.length, 'image')
  using interrupt = new Interrupt(pipe, () => shown.stop())
  let started = performance.now()
  try {
    await pipe.build()
    started = performance.now()
    for await (const [files] of pipe) {
      for (let i = 0; i < files!.length; i++) {
        const source = resolve(files!.sourceInfo(i).source)
        const { to } = bySource.get(source)!
        missing.delete(source)
        report.bytes += put(join(out, to), files!, i)
        report.sourceBytes += statSync(source).size
        report.written++
      }
      files!.release()
      shown.update(report.written, (wanted.length - missing.size) / wanted.length)
      // Signals get a turn.
      await setImmediate()
    }
  } catch (error) {
    const code = error instanceof PipelineError ? error.code : undefined
    const ended = interrupt.signal && (code === 'PIPELINE_CLOSED' || code === 'OUTPUT_RELEASED')
    // With all files bad there is no batch; the report names them.
    if (!ended && !(code === 'BAD_SAMPLE' && !(error as PipelineError).sample && report.written === 0)) throw error
  } finally {
    shown.stop()
  }
  report.interrupted = interrupt.signal
  report.seconds = (performance.now() - started) / 1000
  report.imagesPerSecond = report.written / report.seconds
  if (interrupt.signal) return
  const reasons = new Map(pipe.statistics().badSamples.map(({ path, reason }) => [resolve(path), reason]))
  report.bad = [...missing].map((path) => ({ path, reason: reasons.get(path) ?? noReason }))
}

/** Writes the file of one sample; returns its size. */
function put(path: string, files: TensorList, i: number): number {
  const bytes = bytesOf(files.at(i))
  makeFolders(dirname(path))
  writeFile(path, [bytes], 'OUT')
  return bytes.byteLength
}

function heading(report: ConvertReport, { format, size, quality }: Settings, options: ConvertOptions): string {
  const facts = [
    plural(report.images, 'image'),
    ...(size === null ? [] : [`shorter side ${size}`]),
    format,
    ...(quality === null ? [] : [`quality ${quality}`]),
    plural(options.threads ?? defaultThreads(), 'thread'),
    ...(report.kept ? [`${whole(report.kept)} are there already`] : []),
  ]
  return `${faint(facts.join(', '))}\n`
}

function textOf(report: ConvertReport): string {
  const { written, images, kept, others, bad, bytes, sourceBytes, seconds, imagesPerSecond, out, interrupted } = report
  const lines: string[] = []
  if (written) {
    const sizes = `${megabytes(sourceBytes)} became ${megabytes(bytes)}`
    const rate = `${duration(seconds)}, ${whole(imagesPerSecond)} images/s`
    lines.push(`${plural(written, 'image')} written to ${escaped(out)}: ${sizes}, in ${rate}`)
  } else if (!interrupted && kept === images) {
    lines.push(`All ${plural(images, 'image')} are in ${escaped(out)} already`)
  }
  if (others) lines.push(`${plural(others, 'other file')} of the source not copied`)
  if (interrupted) lines.push('Interrupted: the same command goes on from here')
  if (bad.length) {
    lines.push('', bold(`Not converted: ${plural(bad.length, 'file')}`))
    const rows = bad.map(({ path, reason }) => [escaped(path), escaped(reason)])
    lines.push(table([{ title: 'file' }, { title: 'reason', flexible: true }], rows).trimEnd())
  }
  return `${lines.join('\n')}\n`
}
