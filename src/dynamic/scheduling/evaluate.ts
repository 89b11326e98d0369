// Who runs what when: calls that wait to be run, how they become segments, and what happens when a value is asked for.
// While user code goes on without awaiting, the queue holds the calls that wait as one run, and may begin with it. With
// the next call it is taken back for a larger one; at the end of the turn it is handed over as it is. See
// docs/design/dynamic.md.

import type { Call, Value } from '../values/value.js'
import type { CompiledProgram } from './compiled-program.js'
import { Execution } from './execution.js'
import { group } from './group.js'
import { type Compiled, Segment } from './segment.js'
import { Submission } from './submission.js'

/**
 * Calls of eager mode that are not handed over yet. They are, at the latest, when the current turn of user code ends.
 */
let pending: Call[] = []
let scheduled = false
/** With more of them the queue should begin. */
const mostPending = 24

/** Eager mode: runs soon, in order. */
export function enqueue(call: Call): void {
  if (hasBegun()) flush()
  pending.push(call)
  if (pending.length >= mostPending) {
    flush()
    return
  }
  hold(pending)
  if (scheduled) return
  scheduled = true
  queueMicrotask(atTurnEnd)
}

function atTurnEnd(): void {
  scheduled = false
  flush()
}

const none: ReadonlySet<Value> = new Set()

/** Hands all calls over that wait. `asked`: values that are waited for now. */
export function flush(asked: ReadonlySet<Value> = none, here = false): void {
  if (!pending.length) return
  // What was disposed in the meantime need not be made.
  const calls: Call[] = []
  for (const call of pending) if (!call.released) calls.push(call)
  pending = []
  if (handOver(calls, asked, here)) return
  for (const call of calls) for (const { value } of call.views) keep(value)
  evaluate(withSources(calls), asked, here)
}

/** It was left inside a run and is wanted after all: the next such run hands it over. */
function keep({ passed }: Value): void {
  if (passed) passed.family.kept.add(passed.position)
}

/** With the calls that made what they read, where that was deferred, or left inside a run. */
function withSources(calls: readonly Call[]): readonly Call[] {
  const all = new Set(calls)
  // A set goes on over what is added meanwhile.
  for (const call of all) {
    for (const { value } of call.views) {
      if (value.load) value.load()
      if (!isLazy(value) || all.has(value.call!)) continue
      all.add(value.call!)
    }
  }
  return all.size === calls.length ? calls : [...all].sort((a, b) => a.seq - b.seq)
}

const isLazy = (value: Value) => !value.storage && !value.run && !value.error && value.call !== undefined

/** Makes sure that a value is being made, or is there. `here`: the caller will block until it is. */
export function demand(value: Value, here: boolean): void {
  value.seen = true
  if (value.load) value.load()
  if (!isLazy(value)) return
  const asked = new Set([value])
  flush(asked, here)
  if (!isLazy(value)) return
  // Deferred, or left inside a run.
  keep(value)
  evaluate(withSources([value.call!]), asked, here)
}

/** What a call's inputs or arguments failed with: then it has failed too. */
function inherit(call: Call): boolean {
  const failed = call.views.find(({ value }) => value.error)
  if (!failed) return false
  for (const value of call.values) {
    value.error = failed.value.error
    value.call = undefined
  }
  call.release()
  return true
}

/** Calls in order; afterwards each of their values is under way, passed or failed. */
function evaluate(calls: readonly Call[], asked: ReadonlySet<Value>, here: boolean): void {
  const { groups, crossing } = group(calls, asked)
  const handOver = asked.size ? new Set([...crossing, ...asked]) : crossing
  groups.forEach(({ context, gpu, count, calls: own }, i) => {
    const segment = new Segment(context.queue(gpu), gpu, count)
    // What a run should have brought that has failed meanwhile is lazy again, and so is what reads it.
    for (const call of own) if (!inherit(call)) segment.add(call)
    if (!segment.calls.length) return
    new Execution(segment, segment.compile(handOver), here && i === groups.length - 1)
  })
}

/** Blocks until the value is there. Throws what its call has thrown. */
export function settle(value: Value): void {
  do {
    demand(value, true)
    value.run?.settle()
    // A run may fail for a reason that is not this value's: it is made without the rest.
  } while (!value.storage && !value.error)
  if (value.error) throw value.error
}

/** The same without blocking. */
export async function settled(value: Value): Promise<void> {
  do {
    demand(value, false)
    await value.run?.wait()
    value.run?.settle()
  } while (!value.storage && !value.error)
  if (value.error) throw value.error
}

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
/**
 * Where more is expected, calls are prepared now and then all the same: that takes tens of microseconds, mostly in
 * vain.
 */
const restMs = 5
let preparedAt = Number.NEGATIVE_INFINITY
/** A program that makes ever new sequences is forgotten now and then. */
const mostSteps = 4096
let steps = 0
let first = step()
/** Where the calls that wait have come to. */
let at = first

interface HeldRun {
  calls: readonly Call[]
  segment: Segment
  compiled: Compiled
  work: Submission
}
let held: HeldRun | undefined

/** One more call is to wait. True: the queue has begun with those before it, which are to be handed over first. */
function hasBegun(): boolean {
  if (!held) return false
  const { work, compiled } = held
  // It was taken back for other work.
  if (!work.ended && !work.revoke()) return true
  compiled.program.discardUnused()
  held = undefined
  return false
}

/** `calls` wait, of which the last one has come just now. */
function hold(calls: readonly Call[]): void {
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

/**
 * The calls that wait are handed over, and the next one begins a sequence: hands over what is held, if it is all of
 * `calls` and brings what is asked for. `here`: the caller will wait for it.
 */
function handOver(calls: readonly Call[], asked: ReadonlySet<Value>, here: boolean): boolean {
  if (at !== first) {
    at.last = 'end'
    at.ends++
  }
  at = first
  if (!held) return false
  const { work } = held
  if (!work.ended && brings(held, calls, asked)) {
    const { segment, compiled } = held
    held = undefined
    new Execution(segment, compiled, here, work)
    return true
  }
  // What has begun in vain ends, and goes.
  if (hasBegun()) {
    held = undefined
    work.abandon()
  }
  return false
}

/** It is all of `calls`, and hands over what is asked for. */
function brings(held: HeldRun, calls: readonly Call[], asked: ReadonlySet<Value>): boolean {
  if (calls.length !== held.calls.length) return false
  for (let i = 0; i < calls.length; i++) if (calls[i] !== held.calls[i]) return false
  const { segment } = held
  const { outputs } = held.compiled
  for (const value of asked) {
    // Only what is made here counts. What only makes arguments for a GPU is made before it then.
    if (!value.call || !calls.includes(value.call)) continue
    if (!outputs.includes(value) || value.call.gpu !== segment.gpu) return false
  }
  // What it reads may have failed since, or been disposed of.
  for (const { view } of segment.roots) if (!view.value.storage && !view.value.run) return false
  return true
}

/**
 * The calls as a run that changes nothing yet; undefined where they are not one, or where it is not known to be needed.
 */
function prepare(waiting: readonly Call[], kind: 'open' | 'complete'): HeldRun | undefined {
  const calls: Call[] = []
  for (const call of waiting) if (!call.released) calls.push(call)
  const { groups } = group(calls, none)
  if (groups.length !== 1) return undefined
  const [{ context, gpu, count, calls: sorted }] = groups as [(typeof groups)[number]]
  let program: CompiledProgram | undefined
  try {
    const segment = new Segment(context.queue(gpu), gpu, count)
    for (const call of sorted) if (!segment.add(call)) return undefined
    const compiled = segment.compile(none)
    program = compiled.program
    // It is on its way: see ahead.ts.
    if (compiled.readerBatch?.speculations.length) return undefined
    const { sources, draws } = compiled
    const work = new Submission(segment.queue, { program, count, gpu, sources, draws, held: kind })
    return { calls, segment, compiled, work }
  } catch {
    // It is told where the calls are handed over, if it must be.
    program?.discardUnused()
    return undefined
  }
}
