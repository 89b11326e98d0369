// A run: one segment on its way through a lane, and what becomes of its values.
import { PipelineError } from '../../errors.js'
import { type EvalInput, native } from '../../native.js'
import { Home } from './home.js'
import { borrow, crowded, type Loan } from './pool.js'
import type { Segment, Template } from './segment.js'
import { siteOf } from './site.js'
import { logRun, logWait } from './trace-log.js'
import type { Call, Value } from './value.js'

/** Results up to this size lie in memory that the garbage collector owns: it needs no one to say when they are free. */
const smallBytes = 128 * 1024

/** Of device memory there is more: the collector is told of less of it. */
const deviceShare = 1 / 4

/** What evalWait() tells: bytes, begin and end (ns), who has run it, and bytes in device memory. */
const facts = new Float64Array(5)

export class Run {
  /** Number in its lane. */
  seq = 0
  private handle = 0
  private to: Uint8Array | undefined
  private loan: Loan | undefined
  /** What its inputs lie in; kept until it is done. */
  private homes: Home[] = []
  private before: Run[] = []
  error: PipelineError | undefined
  settled = false
  bytes = 0

  constructor(
    readonly segment: Segment,
    readonly template: Template,
    readonly outputs: readonly Value[],
  ) {
    outputs.forEach((value, place) => {
      value.run = this
      value.place = place
    })
  }

  /** Hands it to the lane. `here`: the caller will wait for it anyway. */
  submit(here: boolean): void {
    const { segment, template } = this
    const { lane } = segment
    const inputs: EvalInput[] = []
    for (const { view } of segment.roots) {
      inputs.push(this.sourceOf(view.value), view.rows as EvalInput)
    }
    const { lastBytes } = template
    if (lastBytes > 0 && segment.gpu < 0) this.to = this.place(lastBytes)
    this.bytes = lastBytes
    this.handle = native().evalSubmit(
      lane.handle,
      template.programs,
      segment.count,
      inputs,
      drawsOf(segment.calls, template),
      this.to ?? null,
      segment.gpu,
      here,
    )
    lane.started(this)
  }

  /** Where the result goes if it is as large as the last one. */
  private place(bytes: number): Uint8Array {
    if (bytes <= smallBytes || crowded()) return new Uint8Array(bytes)
    const { buffer, loan } = borrow(bytes)
    this.loan = loan
    return new Uint8Array(buffer)
  }

  private sourceOf(value: Value): EvalInput {
    const { home, run } = value
    if (home) {
      home.use()
      this.homes.push(home)
      return home.source
    }
    this.before.push(run!)
    return run!.handle
  }

  get done(): boolean {
    return this.settled || this.segment.lane.isDone(this.seq)
  }

  /** Blocks until it is done, and tells its values. */
  settle(): void {
    if (this.settled) return
    const { lane } = this.segment
    // What it depends on tells better what is wrong.
    for (const run of this.before) run.settle()
    let home: Home | undefined
    facts.fill(0)
    const blocked = this.done ? 0 : performance.now()
    try {
      const made = native().evalWait(lane.handle, this.handle, false, facts)
      if (made) home = Home.ofResult(made, facts[0]! + facts[4]! * deviceShare)
      else home = this.loan ? Home.ofLoan(this.to!, this.loan) : Home.ofBytes(this.to!)
      this.template.lastBytes = Math.max(this.template.lastBytes, facts[0]!)
    } catch (error) {
      this.error = this.before.find((run) => run.error)?.error ?? this.located(error)
    }
    if (blocked) logWait(this.template, blocked)
    logRun(this.segment, this.template, facts, this.error?.code)
    if (!home || typeof home.source === 'number') this.loan?.end()
    this.settled = true
    native().close(this.handle)
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
    }
    for (const value of this.outputs) if (home) value.call = undefined
    for (const used of this.homes) used.leave()
    this.homes = []
    this.before = []
  }

  /** Resolves once it is done; it is not settled then. */
  async wait(): Promise<void> {
    if (!this.done) await this.segment.lane.watch(this.handle, this)
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

function drawsOf(calls: readonly Call[], { draws }: Template): Uint32Array | null {
  if (!draws.length) return null
  const words = new Uint32Array(4 * draws.length)
  draws.forEach((call, i) => {
    words.set(calls[call]!.draw!, 4 * i)
  })
  return words
}
