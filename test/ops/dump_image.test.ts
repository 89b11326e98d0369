// dumpImage: the files are DALI's, byte for byte; images pass unchanged; and what cannot be written says why. The files go to
// the working folder, so each pipeline runs in a process whose folder is a temporary one.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DataNode, fn } from 'penstock-data'
import { expect, test } from 'vitest'
import { tempFolder } from '../util/files.js'
import { runOn } from '../util/run-on.js'

const dist = new URL('../../dist/index.js', import.meta.url).href

/** Runs a pipeline of two images per batch, and returns what comes of it. */
function dump(folder: string, options: object, channels = 3, plugin?: string): { shape: number[]; same: boolean } {
  const program = `
    import { fn, pipelineDef } from '${dist}'
    const image = (at) => ({ data: Uint8Array.from({ length: 6 * ${channels} }, (_, i) => i * 10 + at), shape: [2, 3, ${channels}], layout: 'HWC' })
    const source = () => [image(0), image(1)]
    const pipe = pipelineDef({ batchSize: 2, numThreads: 2, prefetchQueueDepth: 1, deviceId: ${plugin ? 0 : null} }, () => {
      const x = fn.externalSource({ source })
      return [x, fn.dumpImage(x${plugin ? '.gpu()' : ''}, ${JSON.stringify(options)}).cpu()]
    })()
    let result
    try {
      const [before, after] = await pipe.run()
      result = { shape: after.shape(1), same: String(before.at(1).dataSync()) === String(after.at(1).dataSync()) }
    } catch ({ code, message, hint }) {
      result = { code, message, hint }
    }
    await pipe.close()
    console.log(JSON.stringify(result))`
  writeFileSync(join(folder, 'program.mjs'), program)
  const env = { ...process.env, ...(plugin && { PENSTOCK_CUDA_PLUGIN: plugin }) }
  return JSON.parse(execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8', env }))
}

// What DALI 2.4 writes of these images.
const colour = 'P3\n3 2\n255\n0 10 20 30 40 50 60 70 80 \n90 100 110 120 130 140 150 160 170 \n'
const gray = 'P2\n3 2\n255\n0 10 20 \n30 40 50 \n'
const texts = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name !== 'program.mjs')
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

test('a file per sample of the batch, which the next batch replaces', () => {
  const folder = tempFolder()
  writeFileSync(join(folder, '1--0.ppm'), 'of an earlier batch, and longer than the file of this one'.repeat(9))
  expect(dump(folder, {})).toEqual({ shape: [2, 3, 3], same: true })
  const files = texts(folder)
  expect(Object.keys(files)).toEqual(['0--0.ppm', '1--0.ppm'])
  expect(files['0--0.ppm']).toBe(colour)
  expect(files['1--0.ppm']).toMatch(/^P3\n3 2\n255\n1 11 21 .* 171 \n$/s)
})

const emulated = new URL('../../build/penstock_cuda_emulated.so', import.meta.url).pathname

test.skipIf(!existsSync(emulated))('the same files on a GPU', () => {
  const folder = tempFolder()
  expect(dump(folder, {}, 3, emulated)).toEqual({ shape: [2, 3, 3], same: true })
  expect(texts(folder)).toMatchObject({ '0--0.ppm': colour })
  expect(dump(folder, { suffix: 'no/such' }, 3, emulated)).toMatchObject({ code: 'INVALID_ARGUMENT' })
})

test('images of one channel, and a suffix', () => {
  const folder = tempFolder()
  dump(folder, { suffix: 'gray', inputLayout: 'HWC' }, 1)
  expect(texts(folder)).toMatchObject({ '0-gray-0.ppm': gray })
})

test('an image that cannot be written gives the reason, and leaves no file', () => {
  const folder = tempFolder()
  expect(dump(folder, { suffix: 'no/such' })).toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining('cannot write 0-no/such-0.ppm: No such file or directory'),
    hint: expect.stringMatching(/working folder, .*suffix is a part of their name/),
  })
  expect(texts(folder)).toEqual({})
})

const image = (shape: number[], layout?: string) => ({
  data: new Uint8Array(shape.reduce((a, b) => a * b, 1)),
  shape,
  ...(layout && { layout }),
})
test.each<[string, object, (x: DataNode) => DataNode, string, RegExp]>([
  ['another layout', image([3, 2, 2], 'CHW'), (x) => fn.dumpImage(x), 'INVALID_INPUT', /HWC but received .* 'CHW'/],
  ['two channels', image([2, 2, 2]), (x) => fn.dumpImage(x), 'INVALID_INPUT', /1 or 3 channels but received 2/],
  ['two dimensions', image([2, 2]), (x) => fn.dumpImage(x), 'INVALID_INPUT', /received 2 dimensions/],
  ['floats', { data: new Float32Array(3), shape: [1, 1, 3] }, (x) => fn.dumpImage(x), 'INVALID_INPUT', /float32/],
  ['inputLayout', image([1, 1, 3]), (x) => fn.dumpImage(x, { inputLayout: 'CHW' }), 'INVALID_ARGUMENT', /CHW/],
])('%s: refused', async (_, sample, build, code, message) => {
  await expect(runOn([sample], build)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})

test('several pipelines write one file at the same time, and it is whole', () => {
  const folder = tempFolder()
  const program = `
    import { fn, pipelineDef } from '${dist}'
    const define = pipelineDef({ batchSize: 1, numThreads: 1, deviceId: null }, () => fn.dumpImage(fn.constant({ idata: 7, shape: [2, 2, 3], dtype: 'uint8' })))
    const runs = Array.from({ length: 8 }, async () => {
      const pipe = define()
      for (let i = 0; i < 300; i++) (await pipe.run())[0].release()
      await pipe.close()
    })
    await Promise.all(runs)`
  writeFileSync(join(folder, 'program.mjs'), program)
  execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' })
  const files = texts(folder)
  expect(Object.keys(files)).toEqual(['0--0.ppm'])
  expect(files['0--0.ppm']).toBe(`P3\n2 2\n255\n${'7 7 7 7 7 7 \n'.repeat(2)}`)
})
