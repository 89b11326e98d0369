// Decides which calls are carried out together, as one segment: calls over the same samples, on the same device, in one
// context.
import { hostInput } from '../../graph/devices.js'
import { needsWholeBatch } from '../../graph/schema.js'
import type { Call, ExecutionQueues, Value, View } from '../values/value.js'

export interface Group {
  context: ExecutionQueues
  gpu: number
  count: number
  /** Calls in order: a call comes after the calls that make what it reads. */
  calls: Call[]
  /** Number of values that they make. */
  values: number
  alone: boolean
}

export interface Groups {
  groups: Group[]
  /** Values that one group makes and another one reads. */
  crossing: ReadonlySet<Value>
}

/**
 * The most values that several calls make together. One batch holds all that they make, and stays for as long as one of
 * them is in use.
 */
const mostTogether = 32

const none: ReadonlySet<Value> = new Set()

/** Whether the call runs over the same number of samples, on the same device, in the same context as the group. */
const suits = (g: Group, { context, count, gpu, alone }: Call): boolean =>
  g.count === count && g.gpu === gpu && g.context === context && !g.alone && !alone

/**
 * Splits calls into groups. Each call joins the first group that suits it and does not run before what the call reads.
 * `asked`: values that the caller waits for.
 */
export function group(calls: readonly Call[], asked: ReadonlySet<Value>): Groups {
  if (calls.length === 1) {
    const { context, gpu, count, alone, values } = calls[0]!
    return { groups: [{ context, gpu, count, alone, calls: [...calls], values: values.length }], crossing: none }
  }
  const groups: Group[] = []
  const at = new Map<Value, number>()
  const crossing = new Set<Value>()
  const within = argumentCalls(calls, asked)
  // A call that makes smaller images for a resize (Value.smaller) runs with it, as whole ones are handed over.
  for (const call of calls) if (call.spec.args.shrink) within.add(call)
  for (const call of calls) {
    if (within.has(call)) continue
    // The call takes along the calls that make its arguments or smaller images, and are in no group yet.
    const own = brought(call, within, at)
    const { context, gpu, count, alone } = call
    // Most calls come alone; flatMap() of V8 takes as long as all the rest here.
    const views = own.length === 1 ? call.views : own.flatMap((one) => one.views)
    let size = 0
    for (const { values } of own) size += values.length
    const from = earliest(call, views, groups, at)
    const joins = (g: Group, i: number) => i >= from && suits(g, call) && g.values + size <= mostTogether
    let index = groups.findIndex(joins)
    if (index < 0) index = groups.push({ context, gpu, count, alone, calls: [], values: 0 }) - 1
    const joined = groups[index]!
    joined.calls.push(...own)
    joined.values += size
    for (const { values } of own) for (const value of values) at.set(value, index)
    for (const { value, rows } of views) {
      const made = at.get(value)
      if (made !== undefined && (made !== index || rows !== null)) crossing.add(value)
    }
  }
  return { groups, crossing }
}

/** The first group that the call may join, given what it reads (`views`). `at`: the group that makes a value. */
function earliest(
  call: Call,
  views: readonly View[],
  groups: readonly Group[],
  at: ReadonlyMap<Value, number>,
): number {
  let from = 0
  for (const { value, rows } of views) {
    const made = at.get(value)
    if (made === undefined) continue
    // A value of another batch size, or read by a selection of its samples, must be complete before the call runs; so
    // must what a call over the whole batch reads. A copy to the host is complete only when the program that makes it
    // has ended.
    const late = broughtBack(value.call!) && readsOnHost(call, value)
    const whole = needsWholeBatch(call.spec.info, call.spec.args) && call.inputs.some((view) => view.value === value)
    const together = rows === null && !late && !whole && suits(groups[made]!, call)
    from = Math.max(from, together ? made : made + 1)
  }
  return from
}

/** Whether the call copies from a GPU to the host. */
const broughtBack = ({ spec, gpu }: Call): boolean => gpu >= 0 && spec.device === 'cpu'

/** Whether `call` reads the value in host memory, on whatever device it runs. */
const readsOnHost = ({ spec, inputs }: Call, value: Value): boolean =>
  !inputs.some((view, i) => view.value === value && !hostInput(spec.info, i))

/**
 * Calls on the CPU that only make arguments of calls on a GPU, such as random numbers. They run within the program of
 * those calls, as in a pipeline. As a group of their own they would separate the calls that depend on them from those
 * before.
 */
function argumentCalls(calls: readonly Call[], asked: ReadonlySet<Value>): Set<Call> {
  const found = new Set<Call>()
  if (!calls.some(({ gpu }) => gpu >= 0)) return found
  const readers = new Map<Value, { call: Call; view: View }[]>()
  for (const call of calls) {
    for (const view of call.views) {
      const others = readers.get(view.value)
      if (others) others.push({ call, view })
      else readers.set(view.value, [{ call, view }])
    }
    const { gpu, alone, values } = call
    if (gpu < 0 && !alone && !values.some((value) => asked.has(value))) found.add(call)
  }
  const fits = (made: Call) => {
    const reads = made.values.flatMap((value) => readers.get(value) ?? [])
    const fit = ({ call, view: { value, rows } }: { call: Call; view: View }) =>
      rows === null &&
      call.context.owner === made.context.owner &&
      (found.has(call) || (call.gpu >= 0 && !call.alone && readsOnHost(call, value)))
    return reads.length > 0 && reads.every(fit) && made.views.every(({ value }) => found.has(value.call!))
  }
  // A call that does not fit is removed; then calls that read it, or that it reads, may not fit any more.
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const call of found) if (!fits(call)) found.delete(call)
  }
  return found
}

/** The calls of `within` that the call needs and that are in no group yet, followed by the call itself. */
function brought(call: Call, within: ReadonlySet<Call>, at: ReadonlyMap<Value, number>): Call[] {
  if (!within.size) return [call]
  const needed = new Set([call])
  for (const reader of needed) {
    for (const { value } of reader.views) {
      if (within.has(value.call!) && !at.has(value)) needed.add(value.call!)
    }
  }
  return [...needed].sort((a, b) => a.seq - b.seq)
}
