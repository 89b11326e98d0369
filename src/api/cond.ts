// cond() and oneOf(): branches of a definition. Each sample runs through one of them.

import { types } from 'node:util'
import { type BuildContext, call, currentContext, isPlain } from '../definition/context.js'
import { DataNode } from '../definition/node.js'
import { callSite } from '../errors/call-site.js'
import { invalidArgument } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import { knownDtype } from '../graph/dtypes.js'
import { argError, schemas } from '../graph/schema.js'

/** The result of branches: the structure that they return, a DataNode or arrays and objects of them, nested or not. */
export type BranchResult<Result> = Result extends DataNode
  ? DataNode
  : Result extends object
    ? { -readonly [Key in keyof Result]: BranchResult<Result[Key]> }
    : never

export interface OneOfOptions {
  /**
   * One weight per branch, >= 0: a branch's probability is its weight over their sum. Default: all are equally likely.
   */
  weights?: readonly number[]
  /** Seed of the choice, >= 0. Default: -1, which derives it from the pipeline's seed. */
  seed?: number
}

type Where = { op: string; callSite: string }

/**
 * Chooses between two branches for each sample: the result is that of `thenFn` for the samples whose `predicate` is not
 * 0, and that of `elseFn` for the others. Needs the pipeline option `enableConditionals: true`.
 *
 * Both functions are called once, while the pipeline is being defined. The operators that they call run only for the
 * samples of their branch. Random operators in a branch draw the numbers that they would draw outside of it. A branch
 * may use nodes from outside; a node that is made in a branch can be used outside only if the branch returns it. The
 * results of both branches must have the same dtype, number of dimensions, layout and device; extents may differ.
 *
 * Errors: INVALID_ARGUMENT, when enableConditionals is not set, for branches that return different structures, dtypes
 * or devices, and for a node that has no value where it is used; when the pipeline runs INVALID_INPUT, for a predicate
 * of several numbers and for results that do not agree.
 *
 * @param predicate One number per sample: a scalar or a tensor of one element, of any dtype, on the CPU.
 * @param thenFn Returns a DataNode, or an array or object of DataNodes.
 * @param elseFn Returns the same structure.
 * @returns The structure that the branches return, e.g. `[image, boxes]`.
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
 * Chooses one of several branches for each sample at random. The branches follow the rules of cond(), and the pipeline
 * needs the option `enableConditionals: true`.
 *
 * Errors: as for cond(), and INVALID_ARGUMENT for weights that are negative, all 0, or not one per branch.
 *
 * @param branches Functions that return the same structure of DataNodes.
 * @param options One weight per branch, or `{ weights, seed }`. Default: all branches are equally likely.
 * @returns The structure that the branches return.
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
  return chosen(at, context, selector, bodies) as BranchResult<Result>
}

/**
 * The result of the branch that `selector` numbers, for each sample: a node with one whole number from 0 to the number of
 * branches - 1. `bodies` have names for errors. For functions of the package: they need no enableConditionals.
 */
export function chooseBranch(
  at: Where,
  selector: DataNode,
  bodies: readonly (readonly [string, () => unknown])[],
): unknown {
  return chosen(at, currentContext(at.op, at.callSite), selector, bodies)
}

function chosen(
  at: Where,
  context: BuildContext,
  selector: DataNode,
  bodies: readonly (readonly [string, () => unknown])[],
): unknown {
  const results = bodies.map(([name, body], k) => branch(at, context, selector, k, name, body))
  return join(at, context, selector, results, [...results.keys()])
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

/**
 * The result of one branch. `nodes` has its nodes by their path in the result: '' for the result itself, or
 * '[0].boxes'.
 */
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
        const hint = types.isPromise(value) ? 'A branch only records operators, so it cannot be async' : undefined
        throw argError(at, `Expected a DataNode for ${what} but received ${shown(value)}`, hint)
      }
      context.check(value, at, what)
      nodes.set(path, value)
    })
    if (!nodes.size) throw argError(at, `Expected ${name} to return a DataNode but received ${shown(shape)}`)
    return { name, shape, nodes }
  })
}

/** Copies the structure and applies `leaf` to every value in it that is neither an array nor a plain object. */
function walk(value: unknown, path: string, leaf: (value: unknown, path: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((v, i) => walk(v, `${path}[${i}]`, leaf))
  if (!isPlain(value)) return leaf(value, path)
  return Object.fromEntries(Object.entries(value).map(([name, v]) => [name, walk(v, `${path}.${name}`, leaf)]))
}

/**
 * The structure that the branches returned, with a merge node wherever their nodes differ. The selector's value
 * `wants[i]` selects `results[i]`.
 */
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
    // oneOf() may have a single branch: a node that was made in it needs a merge too, because it has no value outside.
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
  // The merge operator takes the selector's value as the index of the branch.
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
