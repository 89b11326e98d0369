// serve() with maxPixelsInFlight: batches of images of different sizes, requests that wait for room, and images that are refused.
import { readFileSync } from 'node:fs'
import { fn, pipelineDef, serve, types } from 'penstock-data'
import { expect, test } from 'vitest'

const photo = readFileSync(new URL('../../../data/photos/animals/cat.jpg', import.meta.url))

/** A grey image of these extents, as a file of the format PGM. */
const image = (height: number, width: number) =>
  Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), Buffer.alloc(height * width, 7)])

const options = { batchSize: 8, numThreads: 1, onError: 'placeholder' } as const
const files = pipelineDef(options, () => [
  fn.shapes(fn.decoders.image(fn.externalSource({ name: 'upload', dtype: types.UINT8, ndim: 1 }))),
])

type Lists = readonly [{ length: number; [Symbol.iterator](): Iterator<{ dataSync(): BigInt64Array }> }]

/** A model that gives heights, and notes the sizes of batches; it waits for `gate`. */
function noting(gate: Promise<void> = Promise.resolve()) {
  const batches: number[] = []
  const model = async (outputs: unknown) => {
    const [list] = outputs as Lists
    batches.push(list.length)
    const heights = [...list].map((shape) => Number(shape.dataSync()[0]))
    await gate
    return heights
  }
  return { batches, model }
}

const never = 1e6
const tick = () => new Promise((resolve) => setTimeout(resolve, 2))

test('a batch ends before the image that would pass the limit', async () => {
  await using pipe = files()
  const { batches, model } = noting()
  const server = serve(pipe, { maxDelayMs: never, maxPixelsInFlight: 1000 }, model)
  const asked = [10, 20, 30, 25, 25, 40].map((height) => server.request({ upload: image(height, 10) }))
  const closed = server.close()
  expect(await Promise.all(asked)).toEqual([10, 20, 30, 25, 25, 40])
  expect(batches).toEqual([4, 2])
  await closed
})

test('requests wait for room beside the batches under way', async () => {
  await using pipe = files()
  let go!: () => void
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  const { batches, model } = noting(gate)
  const server = serve(pipe, { maxDelayMs: 0, maxPixelsInFlight: 1000, maxQueue: 2 }, model)
  const first = server.request({ upload: image(60, 10) })
  while (!batches.length) await tick()
  const second = server.request({ upload: image(50, 10) })
  const third = server.request({ upload: image(10, 10) })
  for (let i = 0; i < 20; i++) await tick()
  expect(server.statistics()).toMatchObject({ inFlight: 1, pixelsInFlight: 600, waiting: 2 })
  // Those that wait push back.
  await expect(server.request({ upload: image(1, 1) })).rejects.toMatchObject({ code: 'QUEUE_FULL' })
  go()
  expect(await Promise.all([first, second, third])).toEqual([60, 50, 10])
  expect(server.statistics()).toMatchObject({ inFlight: 0, pixelsInFlight: 0, answered: 3, refused: 1 })
  await server.close()
})

test('an image that passes the limit alone, and a file that is none, fail alone', async () => {
  await using pipe = files()
  const server = serve(pipe, { maxDelayMs: 5, maxPixelsInFlight: 200_000 }, noting().model)
  const claims = Buffer.from('P6 60000 60000 255\n')
  const uploads = [photo, claims, Buffer.from('hello'), image(9, 9), image(500, 401)]
  const [good, huge, bad, small, large] = await Promise.allSettled(uploads.map((upload) => server.request({ upload })))
  expect([good, small]).toMatchObject([{ status: 'fulfilled' }, { value: 9 }])
  const message = expect.stringMatching(/at most 200000 pixels, as maxPixelsInFlight allows, but received 200500/)
  expect(large).toMatchObject({ reason: { code: 'INVALID_INPUT', message } })
  expect(huge).toMatchObject({ reason: { code: expect.stringMatching(/INVALID_INPUT|BAD_SAMPLE/) } })
  expect(bad).toMatchObject({ reason: { code: 'BAD_SAMPLE' } })
  await server.close()
})

test('images that are decoded count by their extents, and aborted requests leave the queue', async () => {
  await using pipe = pipelineDef(options, () => [fn.externalSource({ name: 'image', dtype: types.UINT8, ndim: 3 })])()
  const { batches, model } = noting()
  const server = serve(pipe, { maxDelayMs: never, maxPixelsInFlight: 100 }, async (outputs) => {
    await model(outputs).catch(() => [])
    return [...(outputs as unknown as Lists)[0]].map(() => 'made')
  })
  const pixels = (height: number) => ({ data: new Uint8Array(height * 10 * 3), shape: [height, 10, 3] })
  const left = new AbortController()
  const asked = [6, 4, 5].map((height) => server.request({ image: pixels(height) }))
  const gone = server.request({ image: pixels(1) }, { signal: left.signal })
  left.abort()
  await expect(gone).rejects.toMatchObject({ code: 'ABORTED' })
  await server.close()
  expect(await Promise.all(asked)).toEqual(['made', 'made', 'made'])
  expect(batches).toEqual([2, 1])
})

test.each([0, -1, 1.5, Number.NaN, '9'])('%j is no limit', async (maxPixelsInFlight) => {
  await using pipe = files()
  const call = () => serve(pipe, { maxPixelsInFlight: maxPixelsInFlight as number })
  expect(call).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  expect(call).toThrow(/maxPixelsInFlight, a number of pixels from 1 on/)
})
