// Who runs what when: calls that wait to be run, how they become segments, and what happens when somebody asks for a value.

import type { Call, Value } from '../values/value.js'
import { group } from './group.js'
import { ends, handOver, hasBegun, hold } from './hold.js'
import { Run } from './run.js'
import { Segment } from './segment.js'

/** Calls of eager mode that are not handed over yet. They are, at the latest, when the current turn of user code ends. */
let pending: Call[] = []
let scheduled = false
/** With more of them the lane should begin. */
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

const nobody: ReadonlySet<Value> = new Set()

/** Hands all calls over that wait. `asked`: values that somebody waits for now. */
export function flush(asked: ReadonlySet<Value> = nobody, here = false): void {
  if (!pending.length) return
  // What was disposed in the meantime need not be made.
  const calls = pending.filter((call) => !call.released)
  pending = []
  ends()
  if (handOver(calls, asked, here)) return
  for (const call of calls) {
    for (const { value } of call.inputs) keep(value)
    for (const { value } of call.args) keep(value)
  }
  evaluate(withSources(calls), asked, here)
}

/** It was left inside a run, and somebody wants it after all: the next such run hands it over. */
function keep({ passed }: Value): void {
  if (passed) passed.family.kept.add(passed.position)
}

/** With the calls that made what they read, where that was deferred, or left inside a run. */
function withSources(calls: readonly Call[]): readonly Call[] {
  const all = new Set(calls)
  // A set goes on over what is added meanwhile.
  for (const call of all) {
    for (const { value } of [...call.inputs, ...call.args]) {
      if (value.load) value.load()
      if (!isLazy(value) || all.has(value.call!)) continue
      all.add(value.call!)
    }
  }
  return all.size === calls.length ? calls : [...all].sort((a, b) => a.seq - b.seq)
}

const isLazy = (value: Value) => !value.home && !value.run && !value.error && value.call !== undefined

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
  const failed = [...call.inputs, ...call.args].find(({ value }) => value.error)
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
    const segment = new Segment(context.lane(gpu), gpu, count)
    // What a run should have brought that has failed meanwhile is lazy again, and so is what reads it.
    for (const call of own) if (!inherit(call) && segment.canAdd(call)) segment.add(call)
    if (!segment.calls.length) return
    const { template, outputs } = segment.compile(handOver)
    new Run(segment, template, outputs).submit(here && i === groups.length - 1)
  })
}

/** Blocks until the value is there. Throws what its call has thrown. */
export function settle(value: Value): void {
  do {
    demand(value, true)
    value.run?.settle()
    // A run may fail for a reason that is not this value's: it is made without the rest.
  } while (!value.home && !value.error)
  if (value.error) throw value.error
}

/** The same without blocking. */
export async function settled(value: Value): Promise<void> {
  do {
    demand(value, false)
    await value.run?.wait()
    value.run?.settle()
  } while (!value.home && !value.error)
  if (value.error) throw value.error
}
