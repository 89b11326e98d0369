// Entry point of an actor's worker thread (dist/actor.js once it is built): makes the stage, then steps it until it is
// stopped or fails. The worker blocks in one place, the native wait for a bell; the control words say why it was
// woken.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { expose } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { errorFrom, internal } from '../errors/factories.js'
import { PipelineError, type PipelineErrorInfo } from '../errors.js'
import { BlockingWaiter } from './blocking-waiter.js'
import { ControlWords, Signalled } from './control/control-words.js'
import type { ActorApi, ActorConfig } from './protocol.js'
import { JsStageActor } from './stages/js.js'
import { OverlappedStageActor } from './stages/overlapped.js'
import { ProgramStageActor } from './stages/program.js'
import { ReaderStageActor } from './stages/reader.js'
import type { Stage, StageContext } from './stages/stage.js'
import { StageStats } from './stats.js'

// The configuration comes as a message after the start, because starting a thread takes long, and the supervisor finds
// out meanwhile what this one is to do.
const told = workerData as MessagePort
const config = await new Promise<ActorConfig>((resolve) => {
  told.once('message', (message: ActorConfig | null) => {
    told.close()
    if (message) resolve(message)
    else process.exit()
  })
})
const words = new ControlWords(config.block.buffer)
const stats = new StageStats(config.block.buffer, config.stats)

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

function describe(error: unknown): PipelineErrorInfo {
  const e =
    error instanceof PipelineError ? error : internal((error as Error)?.message ?? String(error), { cause: error })
  return { ...e.toJSON(), stage: e.stage ?? config.stage.name }
}

/** Sends the failure downstream, unless the actor is stopped meanwhile. */
function announce(stage: Stage, error: PipelineErrorInfo): void {
  for (;;) {
    try {
      stage.fail(error)
      return
    } catch (e) {
      if (!(e instanceof Signalled) || words.bells.takeStop(config.bell)) return
    }
  }
}

const port = new BlockingWaiter(config, words, stats)
let stage: Stage | undefined

function trim(): void {
  stage?.trim()
  words.memory.noteTrim(config.bell)
}

let prepared: Promise<PipelineErrorInfo | undefined> | undefined

async function prepare(): Promise<PipelineErrorInfo | undefined> {
  try {
    stage = make({ config, words, stats, port })
    await stage.init?.()
    port.onTrim = trim
    return undefined
  } catch (e) {
    return describe(e)
  }
}

const api: ActorApi = {
  ready() {
    prepared ??= prepare()
    return prepared
  },
  async run() {
    try {
      // runSync() starts the pipeline without waiting for the user's modules to load.
      const wrong = await api.ready()
      if (wrong) throw errorFrom(wrong)
      if (!stage) throw internal('the stage was not made')
      stats.start()
      while (!words.bells.takeStop(config.bell)) {
        if (words.memory.takeTrim()) trim()
        try {
          // Most stages return no promise; awaiting anyway would cost them a turn of the event loop per batch.
          const step = stage.step()
          if (step) await step
        } catch (e) {
          if (!(e instanceof Signalled)) throw e
        }
      }
      return { reason: 'stopped' }
    } catch (e) {
      const error = describe(e)
      if (stage) announce(stage, error)
      return { reason: 'failed', error }
    } finally {
      stats.end()
      stage?.stop()
    }
  },
}

expose(api, nodeEndpoint(parentPort!))
