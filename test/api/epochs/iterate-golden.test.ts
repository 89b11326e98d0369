// iterate() against DALI's own generic iterator: batch lengths and labels of every epoch, and the lengths it tells.
// @module-tag shared
import { fn, iterate, pipelineDef, type TensorList } from 'penstock-data'
import { describe, expect, it } from 'vitest'
import { BatchIterator } from '../../../src/api/batch-iterator.js'
import { settings } from '../../../src/api/iterate-options.js'
import { failure, numbers } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'
import { cases, DIGITS, epoch, type GoldenCase, Numbers, sampled } from '../../util/iterate.js'
import { portion } from '../../util/soak.js'

const options = (c: GoldenCase) => ({
  autoReset: c.autoReset,
  lastBatchPolicy: c.policy,
  prepareFirstBatch: c.prepare,
  ...(c.size === null ? { readerName: 'r' } : { size: c.size, lastBatchPadded: c.padded }),
})
const reader = (c: GoldenCase) => ({ numShards: c.shards, stickToShard: c.stick, padLastBatch: c.pad })
const digits = (values: readonly number[]) => values.map((v) => DIGITS[v]).join('')
/** DALI's length counts what the epoch before took of this one again when it knows the size alone. */
const overcounts = (c: GoldenCase) => c.size !== null && c.policy === 'fill' && !c.padded

/** A batch that is no part of an item where another process has the last samples. */
const leftOut = new Numbers([])
class Part extends Numbers {
  override slice(from: number, to: number): Numbers {
    return to < 0 ? leftOut : super.slice(from, to)
  }
}

describe('iterate', () => {
  it(`gives the ${cases.length} runs of DALI's iterator, epoch by epoch`, async () => {
    expect(cases.length).toBeGreaterThan(700)
    for (const c of cases) {
      const pipes = c.ranks.map((shardId) => sampled({ size: c.count, batchSize: c.batch, shardId, ...reader(c) }))
      const make = () =>
        new BatchIterator<{ label: Numbers }[], Numbers>(pipes, ['label'], settings(options(c), pipes.length), false)
      if (c.epochs === null) {
        expect(await failure(make)).toMatchObject({ code: 'INVALID_ARGUMENT', message: /at least one full batch/ })
        continue
      }
      const iterator = make()
      const ours: [number, string][] = []
      for (const [length] of c.epochs) {
        const got = await epoch(iterator, c.style, (item) => item.map((entry) => digits(entry.label.values)).join('/'))
        ours.push([overcounts(c) ? length : got.length, got.items.join(' ')])
      }
      expect({ ...c, epochs: ours }).toEqual(c)
    }
  })

  it('gives the same where each pipeline has an iterator in a process of its own', async () => {
    const ranked = cases.filter((c, i) => i % 4 === 0 && c.ranks.length > 1 && c.epochs !== null)
    // Of sizes at which one of the pipelines has no last batch, or a part of it, there are few.
    const sizes = ranked.flatMap((c) => [2, 5, 11].map((size) => ({ ...c, size })))
    expect(sizes.length).toBeGreaterThan(100)
    for (const c of [...ranked, ...sizes]) {
      const set = settings({ ...options(c), prepareFirstBatch: false }, c.ranks.length)
      const pipes = () =>
        c.ranks.map((shardId) => sampled({ size: c.count, batchSize: c.batch, shardId, ...reader(c) }))
      const joined = new BatchIterator<{ label: Numbers }[], Numbers>(pipes(), ['label'], set, false)
      const own = pipes().map((pipe, place) => {
        const next = async () => (await pipe.next()).map(({ values }) => new Part(values))
        const share = { pipelines: c.ranks.length, place }
        return new BatchIterator<{ label: Numbers }, Numbers>([{ ...pipe, next }], ['label'], set, true, share)
      })
      for (let e = 0; e < 4; e++) {
        const wanted = await epoch(joined, c.style, (item) => item.map(({ label }) => digits(label.values)))
        const all = await Promise.all(own.map((one) => epoch(one, c.style, ({ label }) => label)))
        const parts = (i: number) => all.map(({ items }) => items[i]).filter((label) => label !== leftOut)
        const items = wanted.items.map((_, i) => parts(i).map((label) => label && digits(label.values)))
        expect({ c, lengths: all.map(({ length }) => length), items }).toEqual({
          c,
          lengths: all.map(() => wanted.length),
          items: wanted.items,
        })
      }
    }
  })

  it('gives the same with real pipelines', { timeout: 60_000, tags: 'property' }, async () => {
    const data = someFiles(23)
    const some = cases.filter((c, i) => i % 29 === 0 && c.epochs !== null)
    expect(some.length).toBeGreaterThan(20)
    for (const c of portion(some, 3)) {
      const pipes = c.ranks.map((shardId) =>
        pipelineDef({ batchSize: c.batch, numThreads: 1, seed: 1 }, () => {
          const files = data.files.slice(0, c.count)
          const [bytes, labels] = fn.readers.file({ name: 'r', fileRoot: data.root, files, shardId, ...reader(c) })
          return [labels, bytes]
        })(),
      )
      const iterator = iterate(pipes, { outputMap: ['label', 'bytes'], ...options(c) })
      // The other output is cut at the same sample.
      const text = ({ label, bytes }: { label: TensorList; bytes: TensorList }) => {
        const first = [...bytes].map((t) => t.dataSync()[0])
        expect(first).toEqual(numbers(label))
        return digits(numbers(label))
      }
      const ours: string[] = []
      for (const _ of c.epochs!) {
        const { items } = await epoch(iterator, c.style, (item) => item.map(text).join('/'))
        ours.push(items.join(' '))
      }
      expect({ ...c, ours }).toEqual({ ...c, ours: c.epochs!.map(([, items]) => items) })
      for (const pipe of pipes) await pipe.close()
    }
  })
})
