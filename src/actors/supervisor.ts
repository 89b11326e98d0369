// Starts, watches and stops the actors of one pipeline, and owns everything they share: the control block, the slots,
// the native programs. It lives on the thread that built the pipeline. Whatever happens to an actor, the others are
// stopped in order, everything is given back, and `failure` tells why.
import { once } from 'node:events'
import { totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { type Remote, wrap } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { PipelineError, type PipelineErrorInfo } from '../errors.js'
import { arena, signals } from '../generated/abi.js'
import type { Plan, ProgramPlan, StagePlan } from '../graph/types.js'
import { type Handle, native, type ProgramReport } from '../native.js'
import { slotInitial } from './arena.js'
import { accountAt, type BlockLayout, ControlWords, layOut } from './block.js'
import { Desk } from './desk.js'
import { InEnd, OutEnd, slotsNeeded } from './mailbox.js'
import type {
  ActorApi,
  ActorConfig,
  EndConfig,
  InboxConfig,
  Mode,
  OutboxConfig,
  SlotConfig,
  Start,
  Supply,
} from './protocol.js'
import { mergedReport, UserReport } from './report.js'
import { reserve } from './reserve.js'
import { type StageCounters, StageStats, type Timeline } from './stats.js'

interface Actor {
  place: Place
  stage: StagePlan
  /** Where new slots are announced to it. */
  supply: MessagePort
  worker: Worker
  remote: Remote<ActorApi>
  /** Resolves when its code is loaded, with what is wrong with it, or its thread gone. */
  ready: Promise<unknown>
  /** Resolves when its thread is gone. */
  exited: Promise<unknown>
}

/** One of the actors that share a stage; stages of the main thread have one too. */
interface Place {
  stage: number
  replica: number
  replicas: number
  bell: number
  stats: StageStats
  statsAt: number
}

/** What a stage needs beside the plan: the native resource of a reader, made by the caller. */
export type Resources = Map<number, Uint8Array>

export interface SupervisorOptions {
  numThreads: number
  resources: Resources
  /** Batches that are fed stand for themselves: waiting for a later one to fill them up could be for ever. */
  refill: boolean
  /** Bytes; no limit when undefined. */
  hostBudget: number | undefined
  /** Where sources begin, by stage. */
  starts: ReadonlyMap<number, Start>
}

/** Room for a sample's name. */
const namesBytes = 128

const replicasOf = (stage: StagePlan) => (stage.kind === 'js' ? stage.workers : 1)
const fromStart = { epoch: 0, position: 0 }

export class Supervisor {
  readonly words: ControlWords
  readonly desk: Desk
  private readonly layout: BlockLayout
  private readonly block: { buffer: SharedArrayBuffer; handle: Handle }
  private readonly handles: Handle[] = []
  private readonly programs = new Map<number, Handle>()
  /** Of stages that run user code: what each of their actors reports. */
  private readonly userReports = new Map<number, SharedArrayBuffer[]>()
  private readonly places: Place[]
  /** Per edge of the plan, by the producing and the consuming actor of the two stages: byte offsets. */
  private readonly mailboxes: number[][][] = []
  /** Per place: the slots that it owns, and how many it may. */
  private readonly stocks = new Map<Place, { slots: SlotConfig[]; most: number }>()
  private readonly actors: Actor[] = []
  /** Bells of the sources, where they wait to be asked. */
  private readonly sources: number[]
  private readonly sinkIndex: number
  running = false
  private stopped: Promise<void> | undefined
  /** Set once, by the first actor that failed. */
  failure: PipelineError | undefined

  constructor(
    readonly plan: Plan,
    private readonly options: SupervisorOptions,
  ) {
    const n = native()
    const counts = plan.stages.map(replicasOf)
    const edges = plan.mailboxes.map((m) => counts[m.from]! * counts[m.to]!)
    const total = (list: number[]) => list.reduce((a, b) => a + b, 0)
    this.layout = layOut(total(counts), total(edges))
    this.sinkIndex = plan.stages.findIndex((s) => s.kind === 'sink')
    const buffer = new SharedArrayBuffer(this.layout.bytes)
    this.words = new ControlWords(buffer)
    this.words.setLimits(...limits(options.hostBudget))
    this.places = plan.stages
      .flatMap((_, stage) =>
        Array.from({ length: counts[stage]! }, (_, replica) => ({ stage, replica, replicas: counts[stage]! })),
      )
      .map((place, i) => {
        const statsAt = this.layout.stats[i]!
        return { ...place, bell: this.layout.bells[i]!, statsAt, stats: new StageStats(buffer, statsAt) }
      })
    this.sources =
      plan.concurrency === 'oneAtATime'
        ? plan.stages.flatMap((s, i) => (s.kind === 'reader' || s.kind === 'source' ? [this.bellOf(i)] : []))
        : []
    this.block = { buffer, handle: n.open(new Uint8Array(buffer)) }
    this.handles.push(this.block.handle)
    try {
      this.desk = new Desk(this.words, this.block.handle, this.bellOf(this.sinkIndex), () => this.restock())
      this.makePrograms()
      this.makeMailboxes()
    } catch (error) {
      this.free()
      throw error
    }
  }

  /** Starts the worker threads; they wait for run(). */
  async start(): Promise<void> {
    this.spawnAll()
    const wrong = await Promise.all(this.actors.map((a) => a.ready))
    // A pipeline that nobody closed must not keep the process alive; a pending run() does, through its listener.
    for (const actor of this.actors) actor.worker.unref()
    const info = wrong.find((w) => w !== undefined)
    if (info) throw new PipelineError(info as PipelineErrorInfo)
    if (this.failure) throw this.failure
  }

  /** The same without waiting for them. */
  startSync(): void {
    this.spawnAll()
    for (const actor of this.actors) actor.worker.unref()
  }

  private spawnAll(): void {
    process.on('exit', this.atExit)
    for (const place of this.places) {
      const stage = this.plan.stages[place.stage]!
      if (stage.kind !== 'source' && stage.kind !== 'sink') this.actors.push(this.spawn(place, stage))
    }
  }

  /** Lets the data flow. */
  run(mode: Mode): void {
    if (this.running) return
    this.running = true
    this.words.mode = mode
    this.sinkStats.start()
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
    this.words.request({ block: this.block, sources: this.sources })
  }

  /** The main thread's ends of the mailboxes that lead to the sink. */
  sink(): InEnd[] {
    const place = this.placeOf(this.sinkIndex)
    return this.inboxes(place).map((inbox) => new InEnd(this.endOf(place), inbox, this.words))
  }
  /** The main thread's end of the mailboxes of source stage `index`. */
  source(index: number): OutEnd {
    const place = this.placeOf(index)
    return new OutEnd(this.endOf(place), this.outbox(place), this.words)
  }
  get sinkStats(): StageStats {
    return this.placeOf(this.sinkIndex).stats
  }
  statsOf(stage: number): StageStats {
    return this.placeOf(stage).stats
  }

  /** Counters of every actor, with its stage. */
  counters(): { stage: number; replica: number; counters: StageCounters }[] {
    return this.places.map(({ stage, replica, stats }) => ({ stage, replica, counters: stats.read() }))
  }

  /** What every actor did lately. */
  timelines(): ({ stage: number } & Timeline)[] {
    return this.places.map(({ stage, stats }) => ({ stage, ...stats.timeline() }))
  }

  /** Per edge of the plan: how many batches wait, how many may, and how often the consumer found how many. */
  edges(): { from: number; to: number; capacity: number; waiting: number; histogram: number[] }[] {
    return this.plan.mailboxes.map(({ from, to }, e) => {
      const all = this.mailboxes[e]!.flat()
      const histogram: number[] = []
      for (const offset of all) {
        for (const [k, n] of this.words.histogram(offset).entries()) histogram[k] = (histogram[k] ?? 0) + n
      }
      const capacity = Math.max(...all.map((offset) => this.words.depth(offset)))
      return { from, to, capacity, waiting: all.reduce((sum, at) => sum + this.words.waiting(at), 0), histogram }
    })
  }

  /** Per stage with operators: their times, and the bad samples from number `badFrom` on. */
  reports(badFrom = 0): Map<number, ProgramReport> {
    const out = new Map<number, ProgramReport>()
    for (const [stage, handle] of this.programs) {
      out.set(stage, JSON.parse(native().programReport(handle, badFrom)) as ProgramReport)
    }
    for (const [index, buffers] of this.userReports) {
      const stage = this.plan.stages[index]!
      if (stage.kind === 'js') out.set(index, mergedReport(stage, buffers, badFrom))
    }
    return out
  }

  /** Bytes of all slots as grown by now, per stage that makes them. */
  slotBytes(): number[] {
    const sums = this.plan.stages.map(() => 0)
    for (const [place, { slots }] of this.stocks) {
      // A slot that was never used has its first page only on paper.
      for (const { buffer } of slots) sums[place.stage]! += buffer.byteLength > slotInitial ? buffer.byteLength : 0
    }
    return sums
  }

  /** Asks all actors for the memory that they do not use; returns how to see that they have given it. */
  trim(): () => boolean {
    const request = this.words.askToTrim()
    this.signal(signals.control)
    const bells = this.running ? this.places.filter((p) => !this.isMain(p.stage)).map((p) => p.bell) : []
    return () => bells.every((bell) => this.words.hasTrimmed(bell, request))
  }

  private placeOf(stage: number): Place {
    return this.places.find((p) => p.stage === stage)!
  }

  private makePrograms(): void {
    const { batchSize, seed, stages } = this.plan
    const { numThreads: threads, resources } = this.options
    const account = { block: this.block.handle, offset: accountAt }
    for (const [index, stage] of stages.entries()) {
      if (!('program' in stage)) continue
      const program: ProgramPlan & object = stage.program
      const handle = native().programCreate(
        JSON.stringify({ batchSize, seed, threads, group: this.block.handle, account, ...program }),
        resources.get(index) ?? null,
      )
      this.handles.push(handle)
      this.programs.set(index, handle)
    }
  }

  private makeMailboxes(): void {
    const { mailboxes, buffers } = this.plan
    const pooled = buffers === 'pool'
    const offsets = [...this.layout.mailboxes]
    for (const { from, to, capacity } of mailboxes) {
      const [producers, consumers] = [from, to].map((stage) => this.places.filter((p) => p.stage === stage))
      this.mailboxes.push(
        producers!.map((producer) =>
          consumers!.map((consumer) => {
            const offset = offsets.shift()!
            this.words.connect(offset, this.bellAt(producer), this.bellAt(consumer), capacity, pooled)
            return offset
          }),
        ),
      )
    }
    for (const place of this.places) {
      const out = mailboxes.filter((m) => m.from === place.stage)
      if (!out.length) continue
      const needed = out.map((m) => {
        const consumers = replicasOf(this.plan.stages[m.to]!)
        return slotsNeeded(m.capacity, Math.ceil(consumers / place.replicas), pooled, m.to === this.sinkIndex)
      })
      const first = Math.max(...needed.map((n) => n.first))
      const most = Math.max(...needed.map((n) => n.most))
      this.stocks.set(place, { slots: Array.from({ length: first }, () => this.makeSlot()), most })
    }
  }

  /** Makes slots for the producers that want more: as many again as they have. Their consumers hear of them first. */
  private restock(): void {
    if (this.stopped) return
    for (const [place, { slots, most }] of this.stocks) {
      if (!this.words.takeWant(place.bell)) continue
      const count = Math.min(slots.length, most - slots.length)
      const made = Array.from({ length: count }, () => this.makeSlot())
      slots.push(...made)
      const news: Supply = { owner: place.bell, slots: made }
      const readers = this.plan.mailboxes.filter((m) => m.from === place.stage).map((m) => m.to)
      for (const actor of this.actors) if (readers.includes(actor.place.stage)) actor.supply.postMessage(news)
      for (const actor of this.actors) if (actor.place === place) actor.supply.postMessage(news)
      native().signal(this.block.handle, place.bell, signals.control)
    }
  }

  private makeSlot(): SlotConfig {
    const buffer = reserve()
    const handle = native().open(new Uint8Array(buffer, 0, slotInitial))
    this.handles.push(handle)
    return { buffer, handle }
  }

  /** All stages of the main thread share the sink's bell. */
  private bellAt({ stage, bell }: Place): number {
    return this.plan.stages[stage]!.kind === 'source' ? this.placeOf(this.sinkIndex).bell : bell
  }
  private bellOf(stage: number): number {
    return this.bellAt(this.placeOf(stage))
  }

  private endOf(place: Place): EndConfig {
    const { replica, replicas, stage } = place
    const turns = this.plan.stages.flatMap((s, i) => (s.kind === 'reader' || s.kind === 'source' ? [i] : []))
    const turn = turns.indexOf(stage)
    return {
      block: this.block,
      bell: this.bellAt(place),
      replica,
      replicas,
      turn: turn < 0 ? undefined : turn,
      sources: this.sources,
      peers: this.places.map((p) => ({
        bell: this.bellAt(p),
        stats: p.statsAt,
        kind: this.plan.stages[p.stage]!.kind,
      })),
    }
  }

  private isMain(stage: number): boolean {
    const { kind } = this.plan.stages[stage]!
    return kind === 'source' || kind === 'sink'
  }

  private inboxes({ stage, replica }: Place): InboxConfig[] {
    return this.plan.mailboxes.flatMap((m, e) => {
      if (m.to !== stage) return []
      const producers = this.places.filter((p) => p.stage === m.from)
      return [
        {
          mailboxes: producers.map((producer, a) => ({
            offset: this.mailboxes[e]![a]![replica]!,
            owner: producer.bell,
            slots: this.stocks.get(producer)!.slots,
          })),
        },
      ]
    })
  }

  private outbox(place: Place): OutboxConfig {
    const edges = this.plan.mailboxes.flatMap((m, e) =>
      m.from === place.stage ? [this.mailboxes[e]![place.replica]!] : [],
    )
    const hint = slotHint(this.plan, place.stage)
    return { ...this.stocks.get(place)!, owner: place.bell, supplier: this.bellOf(this.sinkIndex), edges, hint }
  }

  private reportOf({ stage }: Place): SharedArrayBuffer | undefined {
    if (this.plan.stages[stage]!.kind !== 'js') return undefined
    const report = UserReport.allocate()
    this.userReports.set(stage, [...(this.userReports.get(stage) ?? []), report])
    return report
  }

  private spawn(place: Place, stage: StagePlan): Actor {
    const { port1: supply, port2 } = new MessageChannel()
    supply.unref()
    const config: ActorConfig = {
      ...this.endOf(place),
      supply: port2,
      stage,
      batchSize: this.plan.batchSize,
      seed: this.plan.seed,
      stats: place.statsAt,
      refill: this.options.refill,
      start: this.options.starts.get(place.stage) ?? fromStart,
      inputs: this.inboxes(place),
      output: this.outbox(place),
      program: this.programs.get(place.stage) ?? 0,
      report: this.reportOf(place),
    }
    const worker = new Worker(new URL('./runner.js', import.meta.url), {
      workerData: config,
      transferList: [port2],
      // A worker cannot be started with the flag that says what language a script on the command line is in.
      execArgv: process.execArgv.filter((flag) => !flag.startsWith('--input-type')),
      name: `penstock ${stage.name}${place.replicas > 1 ? ` ${place.replica + 1}` : ''}`,
    })
    const exited = once(worker, 'exit').then(
      () => undefined,
      () => undefined,
    )
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
    return { place, stage, supply, worker, remote, ready, exited }
  }

  private fail(error: PipelineError): void {
    if (this.failure || this.stopped) return
    this.failure = error
    this.desk.wake()
  }

  private signal(bits: number): void {
    const n = native()
    for (const { stage, bell } of this.places) {
      if (stage !== this.sinkIndex) n.signal(this.block.handle, bell, bits)
    }
  }

  // Node joins workers when the process ends; one that waits natively must be woken first.
  private readonly atExit = () => this.signal(signals.stop)

  private async shutDown(held: () => ReadonlySet<Handle>): Promise<void> {
    this.signal(signals.stop)
    process.off('exit', this.atExit)
    for (const actor of this.actors) actor.worker.ref()
    // Node leaves the files open that a thread was loading when it was terminated.
    await Promise.all(this.actors.map((a) => loaded(a)))
    // An actor that is inside its program finishes the batch; terminate() takes effect once it is back in JavaScript.
    await Promise.all(this.actors.map((a) => a.worker.terminate()))
    for (const actor of this.actors) actor.supply.close()
    this.giveBackPages(held())
    this.free()
    this.desk.wake()
  }

  /** The garbage collector would free the slots much later: it sees no need to. */
  private giveBackPages(held: ReadonlySet<Handle>): void {
    for (const { buffer, handle } of [...this.stocks.values()].flatMap((stock) => stock.slots)) {
      if (buffer.byteLength > slotInitial && !held.has(handle)) native().trim(handle, 0)
    }
  }

  private free(): void {
    this.desk?.close()
    for (const handle of this.handles.splice(0).reverse()) native().close(handle)
  }
}

/** The user's module may never finish loading. */
async function loaded({ stage, ready }: Actor): Promise<void> {
  const ended = new AbortController()
  const patience = stage.kind === 'js' ? [sleep(500, undefined, ended).catch(() => {})] : []
  await Promise.race([ready, ...patience])
  ended.abort()
}

/**
 * The budget's bytes, those up to which mailboxes may become deeper (memory is for others too), and those that batches
 * made ahead of their need may take.
 */
function limits(budget: number | undefined): [limit: number, comfort: number, ahead: number] {
  const machine = Math.min(constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
  const limit = budget ?? Number.MAX_SAFE_INTEGER
  return [limit, Math.floor(Math.min(0.75 * limit, 0.25 * machine)), Math.floor(0.25 * Math.min(limit, machine))]
}

/** What a slot of the stage takes at its first use if the user's hints are right: data, tables and names. */
function slotHint({ stages, batchSize }: Plan, index: number): number {
  const stage = stages[index]!
  if (!stage.bytesPerSample) return 0
  const outputs = 'program' in stage ? stage.program.outputs.length : 1
  const tables = arena.sampleInfoBytes + outputs * (arena.sampleDescBytes + arena.align) + namesBytes
  return arena.headerBytes + outputs * arena.outputDescBytes + batchSize * (stage.bytesPerSample + tables)
}
