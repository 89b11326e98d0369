// Entry point of an actor's worker thread (dist/actor.cjs once it is built): makes the stage, then steps it until it is
// stopped or fails; then another stage may come. The worker blocks in one place, the native wait for a bell; the control words say why it was
// woken.

import { writeFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { expose } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { garbageCollector } from '../data/collector.js'
import { errorFrom, internal } from '../errors/factories.js'
import { pipelineError } from '../errors/thrown.js'
import type { PipelineErrorInfo } from '../errors.js'
import { BlockingWaiter } from './blocking-waiter.js'
import { ControlWords, Signalled } from './control/control-words.js'
import { isOfBatch } from './failures.js'
import type { ActorApi, ActorConfig, ActorEnd } from './protocol.js'
import { actorName } from './stage-kinds.js'
import { CallsStageActor } from './stages/calls.js'
import { JsStageActor } from './stages/js.js'
import { OverlappedStageActor } from './stages/overlapped.js'
import { ProgramStageActor } from './stages/program.js'
import { ReaderStageActor } from './stages/reader.js'
import type { Stage, StageContext } from './stages/stage.js'
import { StageStats } from './stats.js'

/** The longest name of a thread. */
const maxThreadName = 15

function make(ctx: StageContext): Stage {
  const { stage } = ctx.config
  switch (stage.kind) {
    case 'reader':
      return new ReaderStageActor(ctx)
    case 'cpu':
      return ctx.config.programs.length > 1 ? new OverlappedStageActor(ctx) : new ProgramStageActor(ctx)
    case 'mixed':
    case 'gpu':
      return new ProgramStageActor(ctx)
    case 'js':
      return 'function' in stage.code ? new CallsStageActor(ctx) : new JsStageActor(ctx)
    case 'source':
    case 'sink':
      throw internal(`${stage.kind} stages run on the main thread`)
    default:
      return stage satisfies never
  }
}

class Actor {
  private readonly words: ControlWords
  private readonly stats: StageStats
  private readonly port: BlockingWaiter
  private stage: Stage | undefined
  private prepared: Promise<PipelineErrorInfo | undefined> | undefined
  private running: Promise<ActorEnd> | undefined

  constructor(private readonly config: ActorConfig) {
    this.words = new ControlWords(config.block.buffer)
    this.stats = new StageStats(config.block.buffer, config.stats)
    this.port = new BlockingWaiter(config, this.words, this.stats)
  }

  ready(): Promise<PipelineErrorInfo | undefined> {
    this.prepared ??= this.prepare()
    return this.prepared
  }

  run(): Promise<ActorEnd> {
    this.running ??= this.work()
    return this.running
  }

  private async work(): Promise<ActorEnd> {
    const { words, stats, config } = this
    try {
      // runSync() starts the pipeline without waiting for the user's modules to load.
      const wrong = await this.ready()
      if (wrong) throw errorFrom(wrong)
      if (!this.stage) throw internal('the stage was not made')
      stats.start()
      let failed: PipelineErrorInfo | undefined
      while (!words.bells.takeStop(config.bell)) {
        if (words.memory.takeTrim()) this.trim()
        try {
          if (failed && !(await this.stage.failBatch(failed))) throw errorFrom(failed)
          failed = undefined
          // Most stages return no promise; awaiting anyway would cost them a turn of the event loop per batch.
          const step = this.stage.step()
          if (step) await step
        } catch (e) {
          if (e instanceof Signalled) continue
          const error = this.describe(e)
          if (failed || !config.fed || !isOfBatch(error)) throw e
          failed = error
        }
      }
      return { reason: 'stopped' }
    } catch (e) {
      const error = this.describe(e)
      // A program that is told to stop ends its batch with this error.
      if (error.code === 'PIPELINE_CLOSED' && words.bells.takeStop(config.bell)) return { reason: 'stopped' }
      if (this.stage) this.announce(this.stage, error)
      return { reason: 'failed', error }
    } finally {
      stats.end()
      this.stage?.stop()
      this.config.supply.close()
    }
  }

  /** Gives back what the stage holds, which never ran. Returns whether it could have. */
  async end(): Promise<boolean> {
    const wrong = await this.ready()
    this.stage?.stop()
    this.config.supply.close()
    return !wrong
  }

  private async prepare(): Promise<PipelineErrorInfo | undefined> {
    try {
      const { config, words, stats, port } = this
      this.stage = make({ config, words, stats, port })
      await this.stage.init?.()
      port.onTrim = () => this.trim()
      return undefined
    } catch (e) {
      return this.describe(e)
    }
  }

  private trim(): void {
    this.stage?.trim()
    this.words.memory.noteTrim(this.config.bell)
  }

  private describe(error: unknown): PipelineErrorInfo {
    const e = pipelineError(error)
    return { ...e.toJSON(), stage: e.stage ?? this.config.stage.name }
  }

  /** Sends the failure downstream, unless the actor is stopped meanwhile. */
  private announce(stage: Stage, error: PipelineErrorInfo): void {
    for (;;) {
      try {
        stage.fail(error)
        return
      } catch (e) {
        if (!(e instanceof Signalled) || this.words.bells.takeStop(this.config.bell)) return
      }
    }
  }
}

/** Names this thread as profilers show it, where the system lets a thread do that. */
function nameThread(name: string): void {
  try {
    writeFileSync('/proc/thread-self/comm', name.slice(0, maxThreadName))
  } catch {
    // It keeps the name that it has.
  }
}

let actor: Actor | undefined
/** After this many stages the heap is collected: V8 does not count the address space of the slots that earlier ones had. */
const stagesPerCollection = 100
let stages = 0

/** Forgets the stage, which has ended. The thread may have another one. */
function forget(): void {
  actor = undefined
  nameThread('penstock idle')
  // The answer goes first.
  if (++stages % stagesPerCollection === 0) setImmediate(garbageCollector('major'))
}

const current = () => {
  if (actor) return actor
  throw internal('an actor is asked for work before it is configured')
}
// The configuration comes after the start, because starting a thread takes long, and the supervisor finds out meanwhile what
// this one is to do. The thread listens at once, because Deno does not keep messages for a port that nothing listens to yet.
const api: ActorApi = {
  loaded: () => {},
  configure: (config) => {
    nameThread(`penstock ${actorName(config.stage, config)}`)
    actor = new Actor(config)
    return actor.ready()
  },
  run: async () => {
    const end = await current().run()
    if (end.reason === 'stopped') forget()
    return end
  },
  end: async () => {
    const clean = actor ? await actor.end() : true
    forget()
    return clean
  },
}
expose(api, nodeEndpoint(parentPort!))
