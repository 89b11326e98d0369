// A stage's counters in the control block: written by its thread only, read by the main thread at any time.
// Times are milliseconds of the system clock, so that all threads agree on "now".
import { ring } from '../generated/abi.js'

const field = {
  startedAt: 0,
  starved: 1,
  blocked: 2,
  waitingSince: 3,
  waitingKind: 4,
  batches: 5,
  samples: 6,
  bytes: 7,
  endedAt: 8,
} as const
const histogramAt = 16
export const maxHistogram = ring.statsBytes / 8 - histogramAt

export const Wait = {
  none: 0,
  starved: 1,
  blocked: 2,
} as const
export type Wait = (typeof Wait)[keyof typeof Wait]

export const clock = (): number => performance.timeOrigin + performance.now()

/** A snapshot in seconds. */
export interface StageCounters {
  elapsed: number
  starved: number
  blocked: number
  batches: number
  samples: number
  bytes: number
  /** histogram[k]: how often the stage found k batches waiting for it. */
  histogram: number[]
}

export class StageStats {
  private readonly f: Float64Array

  constructor(buffer: SharedArrayBuffer, offset: number) {
    this.f = new Float64Array(buffer, offset, ring.statsBytes / 8)
  }

  start(): void {
    this.f[field.startedAt] ||= clock()
  }

  end(): void {
    this.f[field.endedAt] = clock()
  }

  /** Waiting begins; a reader in another thread counts the time since even before end of the wait. */
  waitBegin(kind: Wait): void {
    this.f[field.waitingSince] = clock()
    this.f[field.waitingKind] = kind
  }

  waitEnd(): void {
    const kind = this.f[field.waitingKind] as Wait
    if (kind === Wait.none) return
    this.f[field.waitingKind] = Wait.none
    const at = kind === Wait.starved ? field.starved : field.blocked
    this.f[at]! += clock() - this.f[field.waitingSince]!
  }

  found(waiting: number): void {
    this.f[histogramAt + Math.min(Math.max(waiting, 0), maxHistogram - 1)]! += 1
  }

  batch(samples: number, bytes: number): void {
    this.f[field.batches]! += 1
    this.f[field.samples]! += samples
    this.f[field.bytes]! += bytes
  }

  read(): StageCounters {
    const f = this.f
    const end = f[field.endedAt] || clock()
    const elapsed = f[field.startedAt] ? end - f[field.startedAt]! : 0
    const open = f[field.waitingKind] ? end - f[field.waitingSince]! : 0
    let last = histogramAt + maxHistogram - 1
    while (last >= histogramAt && !f[last]) last--
    return {
      elapsed: elapsed / 1e3,
      starved: (f[field.starved]! + (f[field.waitingKind] === Wait.starved ? open : 0)) / 1e3,
      blocked: (f[field.blocked]! + (f[field.waitingKind] === Wait.blocked ? open : 0)) / 1e3,
      batches: f[field.batches]!,
      samples: f[field.samples]!,
      bytes: f[field.bytes]!,
      histogram: [...f.subarray(histogramAt, last + 1)],
    }
  }
}
