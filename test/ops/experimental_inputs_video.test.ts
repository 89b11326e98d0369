// experimental.inputs.video: the sequences of fed videos are frames of decoders.video, and what is refused.
import { fn, pipelineDef, type TensorList } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, it } from 'vitest'
import { hasVideo, videoBytes } from '../util/video.js'

type Options = Parameters<typeof fn.experimental.inputs.video>[0]

const defined = (options: Omit<Options, 'name'>, pipeline: Parameters<typeof pipelineDef>[0] = {}) =>
  pipelineDef({ batchSize: 2, numThreads: 3, ...pipeline }, () =>
    fn.experimental.inputs.video({ ...options, name: 'video' }),
  )()

/** The frames of a video, one array each. */
function framesOf(bytes: Uint8Array): Uint8Array[] {
  const video = nd.decoders.video(nd.tensor(bytes))
  const [count] = video.shape as number[]
  const data = video.dataSync() as Uint8Array
  const size = data.length / count!
  return Array.from({ length: count! }, (_, i) => data.subarray(i * size, (i + 1) * size))
}

/** The sequences of the next batch: their shapes, and their frames. */
async function next(pipe: { run(): Promise<unknown> }) {
  const [list] = (await pipe.run()) as TensorList[]
  return [...list!].map((sequence) => {
    const { shape, layout } = sequence
    const data = sequence.dataSync() as Uint8Array
    const size = data.length / shape[0]!
    return { shape, layout, frames: Array.from({ length: shape[0]! }, (_, i) => data.slice(i * size, (i + 1) * size)) }
  })
}

function expectFrames(found: readonly Uint8Array[], expected: readonly Uint8Array[]) {
  expect(found.map((frame, i) => (expected[i] ? Buffer.compare(frame, expected[i]) : NaN))).toEqual(
    expected.map(() => 0),
  )
}

describe.skipIf(!hasVideo)('experimental.inputs.video', () => {
  it('gives 16 bits and alpha', async () => {
    const bytes = videoBytes('prores_alpha.mov')
    await using pipe = defined({ framesPerSequence: 2, dtype: 'uint16', imageType: 'rgba' })
    pipe.feedInput('video', bytes)
    const [list] = (await pipe.run()) as TensorList[]
    const found = [...list!].flatMap((sequence) => [...(sequence.dataSync() as Uint16Array)])
    const whole = nd.decoders.video(nd.tensor(bytes), { dtype: 'uint16', imageType: 'rgba' })
    expect(Uint16Array.from(found)).toEqual(whole.dataSync())
  })

  // B-frames and open groups; a time for each frame that is its own; no times; one picture with others hidden before it.
  it.each(['h264_open.mp4', 'h264_vfr.mkv', 'mpeg4.avi', 'vp9.webm'])(
    'gives all frames of %s in order',
    async (name) => {
      const bytes = videoBytes(name)
      const expected = framesOf(bytes)
      await using pipe = defined({ framesPerSequence: 4 })
      pipe.feedInput('video', bytes)
      const sequences = Math.ceil(expected.length / 4)
      const sizes: number[] = []
      const found: Uint8Array[] = []
      while (found.length < expected.length) {
        const batch = await next(pipe)
        sizes.push(batch.length)
        for (const { frames, layout } of batch) {
          expect(layout).toBe('FHWC')
          found.push(...frames)
        }
      }
      expect(sizes).toEqual([...Array<number>(Math.floor(sequences / 2)).fill(2), ...(sequences % 2 ? [1] : [])])
      expectFrames(found, expected)
      await expect(pipe.run()).rejects.toMatchObject({ code: 'INPUT_MISSING' })
    },
  )

  it('pads the last sequence with black frames', async () => {
    const bytes = videoBytes('h264_709.mp4')
    const expected = framesOf(bytes)
    await using pipe = defined({ framesPerSequence: expected.length - 2, lastSequencePolicy: 'pad' })
    pipe.feedInput('video', bytes)
    const [first, last] = await next(pipe)
    expect(last!.shape).toEqual(first!.shape)
    const black = new Uint8Array(expected[0]!.length)
    const fill = Array<Uint8Array>(expected.length - 4).fill(black)
    expectFrames([...first!.frames, ...last!.frames], [...expected, ...fill])
  })

  it('goes on with the video that was fed next, also where bytes are copied into batches', async () => {
    const names = ['h264_709.mp4', 'vp9.webm', 'h264_709.mp4']
    // With a budget each batch has the bytes of its video.
    await using pipe = defined({ framesPerSequence: 9 }, { batchSize: 1, memoryBudget: { host: 2 ** 28 } })
    for (const name of names) pipe.feedInput('video', [videoBytes(name)])
    for (const name of names) {
      const expected = framesOf(videoBytes(name))
      const found: Uint8Array[] = []
      while (found.length < expected.length) found.push(...(await next(pipe))[0]!.frames)
      expectFrames(found, expected)
    }
  })

  it('copies the bytes when they are fed', async () => {
    const bytes = videoBytes('h264_709.mp4')
    const expected = framesOf(bytes)
    await using pipe = defined({ framesPerSequence: 1 }, { batchSize: 1 })
    pipe.feedInput('video', bytes)
    bytes.fill(0)
    for (const frame of expected) expectFrames((await next(pipe))[0]!.frames, [frame])
  })

  it('runs with the data of a call, and as runSync()', async () => {
    const bytes = videoBytes('h264_709.mp4')
    const expected = framesOf(bytes)
    await using pipe = defined({ framesPerSequence: 5 }, { batchSize: 1 })
    const [first] = await pipe.run({ video: bytes } as never)
    expect(first!.shape(0)[0]).toBe(5)
    const [second] = pipe.runSync()
    expectFrames([second!.at(0).copy().dataSync().subarray(0, expected[5]!.length) as Uint8Array], [expected[5]!])
  })

  it('is the same after serialize()', async () => {
    const bytes = videoBytes('h264_709.mp4')
    await using pipe = defined({ framesPerSequence: 5 })
    const { Pipeline } = await import('penstock-data')
    await using other = Pipeline.deserialize(pipe.serialize())
    other.feedInput('video', bytes)
    const [first, second] = await next(other)
    expectFrames([...first!.frames, ...second!.frames], framesOf(bytes).slice(0, 10))
  })

  it('waits for a video with blocking', async () => {
    const bytes = videoBytes('h264_709.mp4')
    await using pipe = defined({ framesPerSequence: 5, blocking: true })
    const waiting = next(pipe)
    setTimeout(() => pipe.feedInput('video', bytes), 20)
    expect((await waiting).map(({ shape }) => shape[0])).toEqual([5, 3])
  })

  it.each([
    ['no video', new Uint8Array(50), 'BAD_SAMPLE', /Expected a video file .* \(video\)/],
    ['a video without frames', () => videoBytes('sound_only.mp4'), 'BAD_SAMPLE', /a video stream/],
    ['two videos', [new Uint8Array(1), new Uint8Array(1)], 'INVALID_INPUT', /one video but received 2/],
    ['numbers that are no bytes', new Float32Array(4), 'INVALID_INPUT', /Expected uint8 but received float32/],
    ['frames', { data: new Uint8Array(12), shape: [2, 2, 3] }, 'INVALID_INPUT', /1 dimensions/],
  ])('refuses %s, and goes on', async (_, data, code, message) => {
    await using pipe = defined({ framesPerSequence: 5 })
    const given = typeof data === 'function' ? data() : data
    const feed = () => pipe.feedInput('video', ('shape' in given ? [given] : given) as never)
    expect(feed).toThrow(
      expect.objectContaining({ code, op: 'experimental.inputs.video', message: expect.stringMatching(message) }),
    )
    pipe.feedInput('video', videoBytes('h264_709.mp4'))
    expect(await next(pipe)).toHaveLength(2)
  })

  it('leaves out a sequence with damaged frames, by onError', async () => {
    const bytes = videoBytes('h264.mp4')
    const expected = framesOf(bytes)
    // Behind the first frame of the first group, which has 12.
    const from = Buffer.from(bytes).indexOf('mdat') + 2300
    bytes.fill(0xff, from, from + 40)
    await using pipe = defined({ framesPerSequence: 12, onError: 'skip' }, { batchSize: 9 })
    pipe.feedInput('video', bytes)
    const found = await next(pipe)
    expectFrames(
      found.flatMap(({ frames }) => frames),
      expected.slice(12),
    )
  })

  it('needs a name, and a length', () => {
    const define = (options: object) => () =>
      pipelineDef({ batchSize: 1 }, () => fn.experimental.inputs.video(options as never))()
    expect(define({ framesPerSequence: 5 })).toThrow(/a name for feedInput\(\)/)
    expect(define({ name: 'video' })).toThrow(/framesPerSequence/)
    expect(define({ name: 'video', framesPerSequence: 0 })).toThrow(/framesPerSequence/)
  })
})
