// Drives pipelines for tests of checkpoints: one driver per way to run. A step of each returns the digest of one
// batch.
import { createHash } from 'node:crypto'
import { type BatchIterator, iterate, type PipelineOptions, type TensorList } from 'penstock-data'
import type { AnyPipeline } from './collect.js'

export type Way = 'run' | 'runSync' | 'schedule' | 'for await' | 'iterate'
export const ways: readonly Way[] = ['run', 'runSync', 'schedule', 'for await', 'iterate']

export const executors: Record<string, PipelineOptions> = {
  dynamic: {},
  pipelined: { execDynamic: false },
  simple: { execPipelined: false },
}

export interface Driver {
  pipe: AnyPipeline
  /** The digest of the next batch; it continues over ends of epochs. */
  step(): Promise<string>
  checkpoint(): Promise<string>
}

/**
 * SHA-256 of a batch without the shapes of its placeholders: in a batch without a good sample these are the shapes of an earlier
 * good sample, which may precede the checkpoint.
 */
function digest(outputs: readonly TensorList[]): string {
  const hash = createHash('blake2b512')
  for (const list of outputs) {
    const valid = [...list.valid]
    hash.update(JSON.stringify([valid.includes(1) && [list.dtype, list.layout], list.length, valid]))
    for (let i = 0; i < list.length; i++) {
      hash.update(JSON.stringify(list.sourceInfo(i)))
      if (!valid[i]) continue
      const data = list.at(i).dataSync()
      hash.update(JSON.stringify(list.shape(i))).update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
    }
  }
  return hash.digest('hex')
}

const free = (outputs: readonly TensorList[]): string => {
  const hash = digest(outputs)
  outputs[0]!.release()
  return hash
}

/** Makes a step; at END_OF_DATA it calls reset() and tries again. */
async function overEnds(pipe: AnyPipeline, one: () => Promise<string>): Promise<string> {
  try {
    return await one()
  } catch (error) {
    if ((error as { code?: string }).code !== 'END_OF_DATA') throw error
    pipe.reset()
    return overEnds(pipe, one)
  }
}

export function drive(pipe: AnyPipeline, way: Way, iterateOptions = {}): Driver {
  const checkpoint = () => pipe.checkpoint()
  switch (way) {
    case 'run':
      return { pipe, checkpoint, step: () => overEnds(pipe, async () => free(await pipe.run())) }
    case 'runSync':
      return { pipe, checkpoint, step: () => overEnds(pipe, async () => free(pipe.runSync())) }
    case 'schedule': {
      const one = async () => {
        pipe.scheduleRun()
        const hash = digest(await pipe.shareOutputs())
        pipe.releaseOutputs()
        return hash
      }
      return { pipe, checkpoint, step: () => overEnds(pipe, one) }
    }
    case 'for await': {
      let epoch: AsyncIterator<readonly TensorList[]> | undefined
      const step = async (): Promise<string> => {
        epoch ??= pipe[Symbol.asyncIterator]()
        const { done, value } = await epoch.next()
        if (!done) return free(value)
        epoch = undefined
        return step()
      }
      return { pipe, checkpoint, step }
    }
    case 'iterate': {
      const it = iterate(pipe, iterateOptions) as BatchIterator<Record<string, TensorList>>
      const step = async (): Promise<string> => {
        const { done, value } = await it.next()
        if (!done) return free(Object.values(value))
        it.reset()
        return step()
      }
      return { pipe, step, checkpoint: async () => (await it.checkpoints())[0]! }
    }
    default:
      return way satisfies never
  }
}

/** The digests of the next `count` batches. */
export async function steps({ step }: Driver, count: number): Promise<string[]> {
  const all: string[] = []
  while (all.length < count) all.push(await step())
  return all
}
