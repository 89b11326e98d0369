// An Execution is one segment on its way through a queue. When it is done, it gives the segment's values their storage
// or error.
import { errorOf } from '../../errors/factories.js'
import { PipelineError } from '../../errors.js'
import type { Handle } from '../../native.js'
import { siteOf } from '../trace/site.js'
import { logRun, logWait } from '../trace/trace-log.js'
import type { Storage } from '../values/storage.js'
import type { Call, Value } from '../values/value.js'
import type { CompiledProgram } from './compiled-program.js'
import type { Compiled, Segment } from './segment.js'
import { facts, Submission } from './submission.js'
import type { Caller, Producer } from './types.js'

export class Execution implements Producer {
  readonly program: CompiledProgram
  readonly outputs: readonly Value[]
  readonly handle: Handle
  readonly seq: number
  readonly bytes: number
  error: PipelineError | undefined
  private readonly work: Submission
  /** Whether the work was begun before the calls were made. */
  private readonly ahead: boolean
  /** Executions that make what this one reads. */
  private before: Execution[] = []
  private settled = false
  /** The call that the error names. */
  private failed: Call | undefined
  /** The calls that a fused operator stands for, if it has failed. Running each by itself shows which one fails. */
  private suspects: readonly Call[] = []

  /**
   * Hands the segment to its queue; uses work that was begun ahead if it is the same, and releases `held` if the queue
   * holds the segment already. `caller`: what the caller does next.
   */
  constructor(
    readonly segment: Segment,
    { program, outputs, sources, draws, readerBatch }: Compiled,
    caller: Caller,
    held?: Submission,
  ) {
    this.program = program
    this.outputs = outputs
    const { queue, count, gpu } = segment
    const begun = held ? undefined : readerBatch?.begun(program, draws)
    this.ahead = begun !== undefined
    if (!begun) for (const [from] of sources) if (from instanceof Execution) this.before.push(from)
    held?.release(caller)
    const work = begun ?? held ?? new Submission(queue, { program, count, gpu, sources, draws, caller })
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

  /**
   * Blocks until it is done, and gives its values the result or the error. `done`: the caller knows that it is done.
   */
  settle(done = false): void {
    if (this.settled) return
    const { queue } = this.segment
    // An error of what it depends on says better what is wrong.
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
      // A call whose values were not all handed over may have to run again, so it keeps what it reads.
      if (isSettled(call)) call.release()
      else if (storage) call.spare()
    }
    for (const value of this.outputs) if (storage) value.call = undefined
    this.before = []
  }

  /** Resolves once it is done; it still has to be settled then. */
  async wait(): Promise<void> {
    await this.work.wait()
  }

  /** Replaces the number of the segment's call in an error by the line of user code that made the call. */
  private located(error: unknown): PipelineError {
    if (!(error instanceof PipelineError)) throw error
    const at = /^#(\d+)(?:\+(\d+))?$/.exec(error.callSite ?? '')
    const call = at ? this.segment.calls[Number(at[1])] : undefined
    this.failed = call
    if (at?.[2] !== undefined) this.suspects = this.segment.calls.slice(Number(at[1]), Number(at[2]) + 1)
    const { code, detail, op, sample, hint } = error
    const first = call ?? this.segment.calls[0]!
    return errorOf(code, detail, { op: op ?? first.spec.op, callSite: siteOf(first), sample, hint })
  }

  /** Fails the call that the error names and what depends on it. All other calls stay lazy and can run without it. */
  private blame(error: PipelineError): void {
    for (const call of this.suspects) call.alone = true
    if (this.suspects.length) return
    // If an earlier execution failed, its reason may have nothing to do with these calls.
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
