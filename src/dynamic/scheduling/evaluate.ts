// Decides when calls run: it gathers the calls of a turn of user code, makes segments of them, and runs what a value needs
// when the value is asked for. See docs/design/dynamic.md.

import type { Caller } from '../../native/eval.js'
import { logRun } from '../trace/trace-log.js'
import type { Call, Value } from '../values/value.js'
import { blame, faultOf } from './blame.js'
import { Execution, facts } from './execution.js'
import { group } from './group.js'
import { type Compiled, Segment } from './segment.js'

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
  pending.push(call)
  if (pending.length >= mostPending) flush()
  else if (!scheduled) {
    scheduled = true
    queueMicrotask(atTurnEnd)
  }
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
    if (compiled) execute(segment, compiled, i === groups.length - 1 ? caller : 'continues')
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

/** Has the segment run, unless that was begun ahead. Afterwards its values are under way or not kept. */
function execute(segment: Segment, compiled: Compiled, caller: Caller): void {
  const { calls, queue } = segment
  const { program, outputs, draws, readerBatch } = compiled
  const execution = readerBatch?.take(program, draws) ?? new Execution(queue, compiled, caller)
  for (let place = 0; place < outputs.length; place++) {
    const value = outputs[place]!
    value.run = execution
    value.place = place
  }
  segment.leave(program, outputs)
  execution.receive((outcome) => {
    const { storage } = outcome
    const earlier = storage ? undefined : outcome.earlier
    const fault = storage ? undefined : earlier ? { error: earlier, suspects: [] } : faultOf(calls, outcome.failure)
    logRun(segment, program, facts, execution.ahead, fault?.error.code)
    for (const value of outputs) {
      value.run = undefined
      if (storage) value.arrive(storage)
    }
    if (fault) blame(calls, fault, earlier !== undefined)
    for (const call of calls) {
      // A call whose values were not all handed over may have to run again, so it keeps what it reads.
      if (isSettled(call)) call.release()
      else if (storage) call.spare()
    }
    if (storage) for (const value of outputs) value.call = undefined
    return fault?.error
  })
  readerBatch?.note(segment, program, draws)
}

function isSettled({ values }: Call): boolean {
  for (const value of values) if (!value.storage && !value.error) return false
  return true
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
