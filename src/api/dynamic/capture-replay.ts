// A step that is run beside a pipeline: its calls are told from the traced ones, and what the pipeline has made takes the
// place of their results. A call that is not recognised runs as ever, on whatever it reads; what is asked for and was not
// handed over is made from its lineage, if need be from the reader's files once more. So results never depend on what was
// captured.

import type { TensorList } from '../tensor-list.js'
import { originOf } from '../tensor-list.js'
import { type Captured, type CapturePlan, drewAs } from './capture-plan.js'
import { type Ref, viewsOf } from './capture-trace.js'
import { Home } from './home.js'
import type { Recorder } from './recorder.js'
import { type Call, Value } from './value.js'

interface Made {
  home: Home
  place: number
  gpu: number
}

/** The outputs of one batch of a pipeline as homes: one for each slot, which give the batch back together. */
export function homesOf(lists: readonly TensorList[]): Made[] {
  const homes = new Map<object, Home>()
  let left = 0
  return lists.map((list) => {
    const { slot, output, lease } = originOf(list)!
    let home = homes.get(slot)
    if (!home) {
      left++
      home = Home.ofSlot(slot, {
        parts: lease.parts,
        release() {
          if (--left === 0) lease.release()
        },
      })
      homes.set(slot, home)
    }
    return { home, place: output, gpu: list.deviceId ?? -1 }
  })
}

export class ReplayedStep implements Recorder {
  readonly roots: readonly (readonly Value[])[]
  /** Captured calls that were made, by their position in the step, and what they have drawn. */
  readonly met = new Map<number, Uint32Array | undefined>()
  /** Calls that were not recognised. */
  strangers = 0
  private readonly refs = new Map<Value, Ref>()
  private readonly made = new Map<Ref, Made>()
  private next = 0

  constructor(
    private readonly plan: CapturePlan,
    lists: readonly TensorList[],
    private readonly count: number,
    /** Batches of the pipeline before this one. */
    private readonly steps: number,
    /** How many outputs each reader has. */
    outputs: readonly number[],
    /** Brings what the readers gave for this step, which the pipeline did not hand over. */
    reread: () => Made[][],
  ) {
    const made = homesOf(lists)
    for (const [i, ref] of plan.outputs.entries()) this.made.set(ref, made[i]!)
    let again: Made[][] | undefined
    this.roots = outputs.map((n, r) =>
      Array.from({ length: n }, (_, o) => {
        const value = new Value(undefined, 0, count, -1)
        const ref: Ref = `r${r}.${o}`
        this.refs.set(value, ref)
        const known = this.made.get(ref)
        const settle = ({ home, place }: Made) => {
          value.load = undefined
          value.place = place
          value.arrive(home)
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

  take(call: Call): boolean {
    const { captured } = this.plan
    // Calls that are left out in this step must not hide those behind them.
    for (let i = this.next; i < captured.length; i++) {
      if (!this.matches(call, captured[i]!)) continue
      this.next = i + 1
      this.serve(call, captured[i]!)
      return true
    }
    this.strangers++
    return false
  }

  private matches(call: Call, { recorded, draws }: Captured): boolean {
    const { call: old, reads } = recorded
    if (call.spec !== old.spec || call.count !== this.count || call.context.owner !== old.context.owner) return false
    const before = viewsOf(old)
    const same = viewsOf(call).every((view, i) =>
      reads[i] === undefined
        ? view.value === before[i]!.value && view.rows === before[i]!.rows
        : view.rows === null && this.refs.get(view.value) === reads[i],
    )
    return same && (!draws || drewAs(draws, call.draw!, this.steps))
  }

  private serve(call: Call, { index }: Captured): void {
    this.met.set(index, call.draw)
    for (const value of call.values) {
      const ref: Ref = `c${index}.${value.output}`
      this.refs.set(value, ref)
      const made = this.made.get(ref)
      if (!made) continue
      value.place = made.place
      value.arrive(made.home)
      value.call = undefined
    }
  }
}
