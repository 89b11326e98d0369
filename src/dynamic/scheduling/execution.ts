// A run: one segment on its way through a queue, and what becomes of its values.
import { errorFrom } from '../../errors/factories.js'
import { PipelineError } from '../../errors.js'
import type { Handle } from '../../native.js'
import { siteOf } from '../trace/site.js'
import { logRun, logWait } from '../trace/trace-log.js'
import type { Storage } from '../values/storage.js'
import type { Call, Value } from '../values/value.js'
import type { CompiledProgram } from './compiled-program.js'
import type { Compiled, Segment } from './segment.js'
import { facts, Submission } from './submission.js'
import type { Producer } from './types.js'

export class Execution implements Producer {
  readonly program: CompiledProgram
  readonly outputs: readonly Value[]
  readonly handle: Handle
  readonly seq: number
  readonly bytes: number
  error: PipelineError | undefined
  private readonly work: Submission
  /** The work was begun before the calls were made. */
  private readonly ahead: boolean
  /** Runs that make what it reads. */
  private before: Execution[] = []
  private settled = false
  private failed: Call | undefined
  /** Calls that one operator does: run each by itself, they tell which one has failed. */
  private suspects: readonly Call[] = []

  /**
   * Hands the segment to its queue, unless it is on its way already, or held there as `held`. `here`: the caller will
   * wait for it anyway.
   */
  constructor(
    readonly segment: Segment,
    { program, outputs, sources, draws, readerBatch }: Compiled,
    here: boolean,
    held?: Submission,
  ) {
    this.program = program
    this.outputs = outputs
    const { queue, count, gpu } = segment
    const begun = held ? undefined : readerBatch?.begun(program, draws)
    this.ahead = begun !== undefined
    if (!begun) for (const [from] of sources) if (from instanceof Execution) this.before.push(from)
    held?.release(here)
    const work = begun ?? held ?? new Submission(queue, { program, count, gpu, sources, draws, here })
    this.work = work
    this.handle = work.handle
    this.seq = work.seq
    this.bytes = work.bytes
    for (let place = 0; place < outputs.length; place++) {
      const value = outputs[place]!
      value.run = this
      value.place = place
    }
    segment.leave(program, outputs)
    program.used = true
    queue.started(this)
    readerBatch?.note(segment, program, draws)
  }

  get done(): boolean {
    return this.settled || this.work.done
  }

  /** Blocks until it is done, and tells its values. `done`: it is known to be. */
  settle(done = false): void {
    if (this.settled) return
    const { queue } = this.segment
    // What it depends on tells better what is wrong.
    for (const run of this.before) run.settle()
    let storage: Storage | undefined
    const blocked = done || this.work.done ? 0 : performance.now()
    try {
      storage = this.work.result()
    } catch (error) {
      this.error = this.before.find((run) => run.error)?.error ?? this.located(error)
    }
    if (blocked) logWait(this.program, blocked)
    logRun(this.segment, this.program, facts, this.ahead, this.error?.code)
    this.settled = true
    queue.ended(this)
    for (const value of this.outputs) {
      value.run = undefined
      if (storage) value.arrive(storage)
    }
    storage?.freeUnused()
    if (this.error) this.blame(this.error)
    for (const call of this.segment.calls) {
      // A call that may have to run again keeps what it reads.
      if (isSettled(call)) call.release()
      else if (storage) call.spare()
    }
    for (const value of this.outputs) if (storage) value.call = undefined
    this.before = []
  }

  /** Resolves once it is done; it is not settled then. */
  async wait(): Promise<void> {
    await this.work.wait()
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
    return errorFrom({ code, message: detail, op: op ?? first.spec.op, callSite: siteOf(first), sample, hint })
  }

  /** What depends on the call that failed has failed; the rest may be made without it. */
  private blame(error: PipelineError): void {
    for (const call of this.suspects) call.alone = true
    if (this.suspects.length) return
    // A run before this one failed: perhaps for a reason that is nothing to these calls.
    const elsewhere = this.before.some((run) => run.error)
    for (const call of this.segment.calls) {
      const failed = call.views.find(({ value }) => value.error)
      const own = failed?.value.error ?? (call === this.failed || !(this.failed || elsewhere) ? error : undefined)
      if (!own) continue
      for (const value of call.values) {
        value.error = own
        value.call = undefined
      }
    }
  }
}

function isSettled({ values }: Call): boolean {
  for (const value of values) if (!value.storage && !value.error) return false
  return true
}
