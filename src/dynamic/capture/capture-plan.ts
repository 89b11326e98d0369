// Plans the pipeline of a captured loop from two recorded steps: which calls it can make ahead, why it cannot make the
// others, and which values it must hand over.

import type { PipelineError } from '../../errors.js'
import { build } from '../../graph/build.js'
import { argError } from '../../graph/schema.js'
import type { Draws, Graph, GraphNode, Json, ValueRef } from '../../graph/types.js'
import { jsonNumber } from '../../graph/values.js'
import { siteOf } from '../trace/site.js'
import type { Call, View } from '../values/value.js'
import type { Recorded, Ref, TracedStep } from './capture-trace.js'

/** What capture() did with one operator call of the step. */
export interface Explanation {
  /** The operator; for arithmetic `math.` and the operation. */
  op: string
  /** file:line:column of the call. */
  line: string
  /** Whether the pipeline makes the call ahead of the loop. */
  captured: boolean
  /** Why the call is not captured, or in how many steps it was not made as captured. */
  reason?: string
}

/** A call that the pipeline makes, as a node of its graph. */
export interface Captured {
  /** Position among all calls of the step. */
  index: number
  recorded: Recorded
  node: number
  draws: Draws | undefined
}

export interface CapturePlan {
  graph: Graph
  captured: Captured[]
  /** The values that the pipeline hands over, in the order of its outputs. */
  outputs: Ref[]
  explanations: Explanation[]
  /** The GPU that the pipeline needs, or null. */
  deviceId: number | null
}

/** Elements that a tensor from outside of the step may have to become a constant of the graph. */
const maxConstant = 4096

/** The two recorded steps and their batch size. */
interface Steps {
  first: TracedStep
  second: TracedStep
  batchSize: number
}

/** Plans a pipeline that begins with `readers`. */
export function planCapture(readers: readonly GraphNode[], steps: Steps): CapturePlan {
  const { first, second } = steps
  const planner = new Planner(readers, steps)
  for (const [index, recorded] of first.calls.entries()) planner.add(index, recorded, second.calls[index])
  return planner.plan()
}

/** Adds calls to a graph one after the other, and explains each call that cannot be added. */
class Planner {
  private readonly nodes: GraphNode[]
  /** Values of the step that the graph has, each with its place in the graph. */
  private readonly refs = new Map<Ref, ValueRef>()
  private readonly captured: Captured[] = []
  private readonly explanations: Explanation[] = []
  /** The EvalContext of the captured calls. */
  private context: object | undefined
  private deviceId: number | null = null
  /** Number of steps from the first recorded one to the second. */
  private readonly gap: number

  constructor(
    private readonly readers: readonly GraphNode[],
    private readonly steps: Steps,
  ) {
    this.nodes = [...readers]
    this.gap = steps.second.ordinal - steps.first.ordinal
    for (const [node, { numOutputs }] of readers.entries()) {
      for (let output = 0; output < numOutputs; output++) this.refs.set(`r${node}.${output}`, { node, output })
    }
  }

  /** Adds a call of the first step if it can be captured. `again`: the call at its position in the second step. */
  add(index: number, recorded: Recorded, again: Recorded | undefined): void {
    const { call } = recorded
    const { spec } = call
    const reason = whyNot(recorded, again, this.gap, this.steps.batchSize, this.context)
    const read = reason ?? this.inputsOf(recorded, again!)
    const why = typeof read === 'string' ? read : undefined
    this.explanations.push({ ...explanationOf(call), captured: !why, ...(why && { reason: why }) })
    if (typeof read === 'string') return
    this.context ??= call.context.owner
    if (call.gpu >= 0) this.deviceId = call.gpu
    this.nodes.push(...read.constants)
    const id = this.nodes.length
    const draws = call.draw && drawsOf(call.draw, again!.call.draw!, this.gap)
    this.nodes.push({
      ...{ id, op: spec.op, name: '', device: spec.device, numOutputs: spec.numOutputs, onError: spec.onError },
      inputs: read.inputs.slice(0, call.inputs.length),
      args: spec.args as Record<string, Json>,
      argInputs: Object.fromEntries(spec.argNames.map((name, i) => [name, read.inputs[call.inputs.length + i]!])),
      ...(draws && { draws }),
      callSite: siteOf(call),
    })
    for (const { output } of call.values) this.refs.set(`c${index}.${output}`, { node: id, output })
    this.captured.push({ index, recorded, node: id, draws })
  }

  /**
   * The inputs and arguments of a call in the graph, with new nodes for constants from outside of the step; or the
   * reason why the graph does not have one of them.
   */
  private inputsOf(recorded: Recorded, again: Recorded): { inputs: ValueRef[]; constants: GraphNode[] } | string {
    const { call, reads } = recorded
    const inputs: ValueRef[] = []
    const constants: GraphNode[] = []
    for (const [i, view] of call.views.entries()) {
      const ref = reads[i]
      const known = ref === undefined ? undefined : this.refs.get(ref)
      if (known) {
        inputs.push(known)
        continue
      }
      if (ref !== undefined) return `${nameOf(recorded, i)} is made by a call that is not captured`
      const constant = sameView(view, again.call.views[i]!) ? constantOf(view) : undefined
      if (!constant) return `${nameOf(recorded, i)} is not what a reader has brought, or made of it`
      const id = this.nodes.length + constants.length
      constants.push(constantNode(id, constant, siteOf(call)))
      inputs.push({ node: id, output: 0 })
    }
    return { inputs, constants }
  }

  plan(): CapturePlan {
    const { nodes, refs, captured, explanations, deviceId } = this
    const { first, second } = this.steps
    const made = new Set(captured.map(({ index }) => index))
    const wanted = new Set([...first.wanted, ...second.wanted])
    for (const [index, { reads }] of first.calls.entries()) {
      if (!made.has(index)) for (const ref of reads) if (ref) wanted.add(ref)
    }
    const found = [...wanted].filter((ref) => refs.has(ref)).sort()
    if (found.length) {
      const outputs = [...found, ...unread(this.readers.length, nodes, found, refs)]
      const graph = build({ nodes, outputs: outputs.map((ref) => ({ value: refs.get(ref)! })) })
      return { graph, captured, outputs, explanations, deviceId }
    }
    for (const entry of explanations) {
      if (entry.captured) Object.assign(entry, { captured: false, reason: 'the step returns and reads nothing of it' })
    }
    return { graph: { nodes: [], outputs: [] }, captured: [], outputs: [], explanations, deviceId }
  }
}

/**
 * One output of each reader that no output of the pipeline depends on. Without it the reader would be left out of the
 * pipeline, which would not end its epoch with that reader.
 */
function unread(
  readers: number,
  nodes: readonly GraphNode[],
  outputs: readonly Ref[],
  refs: ReadonlyMap<Ref, ValueRef>,
) {
  const used = new Set(outputs.map((ref) => refs.get(ref)!.node))
  for (const node of [...nodes].reverse()) {
    if (!used.has(node.id)) continue
    for (const { node: id } of [...node.inputs, ...Object.values(node.argInputs)]) used.add(id)
  }
  // The last output is the smallest: labels.
  return nodes
    .slice(0, readers)
    .filter(({ id }) => !used.has(id))
    .map(({ id, numOutputs }): Ref => `r${id}.${numOutputs - 1}`)
}

/** The reason why a call cannot be captured, as far as it does not depend on the graph; undefined if there is none. */
function whyNot(
  recorded: Recorded,
  again: Recorded | undefined,
  gap: number,
  batchSize: number,
  context: object | undefined,
) {
  const { call } = recorded
  if (!again) return 'it was not called in the next step'
  if (again.call.spec.op !== call.spec.op)
    return `in the next step another operator (${again.call.spec.op}) stands in its place`
  if (again.call.spec !== call.spec) return 'its arguments change from step to step'
  if (again.reads.join() !== recorded.reads.join()) return 'what it reads changes from step to step'
  if (call.views.some(({ value }) => value.external)) return 'it reads memory of its caller'
  if (call.count !== batchSize) return `it works on ${call.count} samples, not on the batch's ${batchSize}`
  if (context && call.context.owner !== context) return 'it runs in another EvalContext than the calls before it'
  if (call.draw && !steady(call.draw, again.call.draw!, gap)) return 'its generator changes from step to step'
  return undefined
}

/** Whether both draws have one key, and the counter grows by a whole number in each of the `gap` steps. */
function steady(a: Uint32Array, b: Uint32Array, gap: number): boolean {
  const grown = counterOf(b) - counterOf(a)
  return a[0] === b[0] && a[1] === b[1] && grown > 0 && grown % gap === 0
}

const counterOf = (draw: Uint32Array): number => draw[2]! + draw[3]! * 2 ** 32

/** The draws of the step after the one of `b`, and of all steps that follow. */
function drawsOf(a: Uint32Array, b: Uint32Array, gap: number): Draws {
  const stride = (counterOf(b) - counterOf(a)) / gap
  return { key: [b[0]!, b[1]!], first: counterOf(b) + stride, stride }
}

/**
 * The difference between a call's counter and the counter that the pipeline used, `steps` batches after its first.
 * Undefined if the call drew from another generator.
 */
export function driftOf({ key, first, stride }: Draws, draw: Uint32Array, steps: number): number | undefined {
  return draw[0] === key[0] && draw[1] === key[1] ? counterOf(draw) - first - stride * steps : undefined
}

/** By the key of a generator: the difference of its counter. */
export type Drifts = ReadonlyMap<string, number>

export const keyOf = ({ key }: Draws): string => key.join()

/**
 * Moves the random numbers of the plan on by `steps` batches, and by the drift of their generators, for the next
 * pipeline.
 */
export function goOn({ captured, graph }: CapturePlan, steps: number, drift?: Drifts): void {
  for (const entry of captured) {
    const { draws, node } = entry
    if (!draws) continue
    entry.draws = { ...draws, first: draws.first + draws.stride * steps + (drift?.get(keyOf(draws)) ?? 0) }
    const at = graph.nodes.find(({ id }) => id === node)
    // Nodes that no output depends on were removed from the graph.
    if (at) at.draws = entry.draws
  }
}

const sameView = (a: View, b: View) => a.value === b.value && String(a.rows) === String(b.rows)

/**
 * The data of a small Tensor that stands for every sample, for a constant of the graph; undefined if it cannot be one.
 */
function constantOf({
  value,
  rows,
}: View): { dtype: 'float32' | 'int32'; data: (number | string)[]; shape: number[]; layout: string } | undefined {
  if (value.count !== 1 || value.external || !value.storage || value.gpu >= 0 || Array.isArray(rows)) return undefined
  const { dtype, layout } = value.storage.slot.output(value.place)
  if (dtype !== 'float32' && dtype !== 'int32') return undefined
  const { offset, bytes, shape } = value.storage.slot.tensor(value.place, 0)
  if (bytes > 4 * maxConstant || !bytes) return undefined
  const type = dtype === 'float32' ? Float32Array : Int32Array
  const data = [...new type(value.storage.slot.buffer as unknown as ArrayBuffer, offset, bytes / 4)]
  // JSON.stringify() writes -0 as 0.
  if (data.some((x) => Object.is(x, -0))) return undefined
  return { dtype, data: data.map(jsonNumber), shape, layout }
}

function constantNode(
  id: number,
  { dtype, data, shape, layout }: NonNullable<ReturnType<typeof constantOf>>,
  callSite: string,
): GraphNode {
  return {
    ...{ id, op: 'constant', name: '', device: 'cpu', inputs: [], argInputs: {}, numOutputs: 1, callSite },
    args: { [dtype === 'float32' ? 'fdata' : 'idata']: data, shape, dtype, ...(layout && { layout }) },
  }
}

function nameOf({ call }: Recorded, i: number): string {
  const { info, argNames } = call.spec
  const input = i < call.inputs.length
  return input ? `input ${info.inputs[i]?.name ?? i}` : `argument ${argNames[i - call.inputs.length]}`
}

/** An Explanation of a call, not captured and without a reason. */
export function explanationOf(call: Call): Explanation {
  const { op, args } = call.spec
  return { op: op === 'math' ? `math.${args.operation}` : op, line: siteOf(call), captured: false }
}

/** The error for a call that is not captured although `strict` is set. */
export function notCaptured({ op, line, reason }: Explanation): PipelineError {
  return argError(
    { op, callSite: line },
    `Expected a call that can be captured but ${reason}`,
    'Change the step, or leave strict out to run this call uncaptured',
  )
}
