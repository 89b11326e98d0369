// What the process says of imperative mode, penstock.dali.experimental.dynamic. It numbers its values, contexts and readers, records
// what user code does as steps, and sends them when it asks for something. What the process reads is a batch in shared memory.
import { isCount, isCounts } from '../bridge/message-reader.js'
import type { Json } from '../graph/types.js'
import { type FedOutput, isOutput } from './feeds-protocol.js'

/** A call of an operator. Its outputs get the numbers from `v` on, of which there are `n`. */
export interface CallStep {
  s: 'call'
  v: number
  n: number
  op: string
  inputs: readonly number[]
  args: Readonly<Record<string, Json>>
  /** Values of the arguments that may differ by sample. */
  argInputs: Readonly<Record<string, number>>
  /** File and line of the call. */
  site: string
  /** Runs only when something is read that depends on it. */
  deferred?: boolean
  device?: string
  batchSize?: number
  onError?: string
  /** The state of the generator, before the call. */
  rng?: string
  /** The context; 0: the default one. */
  c: number
}

/** What user code has done. */
export type Step =
  | CallStep
  /** Data of the process in the room of the message: a Batch, or with `tensor` a Tensor. */
  | { s: 'data'; v: number; data: FedOutput; tensor: boolean }
  /** Samples of a Batch: a Batch of them, or one as a Tensor. */
  | { s: 'part'; v: number; of: number; rows: number | readonly number[] }
  /** Nothing refers to these values any more. */
  | { s: 'drop'; v: readonly number[] }
  | { s: 'context'; c: number; numThreads?: number; device?: string }
  | { s: 'leave'; c: number }
  | { s: 'reader'; r: number; op: string; args: Readonly<Record<string, Json>>; site: string }
  /** The loop over the reader's epoch was left. What was asked for ahead is dropped. */
  | { s: 'stop'; r: number }
  | { s: 'close'; r: number }
  /** Threads of contexts that were made without a number; null: the default. */
  | { s: 'threads'; n: number | null }

/** What can be asked of a reader. */
export const readerQuestions = ['metadata', 'state'] as const

export type DynamicRequest =
  /** It has no answer: what fails is the error of the values that it should have made. */
  | { t: 'steps'; steps: readonly Step[]; room?: number; bytes?: number }
  /** Asks for a value, which is answered by a SharedBatch of one output. */
  | { t: 'read'; id: number; v: number }
  /** Asks for a value's facts, which need no data where they do not depend on it. */
  | { t: 'facts'; id: number; v: number }
  /** Is answered when the values are made; with `full` their work on a GPU is over too. */
  | { t: 'settle'; id: number; v: readonly number[]; full: boolean }
  /** Is answered when all calls of a context have run. */
  | { t: 'finish'; id: number; c: number }
  /**
   * The next batch of a reader, or without batchSize the next sample, whose outputs get the numbers from `v` on. `begins`: the first of
   * an epoch; what is left of the epoch before is dropped.
   */
  | { t: 'next'; id: number; r: number; v: number; batchSize: number | null; begins: boolean; c: number }
  | { t: 'askReader'; id: number; r: number; what: (typeof readerQuestions)[number] }
  | { t: 'setState'; id: number; r: number; state: string }
  /** Asks for the numbers of the GPUs; none without CUDA. */
  | { t: 'gpus'; id: number }

export interface ValueFacts {
  dtype: string
  layout: string
  shapes: readonly (readonly number[])[]
}

/** What `next` is answered by: null at the epoch's end. `names`: of outputs that have names. */
export type NextItem = { count: number; outputs: number; names?: readonly string[] } | null

type Fields = Readonly<Record<string, unknown>>

const isText = (value: unknown): value is string => typeof value === 'string'
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const maybe = (value: unknown, check: (value: unknown) => boolean) => value === undefined || check(value)
const isFlag = (value: unknown) => typeof value === 'boolean'

const steps: Readonly<Record<Step['s'], (step: Fields) => boolean>> = {
  call: ({ v, n, op, inputs, args, argInputs, site, deferred, device, batchSize, onError, rng, c }) =>
    isCount(v) &&
    isCount(n) &&
    isText(op) &&
    isCounts(inputs) &&
    isRecord(args) &&
    isRecord(argInputs) &&
    Object.values(argInputs).every(isCount) &&
    isText(site) &&
    maybe(deferred, isFlag) &&
    maybe(device, isText) &&
    maybe(batchSize, isCount) &&
    maybe(onError, isText) &&
    maybe(rng, isText) &&
    isCount(c),
  data: ({ v, data, tensor }) => isCount(v) && isOutput(data) && isFlag(tensor),
  part: ({ v, of, rows }) => isCount(v) && isCount(of) && (isCount(rows) || isCounts(rows)),
  drop: ({ v }) => isCounts(v),
  context: ({ c, numThreads, device }) => isCount(c) && maybe(numThreads, isCount) && maybe(device, isText),
  leave: ({ c }) => isCount(c),
  reader: ({ r, op, args, site }) => isCount(r) && isText(op) && isRecord(args) && isText(site),
  stop: ({ r }) => isCount(r),
  close: ({ r }) => isCount(r),
  threads: ({ n }) => n === null || isCount(n),
}

const isStep = (step: unknown) =>
  isRecord(step) && isText(step.s) && Object.hasOwn(steps, step.s) && steps[step.s as Step['s']](step)

export const dynamicChecks: Readonly<Record<DynamicRequest['t'], (message: Fields) => boolean>> = {
  steps: ({ steps: all, room, bytes }) =>
    Array.isArray(all) && all.every(isStep) && maybe(room, isCount) && maybe(bytes, isCount),
  read: ({ id, v }) => isCount(id) && isCount(v),
  facts: ({ id, v }) => isCount(id) && isCount(v),
  settle: ({ id, v, full }) => isCount(id) && isCounts(v) && isFlag(full),
  finish: ({ id, c }) => isCount(id) && isCount(c),
  next: ({ id, r, v, batchSize, begins, c }) =>
    isCount(id) &&
    isCount(r) &&
    isCount(v) &&
    (batchSize === null || isCount(batchSize)) &&
    isFlag(begins) &&
    isCount(c),
  askReader: ({ id, r, what }) => isCount(id) && isCount(r) && (readerQuestions as readonly unknown[]).includes(what),
  setState: ({ id, r, state }) => isCount(id) && isCount(r) && isText(state),
  gpus: ({ id }) => isCount(id),
}
