// The types of what a pipeline's calls take and give.

import type { TensorList } from '../data/tensor-list.js'
import type { BatchData } from '../data/types.js'
import type { IndexProgress } from '../readers/indexing.js'

/**
 * The outputs of one batch, one TensorList each: an array in the definition's order, or an object with the definition's
 * keys when the definition returned an object.
 */
export type Outputs = TensorList[] & Record<string, TensorList>

/**
 * Data for the external sources that have no `source`, by their `name`: one batch each, and for a source with
 * numOutputs a list with one batch per output. `Names` are the names of those sources, where the compiler knows them.
 */
export type Feeds<Names extends string = string> = string extends Names
  ? Record<string, BatchData | readonly BatchData[]>
  : [Names] extends [never]
    ? Record<string, never>
    : { readonly [Name in Names]?: BatchData | readonly BatchData[] }

/** Options of build(). */
export interface BuildOptions extends CallOptions {
  /**
   * Called for each reader while it lists its data, at most five times a second, and once when it has. Not called for a
   * pipeline that was built before, nor after close(). What it throws ends the build with USER_FUNCTION.
   */
  onProgress?: ((progress: IndexProgress) => void) | undefined
}

/** Options of calls that wait. */
export interface CallOptions {
  /**
   * Ends the wait: the call rejects with ABORTED. The pipeline stays usable, and the next call gives the batch that
   * this one waited for.
   */
  signal?: AbortSignal | undefined
}

/** Options of setWeights(). */
export interface SetWeightsOptions {
  /** The number of a later sample from which on they hold, on which processes can agree. Default: the next batch's first sample. */
  from?: number | undefined
}
