// The format of a pipeline as text: its fields, as a JSON schema. This is the one place where they stand. Readers in TypeScript,
// Python and C++ check texts by it, options are checked by it, and tools/gen/graph-format.ts writes it to
// docs/design/graph-format.schema.json and makes the tables of docs/design/graph-format.md.
//
// A title says what is expected, in the words of errors; a description says what the field means.
import { ring } from '../generated/abi.js'
import { maxInputs, maxOutputs } from '../generated/limits.js'
import type { GraphNode, GraphOutput, Json } from './types.js'

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/** Those parts of JSON Schema (draft 2020-12) that the format needs: all that the readers know. */
export interface Format {
  readonly $ref?: string
  /** What is expected, in words. */
  readonly title?: string
  readonly description?: string
  readonly type?: JsonType | readonly JsonType[]
  readonly const?: Json
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly items?: Format
  readonly minItems?: number
  readonly maxItems?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Format>>
  /** false: no other properties. A schema: other properties are of it. Absent: any. */
  readonly additionalProperties?: false | Format
  readonly anyOf?: readonly Format[]
}

/** The version that this build writes, and the only one so far. A reader says which versions it knows. */
export const formatVersion = 1
/** How deep lists and objects of a text may be nested. JSON Schema cannot say it; no text of serialize() comes near. */
export const maxNesting = 64
/** Nodes key the random numbers of their operators by 16 bits and more; no definition comes near. */
const maxNodes = 100_000

const ref = (name: string): Format => ({ $ref: `#/$defs/${name}` })
const whole = (minimum: number, maximum: number, description?: string): Format => ({
  title: `an integer from ${minimum} to ${maximum}`,
  ...(description && { description }),
  type: 'integer',
  minimum,
  maximum,
})
const oneOf = (values: readonly string[], description: string): Format => ({
  title: `one of ${values.map((value) => `'${value}'`).join(', ')}`,
  description,
  enum: values,
})
/** An object that has these fields, all but the optional ones, and no others. */
const fields = (title: string, description: string, properties: Record<string, Format>, optional: string[] = []) => ({
  title,
  description,
  type: 'object' as const,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false as const,
  properties,
})
const orNull = (of: Format): Format => ({
  ...of,
  title: `${of.title} or null`,
  type: [of.type as JsonType, 'null'],
})

const id = { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 } as const
const policies = ['throw', 'skip', 'placeholder']

const node: Record<keyof Omit<GraphNode, 'parts' | 'draws' | 'sources'>, Format> = {
  id: {
    title: 'an integer >= 0',
    description: "Number of the call; no other node has it. It keys the operator's random numbers.",
    ...id,
  },
  op: { title: 'the name of an operator', description: 'The operator, by its name in `fn`.', type: 'string' },
  name: {
    title: "a name (not starting with '__')",
    description: 'Name of the call; no other node has it. External sources are fed by it, and errors name it.',
    type: 'string',
    pattern: '^(?!__).',
  },
  device: oneOf(['cpu', 'mixed', 'gpu'], 'Where it runs.'),
  inputs: {
    title: `a list of at most ${maxInputs} { node, output }`,
    description: 'The values that it reads.',
    type: 'array',
    items: ref('value'),
    maxItems: maxInputs,
  },
  args: {
    title: 'an object',
    description:
      "Constant arguments by their names. The operator's page says what each may be; one that is left out has its default. A number that is not finite is the string 'NaN', 'Infinity' or '-Infinity'.",
    type: 'object',
  },
  argInputs: {
    title: 'an object of { node, output }',
    description: 'Arguments that differ by sample, by their names: the values that give them.',
    type: 'object',
    additionalProperties: ref('value'),
  },
  numOutputs: whole(1, maxOutputs, 'How many outputs the call has: as many as operator, arguments and inputs say.'),
  onError: oneOf(policies, 'What a bad sample does, for operators that can meet one. Absent: as the options say.'),
  seed: {
    title: 'an integer >= 0 (or -1)',
    description: "Seed of a random operator. Absent or -1: the pipeline's.",
    type: 'integer',
    minimum: -1,
  },
  bytesPerSampleHint: {
    title: 'a number of bytes, or a list of them',
    description: 'Expected bytes of one sample: of each output, or of all of them.',
    anyOf: [
      { title: 'a number of bytes, or a list of them', type: 'integer', minimum: 0 },
      {
        title: 'a number of bytes, or a list of them',
        type: 'array',
        items: { title: 'a number of bytes', type: 'integer', minimum: 0 },
        maxItems: maxOutputs,
      },
    ],
  },
  guards: {
    title: `a list of 1 to ${maxInputs} { value, want }`,
    description:
      'The branches that it stands in, the outermost first: it runs for the samples for which all hold. Absent: for all samples.',
    type: 'array',
    items: ref('guard'),
    minItems: 1,
    maxItems: maxInputs,
  },
  callSite: {
    title: 'a string',
    description:
      'file:line:column of the call, for errors. It may be empty, and nothing that is computed depends on it.',
    type: 'string',
  },
}

const output: Record<keyof GraphOutput, Format> = {
  value: ref('value'),
  name: {
    title: 'a string',
    description: 'Its name, if the definition returned an object: then each output has one of its own.',
    type: 'string',
  },
  onCpu: { title: 'true', description: 'The value lies on a GPU and is wanted in host memory.', const: true },
}

const flag: Format = { title: 'true or false', type: 'boolean' }
const bytes: Format = { title: 'a number of bytes >= 0', type: 'integer', minimum: 0 }
const depth = whole(1, ring.maxDepth)
const said = (description: string, of: Format): Format => ({ ...of, description })

/** Options of pipelines; src/definition/options.ts says what each means. */
const options = {
  batchSize: said('Samples per batch.', whole(1, 65536)),
  numThreads: said('Threads of the CPU. null: as many as the process may use.', orNull(whole(1, 1024))),
  deviceId: said(
    'Number of the GPU. null: everything runs on the CPU.',
    orNull({ title: 'the number of a GPU', ...id }),
  ),
  seed: said('Seed of all random operators. -1: a new one for each pipeline.', {
    title: 'an integer >= 0 (or -1)',
    type: 'integer',
    minimum: -1,
  }),
  prefetchQueueDepth: {
    title: depth.title!,
    description: 'Batches that may wait between two stages: for all, or for those on the CPU and on the GPU.',
    anyOf: [
      depth,
      {
        title: '{ cpu, gpu, cpuSize, gpuSize }',
        type: 'object',
        additionalProperties: false,
        properties: { cpu: depth, gpu: depth, cpuSize: depth, gpuSize: depth },
      },
      {
        title: 'two integers, for the CPU and the GPU,',
        type: 'array',
        items: depth,
        minItems: 2,
        maxItems: 2,
      },
    ],
  },
  execDynamic: said('With the next two: which executor.', orNull(flag)),
  execPipelined: said('See execDynamic.', flag),
  execAsync: said('See execDynamic.', flag),
  synchronous: said('A batch is given when its outputs on the GPU are there.', flag),
  enableConditionals: said('The definition has branches.', flag),
  bytesPerSample: said('Expected bytes per sample of values without a hint of their own.', bytes),
  setAffinity: said('Threads are pinned to cores.', flag),
  enableMemoryStats: said('Memory is told when the pipeline closes.', flag),
  enableCheckpointing: said('Without effect.', flag),
  checkpoint: said('Where the pipeline begins.', { title: 'a string from checkpoint()', type: 'string' }),
  memoryBudget: {
    title: '{ host, pinned, device }',
    description: 'Most bytes of each kind of memory.',
    type: 'object',
    additionalProperties: false,
    properties: { host: bytes, pinned: bytes, device: bytes },
  },
  onError: oneOf(policies, 'What a bad sample does, for operators that do not say it.'),
  watchdog: said('Seconds without progress after which a run fails.', {
    title: 'a number of seconds >= 0',
    type: 'number',
    minimum: 0,
    maximum: 1e9,
  }),
} satisfies Record<string, Format>

const $defs = {
  graph: fields('a graph, { nodes, outputs }', 'The operator calls, and what they give.', {
    nodes: {
      title: `a list of 1 to ${maxNodes} nodes`,
      description: 'The calls, each behind those whose values it reads.',
      type: 'array',
      items: ref('node'),
      minItems: 1,
      maxItems: maxNodes,
    },
    outputs: {
      title: `a list of 1 to ${maxOutputs} outputs`,
      description: 'What a batch holds, in this order.',
      type: 'array',
      items: ref('output'),
      minItems: 1,
      maxItems: maxOutputs,
    },
  }),
  node: fields('a node', 'One call of an operator.', node, ['onError', 'seed', 'bytesPerSampleHint', 'guards']),
  value: fields('{ node, output }', 'A value: an output of a node.', {
    node: { title: 'the id of a node', description: "The node's id.", ...id },
    output: {
      title: 'the number of an output',
      description: 'Which of its outputs, from 0.',
      type: 'integer',
      minimum: 0,
      maximum: maxOutputs - 1,
    },
  }),
  guard: fields('{ value, want }', 'The condition of a branch.', {
    value: ref('value'),
    want: {
      title: 'the number of a branch',
      description: 'What the value, one number per sample, must be. True counts as 1.',
      type: 'integer',
      minimum: 0,
      maximum: maxInputs,
    },
  }),
  output: fields('an output, { value, name }', 'One output of the pipeline.', output, ['name', 'onCpu']),
  options: fields(
    'an object of options',
    'Options of the pipeline. The reader may give others in their place.',
    options,
    Object.keys(options),
  ),
}

/** The schema of a whole text. */
export const graphFormat = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `urn:penstock:graph:${formatVersion}`,
  ...fields(
    'a text of serialize()',
    `A pipeline: its definition and its options. Lists and objects are nested at most ${maxNesting} deep, and integers are within 2^53.`,
    {
      penstock: { title: `version ${formatVersion}`, description: 'Version of the format.', const: formatVersion },
      graph: ref('graph'),
      options: ref('options'),
      python: {
        title: 'an object',
        description:
          'What `penstock.dali` alone knows of, such as wanted dtypes of outputs. Other readers pass over it.',
        type: 'object',
      },
    },
    ['options', 'python'],
  ),
  $defs,
}
