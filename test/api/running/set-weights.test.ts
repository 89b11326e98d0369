// setWeights() in pipelines of several stages, while these are ahead: no sample is lost or given twice, whatever the executor, and
// nothing is left of what was made ahead.
import { fn, type PipelineOptions, pipelineDef, type TensorList } from 'penstock-data'
import { expect, it } from 'vitest'
import { endIdleThreads } from '../../../src/actors/stage-threads.js'
import { someFiles } from '../../util/files.js'
import { type Executor, executorNames, executors, expectReturned, resident, resources } from '../../util/resources.js'

const { root, files } = someFiles(40)
const negate = new URL('../../util/functions/negate.mjs', import.meta.url)
const part = (from: number, to: number, more: object) => () =>
  fn.readers.file({ fileRoot: root, files: files.slice(from, to), ...more })

interface Kind {
  /** Files that do not exist are left out, and what else the mixture has. */
  skips?: boolean
  mixture?: object
  options?: PipelineOptions
}

const open = (executor: Executor, weights: unknown, { skips, mixture, options }: Kind = {}) =>
  pipelineDef({ batchSize: 6, numThreads: 2, seed: 1, ...executors[executor], ...options }, () => {
    const more = {
      shuffleAfterEpoch: true,
      ...(skips && { onError: 'skip', files: [...files.slice(0, 9), 'a/none', 'a/no'] }),
    }
    const [bytes, labels, source] = fn.readers.mixture({
      name: 'mix',
      sources: [part(0, 15, more), part(15, 38, { randomShuffle: true }), part(38, 40, {})],
      weights: weights as number[],
      ...mixture,
    })
    const negative = fn.jsFunction(fn.cast(bytes!, { dtype: 'float32' }), { module: negate, workers: 2 })
    return [negative, fn.cast(labels!, { dtype: 'float32' }), source!]
  })()

type Pipe = Awaited<ReturnType<typeof open>>

/** What is told of the samples of so many batches. */
async function take(pipe: Pipe, batches: number): Promise<string[]> {
  const out: string[] = []
  for (let i = 0; i < batches; i++) {
    const [bytes, labels, source] = (await pipe.run()) as [TensorList, TensorList, TensorList]
    for (let k = 0; k < labels.length; k++) {
      out.push(
        `${source.at(k).dataSync()[0]} ${labels.at(k).dataSync()[0]} ${bytes.at(k).dataSync().slice(0, 8).join()}`,
      )
    }
    bytes.release()
  }
  return out
}

const changes = [
  [1, 1, 1],
  [0, 1, 3],
  [1, 0, 0],
  [0.2, 0.7, 0.1],
]

it.each(executorNames.flatMap((executor) => [false, true].map((shards) => [executor, shards] as const)))(
  'gives what a definition with all weights gives (%s, shards: %s)',
  async (executor, shards) => {
    const mixture = shards ? { numShards: 2, shardId: 1, padLastBatch: true } : {}
    await using pipe = open(executor, [3, 2, 1], { mixture })
    const seen = await take(pipe, 2)
    const rows = [{ from: 0, weights: [3, 2, 1] }]
    for (const [k, weights] of changes.entries()) {
      rows.push({ from: pipe.setWeights('mix', weights), weights })
      seen.push(...(await take(pipe, 3 + k)))
    }
    await using whole = open(executor, rows, { mixture })
    expect(seen).toEqual(await take(whole, 2 + 3 + 4 + 5 + 6))
  },
)

it('counts samples that are left out, and those that come in their place', async () => {
  await using pipe = open('dynamic', [1, 1, 1], { skips: true })
  const seen = await take(pipe, 3)
  const rows = [{ from: 0, weights: [1, 1, 1] }]
  for (const weights of changes) {
    const from = pipe.setWeights('mix', weights)
    if (rows.at(-1)!.from === from) rows.pop()
    rows.push({ from, weights })
    seen.push(...(await take(pipe, 4)))
  }
  // More than the samples that were given.
  expect(rows.at(-1)!.from).toBeGreaterThan((3 + 4 * 3) * 6)
  await using whole = open('dynamic', rows, { skips: true })
  expect(seen).toEqual(await take(whole, 3 + 4 * 4))
})

it.each(executorNames)('leaves no thread, handle, port or memory behind (%s)', { tags: 'long' }, async (executor) => {
  const use = async (times: number) => {
    const pipe = open(executor, [3, 2, 1])
    await take(pipe, 1)
    for (let i = 0; i < times; i++) {
      pipe.setWeights('mix', changes[i % 4]!)
      if (i % 3 === 0) await take(pipe, 1)
    }
    await pipe.close()
    await endIdleThreads()
    return resident()
  }
  // Until the heaps have their size, which takes some seconds.
  await use(450)
  const first = await use(450)
  const before = resources()
  const last = await use(450)
  await expectReturned(before)
  expect(last - first).toBeLessThan(2 ** 24)
})
