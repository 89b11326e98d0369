// A reader's place as text: getState() writes it, and setState() parses and checks it.

import { checkpointMismatch, invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import type { PipelineError } from '../../errors.js'
import type { ReaderPosition } from '../../native/dataset.js'

export interface ReaderState extends ReaderPosition {
  /** The name of the reader in fn. */
  op: string
  /** The options that define the order of samples: see ReaderOrder. */
  order: string
  /** The fingerprint of the data set. States of earlier versions have none. */
  data?: string | undefined
  seed: number
  /** Samples per batch with which the epoch was begun; null: single samples, or the start of an epoch. */
  batchSize: number | null
}

const version = 1
const whole = (v: unknown): v is number => Number.isSafeInteger(v) && (v as number) >= 0

export function stateText(state: ReaderState): string {
  const { op, order, data, seed, epoch, position, batchSize } = state
  return JSON.stringify({ penstock: version, op, order, data, seed, epoch, position, batchSize })
}

/**
 * Parses the state of a reader `op`. Throws INVALID_ARGUMENT for a text that getState() did not write,
 * CHECKPOINT_MISMATCH for the state of another kind of reader or of a later version.
 */
export function parseState(op: string, text: unknown, callSite: string): ReaderState {
  let value: Record<string, unknown> | undefined
  try {
    value = typeof text === 'string' ? (JSON.parse(text) as Record<string, unknown>) : undefined
  } catch {
    value = undefined
  }
  const object = typeof value === 'object' && value !== null ? value : {}
  if (whole(object.penstock) && object.penstock > version) {
    throw mismatch(
      op,
      `Expected a state of format ${version} but received one of format ${object.penstock}`,
      callSite,
      'It was written by a later version of penstock',
    )
  }
  if (typeof object.op === 'string' && object.op !== op) {
    throw mismatch(op, `Expected the state of ${op} but received that of ${object.op}`, callSite)
  }
  const { order, data, seed, epoch, position, batchSize } = object
  const ok =
    object.penstock === version &&
    object.op === op &&
    typeof order === 'string' &&
    (data === undefined || typeof data === 'string') &&
    Number.isSafeInteger(seed) &&
    whole(epoch) &&
    whole(position) &&
    (batchSize === null || (whole(batchSize) && batchSize >= 1))
  if (ok) return { op, order, data, seed: seed as number, epoch, position, batchSize }
  throw invalidArgument(`Expected a string from getState() for state but received ${shown(text)}`, { op, callSite })
}

/** Throws CHECKPOINT_MISMATCH for a state with another seed than the one that the reader was given, if it was given one. */
export function checkSeed({ op, seed }: ReaderState, given: number | undefined, callSite: string): void {
  if (given === undefined || seed === given) return
  const message = `Expected a state with seed ${given} but received one with seed ${seed}`
  throw mismatch(op, message, callSite, 'Leave seed out: the state brings it')
}

/** Throws CHECKPOINT_MISMATCH for a state of another order, or of other data (`data`: their fingerprint). */
export function checkData(state: ReaderState, order: string, data: string | undefined, callSite: string): void {
  if (state.order !== order) {
    throw mismatch(
      state.op,
      `Expected a state of "${order}" but received one of "${state.order}"`,
      callSite,
      'Use the data set, the shard and the reader options that it was taken with',
    )
  }
  if (state.data === undefined || state.data === data) return
  throw mismatch(
    state.op,
    'Expected a state of the samples that the reader has now but received one of others: names, places, values or blocks differ',
    callSite,
    'Use the data set as it was when the state was taken',
  )
}

export function mismatch(op: string, message: string, callSite: string, hint?: string): PipelineError {
  return checkpointMismatch(message, { op, callSite, hint })
}
