// The outputs that framework entry points take: those of pipelines and the values of imperative mode.
import { invalidInput } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { DType } from '../generated/abi.js'

/** A tensor of a pipeline or of imperative mode. */
export interface Dense {
  readonly dtype: DType
  readonly shape: readonly number[]
  dataSync(): ArrayBufferView
}

/** A TensorList, or a Batch of imperative mode: its tensor has a leading sample axis. */
export interface Samples {
  asTensor(): Dense
}

/** The output as one tensor. Errors: INVALID_INPUT, for anything else and for samples that differ in shape. */
export function denseOf(output: Dense | Samples): Dense {
  if (typeof (output as Partial<Dense & Samples>)?.dataSync !== 'function') {
    throw invalidInput(`Expected an output of a pipeline or a value of imperative mode but received ${shown(output)}`)
  }
  return 'asTensor' in output ? output.asTensor() : output
}
