// `penstock-data index`: writes the indexes of tar archives, TFRecord and RecordIO files. An index gets its name when it is
// complete and on the disk. One that is there with other content is replaced only with --force.
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { escapedJson } from '../errors/escaped.js'
import { errorFrom, fileNotFound, fileUnreadable, invalidArgument } from '../errors/factories.js'
import { shownUrl } from '../errors/secrets.js'
import { PipelineError } from '../errors.js'
import type { ContainerIndex, IndexState } from '../native/dataset.js'
import { native } from '../native.js'
import { sameBytes, writeIndex } from '../readers/container-index.js'
import { makeFolders } from '../readers/make-folders.js'
import { plural } from '../statistics/units.js'
import { filesOf, isFolder, isRemote } from './data.js'
import { describe, Exit } from './failure.js'
import { Interrupt, signalNumbers } from './interrupt.js'
import { targetOf } from './out/file.js'
import { type Progress, progress } from './progress.js'
import { indexable, withoutEnding } from './recognise.js'

export interface IndexOptions {
  /** The folder of the indexes; without it they lie beside their containers. */
  out?: string
  /** Indexes are compared and not written. */
  check?: boolean
  force?: boolean
  json?: boolean
  progress: boolean
  verbose?: boolean
}

/** Containers that are read at one time. */
const atOnce = 4
const progressMs = 100

interface Wanted {
  path: string
  index: string
}

type Written = Wanted & ContainerIndex & { state: 'written' | 'replaced' | 'unchanged' }

export async function indexFiles(given: readonly string[], options: IndexOptions): Promise<void> {
  if (options.check && options.force) {
    throw invalidArgument('Expected --check or --force but received both', '--check writes nothing')
  }
  const wanted = await wantedOf(given, options)
  const writing = new Writing(wanted, options)
  using interrupt = new Interrupt(writing, () => writing.clear())
  await writing.run()
  const done = wanted
    .map((each) => ({ ...each, ...writing.outcomes.get(each) }))
    .filter((each) => 'state' in each || 'error' in each)
  if (options.json) {
    process.stdout.write(`${escapedJson(done.map((each) => ({ ...each, path: shownUrl(each.path) })))}\n`)
  } else {
    for (const each of done) if ('state' in each) process.stdout.write(lineOf(each as Written))
  }
  if (interrupt.signal) throw new Exit(128 + signalNumbers[interrupt.signal])
  const errors = done.flatMap((each) => ('error' in each ? [each.error] : []))
  for (const error of errors) process.stderr.write(describe(error, options.verbose ?? false))
  if (errors.length) throw new Exit(1)
}

const lineOf = ({ index, format, samples, state }: Written) =>
  `${index}: ${plural(samples, format === 'tar' ? 'sample' : 'record')}, ${format}, ${state}\n`

/** The containers with the names of their indexes. Throws where two have the same. */
async function wantedOf(given: readonly string[], { out, check }: IndexOptions): Promise<Wanted[]> {
  const paths = new Set<string>()
  for (const text of given) for (const path of await pathsOf(text)) paths.add(path)
  const wanted = [...paths].map((path) => ({ path, index: indexOf(path, out) }))
  const byIndex = new Map<string, string>()
  for (const { path, index } of wanted) {
    const other = byIndex.get(resolve(index))
    if (other === undefined) byIndex.set(resolve(index), path)
    else {
      throw invalidArgument(
        `Expected files with indexes of different names for FILE but '${other}' and '${path}' both have '${index}'`,
        'Index them one by one, with an --out of its own for each',
      )
    }
  }
  if (out !== undefined && !check) makeFolder(out)
  return wanted
}

async function pathsOf(text: string): Promise<readonly string[]> {
  if (isRemote(text)) return (await filesOf(text, 'FILE')).flatMap((url) => native().expandPaths(url))
  if (!isFolder(text)) return filesOf(text, 'FILE')
  const found = await indexable(text)
  if (found.length) return found
  throw invalidArgument(
    `Expected files, or a folder of them, for FILE but '${text}' has no container`,
    'Give the files themselves: what they are is seen from their content',
  )
}

/** The index lies beside its container, and has its name with another ending. */
function indexOf(path: string, out: string | undefined): string {
  const remote = isRemote(path)
  const name = basename(shownUrl(path))
  if (remote && out === undefined) {
    throw invalidArgument(
      `Expected --out for FILE '${shownUrl(path)}' but it is missing`,
      'An index is written to a disk: give a folder with --out, and copy the indexes to the store',
    )
  }
  return join(out ?? dirname(path), `${withoutEnding(name)}.idx`)
}

function makeFolder(out: string): void {
  try {
    makeFolders(out)
  } catch (cause) {
    throw invalidArgument(`Expected a folder for --out but '${out}' cannot be made: ${(cause as Error).message}`, {
      cause,
    })
  }
}

/** The work on all files, some at a time. */
class Writing {
  readonly outcomes = new Map<Wanted, Omit<Written, keyof Wanted> | { error: PipelineError }>()
  private readonly ending = new AbortController()
  /** Files that are not complete. */
  private readonly parts = new Set<string>()
  private readonly states = new Map<Wanted, IndexState>()
  private readonly sizes: ReadonlyMap<Wanted, number>

  constructor(
    private readonly wanted: readonly Wanted[],
    private readonly options: IndexOptions,
  ) {
    // An object's size is not known before its turn.
    this.sizes = new Map(wanted.map((each) => [each, isRemote(each.path) ? 1 : statSync(each.path).size + 1]))
  }

  /** Ends the reads that are under way. Resolves at once. */
  async close(): Promise<void> {
    this.ending.abort()
  }

  /** Removes incomplete files. */
  clear(): void {
    for (const part of this.parts) rmSync(part, { force: true })
  }

  async run(): Promise<void> {
    const bar = progress(this.options.progress && !this.options.json, 0, 'sample', true)
    const timer = setInterval(() => this.show(bar), progressMs)
    const left = [...this.wanted]
    const work = async () => {
      for (let each = left.shift(); each && !this.ending.signal.aborted; each = left.shift()) await this.serve(each)
    }
    try {
      await Promise.all(Array.from({ length: Math.min(atOnce, left.length) }, work))
    } finally {
      clearInterval(timer)
      bar.stop()
      this.clear()
    }
  }

  private show(bar: Progress): void {
    let samples = 0
    let done = 0
    let all = 0
    for (const [each, size] of this.sizes) {
      const state = this.states.get(each)
      samples += state?.samples ?? 0
      all += size
      if (this.outcomes.has(each)) done += size
      else if (state?.bytes) done += (size * state.bytesDone) / state.bytes
    }
    bar.update(samples, all ? done / all : 0)
  }

  private async serve(wanted: Wanted): Promise<void> {
    try {
      this.outcomes.set(wanted, await this.write(wanted))
    } catch (error) {
      if (this.ending.signal.aborted) return
      this.outcomes.set(wanted, { error: ofFile(error, wanted) })
    }
  }

  private async write(wanted: Wanted): Promise<Omit<Written, keyof Wanted>> {
    const { check, force } = this.options
    // A link stays one: the file that it leads to is replaced.
    const target = targetOf(wanted.index)
    const folder = check ? mkdtempSync(join(tmpdir(), 'penstock-index-')) : dirname(target)
    const part = join(folder, `.${basename(target)}.${process.pid}.part`)
    this.parts.add(check ? folder : part)
    try {
      if (check && !existsSync(target)) {
        throw fileNotFound(
          `Expected the index '${wanted.index}' of '${wanted.path}' but it does not exist`,
          'npx penstock-data index writes it',
        )
      }
      rmSync(part, { force: true })
      const onProgress = (state: IndexState) => this.states.set(wanted, state)
      const made = await writeIndex(wanted.path, part, { signal: this.ending.signal, onProgress })
      if (existsSync(target)) {
        if (await sameBytes(part, target)) return { ...made, state: 'unchanged' }
        if (check || !force) throw another(wanted, check)
      }
      const state = existsSync(target) ? 'replaced' : 'written'
      await rename(part, target)
      await syncFolder(folder)
      return { ...made, state }
    } finally {
      rmSync(check ? folder : part, { recursive: true, force: true })
      this.parts.delete(check ? folder : part)
    }
  }
}

function another({ path, index }: Wanted, check: boolean | undefined): PipelineError {
  if (check) {
    return fileUnreadable(
      `Expected the index of '${path}' at '${index}' but it has other content`,
      'The container was changed since, or the index was written by other rules: npx penstock-data index --force writes it anew',
    )
  }
  return invalidArgument(
    `Expected no other file at '${index}' but there is one, which is not the index of '${path}'`,
    '--force replaces it (an index of im2rec has keys, which are then lost); --out writes to another folder',
  )
}

/** A new name is on the disk when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Words an error of a file so that it names the command's argument. */
function ofFile(error: unknown, { path, index }: Wanted): PipelineError {
  if (!(error instanceof PipelineError)) {
    const { message } = error as Error
    return fileUnreadable(`cannot write the index '${index}' of '${path}': ${message}`, { cause: error })
  }
  const { hint, ...info } = error.toJSON()
  const message = error.detail.replace(/ for paths? but /, ' for FILE but ')
  return errorFrom({ ...info, message, hint: hint?.replace(/ of paths?\b/, '') })
}
