// Decides when calls run: it gathers calls, makes segments of them, and runs what a value needs when the value is asked
// for. While user code continues without awaiting, the queue holds the gathered calls as one submission, and may begin
// with it by itself. The next call takes the submission back for a larger one; at the end of the turn it is handed over
// as it is. See docs/design/dynamic.md.

import type { Call, Value } from '../values/value.js'
import { blame, faultOf } from './blame.js'
import type { CompiledProgram } from './compiled-program.js'
import { Execution } from './execution.js'
import { group } from './group.js'
import { type Compiled, Segment } from './segment.js'
import { Submission } from './submission.js'
import type { Caller } from './types.js'

/**
 * Calls of eager mode that are not handed to a queue yet. They are handed over at the latest when the current turn of
 * user code ends.
 */
let pending: Call[] = []
/** Whether atTurnEnd() will be called. */
let scheduled = false
/** Number of pending calls at which they are handed over at once. */
const mostPending = 24

/** Adds a call of eager mode, which runs soon and in order. */
export function enqueue(call: Call): void {
  if (hasBegun()) flush()
  pending.push(call)
  if (pending.length >= mostPending) {
    goesOn()
    at = first
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

/** Hands all pending calls over. `asked`: values that the caller waits for, if it waits. */
export function flush(asked: ReadonlySet<Value> = none, caller: Caller = 'continues'): void {
  if (!pending.length) return
  // Calls whose results were disposed in the meantime need not run.
  const calls: Call[] = []
  for (const call of pending) if (!call.released) calls.push(call)
  pending = []
  if (handOver(calls, asked, caller)) return
  for (const call of calls) for (const { value } of call.views) keep(value)
  evaluate(withSources(calls), asked, caller)
}

/**
 * Notes that a value that was computed but not kept is wanted after all: programs of its family hand it over from now
 * on.
 */
function keep({ passed }: Value): void {
  if (passed) passed.family.kept.add(passed.position)
}

/** The calls, with those that make what they read where that was deferred or was computed but not kept; in order. */
function withSources(calls: readonly Call[]): readonly Call[] {
  const all = new Set(calls)
  // The loop also visits what is added to the set meanwhile.
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

/** Makes sure that a value is there or under way. */
export function demand(value: Value, caller: Caller): void {
  value.seen = true
  if (value.load) value.load()
  if (!isLazy(value)) return
  const asked = new Set([value])
  flush(asked, caller)
  if (!isLazy(value)) return
  // The value was deferred, or computed without being kept.
  keep(value)
  evaluate(withSources([value.call!]), asked, caller)
}

/** Fails the call with the error of a value that it reads. Returns false if none of them has failed. */
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

/**
 * Runs calls, which are in order. Afterwards each of their values is under way, computed without being kept, or failed.
 */
function evaluate(calls: readonly Call[], asked: ReadonlySet<Value>, caller: Caller): void {
  const { groups, crossing } = group(calls, asked)
  const handOver = asked.size ? new Set([...crossing, ...asked]) : crossing
  groups.forEach(({ context, gpu, count, calls: own }, i) => {
    const segment = new Segment(context.queue(gpu), gpu, count)
    // If an execution has failed meanwhile, its values are lazy again; calls that read them are left out and stay lazy.
    for (const call of own) if (!inherit(call)) segment.add(call)
    if (!segment.calls.length) return
    const compiled = compile(segment, handOver)
    if (compiled) new Execution(segment, compiled, i === groups.length - 1 ? caller : 'continues')
  })
}

/** The segment's program. Undefined if its operators are refused; then the calls that are to blame have failed. */
function compile(segment: Segment, asked: ReadonlySet<Value>): Compiled | undefined {
  const { calls } = segment
  try {
    return segment.compile(asked)
  } catch (error) {
    blame(calls, faultOf(calls, error), false)
    for (const call of calls) if (call.values.every((value) => value.error)) call.release()
    return undefined
  }
}

/** Blocks until the value is there. Throws the error of the call that makes it. */
export function settle(value: Value): void {
  do {
    demand(value, 'blocks')
    value.run?.settle()
    // An execution may fail because of other calls; then the value is computed again without them.
  } while (!value.storage && !value.error)
  if (value.error) throw value.error
}

/** As settle(); blocks for no longer than it takes to hand work over. */
export async function settled(value: Value): Promise<void> {
  do {
    demand(value, 'awaits')
    await value.run?.wait()
    value.run?.settle()
  } while (!value.storage && !value.error)
  const now = performance.now()
  if (now - pausedAt > mostWithoutPauseMs) {
    pausedAt = now
    await new Promise(setImmediate)
  }
  if (value.error) throw value.error
}

/**
 * A loop that awaits quick calls never leaves the microtask queue by itself, because their results are there at once. It
 * makes room for timers and input this often, in ms.
 */
const mostWithoutPauseMs = 5
let pausedAt = Number.NEGATIVE_INFINITY

/** A node of the tree of call sequences: what came after this sequence of operators in earlier turns. */
interface Step {
  /** The sequences that are one operator longer, by that operator's name. */
  readonly next: Map<string, Step>
  /** Whether a further call or the end of the turn came the last time; undefined at first. */
  last: 'call' | 'end' | undefined
  /** Number of turns in a row that ended here. */
  ends: number
}

const step = (): Step => ({ next: new Map(), last: undefined, ends: 0 })
/** After this many such turns in a row, no further call is expected. */
const sureEnds = 2
/**
 * Where a further call is expected, a submission is prepared at most once in this time, in ms. Preparing takes tens of
 * microseconds, and the further call mostly makes it useless.
 */
const restMs = 5
let preparedAt = Number.NEGATIVE_INFINITY
/** Size of the tree at which it is forgotten: user code may make new sequences all the time. */
const mostSteps = 4096
let steps = 0
/** The root of the tree: the empty sequence. */
let first = step()
/** The sequence of the calls that are pending. */
let at = first

/** The pending calls as one submission that the queue holds. */
interface HeldCalls {
  calls: readonly Call[]
  segment: Segment
  compiled: Compiled
  work: Submission
}
let held: HeldCalls | undefined

/**
 * Takes the held submission back, for a further call. Returns true if the queue has begun with it: the calls before are
 * then to be handed over first.
 */
function hasBegun(): boolean {
  if (!held) return false
  const { work, compiled, segment } = held
  // `ended`: it was taken back already, for other work.
  if (!work.ended && !work.revoke()) return true
  segment.queue.tookBack(compiled.program)
  held = undefined
  return false
}

/** Notes that a further call followed the pending ones within their turn. */
function goesOn(): void {
  if (at === first) return
  at.last = 'call'
  at.ends = 0
}

/** Notes that the last of `calls` was just made, and has the queue hold them if a submission is worth preparing now. */
function hold(calls: readonly Call[]): void {
  const { op } = calls.at(-1)!.spec
  goesOn()
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
 * Ends the sequence of pending calls, and hands over the held submission if it is all of `calls` and makes the values
 * in `asked`. Returns false if it is not; the calls must then be evaluated without it.
 */
function handOver(calls: readonly Call[], asked: ReadonlySet<Value>, caller: Caller): boolean {
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
    new Execution(segment, compiled, caller, work)
    return true
  }
  // If the queue has begun with a submission that cannot be used, the result is dropped.
  if (hasBegun()) {
    held = undefined
    work.abandon()
  }
  return false
}

/** Whether the held submission is all of `calls` and hands over the values in `asked`. */
function brings(held: HeldCalls, calls: readonly Call[], asked: ReadonlySet<Value>): boolean {
  if (calls.length !== held.calls.length) return false
  for (let i = 0; i < calls.length; i++) if (calls[i] !== held.calls[i]) return false
  const { segment } = held
  const { outputs } = held.compiled
  for (const value of asked) {
    // Only values that these calls make count. If a call that only makes arguments for a GPU is asked for, it must run
    // before.
    if (!value.call || !calls.includes(value.call)) continue
    if (!outputs.includes(value) || value.call.gpu !== segment.gpu) return false
  }
  // A value that it reads may have failed since, or may have been disposed.
  for (const { view } of segment.roots) if (!view.value.storage && !view.value.run) return false
  return true
}

/**
 * Submits the calls as held work, which changes no value yet. Undefined if they are not one segment, if what they read
 * is not there or under way, or if the same work was begun ahead.
 */
function prepare(waiting: readonly Call[], kind: 'open' | 'complete'): HeldCalls | undefined {
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
    // Work on this batch was begun ahead: see loop-predictor.ts.
    if (compiled.readerBatch?.speculations.length) return undefined
    const { sources, draws } = compiled
    const work = new Submission(segment.queue, { program, count, gpu, sources, draws, held: kind })
    return { calls, segment, compiled, work }
  } catch {
    // If the error persists, it comes again when the calls are handed over, and is reported there.
    program?.discardUnused()
    return undefined
  }
}
