// Entry point of an actor's worker thread (dist/actor.cjs once it is built): makes the stage, then steps it until it is
// stopped or fails. The worker blocks in one place, the native wait for a bell; the control words say why it was
// woken.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { expose } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { errorFrom, internal } from '../errors/factories.js'
import { pipelineError } from '../errors/thrown.js'
import type { PipelineErrorInfo } from '../errors.js'
import { BlockingWaiter } from './blocking-waiter.js'
import { ControlWords, Signalled } from './control/control-words.js'
import { isOfBatch } from './failures.js'
import type { ActorApi, ActorConfig } from './protocol.js'
import { JsStageActor } from './stages/js.js'
import { OverlappedStageActor } from './stages/overlapped.js'
import { ProgramStageActor } from './stages/program.js'
import { ReaderStageActor } from './stages/reader.js'
import type { Stage, StageContext } from './stages/stage.js'
import { StageStats } from './stats.js'

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
      return new JsStageActor(ctx)
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

  constructor(private readonly config: ActorConfig) {
    this.words = new ControlWords(config.block.buffer)
    this.stats = new StageStats(config.block.buffer, config.stats)
    this.port = new BlockingWaiter(config, this.words, this.stats)
  }

  ready(): Promise<PipelineErrorInfo | undefined> {
    this.prepared ??= this.prepare()
    return this.prepared
  }

  async run(): ReturnType<ActorApi['run']> {
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
      if (this.stage) this.announce(this.stage, error)
      return { reason: 'failed', error }
    } finally {
      stats.end()
      this.stage?.stop()
    }
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

// The configuration comes as a message after the start, because starting a thread takes long, and the supervisor finds
// out meanwhile what this one is to do.
const told = workerData as MessagePort
const configured = new Promise<Actor>((resolve) => {
  told.once('message', (config: ActorConfig | null) => {
    told.close()
    if (!config) process.exit()
    resolve(new Actor(config))
  })
})
// At once, because Deno does not keep messages for a port that nothing listens to yet.
const api: ActorApi = {
  ready: async () => (await configured).ready(),
  run: async () => (await configured).run(),
}
expose(api, nodeEndpoint(parentPort!))
