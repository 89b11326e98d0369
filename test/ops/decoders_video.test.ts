// decoders.video: pixels of every codec and container against PyAV's frames and NumPy's conversion (tools/docs/make-videos.py),
// which frames a call chooses, and videos that are refused.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, it, test } from 'vitest'
import { bundled } from '../formats/decode.js'
import { hasVideo, videoBytes, videoGoldens } from '../util/video.js'

type Options = Parameters<typeof nd.decoders.video>[1]

/** The shape of a decoded sequence, and the checksum of each of its frames. */
function decode(bytes: Uint8Array, options: Options = {}) {
  const video = nd.decoders.video(nd.tensor(bytes), options)
  return { layout: video.layout, ...framesOf(video.shape as number[], video.dataSync() as Uint8Array) }
}
function framesOf(shape: readonly number[], data: Uint8Array) {
  const size = shape[1]! * shape[2]! * shape[3]!
  const sums = Array.from({ length: shape[0]! }, (_, i) => crc32(data.subarray(i * size, (i + 1) * size)))
  return { shape: [...shape], sums, data }
}
const golden = (name: string) => {
  const one = videoGoldens.find((video) => video.name === name)!
  return { ...one, sums: one.frames.map(([, , rgb]) => rgb), bytes: videoBytes(name) }
}

describe.skipIf(!hasVideo)('pixels', () => {
  it.each(videoGoldens.map(({ name }) => name))('%s', (name) => {
    const { bytes, width, height, sums } = golden(name)
    const found = decode(bytes)
    expect([found.layout, found.shape]).toEqual(['FHWC', [sums.length, height, width, 3]])
    expect(found.sums).toEqual(sums)
  })

  it('the stream names the matrix, unless colorMatrix does', () => {
    const { bytes, sums } = golden('h264_709.mp4')
    expect(decode(bytes, { colorMatrix: 'bt709' }).sums).toEqual(sums)
    expect(decode(bytes, { colorMatrix: 'bt601' }).sums).not.toEqual(sums)
  })

  it('the stream names the range, unless colorRange does', () => {
    const { bytes, sums } = golden('h264_full.mp4')
    expect(decode(bytes, { colorRange: 'full' }).sums).toEqual(sums)
    expect(decode(bytes, { colorRange: 'limited' }).sums).not.toEqual(sums)
  })
})

describe.skipIf(!hasVideo)('chosen frames', () => {
  const video = golden('h264_open.mp4')
  const n = video.sums.length
  const fill = (value: number[]) => {
    const frame = new Uint8Array(video.width * video.height * 3).map((_, i) => value[i % value.length]!)
    return crc32(frame)
  }
  const expected = (numbers: number[]) => numbers.map((number) => (number < 0 ? fill([0]) : video.sums[number]!))
  const range = (from: number, to: number, step = 1) =>
    Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step)

  it.each<[Options, number[]]>([
    [{ frames: [44, 0, 17, 17, 3] }, [44, 0, 17, 17, 3]],
    [{ startFrame: 9 }, range(9, n)],
    [{ stride: 4 }, range(0, n, 4)],
    [{ startFrame: 19, sequenceLength: 3, stride: 10 }, [19, 29, 39]],
    [{ startFrame: 18, endFrame: 25, stride: 3 }, [18, 21, 24]],
    [{ startFrame: 42, sequenceLength: 5 }, [42, 43, 44, -1, -1]],
    [{ startFrame: 42, endFrame: 47 }, [42, 43, 44, -1, -1]],
    [{ startFrame: 42, sequenceLength: 5, padMode: 'none' }, [42, 43, 44]],
    [{ startFrame: 42, endFrame: 90, padMode: 'none' }, [42, 43, 44]],
    [{ startFrame: 42, sequenceLength: 5, padMode: 'edge' }, [42, 43, 44, 44, 44]],
    [{ startFrame: 42, sequenceLength: 5, padMode: 'repeat' }, [42, 43, 44, 44, 44]],
    [{ startFrame: 42, sequenceLength: 6, padMode: 'reflect_1001' }, [42, 43, 44, 44, 43, 42]],
    [{ startFrame: 42, sequenceLength: 6, padMode: 'symmetric' }, [42, 43, 44, 44, 43, 42]],
    [{ startFrame: 42, sequenceLength: 6, padMode: 'reflect_101' }, [42, 43, 44, 43, 42, 41]],
    [{ startFrame: 42, sequenceLength: 6, padMode: 'reflect' }, [42, 43, 44, 43, 42, 41]],
    [{ frames: [44, 50], padMode: 'edge' }, [44, 44]],
    [{ frames: [44, 50] }, [44, -1]],
  ])('%j', (options, numbers) => {
    expect(decode(video.bytes, options).sums).toEqual(expected(numbers))
  })

  it('fillValue has a value for each channel', () => {
    const options = { startFrame: 44, sequenceLength: 2, fillValue: [118, 185, 0] }
    expect(decode(video.bytes, options).sums).toEqual([video.sums[44], fill([118, 185, 0])])
  })

  it('a video of one frame is mirrored to itself', () => {
    const still = golden('h264_still.mp4')
    const found = decode(still.bytes, { sequenceLength: 3, padMode: 'reflect_101' })
    expect(found.sums).toEqual([0, 0, 0].map(() => still.sums[0]))
  })

  it('differ by sample, with the same bytes for any number of threads', async () => {
    const names = ['h264_open.mp4', 'vp9.webm', 'hevc_open.mp4', 'mpeg4.mp4']
    const found = []
    for (const numThreads of [1, 4]) {
      await using pipe = pipelineDef({ batchSize: 4, numThreads }, () => {
        const encoded = fn.externalSource({ source: () => names.map(videoBytes) })
        const startFrame = fn.externalSource({ source: () => [31, 5, 12, 0].map((at) => Int32Array.of(at)) })
        return [fn.decoders.video(encoded, { startFrame, sequenceLength: 6, stride: 2 })]
      })()
      const [videos] = await pipe.run()
      found.push(
        names.map((_, i) => framesOf(videos!.at(i).shape as number[], videos!.at(i).dataSync() as Uint8Array).sums),
      )
    }
    expect(found[0]).toEqual(
      names.map((name, i) =>
        range([31, 5, 12, 0][i]!, 99, 2)
          .slice(0, 6)
          .map((at) => golden(name).sums[at]),
      ),
    )
    expect(found[1]).toEqual(found[0])
  })
})

/** What is said of a video that is refused. */
function refusal(bytes: Uint8Array, options: Options = {}): { code: string; message: string } {
  try {
    decode(bytes, options)
  } catch (error) {
    return error as { code: string; message: string }
  }
  throw new Error('nothing was refused')
}

describe.skipIf(!hasVideo)('what is refused', () => {
  const whole = videoBytes('h264.mp4')
  const at = (bytes: Uint8Array, name: string) => Buffer.from(bytes).indexOf(name)
  const fragments = videoBytes('h264_fragments.mp4')
  const moovFirst = videoBytes('h264_moov_first.mp4')
  const scratched = videoBytes('h264_vfr.mkv').fill(0xff, 1900, 2100)
  const noise = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251)
  it.each<[string, Uint8Array, Options, string, string]>([
    ['nothing', new Uint8Array(0), {}, 'BAD_SAMPLE', 'Expected a video file'],
    ['noise', noise, {}, 'BAD_SAMPLE', 'Expected a video file'],
    ['a photo', bundled('rgb8.png'), {}, 'BAD_SAMPLE', 'Expected a video file'],
    [
      'a file without its end, where the table of frames is',
      whole.slice(0, 9000),
      {},
      'BAD_SAMPLE',
      'moov atom not found',
    ],
    [
      'an MP4 without its last packets',
      moovFirst.slice(0, 9000),
      {},
      'BAD_SAMPLE',
      'Expected 40 packets in the video but the file ends after',
    ],
    ['a damaged Matroska', scratched, {}, 'BAD_SAMPLE', 'does not come out of the decoder'],
    ['sound alone', videoBytes('sound_only.mp4'), {}, 'BAD_SAMPLE', '1 streams, none of video'],
    ['a header without frames', fragments.slice(0, at(fragments, 'moof') - 4), {}, 'BAD_SAMPLE', 'that show none'],
    ['a start beyond the end', whole, { startFrame: 40 }, 'BAD_SAMPLE', 'below 40, for startFrame but received 40'],
    [
      'a number beyond the end',
      whole,
      { frames: [41], padMode: 'none' },
      'BAD_SAMPLE',
      'below 40, for frames but received 41',
    ],
    ['a negative number', whole, { frames: [-1] }, 'INVALID_ARGUMENT', 'frames'],
    [
      'an end before the start',
      whole,
      { startFrame: 9, endFrame: 9 },
      'INVALID_ARGUMENT',
      'for endFrame but received 9',
    ],
    ['frames and a start', whole, { frames: [1], startFrame: 1 }, 'INVALID_ARGUMENT', 'frames'],
    ['a length and an end', whole, { sequenceLength: 1, endFrame: 1 }, 'INVALID_ARGUMENT', 'endFrame'],
    [
      'more pixels than allowed',
      whole,
      { maxPixels: 5000 },
      'BAD_SAMPLE',
      '5000 pixels (maxPixels) but received 128 x 72',
    ],
    ['more time than allowed', whole, { maxDecodeSeconds: 1e-9 }, 'BAD_SAMPLE', 'maxDecodeSeconds'],
  ])('%s', (_, bytes, options, code, text) => {
    const error = refusal(bytes, options)
    expect(error.code).toBe(code)
    expect(error.message).toContain(text)
  })

  it('a damaged frame, and those that refer to it, and no others', () => {
    const { bytes, sums } = golden('h264.mp4')
    const damaged = bytes.slice()
    // Behind the first frame of the first group, which has 12.
    const from = at(bytes, 'mdat') + 2300
    damaged.fill(0xff, from, from + 40)
    expect(decode(damaged, { startFrame: 12 }).sums).toEqual(sums.slice(12))
    expect(refusal(damaged)).toMatchObject({
      code: 'BAD_SAMPLE',
      message: expect.stringMatching(/Frame \d+ of 40, at 0\.\d+ s, is damaged, or refers to frames that are/),
    })
  })

  it('onError leaves the others as they are', async () => {
    await using pipe = pipelineDef({ batchSize: 3, numThreads: 2 }, () => {
      const encoded = fn.externalSource({ source: () => [whole, noise, whole] })
      return [fn.decoders.video(encoded, { sequenceLength: 2, onError: 'placeholder' })]
    })()
    const [videos] = await pipe.run()
    const sums = [0, 1, 2].map(
      (i) => framesOf(videos!.at(i).shape as number[], videos!.at(i).dataSync() as Uint8Array).sums,
    )
    expect(sums[0]).toEqual(golden('h264.mp4').sums.slice(0, 2))
    expect(sums[2]).toEqual(sums[0])
  })
})

test('without the plugin a call says what installs it, and images are decoded', async () => {
  const program = `
    import { readFileSync } from 'node:fs'
    import * as nd from 'penstock-data/dynamic'
    const read = (file) => nd.tensor(new Uint8Array(readFileSync(file)))
    console.log(JSON.stringify([...nd.decoders.image(read('data/formats/progressive.jpg')).shape].length))
    try {
      nd.decoders.video(read('data/videos/h264.mp4')).dataSync()
    } catch ({ code, message, hint }) {
      console.log(JSON.stringify({ code, message, hint }))
    }`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, PENSTOCK_AV_PLUGIN: '/nowhere/penstock_av.so' },
    timeout: 60_000,
  })
  const [image, video] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(image).toBe(3)
  expect(video).toMatchObject({ code: 'UNSUPPORTED', hint: 'Correct PENSTOCK_AV_PLUGIN, or unset it' })
  expect(video.message).toContain('The video plugin could not be loaded: /nowhere/penstock_av.so')
})
