// pipelineDef: turns a function that calls fn.* into a factory of pipelines. The function runs once per pipeline, at
// the factory's call, and only records the graph.

import type { TensorList } from '../data/tensor-list.js'
import { type DataNode, isPlain } from '../definition/node.js'
import { checkOptions, mergeOptions, optionNames, type PipelineOptions } from '../definition/options.js'
import { mostArguments } from '../definition/parameters.js'
import { record } from '../definition/record.js'
import { atCaller } from '../errors/call-site.js'
import { invalidArgument } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import { Pipeline } from './pipeline.js'
import type { DtypeOf, NamesOf, NamesOfAll } from './typed.js'

/** What a definition may return. With an object, outputs have its keys as names. */
export type DefinitionResult = DataNode | readonly DataNode[] | Readonly<Record<string, DataNode>>

export type Definition<Args extends unknown[], Result = DefinitionResult> = (...args: Args) => Result

/** The outputs of a batch, in the form that the definition returned its nodes: one node gives an array of one. */
export type OutputsOf<Result> = [Result] extends [DataNode]
  ? [TensorList<DtypeOf<Result>>]
  : { -readonly [Key in keyof Result]: Result[Key] extends DataNode ? TensorList<DtypeOf<Result[Key]>> : never }

/** The inputs that must be fed for what a definition returned; string where the compiler does not know all of them. */
export type InputsOf<Result> = [Result] extends [DataNode] ? NamesOf<Result> : NamesOfAll<Result>

type PipelineOf<Result> = Pipeline<OutputsOf<Result>, InputsOf<Result>>

/** Arguments with options behind them; of those with a default some may be left out. */
type WithOptions<Args extends unknown[]> =
  | [...args: Args, options: PipelineOptions]
  | (Args extends [] | [...unknown[], unknown]
      ? never
      : Args extends [...infer Fewer, _?: unknown]
        ? number extends Fewer['length']
          ? never
          : WithOptions<Fewer>
        : never)

/**
 * Makes a pipeline from the definition's own arguments. An object of options may stand in front of them or behind them;
 * its options override the definition's.
 *
 * An object is taken for options if it stands first or behind the arguments without a default, and has the name of an
 * option among its keys; or if there are more arguments than the definition can take. Where an argument of the definition
 * could be mistaken for options, put `{}` in front of all. Errors: INVALID_ARGUMENT, for a wrong option, and for more
 * arguments than there are parameters.
 */
export interface PipelineFactory<Args extends unknown[], Result = DefinitionResult> {
  (options: PipelineOptions, ...args: Args): PipelineOf<Result>
  (...args: Args): PipelineOf<Result>
  (...args: WithOptions<Args>): PipelineOf<Result>
}

type MethodContext = ClassMethodDecoratorContext

/** With options only: waits for the function, and is a method decorator too. */
export interface PipelineDecorator {
  <This, Args extends unknown[]>(
    method: (this: This, ...args: Args) => DefinitionResult,
    context: MethodContext,
  ): // biome-ignore lint/suspicious/noExplicitAny: a decorated method keeps its declared type.
  any
  <Args extends unknown[], const Result extends DefinitionResult>(
    definition: Definition<Args, Result>,
  ): PipelineFactory<Args, Result>
}

/**
 * Defines a pipeline: see PipelineFactory for how the result is called. Options may stand in front of the definition or behind
 * it.
 */
export function pipelineDef<Args extends unknown[], const Result extends DefinitionResult>(
  definition: Definition<Args, Result>,
  options?: PipelineOptions,
): PipelineFactory<Args, Result>
export function pipelineDef<Args extends unknown[], const Result extends DefinitionResult>(
  options: PipelineOptions,
  definition: Definition<Args, Result>,
): PipelineFactory<Args, Result>
export function pipelineDef(options?: PipelineOptions): PipelineDecorator
export function pipelineDef(first: unknown = {}, second?: unknown, ...more: unknown[]): unknown {
  return atCaller(() => defined(first, second, more))
}

function defined(first: unknown, second: unknown, more: readonly unknown[]): unknown {
  if (more.length) {
    throw invalidArgument(`Expected options and a function but received ${shown(more[0])} behind them`, {
      op: 'pipelineDef',
      hint: "Arguments of the definition go to what pipelineDef() returns: pipelineDef(options, f)('/data')",
    })
  }
  if (typeof first === 'function' && typeof second !== 'function') return defined(second ?? {}, first, [])
  const options = first as PipelineOptions
  checkOptions(options)
  if (second === undefined) return (definition: Definition<unknown[]>) => factory(options, definition)
  return factory(options, second as Definition<unknown[]>)
}

/** Tells factories from other functions, also those of another copy of the package: for the command line. */
const factoryMark = Symbol.for('penstock.factory')

export const isFactory = (value: unknown): boolean => typeof value === 'function' && factoryMark in value

function factory(defaults: PipelineOptions, definition: Definition<unknown[]>) {
  if (typeof definition !== 'function') {
    throw invalidArgument(`Expected a function for the definition but received ${shown(definition)}`, {
      op: 'pipelineDef',
    })
  }
  const own = { ...defaults }
  return Object.assign(make, { [factoryMark]: true })

  function make(this: unknown, ...args: unknown[]): Pipeline {
    return atCaller(() => {
      const { given, rest } = divided(args, definition)
      checkOptions(given)
      const options = mergeOptions(own, given)
      return new Pipeline(
        record(() => definition.apply(this, rest), options.enableConditionals),
        options,
      )
    })
  }
}

/** What is for the pipeline, and what for its definition: PipelineFactory has the rule. */
function divided(args: unknown[], definition: Definition<unknown[]>): { given: PipelineOptions; rest: unknown[] } {
  // Arguments that the definition names and gives no default, and those that it can take.
  const { length: least } = definition
  const most = Math.max(mostArguments(definition), least)
  // Options that may be there, and are not.
  while (args.length > most && args.at(-1) === undefined) args.pop()
  const [first] = args
  const last = args.length > 1 ? args.at(-1) : undefined
  const surplus = args.length > most
  const behind = args.length > least && namesOption(last)
  const empty = isPlain(first) && !Object.keys(first).length && args.length > 1
  const settled = empty && (behind || surplus || (most === Infinity && args.length > least))
  const inFront = () => checkCount({ given: first as PipelineOptions, rest: args.slice(1) }, most)
  if (namesOption(first) || settled) return inFront()
  if (behind || (surplus && isPlain(last))) {
    return checkCount({ given: last as PipelineOptions, rest: args.slice(0, -1) }, most)
  }
  // Options whose every name is misspelt.
  if (surplus && isPlain(first)) return inFront()
  return checkCount({ given: {}, rest: args }, most)
}

function namesOption(value: unknown): boolean {
  return isPlain(value) && Object.keys(value).some((key) => (optionNames as string[]).includes(key))
}

function checkCount<T extends { rest: unknown[] }>(parts: T, most: number): T {
  const { length } = parts.rest
  if (length <= most) return parts
  throw invalidArgument(
    `Expected ${most ? `at most ${most}` : 'no'} argument${most > 1 ? 's' : ''} for the definition but received ${length}: ${parts.rest.map(shown).join(', ')}`,
    { op: 'pipelineDef', hint: 'Options of the pipeline go into one object, in front of the arguments or behind them' },
  )
}
