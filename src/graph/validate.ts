// Checks a graph that comes as text, before any pass sees it: its structure, the types of all fields, and what nodes
// say of each other. A recorded definition is right in these points by construction. check.ts checks the arguments of
// every graph.

import { shown } from '../errors/words.js'
import type { PipelineError } from '../errors.js'
import { maxOutputs } from '../generated/limits.js'
import { countOutputs, type OpInfo, type Schemas } from './schema.js'
import type { Graph, GraphNode, GraphOutput, Guard, ValueRef } from './types.js'

/** Makes the error for something that is wrong. */
export type GraphFault = (message: string, hint?: string) => PipelineError

/** Nodes key the random numbers of their operators by 16 bits and more; no definition comes near. */
const maxNodes = 100_000
/** Internal operators that a definition records: by cond() and oneOf(), math and slices. */
const recorded = new Set(['cond', 'merge', 'math', 'subscript', 'subscriptCopy'])

const isObject = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)
const whole = (v: unknown): v is number => Number.isSafeInteger(v) && (v as number) >= 0

interface Field {
  expected: string
  ok: (value: unknown) => boolean
  optional?: true
}
type Fields = Readonly<Record<string, Field>>

const ref: Fields = {
  node: { expected: 'the id of a node', ok: whole },
  output: { expected: 'the number of an output', ok: whole },
}
const ofFields = (value: unknown, fields: Fields) => wrongField(value, fields) === undefined
const isRef = (value: unknown): value is ValueRef => ofFields(value, ref)
const isGuard = (value: unknown) =>
  ofFields(value, { value: { expected: '', ok: isRef }, want: { expected: '', ok: whole } })
const refText = '{ node, output }'

const nodeFields: Fields = {
  id: { expected: 'an integer >= 0', ok: (v) => whole(v) && v < 2 ** 31 },
  op: { expected: 'the name of an operator', ok: (v) => typeof v === 'string' },
  name: { expected: "a name (not starting with '__')", ok: (v) => typeof v === 'string' && /^(?!__)./.test(v) },
  device: { expected: "one of 'cpu', 'mixed', 'gpu'", ok: (v) => ['cpu', 'mixed', 'gpu'].includes(v as string) },
  inputs: { expected: `a list of ${refText}`, ok: (v) => Array.isArray(v) && v.every(isRef) },
  args: { expected: 'an object', ok: isObject },
  argInputs: { expected: `an object of ${refText}`, ok: (v) => isObject(v) && Object.values(v).every(isRef) },
  numOutputs: { expected: `an integer from 1 to ${maxOutputs}`, ok: (v) => whole(v) && v > 0 && v <= maxOutputs },
  callSite: { expected: 'a string', ok: (v) => typeof v === 'string' },
  onError: {
    expected: "one of 'throw', 'skip', 'placeholder'",
    ok: (v) => ['throw', 'skip', 'placeholder'].includes(v as string),
    optional: true,
  },
  seed: { expected: 'an integer >= 0', ok: whole, optional: true },
  bytesPerSampleHint: {
    expected: 'a number of bytes, or a list of them',
    ok: (v) => whole(v) || (Array.isArray(v) && v.every(whole)),
    optional: true,
  },
  guards: {
    expected: `a list of { value: ${refText}, want }`,
    ok: (v) => Array.isArray(v) && v.length > 0 && v.every(isGuard),
    optional: true,
  },
}
const outputFields: Fields = {
  name: { expected: 'a string', ok: (v) => typeof v === 'string', optional: true },
  value: { expected: refText, ok: isRef },
  onCpu: { expected: 'true', ok: (v) => v === true, optional: true },
}

/** Says in words what is wrong with the fields of an object; undefined if nothing is. */
function wrongField(value: unknown, fields: Fields): string | undefined {
  if (!isObject(value)) return `Expected an object but received ${shown(value)}`
  for (const [name, { expected, ok, optional }] of Object.entries(fields)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined
    if (given === undefined ? !optional : !ok(given))
      return `Expected ${expected} for ${name} but received ${shown(given)}`
  }
  const odd = Object.keys(value).find((name) => !Object.hasOwn(fields, name))
  return odd === undefined ? undefined : `Expected ${Object.keys(fields).join(', ')} but received ${shown(odd)}`
}

/** Numbers of functions that a text may name. */
export type Functions = ReadonlySet<number>

/**
 * The graph, which is then known to be one. Throws what `fault` makes; its message names the node and the field. `functions`: the
 * reader is a host, which calls these for the process that it works for.
 */
export function validGraph(value: unknown, schemas: Schemas, fault: GraphFault, functions?: Functions): Graph {
  const wrong = wrongField(value, {
    nodes: { expected: `a list of 1 to ${maxNodes} nodes`, ok: (v) => isList(v, maxNodes) },
    outputs: { expected: 'a list of outputs', ok: (v) => isList(v, Number.POSITIVE_INFINITY) },
  })
  if (wrong) throw fault(`${wrong} of the graph`)
  const graph = value as Graph
  const seen = new Map<number, GraphNode>()
  const names = new Set<string>()
  for (const [i, node] of graph.nodes.entries()) {
    const fails = (text: string, hint?: string) => fault(`${text} of ${titleOf(node, i)}`, hint)
    const odd = wrongField(node, nodeFields)
    if (odd) throw fails(odd)
    if (seen.has(node.id)) throw fails(`Expected an id that no other node has but received ${node.id} for id`)
    if (names.has(node.name))
      throw fails(`Expected a name that no other node has but received ${shown(node.name)} for name`)
    checkOperator(node, schemas, fails, functions)
    checkReferences(node, seen, fails)
    seen.set(node.id, node)
    names.add(node.name)
  }
  checkGraphOutputs(graph.outputs, seen, fault)
  return graph
}

const isList = (value: unknown, max: number) => Array.isArray(value) && value.length > 0 && value.length <= max

/** As errors name a node: its place, and its name if it has one. */
function titleOf(node: unknown, i: number): string {
  const { name, op } = isObject(node) ? node : {}
  const own = [name, op].filter((text) => typeof text === 'string' && text)
  return `node ${i}${own.length ? ` (${own.map(shown).join(', ')})` : ''}`
}

type Fails = (text: string, hint?: string) => PipelineError

function checkOperator(node: GraphNode, schemas: Schemas, fails: Fails, functions: Functions | undefined): void {
  const info = Object.hasOwn(schemas, node.op) ? schemas[node.op]! : undefined
  const calls = functions !== undefined && node.op === 'pythonFunction'
  if (calls && !functions.has(node.args.id as number)) {
    throw fails(`Expected the number of a function that was given but received ${shown(node.args.id)} for args.id`)
  }
  if (!info || (info.internal && !calls && !recorded.has(node.op))) {
    throw fails(`Expected the name of an operator of this build but received ${shown(node.op)} for op`)
  }
  if (node.onError !== undefined && !info.onError)
    throw fails(`Expected no onError but received ${shown(node.onError)}`)
  if (node.seed !== undefined && !info.random) throw fails(`Expected no seed but received ${node.seed}`)
  if (info.kind === 'source' && node.guards) throw fails('Expected a source outside of branches but received guards')
  const stray = Object.keys(node.argInputs).find(
    (name) => !info.args[name]?.perSample || !Object.hasOwn(info.args, name),
  )
  if (stray !== undefined) {
    throw fails(`Expected an argument that may differ by sample but received ${shown(stray)} for argInputs`)
  }
  checkCounts(node, info, fails)
}

function checkCounts(node: GraphNode, info: OpInfo, fails: Fails): void {
  const { numOutputs, bytesPerSampleHint: hint } = node
  const count = countOutputs(info, node.args, node.inputs.length)
  if (numOutputs !== count) throw fails(`Expected ${count} for numOutputs but received ${numOutputs}`)
  if (Array.isArray(hint) && hint.length !== 1 && hint.length !== numOutputs) {
    throw fails(`Expected 1 or ${numOutputs} numbers for bytesPerSampleHint but received ${hint.length}`)
  }
}

/** Every value comes from an earlier node, and is there for all samples for which this node runs. */
function checkReferences(node: GraphNode, seen: ReadonlyMap<number, GraphNode>, fails: Fails): void {
  const { guards = [], inputs, argInputs } = node
  const check = (value: ValueRef, within: readonly Guard[], what: string) => {
    const from = seen.get(value.node)
    if (!from || value.output >= from.numOutputs) {
      throw fails(`Expected an output of an earlier node for ${what} but received ${value.output} of ${value.node}`)
    }
    if (isWithin(from.guards ?? [], within)) return
    throw fails(`Expected a value that has all samples of this node for ${what} but received one of another branch`)
  }
  for (const [i, guard] of guards.entries()) check(guard.value, guards.slice(0, i), `guards[${i}]`)
  for (const [name, value] of Object.entries(argInputs)) check(value, guards, `argInputs.${name}`)
  for (const [i, value] of inputs.entries()) {
    // Input k + 1 of a merge is what branch k gave.
    const branch = node.op === 'merge' && i > 0 ? [...guards, { value: inputs[0]!, want: i - 1 }] : guards
    check(value, branch, `inputs[${i}]`)
  }
}

/** Whether a node of branch `outer` runs for all samples of branch `inner`: `outer` is around it, or is the same branch. */
const isWithin = (outer: readonly Guard[], inner: readonly Guard[]): boolean =>
  outer.length <= inner.length &&
  outer.every(({ value, want }, i) => {
    const { value: own, want: wanted } = inner[i]!
    return value.node === own.node && value.output === own.output && want === wanted
  })

function checkGraphOutputs(
  outputs: readonly GraphOutput[],
  seen: ReadonlyMap<number, GraphNode>,
  fault: GraphFault,
): void {
  const names = new Set<string>()
  for (const [i, output] of outputs.entries()) {
    const wrong = wrongField(output, outputFields)
    if (wrong) throw fault(`${wrong} of outputs[${i}]`)
    const { name, value } = output
    const node = seen.get(value.node)
    if (!node || value.output >= node.numOutputs) {
      throw fault(`Expected an output of a node for outputs[${i}] but received ${value.output} of ${value.node}`)
    }
    if (node.guards) throw fault(`Expected a value with all samples for outputs[${i}] but received one of a branch`)
    if ((name === undefined) !== (outputs[0]!.name === undefined) || (name !== undefined && names.has(name))) {
      throw fault(`Expected a name of its own for each output, or none, but received ${shown(name)} for outputs[${i}]`)
    }
    if (name !== undefined) names.add(name)
  }
}
