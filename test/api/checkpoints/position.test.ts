// Tests the position of a pipeline among its epochs: the documented loop trains every epoch once, wherever it was cut
// and whatever runs it.
// @module-tag shared
import {
  type BatchIterator,
  type DataNode,
  fn,
  iterate,
  type PipelineOptions,
  pipelineDef,
  type Source,
  type TensorList,
} from 'penstock-data'
import { describe, expect, it } from 'vitest'
import { FileReader } from '../../../src/generated/readers.js'
import { type AnyPipeline, failure, numbers } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'
import { executors } from '../../util/resume.js'

const { root, files } = someFiles(10)
const reader = { fileRoot: root, files, name: 'r', randomShuffle: true }
const epochs = 3

const reading = (options: PipelineOptions = {}, more: object = {}) =>
  pipelineDef({ batchSize: 4, ...options }, () => [
    fn.readers.file({ ...reader, ...more } as never)[1] as DataNode,
  ])() as unknown as AnyPipeline
const sourced = (source: Source, options: PipelineOptions = {}, more: object = {}) =>
  pipelineDef({ batchSize: 4, ...options }, () => [
    fn.externalSource({ source, dtype: 'int32', ...more } as never) as unknown as DataNode,
  ])() as unknown as AnyPipeline

/** One line per batch: its epoch as the loop counts, and what was in it. */
type Seen = string[]
/** Called in the loop's body, and behind the inner loop. */
type Note = (behind: boolean, checkpoint: () => Promise<string> | string) => Promise<void> | void
type Loop = (checkpoint: string | undefined, seen: Seen, note: Note) => Promise<void>

/** The loop of docs/guides/checkpoints.md. */
const loopOf =
  (make: (options: PipelineOptions) => AnyPipeline): Loop =>
  async (checkpoint, seen, note) => {
    await using pipe = make(checkpoint === undefined ? { seed: 7 } : { checkpoint })
    for (let { epoch } = pipe.position; epoch < epochs; epoch++) {
      for await (const [list] of pipe as unknown as AsyncIterable<TensorList[]>) {
        seen.push(`${epoch}: ${numbers(list!)}`)
        await note(false, () => pipe.checkpoint())
      }
      expect(pipe.position).toEqual({ epoch: epoch + 1, batch: 0 })
      await note(true, () => pipe.checkpoint())
    }
  }

const driven =
  (options: object): Loop =>
  async (checkpoint, seen, note) => {
    await using pipe = reading(checkpoint === undefined ? { seed: 7 } : { checkpoint })
    const it = iterate(pipe, { outputMap: ['labels'], ...options }) as BatchIterator<{ labels: TensorList }>
    for (let { epoch } = it.position; epoch < epochs; epoch++) {
      for await (const { labels } of it) {
        seen.push(`${epoch}: ${numbers(labels)}`)
        await note(false, async () => (await it.checkpoints())[0]!)
      }
      expect(it.position).toEqual({ epoch: epoch + 1, batch: 0 })
      await note(true, async () => (await it.checkpoints())[0]!)
    }
  }

const imperative: Loop = async (state, seen, note) => {
  await using files = new FileReader({ ...reader, batchSize: 4, ...(state === undefined && { seed: 7 }) } as never)
  if (state !== undefined) files.setState(state)
  for (let { epoch } = files.position; epoch < epochs; epoch++) {
    for await (const [, labels] of files.nextEpoch({ batchSize: 4 })) {
      seen.push(`${epoch}: ${labels.tensors.map((t) => t.dataSync()[0])}`)
      await note(false, () => files.getState())
    }
    expect(files.position).toEqual({ epoch: epoch + 1, batch: 0 })
    await note(true, () => files.getState())
  }
}

const inSamples = ({ idxInEpoch: i }: { idxInEpoch: number }) => (i < 10 ? i : null)
const loops: [string, Loop][] = [
  ...Object.entries(executors).map(([name, o]): [string, Loop] => [
    `for await, ${name}`,
    loopOf((options) => reading({ ...o, ...options })),
  ]),
  [
    'for await, padded',
    loopOf((options) => reading(options, { padLastBatch: true, numShards: 3, stickToShard: false })),
  ],
  ['for await, a function of the sample', loopOf((options) => sourced(inSamples as Source, options, { batch: false }))],
  [
    "for await, a source that ends each epoch by 'raise'",
    loopOf((options) => sourced((i: number) => (i < 3 ? [i, i, i, i] : null), options, { cycle: 'raise' })),
  ],
  ...(['fill', 'drop', 'partial'] as const).map((lastBatchPolicy): [string, Loop] => [
    `iterate(), '${lastBatchPolicy}'`,
    driven({ readerName: 'r', lastBatchPolicy }),
  ]),
  ['iterate() with autoReset', driven({ readerName: 'r', autoReset: true })],
  ['iterate() over all that there is', driven({ size: 10, lastBatchPolicy: 'partial' })],
  ['an imperative reader', imperative],
]

describe('the loop over epochs', { timeout: 60_000 }, () => {
  it.each(loops)('%s: trains each epoch once, wherever it was cut', async (_, loop) => {
    const whole: Seen = []
    const saved: [batches: number, behind: boolean, checkpoint: string][] = []
    await loop(undefined, whole, async (behind, checkpoint) => {
      saved.push([whole.length, behind, await checkpoint()])
    })
    const lengths = [0, 1, 2].map((epoch) => whole.filter((line) => line.startsWith(`${epoch}:`)).length)
    expect(lengths.every((n) => n > 0)).toBe(true)
    const [first] = lengths as [number]
    // In the middle of an epoch, at its last batch, behind it; and at the end of all.
    const cuts = [
      [1, false],
      [first, false],
      [first, true],
      [whole.length, true],
    ] as const
    for (const [n, behind] of cuts) {
      const seen = whole.slice(0, n)
      const [, , checkpoint] = saved.find((s) => s[0] === n && s[1] === behind)!
      await loop(checkpoint, seen, () => {})
      expect(seen, `cut at ${n}${behind ? ', behind the loop' : ''}`).toEqual(whole)
    }
  })
})

describe('position', () => {
  it('counts the whole batches of the epoch, also those before a checkpoint, and of a loop that was left none', async () => {
    await using pipe = reading({ seed: 7 })
    expect(pipe.position).toEqual({ epoch: 0, batch: 0 })
    let checkpoint = ''
    let batch = 0
    for await (const _ of pipe) {
      expect(pipe.position).toEqual(++batch < 3 ? { epoch: 0, batch } : { epoch: 1, batch: 0 })
      if (batch === 2) checkpoint = await pipe.checkpoint()
    }
    for await (const _ of pipe) break
    expect(pipe.position).toEqual({ epoch: 2, batch: 0 })
    await using other = reading({ checkpoint })
    expect(other.position).toEqual({ epoch: 0, batch: 2 })
    for await (const _ of other) expect(other.position).toEqual({ epoch: 1, batch: 0 })
    other.reset()
    expect(other.position).toEqual({ epoch: 1, batch: 0 })
    await using smaller = reading({ checkpoint, batchSize: 2 })
    expect(smaller.position).toEqual({ epoch: 0, batch: 4 })
    // Without a reader and behind the end too.
    await other.close()
    expect(other.position.epoch).toBe(1)
  })

  it('is where the next batch of run() begins, over the ends of epochs', async () => {
    await using pipe = reading({ seed: 7 })
    const seen = []
    for (let i = 0; i < 5; i++) {
      await pipe.run()
      seen.push(pipe.position)
    }
    // Ten samples in batches of four: 4, 8, 2 of the next, 6, 10.
    expect(seen.map(({ epoch, batch }) => [epoch, batch])).toEqual([
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
      [2, 0],
    ])
  })

  it('counts the batches of fed data, of sources, and of operators without inputs', async () => {
    const fed = sourced(null as never)
    const drawn = pipelineDef({ batchSize: 4 }, () => [
      fn.random.uniform({ range: [0, 1] }),
    ])() as unknown as AnyPipeline
    const array = sourced([[1, 2, 3, 4], [5]] as never, {}, { cycle: true })
    const cases = [
      [fed, [1, 2, 3], [1, 2, 3].map((batch) => [0, batch])],
      [drawn, undefined, [1, 2, 3].map((batch) => [0, batch])],
      // It tells the end of an epoch when it is asked for more.
      [
        array,
        undefined,
        [
          [0, 1],
          [0, 2],
          [1, 1],
        ],
      ],
    ] as const
    for (const [pipe, data, expected] of cases) {
      const name = pipe.graph().stages[0]!.name
      const seen = []
      for (let i = 0; i < 3; i++) {
        await pipe.run(data && { [name]: [...data] })
        seen.push([pipe.position.epoch, pipe.position.batch])
      }
      expect(seen).toEqual(expected)
      await pipe.close()
    }
  })

  it('is the iterator’s under iterate()', async () => {
    await using pipe = reading({ seed: 7 })
    const it = iterate(pipe, { readerName: 'r', outputMap: ['labels'] })
    expect(it.position).toEqual({ epoch: 0, batch: 0 })
    await it.next()
    expect(it.position).toEqual({ epoch: 0, batch: 1 })
    const error = await failure(() => pipe.position)
    expect(error).toMatchObject({ code: 'API_MIXED', hint: expect.stringContaining("iterator's position") })
  })
})
