// Makes one stage of a chain slow and checks which stage the verdict names.
import { setTimeout as sleep } from 'node:timers/promises'
import { fn, pipelineDef, type Verdict } from 'penstock-data'
import type { ExecutorName } from '../../src/graph/policy.js'
import { executors, scratch, stageModule } from './chain.js'

/** The stages that can be made slow, by name. */
export const throttles = ['reader', 'source', 'first', 'cpu', 'second', 'sink'] as const
export type Throttle = (typeof throttles)[number]

const batchSize = 4
/** Milliseconds per batch of stages that are not slow, and of the slow one. */
const [quick, slow] = [1, 10]
/** An image for the cpu stage, which enlarges it. */
const image = "{ data: new Uint8Array(32 * 32 * 3), shape: [32, 32, 3], layout: 'HWC' }"

/** Reader or source > first > cpu > second > sink, where `which` takes ten times as long as the others. */
export async function throttled(
  which: Throttle,
  executor: ExecutorName,
  depth: number,
  batches = 24,
): Promise<Verdict> {
  const cost = (stage: Throttle) => ({ ms: stage === which ? slow : quick })
  // Sparse files cost the reader time, but no disk space.
  const bytes = new Uint8Array(which === 'reader' ? 2 ** 23 : 16)
  const files = [0, 1].map((i) => scratch(`input-${bytes.byteLength}-${i}`, bytes))
  async function source() {
    await sleep(cost('source').ms)
    return Array.from({ length: batchSize }, () => new Uint8Array(1))
  }
  const options = { batchSize, numThreads: 1, seed: 1, prefetchQueueDepth: depth, ...executors[executor] }
  await using pipe = pipelineDef(options, () => {
    let x =
      which === 'source' ? fn.externalSource({ source, name: 'source' }) : fn.readers.file({ files, name: 'reader' })[0]
    x = fn.jsFunction(x, { module: stageModule(cost('first'), image), name: 'first' })
    x = fn.resize(x, { size: which === 'cpu' ? [1000, 1000] : [100, 100] })
    return [fn.jsFunction(x, { module: stageModule(cost('second')), name: 'second' })]
  })()
  for (let i = 0; i < batches; i++) {
    const [x] = await pipe.run()
    await sleep(cost('sink').ms)
    x!.release()
  }
  return pipe.statistics().verdict
}
