// The options of a sampler: what they mean, and what is refused.

import { checkBoolean, checkInteger, fail } from './args.js'

export interface SamplerOptions {
  /** Samples in the data set. */
  size: number
  batchSize: number
  shardId?: number | undefined
  numShards?: number | undefined
  stickToShard?: boolean | undefined
  padLastBatch?: boolean | undefined
  randomShuffle?: boolean | undefined
  initialFill?: number | undefined
  shuffleAfterEpoch?: boolean | undefined
  shuffleBlocks?: boolean | undefined
  /** Bytes of a block: what a block is of which data set, `edges` says. */
  blockBytes?: number | undefined
  blockWindow?: number | undefined
  /**
   * The first samples of the blocks, and the number of all samples, for shuffleBlocks. It is called when samples are asked
   * for: what needs positions alone can do without.
   */
  edges?: (() => Int32Array) | undefined
  /** Readers of different shards must have the same one. Default: a fixed number. */
  shuffleAfterEpochSeed?: number | undefined
  /** Seeds the shuffle buffer only, so readers of different shards may differ. */
  seed?: number | undefined
}

export const INT_MAX = 2 ** 31 - 1
const MOST_WINDOW = 4096
// All readers use this seed: shards are disjoint only if all readers shuffle the data set in the same way.
export const FIXED_SEED = 0x70656e73

/** The options with their defaults. Throws INVALID_ARGUMENT. */
export function checkOptions(options: SamplerOptions) {
  const size = checkInteger('size', options.size, 1, INT_MAX)
  const batchSize = checkInteger('batchSize', options.batchSize, 1, INT_MAX)
  const numShards = checkInteger(
    'numShards',
    options.numShards ?? 1,
    1,
    size,
    `The data set has ${size} samples, and every shard needs at least one: lower numShards`,
  )
  const shardId = checkInteger(
    'shardId',
    options.shardId ?? 0,
    0,
    numShards - 1,
    'Shards count from 0 to numShards - 1',
  )
  const randomShuffle = checkBoolean('randomShuffle', options.randomShuffle ?? false)
  const shuffleAfterEpoch = checkBoolean('shuffleAfterEpoch', options.shuffleAfterEpoch ?? false)
  const stickToShard = checkBoolean('stickToShard', options.stickToShard ?? false)
  const padLastBatch = checkBoolean('padLastBatch', options.padLastBatch ?? false)
  // Without a shuffle buffer its size is not used and not checked.
  const initialFill = randomShuffle ? checkInteger('initialFill', options.initialFill ?? 1024, 1, INT_MAX) : 0
  const shuffleBlocks = checkBoolean('shuffleBlocks', options.shuffleBlocks ?? false)
  const blockBytes = shuffleBlocks ? checkInteger('blockBytes', options.blockBytes ?? 2 ** 23, 1, INT_MAX) : 0
  const blockWindow = shuffleBlocks ? checkInteger('blockWindow', options.blockWindow ?? 16, 1, MOST_WINDOW) : 0
  const seed = checkSeed('seed', options.seed ?? 0)
  const shuffleAfterEpochSeed = checkSeed('shuffleAfterEpochSeed', options.shuffleAfterEpochSeed ?? FIXED_SEED)
  checkAlone({ randomShuffle, shuffleAfterEpoch, shuffleBlocks, stickToShard })
  return {
    ...{ size, batchSize, shardId, numShards, padLastBatch, randomShuffle, initialFill, seed },
    ...{ shuffleAfterEpoch, shuffleAfterEpochSeed, shuffleBlocks, blockBytes, blockWindow, edges: options.edges },
    // shuffleAfterEpoch mixes all samples each epoch, so each reader keeps its part of the shuffled order.
    stickToShard: stickToShard || shuffleAfterEpoch,
  }
}

/** Refuses shuffles that contradict each other. */
function checkAlone(
  o: Record<'randomShuffle' | 'shuffleAfterEpoch' | 'shuffleBlocks' | 'stickToShard', boolean>,
): void {
  const refuse = (one: string, other: string, hint: string) =>
    fail('INVALID_ARGUMENT', `Expected ${one} or ${other} but received both`, hint)
  for (const other of ['shuffleAfterEpoch', 'randomShuffle'] as const) {
    if (o.shuffleBlocks && o[other]) refuse('shuffleBlocks', other, 'Choose one of the shuffles')
  }
  for (const other of ['randomShuffle', 'stickToShard'] as const) {
    if (!o.shuffleAfterEpoch || !o[other]) continue
    refuse('shuffleAfterEpoch', other, `Leave ${other} out: shuffleAfterEpoch shuffles the whole data set each epoch`)
  }
}

function checkSeed(name: string, value: unknown): number {
  return checkInteger(name, value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
}
