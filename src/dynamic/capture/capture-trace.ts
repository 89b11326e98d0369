// Records an uncaptured step for capture(): the calls that were made, what they read, and which values were asked for.
import { isPlain } from '../../definition/context.js'
import type { Recorder } from '../operators/invoke.js'
import { type Call, isHolder, type Value, type View } from '../values/value.js'

/** `r0.1`: output 1 of the first reader; `c2.0`: output 0 of the third call. */
export type Ref = string

/**
 * A call and what it reads, in the order of its inputs and arguments. An entry is undefined for a value that neither
 * comes from a reader nor was made by a call of the step.
 */
export interface Recorded {
  call: Call
  reads: readonly (Ref | undefined)[]
}

/** The recorder of one uncaptured step. */
export class TracedStep implements Recorder {
  readonly calls: Recorded[] = []
  private readonly refs = new Map<Value, Ref>()

  private ended = false

  constructor(
    readonly roots: readonly (readonly Value[])[],
    /** The number of the step in the loop, from 0. */
    readonly ordinal: number,
  ) {
    for (const [r, values] of roots.entries())
      for (const [o, value] of values.entries()) this.refs.set(value, `r${r}.${o}`)
  }

  take(call: Call): boolean {
    // Calls that the step started without awaiting them do not belong to it once it has returned.
    if (this.ended) return false
    const index = this.calls.length
    this.calls.push({ call, reads: call.views.map((view) => this.read(view)) })
    for (const value of call.values) this.refs.set(value, `c${index}.${value.output}`)
    return false
  }

  /** A selection of samples has no reference: an operator of a pipeline reads all samples of a value. */
  private read({ value, rows }: View): Ref | undefined {
    return rows === null ? this.refs.get(value) : undefined
  }

  /** The values that were asked for during the step, or that it returned. */
  wanted: ReadonlySet<Ref> = new Set()

  /** The step has returned `result`, so the values that the pipeline must hand over are known. */
  end(result: unknown): void {
    this.ended = true
    const found = new Set<Ref>()
    for (const [value, ref] of this.refs) if (value.seen) found.add(ref)
    for (const value of valuesIn(result)) {
      const ref = this.refs.get(value)
      if (ref) found.add(ref)
    }
    // A selection of samples is taken from the whole value.
    for (const { call } of this.calls) {
      for (const { value, rows } of call.views) {
        const ref = this.refs.get(value)
        if (ref && rows !== null) found.add(ref)
      }
    }
    this.wanted = found
  }
}

/**
 * The values of all tensors and batches in what a step returned, alone or in arrays and plain objects up to 4 levels
 * deep.
 */
export function* valuesIn(result: unknown, depth = 0): Generator<Value> {
  if (isHolder(result)) yield result.view.value
  else if (depth < 4 && (Array.isArray(result) || isPlain(result))) {
    for (const item of Object.values(result)) yield* valuesIn(item, depth + 1)
  }
}
