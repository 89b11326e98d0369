// replay(): a sample alone has the bytes that it has in a run, for readers in any order and for functions of the sample.
// @module-tag shared
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import { describe, expect, it } from 'vitest'
import { type AnyPipeline, failure, numbers } from '../../util/collect.js'
import { someFiles, tempFolder } from '../../util/files.js'
import { executors } from '../../util/resume.js'
import { portion } from '../../util/soak.js'

const folder = tempFolder()
const images = Array.from({ length: 12 }, (_, i) => `${i}.ppm`)
for (const [i, name] of images.entries()) {
  const pixels = Array.from({ length: 8 * 8 * 3 }, (_, k) => (i * 37 + k * 5) & 255)
  writeFileSync(join(folder, name), Buffer.from([...Buffer.from('P6\n8 8\n255\n'), ...pixels]))
}
writeFileSync(join(folder, 'bad.ppm'), 'no image')

const bytes = (outputs: AnyPipeline extends { run(): Promise<infer O> } ? O : never, i: number) =>
  outputs.map((list) => [list.shape(i), list.sourceInfo(i), [...list.at(i).dataSync()]])

function pipeline(options = {}, reader: Record<string, unknown> = {}) {
  return pipelineDef({ batchSize: 5, seed: 3, ...options }, () => {
    const [files, labels] = fn.readers.file({
      fileRoot: folder,
      files: images,
      ...reader,
    } as never) as unknown as DataNode[]
    const cropped = fn.decoders.imageRandomCrop(files!)
    return [fn.resize(cropped, { size: [4, 4] }), labels!, fn.random.uniform({ range: [0, 1] })]
  })() as unknown as AnyPipeline
}

describe('replay', () => {
  it('neither a run nor a replay changes the plan', async () => {
    await using pipe = pipeline()
    const plan = () => (pipe as unknown as { graph(): unknown }).graph()
    const before = plan()
    await pipe.run()
    await pipe.replay(3, 0)
    expect(plan()).toEqual(before)
  })
  it.each(portion(Object.entries(executors), 3))(
    'gives every sample of two epochs again: %s',
    { timeout: 120_000, tags: 'property' },
    async (_, options) => {
      for (const reader of [
        { randomShuffle: true, numShards: 2, shardId: 1 },
        { shuffleAfterEpoch: true, padLastBatch: true },
      ]) {
        await using pipe = pipeline(options, reader)
        for (let batch = 0; batch < 4; batch++) {
          const outputs = await pipe.run()
          const i = batch % outputs[0]!.length
          const { index, epoch } = outputs[0]!.sourceInfo(i)
          const expected = bytes(outputs, i)
          const again = await pipe.replay(index, epoch)
          expect(again.map((list) => list.length)).toEqual([1, 1, 1])
          expect(bytes(again, 0)).toEqual(expected)
          again[0]!.release()
          outputs[0]!.release()
        }
      }
    },
  )

  it('does not disturb the run, and its outputs outlive the pipeline', async () => {
    await using quiet = pipeline()
    const pipe = pipeline()
    let again: Awaited<ReturnType<typeof pipe.replay>> | undefined
    for (let i = 0; i < 5; i++) {
      const outputs = await pipe.run()
      again = await pipe.replay(i, 7)
      expect(bytes(outputs, 0)).toEqual(bytes(await quiet.run(), 0))
    }
    await pipe.close()
    expect(again![0]!.sourceInfo(0)).toEqual({ source: join(folder, '4.ppm'), index: 4, epoch: 7 })
    expect(again![0]!.at(0).dataSync().length).toBe(4 * 4 * 3)
    expect(await failure(() => pipe.replay(0, 0))).toMatchObject({ code: 'PIPELINE_CLOSED' })
  })

  it('asks a function for that sample only, as in the run', async () => {
    const asked: unknown[] = []
    const source = (info: { idxInEpoch: number; epochIdx: number }) => {
      asked.push(info)
      return info.idxInEpoch < 20 ? [info.idxInEpoch, info.epochIdx] : null
    }
    const pipe = pipelineDef({ batchSize: 5, seed: 3 }, () => [
      fn.externalSource({ source: source as never, batch: false, dtype: 'float32' }),
      fn.random.uniform({ range: [0, 1] }),
    ])() as unknown as AnyPipeline
    const [data] = await pipe.replay(13, 2)
    expect([...data!.at(0).dataSync()]).toEqual([13, 2])
    expect(asked).toEqual([{ idxInEpoch: 13, idxInBatch: 3, iteration: 2, epochIdx: 2 }])
    const noise = numbers((await pipe.replay(7, 0))[1]!)[0]
    await pipe.run()
    expect(numbers((await pipe.run())[1]!)[2]).toBe(noise)
    expect(await failure(() => pipe.replay(20, 0))).toMatchObject({ code: 'INVALID_ARGUMENT' })
    await pipe.close()
  })

  it('gives outputs by name, and random numbers of a graph without inputs', async () => {
    await using pipe = pipelineDef({ batchSize: 3, seed: 5 }, () => ({ noise: fn.random.uniform({ range: [0, 1] }) }))()
    const { noise } = await pipe.replay(4, 0)
    await pipe.run()
    expect(numbers((await pipe.run()).noise)[1]).toBe(numbers(noise)[0])
    expect(await failure(() => pipe.replay(4, 1))).toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  it('a bad sample fails, whatever comes after it', async () => {
    const pipe = pipelineDef({ batchSize: 2, seed: 1, onError: 'skip' }, () => {
      const files = ['bad.ppm', '1.ppm', '2.ppm']
      const [jpegs] = fn.readers.file({ fileRoot: folder, files } as never) as unknown as DataNode[]
      return [fn.decoders.image(jpegs!)]
    })() as unknown as AnyPipeline
    expect(await failure(() => pipe.replay(0, 0))).toMatchObject({ code: 'BAD_SAMPLE', sample: { index: 0 } })
    expect((await pipe.replay(1, 0))[0]!.sourceInfo(0).index).toBe(1)
    await pipe.close()
  })

  it('says why a sample cannot be had', async () => {
    const { root, files } = someFiles(4)
    const read = (more = {}) =>
      (fn.readers.file({ fileRoot: root, files, ...more } as never) as unknown as DataNode[])[1]!
    const own = (source: unknown, more = {}) => fn.externalSource({ source, ...more } as never) as unknown as DataNode
    const cases: [() => DataNode[], RegExp][] = [
      [() => [own(() => [1])], /it is a function of the batch/],
      [() => [own([[1]])], /it is an iterable/],
      [() => [own(null)], /its data is fed/],
      [() => [read(), own(() => 1, { batch: false })], /goes with one of reader/],
      [() => [read(), read({ randomShuffle: true })], /in another order/],
    ]
    for (const [outputs, why] of cases) {
      await using pipe = pipelineDef({ batchSize: 2, seed: 1 }, outputs)() as unknown as AnyPipeline
      const error = await failure(() => pipe.replay(0, 0))
      expect(error.code).toBe('UNSUPPORTED')
      expect(error.message).toMatch(why)
    }
    await using pipe = pipeline()
    for (const [index, epoch] of [
      [12, 0],
      [-1, 0],
      [0, -1],
      [0.5, 0],
    ] as const) {
      expect(await failure(() => pipe.replay(index, epoch)), `${index}`).toMatchObject({ code: 'INVALID_ARGUMENT' })
    }
  })
})
