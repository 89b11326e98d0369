// pipelineDef: turns a function that calls fn.* into a factory of pipelines. The factory runs the function once for
// each pipeline that it makes; the function only records the graph.

import type { TensorList } from '../data/tensor-list.js'
import { isPlain } from '../definition/context.js'
import type { DataNode } from '../definition/node.js'
import { checkOptions, mergeOptions, optionNames, type PipelineOptions } from '../definition/options.js'
import { maxArguments } from '../definition/parameters.js'
import { record } from '../definition/record.js'
import { atCaller } from '../errors/call-site.js'
import { invalidArgument } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import { Pipeline } from './pipeline.js'
import type { DtypeOf, NamesOf, NamesOfAll } from './typed.js'

/**
 * The result of a definition: the node of one output, an array of nodes, or an object, whose keys name the outputs.
 */
export type DefinitionResult = DataNode | readonly DataNode[] | Readonly<Record<string, DataNode>>

export type Definition<Args extends unknown[], Result = DefinitionResult> = (...args: Args) => Result

/**
 * The outputs of a batch, in the form in which the definition returned its nodes. A single node gives an array of one.
 */
export type OutputsOf<Result> = [Result] extends [DataNode]
  ? [TensorList<DtypeOf<Result>>]
  : { -readonly [Key in keyof Result]: Result[Key] extends DataNode ? TensorList<DtypeOf<Result[Key]>> : never }

/**
 * Names of the inputs that must be fed for a definition's result; string where the compiler does not know all of them.
 */
export type InputsOf<Result> = [Result] extends [DataNode] ? NamesOf<Result> : NamesOfAll<Result>

type PipelineOf<Result> = Pipeline<OutputsOf<Result>, InputsOf<Result>>

/** A definition's arguments with options after them. Arguments that have a default may be left out from the end. */
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
 * Makes a pipeline: runs the definition with the arguments and builds its graph. An object of options may come before
 * or after the arguments; its options override those that were given to pipelineDef(). `batchSize` must be given in one
 * of the two places.
 *
 * An object counts as options if it is the first argument, or the last one and after all parameters that have no
 * default, and one of its keys is the name of an option; or if there are more arguments than the definition has
 * parameters. If an argument of the definition could be mistaken for options, put `{}` before all arguments.
 *
 * Errors: INVALID_ARGUMENT, for a wrong option, for more arguments than the definition has parameters, and for anything
 * wrong in the graph; UNSUPPORTED, for an operator that has no kernel for its device.
 */
export interface PipelineFactory<Args extends unknown[], Result = DefinitionResult> {
  (options: PipelineOptions, ...args: Args): PipelineOf<Result>
  (...args: Args): PipelineOf<Result>
  (...args: WithOptions<Args>): PipelineOf<Result>
}

type MethodContext = ClassMethodDecoratorContext

/**
 * The result of pipelineDef() when it is called with options only: a function of the definition, and a method decorator.
 */
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
 * Defines a pipeline. The definition is a function that calls `fn.*` and returns the nodes of its outputs. The result
 * is a factory: each call of it makes a new pipeline, and takes the definition's arguments and options (see
 * PipelineFactory).
 *
 *     const thumbnails = pipelineDef({ batchSize: 32 }, (side: number) => {
 *       const files = fn.externalSource({ name: 'files' })
 *       return fn.resize(fn.decoders.image(files), { size: [side, side] })
 *     })
 *     await using pipe = thumbnails(128)
 *
 * Errors: INVALID_ARGUMENT, for a wrong option or a definition that is no function.
 *
 * @param definition Runs once for each pipeline and only records operators. It must not be async.
 * @param options Defaults for the pipelines; they may also come before the definition. With options alone the result
 *   waits for the definition, and can be used as a decorator of a method.
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

/** Marks factories, so that the command line recognises them, also those of another copy of the package. */
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

/**
 * Divides a factory's arguments into the pipeline's options and the definition's arguments, as PipelineFactory says.
 */
function divided(args: unknown[], definition: Definition<unknown[]>): { given: PipelineOptions; rest: unknown[] } {
  // Number of parameters before the first default, and number of arguments that the definition can take.
  const { length: least } = definition
  const most = Math.max(maxArguments(definition), least)
  // An options argument that was passed as undefined counts as not given.
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
  // All names of these options are misspelt: they are taken for options, so that the error names them.
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
