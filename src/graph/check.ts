// Pass 2: checks every node against its operator's schema: names, types, ranges and choices of arguments, the number of
// inputs and the memory that they lie in, and the device. The check also runs on each node while the definition is
// recorded, so that an error is thrown at the line that is wrong.

import { unsupported } from '../errors/factories.js'
import { shown, suggestion } from '../errors/words.js'
import { maxInputs, maxOutputs } from '../generated/limits.js'
import { checkPlaces } from './devices.js'
import { checkRules } from './rules.js'
import { argError, type OpInfo, type Schemas, schemaOf } from './schema.js'
import type { Device, Graph, GraphNode, Json } from './types.js'
import { checkValue } from './values.js'

/** Arguments that fn.* takes for every operator; they never reach `args`. */
export const commonArgs = ['name', 'device', 'bytesPerSampleHint', 'preserve'] as const

export function check(graph: Graph, schemas: Schemas): Graph {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const checked = graph.nodes.map((node) => checkNode(node, schemas))
  for (const node of checked) checkPlaces(node, nodes, schemas)
  return { ...graph, nodes: checked }
}

/** Returns the node with its arguments in canonical form, or throws INVALID_ARGUMENT (UNSUPPORTED: no such kernel). */
export function checkNode(node: GraphNode, schemas: Schemas): GraphNode {
  const info = schemaOf(node, schemas)
  checkDevice(node, info)
  checkInputs(node, info)
  const args = checkArgs(node, info)
  checkRules(node, args, info)
  checkOutputs(node, args, info)
  return { ...node, args }
}

function checkDevice(node: GraphNode, info: OpInfo): void {
  const known: readonly Device[] = ['cpu', 'mixed', 'gpu']
  if (!known.includes(node.device)) {
    throw argError(node, `Expected one of 'cpu', 'mixed', 'gpu' for device but received ${shown(node.device)}`)
  }
  if (info.kind === 'source' && node.device === 'gpu' && !info.copied && !info.handedTo) {
    const hint = "A 'copy' behind it brings its outputs to the GPU, which fn.externalSource() adds"
    throw argError(node, "Expected 'cpu' for device of a source in a graph but received 'gpu'", hint)
  }
  if (info.devices.includes(node.device)) return
  throw unsupported(`[${node.op}] has no ${node.device} kernel`, {
    op: node.op,
    callSite: node.callSite,
    hint: `It runs on: ${info.devices.join(', ')}`,
  })
}

function checkInputs(node: GraphNode, info: OpInfo): void {
  const least = info.inputs.filter((port) => !port.optional).length
  const many = info.inputs.at(-1)?.many === true
  const most = many ? (node.op === 'merge' ? Number.POSITIVE_INFINITY : maxInputs) : info.inputs.length
  const count = node.inputs.length
  if (count >= least && count <= most) return
  const names = info.inputs.map((port) => (port.optional ? `${port.name}?` : port.name)).join(', ')
  if (many && count > most) throw argError(node, `Expected at most ${most} inputs but received ${count}`)
  const range = many
    ? `at least ${least} input${least === 1 ? '' : 's'}`
    : least === most
      ? `${most} input${most === 1 ? '' : 's'}`
      : `${least} to ${most} inputs`
  throw argError(node, `Expected ${range}${names && ` (${names})`} but received ${count}`)
}

/** An argument whose values are an output each has a value, and not more than there can be outputs. */
function checkOutputs(node: GraphNode, args: Readonly<Record<string, Json>>, info: OpInfo): void {
  for (const { each } of info.outputs) {
    const values = each === undefined ? undefined : args[each]
    if (typeof values !== 'object' || values === null) continue
    const { length } = Object.keys(values)
    if (length && length <= maxOutputs) continue
    throw argError(
      node,
      `Expected 1 to ${maxOutputs} values for ${each}, one per output, but received ${length || 'none'}`,
    )
  }
}

function checkArgs(node: GraphNode, info: OpInfo): Record<string, Json> {
  const names = Object.keys(info.args)
  const known = (name: string) => Object.hasOwn(info.args, name)
  for (const name of [...Object.keys(node.args), ...Object.keys(node.argInputs)]) {
    if (known(name)) continue
    const candidates = [...names, ...commonArgs, ...(info.random ? ['seed'] : []), ...(info.onError ? ['onError'] : [])]
    const rest = names.length ? `It takes: ${names.join(', ')}` : 'It takes no arguments of its own'
    throw argError(node, `Expected a known argument but received ${shown(name)}`, suggestion(name, candidates) ?? rest)
  }
  for (const name of Object.keys(node.argInputs)) {
    if (info.args[name]!.perSample) continue
    throw argError(
      node,
      `Expected a constant for ${name} but received a DataNode`,
      `${name} is the same for all samples`,
    )
  }
  const out: Record<string, Json> = {}
  for (const [name, arg] of Object.entries(info.args)) {
    const value = node.args[name]
    if (value === undefined || value === null) {
      if (arg.required && !node.argInputs[name]) throw argError(node, `Expected a value for ${name} but received none`)
      continue
    }
    // Native code reads 32-bit integers; only arguments that stay in JavaScript may be wider.
    const wide = info.kind !== 'op' && (!info.reader || arg.for === 'sampler')
    const checked = checkValue(value, arg, wide)
    if (!('value' in checked)) {
      const received = checked.received ?? shown(value)
      throw argError(node, `Expected ${checked.expected} for ${name} but received ${received}`, checked.hint)
    }
    out[name] = checked.value
  }
  return out
}
