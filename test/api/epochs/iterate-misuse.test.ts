// iterate(): an error for each misuse, and what is left after one.
// @module-tag shared
import { fn, iterate, pipelineDef } from 'penstock-data'
import { afterEach, describe, expect, it } from 'vitest'
import { failure, numbers, within } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'

const data = someFiles(23)
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const pipe of open.splice(0)) await pipe.close()
})
function track<P extends { close(): Promise<void> }>(pipe: P): P {
  open.push(pipe)
  return pipe
}

const files = (count: number, batchSize: number, reader: object = {}) =>
  track(
    pipelineDef({ batchSize, numThreads: 1, seed: 1 }, () => {
      const given = { name: 'r', fileRoot: data.root, files: data.files.slice(0, count) }
      return fn.readers.file({ ...given, ...reader })
    })(),
  )

describe('misuse', () => {
  const map = { outputMap: ['j', 'l'] } as const
  const by = { ...map, readerName: 'r' }
  const bad: [string, () => unknown, RegExp][] = [
    ['size and readerName', () => iterate(files(4, 2), { ...by, size: 4 }), /size or readerName but received both/],
    ['lastBatchPadded and readerName', () => iterate(files(4, 2), { ...by, lastBatchPadded: true }), /received both/],
    ['neither, for two', () => iterate([files(4, 2), files(4, 2)], map), /for 2 pipelines but received neither/],
    [
      'an unknown reader',
      () => iterate(files(4, 2), { ...map, readerName: 'q' }),
      /name of a reader .* 'q'.*Readers: r/,
    ],
    ['other batch sizes', () => iterate([files(4, 2), files(4, 1)], by), /one batchSize but received 2 and 1/],
    ['other sizes', () => iterate([files(4, 2), files(5, 2)], by), /one epochSize but received 4 and 5/],
    ['other shards', () => iterate([files(4, 2), files(4, 2, { numShards: 2 })], by), /one numberOfShards .* 1 and 2/],
    ['other padding', () => iterate([files(4, 2), files(4, 2, { padLastBatch: true })], by), /one padLastBatch/],
    ['other sticking', () => iterate([files(4, 2), files(4, 2, { stickToShard: true })], by), /one stickToShard/],
    ['no pipeline', () => iterate([] as never[], by), /received an empty array/],
    ['something else', () => iterate({} as never, by), /a pipeline or an array of them/],
    ['no names', () => iterate(files(4, 2), { readerName: 'r' }), /names for the outputs in outputMap/],
    ['too few names', () => iterate(files(4, 2), { ...by, outputMap: ['j'] }), /2 names in outputMap.* received 1/],
    ['equal names', () => iterate(files(4, 2), { ...by, outputMap: ['j', 'j'] }), /'j' twice/],
    ['an unknown option', () => iterate(files(4, 2), { ...by, reader_name: 'r' } as never), /readerName/],
    [
      'a wrong policy',
      () => iterate(files(4, 2), { ...by, lastBatchPolicy: 'FILL' } as never),
      /'fill', 'drop', 'partial'/,
    ],
    ['a wrong autoReset', () => iterate(files(4, 2), { ...by, autoReset: 'maybe' } as never), /for autoReset/],
    ['size 0', () => iterate(files(4, 2), { ...map, size: 0 }), />= 1 \(or -1\) for size but received 0/],
    ['no options', () => iterate(files(4, 2), 5 as never), /an object of options/],
    [
      'nothing to prepare',
      () => iterate(files(3, 4), { ...by, lastBatchPolicy: 'drop' }),
      /at least one full batch of 4/,
    ],
  ]
  it.each(bad)('%s is INVALID_ARGUMENT', async (_, action, words) => {
    expect(await failure(action)).toMatchObject({ code: 'INVALID_ARGUMENT', message: words })
  })

  it('a pipeline has one iterator, and a refused one does not count', async () => {
    const pipe = files(4, 2)
    expect(await failure(() => iterate(pipe, { ...by, size: 3 }))).toMatchObject({ code: 'INVALID_ARGUMENT' })
    const iterator = iterate(pipe, by)
    expect(await failure(() => iterate(pipe, by))).toMatchObject({ code: 'API_MIXED' })
    const twin = files(4, 2)
    expect(await failure(() => iterate([twin, twin], by))).toMatchObject({ code: 'API_MIXED' })
    expect(numbers((await iterator.next()).value!.l)).toEqual([0, 1])
    expect(await failure(() => pipe.run())).toMatchObject({ code: 'API_MIXED', message: /driven by iterate\(\)/ })
    expect(
      await failure(async () => {
        for await (const _ of pipe) break
      }),
    ).toMatchObject({ code: 'API_MIXED' })
  })

  it("an epoch without a full batch is empty with 'drop' when nothing is to be prepared", async () => {
    const none = iterate(files(3, 4), { ...by, lastBatchPolicy: 'drop', prepareFirstBatch: false })
    expect([none.length, none.size]).toEqual([0, 3])
    for (let e = 0; e < 2; e++) {
      for await (const _ of none) expect.unreachable()
    }
  })

  it('a failure in one of several pipelines is told, and the others can still be closed', async () => {
    const broken = track(
      pipelineDef({ batchSize: 2, numThreads: 1 }, () =>
        fn.readers.file({ name: 'r', fileRoot: data.root, files: ['a/0000.bin', 'gone.bin'] }),
      )(),
    )
    const iterator = iterate([files(2, 2), broken] as never[], by)
    const error = await within(
      2000,
      'the failure',
      failure(() => iterator.next()),
    )
    expect(error).toMatchObject({ code: expect.stringMatching(/BAD_SAMPLE|FILE/), message: /gone\.bin/ })
  })
})
