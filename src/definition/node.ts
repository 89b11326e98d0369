// DataNode, the value that fn.* functions return, and the context that records operator calls while a definition runs.
// A definition that runs inside another one records into a context of its own.

import { callSite } from '../errors/call-site.js'
import { invalidArgument } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { DType } from '../generated/abi.js'
import type { Recording } from '../graph/build.js'
import { checkNode, commonArgs } from '../graph/check.js'
import { checkPlaces, copyOp, onGpu } from '../graph/devices.js'
import { argError, countOutputs, type PortInfo, schemaOf, schemas } from '../graph/schema.js'
import type { Device, GraphNode, GraphOutput, Json, OnError, ValueRef } from '../graph/types.js'
import { resolveShard } from '../readers/launcher.js'
import type { MathConstant } from './math-table.js'
import { Scopes } from './scope.js'

/**
 * What slice() takes of one axis: all of it (undefined), one index, which removes the axis (a number, or for the first
 * axis a DataNode with an index per sample), or a range [start, end].
 */
export type NodeRange = undefined | number | DataNode | readonly [start?: number | undefined, end?: number | undefined]

/** What methods of nodes record. math-call.ts and subscript.ts, which need this file, set these when they are loaded. */
export const methods = {} as {
  compute(operation: string, names: readonly string[], given: unknown[], site: string): DataNode
  takePart(node: DataNode, ranges: readonly NodeRange[], method: string, site: string): DataNode
}

/** An operand of a node's arithmetic: a node or a scalar constant. */
export type NodeOperand = DataNode | MathConstant | number | boolean

export { callSite }

declare const known: unique symbol

/**
 * A value of the graph: one output of one operator call in a definition. It stands for data that exists only when the
 * pipeline runs. `D` is the dtype of the data and `Names` the names of the inputs that must be fed for it, if the
 * compiler knows them.
 */
export class DataNode<out D extends DType = DType, out Names extends string = string> {
  declare readonly [known]: { dtype: D; names: Names }

  /** Id of the operator call. */
  readonly node: number
  /** Index of the output of that call. */
  readonly output: number
  /**
   * The definition that the node belongs to.
   * @internal
   */
  readonly context: BuildContext

  /** @internal */
  constructor(node: number, output: number, context: BuildContext) {
    this.node = node
    this.output = output
    this.context = context
  }

  /** The node's place in the graph, as the graph's JSON holds it. */
  get ref(): ValueRef {
    return { node: this.node, output: this.output }
  }

  /** The memory that the value will lie in: outputs of 'mixed' and 'gpu' operators are on the GPU. */
  get device(): 'cpu' | 'gpu' {
    return onGpu(this.context.nodes[this.node]!) ? 'gpu' : 'cpu'
  }

  /**
   * The value in GPU memory; this node itself if it is there already. It is only needed for outputs of the pipeline,
   * because operators on the GPU also take values on the CPU. It has no effect in a pipeline with deviceId: null.
   * Errors: INVALID_ARGUMENT outside of the definition.
   */
  gpu(): this {
    return this.on('gpu', callSite(this.gpu))
  }

  /**
   * The value in host memory; this node itself if it is there already. A value on the GPU needs it before an operator
   * on the CPU, before it is given as an argument, and as an output of the pipeline that is wanted in host memory.
   * Errors: INVALID_ARGUMENT outside of the definition.
   */
  cpu(): this {
    return this.on('cpu', callSite(this.cpu))
  }

  /**
   * The part of each sample at one place of the first axis, which is removed: a number, where a negative one counts from
   * the end, or a DataNode with one whole number per sample. No bytes are copied. Errors: INVALID_ARGUMENT;
   * INVALID_INPUT when the pipeline runs, for a place that a sample does not have.
   */
  at(index: number | DataNode): DataNode<D> {
    return methods.takePart(this, [index], 'at', callSite(this.at)) as DataNode<D>
  }

  /**
   * A part of each sample: for each axis from the first on, one index, which removes the axis, a range [start, end],
   * whose ends may be left out, or undefined for all of it. Negative places count from the end; ranges are cut off at
   * the ends of the axis. `images.slice([[0, 100], undefined, 0])` is one channel of the first 100 rows. Errors as for
   * at().
   */
  slice(ranges: readonly NodeRange[]): DataNode<D> {
    return methods.takePart(this, ranges, 'slice', callSite(this.slice)) as DataNode<D>
  }

  /** this + b, as math.add(this, b) computes it; errors as there. */
  add(b: NodeOperand): DataNode {
    return methods.compute('add', ['a', 'b'], [this, b], callSite(this.add))
  }

  /** this - b: math.sub(). */
  sub(b: NodeOperand): DataNode {
    return methods.compute('sub', ['a', 'b'], [this, b], callSite(this.sub))
  }

  /** this * b: math.mul(). */
  mul(b: NodeOperand): DataNode {
    return methods.compute('mul', ['a', 'b'], [this, b], callSite(this.mul))
  }

  /** this / b, in floats: math.div(). */
  div(b: NodeOperand): DataNode {
    return methods.compute('div', ['a', 'b'], [this, b], callSite(this.div))
  }

  /** The quotient of integers rounded towards zero: math.floorDiv(). */
  floorDiv(b: NodeOperand): DataNode {
    return methods.compute('floorDiv', ['a', 'b'], [this, b], callSite(this.floorDiv))
  }

  /** The remainder, with the sign of this: math.mod(). */
  mod(b: NodeOperand): DataNode {
    return methods.compute('mod', ['a', 'b'], [this, b], callSite(this.mod))
  }

  /** This == b, as bool: math.eq(). */
  eq(b: NodeOperand): DataNode {
    return methods.compute('eq', ['a', 'b'], [this, b], callSite(this.eq))
  }

  /** This != b, as bool: math.ne(). */
  ne(b: NodeOperand): DataNode {
    return methods.compute('ne', ['a', 'b'], [this, b], callSite(this.ne))
  }

  /** This < b, as bool: math.lt(). */
  lt(b: NodeOperand): DataNode {
    return methods.compute('lt', ['a', 'b'], [this, b], callSite(this.lt))
  }

  /** This <= b, as bool: math.le(). */
  le(b: NodeOperand): DataNode {
    return methods.compute('le', ['a', 'b'], [this, b], callSite(this.le))
  }

  /** This > b, as bool: math.gt(). */
  gt(b: NodeOperand): DataNode {
    return methods.compute('gt', ['a', 'b'], [this, b], callSite(this.gt))
  }

  /** This >= b, as bool: math.ge(). */
  ge(b: NodeOperand): DataNode {
    return methods.compute('ge', ['a', 'b'], [this, b], callSite(this.ge))
  }

  /** The smaller of both: math.min(). */
  min(b: NodeOperand): DataNode {
    return methods.compute('min', ['a', 'b'], [this, b], callSite(this.min))
  }

  /** The greater of both: math.max(). */
  max(b: NodeOperand): DataNode {
    return methods.compute('max', ['a', 'b'], [this, b], callSite(this.max))
  }

  /** This to the power of the exponent: math.pow(). */
  pow(exponent: NodeOperand): DataNode {
    return methods.compute('pow', ['base', 'exponent'], [this, exponent], callSite(this.pow))
  }

  /** Absolute value: math.abs(). */
  abs(): DataNode {
    return methods.compute('abs', ['a'], [this], callSite(this.abs))
  }

  /** -this: math.neg(). */
  neg(): DataNode {
    return methods.compute('neg', ['a'], [this], callSite(this.neg))
  }

  private on(device: 'cpu' | 'gpu', site: string): this {
    return this.device === device ? this : (call(copyOp, [this, { device }], site)[0] as this)
  }

  toString(): string {
    const { op, numOutputs } = this.context.nodes[this.node]!
    return `DataNode(${op}${numOutputs > 1 ? `[${this.output}]` : ''})`
  }

  /** Throws INVALID_ARGUMENT where JavaScript wants a number: it would compute with the node and not with its data. */
  [Symbol.toPrimitive](hint: string): string {
    if (hint === 'string') return this.toString()
    throw invalidArgument(
      `Expected a number but received ${this}, which has no value while the pipeline is being defined`,
      {
        hint: 'Use math.* or fn.* to compute with it, and cond() to choose by it, sample by sample',
        callSite: callSite(),
      },
    )
  }
}

/** Records one run of a definition. */
export class BuildContext implements Recording {
  readonly nodes: GraphNode[] = []
  outputs: GraphOutput[] = []
  /** The users' sources of externalSource nodes, by node id; they are code, which JSON cannot hold. */
  readonly sources = new Map<number, unknown>()
  readonly scopes = new Scopes()

  /** `conditionals`: whether cond() and oneOf() may be called. */
  constructor(readonly conditionals = false) {}

  /** Checks the node, appends it in the branch that is being recorded, and returns its outputs. */
  add(node: Omit<GraphNode, 'id' | 'guards'>): DataNode[] {
    const id = this.nodes.length
    const guards = this.scopes.current?.guards
    const given: GraphNode = { id, ...node, ...(guards && { guards: [...guards] }) }
    const checked = checkNode(given, schemas)
    checkPlaces(checked, { get: (node) => this.nodes[node] }, schemas)
    // 'auto' is replaced by the shard's numbers, so that a copy of the graph in another process reads the same shard.
    const { reader } = schemaOf(checked, schemas)
    this.nodes.push(reader ? { ...checked, args: resolveShard(checked.op, checked.args) } : checked)
    this.scopes.note(id)
    return Array.from({ length: node.numOutputs }, (_, output) => new DataNode(id, output, this))
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

/**
 * Recognises the values of penstock-data/dynamic, which sets `has` when it is loaded: they are data and no DataNodes.
 */
export const imperative = { has: (_value: unknown): boolean => false }

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

/** The context of the running definition. Throws INVALID_ARGUMENT if none runs. */
export function currentContext(op: string, site: string): BuildContext {
  if (current) return current
  throw argError(
    { op, callSite: site },
    'Expected to be called while a pipeline is being defined',
    'Call fn.* inside the function given to pipelineDef; for single operators on data use penstock-data/dynamic',
  )
}

/** Whether a value is an object literal, and not an instance of a class. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const proto: unknown = Object.getPrototypeOf(value)
  return proto === Object.prototype || proto === null
}

function refuseData(at: { op: string; callSite: string }, value: unknown): void {
  const found = [value, ...(isPlain(value) ? Object.values(value) : [])].find((x) => imperative.has(x))
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
    if (value instanceof DataNode) argInputs[name] = ref(value, name)
    else if (value !== undefined && value !== null) args[name] = value as Json
  }
  const common = checkCommon(at, last ?? {}, context, inputRefs)
  return context.add({
    ...at,
    ...common,
    inputs: inputRefs,
    args,
    argInputs,
    numOutputs: countOutputs(info, args, inputRefs.length),
  })
}

/** Turns a number, or a list of numbers, that stands in place of an input into an argument, if the input allows it. */
function takeConstant(port: PortInfo | undefined, value: unknown, into: Record<string, Json>): boolean {
  if (!port?.constant || (typeof value !== 'number' && !Array.isArray(value) && !ArrayBuffer.isView(value)))
    return false
  into[typeof value === 'number' ? port.constant.number : port.constant.list] = value as Json
  return true
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
