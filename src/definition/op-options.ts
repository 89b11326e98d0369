// What every operator of a graph can be given beside its own arguments.
import type { Device } from '../graph/types.js'

/** Arguments that every operator takes. */
export interface OpOptions {
  /** Name of this call, for feeding, statistics and errors. No other operator of the pipeline may have it. */
  name?: string
  /** Where it runs. Default: 'gpu' if an input is there, else 'cpu'. */
  device?: Device
  /** Bytes that a sample of the output takes, or a list with one number per output: buffers begin with that size. */
  bytesPerSampleHint?: number | readonly number[]
  /** Accepted and without effect: an operator that no output needs is left out, since it does nothing but compute. */
  preserve?: boolean
}
