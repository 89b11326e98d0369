// iterate(): DALI's generic iterator over one pipeline, or over several that run in step in this process (one per
// shard).

import type { TensorList } from '../data/tensor-list.js'
import { apiMixed } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import { BatchIterator, type Driven } from './batch-iterator.js'
import { fault, type IterateOptions, type OutputNames, outputNames, settings } from './iterate-options.js'
import { Pipeline } from './pipeline.js'

export type { LastBatchPolicy } from '../engine/epoch-counter.js'
export type { BatchIterator } from './batch-iterator.js'
export type { IterateOptions } from './iterate-options.js'

/** One item of an iterator: the outputs by the names of outputMap, or by the names that the definition gave. */
export type ItemOf<Out, Names> = Names extends readonly string[]
  ? { [Name in Names[number]]: TensorList }
  : Out extends readonly unknown[]
    ? Record<string, TensorList>
    : Out

/** Pipelines that an iterator drives. A second iterator over one of them would take batches away from the first. */
const driven = new WeakSet<object>()

/**
 * Iterates over a pipeline, epoch by epoch, as DALI's iterators for frameworks do: one `for await` over the result is
 * one epoch, and `length`, `size` and `reset()` mean what they mean in DALI. Given one pipeline, an item is `{ name:
 * TensorList }`; given an array of pipelines, an item is an array with one such object per pipeline, in order. In the
 * dynamic executor (the default) an item is valid until it is disposed, in the others until the next turn of the loop.
 * See docs/guides/epochs.md.
 *
 * Errors: INVALID_ARGUMENT, for wrong options, for an unknown reader and for pipelines of different batchSize or
 * outputs; API_MIXED, for a pipeline that another iterator drives.
 */
export function iterate<Out, const Names extends OutputNames | undefined = undefined>(
  pipe: Pipeline<Out>,
  options?: IterateOptions<Names>,
): BatchIterator<ItemOf<Out, Names>>
export function iterate<Out, const Names extends OutputNames | undefined = undefined>(
  pipes: readonly Pipeline<Out>[],
  options?: IterateOptions<Names>,
): BatchIterator<ItemOf<Out, Names>[]>
export function iterate(given: unknown, options: IterateOptions = {}): BatchIterator<unknown> {
  const pipes: unknown[] = Array.isArray(given) ? given : [given]
  const odd = pipes.find((pipe) => !(pipe instanceof Pipeline))
  if (!pipes.length || odd !== undefined) {
    throw fault(`Expected a pipeline or an array of them but received ${pipes.length ? shown(odd) : 'an empty array'}`)
  }
  const all = pipes as Pipeline<unknown>[]
  const set = settings(options, all.length)
  const names = outputNames(set.outputMap, ownNames(all[0]!))
  const shapes = all.map((pipe) => ownNames(pipe).length)
  if (shapes.some((n) => n !== names.length)) {
    throw fault(`Expected pipelines with the same outputs but received ${shapes.join(', ')} of them`)
  }
  for (const [i, pipe] of all.entries()) {
    if (!driven.has(pipe) && all.indexOf(pipe) === i) continue
    throw apiMixed('Two iterators over one pipeline', {
      op: 'iterate',
      hint: 'Use the iterator that it has, or build a second pipeline',
    })
  }
  const iterator = new BatchIterator<unknown, TensorList>(all.map(drive), names, set, !Array.isArray(given))
  for (const pipe of all) driven.add(pipe)
  return iterator
}

const ownNames = (pipe: Pipeline<unknown>) => pipe.graph().outputs.map(({ name }) => name)

function drive(pipe: Pipeline<unknown>): Driven<TensorList> {
  return {
    batchSize: pipe.batchSize,
    readerMeta: (name) => pipe.readerMeta(name),
    next: async () => Object.values((await pipe.advance()) as Record<string, TensorList>),
    reset: () => pipe.reset(),
    mark: () => pipe.mark(),
    resumedCount: pipe.resumedCount,
  }
}
