// cond() and oneOf(): branches of a definition of which one runs, chosen anew for every sample.

import { type BuildContext, call, callSite, currentContext, DataNode, isPlain } from '../definition/node.js'
import { invalidArgument } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import { knownDtype } from '../graph/dtypes.js'
import { argError, schemas } from '../graph/schema.js'

/** What comes of branches that return a DataNode, or arrays and objects of them, nested as you like: the same again. */
export type BranchResult<Result> = Result extends DataNode
  ? DataNode
  : Result extends object
    ? { -readonly [Key in keyof Result]: BranchResult<Result[Key]> }
    : never

export interface OneOfOptions {
  /** The chance of each branch, in any unit: they are divided by their sum. Default: all are equally likely. */
  weights?: readonly number[]
  /** Seed of the choice; -1, the default, derives it from the pipeline's. */
  seed?: number
}

type Where = { op: 'cond' | 'oneOf'; callSite: string }

/**
 * Per sample, what `thenFn` returns where `predicate` is not 0, and what `elseFn` returns elsewhere. Both functions are
 * called once, while the pipeline is being defined; the operators that they call run only for the samples that chose
 * their branch, and random operators draw what they would draw without the branch. Nodes from outside may be used
 * inside; a node made inside exists there alone, unless it is returned.
 *
 * The results must agree on dtype, number of dimensions and layout; extents may differ.
 * @param predicate One number per sample: a scalar or a tensor of one element, of any dtype.
 * @returns The structure that the branches return, e.g. `[image, boxes]`.
 * Errors: INVALID_ARGUMENT, when enableConditionals is not set, for branches of different structure, or for a node that
 * does not exist here; at run time INVALID_INPUT, for a predicate of several numbers or results that do not agree.
 */
export function cond<const Result extends object>(
  predicate: DataNode,
  thenFn: () => Result,
  elseFn: () => NoInfer<Result>,
): BranchResult<Result> {
  const at: Where = { op: 'cond', callSite: callSite(cond) }
  const context = conditionalContext(at)
  if (!(predicate instanceof DataNode)) {
    throw argError(
      at,
      `Expected a DataNode for predicate but received ${shown(predicate)}`,
      'What is known while the pipeline is defined needs no cond(): use if',
    )
  }
  const bodies = [asFunction(at, 'thenFn', thenFn), asFunction(at, 'elseFn', elseFn)]
  const selector = call('cond', [predicate], at.callSite)[0]!
  const [then, otherwise] = bodies.map(([name, body], i) => branch(at, context, selector, 1 - i, name, body))
  return join(at, context, selector, [then!, otherwise!], [1, 0]) as BranchResult<Result>
}

/**
 * Runs one of several branches per sample, drawn at random. Otherwise as cond().
 * @param branches Functions that return the same structure.
 * @param options Weights, one per branch, or an object of options.
 * Errors: as cond(), and INVALID_ARGUMENT for weights that are negative, all 0, or not one per branch.
 */
export function oneOf<const Result extends object>(
  branches: readonly (() => Result)[],
  options: readonly number[] | OneOfOptions = {},
): BranchResult<Result> {
  const at: Where = { op: 'oneOf', callSite: callSite(oneOf) }
  const context = conditionalContext(at)
  if (!Array.isArray(branches) || !branches.length) {
    throw argError(at, `Expected a list of functions for branches but received ${shown(branches)}`)
  }
  const bodies = branches.map((body, i) => asFunction(at, `branches[${i}]`, body))
  const { weights, seed } = Array.isArray(options) ? { weights: options } : checkOptions(at, options as OneOfOptions)
  const p = weights && chances(at, weights, bodies.length)
  const choice = { ...(p && { p }), ...(seed !== undefined && { seed }) }
  const selector = call('random.choice', [bodies.length, choice], at.callSite)[0]!
  const results = bodies.map(([name, body], k) => branch(at, context, selector, k, name, body))
  return join(at, context, selector, results, [...results.keys()]) as BranchResult<Result>
}

function conditionalContext(at: Where): BuildContext {
  const context = currentContext(at.op, at.callSite)
  if (context.conditionals) return context
  throw argError(
    at,
    'Expected enableConditionals: true in the options of the pipeline but received false',
    'Write pipelineDef({ ..., enableConditionals: true }, ...)',
  )
}

function asFunction(at: Where, name: string, body: unknown): [string, () => unknown] {
  if (typeof body === 'function') return [name, body as () => unknown]
  throw argError(at, `Expected a function for ${name} but received ${shown(body)}`)
}

function checkOptions(at: Where, options: OneOfOptions): OneOfOptions {
  const names = isPlain(options) ? Object.keys(options) : []
  const wrong = names.find((name) => name !== 'weights' && name !== 'seed')
  if (isPlain(options) && wrong === undefined) return options
  throw argError(at, `Expected weights or { weights, seed } for options but received ${shown(wrong ?? options)}`)
}

function chances(at: Where, weights: readonly number[], count: number): number[] {
  const fault = (expected: string, received: string) =>
    argError(at, `Expected ${expected} for weights but received ${received}`)
  if (!Array.isArray(weights) || weights.length !== count) {
    throw fault(`${count} numbers (one per branch)`, Array.isArray(weights) ? `${weights.length}` : shown(weights))
  }
  const wrong = weights.find((w) => !(typeof w === 'number' && w >= 0 && Number.isFinite(w)))
  if (wrong !== undefined) throw fault('numbers >= 0', shown(wrong))
  const sum = weights.reduce((a, b) => a + b, 0)
  if (!(sum > 0)) throw fault('at least one number above 0', shown(weights))
  return weights.map((w) => w / sum)
}

/** The nodes of a result by where they stand in it: '' for the result itself, else '[0].boxes' and the like. */
interface Branch {
  name: string
  shape: unknown
  nodes: Map<string, DataNode>
}

/** Records one branch. */
function branch(
  at: Where,
  context: BuildContext,
  selector: DataNode,
  want: number,
  name: string,
  body: () => unknown,
): Branch {
  return context.scopes.within({ value: selector.ref, want }, at.op, at.callSite, () => {
    const shape = body()
    const nodes = new Map<string, DataNode>()
    walk(shape, '', (value, path) => {
      const what = `${path || 'the result'} of ${name}`
      if (!(value instanceof DataNode)) {
        const hint = value instanceof Promise ? 'A branch only records operators, so it cannot be async' : undefined
        throw argError(at, `Expected a DataNode for ${what} but received ${shown(value)}`, hint)
      }
      context.check(value, at, what)
      nodes.set(path, value)
    })
    if (!nodes.size) throw argError(at, `Expected ${name} to return a DataNode but received ${shown(shape)}`)
    return { name, shape, nodes }
  })
}

/** The structure again with `leaf` applied to whatever is no array and no plain object. */
function walk(value: unknown, path: string, leaf: (value: unknown, path: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((v, i) => walk(v, `${path}[${i}]`, leaf))
  if (!isPlain(value)) return leaf(value, path)
  return Object.fromEntries(Object.entries(value).map(([name, v]) => [name, walk(v, `${path}.${name}`, leaf)]))
}

/** The structure of the first branch, with a merge wherever the branches differ. `wants[i]` selects branch i. */
function join(at: Where, context: BuildContext, selector: DataNode, results: Branch[], wants: number[]): unknown {
  const first = results[0]!
  for (const other of results.slice(1)) {
    const [few, many] = other.nodes.size < first.nodes.size ? [other, first] : [first, other]
    const odd = [...many.nodes.keys()].find((path) => !few.nodes.has(path))
    if (odd === undefined) continue
    throw argError(
      at,
      `Expected ${other.name} to return the structure that ${first.name} returns but ${few.name} has no ${odd || 'single DataNode'}`,
      'Return the same array or the same keys from every branch',
    )
  }
  return walk(first.shape, '', (_, path) => {
    const values = results.map(({ nodes }) => nodes.get(path)!)
    const [one] = values as [DataNode]
    const same = values.every((v) => v.node === one.node && v.output === one.output)
    // An only branch is a branch too.
    return same && !context.scopes.closed(one.node) ? one : merge(at, context, selector, results, values, wants, path)
  })
}

function merge(
  at: Where,
  context: BuildContext,
  selector: DataNode,
  results: Branch[],
  values: DataNode[],
  wants: number[],
  path: string,
): DataNode {
  const known = values.map((v) => knownDtype(v.ref, (id) => context.nodes[id], schemas))
  const one = known.findIndex((dtype) => dtype !== undefined)
  const two = known.findIndex((dtype) => dtype !== undefined && dtype !== known[one])
  if (two >= 0) {
    const [a, b] = [one, two].map((i) => `${known[i]} from ${results[i]!.name}`)
    throw invalidArgument(
      `Expected all branches to give one dtype${path && ` for ${path}`} but received ${a} and ${b}`,
      { op: at.op, callSite: at.callSite, hint: 'Use fn.cast in one of them' },
    )
  }
  const [far, near] = ['gpu', 'cpu'].map((device) => values.findIndex((v) => v.device === device))
  if (far! >= 0 && near! >= 0) {
    throw argError(
      at,
      `Expected all branches to give values on one device${path && ` for ${path}`} but received one on the GPU from ${results[far!]!.name} and one on the CPU from ${results[near!]!.name}`,
      'Call .gpu() or .cpu() on one of them',
    )
  }
  // The merge finds the branch by its number.
  const inBranchOrder = wants.map((_, k) => values[wants.indexOf(k)]!.ref)
  return context.add({
    op: 'merge',
    name: '',
    device: far! >= 0 ? 'gpu' : 'cpu',
    inputs: [selector.ref, ...inBranchOrder],
    args: {},
    argInputs: {},
    numOutputs: 1,
    callSite: at.callSite,
  })[0]!
}
