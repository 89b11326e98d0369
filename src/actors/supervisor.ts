// Starts, watches and stops the actors of one pipeline, and owns what they share: the wiring (control block, mailboxes,
// slots) and the native programs. It lives on the thread that built the pipeline. Whatever happens to an actor, the others are
// stopped in order, everything is given back, and `failure` tells why.

import { setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { type Remote, wrap } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { errorFrom, errorOf } from '../errors/factories.js'
import type { PipelineError, PipelineErrorInfo } from '../errors.js'
import { signals } from '../generated/abi.js'
import type { Plan, ProgramPlan, StagePlan } from '../graph/types.js'
import { type Handle, native, type ProgramReport, type RunningSample } from '../native.js'
import type { ControlWords } from './control/control-words.js'
import { controlAt } from './control/layout.js'
import { EventLoopWaiter } from './event-loop-waiter.js'
import { Failures } from './failures.js'
import { InEnd, OutEnd } from './mailbox.js'
import type { ActorApi, ActorConfig, Mode, Start } from './protocol.js'
import { mergedPrograms, mergedReport, type NativeReport, UserReport } from './report.js'
import type { StageCounters, StageStats, Timeline } from './stats.js'
import { batchesInFlight } from './stock.js'
import { endsUnless, warnLeft } from './stuck.js'
import { type ActorSlot, type Budget, Wiring } from './wiring.js'

interface Actor {
  actorSlot: ActorSlot
  stage: StagePlan
  /** Where it is told what it is: ActorConfig, or null where it never will be. */
  told: MessagePort
  configured: boolean
  /** Where new slots are announced to it. */
  supply: MessagePort
  /** Its own end of that. */
  supplied: MessagePort
  worker: Worker
  remote: Remote<ActorApi>
  /** Resolves when its code is loaded, with what is wrong with it, or its thread gone. */
  ready: Promise<unknown>
  /** Resolves when its thread is gone. */
  exited: Promise<unknown>
}

export interface SupervisorOptions {
  numThreads: number
  threadGroup?: number | undefined
  budget: Budget
  /** Seconds after which stop() leaves a thread that is at one sample. */
  stuckSeconds: number
}

/** What is known of the inputs once the data sets were looked at, by stage. */
export interface Sources {
  /** The data sets of readers. */
  datasets: ReadonlyMap<number, Handle>
  /** Readers' stages, in actorSlot of the plan's: they know the size of their data. */
  readers: ReadonlyMap<number, StagePlan>
  /** Batches that are fed stand for themselves: waiting for a later one to fill them up could be for ever. */
  refill: boolean
  /** Where they begin. */
  starts: ReadonlyMap<number, Start>
}

const fromStart = { epoch: 0, position: 0 }

export class Supervisor {
  readonly words: ControlWords
  readonly waiter: EventLoopWaiter
  readonly wiring: Wiring
  private readonly handles: Handle[] = []
  /** Of each actor: one per batch that it may have in flight. */
  private readonly programs = new Map<ActorSlot, Handle[]>()
  /** Of stages that run user code: what each of their actors reports. */
  private readonly userReports = new Map<number, SharedArrayBuffer[]>()
  private readonly actors: Actor[] = []
  running = false
  private stopped: Promise<void> | undefined
  /** The first failure that was heard of. What the consumer is told: see `failures`. */
  failure: PipelineError | undefined
  readonly failures: Failures

  constructor(
    readonly plan: Plan,
    private readonly options: SupervisorOptions,
  ) {
    this.wiring = new Wiring(plan, options.budget)
    this.failures = new Failures(this.wiring, plan.mailboxes)
    const { words, block, sink } = this.wiring
    this.words = words
    try {
      this.waiter = new EventLoopWaiter(words, block.handle, sink.bell, () => this.restock())
    } catch (error) {
      this.free()
      throw error
    }
  }

  /** Starts the worker threads, which takes them a while; what they are, start() tells them. */
  launch(): void {
    openOnes.add(this)
    if (openOnes.size === 1) process.on('exit', stopAll)
    for (const actorSlot of this.wiring.actorSlots) {
      const stage = this.plan.stages[actorSlot.stage]!
      if (stage.kind !== 'source' && stage.kind !== 'sink') this.actors.push(this.spawn(actorSlot, stage))
    }
  }

  /** The threads get their programs, and wait for run(). */
  async start(sources: Sources): Promise<void> {
    this.configureAll(sources)
    const wrong = await Promise.all(this.actors.map((a) => a.ready))
    // A pipeline that nobody closed must not keep the process alive; a pending run() does, through its listener.
    for (const actor of this.actors) actor.worker.unref()
    const info = wrong.find((w) => w !== undefined)
    if (info) throw errorFrom(info as PipelineErrorInfo)
    if (this.failure) throw this.failure
  }

  /** The same without waiting for them. */
  startSync(sources: Sources): void {
    this.configureAll(sources)
    for (const actor of this.actors) actor.worker.unref()
  }

  private configureAll(sources: Sources): void {
    this.makePrograms(sources)
    for (const actor of this.actors) {
      actor.configured = true
      actor.told.postMessage(this.configOf(actor, sources), [actor.supplied])
    }
  }

  /** Lets the data flow. */
  run(mode: Mode): void {
    if (this.running) return
    this.running = true
    this.words.epochs.mode = mode
    this.sinkStats.start()
    for (const actor of this.actors) {
      actor.remote.run().then(
        (end) => {
          if (end.reason !== 'failed') return
          const error = errorFrom(end.error)
          this.failures.noteFailed(actor.actorSlot, error)
          this.fail(error)
        },
        (cause) => this.died(actor.actorSlot, 'An actor could not run', cause),
      )
    }
  }

  /** Drops all batches in flight; sources begin `epoch`. */
  restart(epoch: number): void {
    this.words.epochs.nextGeneration(epoch)
    this.signal(signals.control)
    this.waiter.wake()
  }

  /**
   * Ends all threads and gives everything back, but for the memory of the slots `held`, by their handles, which the user
   * has. Safe to call at any time, any number of times.
   */
  stop(held: () => ReadonlySet<Handle> = () => new Set()): Promise<void> {
    this.stopped ??= this.shutDown(held)
    return this.stopped
  }

  /** Asks for one more batch; nothing where stages run ahead by themselves. */
  request(): void {
    this.words.epochs.request(this.wiring.endOf(this.wiring.sink))
  }

  /** The main thread's ends of the mailboxes that lead to the sink. */
  sink(): InEnd[] {
    const { wiring } = this
    const end = wiring.endOf(wiring.sink)
    return wiring.inboxes(wiring.sink).map((inbox) => new InEnd(end, inbox, this.words))
  }
  /** The main thread's end of the mailboxes of source stage `index`. */
  source(index: number): OutEnd {
    const actorSlot = this.wiring.actorSlotOf(index)
    return new OutEnd(this.wiring.endOf(actorSlot), this.wiring.outbox(actorSlot), this.words)
  }
  get sinkStats(): StageStats {
    return this.wiring.sink.stats
  }
  statsOf(stage: number): StageStats {
    return this.wiring.actorSlotOf(stage).stats
  }

  /** Counters of every actor, with its stage. */
  counters(): { stage: number; replica: number; counters: StageCounters }[] {
    return this.wiring.actorSlots.map(({ stage, replica, stats }) => ({ stage, replica, counters: stats.read() }))
  }

  /** What every actor did lately. */
  timelines(): ({ stage: number } & Timeline)[] {
    return this.wiring.actorSlots.map(({ stage, stats }) => ({ stage, ...stats.timeline() }))
  }

  /** Per stage with operators: their times, and the bad samples. */
  reports(): Map<number, ProgramReport> {
    const out = new Map<number, ProgramReport>()
    for (const [index, stage] of this.plan.stages.entries()) {
      if (!('program' in stage)) continue
      const own = this.wiring.actorSlots.filter((actorSlot) => actorSlot.stage === index)
      const programs = own.flatMap((actorSlot) => this.programs.get(actorSlot)!)
      out.set(index, mergedPrograms(programs.map(reportOf)))
    }
    for (const [index, buffers] of this.userReports) {
      const stage = this.plan.stages[index]!
      if (stage.kind === 'js') out.set(index, mergedReport(stage, buffers))
    }
    return out
  }

  /** Per actor, in the order of counters(): the samples that its threads are at. */
  atWork(): RunningSample[][] {
    return this.wiring.actorSlots.map((actorSlot) => this.workOf(actorSlot))
  }
  private workOf(actorSlot: ActorSlot): RunningSample[] {
    if (!this.handles.length) return []
    return this.programsOf(actorSlot).flatMap((program) => reportOf(program).running)
  }
  private programsOf(actorSlot: ActorSlot): Handle[] {
    return this.programs.get(actorSlot) ?? []
  }

  /** Asks all actors for the memory that they do not use; returns how to see that they have given it. */
  trim(): () => boolean {
    // Before the first batch no page was written: what hints have made room for is memory on paper only.
    if (!this.running) return () => true
    const request = this.words.memory.askToTrim()
    this.signal(signals.control)
    const bells = this.wiring.actorSlots.filter((p) => !this.wiring.isMain(p.stage)).map((p) => p.bell)
    return () => bells.every((bell) => this.words.memory.hasTrimmed(bell, request))
  }

  private makePrograms({ datasets }: Sources): void {
    const { batchSize, seed, stages } = this.plan
    const block = this.wiring.block.handle
    const { numThreads: threads, threadGroup: group = native().threadGroup() } = this.options
    const account = {
      block,
      offset: controlAt.hostAccount,
      device: controlAt.deviceAccount,
      pinned: controlAt.pinnedAccount,
    }
    for (const actorSlot of this.wiring.actorSlots) {
      const stage = stages[actorSlot.stage]!
      if (!('program' in stage)) continue
      const program: ProgramPlan & object = stage.program
      const gpu = 'gpu' in stage && { gpu: stage.gpu }
      const json = JSON.stringify({ batchSize, seed, threads, group, account, ...gpu, ...program })
      const own: Handle[] = []
      this.programs.set(actorSlot, own)
      for (let i = 0; i < batchesInFlight(this.plan, actorSlot.stage, this.options.budget); i++) {
        const handle = native().programCreate(json, datasets.get(actorSlot.stage) ?? null)
        this.handles.push(handle)
        own.push(handle)
      }
    }
  }

  private restock(): void {
    if (this.stopped) return
    this.wiring.restock((actorSlot, news) =>
      this.actors.find((a) => a.actorSlot === actorSlot)?.supply.postMessage(news),
    )
  }

  private reportOf({ stage }: ActorSlot): SharedArrayBuffer | undefined {
    if (this.plan.stages[stage]!.kind !== 'js') return undefined
    const report = UserReport.allocate()
    this.userReports.set(stage, [...(this.userReports.get(stage) ?? []), report])
    return report
  }

  private configOf({ actorSlot, stage, supplied }: Actor, { refill, starts, readers }: Sources): ActorConfig {
    return {
      ...this.wiring.endOf(actorSlot),
      supply: supplied,
      stage: readers.get(actorSlot.stage) ?? stage,
      batchSize: this.plan.batchSize,
      seed: this.plan.seed,
      stats: actorSlot.statsAt,
      refill,
      start: starts.get(actorSlot.stage) ?? fromStart,
      inputs: this.wiring.inboxes(actorSlot),
      output: this.wiring.outbox(actorSlot),
      programs: this.programsOf(actorSlot),
      report: this.reportOf(actorSlot),
    }
  }

  private spawn(actorSlot: ActorSlot, stage: StagePlan): Actor {
    const { port1: supply, port2: supplied } = new MessageChannel()
    const { port1: told, port2: tells } = new MessageChannel()
    supply.unref()
    told.unref()
    const name = `${stage.name}${actorSlot.replicas > 1 ? ` ${actorSlot.replica + 1}` : ''}`
    const worker = startWorker(name, tells, () => {
      for (const port of [supply, supplied, told]) port.close()
    })
    // Not by once(), which ends with the error that an uncaught exception makes before it.
    const exited = new Promise<undefined>((resolve) => worker.once('exit', () => resolve(undefined)))
    let uncaught: Error | undefined
    worker.on('error', (cause) => {
      uncaught = cause
    })
    // What it has said by then is all that it will ever say.
    worker.on('exit', (code) => {
      this.died(
        actorSlot,
        `The actor's thread ended${uncaught ? `: ${uncaught.message}` : ` with code ${code}`}`,
        uncaught,
      )
    })
    const remote = wrap<ActorApi>(nodeEndpoint(worker))
    const ready = Promise.race([remote.ready(), exited])
    return { actorSlot, stage, told, configured: false, supply, supplied, worker, remote, ready, exited }
  }

  private died(actorSlot: ActorSlot, message: string, cause?: unknown): void {
    if (this.stopped) return
    const { name } = this.plan.stages[actorSlot.stage]!
    const error = errorOf('ACTOR_DIED', message, { stage: name, cause })
    this.failures.noteDead(actorSlot, error)
    this.fail(error)
  }

  private fail(error: PipelineError): void {
    if (this.stopped) return
    this.failure ??= error
    this.waiter.wake()
  }

  private signal(bits: number): void {
    const n = native()
    for (const { stage, bell } of this.wiring.actorSlots) {
      if (stage !== this.wiring.sink.stage) n.signal(this.wiring.block.handle, bell, bits)
    }
  }

  /** Tells its threads to end, wherever they wait, and its programs to begin no further sample. */
  stopThreads(): void {
    this.signal(signals.stop)
    for (const handle of this.handles) native().programStop(handle, false)
  }

  private async shutDown(held: () => ReadonlySet<Handle>): Promise<void> {
    this.stopThreads()
    for (const actor of this.actors) {
      actor.worker.ref()
      if (!actor.configured) actor.told.postMessage(null)
    }
    // Node leaves the files open that a thread was loading when it was terminated.
    await Promise.all(this.actors.map((a) => loaded(a)))
    // An actor that is inside its program ends its samples; terminate() takes effect once it is back in JavaScript.
    const since = performance.now()
    const left = new Set(this.actors)
    const ended = Promise.all(
      this.actors.map(async (actor) => {
        await actor.worker.terminate()
        // It may have ended between two calls, with samples left to the pool.
        // The timer does not keep the process: shutDown() stops waiting for a thread that is left behind.
        while (!this.isDone(actor)) await sleep(1, undefined, { ref: false })
        left.delete(actor)
      }),
    )
    const stuck = new Set<Actor>()
    const allStuck = () => {
      for (const actor of left) {
        if (stuck.has(actor) || !this.isStuck(actor, since)) continue
        stuck.add(actor)
        this.leave(actor)
      }
      return [...left].every((actor) => stuck.has(actor))
    }
    if (await endsUnless(ended, allStuck)) {
      this.finish(held())
      return
    }
    ended.then(() => this.finish(held()))
    this.waiter.wake()
  }

  private isDone({ actorSlot }: Actor): boolean {
    return this.programsOf(actorSlot).every((program) => native().programDone(program))
  }

  private isStuck({ actorSlot }: Actor, since: number): boolean {
    const { stuckSeconds } = this.options
    const work = this.workOf(actorSlot)
    if (work.length) return Math.max(...work.map((w) => w.seconds)) >= stuckSeconds
    // It may wait for the threads that one which is stuck has, until that one is left.
    return (performance.now() - since) / 1e3 >= 2 * stuckSeconds
  }

  /** All that its threads may write to stays as it is until they come back, which may be never. */
  private leave({ actorSlot, stage, worker }: Actor): void {
    worker.unref()
    warnLeft(stage.name, this.workOf(actorSlot))
    for (const program of this.programsOf(actorSlot)) native().programStop(program, true)
  }

  private finish(kept: ReadonlySet<Handle>): void {
    openOnes.delete(this)
    if (!openOnes.size) process.off('exit', stopAll)
    for (const actor of this.actors) {
      for (const port of [actor.supply, actor.told]) port.close()
      if (!actor.configured) actor.supplied.close()
    }
    // First the programs: what they have queued on a GPU may still read the slots.
    this.freePrograms()
    this.wiring.giveBackPages(kept)
    this.free(kept)
    this.waiter.wake()
  }

  private free(held?: ReadonlySet<Handle>): void {
    this.waiter?.close()
    this.freePrograms()
    this.wiring.free(held)
  }

  private freePrograms(): void {
    for (const handle of this.handles.splice(0).reverse()) native().close(handle)
  }
}

const reportOf = (program: Handle) => JSON.parse(native().programReport(program)) as NativeReport

/** Throws THREADS_UNAVAILABLE where the system grants no thread. */
function startWorker(name: string, told: MessagePort, failed: () => void): Worker {
  try {
    // The build makes one file of runner.ts and all that it imports: a thread of its own reads it in a third of the time.
    return new Worker(new URL('../actor.js', import.meta.url), {
      workerData: told,
      transferList: [told],
      // A worker cannot be started with the flag that says what language a script on the command line is in.
      ...(process.execArgv.some((flag) => flag.startsWith('--input-type')) && { execArgv: [] }),
      name: `penstock ${name}`,
    })
  } catch (cause) {
    failed()
    throw errorOf('THREADS_UNAVAILABLE', `A thread for stage ${name} cannot be started: ${(cause as Error).message}`, {
      hint: 'Close other pipelines, or raise the limits of threads (ulimit -u) and of memory (ulimit -v)',
      cause,
    })
  }
}

/** Those with threads. One listener stands for all: of more than ten Node.js warns. */
const openOnes = new Set<Supervisor>()
// Node joins workers when the process ends; one that waits natively must be woken first. One that is stuck natively is
// ended with the process: see native.ts.
const stopAll = () => {
  for (const one of openOnes) one.stopThreads()
}

/** The user's module may never finish loading. */
async function loaded({ stage, ready }: Actor): Promise<void> {
  const ended = new AbortController()
  const grace = stage.kind === 'js' ? [sleep(500, undefined, ended).catch(() => {})] : []
  await Promise.race([ready, ...grace])
  ended.abort()
}
