// The native programs of a pipeline's actors, and what they and user code report: times, bad samples, samples at work.
import type { OnError, Plan, ProgramPlan } from '../graph/types.js'
import { type BadSample, type Handle, native, type ProgramReport, type RunningSample } from '../native.js'
import { controlAt } from './control/layout.js'
import { mergedPrograms, mergedReport, type NativeReport, UserReport } from './report.js'
import { actorName } from './stage-kinds.js'
import { batchesInFlight, replicasOf, stockOf } from './stock.js'
import type { ActorSlot, Budget, Wiring } from './wiring.js'

export interface ProgramOptions {
  numThreads: number
  threadGroup?: number | undefined
  budget: Budget
}

export class Programs {
  /** Each actor's programs: one per batch that it may have in flight. */
  private readonly own = new Map<ActorSlot, Handle[]>()
  /** For stages that run user code: the reports of each actor. */
  private readonly userReports = new Map<number, SharedArrayBuffer[]>()

  constructor(
    private readonly plan: Plan,
    private readonly wiring: Wiring,
  ) {}

  /** Makes the programs of all actors. `datasets`: those of readers, by stage; `onRefused`: what onError says of fed data. */
  make(
    { numThreads: threads, threadGroup, budget }: ProgramOptions,
    datasets: ReadonlyMap<number, Handle>,
    onRefused: OnError | undefined,
  ): void {
    const { batchSize, seed, stages } = this.plan
    const block = this.wiring.block.handle
    const group = threadGroup ?? native().threadGroup()
    const account = {
      block,
      offset: controlAt.hostAccount,
      device: controlAt.deviceAccount,
      pinned: controlAt.pinnedAccount,
    }
    // Actors that share a stage queue their work on the GPU in the order of the batches.
    const turns = stages.map((stage) => (replicasOf(stage) > 1 ? native().threadGroup() : 0))
    const stageIds = stages.map(() => native().threadGroup())
    for (const actorSlot of this.wiring.actorSlots) {
      const stage = stages[actorSlot.stage]!
      if (!('program' in stage)) continue
      const program: ProgramPlan & object = stage.program
      const gpu = 'gpu' in stage && { gpu: stage.gpu, deviceHint: stockOf(this.plan, actorSlot.stage)?.deviceHint }
      const actor = actorName(stage, actorSlot)
      const shared = { batchSize, seed, threads, group, turns: turns[actorSlot.stage], account, onRefused }
      const stageId = stageIds[actorSlot.stage]
      const json = JSON.stringify({ ...shared, stageId, actor, ...gpu, ...program })
      const own: Handle[] = []
      this.own.set(actorSlot, own)
      for (let i = 0; i < batchesInFlight(this.plan, actorSlot.stage, budget); i++) {
        const dataset = datasets.get(actorSlot.stage)
        own.push(native().programCreate(json, dataset === undefined ? {} : { dataset }))
      }
    }
  }

  /** Makes the memory in which an actor that runs user code reports. */
  userReport({ stage }: ActorSlot): SharedArrayBuffer | undefined {
    if (this.plan.stages[stage]!.kind !== 'js') return undefined
    const report = UserReport.allocate()
    this.userReports.set(stage, [...(this.userReports.get(stage) ?? []), report])
    return report
  }

  /** Returns the times and bad samples of each stage with operators, by stage index. */
  reports(): Map<number, ProgramReport> {
    const out = new Map<number, ProgramReport>()
    for (const [index, stage] of this.plan.stages.entries()) {
      if (!('program' in stage)) continue
      const own = this.wiring.actorSlots.filter((actorSlot) => actorSlot.stage === index)
      const programs = own.flatMap((actorSlot) => this.of(actorSlot))
      out.set(index, mergedPrograms(programs.map(reportOf)))
    }
    for (const [index, buffers] of this.userReports) {
      const stage = this.plan.stages[index]!
      if (stage.kind === 'js') out.set(index, mergedReport(stage, buffers))
    }
    return out
  }

  /** Finds a sample among the last bad ones, in a time that does not depend on how many there were. */
  badSample(index: number, epoch: number): BadSample | undefined {
    for (const program of this.all) {
      const found = native().programBad(program, index, epoch)
      if (found) return JSON.parse(found) as BadSample
    }
    for (const report of [...this.userReports.values()].flat()) {
      const found = new UserReport(report).find(index, epoch)
      if (found) return found
    }
    return undefined
  }

  /** Returns the samples that each actor's threads work on, in the order of counters(). */
  atWork(): RunningSample[][] {
    return this.wiring.actorSlots.map((actorSlot) => this.running(actorSlot))
  }

  /** Returns the samples that an actor's threads work on. */
  running(actorSlot: ActorSlot): RunningSample[] {
    return this.of(actorSlot).flatMap((program) => reportOf(program).running)
  }

  /** Returns an actor's programs. */
  of(actorSlot: ActorSlot): Handle[] {
    return this.own.get(actorSlot) ?? []
  }

  private get all(): Handle[] {
    return [...this.own.values()].flat()
  }

  /** Returns the last calls of operators, a list for each native program: see programCalls() of the addon. */
  calls(): { stage: number; calls: Float64Array }[] {
    return [...this.own].flatMap(([{ stage }, programs]) =>
      programs.map((program) => ({ stage, calls: native().programCalls(program) })),
    )
  }

  areDone(actorSlot: ActorSlot): boolean {
    return this.of(actorSlot).every((program) => native().programDone(program))
  }

  /** Tells all programs to begin no further sample. */
  stop(): void {
    for (const handle of this.all) native().stop(handle, false)
  }

  /** Leaves behind the threads that an actor's programs occupy. */
  leave(actorSlot: ActorSlot): void {
    for (const program of this.of(actorSlot)) native().stop(program, true)
  }

  close(): void {
    for (const handle of this.all.reverse()) native().close(handle)
    this.own.clear()
  }
}

const reportOf = (program: Handle) => JSON.parse(native().report(program)) as NativeReport
