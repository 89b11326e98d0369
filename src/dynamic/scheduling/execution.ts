// An Execution is one segment on its way through a queue. When it is done, it gives the segment's values their storage
// or error.
import type { PipelineError } from '../../errors.js'
import type { Handle } from '../../native.js'
import { logRun, logWait } from '../trace/trace-log.js'
import type { Storage } from '../values/storage.js'
import type { Call, Value } from '../values/value.js'
import { blame, type Fault, faultOf } from './blame.js'
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
    let fault: Fault | undefined
    let earlier: PipelineError | undefined
    const blocked = done || this.work.done ? 0 : performance.now()
    try {
      storage = this.work.result()
    } catch (error) {
      earlier = this.before.find((run) => run.error)?.error
      fault = earlier ? { error: earlier, suspects: [] } : faultOf(this.segment.calls, error)
      this.error = fault.error
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
    if (fault) blame(this.segment.calls, fault, earlier !== undefined)
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
}

function isSettled({ values }: Call): boolean {
  for (const value of values) if (!value.storage && !value.error) return false
  return true
}
