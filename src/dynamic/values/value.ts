// The lineage of imperative mode: which call made which value from which. A value is lazy (its call has not run), under
// way (a run makes it) or there (it has a storage). Values inside a run that were not asked for are not kept; they stay
// lazy, and are made again if they are wanted after all: calls are pure, so that changes nothing but time.
import { PipelineError } from '../../errors.js'
import { copyOp } from '../../graph/devices.js'
import type { ActualMode } from '../context/mode.js'
import type { CallSpec } from '../operators/spec.js'
import type { ProgramFamily } from '../scheduling/compiled-program.js'
import type { ExecutionQueue } from '../scheduling/execution-queue.js'
import type { ReaderBatch } from '../scheduling/loop-predictor.js'
import type { Producer } from '../scheduling/types.js'
import type { Site } from '../trace/site.js'
import type { Storage, ValueType } from './storage.js'

export class Value {
  /** What is making it. */
  run: Producer | undefined
  /** Which output of the run, or of the storage. */
  place = 0
  storage: Storage | undefined
  error: PipelineError | undefined
  type: ValueType | undefined
  /** It was asked for. */
  seen = false
  /** Brings it at once, where it comes neither from a call nor lies anywhere yet. */
  load: (() => void) | undefined
  /** It was left inside a run. */
  passed: { family: ProgramFamily; position: number } | undefined
  /** The memory is the user's and may change: a call that reads it runs before it returns. */
  external = false
  /** The batch of a reader. It can be read once more: then it need not stay for calls that have run. */
  readerBatch: ReaderBatch | undefined
  /** Tensors and batches that show it and were not disposed, and calls that read it. */
  private owners = 0
  /** Owners that are sure to read it: all but calls that have run, and may have to run again. */
  private needs = 0

  constructor(
    /** None of data. */
    public call: Call | undefined,
    /** Which of the call's outputs. */
    readonly output: number,
    /** Samples. */
    readonly count: number,
    /** The GPU in whose memory it will lie, or -1. */
    readonly gpu: number,
  ) {}

  own(): void {
    if (this.owners++ === 0) this.storage?.use()
    this.needs++
  }

  /** With the last owner the memory may go, as the value cannot be asked for again. */
  disown(): void {
    // Calls own what they read; lineages are too long for the stack.
    const idle: Call[] = []
    this.left(idle)
    for (let call = idle.pop(); call; call = idle.pop()) call.leave(idle)
  }

  /**
   * Takes an owner away; a call whose values have none left goes on the list. `spared`: the owner was a call that has
   * run.
   */
  left(idle: Call[], spared = false): void {
    if (!spared) this.needs--
    if (--this.owners === 0) {
      this.storage?.leave()
      if (this.call?.values.every((value) => value.owners === 0)) idle.push(this.call)
    } else if (this.needs === 0) this.part()
  }

  /** An owner has run. `first`: for the first time. */
  spare(first: boolean): void {
    if (first) this.needs--
    if (this.needs === 0) this.part()
  }

  /** No owner is sure to read it: the memory of a reader's batch goes. */
  private part(): void {
    const { storage, readerBatch } = this
    if (!this.owners || !storage || !readerBatch) return
    this.storage = undefined
    storage.leave()
    this.load = () => {
      this.load = undefined
      try {
        const again = readerBatch.renew()
        this.arrive(again)
        again.leave()
      } catch (error) {
        if (!(error instanceof PipelineError)) throw error
        this.error = error
      }
    }
  }

  /** It is there: while it has an owner it holds on to where it lies. */
  arrive(storage: Storage): void {
    this.storage = storage
    if (this.owners) storage.use()
  }

  static of(storage: Storage, place: number, count: number, gpu = -1): Value {
    const value = new Value(undefined, 0, count, gpu)
    value.storage = storage
    value.place = place
    return value
  }
}

/** Samples of a value: the first ones (null), one for all, or a list. A Tensor shows one, a Batch the others. */
export interface View {
  readonly value: Value
  readonly rows: Int32Array | number | null
}

/** Marks tensors and batches, so that code below these classes knows them from other objects. */
export const holds = Symbol('holds a value')

/** A Tensor or a Batch, as code below these classes sees it. */
export interface Holder {
  readonly [holds]: true
  /** Throws OUTPUT_RELEASED after dispose(). */
  readonly view: View
}

export const isHolder = (x: unknown): x is Holder => typeof x === 'object' && x !== null && holds in x

/** Makes a Tensor or a Batch of a value, which owns it. `single`: a Tensor. */
export type Show<T extends Holder = Holder> = (value: Value, single: boolean) => T

/** A Tensor's view. */
export const isSingle = ({ rows }: View): boolean => typeof rows === 'number'

/** Samples of a view. */
export const countOf = ({ value, rows }: View): number =>
  rows === null ? value.count : typeof rows === 'number' ? 1 : rows.length

/** Which sample of the value stands at position i. */
export const rowOf = (rows: View['rows'], i: number): number =>
  rows === null ? i : typeof rows === 'number' ? rows : rows[i]!

/** Who runs calls: an evaluation context. */
export interface ExecutionQueues {
  /** The context. */
  readonly owner: object
  /** The GPU of its calls, or -1. */
  readonly gpu: number
  /** Which queue the next segment on this GPU (-1: the CPU) goes to. */
  queue(gpu: number): ExecutionQueue
}

let calls = 0

/** What a call is made of. */
export interface CallParts {
  readonly spec: CallSpec
  readonly inputs: readonly View[]
  /** Per-sample arguments, in the order of spec.argNames. */
  readonly args: readonly View[]
  readonly count: number
  readonly context: ExecutionQueues
  /** Key and counter of its random numbers, low words first. */
  readonly draw: Uint32Array | undefined
  /** Holds the stack of the caller. */
  readonly site: Site
}

/** One call of an operator. */
export class Call implements CallParts {
  /** Calls are numbered in the order in which they were made. */
  readonly seq = ++calls
  readonly spec: CallSpec
  readonly inputs: readonly View[]
  readonly args: readonly View[]
  readonly count: number
  readonly context: ExecutionQueues
  readonly draw: Uint32Array | undefined
  readonly site: Site
  /** All that it reads: inputs, then arguments. */
  readonly views: readonly View[]
  readonly values: readonly Value[]
  /** The GPU that it runs on, or -1. */
  readonly gpu: number
  /** The mode in which it was made. */
  mode: ActualMode = 'eager'
  /** No program does it together with others. */
  alone = false
  /**
   * Its values are not wanted any more, or all of them are there: it need not run. Until then it keeps what it reads:
   * its inputs may be disposed before it runs, and it may have to run again.
   */
  released = false
  private spared = false

  constructor({ spec, inputs, args, count, context, draw, site }: CallParts) {
    this.spec = spec
    this.inputs = inputs
    this.args = args
    this.count = count
    this.context = context
    this.draw = draw
    this.site = site
    this.views = args.length ? [...inputs, ...args] : inputs
    // A copy to the host is made where the data lies.
    const from = spec.op === copyOp && spec.device === 'cpu' ? inputs[0]!.value.gpu : -1
    const gpu = spec.device === 'cpu' ? -1 : context.gpu
    this.gpu = from < 0 ? gpu : from
    const values: Value[] = []
    for (let i = 0; i < spec.numOutputs; i++) values.push(new Value(this, i, count, gpu))
    this.values = values
    for (const { value } of this.views) value.own()
  }

  release(): void {
    const idle: Call[] = [this]
    for (let call = idle.pop(); call; call = idle.pop()) call.leave(idle)
  }

  /** Lets go of what it reads. */
  leave(idle: Call[]): void {
    if (this.released) return
    this.released = true
    for (const { value } of this.views) value.left(idle, this.spared)
  }

  /** It has run, and may have to once more: what can be made again need not wait for that. */
  spare(): void {
    const first = !this.spared
    this.spared = true
    for (const { value } of this.views) value.spare(first)
  }
}
