// Glob patterns in the paths that readers take, by the one code that finds files for all of them.
// @module-tag shared
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { tempFolder } from '../util/files.js'

/** A .npy file of one number. */
function npy(value: number): Buffer {
  const dict = "{'descr': '|u1', 'fortran_order': False, 'shape': (1,), }"
  const head = Buffer.from(`\x93NUMPY\x01\x00  ${dict.padEnd(117)}\n`, 'latin1')
  head.writeUInt16LE(118, 8)
  return Buffer.concat([head, Buffer.from([value])])
}

/** A tar archive of one file. */
function tar(name: string, value: number): Buffer {
  const head = Buffer.alloc(512)
  head.write(name)
  head.write('0000644\x000000000\x000000000\x0000000000001\x0000000000000\x00        0', 100)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((a, b) => a + b, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\x00 `, 148)
  return Buffer.concat([head, Buffer.from([value]), Buffer.alloc(511 + 1024)])
}

const root = tempFolder()
for (const folder of ['a', 'b', '.c']) {
  mkdirSync(join(root, folder))
  for (const i of [10, 9, 1]) {
    const value = i + (folder === 'a' ? 0 : 100)
    writeFileSync(join(root, folder, `x-${i}.npy`), npy(value))
    writeFileSync(join(root, folder, `x-${i}.tar`), tar('s.val', value))
  }
}
writeFileSync(join(root, 'a', '.x-0.npy'), npy(0))
writeFileSync(join(root, 'a', 'x-[1].npy'), npy(77))

async function values(node: () => ReturnType<typeof fn.readers.numpy>): Promise<number[]> {
  await using pipe = pipelineDef({ batchSize: 16, numThreads: 1 }, node)()
  const out: number[] = []
  for await (const [batch] of pipe) out.push(...[...batch!].map((sample) => sample.dataSync()[0] as number))
  return out
}
const numpy = (...files: string[]) => values(() => fn.readers.numpy({ fileRoot: root, files }))
const shards = (...paths: string[]) =>
  values(() => fn.readers.webdataset({ paths: paths.map((path) => join(root, path)), ext: ['val'] })[0]!)

test.each([
  [['a/x-1*.npy'], [1, 10]],
  [['a/x-?.npy'], [1, 9]],
  [['?/x-[19].npy'], [1, 9, 101, 109]],
  [['*/x-9.npy'], [9, 109]],
  [['{b,a}/x-?.npy'], [101, 109, 1, 9]],
  [['a/x-[1].npy'], [77]],
  [
    ['a/x-9.npy', 'b/*9.npy'],
    [9, 109],
  ],
] as [string[], number[]][])('numpy: %j', async (files, wanted) => {
  expect(await numpy(...files)).toEqual(wanted)
})

test('shards of tar archives', async () => {
  expect(await shards('a/*.tar')).toEqual([1, 10, 9])
  expect(await shards('[ab]/x-{9,1}.tar')).toEqual([9, 109, 1, 101])
})

test.each([
  ['a/*.jpg', 'EMPTY_DATASET', "but none match '"],
  ['z*/x.npy', 'EMPTY_DATASET', "but none match '"],
  ['nowhere/*.npy', 'FILE_NOT_FOUND', 'does not exist'],
])('nothing matches %s', async (path, code, text) => {
  const at = { message: expect.stringContaining(text), code, op: 'readers.webdataset' }
  await expect(shards(path)).rejects.toMatchObject(at)
  await expect(numpy(path)).rejects.toMatchObject({ ...at, op: 'readers.numpy' })
})
