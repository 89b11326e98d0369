// nd.trace(): what imperative mode did lately on this thread, as Chrome trace events like those of a pipeline's
// trace().

import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import { writeTrace } from '../../statistics/chrome-trace.js'
import { openQueues } from '../scheduling/execution-queue.js'
import { batches, type Named, type RunEntry, runs, type Track, waits } from './trace-log.js'

/** Details of a run of a program: one or more calls of operators, carried out together over one batch. */
export interface RunDetails {
  /** The calls in the order in which they were made: the operator, and where known ` at file:line:column`. */
  calls: string[]
  /** The run was short, so its lines were not looked up: they are those of an earlier run of the same program. */
  sampled?: true
  /** Samples in the batch. */
  samples: number
  /** Size of the results in host memory, in bytes. */
  bytes: number
  /** The device that it ran on: 'cpu', 'gpu:0'. */
  device: string
  /** The evaluation mode of its first call. */
  mode: string
  /** The context, device and threads of the execution queue that it ran in. */
  queue: string
  /** The run was begun before its calls were made: see the option `runAhead` of readers. */
  ahead?: true
  /** The code of the error that it ended with. */
  error?: string
}

/**
 * One event of Chrome's trace event format. `ts` is in microseconds from the start of the trace, `dur` in microseconds.
 * 'run' is a run of a program, 'wait' a time in which the calling thread was blocked, 'read' a batch of a reader from
 * request to arrival.
 */
export type CallTraceEvent = { pid: number; tid: number; name: string } & (
  | { ph: 'M'; args: { name: string } | { sort_index: number } }
  | { ph: 'X'; cat: 'run'; ts: number; dur: number; args: RunDetails }
  | { ph: 'X'; cat: 'wait'; ts: number; dur: number; args: Record<string, never> }
  | { ph: 'X'; cat: 'read'; ts: number; dur: number; args: { epoch: number; samples: number; bytes: number } }
)

/** A trace in Chrome's trace event format. */
export interface CallTrace {
  displayTimeUnit: 'ms'
  traceEvents: CallTraceEvent[]
}

/** Operators in the name of a run; of longer chains the middle is left out. */
const maxNamed = 6

function nameOf({ ops }: Named): string {
  if (ops.length <= maxNamed) return ops.join(' > ')
  return [...ops.slice(0, maxNamed - 2), `${ops.length - maxNamed + 1} more`, ops.at(-1)].join(' > ')
}

/** The calling thread's track. */
const caller: Track = { name: 'calling thread' }

/** Numbers the rows of the trace: one for every thread of a queue, and one for every reader. */
class Tracks {
  private readonly known = new Map<Track, Map<number, number>>()
  /** Rows by number: the first has number 1. `order` keeps the threads of a queue together. */
  readonly all: { name: string; order: number }[] = []

  of(track: Track, worker = 0): number {
    let workers = this.known.get(track)
    if (!workers) {
      workers = new Map()
      this.known.set(track, workers)
    }
    let tid = workers.get(worker)
    if (tid === undefined) {
      const order = 100 * [...this.known.keys()].indexOf(track) + worker
      tid = this.all.push({ name: worker > 0 ? `${track.name} (${worker + 1})` : track.name, order })
      workers.set(worker, tid)
    }
    return tid
  }
}

function detailsOf(run: RunEntry): RunDetails {
  const { names, lines: others } = run.program
  const lines = run.lines ?? others
  return {
    calls: names.calls.map((op, i) => (lines?.[i] ? `${op} at ${lines[i]}` : op)),
    ...(!run.lines && others && { sampled: true }),
    samples: run.samples,
    bytes: run.bytes,
    device: run.gpu < 0 ? 'cpu' : `gpu:${run.gpu}`,
    mode: run.mode,
    queue: run.track.name,
    ...(run.ahead && { ahead: true }),
    ...(run.error && { error: run.error }),
  }
}

/**
 * What imperative mode did lately on this thread, in Chrome's trace event format, which ui.perfetto.dev and
 * chrome://tracing open: the last 2,048 runs, the last 2,048 waits of this thread, and the last 2,048 batches of
 * readers. With `path` the trace is also written to that file, as JSON. A run is one or more calls that were carried
 * out together. Runs that are not finished are not shown; for work on a GPU the trace shows the time it took to queue
 * it. This function does not wait. Throws INVALID_ARGUMENT if `path` cannot be written.
 */
export function trace(path?: string): CallTrace {
  if (path !== undefined && typeof path !== 'string') {
    throw invalidArgument(`Expected a path for trace() but received ${shown(path)}`, { op: 'trace' })
  }
  // Logs the executions that are done but were not looked at yet.
  for (const queue of openQueues) queue.drain()
  const tracks = new Tracks()
  const pid = process.pid
  const events = eventsOf(tracks, pid).sort((a, b) => a.ts - b.ts)
  const metadata = tracks.all.flatMap(({ name, order }, i): CallTraceEvent[] => [
    { ph: 'M', pid, tid: i + 1, name: 'thread_name', args: { name } },
    { ph: 'M', pid, tid: i + 1, name: 'thread_sort_index', args: { sort_index: order } },
  ])
  const title: CallTraceEvent = { ph: 'M', pid, tid: 0, name: 'process_name', args: { name: 'penstock' } }
  const made: CallTrace = { displayTimeUnit: 'ms', traceEvents: [title, ...metadata, ...events] }
  if (path !== undefined) writeTrace(made, path)
  return made
}

/** Begin and end in ns of the monotonic clock. */
interface Span {
  begin: number
  end: number
}

/** All logged events, each on the track of its thread. */
function eventsOf(tracks: Tracks, pid: number): (CallTraceEvent & { ts: number })[] {
  // Whole nanoseconds of the monotonic clock: rounding both ends alike keeps neighbours from overlapping.
  const shift = Number(process.hrtime.bigint()) - 1e6 * performance.now()
  const ofTimer = (ms: number) => Math.round(1e6 * ms + shift)
  const timed = ({ begin, end }: Span): Span => ({ begin: ofTimer(begin), end: ofTimer(end) })
  const begins = [...runs.all, ...[...waits.all, ...batches.all].map(timed)].map(({ begin }) => begin)
  const origin = begins.reduce((least, begin) => Math.min(least, begin), Number.POSITIVE_INFINITY)
  const time = ({ begin, end }: Span) => ({ ts: (begin - origin) / 1e3, dur: Math.max(0, end - begin) / 1e3 })
  const main = tracks.of(caller)
  const events: (CallTraceEvent & { ts: number })[] = []
  for (const run of runs.all) {
    const tid = run.worker < 0 ? main : tracks.of(run.track, run.worker)
    events.push({
      ...{ ph: 'X', pid, tid, name: nameOf(run.program.names), cat: 'run', ...time(run) },
      args: detailsOf(run),
    })
  }
  for (const wait of waits.all) {
    const name = `waits for ${nameOf(wait.program.names)}`
    events.push({ ...{ ph: 'X', pid, tid: main, name, cat: 'wait', ...time(timed(wait)) }, args: {} })
  }
  for (const batch of batches.all) {
    const { track, epoch, samples, bytes } = batch
    events.push({
      ...{ ph: 'X', pid, tid: tracks.of(track), name: `batch of ${samples}`, cat: 'read', ...time(timed(batch)) },
      args: { epoch, samples, bytes },
    })
  }
  return events
}
