// Graphs for the tests of the passes: traced with fn, or put together node by node against a small table of operators
// that does not change when the library grows.
import { record } from '../../src/definition/record.js'
import { nodeInputs } from '../../src/graph/build.js'
import { lower } from '../../src/graph/lower.js'
import { type ExecutorName, executors } from '../../src/graph/policy.js'
import { shownPlan } from '../../src/graph/print.js'
import type { OpInfo, Schemas } from '../../src/graph/schema.js'
import type { Graph, GraphNode, Plan, PlanOptions, ProgramPlan, StagePlan, ValueRef } from '../../src/graph/types.js'

export const options: PlanOptions = {
  batchSize: 8,
  deviceId: null,
  seed: 42,
  prefetchQueueDepth: { cpu: 2, gpu: 2 },
  onError: 'throw',
}

const op = (more: Partial<OpInfo> = {}): OpInfo => ({
  kind: 'op',
  devices: ['cpu'],
  inputs: [{ name: 'input' }],
  outputs: [{ name: 'output' }],
  args: {},
  ...more,
})
const dtype = { type: 'dtype' } as const
const uint8 = { type: 'dtype', default: 'uint8' } as const
/** An output of the input's dtype. */
const same = { outputs: [{ name: 'output', dtype: 'input' }] } as const
const policy = { type: 'enum', values: ['error', 'pad'], default: 'error' } as const
const window = {
  crop: { type: 'float[]', perSample: true },
  cropPosX: { type: 'float', perSample: true, min: 0, max: 1, default: 0.5 },
} as const
const start = {
  start: { type: 'int[]', perSample: true },
  shape: { type: 'int[]', perSample: true },
  axes: { type: 'int[]', perSample: true },
  axisNames: { type: 'layout' },
} as const
const normalize = {
  ...window,
  mirror: { type: 'int', perSample: true, default: 0 },
  mean: { type: 'float[]' },
  dtype,
} as const

export const table: Schemas = {
  'readers.file': op({
    kind: 'source',
    inputs: [],
    outputs: [{ name: 'contents' }, { name: 'labels' }],
    args: {
      fileRoot: { type: 'string', for: 'index' },
      initialFill: { type: 'int', default: 1024, for: 'sampler' },
    },
    reader: true,
    random: true,
    onError: true,
  }),
  externalSource: op({
    kind: 'source',
    inputs: [],
    args: {
      numOutputs: { type: 'int' },
      dtype: { type: 'dtype[]' },
      layout: { type: 'layout[]' },
      ndim: { type: 'int[]' },
    },
  }),
  'random.coinFlip': op({ inputs: [], random: true, args: { probability: { type: 'float', perSample: true } } }),
  'decoders.image': op({
    onError: true,
    args: { dtype: uint8, outputType: { type: 'imageType' }, cacheSize: { type: 'int' } },
  }),
  'decoders.imageCrop': op({ onError: true, args: { dtype: uint8, outputType: { type: 'imageType' }, ...window } }),
  'decoders.imageSlice': op({ onError: true, args: { dtype: uint8, outputType: { type: 'imageType' }, ...start } }),
  crop: op({ ...same, args: { ...window, dtype, outOfBoundsPolicy: policy, fillValues: { type: 'float[]' } } }),
  slice: op({
    ...same,
    inputs: [{ name: 'data' }, { name: 'anchor', optional: true }, { name: 'shape', optional: true }],
    args: { ...start, dtype, outOfBoundsPolicy: policy },
  }),
  resize: op({
    args: { size: { type: 'float[]' }, dtype, saveAttrs: { type: 'bool' } },
    outputs: [...same.outputs, { name: 'attrs', when: 'saveAttrs' }],
  }),
  cropMirrorNormalize: op({ args: normalize }),
  fusedResizeCropMirrorNormalize: op({ internal: true, args: { size: { type: 'float[]' }, ...normalize } }),
  flip: op({ ...same, args: { horizontal: { type: 'int', perSample: true } } }),
}

/** A node for `table`; inputs are `[node, output]` or a node's id. */
export function node(
  id: number,
  name: string,
  inputs: (number | [number, number])[] = [],
  more: Partial<GraphNode> = {},
): GraphNode {
  return {
    id,
    op: name,
    name: `${name}_${id}`,
    device: 'cpu',
    inputs: inputs.map((i) => (typeof i === 'number' ? { node: i, output: 0 } : { node: i[0], output: i[1] })),
    args: name === 'readers.file' ? { fileRoot: 'photos' } : {},
    argInputs: {},
    numOutputs: name === 'readers.file' ? 2 : 1,
    callSite: `job.ts:${id + 1}:1`,
    ...more,
  }
}

export function graph(nodes: GraphNode[], outputs: (number | [number, number])[]): Graph {
  return {
    nodes,
    outputs: outputs.map((o) => ({
      value: typeof o === 'number' ? { node: o, output: 0 } : { node: o[0], output: o[1] },
    })),
  }
}

export const lowered = (g: Graph, over: Partial<PlanOptions> = {}, executor: ExecutorName = 'pipelined'): Plan =>
  lower(g, { ...options, ...over }, executors[executor], table)

/** The plan of a definition as JSON that is the same on every machine. */
export function planText(definition: () => unknown): string {
  const plan = shownPlan(lower(record(definition, true), options))
  return `${JSON.stringify(plan, (key, value) => (key === 'callSite' ? undefined : value), 2)}\n`
}

/** A graph as text, to compare it with another one: an operator with its inputs per line. */
export function graphText({ nodes, outputs }: Graph): string {
  const ref = (v: ValueRef) => `%${v.node}.${v.output}`
  const calls = nodes.map(({ id, op, inputs, args, argInputs, guards = [] }) =>
    JSON.stringify([id, op, inputs.map(ref), args, Object.entries(argInputs).map(([k, v]) => [k, ref(v)]), guards]),
  )
  return [...calls, outputs.map((o) => ref(o.value)).join()].join('\n')
}

/** Everything that must hold for any plan; returns what does not. */
export function faults(plan: Plan): string[] {
  const out: string[] = []
  const need = (ok: boolean, text: string) => ok || out.push(text)
  const width = (stage: StagePlan | undefined): number =>
    !stage
      ? -1
      : stage.kind === 'source'
        ? stage.numOutputs
        : stage.kind === 'sink'
          ? 0
          : stage.kind === 'js'
            ? stage.outputs.length + stage.pass.length
            : stage.program.outputs.length
  const into = plan.stages.map((_, i) => plan.mailboxes.filter((m) => m.to === i))
  for (const m of plan.mailboxes) {
    need(m.from < m.to && m.to < plan.stages.length, `edge ${m.from} > ${m.to} does not go forward`)
    need(m.capacity >= 1, 'an edge without room')
  }
  const leader = (stage: number): number => (into[stage]!.length ? leader(into[stage]![0]!.from) : stage)
  const checkInput = (stage: number, input: { mailbox: number; output: number }) => {
    const from = into[stage]![input.mailbox]?.from ?? -1
    need(input.output < width(plan.stages[from]), `stage ${stage} reads output ${input.output} of stage ${from}`)
  }
  const checkProgram = (stage: number, program: ProgramPlan) => {
    const defined = new Set(program.inputs.map((_, i) => i))
    for (const input of program.inputs) checkInput(stage, input)
    for (const o of program.ops) {
      for (const v of [...o.inputs, ...Object.values(o.argInputs), ...(o.guards ?? []).map((g) => g.value)])
        need(defined.has(v), `${o.op} uses ${v} before it is made`)
      for (const v of o.outputs) {
        need(!defined.has(v) && v === defined.size, `${o.op} makes ${v} out of turn`)
        defined.add(v)
      }
    }
    for (const v of program.outputs) need(defined.has(v), `output ${v} is never made`)
    const places = program.outputs.map((v, o) => `${v} ${program.onDevice?.[o] === true}`)
    need(new Set(places).size === places.length, 'an output is written twice to one memory')
    const away = program.ops.some((o) => o.device) || program.onDevice
    need(!away || ['mixed', 'gpu'].includes(plan.stages[stage]!.kind), 'a kernel of the GPU in a stage on the CPU')
  }
  plan.stages.forEach((stage, i) => {
    const last = i === plan.stages.length - 1
    need((stage.kind === 'sink') === last, 'the sink is the last stage')
    need(last || plan.mailboxes.some((m) => m.from === i), `nothing reads stage ${i}`)
    if (stage.kind === 'reader' || stage.kind === 'source') need(!into[i]!.length, 'a source has an input')
    if (stage.kind === 'sink') for (const input of stage.inputs) checkInput(i, input)
    if (stage.kind === 'js') for (const input of [...stage.inputs, ...stage.pass]) checkInput(i, input)
    // Random numbers are keyed by the sample, so every stage must call it by the same name.
    if (into[i]!.length) need(leader(i) === 0, `stage ${i} does not name samples as the first source does`)
    if ('program' in stage) checkProgram(i, stage.program)
  })
  need(into.at(-1)!.length >= 1, 'the sink has an input')
  need(/^[0-9a-f]{16}$/.test(plan.hash), 'hash')
  return out
}

export { nodeInputs }
