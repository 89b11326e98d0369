// The running part of a Pipeline: the supervisor with its actors, the inputs and the delivery. It builds and starts
// them at the first call that needs them, and frees everything when it is closed or a stage fails.

import type { Callee } from '../actors/calls.js'
import { checkSignal } from '../actors/event-loop-waiter.js'
import type { Mode } from '../actors/protocol.js'
import { closeIdleSlots } from '../actors/slot-memory.js'
import { endIdleThreads } from '../actors/stage-threads.js'
import { leaveAfter } from '../actors/stuck.js'
import { type StageInputs, Supervisor } from '../actors/supervisor.js'
import type { Lease } from '../data/lease.js'
import type { ResolvedOptions } from '../definition/options.js'
import { atCall } from '../errors/call-site.js'
import { apiMixed, invalidArgument } from '../errors/factories.js'
import { batchFlags } from '../generated/abi.js'
import type { Graph, Plan } from '../graph/types.js'
import { type BadSample, checkGpu } from '../native.js'
import type { IndexProgress } from '../readers/indexing.js'
import type { ReaderMeta } from '../readers/meta.js'
import { type Trace, traceOf } from '../statistics/chrome-trace.js'
import { type ExecutorStatistics, executorStatistics, memoryTable } from '../statistics/memory.js'
import { statistics } from '../statistics/statistics.js'
import type { Statistics } from '../statistics/types.js'
import type { Resume } from './checkpoint.js'
import { closedError, Delivery, type DeliveryOptions, nothing } from './delivery.js'
import { Inputs, type Places } from './inputs.js'
import { defaultThreads, startThreads } from './threads.js'
import { type BatchWatcher, Watchers } from './watchers.js'

export class Engine<Out> {
  readonly inputs: Inputs
  delivery: Delivery<Out> | undefined
  /** Number of epochs that the consumer has begun; bad samples of later ones are not reported yet. */
  epochs = Number.POSITIVE_INFINITY
  closing: Promise<void> | undefined
  /** Small batches stay in their slots, for a consumer that hands slots on. To be set before build(). */
  inSlots = false
  /**
   * The pipeline is one of many of another process: its small slots are left to the next one, and statistics(), trace() and
   * executorStatistics() do not answer after close(). To be set before build().
   */
  hosted = false
  /** Calls functions of the graph that are not the engine's own. To be set before build(). */
  callee: Callee | undefined
  /** Other processes will map the batches; see share(). */
  private shared = false
  private supervisor: Supervisor | undefined
  private threads = 0
  private unpin = () => {}
  /** The supervisor while build() is running. */
  private starting: Supervisor | undefined
  private built: Promise<void> | undefined
  /** The results of statistics(), trace() and executorStatistics() after close(). */
  private finalStatistics: Statistics | undefined
  private finalTrace: (() => Trace) | undefined
  private finalMemory: ExecutorStatistics | undefined
  private readonly watchers = new Watchers()

  constructor(
    private readonly plan: Plan,
    graph: Graph,
    private readonly options: ResolvedOptions,
  ) {
    this.inputs = new Inputs(plan, graph, () => options.numThreads ?? defaultThreads())
  }

  async build(signal?: AbortSignal, onProgress?: (progress: IndexProgress) => void): Promise<void> {
    this.checkOpen()
    checkSignal(signal)
    this.built ??= this.start(onProgress)
    if (!signal) return this.built
    let abort: (() => void) | undefined
    const aborted = new Promise<never>((_, reject) => {
      abort = () => {
        try {
          checkSignal(signal)
        } catch (error) {
          reject(error)
        }
      }
      signal.addEventListener('abort', abort)
    })
    try {
      await Promise.race([this.built, aborted])
    } finally {
      signal.removeEventListener('abort', abort!)
      // The failure of the build is thrown by the next call that builds; here it must not count as unhandled.
      this.built.catch(() => {})
    }
  }

  /** Makes batches in memory that other processes can map. Returns false if the memory was made already. */
  share(): boolean {
    this.shared ||= !this.built && !this.supervisor
    return this.shared
  }

  /** Builds the pipeline and starts its stages, at the first call that needs them. */
  async ready(mode: Mode, signal?: AbortSignal): Promise<Delivery<Out>> {
    await this.build(signal)
    this.checkOpen()
    this.inputs.begin(this.supervisor!, mode)
    return this.delivery!
  }

  readySync(mode: Mode): Delivery<Out> {
    this.checkOpen()
    if (!this.supervisor) {
      if (this.built) {
        throw apiMixed(
          'runSync() was called while build() goes on, which it would keep from ending',
          'Await build() first, or leave it out',
        )
      }
      const supervisor = this.supervise()
      try {
        supervisor.launch()
        supervisor.startSync(this.sources())
      } catch (error) {
        void supervisor.stop()
        this.unpin()
        throw error
      } finally {
        this.inputs.readers.release()
      }
      this.adopt(supervisor)
      this.built = Promise.resolve()
    }
    this.inputs.begin(this.supervisor!, mode, true)
    return this.delivery!
  }

  /** Asks for one more batch ahead of the call that will take it. Errors are thrown by that call. */
  prefetch(mode: Mode): void {
    if (this.delivery) this.delivery.request()
    else this.wanted++
    this.ready(mode).catch(() => {})
  }
  private wanted = 0

  async next(options: DeliveryOptions): Promise<{ outputs: Out; lease: Lease } | undefined> {
    const delivery = this.delivery!
    if (this.watchers.turnIsDue) await this.watchers.turn(options.signal)
    try {
      return this.watchers.shown(await delivery.next(options))
    } catch (error) {
      // No batch follows a failure, so everything is freed before the caller gets the error.
      if (error === delivery.failure) await this.close()
      throw error
    }
  }

  nextSync(options: DeliveryOptions): { outputs: Out; lease: Lease } | undefined {
    const delivery = this.delivery!
    try {
      return this.watchers.shown(delivery.nextSync(options))
    } catch (error) {
      if (error === delivery.failure) void this.close()
      throw error
    }
  }

  /** Shows every batch from now on to a watcher; the result ends that. */
  watch(watcher: BatchWatcher): () => void {
    this.checkOpen()
    return this.watchers.add(watcher)
  }

  /** Number of batches that wait in each mailbox now; empty while no stage runs. */
  waiting(): number[] {
    if (!this.supervisor || this.closing) return []
    return this.supervisor.wiring.edges().map(({ waiting }) => waiting)
  }

  /** Facts about the readers, by name; empty while no stage runs. */
  readers(): Record<string, ReaderMeta> {
    return this.supervisor && !this.closing ? this.inputs.readers.meta() : {}
  }

  /** Drops all batches in flight; sources begin `epoch`. */
  restart(epoch: number): void {
    if (!this.supervisor?.running && !this.resumed) return
    this.supervisor?.restart(epoch)
    this.inputs.restart(epoch, !this.supervisor)
    this.delivery?.restart()
  }

  /** Drops all batches in flight; the inputs, which are readers alone, go on at these places. After build(). */
  move(places: Places): void {
    const orders = this.inputs.readers.orders()
    const moves = [...places].map(([index, { epoch, position }]) => {
      const weights = orders.get(index)!.weightsText({ epoch, position })
      return [index, { epoch, position, weights }] as const
    })
    const generation = this.supervisor!.move(new Map(moves))
    this.inputs.move(places)
    this.delivery!.move(generation)
  }

  /** Makes the pipeline begin where a checkpoint says. It must be the first call. */
  resume({ places, last, ended }: Resume): void {
    this.resumed = { last, ended, places }
    this.inputs.resume(places, (ended & batchFlags.endOfStream) !== 0)
  }
  private resumed: Resume | undefined

  /** Epoch of the last sample that was delivered. */
  get lastEpoch(): number {
    const { delivery, resumed, inputs } = this
    const [index, stage] = inputs.own[0]!
    if (stage.kind !== 'reader' || !('sources' in stage.reader)) return delivery?.epoch ?? resumed?.last ?? 0
    // A sample of a mixture has the epoch of its source.
    const { epoch, position } = inputs.places(delivery?.delivered ?? nothing).get(index)!
    return position ? epoch : Math.max(0, epoch - 1)
  }

  /** Returns where a checkpoint taken now would begin; with `epoch`, the start of that epoch. */
  mark(epoch?: number): Resume {
    const { delivery, resumed } = this
    const ended = delivery ? delivery.ended : (resumed?.ended ?? 0)
    const places = this.inputs.places(delivery?.delivered ?? nothing, epoch)
    return { places, last: this.lastEpoch, ended: epoch === undefined ? ended : 0 }
  }

  /** With several inputs, returns the name of a reader that skipped samples: the inputs are out of step then. */
  skippingReader(): string | undefined {
    if (!this.supervisor || this.closing || this.inputs.own.length < 2) return undefined
    const reports = this.supervisor.programs.reports()
    return this.inputs.own.find(
      ([index, stage]) =>
        stage.kind === 'reader' &&
        stage.program.ops.some(({ onError }) => onError === 'skip') &&
        reports.get(index)?.badTotal,
    )?.[1].name
  }

  statistics(): Statistics {
    if (this.supervisor && !this.closing) return this.count(this.supervisor)
    return this.finalStatistics ?? this.notBuilt()
  }

  /** Why a sample of one of the last batches could not be made, if a stage said so. */
  badSample(index: number, epoch: number): BadSample | undefined {
    return this.closing ? undefined : this.supervisor?.programs.badSample(index, epoch)
  }

  executorStatistics(): ExecutorStatistics {
    if (this.supervisor && !this.closing) return this.countMemory(this.supervisor)
    return this.finalMemory ?? this.notBuilt()
  }

  private countMemory(supervisor: Supervisor): ExecutorStatistics {
    const { wiring } = supervisor
    return executorStatistics(this.plan, supervisor.programs.reports(), this.inputs.memory, (stage) =>
      wiring.presized(stage),
    )
  }

  trace(): Trace {
    if (this.supervisor && !this.closing) return traceOf(this.supervisor)()
    return this.finalTrace?.() ?? this.notBuilt()
  }

  /** Throws INVALID_ARGUMENT before build(), and PIPELINE_CLOSED. */
  checkBuilt(): void {
    if (!this.supervisor || this.closing) this.notBuilt()
  }

  private notBuilt(): never {
    this.checkOpen()
    throw invalidArgument('The pipeline was not built yet', 'Call build() or run() first')
  }

  async releaseUnusedMemory(): Promise<number> {
    await endIdleThreads()
    closeIdleSlots()
    const { supervisor } = this
    if (!supervisor) return 0
    const before = supervisor.words.memory.usedBytes
    this.inputs.trim()
    const done = supervisor.trim()
    // Actors answer between two batches, or while they wait.
    for (let i = 0; i < 100 && !done(); i++) await new Promise((resolve) => setTimeout(resolve, 10))
    return Math.max(0, before - supervisor.words.memory.usedBytes)
  }

  close(): Promise<void> {
    this.closing ??= this.shutDown()
    return this.closing
  }

  private async shutDown(): Promise<void> {
    this.delivery?.close()
    // During build(), only loading the user's modules can take long. Ending those threads ends build() too.
    if (!this.supervisor) {
      this.inputs.close()
      await this.starting?.stop()
    }
    await this.built?.catch(() => {})
    this.delivery?.close()
    if (this.supervisor) this.countLast(this.supervisor)
    this.inputs.close()
    try {
      await this.supervisor?.stop(() => this.delivery?.held ?? new Set())
    } finally {
      this.unpin()
      await this.watchers.ended()
    }
  }

  private countLast(supervisor: Supervisor): void {
    if (!this.hosted) {
      this.finalStatistics = this.count(supervisor)
      this.finalTrace = traceOf(supervisor, this.delivery?.failure)
      this.finalMemory = this.countMemory(supervisor)
    }
    if (this.options.enableMemoryStats) {
      process.stdout.write(memoryTable(this.finalMemory ?? this.countMemory(supervisor)))
    }
  }

  private supervise(): Supervisor {
    for (const stage of this.plan.stages) {
      if ('gpu' in stage) atCall(stage.program.ops[0]?.callSite ?? '', () => checkGpu(stage.gpu))
    }
    this.threads = this.options.numThreads ?? defaultThreads()
    this.unpin = startThreads(this.threads, this.options.setAffinity, this.options.deviceId)
    return new Supervisor(this.plan, {
      numThreads: this.threads,
      threadGroup: this.options.threadGroup,
      budget: this.options.memoryBudget,
      stuckSeconds: Math.min(leaveAfter, this.options.watchdog || leaveAfter),
      shared: this.shared,
      keepsSlots: this.hosted,
      callee: this.callee,
    })
  }

  private sources(): StageInputs {
    const { inputs } = this
    return {
      datasets: inputs.readers.handles(),
      readers: inputs.readers.stages,
      fed: inputs.fed.onError,
      starts: inputs.starts(),
    }
  }

  private async start(onProgress?: (progress: IndexProgress) => void): Promise<void> {
    const supervisor = this.supervise()
    this.starting = supervisor
    try {
      supervisor.launch()
      // Data sets are indexed while the threads start.
      await this.inputs.readers.prepare(onProgress)
      if (this.closing) return
      await supervisor.start(this.sources())
    } catch (error) {
      await supervisor.stop()
      this.unpin()
      // The caller of close() does not need the failure of a build that close() interrupted.
      if (this.closing) return
      throw error
    } finally {
      this.inputs.readers.release()
    }
    if (!this.closing) this.adopt(supervisor)
  }

  private adopt(supervisor: Supervisor): void {
    this.supervisor = supervisor
    const { watchdog, synchronous } = this.options
    const inSlots = this.shared || this.inSlots
    this.delivery = new Delivery(supervisor, this.inputs, { watchdog, synchronous, inSlots }, this.resumed)
    for (; this.wanted > 0; this.wanted--) this.delivery.request()
  }

  private count(supervisor: Supervisor): Statistics {
    return statistics(supervisor, this.inputs.bad, this.epochs, this.threads, this.delivery?.copies)
  }

  private checkOpen(): void {
    if (this.closing) throw closedError()
  }
}
