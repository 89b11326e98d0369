// Checks rules between the arguments of one operator, which types cannot express: those of its op.json, in a definition, in
// imperative mode and, by native/api/check.cc, in the C++ API. What depends on a sample, its operator checks in setup().
import { argError, type OpInfo } from './schema.js'
import type { ArgRule } from './schema-types.js'
import type { GraphNode, Json } from './types.js'

type Args = Record<string, Json>
type Fault = { message: string; hint?: string | undefined } | undefined

const list = (value: Json | undefined) => (Array.isArray(value) ? value : undefined)
const lengthOf = (value: Json | undefined) =>
  typeof value === 'string' ? value.length || undefined : list(value)?.length
const inputPrefix = 'input '

/** The names of arguments and inputs in words: 'a', 'a or b', 'a, b or c'. */
const oneOf = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : names[0]!
const shownName = (name: string) => (name.startsWith(inputPrefix) ? `the ${name}` : name)

/** The error for a rule of an op.json if the arguments break it. `a`: the constants of the node. */
function broken(rule: ArgRule, node: GraphNode, a: Args, { args: known, inputs }: OpInfo): Fault {
  const { notBoth, atLeastOne, needs, sameLength, below, expected, hint } = rule
  const given = (name: string) =>
    name.startsWith(inputPrefix)
      ? inputs.findIndex((port) => port.name === name.slice(inputPrefix.length)) < node.inputs.length
      : a[name] !== undefined || node.argInputs[name] !== undefined
  if (notBoth) {
    const [first, other] = notBoth.filter((name) => given(name) && a[name] !== false)
    if (first === notBoth[0] && other)
      return { message: `Expected ${expected ?? oneOf([first!, other].map(shownName))} but received both`, hint }
  }
  if (atLeastOne && !atLeastOne.some(given)) {
    return { message: `Expected ${expected ?? oneOf(atLeastOne.map(shownName))} but received none`, hint }
  }
  if (needs && given(needs[0]) && !given(needs[1])) {
    const [one, other] = [shownName(needs[0]), shownName(needs[1])]
    return { message: `Expected ${other} along with ${one} but received ${one} alone`, hint }
  }
  if (sameLength) {
    const [one, other] = sameLength.map((name) => lengthOf(a[name]))
    if (one !== undefined && other !== undefined && one !== other) {
      const what = typeof a[sameLength[0]] === 'string' ? 'letters' : 'values'
      return { message: `Expected ${other} ${what} for ${sameLength[0]} (${expected}) but received ${one}`, hint }
    }
  }
  if (below && !below.some((name) => node.argInputs[name])) {
    const [value, limit] = below.map((name) => (a[name] ?? known[name]!.default) as number)
    if (value! >= limit!)
      return { message: `Expected ${below[0]} below ${below[1]} (${limit}) but received ${value}`, hint }
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

/** `args`: the constants in canonical form. */
export function checkRules(node: GraphNode, args: Args, info: OpInfo): void {
  let fault = rules[node.op]?.(args)
  for (const rule of info.rules ?? []) fault ??= broken(rule, node, args, info)
  if (fault) throw argError(node, fault.message, fault.hint)
}
