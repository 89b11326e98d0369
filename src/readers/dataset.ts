// A reader's data set in JavaScript: a handle of the data set that native code has built (native/dataset), and facts
// about it. The list of samples stays in native code.
import { schemas } from '../graph/schema.js'
import type { Json } from '../graph/types.js'
import type { DatasetReport } from '../native/dataset.js'
import { type Handle, native } from '../native.js'
import { type IndexingOptions, onIndexingThread } from './indexing.js'
import { type SourceArgs, selectionOf } from './reader-order.js'
import { namesStore, openStores } from './stores/stores.js'

export type ReaderArgs = Readonly<Record<string, Json>>

/** Closes the handles of data sets whose objects were collected. */
const forgotten = new FinalizationRegistry<Handle>((handle) => native().close(handle))

export class Dataset {
  /** Number of samples. */
  readonly count: number
  /** Number of samples that an epoch has: another one where samples have weights. */
  readonly epochSize: number
  /** The class name of each label; empty if labels have no names. */
  readonly classes: readonly string[]
  /** Files of `folder` that are no samples, grouped by the reason. */
  readonly ignored: DatasetReport['ignored']
  readonly folder: string
  /** A text that differs where the samples have other names, places or values: see DatasetReport. */
  readonly fingerprint: string
  /** Facts about each of the data sets that it was joined from; none otherwise. */
  readonly sources: readonly DatasetReport[]

  /** Takes over a handle of this thread: close() closes it, or the collection of this object. */
  constructor(readonly handle: Handle) {
    const { count, epochSize, classes, ignored, folder, fingerprint, remote, sources = [] } = this.report(0, 0)
    // A list on disk may name objects of stores.
    if (remote) openStores()()
    this.count = count
    this.epochSize = epochSize
    this.classes = classes
    this.ignored = ignored
    this.folder = folder
    this.fingerprint = fingerprint
    this.sources = sources
    forgotten.register(this, handle, this)
  }

  /** Facts about the data set and about the samples [from, from + count). */
  report(from = 0, count = this.count): DatasetReport {
    return JSON.parse(native().report(this.handle, from, count)) as DatasetReport
  }

  /** Closes the handle. The memory is released when the programs that use the data set are closed, too. */
  close(): void {
    forgotten.unregister(this)
    native().close(this.handle)
  }
}

/** The readers whose data sets are built: one, or those of a mixture. */
const readersOf = (op: string, args: ReaderArgs): SourceArgs[] =>
  (args.sources as SourceArgs[] | undefined) ?? [{ op, callSite: '', args }]

/** The arguments that index() of readers takes, as a program whose operators are the readers; `threads` may list. */
export function indexProgram(op: string, args: ReaderArgs, threads: number): string {
  const ops = readersOf(op, args).map(indexOp)
  const program = { batchSize: 1, threads, seed: 0, inputs: [], outputs: [], ops }
  return JSON.stringify({ ...program, joined: 'sources' in args })
}

function indexOp({ op, callSite, args }: SourceArgs) {
  const known = schemas[op]!.args
  const own = Object.entries(args).filter(([name]) => known[name] && known[name].for !== 'sampler')
  const { cache, store: limits } = args
  const store = cache || limits ? JSON.stringify({ cache, store: limits }) : ''
  const node = { op, id: 0, callSite, inputs: [], outputs: [], args: Object.fromEntries(own), argInputs: {} }
  return { ...node, store, blocks: args.shuffleBlocks === true, selection: selectionOf(args) }
}

/**
 * Builds the data set and blocks this thread meanwhile. `threads`: those of the pool that may list files. Throws the
 * reader's errors (a missing folder, for one).
 */
export function indexSync(op: string, args: ReaderArgs, threads = 1): Dataset {
  const release = storesFor(op, args)
  try {
    const task = native().datasetBuild(indexProgram(op, args, threads), 0, false)
    try {
      return new Dataset(native().taskTake(task) as Handle)
    } finally {
      native().close(task)
    }
  } finally {
    release()
  }
}

const storesFor = (op: string, args: ReaderArgs): (() => void) =>
  namesStore(readersOf(op, args).flatMap((reader) => Object.values(reader.args))) ? openStores() : () => {}

/**
 * Builds the data set on a thread of its own. When the signal fires, the thread stops, and the promise rejects with the
 * signal's reason after the thread has ended. The process stays alive until then.
 */
export async function index(
  op: string,
  args: ReaderArgs,
  { threads = 1, ...options }: IndexingOptions & { threads?: number },
): Promise<Dataset> {
  options.signal?.throwIfAborted()
  const release = storesFor(op, args)
  try {
    return await onIndexingThread(
      (listener) => native().datasetBuild(indexProgram(op, args, threads), listener, options.onProgress !== undefined),
      (task) => new Dataset(native().taskTake(task) as Handle),
      options,
    )
  } finally {
    release()
  }
}
