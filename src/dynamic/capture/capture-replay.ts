// A step that runs with the pipeline of a captured loop: its calls are compared with the recorded ones, and a call that
// matches gets its result from the pipeline. A call that does not match runs uncaptured on whatever it reads. A value
// that the pipeline did not hand over is computed from its lineage when it is asked for; if need be, the reader's files
// are read again. So results never depend on what was captured.

import type { TensorList } from '../../data/tensor-list.js'
import { originOf } from '../../data/tensor-list.js'
import type { Draws } from '../../graph/types.js'
import type { Recorder } from '../operators/invoke.js'
import { Storage } from '../values/storage.js'
import { type Call, Value } from '../values/value.js'
import { type Captured, type CapturePlan, driftOf, keyOf } from './capture-plan.js'
import type { Ref } from './capture-trace.js'

/** Where an output of a pipeline's batch lies. */
export interface Made {
  storage: Storage
  place: number
  gpu: number
}

/**
 * The outputs of one batch of a pipeline, with one storage per slot. The batch is released when all storages are freed.
 */
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

/** What a step runs with. */
export interface StepParts {
  plan: CapturePlan
  /** The pipeline's batch for the step. */
  lists: readonly TensorList[]
  /** Samples in the batch. */
  count: number
  /** Number of batches that the pipeline gave before this one. */
  steps: number
  /** Number of outputs of each reader. */
  outputs: readonly number[]
  /** Reads the readers' batch of this step again, for outputs that the pipeline did not hand over. */
  reread: () => Made[][]
}

/** The recorder of one step, which answers captured calls from the pipeline's batch. */
export class ReplayedStep implements Recorder {
  readonly roots: readonly (readonly Value[])[]
  /** Positions in the step of the captured calls that were made. */
  readonly met = new Set<number>()
  /** Calls that match no captured call. */
  readonly strangers: Call[] = []
  /** Generators whose counter is not where the pipeline expected it: by key, the difference. */
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
    // The storages stay in use until the end of the step: disposing one value must not free the rest of the batch.
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

  /** The step is over; its results stay while tensors or batches show them. */
  end(): void {
    this.ended = true
    for (const { storage } of this.made.values()) storage.leave()
  }

  take(call: Call): boolean {
    // Calls that the step started without awaiting them do not belong to it once it has returned.
    if (this.ended) return false
    const { captured } = this.plan
    let off: Captured | undefined
    // A captured call may be left out in this step; the search continues with those after it.
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

  /** Notes that a call drew from the right generator at another counter than the pipeline. */
  private strayed(draws: Draws, draw: Uint32Array): void {
    const drift = driftOf(draws, draw, this.steps)
    const key = keyOf(draws)
    if (drift !== undefined && !this.drift.has(key)) this.drift.set(key, drift)
  }

  /** Whether operator, constants, context and inputs of the call are those of the captured one. */
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

  /** Gives the outputs of the call what the pipeline has handed over for them. */
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

/** Decides when a new pipeline is worth starting because generators are off by a constant difference. */
export class Drift {
  private last = ''
  private steps = 0
  /** Steps in a row with the same difference that are required; the number doubles each time. */
  private backoff = 1

  /** Takes the differences of one step. Returns true if a new pipeline should begin with them. */
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
