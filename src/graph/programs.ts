// Pass 5: from placed nodes to stages: each program's values are numbered (inputs first, then outputs of each op), and
// what a stage needs of another becomes an edge.
import { PipelineError } from '../errors.js'
import { arena, type DType, dtypeIds } from '../generated/abi.js'
import { nodeInputs } from './build.js'
import type { PlacedStage } from './place.js'
import type { Schemas } from './schema.js'
import type {
  CpuStage,
  Graph,
  GraphNode,
  Json,
  JsStage,
  OnError,
  PlanOptions,
  ProgramInput,
  ProgramOp,
  ReaderStage,
  SourceStage,
  StagePlan,
  ValueRef,
} from './types.js'

/** A stage's outputs in slot order, as the graph knows them. */
type Slot = ValueRef[]

const key = (v: ValueRef) => `${v.node}:${v.output}`
const range = (n: number) => Array.from({ length: n }, (_, i) => i)

export function programs(graph: Graph, placed: PlacedStage[], options: PlanOptions, schemas: Schemas): StagePlan[] {
  const onError = (node: GraphNode): OnError =>
    schemas[node.op]?.onError ? (node.onError ?? options.onError) : 'throw'
  const slots = slotsOf(graph, placed)
  const hints = new Map(graph.nodes.map(({ id, bytesPerSampleHint }) => [id, bytesPerSampleHint]))
  const hintOf = ({ node, output }: ValueRef) => {
    const hint = hints.get(node)
    return (Array.isArray(hint) ? hint[output] : hint) ?? options.bytesPerSample ?? 0
  }
  return placed.map((stage, index): StagePlan => {
    const bytesPerSample = slots[index]!.reduce((sum, value) => sum + hintOf(value), 0)
    return { ...planOf(stage, index), ...(bytesPerSample > 0 && { bytesPerSample }) }
  })

  function planOf(stage: PlacedStage, index: number): StagePlan {
    const slot = slots[index]!
    const origin = originOf(stage, slots)
    switch (stage.kind) {
      case 'reader': {
        const node = stage.nodes[0]!
        return readerStage(node, onError(node), schemas)
      }
      case 'source':
        return sourceStage(stage, stage.nodes[0] ? onError(stage.nodes[0]) : 'throw')
      case 'cpu':
        return cpuStage(stage, origin, slot, onError)
      case 'js':
        return jsStage(stage, origin, slot, onError(stage.nodes[0]!))
      case 'sink':
        return { kind: 'sink', name: stage.name, inputs: graph.outputs.map(({ value }) => origin.get(key(value))!) }
      default:
        return stage.kind satisfies never
    }
  }
}

/** What lies in each stage's slots: what a source or function makes, and whatever later stages need. */
function slotsOf(graph: Graph, placed: PlacedStage[]): Slot[] {
  const own = placed.map((s) => (s.kind === 'cpu' || s.kind === 'sink' ? [] : s.nodes.flatMap(ownOutputs)))
  const made = placed.map((s) => new Set(s.nodes.flatMap(ownOutputs).map(key)))
  const slots: Slot[] = own.map((values) => [...values])
  const reaches = (stage: number, v: ValueRef): boolean =>
    made[stage]!.has(key(v)) || placed[stage]!.inputs.some((i) => reaches(i, v))
  for (let i = placed.length - 1; i >= 0; i--) {
    const { kind, nodes, inputs } = placed[i]!
    const uses = kind === 'sink' ? graph.outputs.map(({ value }) => value) : nodes.flatMap(nodeInputs)
    for (const v of distinct([...uses, ...slots[i]!])) {
      if (made[i]!.has(key(v))) continue
      const from = inputs.find((s) => made[s]!.has(key(v))) ?? inputs.find((s) => reaches(s, v))
      if (from === undefined) throw new PipelineError({ code: 'INTERNAL', message: `no stage brings value ${key(v)}` })
      if (!slots[from]!.some((w) => key(w) === key(v))) slots[from]!.push(v)
    }
  }
  const wide = slots.findIndex((slot) => slot.length > arena.maxOutputs)
  if (wide < 0) return slots
  throw new PipelineError({
    code: 'UNSUPPORTED',
    message: `Expected at most ${arena.maxOutputs} values between two stages but stage ${placed[wide]!.name} passes on ${slots[wide]!.length}`,
    stage: placed[wide]!.name,
  })
}

/** Where each value in a stage's input mailboxes lies. */
function originOf(stage: PlacedStage, slots: Slot[]): Map<string, ProgramInput> {
  const origin = new Map<string, ProgramInput>()
  for (const [mailbox, from] of stage.inputs.entries()) {
    for (const [output, value] of slots[from]!.entries()) {
      if (!origin.has(key(value))) origin.set(key(value), { mailbox, output })
    }
  }
  return origin
}

const ownOutputs = (node: GraphNode): Slot => range(node.numOutputs).map((output) => ({ node: node.id, output }))

function distinct(values: ValueRef[]): ValueRef[] {
  return [...new Map(values.map((v) => [key(v), v])).values()]
}

function programOp(node: GraphNode, onError: OnError): ProgramOp {
  const { op, id, name, args, seed, callSite } = node
  return {
    op,
    id,
    name,
    inputs: [],
    args,
    argInputs: {},
    outputs: [],
    onError,
    ...(seed === undefined ? {} : { seed }),
    callSite,
  }
}

function readerStage(node: GraphNode, onError: OnError, schemas: Schemas): ReaderStage {
  const defaults = Object.entries(schemas[node.op]!.args).flatMap(([name, arg]) =>
    arg.default === undefined ? [] : [[name, arg.default]],
  )
  const reader: Record<string, Json> = { ...Object.fromEntries(defaults), ...node.args }
  const outputs = range(node.numOutputs)
  // The sampler holds the arguments; the native part only reads the files that it is given.
  const op: ProgramOp = { ...programOp(node, onError), args: {}, outputs }
  return { kind: 'reader', name: node.name, reader, program: { inputs: [], ops: [op], outputs } }
}

function sourceStage({ name, nodes }: PlacedStage, onError: OnError): SourceStage {
  const node = nodes[0]
  if (!node) return { kind: 'source', name, node: -1, numOutputs: 0, batch: true, onError }
  const { batch, dtype, ndim, layout } = node.args
  const stage: SourceStage = {
    kind: 'source',
    name,
    node: node.id,
    numOutputs: node.numOutputs,
    batch: batch !== false,
    onError,
  }
  const outputs = range(node.numOutputs).map((i) => described(dtype, ndim, layout, i))
  const same = outputs.every((o) => JSON.stringify(o) === JSON.stringify(outputs[0]))
  return same ? { ...stage, ...outputs[0] } : { ...stage, perOutput: outputs }
}

function cpuStage(
  stage: PlacedStage,
  origin: Map<string, ProgramInput>,
  wanted: Slot,
  onError: (node: GraphNode) => OnError,
): CpuStage {
  const used = distinct([...stage.nodes.flatMap(nodeInputs), ...wanted]).filter((v) => origin.has(key(v)))
  const values = new Map(used.map((v, i) => [key(v), i]))
  const number = (v: ValueRef) => values.get(key(v))!
  const ops = stage.nodes.map((node): ProgramOp => {
    const inputs = node.inputs.map(number)
    const argInputs = Object.fromEntries(Object.entries(node.argInputs).map(([name, v]) => [name, number(v)]))
    const outputs = ownOutputs(node).map((v) => values.set(key(v), values.size).size - 1)
    const guards = node.guards?.map(({ value, want }) => ({ value: number(value), want }))
    return { ...programOp(node, onError(node)), inputs, argInputs, outputs, ...(guards && { guards }) }
  })
  const inputs = used.map((v) => origin.get(key(v))!)
  return { kind: 'cpu', name: stage.name, program: { inputs, ops, outputs: wanted.map(number) } }
}

function jsStage(
  { name, nodes }: PlacedStage,
  origin: Map<string, ProgramInput>,
  slot: Slot,
  onError: OnError,
): JsStage {
  const node = nodes[0]!
  const { module, export: exported, workers, outputs } = node.args
  const at = (v: ValueRef) => origin.get(key(v))!
  return {
    kind: 'js',
    name,
    op: node.op,
    id: node.id,
    module: module as string,
    export: (exported as string | undefined) ?? 'default',
    workers: (workers as number | undefined) ?? 1,
    inputs: node.inputs.map(at),
    outputs: (outputs as JsStage['outputs'] | undefined) ?? range(node.numOutputs).map(() => ({})),
    pass: slot.slice(node.numOutputs).map(at),
    onError,
    ...(node.seed === undefined ? {} : { seed: node.seed }),
    callSite: node.callSite,
  }
}

/** What was declared of output `i`. */
function described(dtype: Json | undefined, ndim: Json | undefined, layout: Json | undefined, i: number) {
  const at = <T>(list: Json | undefined) => (list as T[] | undefined)?.[i]
  const [d, n, l] = [at<string>(dtype), at<number>(ndim), at<string>(layout)]
  return {
    ...(d && d in dtypeIds && { dtype: d as DType }),
    ...(n !== undefined && n >= 0 && { ndim: n }),
    ...(l && { layout: l }),
  }
}
