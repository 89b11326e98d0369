// Pass 7: makes the stages of the plan from the placed nodes. It numbers the values of each program (inputs first, then
// the outputs of each operator), and decides which values each stage passes on in its slots.
import { internal, unsupported } from '../errors/factories.js'
import { type DType, dtypeIds } from '../generated/abi.js'
import { maxOutputs } from '../generated/limits.js'
import { deviceReads, hostReads, onGpu } from './devices.js'
import { hintedBytes } from './hints.js'
import { isGpuStage, type PlacedStage } from './place.js'
import { argDefaults, type Schemas } from './schema.js'
import type {
  Graph,
  GraphNode,
  Json,
  JsStage,
  MixtureSource,
  OnError,
  PlanOptions,
  ProgramInput,
  ProgramOp,
  ProgramPlan,
  ReaderStage,
  SourceStage,
  StagePlan,
  ValueRef,
} from './types.js'

/** A value in a slot. A value that is wanted on the GPU and on the CPU has two entries. */
interface Entry extends ValueRef {
  /** The entry lies in device memory. */
  device?: true
}

/** A stage's outputs in slot order, as the graph knows them. */
type Slot = Entry[]

/** The key of a value, in whichever memory it lies; key() below also tells the memories apart. */
const made = (v: ValueRef) => `${v.node}:${v.output}`
const key = (v: Entry) => `${made(v)}${v.device ? ' on the GPU' : ''}`
const onHost = ({ node, output }: Entry): Entry => ({ node, output })
const range = (n: number) => Array.from({ length: n }, (_, i) => i)

export function programs(graph: Graph, placed: PlacedStage[], options: PlanOptions, schemas: Schemas): StagePlan[] {
  const onError = (node: GraphNode): OnError =>
    schemas[node.op]?.onError ? (node.onError ?? options.onError) : 'throw'
  const wants = wantsOf(graph, placed, schemas)
  const slots = slotsOf(placed, wants)
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const hintOf = ({ node, output }: ValueRef) =>
    hintedBytes(byId.get(node)!, output, schemas) ?? options.bytesPerSample ?? 0
  return placed.map((stage, index): StagePlan => {
    const bytesPerSample = slots[index]!.map(hintOf)
    return { ...planOf(stage, index), ...(bytesPerSample.some((bytes) => bytes > 0) && { bytesPerSample }) }
  })

  function planOf(stage: PlacedStage, index: number): StagePlan {
    const slot = slots[index]!
    const origin = originOf(stage, slots)
    const { name } = stage
    const program = () => programOf(stage, origin, wants[index]!, slot, onError, schemas)
    switch (stage.kind) {
      case 'reader': {
        const node = stage.nodes[0]!
        return node.sources
          ? mixtureStage(node, node.sources, onError, schemas)
          : readerStage(node, onError(node), schemas)
      }
      case 'source':
        return sourceStage(stage, stage.nodes[0] ? onError(stage.nodes[0]) : 'throw', schemas)
      case 'cpu':
        return { kind: 'cpu', name, program: program() }
      case 'mixed':
        return { kind: 'mixed', name, gpu: options.deviceId!, workers: stage.workers ?? 1, program: program() }
      case 'gpu':
        return { kind: 'gpu', name, gpu: options.deviceId!, program: program() }
      case 'js':
        return jsStage(stage, origin, slot, onError(stage.nodes[0]!), schemas)
      case 'sink':
        return { kind: 'sink', name, inputs: wants[index]!.map((v) => arrivalOf(v, origin).from) }
      default:
        return stage.kind satisfies never
    }
  }
}

/** The values that each stage reads; for the sink one per output of the pipeline. */
function wantsOf(graph: Graph, placed: PlacedStage[], schemas: Schemas): Slot[] {
  const away = new Set(graph.nodes.filter(onGpu).map((node) => node.id))
  const there = ({ node, output }: ValueRef): Entry => ({ node, output, ...(away.has(node) && { device: true }) })
  return placed.map(({ kind, nodes }) => {
    if (kind === 'sink') return graph.outputs.map(({ value, onCpu }) => (onCpu ? onHost(value) : there(value)))
    return nodes.flatMap((node) => [...hostReads(node, schemas), ...deviceReads(node, schemas).map(there)])
  })
}

/**
 * The values in each stage's slots: the outputs of a source or user function, and all values that later stages need.
 */
function slotsOf(placed: PlacedStage[], wants: Slot[]): Slot[] {
  const plans = (s: PlacedStage) => s.kind === 'cpu' || s.kind === 'sink' || isGpuStage(s.kind)
  const slots: Slot[] = placed.map((s) => (plans(s) ? [] : s.nodes.flatMap(ownOutputs)))
  const held = slots.map((slot) => new Set(slot.map(key)))
  const own = placed.map((s) => new Set(s.nodes.flatMap(ownOutputs).map(made)))
  const reaches = (stage: number, v: ValueRef): boolean =>
    own[stage]!.has(made(v)) || placed[stage]!.inputs.some((i) => reaches(i, v))
  for (let i = placed.length - 1; i >= 0; i--) {
    const { inputs } = placed[i]!
    for (const v of distinct([...wants[i]!, ...slots[i]!])) {
      if (own[i]!.has(made(v))) continue
      const from = inputs.find((s) => own[s]!.has(made(v))) ?? inputs.find((s) => reaches(s, v))
      if (from === undefined) throw internal(`no stage brings value ${key(v)}`)
      // A stage on the CPU passes the value on in host memory.
      const entry = isGpuStage(placed[from]!.kind) ? v : onHost(v)
      if (held[from]!.has(key(entry))) continue
      held[from]!.add(key(entry))
      slots[from]!.push(entry)
    }
  }
  const wide = slots.findIndex((slot) => slot.length > maxOutputs)
  if (wide < 0) return slots
  throw unsupported(
    `Expected at most ${maxOutputs} values between two stages but stage ${placed[wide]!.name} passes on ${slots[wide]!.length}`,
    { stage: placed[wide]!.name },
  )
}

/** The place of each entry in a stage's input mailboxes, by its key. */
function originOf(stage: PlacedStage, slots: Slot[]): Map<string, ProgramInput> {
  const origin = new Map<string, ProgramInput>()
  for (const [mailbox, from] of stage.inputs.entries()) {
    for (const [output, value] of slots[from]!.entries()) {
      if (!origin.has(key(value))) origin.set(key(value), { mailbox, output })
    }
  }
  return origin
}

/**
 * The entry that arrives for a value: the value itself, or, if it is wanted on the GPU and is not there, the one on the
 * host.
 */
function arrivalOf(v: Entry, origin: Map<string, ProgramInput>): { entry: Entry; from: ProgramInput } {
  const entry = origin.has(key(v)) ? v : onHost(v)
  const from = origin.get(key(entry))
  if (!from) throw internal(`value ${key(v)} does not arrive`)
  return { entry, from }
}

const ownOutputs = (node: GraphNode): ValueRef[] => range(node.numOutputs).map((output) => ({ node: node.id, output }))

function distinct(values: Slot): Slot {
  return [...new Map(values.map((v) => [key(v), v])).values()]
}

/**
 * The counter word that normally keys random numbers by operator, for operators with a seed of their own. They all use
 * this one, so equal seeds give equal draws, as in DALI: an image and its mask can be cut alike. It is above every
 * operator's id.
 */
const sharedStream = 0xffff

const seeding = (seed: number | undefined) => (seed === undefined ? {} : { seed, stream: sharedStream })

function programOp(node: GraphNode, onError: OnError): ProgramOp {
  const { op, id, name, args, seed, draws, callSite, parts } = node
  return {
    op,
    id,
    name,
    inputs: [],
    args,
    argInputs: {},
    outputs: [],
    onError,
    ...seeding(seed),
    ...(draws && { draws }),
    callSite,
    ...(parts && { parts }),
  }
}

/**
 * The arguments of a source or a user's function with defaults filled in; for other operators native code does this.
 */
const settled = (node: GraphNode, schemas: Schemas): Record<string, Json> => ({
  ...argDefaults(schemas[node.op]!),
  ...node.args,
})

function readerStage(node: GraphNode, onError: OnError, schemas: Schemas): ReaderStage {
  const outputs = range(node.numOutputs)
  const op = readerOp(node, onError, outputs, schemas)
  return {
    kind: 'reader',
    name: node.name,
    reader: readerArgs(node, schemas),
    program: { inputs: [], ops: [op], outputs },
  }
}

/** The arguments of a reader, without what a pass has added for the program. Its seed overrides the pipeline's. */
const readerArgs = (node: GraphNode, schemas: Schemas): Record<string, Json> => ({
  ...Object.fromEntries(
    Object.entries(settled(node, schemas)).filter(([name]) => Object.hasOwn(schemas[node.op]!.args, name)),
  ),
  ...(node.seed === undefined ? {} : { seed: node.seed }),
})

function readerOp(node: GraphNode, onError: OnError, outputs: number[], schemas: Schemas): ProgramOp {
  // The program does not need arguments that choose samples or define the data set.
  const read = Object.entries(node.args).filter(([name]) => !schemas[node.op]!.args[name]?.for)
  return { ...programOp(node, onError), args: Object.fromEntries(read), outputs }
}

/**
 * The readers side by side: each sample goes through its own source's alone, so they all make the same values. Those that
 * the mixture does not give come after the number of the source.
 */
function mixtureStage(
  node: GraphNode,
  sources: readonly MixtureSource[],
  onError: (node: GraphNode) => OnError,
  schemas: Schemas,
): ReaderStage {
  const { id, name, op, callSite } = node
  const own = { id, name, inputs: [], args: {}, argInputs: {}, onError: 'throw', callSite } as const
  const choice = node.numOutputs - 1
  const ops = sources.flatMap(({ reader, outputs }, source): ProgramOp[] => {
    let unused = choice + 1
    const made = range(reader.numOutputs).map((output) => {
      const at = outputs.indexOf(output)
      return at < 0 ? unused++ : at
    })
    const again = outputs.flatMap((output, at): ProgramOp[] => {
      const first = outputs.indexOf(output)
      return first < at ? [{ ...own, op: 'reinterpret', inputs: [first], outputs: [at], source }] : []
    })
    return [{ ...readerOp(reader, onError(reader), made, schemas), source }, ...again]
  })
  const read = sources.map(({ reader }) => ({
    op: reader.op,
    callSite: reader.callSite,
    args: readerArgs(reader, schemas),
  }))
  return {
    kind: 'reader',
    name,
    call: { op, callSite },
    reader: { ...settled(node, schemas), sources: read },
    program: { inputs: [], ops, outputs: range(node.numOutputs), sourceValue: choice },
  }
}

function sourceStage({ name, nodes }: PlacedStage, onError: OnError, schemas: Schemas): SourceStage {
  const node = nodes[0]
  if (!node) return { kind: 'source', name, node: -1, numOutputs: 0, batch: true, onError }
  const { batch, dtype, ndim, layout } = settled(node, schemas)
  const stage: SourceStage = {
    kind: 'source',
    name,
    node: node.id,
    numOutputs: node.numOutputs,
    batch: batch !== false,
    onError,
    callSite: node.callSite,
  }
  const outputs = range(node.numOutputs).map((i) => described(dtype, ndim, layout, i))
  const same = outputs.every((o) => JSON.stringify(o) === JSON.stringify(outputs[0]))
  return same ? { ...stage, ...outputs[0] } : { ...stage, perOutput: outputs }
}

function programOf(
  stage: PlacedStage,
  origin: Map<string, ProgramInput>,
  wants: Slot,
  slot: Slot,
  onError: (node: GraphNode) => OnError,
  schemas: Schemas,
): ProgramPlan {
  const own = new Set(stage.nodes.flatMap(ownOutputs).map(made))
  const arrives = (v: Entry) => (own.has(made(v)) ? undefined : arrivalOf(v, origin).entry)
  const used = distinct([...wants, ...slot].flatMap((v) => arrives(v) ?? []))
  const values = new Map(used.map((v, i) => [key(v), i]))
  const number = (v: Entry) => values.get(own.has(made(v)) ? made(v) : key(arrives(v)!))!
  // A value may arrive in both memories; an input that is read on the GPU takes the one there.
  const there = (node: GraphNode) => {
    const away = new Set(deviceReads(node, schemas))
    return (v: ValueRef) => {
      const device: Entry = { ...v, device: true }
      return number(away.has(v) && (own.has(made(v)) || origin.has(key(device))) ? device : onHost(v))
    }
  }
  const ops = stage.nodes.map((node): ProgramOp => {
    const inputs = node.inputs.map(there(node))
    const argInputs = Object.fromEntries(Object.entries(node.argInputs).map(([name, v]) => [name, number(v)]))
    const outputs = ownOutputs(node).map((v) => values.set(made(v), values.size).size - 1)
    const guards = node.guards?.map(({ value, want }) => ({ value: number(value), want }))
    const device = node.op === 'merge' || node.device === 'cpu' ? {} : { device: node.device }
    return { ...programOp(node, onError(node)), ...device, inputs, argInputs, outputs, ...(guards && { guards }) }
  })
  const inputs = used.map((v) => origin.get(key(v))!)
  const onDevice = isGpuStage(stage.kind) && { onDevice: slot.map((v) => v.device === true) }
  return { inputs, ops, outputs: slot.map(number), ...onDevice }
}

function jsStage(
  { name, nodes }: PlacedStage,
  origin: Map<string, ProgramInput>,
  slot: Slot,
  onError: OnError,
  schemas: Schemas,
): JsStage {
  const node = nodes[0]!
  const { id, module, export: exported, workers = 1, outputs } = settled(node, schemas)
  const at = (v: ValueRef) => origin.get(key(v))!
  return {
    kind: 'js',
    name,
    op: node.op,
    id: node.id,
    code: module === undefined ? { function: id as number } : { module: module as string, export: exported as string },
    workers: workers as number,
    inputs: node.inputs.map(at),
    ...(node.guards && { guards: node.guards.map(({ value, want }) => ({ value: at(value), want })) }),
    outputs: (outputs as JsStage['outputs'] | undefined) ?? range(node.numOutputs).map(() => ({})),
    pass: slot.slice(node.numOutputs).map(at),
    onError,
    ...seeding(node.seed),
    callSite: node.callSite,
  }
}

/** The declared dtype, ndim and layout of output `i`. */
function described(dtype: Json | undefined, ndim: Json | undefined, layout: Json | undefined, i: number) {
  const at = <T>(list: Json | undefined) => (list as T[] | undefined)?.[i]
  const [d, n, l] = [at<string>(dtype), at<number>(ndim), at<string>(layout)]
  return {
    ...(d && d in dtypeIds && { dtype: d as DType }),
    ...(n !== undefined && n >= 0 && { ndim: n }),
    ...(l && { layout: l }),
  }
}
