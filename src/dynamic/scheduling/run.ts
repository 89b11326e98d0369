// A run: one segment on its way through a lane, and what becomes of its values.
import { PipelineError } from '../../errors.js'
import { siteOf } from '../trace/site.js'
import { logRun, logWait } from '../trace/trace-log.js'
import type { Home } from '../values/home.js'
import type { Call, Value } from '../values/value.js'
import type { Segment, Template } from './segment.js'
import { facts, type InFlight, Submission, type Work } from './submission.js'

export class Run implements InFlight {
  private work: Submission | undefined
  private ahead = false
  private before: Run[] = []
  error: PipelineError | undefined
  settled = false

  constructor(
    readonly segment: Segment,
    readonly template: Template,
    readonly outputs: readonly Value[],
  ) {
    outputs.forEach((value, place) => {
      value.run = this
      value.place = place
    })
    segment.leave(template, outputs)
    template.used = true
  }

  /** Hands it to the lane, unless it is on its way already, or held there. `here`: the caller will wait for it anyway. */
  submit(here: boolean, held?: Submission): void {
    const { segment, template } = this
    const { lane, count, gpu } = segment
    const draws = drawsOf(segment.calls, template)
    const { portion } = segment
    const begun = held ? undefined : portion?.begun(template, draws)
    this.ahead = begun !== undefined
    const sources = begun ? [] : sourcesOf(segment)
    this.before = sources.flatMap(({ run }) => run ?? [])
    held?.release(here)
    this.work =
      begun ??
      held ??
      new Submission(lane, { template, count, gpu, sources: sources.map(({ from }) => from), draws, here })
    lane.started(this)
    portion?.note(segment, template, draws)
  }

  /** What reads its outputs before they are there. */
  get submission(): Submission {
    return this.work!
  }

  get seq(): number {
    return this.work!.seq
  }

  get bytes(): number {
    return this.work!.bytes
  }

  get done(): boolean {
    return this.settled || this.work!.done
  }

  /** Blocks until it is done, and tells its values. */
  settle(): void {
    if (this.settled) return
    const { lane } = this.segment
    // What it depends on tells better what is wrong.
    for (const run of this.before) run.settle()
    let home: Home | undefined
    const blocked = this.done ? 0 : performance.now()
    try {
      home = this.work!.result()
    } catch (error) {
      this.error = this.before.find((run) => run.error)?.error ?? this.located(error)
    }
    if (blocked) logWait(this.template, blocked)
    logRun(this.segment, this.template, facts, this.ahead, this.error?.code)
    this.settled = true
    lane.ended(this)
    home?.use()
    for (const value of this.outputs) {
      value.run = undefined
      if (home) value.arrive(home)
    }
    home?.leave()
    if (this.error) this.blame(this.error)
    for (const call of this.segment.calls) {
      // A call that may have to run again keeps what it reads.
      if (call.values.every((value) => value.home || value.error)) call.release()
      else if (home) call.spare()
    }
    for (const value of this.outputs) if (home) value.call = undefined
    this.before = []
  }

  /** Resolves once it is done; it is not settled then. */
  async wait(): Promise<void> {
    await this.work!.wait()
  }

  /** An error names the call of the segment; the user wants the line. */
  private located(error: unknown): PipelineError {
    if (!(error instanceof PipelineError)) throw error
    const at = /^#(\d+)(?:\+(\d+))?$/.exec(error.callSite ?? '')
    const call = at ? this.segment.calls[Number(at[1])] : undefined
    this.failed = call
    if (at?.[2] !== undefined) this.suspects = this.segment.calls.slice(Number(at[1]), Number(at[2]) + 1)
    const { code, detail, op, sample, hint } = error
    const first = call ?? this.segment.calls[0]!
    return new PipelineError({ code, message: detail, op: op ?? first.spec.op, callSite: siteOf(first), sample, hint })
  }
  private failed: Call | undefined
  /** One operator did what several calls say: each by itself will tell which one it is. */
  private suspects: readonly Call[] = []

  /** What depends on the call that failed has failed; the rest may be made without it. */
  private blame(error: PipelineError): void {
    for (const call of this.suspects) call.alone = true
    if (this.suspects.length) return
    // A run before this one failed: perhaps for a reason that is nothing to these calls.
    const elsewhere = this.before.some((run) => run.error)
    for (const call of this.segment.calls) {
      const failed = [...call.inputs, ...call.args].find(({ value }) => value.error)
      const own = failed?.value.error ?? (call === this.failed || !(this.failed || elsewhere) ? error : undefined)
      if (!own) continue
      for (const value of call.values) {
        value.error = own
        value.call = undefined
      }
    }
  }
}

/** What the segment reads: homes, or the work of other runs. */
export function sourcesOf({ roots }: Segment): { from: Work['sources'][number]; run: Run | undefined }[] {
  return roots.map(({ view: { value, rows } }) => {
    const { home, run } = value
    return { from: [home ?? run!.submission, rows], run: home ? undefined : run }
  })
}

export function drawsOf(calls: readonly Call[], { draws }: Template): Uint32Array | null {
  if (!draws.length) return null
  const words = new Uint32Array(4 * draws.length)
  draws.forEach((call, i) => {
    words.set(calls[call]!.draw!, 4 * i)
  })
  return words
}
