// Segments: calls over the same samples on the same device, which one native program carries out sample by sample,
// without batches in between. This file compiles a segment to a program. Equal segments share one program.
import { copyOp } from '../../graph/devices.js'
import { fuse } from '../../graph/fuse.js'
import { schemas } from '../../graph/schema.js'
import type { GraphNode, ProgramOp, ValueRef } from '../../graph/types.js'
import { native } from '../../native.js'
import type { Call, Value, View } from '../values/value.js'
import type { Work } from './execution.js'
import { CompiledProgram, type ExecutionQueue, type ProgramFamily } from './execution-queue.js'
import type { ReaderBatch } from './loop-predictor.js'

/** A batch from outside of the segment, with the samples that are read of it. */
interface Root {
  /** The storage, or the execution that makes it. */
  from: object
  view: View
}

/** A compiled segment, with what its program runs on. */
export interface Compiled extends Work {
  /** Values that the program hands over; the others are computed but not kept. */
  readonly outputs: readonly Value[]
  /**
   * The reader's batch, if the segment reads exactly that batch and nothing else, in eager mode; work on it may be
   * begun ahead.
   */
  readonly readerBatch: ReaderBatch | undefined
}

/** A list of calls that one program carries out. */
export class Segment {
  readonly calls: Call[] = []
  /** Batches from outside, in the order of their first use. */
  readonly roots: Root[] = []
  /** Values that the segment makes, with the number of the call that makes each. */
  private readonly within = new Map<Value, number>()
  /** The values among them that a call of the segment reads. */
  private readonly read = new Set<Value>()
  /** Identifies the calls, their constants and how they are connected; equal texts mean equal programs. */
  private shape = ''

  constructor(
    readonly queue: ExecutionQueue,
    readonly gpu: number,
    readonly count: number,
  ) {}

  /**
   * Adds a call. Returns false, and changes nothing, if a value that it reads is neither there, nor under way, nor made
   * by the segment.
   */
  add(call: Call): boolean {
    for (const { value } of call.views) if (!(value.storage || value.run || this.within.has(value))) return false
    const index = this.calls.length
    this.calls.push(call)
    this.shape += `;${call.spec.id}`
    for (const view of call.views) {
      const { value } = view
      const made = this.within.get(value)
      // A value that the segment makes can only be read whole within it, not by a selection of its samples.
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
   * Finds or builds the program. It hands over values that no call of the segment reads, values in `asked`, which the
   * caller waits for, and values that were wanted later in earlier runs; the others are not kept.
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
    return { program, count, gpu, sources, draws, outputs, readerBatch: this.readerBatch }
  }

  /** Notes, once the segment is under way, that values outside of `outputs` are not kept. */
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
        // The program hands this output over in host memory, which is the copy.
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
    const { handle: own, stream } = queue
    const make = (_: unknown, worker: number) => native().programCreate(json, { queue: own, worker, stream })
    const handles = Array.from({ length: queue.width }, make)
    const names = { ops: fused.map((node) => node.name), calls: calls.map((call) => call.spec.op) }
    return new CompiledProgram(handles, draws, family, names)
  }

  private nodeOf(call: Call, id: number): GraphNode {
    const { spec } = call
    const ref = (view: View): ValueRef => {
      const index = view.rows === null ? this.within.get(view.value) : undefined
      if (index !== undefined) return { node: index, output: view.value.output }
      const root = { node: this.calls.length + this.rootOf(view), output: view.value.place }
      return view.value.constant ? { ...root, constant: true } : root
    }
    return {
      // The name is for traces; a fused node joins the names of its parts.
      ...{ id, op: spec.op, name: spec.op, device: spec.device, onError: spec.onError },
      args: spec.args as GraphNode['args'],
      inputs: call.inputs.map(ref),
      argInputs: Object.fromEntries(spec.argNames.map((name, i) => [name, ref(call.args[i]!)])),
      numOutputs: spec.numOutputs,
      // A program is shared by calls from several lines of user code, so the call site is the number of the segment's
      // call.
      callSite: `#${id}`,
    }
  }
}

/** Numbers the values of a program: first those that come from the roots, then the outputs of its operators. */
class ValueNumbers {
  readonly inputs: { mailbox: number; output: number }[] = []
  private readonly numbers = new Map<string, number>()
  private next: number

  /** References to nodes with numbers from `firstRoot` on are references to roots. */
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

  /** Numbers the outputs of a node. */
  made({ id, numOutputs }: GraphNode): number[] {
    return Array.from({ length: numOutputs }, (_, output) => {
      this.numbers.set(`${id}:${output}`, this.next)
      return this.next++
    })
  }

  /** Gives the node's output the number of its input. */
  alias({ id, inputs }: GraphNode): void {
    this.numbers.set(`${id}:0`, this.of(inputs[0]!))
  }
}

/** A node as an operator of the program. `random`: it draws random numbers. */
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
    constants: Object.keys(node.argInputs).filter((name) => node.argInputs[name]!.constant),
    outputs,
    onError: node.onError ?? 'throw',
    // A fused node names the range of its calls, unless it has parts, which name the call that failed.
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

/**
 * The number of the call whose random numbers a node draws: its own, or for a fused node its first call. -1 if it draws
 * none.
 */
function drawOf(node: GraphNode, calls: readonly Call[]): number {
  const first = Number(node.callSite.slice(1))
  if (calls[node.id]!.draw) return node.id
  return calls[first]?.draw ? first : -1
}
