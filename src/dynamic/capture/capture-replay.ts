// A step that is run beside a pipeline: its calls are told from the traced ones, and what the pipeline has made takes the
// place of their results. A call that is not recognised runs as ever, on whatever it reads; what is asked for and was not
// handed over is made from its lineage, if need be from the reader's files once more. So results never depend on what was
// captured.

import type { TensorList } from '../../data/tensor-list.js'
import { originOf } from '../../data/tensor-list.js'
import type { Draws } from '../../graph/types.js'
import type { Recorder } from '../operators/invoke.js'
import { Storage } from '../values/storage.js'
import { type Call, Value } from '../values/value.js'
import { type Captured, type CapturePlan, driftOf, keyOf } from './capture-plan.js'
import type { Ref } from './capture-trace.js'

export interface Made {
  storage: Storage
  place: number
  gpu: number
}

/** The outputs of one batch of a pipeline as storages: one for each slot, which give the batch back together. */
export function storagesOf(lists: readonly TensorList[]): Made[] {
  const storages = new Map<object, Storage>()
  let left = 0
  return lists.map((list) => {
    const { slot, output, lease } = originOf(list)!
    let storage = storages.get(slot)
    if (!storage) {
      left++
      storage = Storage.ofSlot(slot, {
        parts: lease.parts,
        get orphaned() {
          return lease.orphaned
        },
        release() {
          if (--left === 0) lease.release()
        },
      })
      storages.set(slot, storage)
    }
    return { storage, place: output, gpu: list.deviceId ?? -1 }
  })
}

/** What a step is run beside. */
export interface StepParts {
  plan: CapturePlan
  /** The pipeline's batch for the step. */
  lists: readonly TensorList[]
  /** Samples in it. */
  count: number
  /** Batches of the pipeline before this one. */
  steps: number
  /** How many outputs each reader has. */
  outputs: readonly number[]
  /** Brings what the readers gave for this step, which the pipeline did not hand over. */
  reread: () => Made[][]
}

export class ReplayedStep implements Recorder {
  readonly roots: readonly (readonly Value[])[]
  /** Captured calls that were made, by their position in the step. */
  readonly met = new Set<number>()
  /** Calls that were not recognised. */
  readonly strangers: Call[] = []
  /** Generators that do not stand where they should. */
  readonly drift = new Map<string, number>()
  private readonly plan: CapturePlan
  private readonly count: number
  private readonly steps: number
  private ended = false
  private readonly refs = new Map<Value, Ref>()
  private readonly made = new Map<Ref, Made>()
  private next = 0

  constructor({ plan, lists, count, steps, outputs, reread }: StepParts) {
    this.plan = plan
    this.count = count
    this.steps = steps
    const made = storagesOf(lists)
    // What is disposed in the step must not take the rest of its batch along.
    for (const { storage } of made) storage.use()
    for (const [i, ref] of plan.outputs.entries()) this.made.set(ref, made[i]!)
    let again: Made[][] | undefined
    this.roots = outputs.map((n, r) =>
      Array.from({ length: n }, (_, o) => {
        const value = new Value(undefined, 0, count, -1)
        const ref: Ref = `r${r}.${o}`
        this.refs.set(value, ref)
        const known = this.made.get(ref)
        const settle = ({ storage, place }: Made) => {
          value.load = undefined
          value.place = place
          value.arrive(storage)
        }
        if (known) settle(known)
        else {
          value.load = () => {
            again ??= reread()
            settle(again[r]![o]!)
          }
        }
        return value
      }),
    )
  }

  /** The step is over; its results stay as long as somebody has them. */
  end(): void {
    this.ended = true
    for (const { storage } of this.made.values()) storage.leave()
  }

  take(call: Call): boolean {
    // What it began and did not wait for is not the step's.
    if (this.ended) return false
    const { captured } = this.plan
    let off: Captured | undefined
    // Calls that are left out in this step must not hide those behind them.
    for (let i = this.next; i < captured.length; i++) {
      const entry = captured[i]!
      if (!this.matches(call, entry)) continue
      const drift = entry.draws && driftOf(entry.draws, call.draw!, this.steps)
      if (entry.draws && drift !== 0) {
        off ??= entry
        continue
      }
      this.next = i + 1
      this.serve(call, captured[i]!)
      return true
    }
    this.strangers.push(call)
    if (off) this.strayed(off.draws!, call.draw!)
    return false
  }

  private strayed(draws: Draws, draw: Uint32Array): void {
    const drift = driftOf(draws, draw, this.steps)
    const key = keyOf(draws)
    if (drift !== undefined && !this.drift.has(key)) this.drift.set(key, drift)
  }

  /** Operator, constants and inputs agree. */
  private matches(call: Call, { recorded }: Captured): boolean {
    const { call: old, reads } = recorded
    if (call.spec !== old.spec || call.count !== this.count || call.context.owner !== old.context.owner) return false
    const before = old.views
    return call.views.every((view, i) =>
      reads[i] === undefined
        ? view.value === before[i]!.value && view.rows === before[i]!.rows
        : view.rows === null && this.refs.get(view.value) === reads[i],
    )
  }

  private serve(call: Call, { index }: Captured): void {
    this.met.add(index)
    for (const value of call.values) {
      const ref: Ref = `c${index}.${value.output}`
      this.refs.set(value, ref)
      const made = this.made.get(ref)
      if (!made) continue
      value.place = made.place
      value.arrive(made.storage)
      value.call = undefined
    }
  }
}

/** Whether generators that went astray have settled on another place, where a new pipeline would begin. */
export class Drift {
  private last = ''
  private steps = 0
  /** Steps that they must have been steady for: more each time. */
  private backoff = 1

  settled(drift: ReadonlyMap<string, number>): boolean {
    const now = [...drift].join(';')
    this.steps = now && now === this.last ? this.steps + 1 : 0
    this.last = now
    if (this.steps < this.backoff) return false
    this.backoff *= 2
    this.steps = 0
    return true
  }
}
