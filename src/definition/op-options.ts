// Defines the arguments that every operator of a graph takes beside its own.
import type { Device } from '../graph/types.js'

/** Arguments that every operator takes. */
export interface OpOptions {
  /**
   * Name of this call, for feeding, statistics and errors; unique in the pipeline, and not beginning with '__'.
   * Default: made from the operator's name.
   */
  name?: string
  /**
   * Where the operator runs. Default: 'gpu' if an input is on the GPU and the operator has a GPU kernel, else 'cpu'.
   */
  device?: Device
  /**
   * Expected bytes of one sample of the output, or a list with one number per output: the first buffers get this size.
   * Default: the pipeline's bytesPerSample.
   */
  bytesPerSampleHint?: number | readonly number[]
  /** Accepted without effect: an operator that no output needs is left out, because operators have no side effects. */
  preserve?: boolean
}
