// @module-tag property
// The argument `weights` of readers: how often samples come, in each epoch, by classes and by columns, with shards, shuffles and
// checkpoints. native/test/sample_weights_test.cc has the arithmetic.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { fn, type Pipeline, pipelineDef, type TensorList } from 'penstock-data'
import { beforeAll, describe, expect, it } from 'vitest'
import { tempFolder } from '../util/files.js'
import { runs } from '../util/soak.js'
import { failure, range, scanned } from './helpers.js'
import { toldOf, writtenSets } from './sets/pipelines.js'
import { readerNames } from './sets/sets.js'

const sizes = { a: 3, b: 10, c: 1 }
const root = tempFolder()
const names = Object.entries(sizes).flatMap(([name, count]) => range(count).map((i) => `${name}/${i}.jpg`))
for (const folder of Object.keys(sizes)) mkdirSync(join(root, folder))
for (const name of names) writeFileSync(join(root, name), name)

const define = pipelineDef({ batchSize: 3 }, (args: object) => fn.readers.file({ fileRoot: root, ...args }))
const open = (args: object, options = {}) => define(options, args) as unknown as Pipeline

async function epoch(pipe: Pipeline): Promise<string[]> {
  const found: string[] = []
  for await (const outputs of pipe) {
    for (const { source } of toldOf(outputs as TensorList[])) found.push(source.slice(root.length + 1))
  }
  return found
}

/** The samples of some epochs, an array each. */
async function epochs(args: object, count: number, options = {}): Promise<string[][]> {
  const pipe = open(args, options)
  const found = []
  for (let i = 0; i < count; i++) found.push(await epoch(pipe))
  await pipe.close()
  return found
}

const tally = (samples: readonly string[], of = (name: string) => name) => {
  const counts: Record<string, number> = {}
  for (const name of samples) counts[of(name)] = (counts[of(name)] ?? 0) + 1
  return counts
}
const folderOf = (name: string) => name.slice(0, 1)

describe('weights', () => {
  it('balanced classes come equally often in every epoch', async () => {
    const found = await epochs({ weights: { classes: 'balanced', epochSize: 30 }, shuffleAfterEpoch: true }, 4)
    for (const one of found) expect(tally(one, folderOf)).toEqual({ a: 10, b: 10, c: 10 })
    // Within a class samples come equally often, too.
    const all = tally(found.flat())
    for (const name of names) {
      const expected = 40 / sizes[folderOf(name) as 'a']
      expect(Math.abs(all[name]! - expected)).toBeLessThan(1)
    }
    expect(found[0]).not.toEqual(found[1])
  })

  it('classes have their shares, and those with 0 are left out', async () => {
    const [found] = await epochs({ weights: { classes: [1, 0, 3], epochSize: 8 } }, 1)
    expect(tally(found!, folderOf)).toEqual({ a: 2, c: 6 })
  })

  it('an epoch is as long as there are samples with a weight', async () => {
    const samples = names.map((_, i) => i % 2)
    const [found] = await epochs({ weights: { samples } }, 1)
    expect(found).toEqual(names.filter((_, i) => i % 2))
    expect(scanned({ fileRoot: root, weights: { samples } })).toMatchObject({ count: 14, epochSize: 7 })
  })

  it('replacement false gives no sample twice', async () => {
    const samples = names.map((_, i) => (i === 5 ? 1000 : 1))
    const found = await epochs({ weights: { samples, epochSize: 5, replacement: false } }, 13)
    for (const one of found) {
      expect(new Set(one).size).toBe(5)
      expect(one).toContain('b/2.jpg')
    }
    const all = tally(found.flat())
    expect(Object.keys(all).length).toBe(14)
    for (const name of names) if (name !== 'b/2.jpg') expect(Math.abs(all[name]! - 4)).toBeLessThanOrEqual(1)
  })

  it('they count the samples that other arguments leave out', async () => {
    const samples = names.map((_, i) => i)
    const [found] = await epochs({ weights: { samples, epochSize: 6 }, indices: [1, 2, 3] }, 1)
    expect(tally(found!)).toEqual({ 'a/1.jpg': 1, 'a/2.jpg': 2, 'b/0.jpg': 3 })
  })

  it('classes of a column without an order keep their shares', async () => {
    const files = names.map((name) => join(root, name))
    const labels = names.map((_, i) => (i * 5) % 3)
    const [found] = await epochs(
      { fileRoot: undefined, files, labels, weights: { classes: 'balanced', epochSize: 9 } },
      1,
    )
    expect(tally(found!, (name) => `${labels[names.indexOf(name)]}`)).toEqual({ 0: 3, 1: 3, 2: 3 })
  })

  it('the sources of a mixture have their own', async () => {
    const pipe = pipelineDef({ batchSize: 6 }, () =>
      fn.readers.mixture({
        sources: [
          () => fn.readers.file({ fileRoot: root, weights: { classes: [0, 0, 1], epochSize: 4 } }),
          () => fn.readers.file({ fileRoot: root, indices: [0, 1] }),
        ],
        weights: [2, 1],
      }),
    )()
    const found: string[] = []
    for await (const outputs of pipe) {
      const lists = outputs as TensorList[]
      const numbers = range(lists[2]!.length).map((k) => (lists[2]!.at(k).dataSync() as Int32Array)[0])
      for (const [k, { source, bytes }] of toldOf(lists).entries()) {
        found.push(`${numbers[k]} ${source.slice(root.length + 1)}`)
        expect(Buffer.from(lists[0]!.at(k).dataSync() as Uint8Array).toString()).toBe(source.slice(root.length + 1))
        expect(bytes).toBeDefined()
      }
    }
    await pipe.close()
    expect(tally(found)).toEqual({ '0 c/0.jpg': 4, '1 a/0.jpg': 1, '1 a/1.jpg': 1 })
  })

  it('other weights do not fit a checkpoint', async () => {
    const weights = { samples: names.map((_, i) => i + 1) }
    const begun = open({ weights })
    await begun.run()
    const checkpoint = await begun.checkpoint()
    await begun.close()
    for (const other of [
      { samples: names.map(() => 1) },
      { ...weights, epochSize: 13 },
      { ...weights, choice: 'random' },
    ])
      expect(() => open({ weights: other }, { checkpoint })).toThrow(
        expect.objectContaining({ code: 'CHECKPOINT_MISMATCH' }),
      )
    const same = open({ weights }, { checkpoint })
    await same.run()
    await same.close()
  })

  it('with any shards, shuffles and kills the stream is the one of an undisturbed reader', async () => {
    const weightings = fc.record(
      {
        samples: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 14, maxLength: 14 }),
        choice: fc.constantFrom('even', 'random'),
        seed: fc.integer(),
        epochSize: fc.integer({ min: 4, max: 40 }),
      },
      { requiredKeys: ['samples'] },
    )
    const orders = fc.constantFrom({}, { shuffleAfterEpoch: true }, { randomShuffle: true, initialFill: 5 })
    await fc.assert(
      fc.asyncProperty(
        weightings,
        orders,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 0, max: 6 }),
        async (weights, order, numShards, kill) => {
          const args = { weights, ...order, elastic: true }
          const whole = (await epochs(args, 2)).flat()
          // Shards of one order are dealt its samples in turn.
          const shards = await Promise.all(
            range(numShards).map(async (shardId) => {
              const pipe = open({ ...args, numShards, shardId })
              const found = await epoch(pipe)
              await pipe.close()
              return found
            }),
          )
          const length = whole.length / 2
          expect(range(length).map((k) => shards[k % numShards]![Math.floor(k / numShards)])).toEqual(
            whole.slice(0, length),
          )
          // A reader that is killed goes on where it was.
          const killed = open(args)
          const found: string[] = []
          for (let i = 0; i < kill && found.length + 3 <= whole.length; i++) {
            found.push(
              ...toldOf((await killed.run()) as TensorList[]).map(({ source }) => source.slice(root.length + 1)),
            )
          }
          const checkpoint = await killed.checkpoint()
          await killed.close()
          const resumed = open(args, { checkpoint })
          while (found.length + 3 <= whole.length) {
            found.push(
              ...toldOf((await resumed.run()) as TensorList[]).map(({ source }) => source.slice(root.length + 1)),
            )
          }
          await resumed.close()
          expect(found).toEqual(whole.slice(0, found.length))
        },
      ),
      { numRuns: runs(200, 12) },
    )
  })

  it.each([
    [{ samples: [1] }, /14 numbers for weights\.samples, one for each sample of the data, but received 1/],
    [{ samples: 'quality' }, /a column of the data for weights\.samples but there is no column 'quality'/],
    [{ samples: names.map((_, i) => i - 3) }, /at least 0 for weights\.samples but received -3 at \[0\]/],
    [{ samples: names.map(() => 0) }, /weights above 0 but all samples have a weight of 0/],
    [{ classes: [1, 2] }, /classes from 0 to 1 in the column 'label'.* but .*c\/0\.jpg has 2/],
    [{ classes: 'even' }, /'balanced' or one number for each class for weights\.classes but received 'even'/],
    [{ classes: 'balanced', column: 'species' }, /weights\.column but there is no column 'species'/],
    [{}, /either classes or samples for weights but received none of them/],
    [{ classes: 'balanced', samples: names.map(() => 1) }, /but received both/],
    [{ samples: names.map(() => 1), column: 'label' }, /no column beside samples/],
    [{ classes: 'balanced', replacement: false, epochSize: 15 }, /an epochSize of at most 14 in weights.* received 15/],
    [{ classes: 'balanced', replacement: false, choice: 'random' }, /replacement with choice 'random'/],
  ] as const)('%j is refused', (weights, message) => {
    const { message: text, hint } = failure(() => scanned({ fileRoot: root, weights } as never), 'INVALID_ARGUMENT')
    expect(text).toMatch(message)
    expect(hint).toBeTruthy()
  })

  it.each([
    [{ weights: 'balanced' }, /an object \{ classes, samples/],
    [{ weights: { class: 'balanced' } }, /"?class/],
    [{ weights: { classes: 'balanced', epochSize: 0 } }, /epochSize/],
    [{ weights: { classes: 'balanced' }, shuffleBlocks: true }, /weights or shuffleBlocks but received both/],
  ])('%j is refused where the pipeline is defined', (args, message) => {
    expect(() => open(args)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) as string }),
    )
  })
})

describe('weights of all readers', () => {
  let pipeline: Awaited<ReturnType<typeof writtenSets>>
  beforeAll(async () => {
    pipeline = await writtenSets()
  })

  it.each(readerNames)('%s gives samples as often as their weights say', async (reader) => {
    const read = async (args: Parameters<typeof pipeline>[1]['args']) => {
      const pipe = pipeline(reader, { batchSize: 1, args })
      const found: string[] = []
      for await (const outputs of pipe) {
        for (const { source, bytes } of toldOf(outputs as TensorList[])) found.push(JSON.stringify({ source, bytes }))
      }
      await pipe.close()
      return found
    }
    const whole = await read({})
    const samples = whole.map((_, i) => i + 1)
    const epochSize = samples.reduce((a, b) => a + b)
    expect(await read({ weights: { samples, epochSize } })).toEqual(
      whole.flatMap((sample, i) => Array<string>(i + 1).fill(sample)),
    )
  })
})
