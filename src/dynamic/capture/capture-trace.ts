// What capture learns of a step: the calls that were made, what they read, and what was asked for.
import { isPlain } from '../../definition/node.js'
import type { Recorder } from '../operators/invoke.js'
import { type Call, isHolder, type Value, type View } from '../values/value.js'

/** `r0.1`: output 1 of the first reader; `c2.0`: output 0 of the third call. */
export type Ref = string

/** A call and what it reads, in the order of its inputs and arguments; undefined for what no reader has brought. */
export interface Recorded {
  call: Call
  reads: readonly (Ref | undefined)[]
}

/** One step while it is run as ever. */
export class TracedStep implements Recorder {
  readonly calls: Recorded[] = []
  private readonly refs = new Map<Value, Ref>()

  private ended = false

  constructor(
    readonly roots: readonly (readonly Value[])[],
    /** Which step of the loop it is. */
    readonly ordinal: number,
  ) {
    for (const [r, values] of roots.entries())
      for (const [o, value] of values.entries()) this.refs.set(value, `r${r}.${o}`)
  }

  take(call: Call): boolean {
    // What it began and did not wait for is not the step's.
    if (this.ended) return false
    const index = this.calls.length
    this.calls.push({ call, reads: call.views.map((view) => this.read(view)) })
    for (const value of call.values) this.refs.set(value, `c${index}.${value.output}`)
    return false
  }

  /** Only all samples of a value are what a pipeline's operator would read. */
  private read({ value, rows }: View): Ref | undefined {
    return rows === null ? this.refs.get(value) : undefined
  }

  /** What somebody asked for during the step, or gets from it. */
  wanted: ReadonlySet<Ref> = new Set()

  /** The step has returned `result`; what happens to it from now on is not the step's. */
  end(result: unknown): void {
    this.ended = true
    const found = new Set<Ref>()
    for (const [value, ref] of this.refs) if (value.seen) found.add(ref)
    for (const value of valuesIn(result)) {
      const ref = this.refs.get(value)
      if (ref) found.add(ref)
    }
    // A selection of samples is taken of the whole.
    for (const { call } of this.calls) {
      for (const { value, rows } of call.views) {
        const ref = this.refs.get(value)
        if (ref && rows !== null) found.add(ref)
      }
    }
    this.wanted = found
  }
}

/** The values of all tensors and batches in what a step returned: alone, in arrays or in objects. */
export function* valuesIn(result: unknown, depth = 0): Generator<Value> {
  if (isHolder(result)) yield result.view.value
  else if (depth < 4 && (Array.isArray(result) || isPlain(result))) {
    for (const item of Object.values(result)) yield* valuesIn(item, depth + 1)
  }
}
