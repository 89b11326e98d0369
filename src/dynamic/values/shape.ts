// Works out dtype, layout and shapes of a value that is not there yet, by running only the setup of the calls that lead
// to it. That happens on the calling thread, with programs of its own, because the programs of the queues may be
// running.
import type { DType } from '../../generated/abi.js'
import { type EvalInput, type Handle, native } from '../../native.js'
import { settle } from '../scheduling/evaluate.js'
import { tablesOf, type ValueType } from './storage.js'
import { type Call, countOf, rowOf, type Value, type View } from './value.js'

export function dtypeOf(value: Value): DType {
  const { storage, place } = value
  return storage ? storage.slot.output(place).dtype : typeOf(value).dtype
}

export function layoutOf(value: Value): string {
  const { storage, place } = value
  return storage ? storage.slot.output(place).layout : typeOf(value).layout
}

/** Shape of sample `row`. */
export function shapeOf(value: Value, row: number): readonly number[] {
  const { storage, place } = value
  return storage ? storage.slot.tensor(place, row).shape : typeOf(value).shapes[row]!
}

/** Shapes of the samples that a view shows. */
export const shapesOf = (view: View): (readonly number[])[] =>
  Array.from({ length: countOf(view) }, (_, i) => shapeOf(view.value, rowOf(view.rows, i)))

/** Compiled programs by key: a loop asks for the same shapes again. */
const programs = new Map<string, Handle>()
const maxPrograms = 256

/** Dtype, layout and shapes of a value. Blocks until it is there only where they depend on data. */
export function typeOf(value: Value): ValueType {
  if (isThere(value)) return typeThere(value)
  if (value.type) return value.type
  try {
    value.type = infer(value)
  } catch {
    // Running the calls gives an error with the line of the call that is wrong.
    settle(value)
    return typeThere(value)
  }
  return value.type
}

function typeThere({ storage, place, count }: Value): ValueType {
  const { slot } = storage!
  const { dtype, layout } = slot.output(place)
  return { dtype, layout, shapes: Array.from({ length: count }, (_, i) => slot.tensor(place, i).shape) }
}

/** A batch that the calls read from outside: with its data, or its tables alone. */
interface Root {
  from: object
  rows: View['rows']
  source: EvalInput
}

function infer(value: Value): ValueType {
  const { calls, read } = lineage(value)
  const { count } = value
  const at = new Map(calls.flatMap((call, i) => call.values.map((v) => [v, `${i}.${v.output}`] as const)))
  const roots: Root[] = []
  const inputs: { mailbox: number; output: number }[] = []
  const numbers = new Map<string, number>()
  let shape = ''
  const refer = ({ value: v, rows }: View): string => {
    const within = rows === null ? at.get(v) : undefined
    if (within !== undefined) return within
    if (!isThere(v) && read.has(v)) settle(v)
    const from = v.storage ?? v
    const output = v.storage ? v.place : 0
    let mailbox = roots.findIndex((root) => root.from === from && root.rows === rows)
    if (mailbox < 0) {
      const source = v.storage ? v.storage.source : tablesOf(typeOf(v))
      mailbox = roots.push({ from, rows, source }) - 1
    }
    const key = `r${mailbox}.${output}`
    if (!numbers.has(key)) numbers.set(key, inputs.push({ mailbox, output }) - 1)
    return key
  }
  const refs = calls.map((call) => {
    const own = call.views.map(refer)
    shape += `;${call.spec.id},${own}`
    return own
  })
  const wanted = at.get(value)!
  const key = `${count}${shape}>${wanted}`
  let program = programs.get(key)
  if (program === undefined) {
    program = compile(calls, refs, inputs, numbers, wanted, count)
    if (programs.size >= maxPrograms) forget(programs.keys().next().value!)
    programs.set(key, program)
  }
  const sources = roots.flatMap(({ source, rows }): EvalInput[] => [source, rows])
  const [type] = JSON.parse(native().evalShapes(program, count, sources, drawsOf(calls))) as [ValueType]
  return type
}

/** The calls that a value's type follows from. */
interface Lineage {
  /** In the order in which they were made. */
  calls: Call[]
  /** The values whose elements setup reads, not only their types. */
  read: ReadonlySet<Value>
}

/** The calls that make a value from values that are there, or of which the type is known and suffices. */
function lineage(value: Value): Lineage {
  const calls = new Set<Call>()
  const read = new Set<Value>()
  // A call whose result is read must run, so everything that it reads counts as read.
  const visits: { call: Call; runs: boolean }[] = [{ call: value.call!, runs: false }]
  for (const { call, runs } of visits) {
    calls.add(call)
    for (const [i, { value: v, rows }] of call.views.entries()) {
      const elements = runs || readsElements(call, i)
      if (elements ? read.has(v) : v.type || calls.has(v.call!)) continue
      if (elements) read.add(v)
      if (!isThere(v) && rows === null && v.count === value.count) visits.push({ call: v.call!, runs: elements })
    }
  }
  return { calls: [...calls].sort((a, b) => a.seq - b.seq), read }
}

function isThere(value: Value): boolean {
  value.load?.()
  if (value.run?.done) value.run.settle()
  if (value.error) throw value.error
  return value.storage !== undefined
}

/** Whether output shapes may depend on the elements of what the call reads at place `i`, not only on its shape. */
function readsElements({ inputs, spec }: Call, i: number): boolean {
  const ports = spec.info.inputs
  return i >= inputs.length || (ports[i] ?? ports.at(-1))?.host === true
}

/** Compiles the calls for the CPU: setup runs there whatever the device of the kernel. */
function compile(
  calls: readonly Call[],
  refs: readonly (readonly string[])[],
  inputs: readonly { mailbox: number; output: number }[],
  numbers: Map<string, number>,
  wanted: string,
  count: number,
): Handle {
  let next = inputs.length
  const ops = calls.map(({ spec, inputs: given, args, values }, id) => {
    const own = refs[id]!.map((key) => numbers.get(key)!)
    return {
      ...{ op: spec.op, id, name: '', callSite: '', args: spec.args, onError: spec.onError },
      inputs: own.slice(0, given.length),
      argInputs: Object.fromEntries(spec.argNames.map((name, i) => [name, own[given.length + i]!])),
      constants: spec.argNames.filter((_, i) => args[i]!.value.constant),
      outputs: values.map((_, output) => {
        numbers.set(`${id}.${output}`, next)
        return next++
      }),
      ...(spec.info.random && { draws: null }),
    }
  })
  const plan = {
    batchSize: Math.max(1, count),
    seed: 0,
    threads: 1,
    here: true,
    inputs,
    ops,
    outputs: [numbers.get(wanted)!],
  }
  return native().programCreate(JSON.stringify(plan), {})
}

function drawsOf(calls: readonly Call[]): Uint32Array | null {
  const words = calls.flatMap((call) => (call.spec.info.random ? [...call.draw!] : []))
  return words.length ? Uint32Array.from(words) : null
}

function forget(key: string): void {
  native().close(programs.get(key)!)
  programs.delete(key)
}
