// `penstock-data check`: reads a data set once and reports what is bad or odd in it. Files are written at the end, each whole or not
// at all, and none after a signal. Exit codes: 0, 1 with findings that --fail-on names, 2 after an error.
import { escapedJson } from '../../errors/escaped.js'
import { invalidArgument, unsupported } from '../../errors/factories.js'
import { PipelineError } from '../../index.js'
import { Exit } from '../failure.js'
import { Interrupt, signalNumbers } from '../interrupt.js'
import { checkWritable, targetOf, writeFile } from '../out/file.js'
import { type Progress, progress } from '../progress.js'
import { compare, doubtful } from './compare.js'
import { type Checked, type Finding, findingsOf } from './findings.js'
import { Leaks } from './leaks.js'
import { pageOf, shownExamples } from './page.js'
import { pipelineOf } from './pipelines.js'
import { reportOf, skippedSamples } from './report.js'
import type { Samples } from './samples.js'
import { Scan } from './scan.js'
import { CheckedSet } from './set.js'
import { textOf } from './text.js'
import { thumbnails } from './thumbnails.js'
import type { CheckOptions, CheckReport } from './types.js'

export async function check(given: readonly string[], options: CheckOptions): Promise<void> {
  checkFiles(options)
  await using set = await CheckedSet.of(given, { option: 'DATA', decode: true }, options)
  await using other =
    options.against && (await CheckedSet.of(options.against, { option: '--against', decode: false }, options))
  if (other) checkComparable(set, other)
  const running = new Running()
  using interrupt = new Interrupt(running, () => running.shown?.stop())
  const report = await checked(set, other, options, running, interrupt)
  process.stdout.write(report ? textOf(report) : 'Interrupted before anything was read\n')
  if (interrupt.signal) throw new Exit(128 + signalNumbers[interrupt.signal])
  if (report?.findings.some(({ fails }) => fails)) throw new Exit(1)
}

const fileOptions = { '--json': 'json', '--html': 'html', '--skip-list': 'skipList' } as const
type FileOption = keyof typeof fileOptions

function checkFiles(options: CheckOptions): void {
  const taken = new Map<string, string>()
  for (const [option, name] of Object.entries(fileOptions) as [FileOption, (typeof fileOptions)[FileOption]][]) {
    const path = options[name]
    if (path === undefined) continue
    checkWritable(path, option)
    const other = taken.get(targetOf(path))
    if (other) {
      throw invalidArgument(`Expected another file for ${option} than for ${other} but received '${path}'`)
    }
    taken.set(targetOf(path), option)
  }
}

function checkComparable(set: CheckedSet, other: CheckedSet): void {
  const [a, b] = [set, other].map(({ recognised }) => recognised.format.what)
  if (set.kind === other.kind && set.kind !== 'clip') return
  throw unsupported(
    set.kind === other.kind
      ? `Expected pictures, sounds or other data that is read as it is stored for --against but received ${b}`
      : `Expected data of the kind of DATA, ${a}, for --against but received ${b}`,
    'Samples are compared byte for byte; the frames of videos are not',
  )
}

/** What goes on, and ends after a signal. */
class Running {
  shown: Progress | undefined
  private pipes: { close(): Promise<void> }[] = []
  private closed = false

  /** A signal closes the pipeline from now on. */
  begin(pipe: { close(): Promise<void> }): void {
    this.pipes.push(pipe)
    if (this.closed) void pipe.close()
  }

  async close(): Promise<void> {
    this.closed = true
    await Promise.all(this.pipes.map((pipe) => pipe.close()))
  }

  async withProgress(options: CheckOptions, count: number, unit: string, run: (shown: Progress) => Promise<void>) {
    this.shown = progress(options.progress, count, unit)
    try {
      await run(this.shown)
    } finally {
      this.shown.stop()
      this.shown = undefined
    }
  }
}

/** Reads all, and writes the files. Undefined where a signal came before anything was read. */
async function checked(
  set: CheckedSet,
  other: CheckedSet | undefined,
  options: CheckOptions,
  running: Running,
  interrupt: Interrupt,
): Promise<CheckReport | undefined> {
  let scan: Scan | undefined
  let leaks: Leaks | undefined
  let compared = false
  const { kind } = set
  try {
    running.begin(set.pipe)
    await set.build(options)
    const whole = new Scan(set)
    scan = whole
    await running.withProgress(options, set.count, kind, (shown) => whole.run(shown))
    await set.pipe.close()
    if (other) {
      running.begin(other.pipe)
      await other.build(options)
      const found = new Leaks(other)
      leaks = found
      await running.withProgress(options, other.count, kind, (shown) => found.run(whole.samples, shown))
      await other.pipe.close()
    }
    await compareAll(set, whole.samples, leaks, options, running)
    compared = true
  } catch (error) {
    if (!interrupt.signal || !isOfClosing(error)) throw error
  }
  if (!scan?.samples.read) return undefined
  await set.pipe.close()
  const classes = scan.labels.classes(set.classes)
  const all: Checked = { set, scan, leaks: leaks?.read ? leaks : undefined, classes, compared }
  const findings = findingsOf(all)
  const report = reportOf(all, findings, options)
  report.interrupted = interrupt.signal
  if (interrupt.signal) return report
  try {
    await writeFiles(set, findings, report, options, running)
  } catch (error) {
    if (!interrupt.signal || !isOfClosing(error)) throw error
  }
  report.interrupted = interrupt.signal
  return report
}

async function compareAll(
  set: CheckedSet,
  samples: Samples,
  leaks: Leaks | undefined,
  options: CheckOptions,
  running: Running,
): Promise<void> {
  const wanted = doubtful(samples, leaks)
  if (!wanted.length) return
  await using pipe = pipelineOf(set.recognised, options, { decode: false, indices: wanted })
  running.begin(pipe)
  await pipe.build()
  await running.withProgress(options, wanted.length, set.kind, (shown) =>
    compare(samples, wanted, leaks, pipe, (count) => shown.update(count, count / wanted.length)),
  )
}

const isOfClosing = (error: unknown) =>
  error instanceof PipelineError && ['PIPELINE_CLOSED', 'OUTPUT_RELEASED', 'ABORTED'].includes(error.code)

async function writeFiles(
  set: CheckedSet,
  findings: readonly Finding[],
  report: CheckReport,
  options: CheckOptions,
  running: Running,
): Promise<void> {
  const { json, html, skipList } = options
  const shown = findings
    .filter(({ group }) => group !== 'bad')
    .flatMap(({ samples }) => samples.slice(0, shownExamples))
  // A signal may come until all pictures are made.
  const pictures =
    html === undefined ? undefined : await thumbnails(set, [...new Set(shown)], (pipe) => running.begin(pipe))
  const put = (path: string, text: string, option: FileOption) => writeFile(path, [Buffer.from(text)], option)
  if (skipList !== undefined) {
    const wanted = skippedSamples(findings, options)
    const names = set.skipNames(wanted)
    report.skipped = names.length
    report.notListed = wanted.length - names.length
    put(skipList, names.map((name) => `${name}\n`).join(''), '--skip-list')
  }
  if (html !== undefined) put(html, pageOf(report, pictures!), '--html')
  if (json !== undefined) put(json, `${escapedJson(report)}\n`, '--json')
}
