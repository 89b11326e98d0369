// Checks rules between the arguments of one operator, which types cannot express. Operators that run inside a program
// check theirs in C++, so this file is for sources: rules of a single reader are in its op.json, rules of all readers
// are here.
import { argError, type OpInfo } from './schema.js'
import type { ArgRule } from './schema-types.js'
import type { GraphNode, Json } from './types.js'

type Args = Record<string, Json>
type Fault = { message: string; hint?: string | undefined } | undefined

const list = (value: Json | undefined) => (Array.isArray(value) ? value : undefined)

/** The error of a rule in an op.json that the arguments break, if they do. */
function broken(rule: ArgRule, a: Args): Fault {
  const { atMostOne, atLeastOne, needs, sameLength, expected, hint } = rule
  const given = (name: string) => a[name] !== undefined
  if (atMostOne) {
    const [first, second] = atMostOne.filter(given)
    if (second) return { message: `Expected either ${first} or ${second} but received both`, hint }
  }
  if (atLeastOne && !atLeastOne.some(given)) return { message: `Expected ${expected} but received none`, hint }
  if (needs && given(needs[0]) && !given(needs[1])) {
    return { message: `Expected ${needs[1]} along with ${needs[0]} but received ${needs[0]} alone`, hint }
  }
  if (sameLength) {
    const [one, other] = sameLength.map((name) => list(a[name])?.length)
    if (one !== undefined && other !== undefined && one !== other) {
      return { message: `Expected ${other} values for ${sameLength[0]} (${expected}) but received ${one}`, hint }
    }
  }
  return undefined
}

/** Checks the arguments that choose the samples, which all readers have. */
function sampling(a: Args): Fault {
  const shards = (a.numShards as number | undefined) ?? 1
  const shard = (a.shardId as number | undefined) ?? 0
  const given = ['shardId', 'numShards'].find((name) => a[name] !== undefined)
  if (a.shard !== undefined && given) {
    return {
      message: `Expected shard or ${given} but received both`,
      hint: "Leave shard out, or let 'auto' take both numbers from the launcher's environment",
    }
  }
  if (shard >= shards) {
    return {
      message: `Expected shardId below numShards (${shards}) but received ${shard}`,
      hint: 'Shards count from 0 to numShards - 1',
    }
  }
  for (const other of ['randomShuffle', 'stickToShard']) {
    if (a.shuffleAfterEpoch !== true || a[other] !== true) continue
    return {
      message: `Expected shuffleAfterEpoch or ${other} but received both`,
      hint: 'shuffleAfterEpoch already shuffles the whole data set between epochs, and deals it anew to the shards',
    }
  }
  for (const other of ['shuffleAfterEpoch', 'randomShuffle']) {
    if (a.shuffleBlocks !== true || a[other] !== true) continue
    return { message: `Expected shuffleBlocks or ${other} but received both`, hint: 'Choose one of the shuffles' }
  }
  return undefined
}

function externalSource(a: Args): Fault {
  const outputs = (a.numOutputs as number | undefined) ?? 1
  for (const name of ['dtype', 'ndim', 'layout']) {
    const given = list(a[name])?.length ?? 0
    if (given > outputs) {
      return { message: `Expected at most ${outputs} values for ${name} (one per output) but received ${given}` }
    }
  }
  for (const [i, layout] of (list(a.layout) ?? []).entries()) {
    const ndim = list(a.ndim)?.[i]
    if (ndim === undefined || !layout || (layout as string).length === ndim) continue
    return { message: `Expected a layout of ${ndim} letters (ndim) but received '${layout}' for output ${i}` }
  }
  return undefined
}

const rules: Readonly<Record<string, (args: Args) => Fault>> = { externalSource }

export function checkRules(node: GraphNode, args: Args, info: OpInfo): void {
  let fault = rules[node.op]?.(args)
  for (const rule of info.rules ?? []) fault ??= broken(rule, args)
  if (info.reader) fault ??= sampling(args)
  if (fault) throw argError(node, fault.message, fault.hint)
}
