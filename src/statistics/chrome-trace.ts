// Converts what the actors did recently to a trace in Chrome's event format, which ui.perfetto.dev and
// chrome://tracing open: one track per actor and per thread, one counter per mailbox, and a mark where the run failed.
// `chromeTrace` is pure.

import { writeFileSync } from 'node:fs'
import type { Fill, Span, Timeline } from '../actors/stats.js'
import type { Supervisor } from '../actors/supervisor.js'
import { invalidArgument } from '../errors/factories.js'
import { opTitle } from '../graph/print.js'

/**
 * One event of Chrome's trace event format; `ts` and `dur` are microseconds since the start of the trace. By `ph`: 'M'
 * names a track, 'X' is a span of time (with cat 'op' an operator's work on a sample, on a thread's track),
 * 'C' is the number of full slots of a mailbox, 'i' marks a failure.
 */
export type TraceEvent = { pid: number; tid: number; name: string } & (
  | { ph: 'M'; args: { name: string } | { sort_index: number } }
  | { ph: 'X'; cat: string; ts: number; dur: number; args: { batch?: number; stage?: string; sample?: number } }
  | { ph: 'C'; ts: number; args: { full: number } }
  | { ph: 'i'; cat: string; ts: number; s: 'g' | 't'; args: { code: string; message: string } }
)

export interface Trace {
  displayTimeUnit: 'ms'
  traceEvents: TraceEvent[]
}

export interface TraceInput {
  stages: readonly { name: string; kind: string; program?: { ops: readonly { op: string; name: string }[] } }[]
  /** One track each. Times are in milliseconds; all actors use one clock. */
  actors: readonly ({ stage: number } & Timeline)[]
  mailboxes: readonly { from: number; to: number; capacity: number }[]
  /** The last calls of operators: rows of five numbers, as programCalls() of the addon gives them. */
  calls?: readonly { stage: number; calls: Float64Array }[]
  failures?: readonly {
    code: string
    message: string
    stage?: string | undefined
    /** When it failed, in milliseconds. The default is the end of the failed stage's last span. */
    at?: number
  }[]
  pid: number
}

const titles = { starved: 'waits for input', blocked: 'waits for room', memory: 'waits for memory' } as const

export function chromeTrace({ stages, actors, mailboxes, calls = [], failures = [], pid }: TraceInput): Trace {
  const spans = actors.flatMap((a) => a.spans)
  const work = calls.flatMap(workOf)
  const starts = [...spans.map((s) => s.from), ...actors.flatMap((a) => a.fills.map((f) => f.at))]
  const origin = [...starts, ...work.map((w) => w.from)].reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  // Rounds to whole nanoseconds. Both ends of a span are rounded in the same way, so neighbours do not overlap.
  const micros = (at: number) => Math.round(1e6 * (at - origin)) / 1e3
  const metadata: TraceEvent[] = [{ ph: 'M', pid, tid: 0, name: 'process_name', args: { name: 'penstock' } }]
  const events: (TraceEvent & { ts: number })[] = []

  for (const [i, actor] of actors.entries()) {
    const tid = i + 1
    metadata.push(...trackOf(pid, tid, actorName(stages, actors, i)))
    const { kind } = stages[actor.stage]!
    events.push(...actor.spans.map((span) => complete(span, kind, pid, tid, micros)))
    const inboxes = mailboxes.filter((m) => m.to === actor.stage)
    events.push(...actor.fills.flatMap((fill) => counter(fill, inboxes[fill.inbox], stages, pid, micros)))
  }
  const threads = [...new Set(work.map((w) => w.thread))].sort((a, b) => a - b)
  for (const k of threads.keys()) metadata.push(...trackOf(pid, actors.length + 1 + k, `thread ${k + 1}`))
  for (const { thread, stage, op, sample, from, to } of work) {
    const { name, program } = stages[stage]!
    const tid = actors.length + 1 + threads.indexOf(thread)
    const ts = micros(from)
    const dur = Math.round(1e3 * (micros(to) - ts)) / 1e3
    const args = { stage: name, sample }
    events.push({ ph: 'X', pid, tid, name: opTitle(program!.ops[op]!), cat: 'op', ts, dur, args })
  }
  for (const { code, message, stage, at } of failures) {
    const i = actors.findIndex((a) => stages[a.stage]!.name === stage)
    const end = at ?? (i < 0 ? spans : actors[i]!.spans).reduce((last, s) => Math.max(last, s.to), origin)
    const ts = Number.isFinite(end) ? Math.max(0, micros(end)) : 0
    events.push({
      ...{ ph: 'i', pid, tid: i + 1, name: `failed: ${code}`, cat: 'failure', ts },
      ...{ s: i < 0 ? 'g' : 't', args: { code, message } },
    })
  }
  // The sort is stable, so an actor's spans keep their order.
  events.sort((a, b) => a.ts - b.ts)
  return { displayTimeUnit: 'ms', traceEvents: [...metadata, ...events] }
}

const trackOf = (pid: number, tid: number, name: string): TraceEvent[] => [
  { ph: 'M', pid, tid, name: 'thread_name', args: { name } },
  { ph: 'M', pid, tid, name: 'thread_sort_index', args: { sort_index: tid } },
]

/** The rows of one program; times in milliseconds, as those of actors. */
function workOf({ stage, calls }: { stage: number; calls: Float64Array }) {
  return Array.from({ length: calls.length / 5 }, (_, i) => {
    const [thread, op, sample, begin, end] = calls.subarray(5 * i) as unknown as [
      number,
      number,
      number,
      number,
      number,
    ]
    return { stage, thread, op, sample, from: begin / 1e6, to: end / 1e6 }
  })
}

function complete(span: Span, kind: string, pid: number, tid: number, micros: (at: number) => number) {
  const ts = micros(span.from)
  const dur = Math.round(1e3 * (micros(span.to) - ts)) / 1e3
  if (span.state !== 'run') {
    return { ph: 'X', pid, tid, name: titles[span.state], cat: span.state, ts, dur, args: {} } as const
  }
  // The sink counts a batch when it takes it; the other stages count it when it is done.
  const batch = kind === 'sink' ? span.batch - 1 : span.batch
  return { ph: 'X', pid, tid, name: `batch ${batch}`, cat: 'run', ts, dur, args: { batch } } as const
}

function counter(
  fill: Fill,
  mailbox: TraceInput['mailboxes'][number] | undefined,
  stages: TraceInput['stages'],
  pid: number,
  micros: (at: number) => number,
) {
  if (!mailbox) return []
  const name = `${stages[mailbox.from]!.name} > ${stages[mailbox.to]!.name}`
  return [{ ph: 'C', pid, tid: 0, name, ts: micros(fill.at), args: { full: fill.full } } as const]
}

function actorName(stages: TraceInput['stages'], actors: TraceInput['actors'], i: number): string {
  const { stage } = actors[i]!
  const siblings = actors.flatMap((a, k) => (a.stage === stage ? [k] : []))
  const { name } = stages[stage]!
  return siblings.length > 1 ? `${name} ${1 + siblings.indexOf(i)} of ${siblings.length}` : name
}

/**
 * Takes what the actors and threads of a pipeline have recorded so far; the returned function makes the trace of it, also
 * when the pipeline is gone.
 */
export function traceOf(supervisor: Supervisor, failure = supervisor.failure): () => Trace {
  const { stages, mailboxes } = supervisor.plan
  const input = {
    stages: stages as TraceInput['stages'],
    mailboxes,
    actors: supervisor.wiring.timelines(),
    calls: supervisor.programs.calls(),
    failures: failure ? [{ code: failure.code, message: failure.message, stage: failure.stage }] : [],
    pid: process.pid,
  }
  return () => chromeTrace(input)
}

/** Writes a trace as JSON, one event per line. Throws INVALID_ARGUMENT if the file cannot be written. */
export function writeTrace(trace: { readonly traceEvents: readonly object[] }, path: string): void {
  const events = trace.traceEvents.map((event) => JSON.stringify(event)).join(',\n')
  try {
    writeFileSync(path, `{"displayTimeUnit":"ms","traceEvents":[\n${events}\n]}\n`)
  } catch (cause) {
    throw invalidArgument(
      `Expected a path that can be written for trace() but received '${path}': ${(cause as Error).message}`,
      { cause },
    )
  }
}
