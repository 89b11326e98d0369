// fn.readers.mixture: several readers as one stream. It records the readers and a node that takes their outputs, which
// src/graph/mixtures.ts folds into one.
import { call, currentContext, isPlain } from '../definition/context.js'
import { DataNode } from '../definition/node.js'
import type { OpOptions } from '../definition/op-options.js'
import { callSite } from '../errors/call-site.js'
import { shown } from '../errors/words.js'
import { argError } from '../graph/schema.js'

/** What a source of a mixture returns: outputs of one reader. */
export type MixtureOutputs = DataNode | readonly DataNode[]

/** The weights of the samples from one on. */
export interface MixtureWeights {
  /** The first of these samples, counted over all epochs and shards: 0 for the first weights, then larger ones. */
  from: number
  /** One number for each source. One with 0 gives nothing here. */
  weights: readonly number[]
}

export interface MixtureOptions extends OpOptions {
  /** The sources: each is a function that returns the outputs of one reader, or a list of some of them, and is called once. */
  sources: readonly (() => MixtureOutputs)[]
  /**
   * One number above 0 for each source: its share of the samples is its weight over their sum. Whole numbers and decimals
   * whose sum is small are exact; others are rounded to 1/4194304 of the sum. Weights that change in the course of the stream
   * are a list with the sample from which on each holds; they need onEnd 'repeat'.
   */
  weights: readonly number[] | readonly MixtureWeights[]
  /**
   * How the source of a sample is chosen: 'even' keeps the count of each source within one sample of its share, at any place of
   * the stream; 'random' draws each sample's source independently of the others. Default: 'even'.
   */
  choice?: 'even' | 'random'
  /** Seed of the draws of 'random', which shards must share. Default: the same for all mixtures. */
  choiceSeed?: number
  /**
   * When a source has given all of its samples: 'repeat' begins its next epoch, and an epoch of the mixture has as many
   * samples as the sources have together; 'stop' ends the mixture's epoch, and all sources begin their next one with the
   * next one of the mixture; 'drop' goes on with the other sources, which share its weight. Default: 'repeat'.
   */
  onEnd?: 'repeat' | 'stop' | 'drop'
  /** Number of shards, which are dealt the samples of the mixture in turn. Default: 1. */
  numShards?: number
  /** Which shard to read, from 0. Default: 0. */
  shardId?: number
  /** 'auto': shardId and numShards are the rank and world size of this process's launcher. */
  shard?: 'auto'
  /** Repeat the last sample of an epoch until all shards have equally many full batches. Default: false. */
  padLastBatch?: boolean
  /** Ask the operating system to read what the next samples need before their turn. Default: false. */
  readAhead?: boolean
}

/**
 * Reads from several readers as one stream, in which each source has its share of the samples. Returns the outputs of a
 * sample's source and, last, the number of that source: int32, shape [1]. docs/guides/mixtures.md shows what a stream looks
 * like, and how it goes on after a checkpoint.
 *
 * Errors: INVALID_ARGUMENT, for a source that returns something else than outputs of one reader, or another number of them
 * than the first source; for a reader that is used outside of the mixture, or has a shard of its own; for weights that are
 * not one number above 0 for each source.
 */
export type MixtureFn = (options: MixtureOptions) => DataNode[]

const op = 'readers.mixture'

function entry(options: unknown): DataNode[] {
  const at = { op, callSite: callSite(entry) }
  currentContext(op, at.callSite)
  if (!isPlain(options)) throw argError(at, `Expected options with sources and weights but received ${shown(options)}`)
  const { sources, ...rest } = options
  if (!Array.isArray(sources) || !sources.length) {
    throw argError(
      at,
      `Expected a list of functions for sources but received ${shown(sources)}`,
      'Write sources: [() => outputs of a reader, () => outputs of another one]',
    )
  }
  const lists = sources.map((source: unknown, i) => {
    if (typeof source !== 'function') {
      throw argError(at, `Expected a function for sources[${i}] but received ${shown(source)}`)
    }
    const given: unknown = (source as () => unknown)()
    const outputs = Array.isArray(given) ? (given as unknown[]) : [given]
    const stray = outputs.find((output) => !(output instanceof DataNode))
    if (stray !== undefined || !outputs.length) {
      throw argError(at, `Expected sources[${i}] to return outputs of a reader but received ${shown(stray ?? given)}`)
    }
    return outputs as DataNode[]
  })
  const each = lists[0]!.length
  const odd = lists.findIndex((list) => list.length !== each)
  if (odd > 0) {
    throw argError(
      at,
      `Expected sources[${odd}] to return ${each} outputs, as sources[0] does, but received ${lists[odd]!.length}`,
      'Return a list of those outputs that all sources have',
    )
  }
  const args = { elastic: true, ...rest, ...weightsOf(rest.weights, at), numOutputs: each + 1 }
  return call(op, [...lists.flat(), args], at.callSite)
}

/** Weights that change as the arguments that the graph has. */
function weightsOf(weights: unknown, at: { op: string; callSite: string }): object {
  if (!Array.isArray(weights) || !weights.some(isPlain)) return {}
  const rows = weights as Partial<MixtureWeights>[]
  const odd = rows.findIndex((row) => !isPlain(row) || !Array.isArray(row.weights) || !Number.isSafeInteger(row.from))
  if (odd >= 0) {
    throw argError(at, `Expected { from, weights } for weights[${odd}] but received ${shown(rows[odd])}`)
  }
  const other = rows.findIndex((row) => row.weights!.length !== rows[0]!.weights!.length)
  if (other >= 0) {
    const [first, count] = [rows[0]!.weights!.length, rows[other]!.weights!.length]
    throw argError(at, `Expected ${first} weights in weights[${other}], as in weights[0], but received ${count}`)
  }
  return { weights: rows.flatMap((row) => row.weights), weightsFrom: rows.map((row) => row.from) }
}

export const mixture = entry as unknown as MixtureFn
