// pipelineDef: turns a function that calls fn.* into a factory of pipelines. The function runs once per pipeline, at
// the factory's call, and only records the graph.
import { PipelineError } from '../errors.js'
import { shown } from '../graph/suggest.js'
import { atCaller } from './call-site.js'
import { type DataNode, isPlain } from './node.js'
import { checkOptions, mergeOptions, optionNames, type PipelineOptions } from './options.js'
import { Pipeline } from './pipeline.js'
import type { TensorList } from './tensor-list.js'
import { trace } from './trace.js'

/** What a definition may return. With an object, outputs have its keys as names. */
export type DefinitionResult = DataNode | readonly DataNode[] | Readonly<Record<string, DataNode>>

export type Definition<Args extends unknown[], Result = DefinitionResult> = (...args: Args) => Result

/** The outputs of a batch, in the form that the definition returned its nodes: one node gives an array of one. */
export type OutputsOf<Result> = Result extends DataNode
  ? [TensorList]
  : { -readonly [Key in keyof Result]: Result[Key] extends DataNode ? TensorList : never }

/**
 * Makes a pipeline. The first argument may be options, which override the definition's; then come the definition's own
 * arguments. An object is taken for options if it has the name of an option among its keys, or if there are more
 * arguments than the definition names. Where the definition's own first argument could be mistaken for options, put
 * `{}` in front.
 */
export interface PipelineFactory<Args extends unknown[], Result = DefinitionResult> {
  (options: PipelineOptions, ...args: Args): Pipeline<OutputsOf<Result>>
  (...args: Args): Pipeline<OutputsOf<Result>>
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

/** Defines a pipeline: see PipelineFactory for how the result is called. */
export function pipelineDef<Args extends unknown[], const Result extends DefinitionResult>(
  definition: Definition<Args, Result>,
): PipelineFactory<Args, Result>
export function pipelineDef<Args extends unknown[], const Result extends DefinitionResult>(
  options: PipelineOptions,
  definition: Definition<Args, Result>,
): PipelineFactory<Args, Result>
export function pipelineDef(options?: PipelineOptions): PipelineDecorator
export function pipelineDef(first: unknown = {}, second?: unknown): unknown {
  return atCaller(() => defined(first, second))
}

function defined(first: unknown, second: unknown): unknown {
  if (typeof first === 'function') return factory({}, first as Definition<unknown[]>)
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
    throw new PipelineError({
      code: 'INVALID_ARGUMENT',
      op: 'pipelineDef',
      message: `Expected a function for the definition but received ${shown(definition)}`,
    })
  }
  const own = { ...defaults }
  return Object.assign(make, { [factoryMark]: true })

  function make(this: unknown, ...args: unknown[]): Pipeline {
    return atCaller(() => {
      const given = isOptions(args, definition.length) ? (args[0] as PipelineOptions) : undefined
      if (given) checkOptions(given)
      const rest = given ? args.slice(1) : args
      const options = mergeOptions(own, given ?? {})
      return new Pipeline(
        trace(() => definition.apply(this, rest), options.enableConditionals),
        options,
      )
    })
  }
}

function isOptions(args: unknown[], wanted: number): boolean {
  if (!isPlain(args[0])) return false
  return args.length > wanted || Object.keys(args[0]).some((key) => (optionNames as string[]).includes(key))
}
