// Records operator calls while a definition runs: call() checks one and adds it to the definition's context. A definition
// that runs inside another one records into a context of its own.

import { shown } from '../errors/words.js'
import type { Recording } from '../graph/build.js'
import { checkNode, commonArgs } from '../graph/check.js'
import { checkPlaces, onGpu } from '../graph/devices.js'
import { argError, countOutputs, eachType, outputPorts, type PortInfo, schemaOf, schemas } from '../graph/schema.js'
import type { Device, GraphNode, GraphOutput, Json, OnError, ValueRef } from '../graph/types.js'
import { resolveShard } from '../readers/launcher.js'
import { DataNode, type Definition, type Recorders } from './node.js'
import { Scopes } from './scope.js'

/** Marks the values of penstock-data/dynamic: they are data and no DataNodes. */
export const holds = Symbol('holds a value')

/** Records one run of a definition. */
export class BuildContext implements Recording, Definition {
  readonly nodes: GraphNode[] = []
  outputs: GraphOutput[] = []
  /** The users' sources of externalSource nodes, by node id; they are code, which JSON cannot hold. */
  readonly sources = new Map<number, unknown>()
  readonly scopes = new Scopes()

  /** `conditionals`: whether cond() and oneOf() may be called. */
  constructor(
    readonly recorders: Recorders,
    readonly conditionals: boolean,
  ) {}

  /** Checks the node, appends it in the branch that is being recorded, and returns its outputs. */
  add(node: Omit<GraphNode, 'id' | 'guards'>): DataNode[] {
    const id = this.nodes.length
    const guards = this.scopes.current?.guards
    const given: GraphNode = { id, ...node, ...(guards && { guards: [...guards] }) }
    const checked = checkNode(given, schemas)
    checkPlaces(checked, { get: (node) => this.nodes[node] }, schemas)
    // 'auto' is replaced by the shard's numbers, so that a copy of the graph in another process reads the same shard.
    this.nodes.push({ ...checked, args: resolveShard(checked.op, checked.args) })
    this.scopes.note(id)
    return Array.from({ length: node.numOutputs }, (_, output) => new DataNode(id, output, this))
  }

  /** Throws INVALID_ARGUMENT if the value is all that a call returned, where one of its outputs is wanted. */
  refuseOutputs(value: unknown, at: Pick<GraphNode, 'op' | 'callSite'>): void {
    const first = ofOneCall(value)
    const from = first?.context === this ? this.nodes[first.node] : undefined
    if (!from) return
    const { names, record } = outputNames(from)
    // An object of arguments may well have nodes of one call.
    if (!Array.isArray(value) && !(record && Object.keys(value as object).every((name) => names.includes(name)))) return
    const count = `${names.length} output${names.length === 1 ? '' : 's'}`
    const list = names.join(', ')
    throw argError(
      at,
      `Expected a DataNode but received all outputs of ${from.op}, which was called at ${from.callSite}`,
      `It gives ${count}: write const ${record ? `{ ${list} }` : `[${list}]`} = fn.${from.op}(...)`,
    )
  }

  /**
   * Throws INVALID_ARGUMENT if `value`, given for `what`, belongs to another pipeline, or was made in a branch that is
   * over.
   */
  check(value: DataNode, at: Pick<GraphNode, 'op' | 'callSite'>, what: string): void {
    if (value.context !== this) {
      throw argError(
        at,
        `Expected a DataNode of this pipeline for ${what} but received one of another`,
        'Make it in the same definition',
      )
    }
    const branch = this.scopes.closed(value.node)
    if (!branch) return
    const { op, callSite } = this.nodes[value.node]!
    throw argError(
      at,
      `Expected a DataNode that has a value here for ${what} but received that of ${op} at ${callSite}, inside a branch of ${branch.op}() at ${branch.site}`,
      `Return it from the branch: ${branch.op}() gives what the chosen branch returned`,
    )
  }
}

let current: BuildContext | undefined

/** The nodes in a list or an object, if they are all of one call. */
function ofOneCall(value: unknown): DataNode | undefined {
  const items: unknown[] = Array.isArray(value) ? value : isPlain(value) ? Object.values(value) : []
  const [first] = items
  const alike = items.every((one) => one instanceof DataNode && first instanceof DataNode && one.node === first.node)
  return alike && items.length > (Array.isArray(value) ? 0 : 1) ? (first as DataNode) : undefined
}

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

/** The names of a node's outputs, as a call may take them apart. */
function outputNames({ op, args, inputs }: GraphNode): { names: readonly string[]; record: boolean } {
  const info = schemas[op]!
  const [first] = info.outputs
  if (first && eachType(info, first) === 'record')
    return { names: Object.keys(args[first.each!] as object), record: true }
  const ports = outputPorts(info, args, inputs.length).map(({ name }, i, all) =>
    all.filter((port) => port.name === name).length > 1 ? `${name}${i}` : name,
  )
  return { names: ports, record: false }
}

/** The context of the running definition. Throws INVALID_ARGUMENT if none runs. */
export function currentContext(op: string, site: string): BuildContext {
  if (current) return current
  throw argError(
    { op, callSite: site },
    'Expected to be called while a pipeline is being defined',
    'Call fn.* inside the function given to pipelineDef; for single operators on data use penstock-data/dynamic',
  )
}

/** Whether a value is an object literal, of any realm, and not an instance of a class. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const proto: unknown = Object.getPrototypeOf(value)
  return proto === null || Object.getPrototypeOf(proto) === null
}

function refuseData(at: { op: string; callSite: string }, value: unknown): void {
  const found = [value, ...(isPlain(value) ? Object.values(value) : [])].find(
    (x) => typeof x === 'object' && x !== null && holds in x,
  )
  if (found === undefined) return
  throw argError(
    at,
    `Expected a DataNode but received ${shown(found)} of penstock-data/dynamic`,
    `fn.* makes a graph; on data call nd.${at.op}()`,
  )
}

/** Adds a call of `op` to the running definition. `given`: the inputs, then at most one object of arguments. */
export function call(op: string, given: readonly unknown[], site: string): DataNode[] {
  const at = { op, callSite: site }
  for (const value of given) refuseData(at, value)
  const context = currentContext(op, site)
  const info = schemaOf(at, schemas)
  if (info.kind === 'source' && context.scopes.current) {
    throw argError(
      at,
      'Expected to be called outside of branches but was called inside one',
      'A source brings all samples: make it before cond() or oneOf(), and use it inside',
    )
  }
  const constants: Record<string, Json> = {}
  const nodes = given.filter((value, i) => !takeConstant(info.inputs[i], value, constants))
  const inputs = nodes.length && !(nodes.at(-1) instanceof DataNode) ? nodes.slice(0, -1) : nodes
  const last = nodes.length > inputs.length ? nodes.at(-1) : undefined
  for (const value of given) context.refuseOutputs(value, at)
  if (last !== undefined && !isPlain(last)) {
    const port = info.inputs[inputs.length]?.name
    throw argError(
      at,
      `Expected a DataNode${port ? ` for ${port}` : ''} or an object of arguments but received ${shown(last)}`,
    )
  }
  const ref = (value: unknown, what: string): ValueRef => {
    if (!(value instanceof DataNode)) throw argError(at, `Expected a DataNode for ${what} but received ${shown(value)}`)
    context.check(value, at, what)
    return value.ref
  }
  const inputRefs = inputs.map((value, i) => ref(value, info.inputs[i]?.name ?? `input ${i}`))
  const args: Record<string, Json> = {}
  const argInputs: Record<string, ValueRef> = {}
  const own = { ...last, ...constants }
  for (const name of [...commonArgs, ...(info.random ? ['seed'] : []), ...(info.onError ? ['onError'] : [])])
    delete own[name]
  for (const [name, value] of Object.entries(own)) {
    context.refuseOutputs(value, at)
    if (value instanceof DataNode) argInputs[name] = ref(value, name)
    else if (value !== undefined && value !== null) args[name] = value as Json
  }
  const numOutputs = countOutputs(info, args, inputRefs.length)
  const common = checkCommon(at, last ?? {}, context, inputRefs)
  checkHint(at, common.bytesPerSampleHint, numOutputs)
  return context.add({ ...at, ...common, inputs: inputRefs, args, argInputs, numOutputs })
}

/** Turns a number, or a list of numbers, that stands in place of an input into an argument, if the input allows it. */
function takeConstant(port: PortInfo | undefined, value: unknown, into: Record<string, Json>): boolean {
  if (!port?.constant || (typeof value !== 'number' && !Array.isArray(value) && !ArrayBuffer.isView(value)))
    return false
  into[typeof value === 'number' ? port.constant.number : port.constant.list] = value as Json
  return true
}

/** A list of sizes has one for all outputs, or one for each. */
function checkHint(at: { op: string; callSite: string }, hint: GraphNode['bytesPerSampleHint'], outputs: number): void {
  if (!Array.isArray(hint) || hint.length === 1 || hint.length === outputs) return
  const wanted = outputs === 1 ? '1 number' : `1 or ${outputs} numbers`
  throw argError(at, `Expected ${wanted} for bytesPerSampleHint (one per output) but received ${hint.length}`)
}

type Common = Pick<GraphNode, 'name' | 'device' | 'onError' | 'seed' | 'bytesPerSampleHint'>

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
    'a number of bytes, or a list of them, one per output',
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
  // By default an operator runs on the GPU if one of its inputs is there.
  const away = inputs.some(({ node }) => onGpu(context.nodes[node]!))
  return {
    name: (a.name as string | undefined) ?? '',
    ...(!absent('bytesPerSampleHint') && { bytesPerSampleHint: a.bytesPerSampleHint as number | number[] }),
    device: absent('device') ? (away && info.devices.includes('gpu') ? 'gpu' : 'cpu') : (a.device as Device),
    ...(takes('onError') && { onError: a.onError as OnError }),
    ...(takes('seed') && a.seed !== -1 && { seed: a.seed as number }),
  }
}
