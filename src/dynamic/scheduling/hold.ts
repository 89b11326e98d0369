// What the lane may begin with while user code goes on without awaiting: the calls that wait, as one run that the lane holds. With
// the next call it is taken back for a larger one; at the end of the turn it is handed over as it is. See docs/design/dynamic.md.

import type { Call, Value } from '../values/value.js'
import { group } from './group.js'
import { drawsOf, Run, sourcesOf } from './run.js'
import { Segment, type Template } from './segment.js'
import { Submission } from './submission.js'

/** What came behind a sequence of calls the last time. */
interface Step {
  readonly next: Map<string, Step>
  /** Undefined: it is new. */
  last: 'call' | 'end' | undefined
  /** How often in a row nothing more came. */
  ends: number
}

const step = (): Step => ({ next: new Map(), last: undefined, ends: 0 })
/** So often, and nothing more is expected. */
const sureEnds = 2
/** Where more is expected, calls are prepared now and then all the same: that takes tens of microseconds, mostly in vain. */
const restMs = 5
let preparedAt = Number.NEGATIVE_INFINITY
/** A program that makes ever new sequences is forgotten now and then. */
const mostSteps = 4096
let steps = 0
let first = step()
/** Where the calls that wait have come to. */
let at = first

interface Held {
  calls: readonly Call[]
  segment: Segment
  template: Template
  outputs: Value[]
  work: Submission
}
let held: Held | undefined

/** One more call is to wait. True: the lane has begun with those before it, which are to be handed over first. */
export function hasBegun(): boolean {
  if (!held) return false
  const { work, template } = held
  // It was taken back for other work.
  if (!work.gone && !work.revoke()) return true
  if (!template.used) template.discard()
  held = undefined
  return false
}

/** `calls` wait, of which the last one has come just now. */
export function hold(calls: readonly Call[]): void {
  const { op } = calls.at(-1)!.spec
  if (at !== first) {
    at.last = 'call'
    at.ends = 0
  }
  let next = at.next.get(op)
  if (!next) {
    if (++steps > mostSteps) {
      first = step()
      at = first
      steps = 1
    }
    next = step()
    at.next.set(op, next)
  }
  at = next
  if (at.last === 'call') {
    const now = performance.now()
    if (now - preparedAt < restMs) return
    preparedAt = now
  }
  held = prepare(calls, at.ends >= sureEnds ? 'complete' : 'open')
}

/** The calls that wait are handed over, and the next one begins a sequence. */
export function ends(): void {
  if (at !== first) {
    at.last = 'end'
    at.ends++
  }
  at = first
}

/** Hands over what is held, if it is all of `calls` and brings what is asked for. `here`: the caller will wait for it. */
export function handOver(calls: readonly Call[], asked: ReadonlySet<Value>, here: boolean): boolean {
  if (!held) return false
  const { segment, template, outputs, work } = held
  const same = calls.length === held.calls.length && calls.every((call, i) => call === held!.calls[i])
  // Of those that somebody waits for, those that are made here. What only makes arguments for a GPU is made before it then.
  const wanted = [...asked].filter(({ call }) => call && calls.includes(call))
  const brought = (value: Value) => outputs.includes(value) && value.call!.gpu === segment.gpu
  // What it reads may have failed since, or been disposed of.
  const there = segment.roots.every(({ view: { value } }) => value.home || value.run)
  const fits = same && there && !work.gone && wanted.every(brought)
  if (fits) {
    held = undefined
    new Run(segment, template, outputs).submit(here, work)
    return true
  }
  // What has begun in vain ends, and goes.
  if (hasBegun()) {
    held = undefined
    work.abandon()
  }
  return false
}

const nobody: ReadonlySet<Value> = new Set()

/** The calls as a run that changes nothing yet; undefined where they are not one, or where it is not known to be needed. */
function prepare(waiting: readonly Call[], kind: 'open' | 'complete'): Held | undefined {
  const calls = waiting.filter((call) => !call.released)
  const own = new Set(calls)
  const isReady = ({ value }: { value: Value }) =>
    !value.load && !value.error && !!(value.home || value.run || (value.call && own.has(value.call)))
  if (calls.some((call) => ![...call.inputs, ...call.args].every(isReady))) return undefined
  const { groups } = group(calls, nobody)
  if (groups.length !== 1) return undefined
  const [{ context, gpu, count, calls: sorted }] = groups as [(typeof groups)[number]]
  let template: Template | undefined
  try {
    const segment = new Segment(context.lane(gpu), gpu, count)
    for (const call of sorted) {
      if (!segment.canAdd(call)) return undefined
      segment.add(call)
    }
    // It is on its way: see ahead.ts.
    if (segment.portion?.guesses.length) return undefined
    const compiled = segment.compile(nobody)
    template = compiled.template
    const draws = drawsOf(segment.calls, template)
    const sources = sourcesOf(segment).map(({ from }) => from)
    const work = new Submission(segment.lane, { template, count, gpu, sources, draws, held: kind })
    return { calls, segment, work, ...compiled }
  } catch {
    // It is told where the calls are handed over, if it must be.
    if (template && !template.used) template.discard()
    return undefined
  }
}
