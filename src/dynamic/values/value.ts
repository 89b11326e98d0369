// The lineage of imperative mode: a Value knows the Call that makes it, and a Call knows the values that it reads. A
// value is lazy (its call has not run), under way (an execution makes it) or there (it has a storage). An execution
// keeps only the values that were asked for. The others stay lazy and are computed again if they are wanted after all;
// calls are pure, so that costs time but changes no result.
import { holds } from '../../definition/context.js'
import { PipelineError } from '../../errors.js'
import { copyOp } from '../../graph/devices.js'
import type { ActualMode } from '../context/mode.js'
import type { CallSpec } from '../operators/spec.js'
import type { ExecutionQueue, InFlight, ProgramFamily } from '../scheduling/execution-queue.js'
import type { ReaderBatch } from '../scheduling/loop-predictor.js'
import type { Site } from '../trace/site.js'
import type { Storage, ValueType } from './storage.js'

export class Value {
  /** The execution that is making it. */
  run: InFlight | undefined
  /** Which output of the execution, or of the storage. */
  place = 0
  storage: Storage | undefined
  error: PipelineError | undefined
  type: ValueType | undefined
  /** Its data was asked for. */
  seen = false
  /** Reads it at once, for a value that no call makes and that has no storage now: a reader's batch. */
  load: (() => void) | undefined
  /**
   * Set when an execution computed it without keeping it: the program's family, and the value's position in the
   * segment.
   */
  passed: { family: ProgramFamily; position: number } | undefined
  /** The memory is the user's and may change: a call that reads it runs before it returns. */
  external = false
  /** It stands for a constant argument: see operators/changing.ts. */
  constant = false
  /**
   * The reader's batch that it belongs to. It can be read from the files again, so it need not stay for calls that have
   * run.
   */
  readerBatch: ReaderBatch | undefined
  /**
   * These images as another call would make them, no larger than a resize needs. That call itself never runs: each such
   * resize gets one of its own like it, which runs in the resize's program only, so that its pixels follow from the resize
   * alone. This value owns it.
   */
  smaller: Value | undefined
  /** Number of owners: tensors and batches that show it and were not disposed, and calls that read it. */
  private owners = 0
  /** Owners that will surely read it: all but the calls that have run, which may have to run again. */
  private needs = 0

  constructor(
    /** The call that makes it; undefined for data, and once the value is there. */
    public call: Call | undefined,
    /** Which of the call's outputs it is. */
    readonly output: number,
    /** Number of samples. */
    readonly count: number,
    /** The GPU in whose memory it will lie, or -1. */
    readonly gpu: number,
  ) {}

  own(): void {
    if (this.owners++ === 0) this.storage?.use()
    this.needs++
  }

  /** Takes an owner away. Without owners the value cannot be asked for again, so its memory is freed. */
  disown(): void {
    // Calls own what they read. A list in place of recursion: lineages can be too long for the stack.
    const idle: Call[] = []
    this.left(idle)
    for (let call = idle.pop(); call; call = idle.pop()) call.leave(idle)
  }

  /** Takes an owner away that has read the value. If it was disposed meanwhile, what was read stays valid. */
  endRead(): void {
    if (this.owners === 1) this.storage?.leaveToArrays()
    this.disown()
  }

  /**
   * Takes an owner away, and adds the call to `idle` if none of the call's values has an owner left. `spared`: the
   * owner was a call that has run.
   */
  left(idle: Call[], spared = false): void {
    if (!spared) this.needs--
    if (--this.owners === 0) {
      this.storage?.leave()
      this.smaller?.left(idle)
      this.smaller = undefined
      if (this.call?.values.every((value) => value.owners === 0)) idle.push(this.call)
    } else if (this.needs === 0) this.part()
  }

  /** A call that reads it has run, with `first` for the first time. */
  spare(first: boolean): void {
    if (first) this.needs--
    if (this.needs === 0) this.part()
  }

  /** Releases the memory of a reader's batch that no owner will surely read; `load` then reads it again if need be. */
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

  /** The value is there, in `storage`, which it keeps in use while it has an owner. */
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

/** Samples of a value: all of them (null), a single one (a number; a Tensor), or a list of them. */
export interface View {
  readonly value: Value
  readonly rows: Int32Array | number | null
}

export { holds }

/** A Tensor or a Batch, as code that cannot import these classes sees it. */
export interface Holder {
  readonly [holds]: true
  /** Throws OUTPUT_RELEASED after dispose(). */
  readonly view: View
}

export const isHolder = (x: unknown): x is Holder => typeof x === 'object' && x !== null && holds in x

/** Makes a Tensor (`single`) or a Batch that owns the value. */
export type Show<T extends Holder = Holder> = (value: Value, single: boolean) => T

/** Whether the view is a Tensor's. */
export const isSingle = ({ rows }: View): boolean => typeof rows === 'number'

/** Number of samples of a view. */
export const countOf = ({ value, rows }: View): number =>
  rows === null ? value.count : typeof rows === 'number' ? 1 : rows.length

/** The sample of the value that stands at position `i` of the view. */
export const rowOf = (rows: View['rows'], i: number): number =>
  rows === null ? i : typeof rows === 'number' ? rows : rows[i]!

/** Where calls go: the queues of one evaluation context, for one device and stream. */
export interface ExecutionQueues {
  /** The context. */
  readonly owner: object
  /** The GPU of its calls, or -1. */
  readonly gpu: number
  /** The queue that the next segment on this GPU (-1: the CPU) goes to. */
  queue(gpu: number): ExecutionQueue
}

let calls = 0

/** The parts that a call is made of. */
export interface CallParts {
  readonly spec: CallSpec
  readonly inputs: readonly View[]
  /** Per-sample arguments, in the order of spec.argNames. */
  readonly args: readonly View[]
  readonly count: number
  readonly context: ExecutionQueues
  /** Key and counter of its random numbers, low words first. */
  readonly draw: Uint32Array | undefined
  /** Where user code made the call. */
  readonly site: Site
}

/** One call of an operator. */
export class Call implements CallParts {
  /** Number of the call, in the order in which calls were made. */
  readonly seq = ++calls
  readonly spec: CallSpec
  readonly inputs: readonly View[]
  readonly args: readonly View[]
  readonly count: number
  readonly context: ExecutionQueues
  readonly draw: Uint32Array | undefined
  readonly site: Site
  /** Everything that it reads: inputs, then arguments. */
  readonly views: readonly View[]
  readonly values: readonly Value[]
  /** The GPU that it runs on, or -1. */
  readonly gpu: number
  /** The evaluation mode in which it was made. */
  mode: ActualMode = 'eager'
  /** The call must run in a program of its own, to find out whether it is the one that fails. */
  alone = false
  /**
   * The call need not run (again): its values are not wanted any more, or all of them are there. Until then it keeps
   * what it reads, because the user may dispose of its inputs before it runs.
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
    // A copy to the host runs on the GPU where the data lies.
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

  /** Gives up what it reads; calls that are not needed any more then are added to `idle`. */
  leave(idle: Call[]): void {
    if (this.released) return
    this.released = true
    for (const { value } of this.views) value.left(idle, this.spared)
  }

  /**
   * The call has run but may have to run again. It does not keep inputs that can be read from the files again for that.
   */
  spare(): void {
    const first = !this.spared
    this.spared = true
    for (const { value } of this.views) value.spare(first)
  }
}
