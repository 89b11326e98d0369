// iterate() against DALI's own generic iterator: batch lengths and labels of every epoch, and the lengths it tells.
// @module-tag shared
import { fn, iterate, pipelineDef, type TensorList } from 'penstock-data'
import { describe, expect, it } from 'vitest'
import { BatchIterator } from '../../src/api/batch-iterator.js'
import { settings } from '../../src/api/iterate-options.js'
import { failure, numbers } from '../util/collect.js'
import { someFiles } from '../util/files.js'
import { cases, DIGITS, epoch, type GoldenCase, type Numbers, sampled } from '../util/iterate.js'
import { portion } from '../util/soak.js'

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
