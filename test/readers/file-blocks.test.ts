// shuffleBlocks over samples that are whole files: blocks follow from the sizes of some of the files, alike in pipelines and
// in imperative mode, and a checkpoint is not taken up where other blocks follow from them.
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterEach, expect, it } from 'vitest'
import { tempFolder } from '../util/files.js'

const folder = tempFolder()
const count = 64
const files = Array.from({ length: count }, (_, i) => join(folder, `${String(i).padStart(2, '0')}.bin`))
/** Gives the files these sizes in turn. */
const resize = (...sizes: number[]) => {
  for (const [i, file] of files.entries()) truncateSync(file, sizes[i % sizes.length])
}
for (const file of files) writeFileSync(file, '')
afterEach(() => resize(16_384))
resize(16_384)

const options = { files, shuffleBlocks: true, blockBytes: 65_536, blockWindow: 1 }
const define = pipelineDef({ batchSize: 4 }, () => fn.readers.file(options)[1])

async function epoch(pipe: ReturnType<typeof define>): Promise<number[]> {
  const seen: number[] = []
  for await (const [labels] of pipe) for (const label of labels) seen.push(Number(label.dataSync()[0]))
  return seen
}

/** The numbers of samples that come together, as far as neighbours in the list are one block of so many. */
function together(seen: number[], perBlock: number): number[] {
  const blocks = seen.map((sample) => Math.floor(sample / perBlock))
  const starts = blocks.flatMap((block, i) => (block === blocks[i - 1] ? [] : [i]))
  return starts.map((start, k) => (starts[k + 1] ?? seen.length) - start)
}

it.each([
  ['files of the size of a quarter', [16_384], 4],
  ['of a little more, as only powers of two count', [20_000], 4],
  ['sizes that alternate', [12_000, 40_000], 4],
  ['empty files, of which 64 have less than a block', [0], count],
  ['large files, each a block', [200_000], 1],
])('has blocks of at least blockBytes: %s', async (_name, sizes, perBlock) => {
  resize(...sizes)
  await using pipe = define()
  const seen = await epoch(pipe)
  expect([...seen].sort((a, b) => a - b)).toEqual(files.map((_, i) => i))
  expect(together(seen, perBlock)).toEqual(Array(count / perBlock).fill(perBlock))
})

it('has the same blocks in imperative mode', async () => {
  await using pipe = define()
  const reader = nd.readers.file(options)
  const seen: number[] = []
  for await (const [, labels] of reader.nextEpoch({ batchSize: 4 })) {
    for (const label of labels) seen.push(Number(label.dataSync()[0]))
  }
  expect(seen).toEqual(await epoch(pipe))
})

it('takes a checkpoint up where files have other sizes, and refuses it where they make other blocks', async () => {
  await using pipe = define()
  const seen: number[] = []
  let saved = ''
  for await (const [labels] of pipe) {
    for (const label of labels) seen.push(Number(label.dataSync()[0]))
    if (seen.length === 12) saved = await pipe.checkpoint()
  }
  resize(24_000)
  {
    await using same = define({ checkpoint: saved })
    expect(await epoch(same)).toEqual(seen.slice(12))
  }
  resize(32_768)
  expect(() => define({ checkpoint: saved })).toThrow(expect.objectContaining({ code: 'CHECKPOINT_MISMATCH' }))
})
