// Starts, watches and stops the actors of one pipeline, and owns everything they share: the control block, the slots,
// the native programs. It lives on the thread that built the pipeline. Whatever happens to an actor, the others are
// stopped in order, everything is given back, and `failure` tells why.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Remote, wrap } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { PipelineError } from '../errors.js'
import { signals } from '../generated/abi.js'
import type { Plan, ProgramPlan, StagePlan } from '../graph/types.js'
import { type Handle, native, type ProgramReport } from '../native.js'
import { slotInitial, slotReserve } from './arena.js'
import { type BlockLayout, ControlWords, layOut } from './block.js'
import { Desk, DeskEnd } from './desk.js'
import type { ActorApi, ActorConfig, MailboxConfig, Mode } from './protocol.js'
import { type StageCounters, StageStats } from './stats.js'

interface Actor {
  stage: StagePlan
  worker: Worker
  remote: Remote<ActorApi>
  /** Resolves when its code is loaded, or its thread gone. */
  ready: Promise<unknown>
  /** Resolves when its thread is gone. */
  exited: Promise<unknown>
}

/** What a stage needs beside the plan: the native resource of a reader, made by the caller. */
export type Resources = Map<number, Uint8Array>

export class Supervisor {
  readonly words: ControlWords
  readonly desk: Desk
  private readonly layout: BlockLayout
  private readonly block: { buffer: SharedArrayBuffer; handle: Handle }
  private readonly handles: Handle[] = []
  private readonly programs = new Map<number, Handle>()
  private readonly mailboxes: MailboxConfig[] = []
  private readonly actors: Actor[] = []
  private readonly stats: StageStats[]
  private readonly sinkIndex: number
  running = false
  private stopped: Promise<void> | undefined
  /** Set once, by the first actor that failed. */
  failure: PipelineError | undefined

  constructor(
    readonly plan: Plan,
    numThreads: number,
    resources: Resources,
    /** Batches that are fed stand for themselves: waiting for a later one to fill them up could be for ever. */
    private readonly refill: boolean,
  ) {
    const n = native()
    this.layout = layOut(plan)
    this.sinkIndex = plan.stages.findIndex((s) => s.kind === 'sink')
    const buffer = new SharedArrayBuffer(this.layout.bytes)
    this.words = new ControlWords(buffer)
    this.stats = this.layout.stats.map((offset) => new StageStats(buffer, offset))
    this.block = { buffer, handle: n.open(new Uint8Array(buffer)) }
    this.handles.push(this.block.handle)
    try {
      this.desk = new Desk(this.words, this.block.handle, this.layout.bells[this.sinkIndex]!)
      this.makePrograms(numThreads, resources)
      this.makeMailboxes()
    } catch (error) {
      this.free()
      throw error
    }
  }

  /** Starts the worker threads; they wait for run(). */
  async start(): Promise<void> {
    for (const [index, stage] of this.plan.stages.entries()) {
      if (stage.kind === 'reader' || stage.kind === 'cpu') this.actors.push(this.spawn(index, stage))
    }
    process.on('exit', this.atExit)
    await Promise.all(this.actors.map((a) => a.ready))
    // A pipeline that nobody closed must not keep the process alive; a pending run() does, through its listener.
    for (const actor of this.actors) actor.worker.unref()
    if (this.failure) throw this.failure
  }

  /** Lets the data flow. */
  run(mode: Mode): void {
    if (this.running) return
    this.running = true
    this.words.mode = mode
    this.stats[this.sinkIndex]!.start()
    for (const actor of this.actors) {
      actor.remote.run().then(
        (end) => {
          if (end.reason === 'failed') this.fail(new PipelineError(end.error))
        },
        (cause) =>
          this.fail(
            new PipelineError({
              code: 'ACTOR_DIED',
              message: 'An actor could not run',
              stage: actor.stage.name,
              cause,
            }),
          ),
      )
    }
  }

  /** Drops all batches in flight; sources begin `epoch`. */
  restart(epoch: number): void {
    this.words.nextGeneration(epoch)
    this.signal(signals.control)
    this.desk.wake()
  }

  /** Ends all threads and gives everything back. Safe to call at any time, any number of times. */
  stop(): Promise<void> {
    this.stopped ??= this.shutDown()
    return this.stopped
  }

  /** The main thread's end of the mailbox that leads to the sink. */
  sink(): DeskEnd {
    return this.end(
      this.plan.mailboxes.findIndex((m) => m.to === this.sinkIndex),
      true,
    )
  }
  /** The main thread's end of the mailbox of source stage `index`. */
  source(index: number): DeskEnd {
    return this.end(
      this.plan.mailboxes.findIndex((m) => m.from === index),
      false,
    )
  }
  get sinkStats(): StageStats {
    return this.stats[this.sinkIndex]!
  }
  statsOf(stage: number): StageStats {
    return this.stats[stage]!
  }

  counters(): StageCounters[] {
    return this.stats.map((s) => s.read())
  }

  /** Per stage with a program: its operators' times, and the bad samples from number `badFrom` on. */
  reports(badFrom = 0): Map<number, ProgramReport> {
    const out = new Map<number, ProgramReport>()
    for (const [stage, handle] of this.programs) {
      out.set(stage, JSON.parse(native().programReport(handle, badFrom)) as ProgramReport)
    }
    return out
  }

  /** Bytes of all slots as grown by now. */
  slotBytes(): number {
    return this.mailboxes.reduce((sum, m) => sum + m.slots.reduce((s, slot) => s + slot.buffer.byteLength, 0), 0)
  }

  private end(mailbox: number, consumer: boolean): DeskEnd {
    return new DeskEnd(this.desk, this.mailboxes[mailbox]!, this.words, consumer)
  }

  private makePrograms(threads: number, resources: Resources): void {
    const { batchSize, seed } = this.plan
    native().configure(threads, null)
    for (const [index, stage] of this.plan.stages.entries()) {
      if (!('program' in stage)) continue
      const program: ProgramPlan & object = stage.program
      const handle = native().programCreate(
        JSON.stringify({ batchSize, seed, threads, ...program }),
        resources.get(index) ?? null,
      )
      this.handles.push(handle)
      this.programs.set(index, handle)
    }
  }

  private makeMailboxes(): void {
    const n = native()
    for (const [i, m] of this.plan.mailboxes.entries()) {
      const offset = this.layout.mailboxes[i]!
      this.words.connect(offset, this.bellOf(m.from), this.bellOf(m.to))
      const slots = Array.from({ length: m.capacity }, (_, slot) => {
        const buffer = reserveSlot()
        const handle = n.open(new Uint8Array(buffer, 0, slotInitial))
        this.handles.push(handle)
        n.publish(this.block.handle, offset, true, slot)
        return { buffer, handle }
      })
      this.mailboxes.push({ offset, slots })
    }
  }

  /** All stages of the main thread share the sink's bell. */
  private bellOf(stage: number): number {
    const kind = this.plan.stages[stage]!.kind
    return this.layout.bells[kind === 'source' ? this.sinkIndex : stage]!
  }

  private spawn(index: number, stage: StagePlan): Actor {
    const inputs = this.plan.mailboxes.flatMap((m, i) => (m.to === index ? [this.mailboxes[i]!] : []))
    const output = this.mailboxes[this.plan.mailboxes.findIndex((m) => m.from === index)]!
    const config: ActorConfig = {
      stage,
      batchSize: this.plan.batchSize,
      seed: this.plan.seed,
      block: this.block,
      bell: this.layout.bells[index]!,
      stats: this.layout.stats[index]!,
      refill: this.refill,
      inputs,
      output,
      program: this.programs.get(index)!,
    }
    const worker = new Worker(new URL('./runner.js', import.meta.url), {
      workerData: config,
      name: `penstock ${stage.name}`,
    })
    const exited = once(worker, 'exit').catch(() => {})
    worker.on('error', (cause) => {
      this.fail(
        new PipelineError({
          code: 'ACTOR_DIED',
          message: `The actor's thread ended: ${cause.message}`,
          stage: stage.name,
          cause,
        }),
      )
    })
    worker.on('exit', (code) => {
      if (this.stopped) return
      this.fail(
        new PipelineError({
          code: 'ACTOR_DIED',
          message: `The actor's thread ended with code ${code}`,
          stage: stage.name,
        }),
      )
    })
    const remote = wrap<ActorApi>(nodeEndpoint(worker))
    const ready = Promise.race([remote.ready(), exited])
    return { stage, worker, remote, ready, exited }
  }

  private fail(error: PipelineError): void {
    if (this.failure || this.stopped) return
    this.failure = error
    this.desk.wake()
  }

  private signal(bits: number): void {
    const n = native()
    for (const bell of this.layout.bells) {
      if (bell !== this.layout.bells[this.sinkIndex]) n.signal(this.block.handle, bell, bits)
    }
  }

  // Node joins workers when the process ends; one that waits natively must be woken first.
  private readonly atExit = () => this.signal(signals.stop)

  private async shutDown(): Promise<void> {
    this.signal(signals.stop)
    process.off('exit', this.atExit)
    for (const actor of this.actors) actor.worker.ref()
    // Node leaves the files open that a thread was loading when it was terminated.
    await Promise.all(this.actors.map((a) => a.ready))
    // An actor that is inside its program finishes the batch; terminate() takes effect once it is back in JavaScript.
    await Promise.all(this.actors.map((a) => a.worker.terminate()))
    this.free()
    this.desk.wake()
  }

  private free(): void {
    this.desk?.close()
    for (const handle of this.handles.splice(0).reverse()) native().close(handle)
  }
}

function reserveSlot(): SharedArrayBuffer {
  try {
    return new SharedArrayBuffer(slotInitial, { maxByteLength: slotReserve })
  } catch (cause) {
    throw new PipelineError({
      code: 'OUT_OF_MEMORY',
      message: `No ${slotReserve} bytes of address space for a slot`,
      hint: 'Lift the limit (ulimit -v unlimited), close other pipelines, or lower prefetchQueueDepth',
      cause,
    })
  }
}
