// Starts, watches and stops the actors of one pipeline, and owns what they share: the wiring (control block,
// mailboxes, slots) and the native programs. It runs on the thread that built the pipeline. Whatever happens to an
// actor, the others are stopped in order, everything is freed, and `failure` says why.

import { setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'
import { transfer } from 'comlink'
import { errorFrom, errorOf } from '../errors/factories.js'
import { thrownText } from '../errors/thrown.js'
import type { PipelineError, PipelineErrorInfo } from '../errors.js'
import { signals } from '../generated/abi.js'
import type { OnError, Plan, StagePlan } from '../graph/types.js'
import { type Handle, native } from '../native.js'
import type { Callee } from './calls.js'
import type { ControlWords } from './control/control-words.js'
import { EventLoopWaiter } from './event-loop-waiter.js'
import { Failures } from './failures.js'
import { InEnd, OutEnd } from './mailbox.js'
import { type ProgramOptions, Programs } from './programs.js'
import type { ActorConfig, ActorEnd, Mode, Move, Start } from './protocol.js'
import { actorName, isQuick, isReusable } from './stage-kinds.js'
import { type StageThread, threadFor } from './stage-threads.js'
import type { StageStats } from './stats.js'
import { batchesInFlight, isCalled } from './stock.js'
import { endsUnless, warnLeft } from './stuck.js'
import { type ActorSlot, Wiring } from './wiring.js'

interface Actor {
  actorSlot: ActorSlot
  stage: StagePlan
  configured: boolean
  /** The port for messages about new slots. */
  supply: MessagePort
  /** The actor's own end of `supply`. */
  supplied: MessagePort
  thread: StageThread
  worker: Worker
  /** How its stage ended, once it runs. */
  end: Promise<ActorEnd> | undefined
  /**
   * Resolves when its code is loaded and its stage is made, if it is configured, with what is wrong with them if anything is, or
   * when its thread has ended.
   */
  ready: Promise<unknown>
}

export interface SupervisorOptions extends ProgramOptions {
  /** Seconds with one sample after which stop() leaves a thread behind. */
  stuckSeconds: number
  /** Other processes will map the batches. */
  shared: boolean
  /** The process has many pipelines, which leave small slots to one another. */
  keepsSlots: boolean
  /** Calls the functions of stages that leave that to another thread. */
  callee: Callee | undefined
}

/** Facts about the inputs that are known once the data sets are built, by stage index. */
export interface StageInputs {
  /** The data sets of readers. */
  datasets: ReadonlyMap<number, Handle>
  /** The stages of readers, to be used instead of the plan's: they know the size of their data set. */
  readers: ReadonlyMap<number, StagePlan>
  /** Where data is fed, the onError of its source; the first one's, if there are several. */
  fed: OnError | undefined
  /** The places at which readers begin. */
  starts: ReadonlyMap<number, Start>
}

const fromStart = { epoch: 0, position: 0 }

export class Supervisor {
  readonly words: ControlWords
  readonly waiter: EventLoopWaiter
  readonly wiring: Wiring
  readonly programs: Programs
  private readonly actors: Actor[] = []
  /** The other ends of the actors' ports for calls. */
  private readonly callees: MessagePort[] = []
  /** The ends of the sources. Their slots keep data alive that threads read, until all of those have ended. */
  private readonly sources: OutEnd[] = []
  running = false
  private stopped: Promise<void> | undefined
  /** The first failure that was noticed. Which one the consumer gets is decided in `failures`. */
  failure: PipelineError | undefined
  readonly failures: Failures

  constructor(
    readonly plan: Plan,
    private readonly options: SupervisorOptions,
  ) {
    this.wiring = new Wiring(plan, options.budget, options.shared, options.keepsSlots)
    this.programs = new Programs(plan, this.wiring)
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

  /** Starts the worker threads, which takes some time. They get their configuration in start(). */
  launch(): void {
    openOnes.add(this)
    if (openOnes.size === 1) process.on('exit', stopAll)
    for (const actorSlot of this.wiring.actorSlots) {
      const stage = this.plan.stages[actorSlot.stage]!
      if (stage.kind !== 'source' && stage.kind !== 'sink') this.actors.push(this.spawn(actorSlot, stage))
    }
  }

  /** Makes the programs, configures the threads, and waits until they are ready for run(), if that can fail or take long. */
  async start(sources: StageInputs): Promise<void> {
    this.configureAll(sources)
    const awaited = this.actors.filter(({ stage, thread }) => !(thread.isUsed && isQuick(stage)))
    const wrong = await Promise.all(awaited.map((a) => a.ready))
    // A pipeline that was never closed must not keep the process alive. A pending run() does so through its wait.
    for (const actor of this.actors) actor.worker.unref()
    const info = wrong.find((w) => w !== undefined)
    if (info) throw errorFrom(info as PipelineErrorInfo)
    if (this.failure) throw this.failure
  }

  /** Does the work of start() without waiting for the threads. */
  startSync(sources: StageInputs): void {
    this.configureAll(sources)
    for (const actor of this.actors) actor.worker.unref()
  }

  private configureAll(sources: StageInputs): void {
    this.programs.make(this.options, sources.datasets, sources.fed)
    for (const actor of this.actors) {
      actor.configured = true
      const config = this.configOf(actor, sources)
      const ports = [actor.supplied, ...(config.calls ? [config.calls] : [])]
      const { remote, exited } = actor.thread
      actor.ready = Promise.race([remote.configure(transfer(config, ports)), exited])
    }
  }

  /** Starts the flow of data. */
  run(mode: Mode): void {
    if (this.running) return
    this.running = true
    this.words.epochs.mode = mode
    this.sinkStats.start()
    for (const actor of this.actors) {
      actor.end = actor.thread.remote.run()
      actor.end.then(
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

  /** Drops all batches in flight; readers, by stage, go on at places within epochs. Returns the generation that begins. */
  move(places: ReadonlyMap<number, Omit<Move, 'generation'>>): number {
    const generation = this.words.epochs.generation + 1
    for (const { actorSlot, supply } of this.actors) {
      const place = places.get(actorSlot.stage)
      if (place) supply.postMessage({ generation, ...place } satisfies Move)
    }
    this.restart([...places.values()][0]!.epoch)
    return generation
  }

  /**
   * Ends all threads and frees everything except the memory of the slots `held` (handles), which the user still has.
   * It may be called at any time and repeatedly.
   */
  stop(held: () => ReadonlySet<Handle> = () => new Set()): Promise<void> {
    this.stopped ??= this.shutDown(held)
    return this.stopped
  }

  /** Asks for one more batch. It has no effect where stages run ahead by themselves. */
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
    const end = new OutEnd(this.wiring.endOf(actorSlot), this.wiring.outbox(actorSlot), this.words)
    this.sources.push(end)
    return end
  }
  /**
   * Whether a batch of source stage `index` may refer to memory outside of its slot: programs on the CPU read it where
   * it is, others give it to the user, or copy it to a GPU. With a budget all batches lie in slots, which it counts.
   */
  readsInPlace(index: number): boolean {
    const { mailboxes, stages } = this.plan
    return (
      this.options.budget.host === undefined &&
      mailboxes.every(({ from, to }) => from !== index || stages[to]!.kind === 'cpu')
    )
  }
  get sinkStats(): StageStats {
    return this.wiring.sink.stats
  }
  statsOf(stage: number): StageStats {
    return this.wiring.actorSlotOf(stage).stats
  }

  /** Asks all actors for unused memory. Returns a function that says whether all have answered. */
  trim(): () => boolean {
    // Before the first batch no page was written, so the room made for hints takes no memory yet.
    if (!this.running) return () => true
    const request = this.words.memory.askToTrim()
    this.signal(signals.control)
    const bells = this.wiring.actorSlots.filter((p) => !this.wiring.isMain(p.stage)).map((p) => p.bell)
    return () => bells.every((bell) => this.words.memory.hasTrimmed(bell, request))
  }

  private restock(): void {
    if (this.stopped) return
    this.wiring.restock((actorSlot, news) =>
      this.actors.find((a) => a.actorSlot === actorSlot)?.supply.postMessage(news),
    )
  }

  private configOf({ actorSlot, stage, supplied }: Actor, { fed, starts, readers }: StageInputs): ActorConfig {
    return {
      ...this.wiring.endOf(actorSlot),
      supply: supplied,
      stage: readers.get(actorSlot.stage) ?? stage,
      batchSize: this.plan.batchSize,
      seed: this.plan.seed,
      stats: actorSlot.statsAt,
      fed: fed !== undefined,
      start: starts.get(actorSlot.stage) ?? fromStart,
      inputs: this.wiring.inboxes(actorSlot),
      output: this.wiring.outbox(actorSlot),
      programs: this.programs.of(actorSlot),
      report: this.programs.userReport(actorSlot),
      inFlight: batchesInFlight(this.plan, actorSlot.stage, this.options.budget),
      calls: this.callsOf(stage),
    }
  }

  /** The end of an actor whose function somebody else calls. The other end is closed with it. */
  private callsOf(stage: StagePlan): MessagePort | undefined {
    const { callee } = this.options
    if (!callee || !isCalled(stage)) return undefined
    const { port1, port2 } = new MessageChannel()
    callee(port1)
    port1.unref()
    this.callees.push(port1)
    return port2
  }

  private spawn(actorSlot: ActorSlot, stage: StagePlan): Actor {
    const thread = threadFor(actorName(stage, actorSlot), isReusable(stage))
    // Nothing more comes from this thread, so its state is final.
    thread.onExit = (code, uncaught) => {
      const why = uncaught.length ? `: ${thrownText(uncaught.at(-1))}` : ` with code ${code}`
      this.died(actorSlot, `The actor's thread ended${why}`, uncaught.at(-1))
    }
    const { port1: supply, port2: supplied } = new MessageChannel()
    supply.unref()
    const { worker, loaded: ready } = thread
    return { actorSlot, stage, configured: false, supply, supplied, thread, worker, ready, end: undefined }
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

  /** Tells the threads to end, wherever they wait, and the programs to begin no further sample. */
  stopThreads(): void {
    this.signal(signals.stop)
    this.programs.stop()
  }

  private async shutDown(held: () => ReadonlySet<Handle>): Promise<void> {
    this.stopThreads()
    for (const actor of this.actors) actor.worker.ref()
    // Node.js does not close files that a thread was loading when it was terminated, so loading is awaited.
    await Promise.all(this.actors.map((a) => loaded(a)))
    // An actor inside its program ends its samples; its end takes effect once it is back in JavaScript.
    const since = performance.now()
    const left = new Set(this.actors)
    const ended = Promise.all(
      this.actors.map(async (actor) => {
        const clean = isReusable(actor.stage) && (await actor.thread.endStage(actor.end))
        if (!clean) await actor.thread.end()
        // The actor may have ended between two calls while the pool works on its samples. The timer does not keep the
        // process alive, because shutDown() stops waiting for a thread that is left behind.
        while (!this.programs.areDone(actor.actorSlot)) await sleep(1, undefined, { ref: false })
        if (clean) await actor.thread.keep()
        left.delete(actor)
      }),
    )
    const stuck = new Set<Actor>()
    const allStuck = (asleep: number) => {
      for (const actor of left) {
        if (stuck.has(actor) || !this.isStuck(actor, since, asleep)) continue
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

  private isStuck({ actorSlot }: Actor, since: number, asleep: number): boolean {
    const stuckSeconds = this.options.stuckSeconds + asleep
    const work = this.programs.running(actorSlot)
    if (work.length) return Math.max(...work.map((w) => w.seconds)) >= stuckSeconds
    // It may wait for pool threads that a stuck program occupies, until that one is left behind.
    return (performance.now() - since) / 1e3 >= stuckSeconds + this.options.stuckSeconds
  }

  /** Leaves an actor behind: everything that its threads may write to stays until they return, which may be never. */
  private leave({ actorSlot, stage, thread }: Actor): void {
    void thread.end()
    thread.worker.unref()
    warnLeft(stage.name, this.programs.running(actorSlot))
    this.programs.leave(actorSlot)
  }

  private finish(kept: ReadonlySet<Handle>): void {
    openOnes.delete(this)
    if (!openOnes.size) process.off('exit', stopAll)
    for (const actor of this.actors) {
      actor.supply.close()
      if (!actor.configured) actor.supplied.close()
    }
    // What a thread has asked for last is not to be done with memory that is freed.
    for (const port of this.callees.splice(0)) port.close()
    // Programs are closed first, because work that they queued on a GPU may still read the slots.
    this.programs.close()
    this.wiring.giveBackPages(kept)
    for (const source of this.sources.splice(0)) source.pool.close()
    this.wiring.leaveSlots(kept)
    this.free(kept)
    this.waiter.wake()
  }

  private free(held?: ReadonlySet<Handle>): void {
    this.waiter?.close()
    this.programs.close()
    this.wiring.free(held)
  }
}

/** The supervisors with threads. They share one 'exit' listener, because Node.js warns of more than ten. */
const openOnes = new Set<Supervisor>()
// At exit Node.js joins workers, so one that waits in native code must be woken first. For one that is stuck there,
// native.ts ends the process.
const stopAll = () => {
  for (const one of openOnes) one.stopThreads()
}

/** Waits until the actor has loaded its code. Loading a user's module is given 500 ms, because it may never end. */
async function loaded({ stage, ready }: Actor): Promise<void> {
  if (stage.kind !== 'js') {
    await ready
    return
  }
  const ended = new AbortController()
  await Promise.race([ready, sleep(500, undefined, ended).catch(() => {})])
  ended.abort()
}
