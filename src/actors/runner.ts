// Entry point of an actor's worker thread: builds the stage, then steps it until stop or failure.
// The worker blocks in one place, the native wait of a mailbox; the control words tell it why it was woken.
import { parentPort, workerData } from 'node:worker_threads'
import { expose } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { PipelineError } from '../errors.js'
import { ControlWords, Signalled } from './block.js'
import type { ActorApi, ActorConfig, ActorEnd } from './protocol.js'
import { CpuStageActor } from './stages/cpu.js'
import { ReaderStageActor } from './stages/reader.js'
import type { Stage, StageContext } from './stages/stage.js'
import { StageStats } from './stats.js'

const config = workerData as ActorConfig
const words = new ControlWords(config.block.buffer)
const stats = new StageStats(config.block.buffer, config.stats)

function make(ctx: StageContext): Stage {
  const { stage } = ctx.config
  switch (stage.kind) {
    case 'reader':
      return new ReaderStageActor(ctx)
    case 'cpu':
      return new CpuStageActor(ctx)
    case 'source':
    case 'sink':
      throw new PipelineError({ code: 'INTERNAL', message: `${stage.kind} stages run on the main thread` })
    default:
      return stage satisfies never
  }
}

function failed(error: unknown): ActorEnd {
  const e =
    error instanceof PipelineError
      ? error
      : new PipelineError({ code: 'INTERNAL', message: (error as Error)?.message ?? String(error), cause: error })
  return { reason: 'failed', error: { ...e.toJSON(), stage: e.stage ?? config.stage.name } }
}

/** Sends the failure downstream; a stop meanwhile makes that needless. */
function announce(stage: Stage): void {
  for (;;) {
    try {
      stage.fail()
      return
    } catch (e) {
      if (!(e instanceof Signalled) || words.takeStop(config.bell)) return
    }
  }
}

const api: ActorApi = {
  async ready() {},
  async run() {
    let stage: Stage | undefined
    try {
      stage = make({ config, words, stats })
      stats.start()
      while (!words.takeStop(config.bell)) {
        try {
          stage.step()
        } catch (e) {
          if (!(e instanceof Signalled)) throw e
        }
      }
      return { reason: 'stopped' }
    } catch (error) {
      if (stage) announce(stage)
      return failed(error)
    } finally {
      stats.end()
      stage?.stop()
    }
  },
}

expose(api, nodeEndpoint(parentPort!))
