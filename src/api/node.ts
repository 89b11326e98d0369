// DataNode, the value that fn.* functions return, and the context that records them while a definition runs. One
// definition runs at a time in a thread; nested ones stack.
import { fileURLToPath } from 'node:url'
import { PipelineError } from '../errors.js'
import type { Trace } from '../graph/build.js'
import { checkNode, commonArgs } from '../graph/check.js'
import { argError, countOutputs, schemaOf, schemas } from '../graph/schema.js'
import { shown } from '../graph/suggest.js'
import type { Device, GraphNode, GraphOutput, Json, OnError, ValueRef } from '../graph/types.js'
import { resolveShard } from '../readers/launcher.js'

/** A value of the graph: one output of one operator call. It holds no data; that comes from `run()`. */
export class DataNode {
  constructor(
    /** Id of the operator call. */
    readonly node: number,
    /** Which of its outputs. */
    readonly output: number,
    /** The definition it belongs to. */
    readonly context: BuildContext,
  ) {}

  get ref(): ValueRef {
    return { node: this.node, output: this.output }
  }

  toString(): string {
    const { op, numOutputs } = this.context.nodes[this.node]!
    return `DataNode(${op}${numOutputs > 1 ? `[${this.output}]` : ''})`
  }

  /** Arithmetic and comparisons would work on the placeholder, not on the data. */
  [Symbol.toPrimitive](hint: string): string {
    if (hint === 'string') return this.toString()
    throw new PipelineError({
      code: 'INVALID_ARGUMENT',
      message: `Expected a number but received ${this}, which has no value while the pipeline is being defined`,
      hint: 'Use math.* or fn.* to compute with it',
      callSite: callSite(),
    })
  }
}

/** What one run of a definition records. */
export class BuildContext implements Trace {
  readonly nodes: GraphNode[] = []
  outputs: GraphOutput[] = []
  /** What JSON cannot hold: the sources of externalSource nodes, by node id. */
  readonly sources = new Map<number, unknown>()
}

let current: BuildContext | undefined

/** Runs `body` while fn.* calls record into `context`. */
export function within<T>(context: BuildContext, body: () => T): T {
  const outer = current
  current = context
  try {
    return body()
  } finally {
    current = outer
  }
}

const ownFolder = fileURLToPath(new URL('..', import.meta.url))

/** file:line:column of the first stack frame outside the package; of `below`'s caller when all are inside. */
export function callSite(below?: (...args: never[]) => unknown): string {
  const holder: { stack?: string } = {}
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 12
  Error.captureStackTrace(holder, below)
  Error.stackTraceLimit = limit
  const frames = (holder.stack ?? '').split('\n').slice(1).map(place)
  return frames.find((frame) => frame && !frame.startsWith(ownFolder)) ?? frames.find(Boolean) ?? ''
}

// `    at name (file:///a/b.ts:1:2)` or `    at /a/b.ts:1:2`; nothing for `node:internal` and native frames.
function place(frame: string): string | undefined {
  const at = /(?:\(|at (?:async )?)((?:file:\/\/)?[^()]*:\d+:\d+)\)?$/.exec(frame)?.[1]
  if (!at || at.startsWith('node:')) return undefined
  if (!at.startsWith('file://')) return at
  const [, url, position] = /^(.*?)((?::\d+){2})$/.exec(at)!
  return fileURLToPath(url!) + position
}

/** The context of the running definition, or an error that says where fn.* belongs. */
export function currentContext(op: string, site: string): BuildContext {
  if (current) return current
  throw argError(
    { op, callSite: site },
    'Expected to be called while a pipeline is being defined',
    'Call fn.* inside the function given to pipelineDef; for single operators on data use penstock/dynamic',
  )
}

/** An object literal, as opposed to an instance of a class. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const proto: unknown = Object.getPrototypeOf(value)
  return proto === Object.prototype || proto === null
}

/** Adds a call of `op` to the running definition: inputs first, then at most one object of arguments. */
export function call(op: string, given: readonly unknown[], site: string): DataNode[] {
  const context = currentContext(op, site)
  const at = { op, callSite: site }
  const info = schemaOf(at, schemas)
  const inputs = given.length && !(given.at(-1) instanceof DataNode) ? given.slice(0, -1) : given
  const last = given.length > inputs.length ? given.at(-1) : undefined
  if (last !== undefined && !isPlain(last)) {
    const port = info.inputs[inputs.length]?.name
    throw argError(
      at,
      `Expected a DataNode${port ? ` for ${port}` : ''} or an object of arguments but received ${shown(last)}`,
    )
  }
  const ref = (value: unknown, what: string): ValueRef => {
    if (!(value instanceof DataNode)) throw argError(at, `Expected a DataNode for ${what} but received ${shown(value)}`)
    if (value.context === context) return value.ref
    throw argError(
      at,
      `Expected a DataNode of this pipeline for ${what} but received one of another`,
      'Make it in the same definition',
    )
  }
  const inputRefs = inputs.map((value, i) => ref(value, info.inputs[i]?.name ?? `input ${i}`))
  const args: Record<string, Json> = {}
  const argInputs: Record<string, ValueRef> = {}
  const own = { ...last }
  for (const name of [...commonArgs, ...(info.random ? ['seed'] : []), ...(info.onError ? ['onError'] : [])])
    delete own[name]
  for (const [name, value] of Object.entries(own)) {
    if (value instanceof DataNode) argInputs[name] = ref(value, name)
    else if (value !== undefined && value !== null) args[name] = value as Json
  }
  const common = checkCommon(at, last ?? {}, context, inputRefs)
  const checked = checkNode(
    {
      id: context.nodes.length,
      ...at,
      ...common,
      inputs: inputRefs,
      args,
      argInputs,
      numOutputs: countOutputs(info, args),
    },
    schemas,
  )
  // The graph says which shard it reads: a copy of it elsewhere reads the same.
  const node = op === 'readers.file' ? { ...checked, args: resolveShard(checked.args) } : checked
  context.nodes.push(node)
  return Array.from({ length: node.numOutputs }, (_, i) => new DataNode(node.id, i, context))
}

type Common = Pick<GraphNode, 'name' | 'device' | 'onError' | 'seed'>

function checkCommon(
  at: { op: string; callSite: string },
  a: Record<string, unknown>,
  context: BuildContext,
  inputs: ValueRef[],
): Common {
  const need = (ok: boolean, name: string, expected: string) => {
    if (ok) return
    throw argError(at, `Expected ${expected} for ${name} but received ${shown(a[name])}`)
  }
  const absent = (name: string) => a[name] === undefined || a[name] === null
  need(
    absent('name') || (typeof a.name === 'string' && /^(?!__)./.test(a.name)),
    'name',
    "a name (not starting with '__')",
  )
  const twin = absent('name') ? undefined : context.nodes.find((node) => node.name === a.name)
  if (twin)
    throw argError(
      at,
      `Expected a name that no other operator has but received ${shown(a.name)}, which is at ${twin.callSite}`,
    )
  const sizes = [a.bytesPerSampleHint].flat()
  need(
    absent('bytesPerSampleHint') || sizes.every((v) => Number.isSafeInteger(v) && (v as number) >= 0),
    'bytesPerSampleHint',
    'a number of bytes',
  )
  need(absent('preserve') || typeof a.preserve === 'boolean', 'preserve', 'true or false')
  const info = schemaOf(at, schemas)
  const takes = (name: 'seed' | 'onError') => (name === 'seed' ? info.random : info.onError) && !absent(name)
  if (takes('seed')) need(Number.isSafeInteger(a.seed) && (a.seed as number) >= -1, 'seed', 'an integer >= 0 (or -1)')
  if (takes('onError')) {
    need(
      ['throw', 'skip', 'placeholder'].includes(a.onError as string),
      'onError',
      "one of 'throw', 'skip', 'placeholder'",
    )
  }
  // As in DALI, an operator on GPU data runs on the GPU unless told otherwise.
  const onGpu = inputs.some(({ node }) => context.nodes[node]!.device !== 'cpu')
  return {
    name: (a.name as string | undefined) ?? '',
    device: absent('device') ? (onGpu ? 'gpu' : 'cpu') : (a.device as Device),
    ...(takes('onError') && { onError: a.onError as OnError }),
    ...(takes('seed') && a.seed !== -1 && { seed: a.seed as number }),
  }
}
