// The orientation of EXIF on the GPU: host code reads the same headers, so images are turned as on the CPU.
import { fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import '../util/gpu.js'
import { containers, exif } from './exif-files.js'

const six = exif('short', [6])
const cases: [string, Buffer[]][] = [
  ['one block', [six]],
  ['two blocks, of which the first counts', [six, exif('short', [3])]],
  ['two blocks, of which the second would turn', [exif('short', [1]), six]],
  ['a signed SHORT', [exif('signedShort', [8])]],
  ['two numbers', [exif('short', [5, 1])]],
]

test.each(Object.keys(containers))('a %s is turned as on the CPU', async (name) => {
  const files = cases.map(([, blocks]) => new Uint8Array(containers[name]!(blocks)))
  const shapes: string[][] = []
  for (const device of ['cpu', 'mixed'] as const) {
    const pipe = pipelineDef({ batchSize: files.length, numThreads: 1, deviceId: 0 }, () =>
      fn.decoders.image(fn.externalSource({ source: [files] }), { device }),
    )()
    try {
      const [images] = await pipe.run()
      shapes.push(files.map((_, i) => images!.shape(i).join()))
    } finally {
      await pipe.close()
    }
  }
  expect(shapes[1]).toEqual(shapes[0])
  // The wide image is high where a quarter turn counts.
  const high = shapes[0]!.map((shape) => Number(shape.split(',')[0]) > Number(shape.split(',')[1]))
  expect(high).toEqual([true, true, false, true, true])
})
