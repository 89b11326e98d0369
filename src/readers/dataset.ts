// A reader's data set as JavaScript sees it: a handle of what native code has built (native/dataset), and what is known of it.
// Which samples there are, only native code knows; the sampler needs their number.
import { schemas } from '../graph/schema.js'
import type { Json } from '../graph/types.js'
import { type DatasetReport, type Handle, native } from '../native.js'

export type ReaderArgs = Readonly<Record<string, Json>>

/** Handles of data sets that JavaScript has forgotten. */
const forgotten = new FinalizationRegistry<Handle>((handle) => native().close(handle))

export class Dataset {
  /** Samples. */
  readonly count: number
  /** The name of each label; empty where labels have no names. */
  readonly classes: readonly string[]
  /** Files of `folder` that are no samples. */
  readonly ignored: DatasetReport['ignored']
  readonly folder: string

  /** Of this thread's; the data set is closed with this object, or when it is collected. */
  constructor(readonly handle: Handle) {
    const { count, classes, ignored, folder } = this.report(0, 0)
    this.count = count
    this.classes = classes
    this.ignored = ignored
    this.folder = folder
    forgotten.register(this, handle, this)
  }

  /** What is known of the data set, and of samples [from, from + count). */
  report(from = 0, count = this.count): DatasetReport {
    return JSON.parse(native().datasetReport(this.handle, from, count)) as DatasetReport
  }

  /** Its memory goes when the programs that were made from it are gone, too. */
  close(): void {
    forgotten.unregister(this)
    native().close(this.handle)
  }
}

/** The arguments that a reader's index() takes, as a program whose only operator is the reader. */
export function indexProgram(op: string, args: ReaderArgs): string {
  const known = schemas[op]!.args
  const own = Object.entries(args).filter(([name]) => known[name] && known[name].for !== 'sampler')
  const node = { op, id: 0, inputs: [], outputs: [], args: Object.fromEntries(own), argInputs: {} }
  return JSON.stringify({ batchSize: 1, threads: 1, seed: 0, inputs: [], outputs: [], ops: [node] })
}

/** Builds the data set on this thread, which it blocks. */
export function indexSync(op: string, args: ReaderArgs): Dataset {
  return new Dataset(native().datasetIndex(indexProgram(op, args)))
}

/**
 * Builds the data set on a thread of its own. `signal` ends that; the promise then rejects with its reason, when the thread has
 * ended. Until then the process stays alive.
 */
export async function index(op: string, args: ReaderArgs, signal: AbortSignal): Promise<Dataset> {
  signal.throwIfAborted()
  let built = () => {}
  const answer = new Promise<void>((resolve) => {
    built = resolve
  })
  const listener = native().listen(() => built())
  const alive = setInterval(() => {}, 2 ** 30)
  let thread: Handle | undefined
  const cancel = () => native().datasetCancel(thread!)
  try {
    thread = native().datasetStart(indexProgram(op, args), listener)
    signal.addEventListener('abort', cancel)
    await answer
    signal.throwIfAborted()
    return new Dataset(native().datasetTake(thread))
  } finally {
    signal.removeEventListener('abort', cancel)
    clearInterval(alive)
    for (const handle of [thread, listener]) if (handle !== undefined) native().close(handle)
  }
}
