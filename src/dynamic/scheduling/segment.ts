// From calls to programs: calls over the same samples on the same device become one segment, which a program carries out
// sample by sample, without batches in between. Equal segments share one compiled template.
import { copyOp } from '../../graph/devices.js'
import { fuse } from '../../graph/fuse.js'
import { schemas } from '../../graph/schema.js'
import type { GraphNode, ProgramOp, ValueRef } from '../../graph/types.js'
import { type Handle, native } from '../../native.js'
import type { Named } from '../trace/trace-log.js'
import type { Call, Value, View } from '../values/value.js'
import type { Portion } from './ahead.js'
import type { Lane } from './lane.js'

/** A batch that comes from outside of the segment, and which of its samples. */
interface Root {
  /** The home, or the run that makes it. */
  from: object
  view: View
}

/** Calls that one program carries out. */
export class Segment {
  readonly calls: Call[] = []
  /** Batches from outside, in the order of their first use. */
  readonly roots: Root[] = []
  /** Values that later segments or nobody within reads: they are handed on. */
  private readonly within = new Map<Value, number>()
  private readonly read = new Set<Value>()
  /** Identifies the calls, their constants and how they hang together. */
  private shape = ''

  constructor(
    readonly lane: Lane,
    readonly gpu: number,
    readonly count: number,
  ) {}

  /** All that it reads is there, on its way, or made here. */
  canAdd(call: Call): boolean {
    const ready = ({ value }: View) => !!(value.home || value.run) || this.within.has(value)
    return call.inputs.every(ready) && call.args.every(ready)
  }

  add(call: Call): void {
    const index = this.calls.length
    this.calls.push(call)
    this.shape += `;${call.spec.id}`
    for (const view of call.inputs) this.refer(view)
    for (const view of call.args) this.refer(view)
    for (const value of call.values) this.within.set(value, index)
  }

  private refer(view: View): void {
    const { value, rows } = view
    const index = this.within.get(value)
    // Only all samples of a value that is made here can be read while it is being made.
    if (index !== undefined && rows === null) {
      this.read.add(value)
      this.shape += `,${index}.${value.output}`
      return
    }
    this.shape += `,r${this.rootOf(view)}.${value.place}`
  }

  private rootOf(view: View): number {
    const from = (view.value.home ?? view.value.run)!
    let at = this.roots.findIndex((root) => root.from === from && root.view.rows === view.rows)
    if (at < 0) at = this.roots.push({ from, view }) - 1
    return at
  }

  /** The batch of a reader, where that as a whole is all that it reads, and it runs as soon as it can. */
  get portion(): Portion | undefined {
    const [root, ...more] = this.roots
    if (!root || more.length || this.calls.some(({ mode }) => mode !== 'eager')) return undefined
    const { portion } = root.view.value
    return root.view.rows === null && portion?.home === root.from && portion.count === this.count ? portion : undefined
  }

  /** Splits values into those that the program hands over and those that it passes. `asked`: somebody waits for them. */
  compile(asked: ReadonlySet<Value>): { template: Template; outputs: Value[] } {
    const { lane, gpu, count, shape } = this
    const family = lane.family(`${gpu}|${count}|${lane.threads}${shape}`)
    const outputs: Value[] = []
    let key = ''
    let at = 0
    for (const call of this.calls) {
      for (const value of call.values) {
        const handOver = !this.read.has(value) || asked.has(value) || family.kept.has(at)
        if (handOver) outputs.push(value)
        key += handOver ? '1' : '0'
        at++
      }
    }
    let template = family.templates.get(key)
    if (!template) {
      template = this.build(outputs, family)
      family.templates.set(key, template)
    }
    return { template, outputs }
  }

  /** It is under way: values that are not among `outputs` are left inside. */
  leave({ family }: Template, outputs: readonly Value[]): void {
    const handedOver = new Set(outputs)
    for (const [position, value] of this.calls.flatMap((call) => call.values).entries()) {
      if (!handedOver.has(value)) value.passed = { family, position }
    }
  }

  private build(outputs: readonly Value[], family: Family): Template {
    const { lane, gpu, count, calls } = this
    const nodes = calls.map((call, id) => this.nodeOf(call, id))
    const refOf = (value: Value): ValueRef => ({ node: this.within.get(value)!, output: value.output })
    const graph = { nodes, outputs: outputs.map((value) => ({ value: refOf(value) })) }
    const fused = fuse(graph, schemas).nodes
    // Values: first what the roots bring, then what operators make.
    const inputs: { mailbox: number; output: number }[] = []
    const numbers = new Map<string, number>()
    const number = ({ node, output }: ValueRef): number => {
      const key = `${node}:${output}`
      const found = numbers.get(key)
      if (found !== undefined) return found
      numbers.set(key, inputs.push({ mailbox: node - calls.length, output }) - 1)
      return inputs.length - 1
    }
    for (const node of fused) {
      for (const ref of [...node.inputs, ...Object.values(node.argInputs)]) if (ref.node >= calls.length) number(ref)
    }
    let next = inputs.length
    const draws: number[] = []
    const ops = fused.flatMap((node): (Omit<ProgramOp, 'draws'> & { draws?: null }) | [] => {
      const call = calls[node.id]!
      if (node.op === copyOp && node.device === 'cpu' && gpu >= 0) {
        // Handing over in host memory is the copy.
        numbers.set(`${node.id}:0`, number(node.inputs[0]!))
        return []
      }
      const made = Array.from({ length: node.numOutputs }, (_, output) => {
        numbers.set(`${node.id}:${output}`, next)
        return next++
      })
      const source = drawOf(node, calls)
      if (source >= 0) draws.push(source)
      return {
        op: node.op,
        id: node.id,
        name: '',
        ...(node.device !== 'cpu' && { device: node.device }),
        inputs: node.inputs.map(number),
        args: node.args,
        argInputs: Object.fromEntries(Object.entries(node.argInputs).map(([name, ref]) => [name, number(ref)])),
        outputs: made,
        onError: node.onError ?? 'throw',
        // Of a fused one from which call to which, unless it knows the call that has failed.
        callSite: node.parts || node.callSite === `#${node.id}` ? node.callSite : `${node.callSite}+${node.id}`,
        ...(node.parts && { parts: node.parts }),
        ...((source >= 0 || call.spec.info.random) && { draws: null }),
      }
    })
    const plan = {
      ...{ batchSize: Math.max(1, count), seed: 0, threads: lane.threads, group: lane.group },
      ...(gpu >= 0 && { gpu, onDevice: outputs.map((value) => value.gpu >= 0) }),
      ...{ inputs, ops, outputs: outputs.map((value) => number(refOf(value))) },
    }
    const json = JSON.stringify(plan)
    const make = (_: unknown, worker: number) => native().evalProgram(lane.handle, worker, json, lane.stream)
    const programs = Array.from({ length: lane.width }, make)
    const names = { ops: fused.map((node) => node.name), calls: calls.map((call) => call.spec.op) }
    return new Template(programs, draws, family, names)
  }

  private nodeOf(call: Call, id: number): GraphNode {
    const { spec } = call
    const ref = (view: View): ValueRef => {
      const index = view.rows === null ? this.within.get(view.value) : undefined
      return index !== undefined
        ? { node: index, output: view.value.output }
        : { node: this.calls.length + this.rootOf(view), output: view.value.place }
    }
    return {
      // The name is a trace's: fused nodes join theirs.
      ...{ id, op: spec.op, name: spec.op, device: spec.device, onError: spec.onError },
      args: spec.args as GraphNode['args'],
      inputs: call.inputs.map(ref),
      argInputs: Object.fromEntries(spec.argNames.map((name, i) => [name, ref(call.args[i]!)])),
      numOutputs: spec.numOutputs,
      // Templates are shared by calls of other lines: which of the segment's calls it is.
      callSite: `#${id}`,
    }
  }
}

/** Which call's random numbers a node draws; of a fused one those of the call that it begins with. */
function drawOf(node: GraphNode, calls: readonly Call[]): number {
  const first = Number(node.callSite.slice(1))
  if (calls[node.id]!.draw) return node.id
  return calls[first]?.draw ? first : -1
}

/** Segments that differ only in what they hand over. */
export class Family {
  readonly templates = new Map<string, Template>()
  /** Values that were wanted after all, by their position: from now on they are handed over. */
  readonly kept = new Set<number>()
}

/** A compiled segment. */
export class Template {
  /** What the last result took; the next one is probably as large. */
  lastBytes = 0

  constructor(
    /** One for each thread of the lane. */
    readonly programs: readonly Handle[],
    /** The calls whose random numbers are drawn, in the order in which the program draws them. */
    readonly draws: readonly number[],
    readonly family: Family,
    /** Of its fused operators, and of its calls: what a trace shows. */
    readonly names: Named,
  ) {}

  /** It was made for a run that nobody wants any more. */
  discard(): void {
    const { templates } = this.family
    for (const [key, template] of templates) if (template === this) templates.delete(key)
    this.close()
  }

  close(): void {
    this.closed = true
    for (const program of this.programs) native().close(program)
  }

  /** Some run has it. */
  used = false
  /** How often it has run. */
  runs = 0
  /** Its programs are. */
  closed = false
  /** Lines of its calls, as they were looked up last. */
  lines: readonly string[] | undefined
}
