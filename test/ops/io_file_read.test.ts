// io.file.read: bytes of files whose names are data, what it says of those that cannot be read, and onError.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, expectTypeOf, test } from 'vitest'
import { tempFolder } from '../util/files.js'
import { runOn } from '../util/run-on.js'

const photo = new URL('../../data/formats/s420.jpg', import.meta.url).pathname
const pathOf = (text: string) => new TextEncoder().encode(text)
const read = async (path: object) => (await runOn([path], (x) => fn.io.file.read(x))).data as Uint8Array

test('it gives the bytes of the file, of whatever size', async () => {
  const root = tempFolder()
  writeFileSync(join(root, 'empty'), '')
  const large = Buffer.from(Uint8Array.from({ length: 300_001 }, (_, i) => i * 7))
  writeFileSync(join(root, 'ü b'), large)
  expect(readFileSync(photo).equals(await read(pathOf(photo)))).toBe(true)
  expect((await read(pathOf(join(root, 'empty')))).length).toBe(0)
  expect(large.equals(await read(pathOf(join(root, 'ü b'))))).toBe(true)
  // As C's strings end.
  expect((await read(pathOf(`${photo}\0behind it`))).length).toBe(readFileSync(photo).length)
  expect((await read(new Int8Array(pathOf(photo)))).length).toBe(readFileSync(photo).length)
})

test('names go through the graph to a decoder, and imperative mode does the same', async () => {
  await using pipe = pipelineDef({ batchSize: 2, numThreads: 2 }, () => {
    const files = fn.io.file.read(fn.externalSource({ source: () => [pathOf(photo), pathOf(photo)] }))
    return [files, fn.decoders.image(files)]
  })()
  const [files, images] = await pipe.run()
  expectTypeOf(files!.dtype).toEqualTypeOf<'uint8'>()
  expect(images!.layout).toBe('HWC')
  const image = nd.decoders.image(nd.io.file.read(nd.tensor(pathOf(photo))))
  expect(image.dataSync()).toEqual(images!.at(1).dataSync())
})

test('files that cannot be read say why, and onError decides about their samples', async () => {
  const root = tempFolder()
  const gone = join(root, 'gone')
  await expect(read(pathOf(gone))).rejects.toMatchObject({
    code: 'FILE_NOT_FOUND',
    message: expect.stringContaining(`cannot read ${gone}: No such file`),
  })
  await expect(read(pathOf('gone'))).rejects.toMatchObject({ hint: expect.stringMatching(/working folder/) })
  await expect(read(pathOf('gone'))).rejects.not.toMatchObject({ hint: expect.stringMatching(/fileRoot/) })
  mkdirSync(join(root, 'folder'))
  await expect(read(pathOf(join(root, 'folder')))).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
  writeFileSync(join(root, 'secret'), 'x')
  chmodSync(join(root, 'secret'), 0)
  if (process.getuid?.() !== 0)
    await expect(read(pathOf(join(root, 'secret')))).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })

  const paths = [photo, gone, photo].map(pathOf)
  await using pipe = pipelineDef({ batchSize: 3, numThreads: 2 }, () => [
    fn.io.file.read(fn.externalSource({ source: () => paths }), { onError: 'skip' }),
  ])()
  const [files] = await pipe.run()
  const size = readFileSync(photo).length
  expect([0, 1, 2].map((i) => files!.shape(i))).toEqual([[size], [size], [size]])
  expect(pipe.statistics().badTotal).toBeGreaterThan(0)
})

test.each([
  ['another dtype', Int32Array.of(65), /uint8 or int8 but received int32/],
  ['two dimensions', { data: pathOf(photo), shape: [1, photo.length] }, /1 dimension but received 2/],
  ['nothing', new Uint8Array(0), /received no characters/],
])('a path of %s is refused', async (_, path, message) => {
  await expect(read(path)).rejects.toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(message) })
})
