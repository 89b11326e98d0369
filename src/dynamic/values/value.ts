// The lineage of imperative mode: which call made which value from which. A value is lazy (its call has not run), under way
// (a run makes it) or there (it has a home). Values inside a run that nobody had asked for are not kept; they stay lazy, and
// are made again should somebody want them after all: calls are pure, so that changes nothing but time.
import { PipelineError } from '../../errors.js'
import type { DType } from '../../generated/abi.js'
import { copyOp } from '../../graph/devices.js'
import type { ActualMode } from '../context/mode.js'
import type { CallSpec } from '../operators/spec.js'
import type { Portion } from '../scheduling/ahead.js'
import type { Lane } from '../scheduling/lane.js'
import type { Run } from '../scheduling/run.js'
import type { Family } from '../scheduling/segment.js'
import type { Site } from '../trace/site.js'
import type { Home } from './home.js'

/** What is known of a value before it is there. */
export interface ValueType {
  dtype: DType
  layout: string
  shapes: readonly (readonly number[])[]
}

export class Value {
  /** What is making it. */
  run: Run | undefined
  /** Which output of the run, or of the home. */
  place = 0
  home: Home | undefined
  error: PipelineError | undefined
  type: ValueType | undefined
  /** Somebody has asked for it. */
  seen = false
  /** Brings it at once, where it comes neither from a call nor lies anywhere yet. */
  load: (() => void) | undefined
  /** It was left inside a run. */
  passed: { family: Family; position: number } | undefined
  /** The memory is the user's and may change: whoever reads it must have read it before the call returns. */
  external = false

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

  /** The batch of a reader. It can be read once more: then it need not stay for calls that have run. */
  portion: Portion | undefined

  /** Tensors and batches that show it and were not disposed, and calls that read it. */
  private owners = 0
  /** Of them, those that are sure to read it: all but calls that have run, and may have to run again. */
  private needs = 0

  own(): void {
    this.owners++
    this.needs++
    this.home?.use()
  }

  /** With the last owner the memory may go, and nobody will ask for it again. */
  disown(): void {
    // Calls own what they read; lineages are too long for the stack.
    const idle: Call[] = []
    this.left(idle)
    for (let call = idle.pop(); call; call = idle.pop()) call.leave(idle)
  }

  /** The same; a call that nobody needs any more goes on the list. `spared`: it was an owner that has run. */
  left(idle: Call[], spared = false): void {
    this.owners--
    if (!spared) this.needs--
    this.home?.leave()
    if (this.call?.values.every((value) => value.owners === 0)) idle.push(this.call)
    this.part()
  }

  /** An owner has run. `first`: for the first time. */
  spare(first: boolean): void {
    if (first) this.needs--
    this.part()
  }

  /** Where nobody is sure to read it the memory goes. */
  private part(): void {
    const { home, portion } = this
    if (this.needs || !this.owners || !home || !portion) return
    this.home = undefined
    for (let i = 0; i < this.owners; i++) home.leave()
    this.load = () => {
      this.load = undefined
      try {
        const again = portion.renew()
        this.arrive(again)
        again.leave()
      } catch (error) {
        if (!(error instanceof PipelineError)) throw error
        this.error = error
      }
    }
  }

  /** It is there: its owners hold on to where it lies. */
  arrive(home: Home): void {
    this.home = home
    for (let i = 0; i < this.owners; i++) home.use()
  }

  static of(home: Home, place: number, count: number, gpu = -1): Value {
    const value = new Value(undefined, 0, count, gpu)
    value.home = home
    value.place = place
    return value
  }
}

/** Samples of a value: the first ones (null), one for all, or a list. */
export interface View {
  readonly value: Value
  readonly rows: Int32Array | number | null
}

/** Who runs calls: an evaluation context. */
export interface Lanes {
  /** The context. */
  readonly owner: object
  /** The GPU of its calls, or -1. */
  readonly gpu: number
  /** Which lane the next segment on this GPU (-1: the CPU) goes to. */
  lane(gpu: number): Lane
}

let calls = 0

/** One call of an operator. */
export class Call {
  /** Calls are numbered in the order in which they were made. */
  readonly seq = ++calls
  readonly values: readonly Value[]
  /** Where it runs, or -1. */
  readonly gpu: number
  /** In which it was made. */
  mode: ActualMode = 'eager'
  /** No program does it together with others. */
  alone = false
  /** It keeps what it reads: its inputs may be disposed before it runs, and it may have to run again. */
  private holds = true
  private spared = false

  constructor(
    readonly spec: CallSpec,
    readonly inputs: readonly View[],
    /** Per-sample arguments, in the order of spec.argNames. */
    readonly args: readonly View[],
    readonly count: number,
    readonly context: Lanes,
    /** Key and counter of its random numbers, low words first. */
    readonly draw: Uint32Array | undefined,
    /** Holds the stack of the caller. */
    readonly site: Site,
  ) {
    // A copy to the host is made where the data lies.
    const from = spec.op === copyOp && spec.device === 'cpu' ? inputs[0]!.value.gpu : -1
    const gpu = spec.device === 'cpu' ? -1 : context.gpu
    this.gpu = from < 0 ? gpu : from
    this.values = Array.from({ length: spec.numOutputs }, (_, i) => new Value(this, i, count, gpu))
    for (const { value } of inputs) value.own()
    for (const { value } of args) value.own()
  }

  /** Nobody wants its values, or all of them are there: it need not run. */
  get released(): boolean {
    return !this.holds
  }

  release(): void {
    const idle: Call[] = [this]
    for (let call = idle.pop(); call; call = idle.pop()) call.leave(idle)
  }

  /** Lets go of what it reads. */
  leave(idle: Call[]): void {
    if (!this.holds) return
    this.holds = false
    for (const { value } of this.inputs) value.left(idle, this.spared)
    for (const { value } of this.args) value.left(idle, this.spared)
  }

  /** It has run, and may have to once more: what can be made again need not wait for that. */
  spare(): void {
    const first = !this.spared
    this.spared = true
    for (const { value } of this.inputs) value.spare(first)
    for (const { value } of this.args) value.spare(first)
  }
}
