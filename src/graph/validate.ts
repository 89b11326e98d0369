// Checks a graph that comes as text, before any pass sees it: its form (format.ts), and what nodes say of each other. A recorded
// definition is right in these points by construction. check.ts checks the arguments of every graph.

import { shown, suggestion } from '../errors/words.js'
import type { PipelineError } from '../errors.js'
import { isTooDeep, type Misfit, misfit, misfitText } from './conform.js'
import { formatVersion, graphFormat, maxNesting } from './format.js'
import { countOutputs, type OpInfo, type Schemas } from './schema.js'
import type { Graph, GraphNode, GraphOutput, Guard, ValueRef } from './types.js'

/** Makes the error for something that is wrong. */
export type GraphFault = (message: string, hint?: string) => PipelineError

/** Internal operators that a definition records: by cond() and oneOf(), math, slices and augment.copyPaste(). */
const recorded = new Set(['cond', 'merge', 'math', 'subscript', 'subscriptCopy', 'copyPaste'])

const isObject = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)

/** Numbers of functions that a text may name. */
export type Functions = ReadonlySet<number>

/**
 * A text's parts, of which the graph is then known to be one, and the options to have the right form. Throws what `fault` makes; its message
 * names the node and the field. `functions`: the reader is a host, which calls these for the process that it works for.
 */
export function validText(
  data: unknown,
  schemas: Schemas,
  fault: GraphFault,
  functions?: Functions,
): { graph: Graph; options?: object } {
  if (!isObject(data) || !Object.hasOwn(data, 'penstock')) {
    throw fault(`Expected a string from serialize() but received ${shown(data)}`)
  }
  if (isTooDeep(data))
    throw fault(`Expected lists and objects nested at most ${maxNesting} deep but received deeper ones`)
  const wrong = misfit(graphFormat, data)
  if (wrong) throw fault(placed(wrong, data), cureOf(wrong))
  const text = data as { graph: Graph; options?: object }
  checkGraph(text.graph, schemas, fault, functions)
  return text
}

function checkGraph(graph: Graph, schemas: Schemas, fault: GraphFault, functions: Functions | undefined): void {
  const seen = new Map<number, GraphNode>()
  const names = new Set<string>()
  for (const [i, node] of graph.nodes.entries()) {
    const fails = (text: string, hint?: string) => fault(`${text} of ${titleOf(node, i)}`, hint)
    if (seen.has(node.id)) throw fails(`Expected an id that no other node has but received ${node.id} for id`)
    if (names.has(node.name))
      throw fails(`Expected a name that no other node has but received ${shown(node.name)} for name`)
    checkOperator(node, schemas, fails, functions)
    checkReferences(node, seen, fails)
    seen.set(node.id, node)
    names.add(node.name)
  }
  checkGraphOutputs(graph.outputs, seen, fault)
}

/** What is wrong with the form of a text; a node is named. */
function placed(wrong: Misfit, data: Record<string, unknown>): string {
  const [graph, list, i, ...path] = wrong.path
  if (graph !== 'graph' || list !== 'nodes' || typeof i !== 'number') return misfitText(wrong)
  return `${misfitText({ ...wrong, path })} of ${titleOf((data.graph as { nodes: unknown[] }).nodes[i], i)}`
}

function cureOf({ path, received, known }: Misfit): string | undefined {
  if (known) return suggestion(typeof received === 'string' ? received : '', known) ?? `Fields are: ${known.join(', ')}`
  const newer = path[0] === 'penstock' && typeof received === 'number' && received > formatVersion
  return newer ? 'A newer penstock wrote it: use that one to read it' : undefined
}

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
