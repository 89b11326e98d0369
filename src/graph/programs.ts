// Pass 5: from placed nodes to stages: each program's values are numbered (inputs first, then outputs of each op), and
// what a stage needs of another becomes an edge.
import { type DType, dtypeIds } from '../generated/abi.js'
import { nodeInputs } from './build.js'
import type { PlacedStage } from './place.js'
import type { Schemas } from './schema.js'
import type {
  CpuStage,
  Graph,
  GraphNode,
  Json,
  OnError,
  PlanOptions,
  ProgramInput,
  ProgramOp,
  ReaderStage,
  SinkStage,
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
  const wanted = distinct(graph.outputs.map(({ value }) => value))
  const slots: Slot[] = []
  let last = 0
  return placed.map((stage, index): StagePlan => {
    switch (stage.kind) {
      case 'reader': {
        const node = stage.nodes[0]!
        slots[index] = ownOutputs(node)
        return readerStage(node, onError(node), schemas)
      }
      case 'source':
        slots[index] = stage.nodes.flatMap(ownOutputs)
        return sourceStage(stage, stage.nodes[0] ? onError(stage.nodes[0]) : 'throw')
      case 'cpu':
        last = index
        slots[index] = wanted
        return cpuStage(stage, slots.slice(0, index), wanted, onError)
      case 'sink':
        return sinkStage(graph, stage, slots[last]!)
      default:
        return stage.kind satisfies never
    }
  })
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
  const outputs = range(node.numOutputs).map((i) => {
    const at = <T>(list: Json | undefined) => (list as T[] | undefined)?.[i]
    const [d, n, l] = [at<string>(dtype), at<number>(ndim), at<string>(layout)]
    return {
      ...(d && d in dtypeIds && { dtype: d as DType }),
      ...(n !== undefined && { ndim: n }),
      ...(l && { layout: l }),
    }
  })
  const same = outputs.every((o) => JSON.stringify(o) === JSON.stringify(outputs[0]))
  return same ? { ...stage, ...outputs[0] } : { ...stage, perOutput: outputs }
}

function cpuStage(stage: PlacedStage, sources: Slot[], wanted: Slot, onError: (node: GraphNode) => OnError): CpuStage {
  const origin = new Map<string, ProgramInput>()
  for (const [mailbox, slot] of sources.entries()) {
    for (const [output, value] of slot.entries()) origin.set(key(value), { mailbox, output })
  }
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

function sinkStage(graph: Graph, { name }: PlacedStage, slot: Slot): SinkStage {
  const at = new Map(slot.map((v, i) => [key(v), i]))
  return { kind: 'sink', name, inputs: graph.outputs.map(({ value }) => ({ mailbox: 0, output: at.get(key(value))! })) }
}
