// From calls to programs: calls over the same samples on the same device become one segment, which a program carries
// out sample by sample, without batches in between. Equal segments share one compiled program.
import { copyOp } from '../../graph/devices.js'
import { fuse } from '../../graph/fuse.js'
import { schemas } from '../../graph/schema.js'
import type { GraphNode, ProgramOp, ValueRef } from '../../graph/types.js'
import { native } from '../../native.js'
import type { Call, Value, View } from '../values/value.js'
import { CompiledProgram, type ProgramFamily } from './compiled-program.js'
import type { ExecutionQueue } from './execution-queue.js'
import type { ReaderBatch } from './loop-predictor.js'
import type { Work } from './submission.js'

/** A batch that comes from outside of the segment, and which of its samples. */
interface Root {
  /** The storage, or the run that makes it. */
  from: object
  view: View
}

/** What a segment is run with. */
export interface Compiled extends Pick<Work, 'program' | 'sources' | 'draws'> {
  /** Values that the program hands over; the others are left inside. */
  readonly outputs: readonly Value[]
  /** The batch of a reader, where that as a whole is all that the segment reads, and it runs as soon as it can. */
  readonly readerBatch: ReaderBatch | undefined
}

/** Calls that one program carries out. */
export class Segment {
  readonly calls: Call[] = []
  /** Batches from outside, in the order of their first use. */
  readonly roots: Root[] = []
  /** Values that are made here, with the number of the call that makes each. */
  private readonly within = new Map<Value, number>()
  /** Those of them that a call of the segment reads. */
  private readonly read = new Set<Value>()
  /** Identifies the calls, their constants and how they hang together. */
  private shape = ''

  constructor(
    readonly queue: ExecutionQueue,
    readonly gpu: number,
    readonly count: number,
  ) {}

  /**
   * False, and nothing changes, where something that the call reads is neither there, nor on its way, nor made here.
   */
  add(call: Call): boolean {
    for (const { value } of call.views) if (!(value.storage || value.run || this.within.has(value))) return false
    const index = this.calls.length
    this.calls.push(call)
    this.shape += `;${call.spec.id}`
    for (const view of call.views) {
      const { value } = view
      const made = this.within.get(value)
      // Only all samples of a value that is made here can be read while it is being made.
      if (made !== undefined && view.rows === null) {
        this.read.add(value)
        this.shape += `,${made}.${value.output}`
      } else this.shape += `,r${this.rootOf(view)}.${value.place}`
    }
    for (const value of call.values) this.within.set(value, index)
    return true
  }

  private rootOf(view: View): number {
    const from = (view.value.storage ?? view.value.run)!
    let at = this.roots.findIndex((root) => root.from === from && root.view.rows === view.rows)
    if (at < 0) at = this.roots.push({ from, view }) - 1
    return at
  }

  private get readerBatch(): ReaderBatch | undefined {
    const [root] = this.roots
    const readerBatch = root?.view.value.readerBatch
    if (!readerBatch || this.roots.length > 1 || this.calls.some(({ mode }) => mode !== 'eager')) return undefined
    return root.view.rows === null && readerBatch.storage === root.from && readerBatch.count === this.count
      ? readerBatch
      : undefined
  }

  /**
   * Splits values into those that the program hands over and those that it leaves inside. `asked`: values that are
   * waited for.
   */
  compile(asked: ReadonlySet<Value>): Compiled {
    const { queue, gpu, count, shape } = this
    const family = queue.family(`${gpu}|${count}|${queue.threads}${shape}`)
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
    let program = family.programs.get(key)
    if (!program) {
      program = this.build(outputs, family)
      family.programs.set(key, program)
    }
    const sources: Work['sources'][number][] = []
    for (const { view } of this.roots) sources.push([view.value.storage ?? view.value.run!, view.rows])
    const draws = program.draws.length ? drawsOf(this.calls, program) : null
    return { program, outputs, sources, draws, readerBatch: this.readerBatch }
  }

  /** It is under way: values that are not among `outputs` are left inside. */
  leave({ family }: CompiledProgram, outputs: readonly Value[]): void {
    if (outputs.length === this.within.size) return
    let position = 0
    for (const call of this.calls) {
      for (const value of call.values) {
        if (!outputs.includes(value)) value.passed = { family, position }
        position++
      }
    }
  }

  private build(outputs: readonly Value[], family: ProgramFamily): CompiledProgram {
    const { queue, gpu, count, calls } = this
    const nodes = calls.map((call, id) => this.nodeOf(call, id))
    const refOf = (value: Value): ValueRef => ({ node: this.within.get(value)!, output: value.output })
    const graph = { nodes, outputs: outputs.map((value) => ({ value: refOf(value) })) }
    const fused = fuse(graph, schemas).nodes
    const numbers = new ValueNumbers(fused, calls.length)
    const draws: number[] = []
    const ops: unknown[] = []
    for (const node of fused) {
      const call = calls[node.id]!
      if (node.op === copyOp && node.device === 'cpu' && gpu >= 0) {
        // Handing over in host memory is the copy.
        numbers.alias(node)
        continue
      }
      const source = drawOf(node, calls)
      if (source >= 0) draws.push(source)
      ops.push(opOf(node, numbers, source >= 0 || call.spec.info.random === true))
    }
    const plan = {
      ...{ batchSize: Math.max(1, count), seed: 0, threads: queue.threads, group: queue.group },
      ...(gpu >= 0 && { gpu, onDevice: outputs.map((value) => value.gpu >= 0) }),
      ...{ inputs: numbers.inputs, ops, outputs: outputs.map((value) => numbers.of(refOf(value))) },
    }
    const json = JSON.stringify(plan)
    const make = (_: unknown, worker: number) => native().evalProgram(queue.handle, worker, json, queue.stream)
    const programs = Array.from({ length: queue.width }, make)
    const names = { ops: fused.map((node) => node.name), calls: calls.map((call) => call.spec.op) }
    return new CompiledProgram(programs, draws, family, names)
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
      // Programs are shared by calls of other lines: which of the segment's calls it is.
      callSite: `#${id}`,
    }
  }
}

/** Numbers of a program's values: first what the roots bring, then what operators make. */
class ValueNumbers {
  readonly inputs: { mailbox: number; output: number }[] = []
  private readonly numbers = new Map<string, number>()
  private next: number

  /** Nodes from `firstRoot` on are roots. */
  constructor(
    nodes: readonly GraphNode[],
    private readonly firstRoot: number,
  ) {
    for (const node of nodes) {
      for (const ref of [...node.inputs, ...Object.values(node.argInputs)]) if (ref.node >= firstRoot) this.of(ref)
    }
    this.next = this.inputs.length
  }

  readonly of = ({ node, output }: ValueRef): number => {
    const key = `${node}:${output}`
    const found = this.numbers.get(key)
    if (found !== undefined) return found
    const number = this.inputs.push({ mailbox: node - this.firstRoot, output }) - 1
    this.numbers.set(key, number)
    return number
  }

  /** The outputs that a node makes get numbers. */
  made({ id, numOutputs }: GraphNode): number[] {
    return Array.from({ length: numOutputs }, (_, output) => {
      this.numbers.set(`${id}:${output}`, this.next)
      return this.next++
    })
  }

  /** The node's output is its input. */
  alias({ id, inputs }: GraphNode): void {
    this.numbers.set(`${id}:0`, this.of(inputs[0]!))
  }
}

/** A node as a program's operator. `random`: it draws random numbers. */
function opOf(node: GraphNode, numbers: ValueNumbers, random: boolean): Omit<ProgramOp, 'draws'> & { draws?: null } {
  const outputs = numbers.made(node)
  return {
    op: node.op,
    id: node.id,
    name: '',
    ...(node.device !== 'cpu' && { device: node.device }),
    inputs: node.inputs.map(numbers.of),
    args: node.args,
    argInputs: Object.fromEntries(Object.entries(node.argInputs).map(([name, ref]) => [name, numbers.of(ref)])),
    outputs,
    onError: node.onError ?? 'throw',
    // A fused node says from which call to which it goes, unless it knows the call that has failed.
    callSite: node.parts || node.callSite === `#${node.id}` ? node.callSite : `${node.callSite}+${node.id}`,
    ...(node.parts && { parts: node.parts }),
    ...(random && { draws: null }),
  }
}

function drawsOf(calls: readonly Call[], { draws }: CompiledProgram): Uint32Array {
  const words = new Uint32Array(4 * draws.length)
  for (const [i, call] of draws.entries()) words.set(calls[call]!.draw!, 4 * i)
  return words
}

/** Which call's random numbers a node draws: its own, or for a fused one those of the call that it begins with. */
function drawOf(node: GraphNode, calls: readonly Call[]): number {
  const first = Number(node.callSite.slice(1))
  if (calls[node.id]!.draw) return node.id
  return calls[first]?.draw ? first : -1
}
