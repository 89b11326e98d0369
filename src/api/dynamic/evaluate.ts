// Who runs what when: calls that wait to be run, how they become segments, and what happens when somebody asks for a value.
import { arena } from '../../generated/abi.js'
import { Run } from './run.js'
import { Segment } from './segment.js'
import type { Call, Lanes, Value, View } from './value.js'

/** Calls of eager mode that are not handed over yet. They are, at the latest, when the current turn of user code ends. */
let pending: Call[] = []
let scheduled = false
/** With more of them the lane should begin. */
const mostPending = 24

/** Eager mode: runs soon, in order. */
export function enqueue(call: Call): void {
  pending.push(call)
  if (pending.length >= mostPending) {
    flush()
    return
  }
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
  const calls = pending
  pending = []
  evaluate(calls, asked, here)
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
  // Deferred, or left inside a run: what it needs and is not there.
  const calls = new Set<Call>()
  const visit = (v: Value) => {
    if (v.load) v.load()
    if (!isLazy(v) || calls.has(v.call!)) return
    calls.add(v.call!)
    for (const view of [...v.call!.inputs, ...v.call!.args]) visit(view.value)
  }
  visit(value)
  if (value.passed) value.passed.family.kept.add(value.passed.position)
  evaluate(
    [...calls].sort((a, b) => a.seq - b.seq),
    asked,
    here,
  )
}

/** What a call's inputs or arguments failed with: then it has failed too. */
function inherit(call: Call): boolean {
  const failed = [...call.inputs, ...call.args].find(({ value }) => value.error)
  if (!failed) return false
  for (const value of call.values) {
    value.error = failed.value.error
    value.call = undefined
  }
  return true
}

interface Group {
  context: Lanes
  gpu: number
  count: number
  calls: Call[]
  values: number
}

/** Calls in order; afterwards each of their values is under way, passed or failed. */
function evaluate(calls: readonly Call[], asked: ReadonlySet<Value>, here: boolean): void {
  for (const call of calls) for (const { value } of [...call.inputs, ...call.args]) value.load?.()
  const { groups, crossing } = group(calls)
  const handOver = asked.size ? new Set([...crossing, ...asked]) : crossing
  groups.forEach(({ context, gpu, count, calls: own }, i) => {
    const segment = new Segment(context.lane(gpu), gpu, count)
    for (const call of own) if (!inherit(call)) segment.add(call)
    if (!segment.calls.length) return
    const { template, outputs, inside } = segment.compile(handOver)
    new Run(segment, template, outputs, inside).submit(here && i === groups.length - 1)
  })
}

/** Each call joins the first group with its samples and device that does not come before what it reads. */
function group(calls: readonly Call[]): { groups: Group[]; crossing: Set<Value> } {
  const groups: Group[] = []
  const at = new Map<Value, number>()
  const crossing = new Set<Value>()
  for (const call of calls) {
    const { context, count, gpu } = call
    const views: View[] = [...call.inputs, ...call.args]
    let from = 0
    for (const { value, rows } of views) {
      const made = at.get(value)
      if (made === undefined) continue
      const g = groups[made]!
      // Of another batch size, or another selection of samples: it must be there as a whole.
      const together = rows === null && g.count === count && g.gpu === gpu && g.context === context
      from = Math.max(from, together ? made : made + 1)
    }
    let index = groups.findIndex(
      (g, i) =>
        i >= from &&
        g.count === count &&
        g.gpu === gpu &&
        g.context === context &&
        g.values + call.values.length <= arena.maxOutputs,
    )
    if (index < 0) index = groups.push({ context, gpu, count, calls: [], values: 0 }) - 1
    const own = groups[index]!
    own.calls.push(call)
    own.values += call.values.length
    for (const value of call.values) at.set(value, index)
    for (const { value, rows } of views) {
      const made = at.get(value)
      if (made !== undefined && (made !== index || rows !== null)) crossing.add(value)
    }
  }
  return { groups, crossing }
}

/** Blocks until the value is there. Throws what its call has thrown. */
export function settle(value: Value): void {
  demand(value, true)
  value.run?.settle()
  if (!value.home && !value.error) demandAgain(value)
  if (value.error) throw value.error
}

/** A run failed for a reason that is not this value's: it is made without the rest. */
function demandAgain(value: Value): void {
  demand(value, true)
  value.run?.settle()
}

/** The same without blocking. */
export async function settled(value: Value): Promise<void> {
  demand(value, false)
  if (value.run) {
    await value.run.wait()
    value.run?.settle()
  }
  if (!value.home && !value.error) {
    demand(value, false)
    await value.run?.wait()
    value.run?.settle()
  }
  if (value.error) throw value.error
}
