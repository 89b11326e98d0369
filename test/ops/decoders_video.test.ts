// decoders.video: pixels of every codec and container against PyAV's frames and NumPy's conversion (tools/docs/make-videos.py),
// which frames a call chooses, and videos that are refused.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, it, test } from 'vitest'
import { bundled } from '../formats/decode.js'
import { hasVideo, shownBy, videoBytes, videoGoldens } from '../util/video.js'

type Options = Parameters<typeof nd.decoders.video>[1]

/** The shape of a decoded sequence, and the checksum of each of its frames. */
function decode(bytes: Uint8Array, options: Options = {}) {
  const video = nd.decoders.video(nd.tensor(bytes), options)
  const { buffer, byteOffset, byteLength } = video.dataSync()
  const found = framesOf(video.shape as number[], new Uint8Array(buffer, byteOffset, byteLength))
  return { layout: video.layout, dtype: video.dtype, ...found }
}
function framesOf(shape: readonly number[], data: Uint8Array) {
  const size = data.length / shape[0]!
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

describe.skipIf(!hasVideo)('pixels of more than 8 bits', () => {
  const deep = videoGoldens.filter(({ rgb48 }) => rgb48)
  it.each(deep.map(({ name }) => name))('uint16 has the precision of %s', (name) => {
    const { bytes, width, height, rgb48 } = golden(name)
    const found = decode(bytes, { dtype: 'uint16' })
    expect([found.dtype, found.shape]).toEqual(['uint16', [rgb48!.length, height, width, 3]])
    expect(found.sums).toEqual(rgb48)
  })

  const values = (name: string, dtype: 'uint8' | 'uint16' | 'float32', more: Options = {}) =>
    nd.decoders.video(nd.tensor(videoBytes(name)), { ...more, dtype } as Options).dataSync() as Float32Array

  it.each(['hevc_pq.mp4', 'hevc_10bit.mkv', 'prores_alpha.mov'])('float32 has the fractions of %s', (name) => {
    const floats = values(name, 'float32')
    expect(floats).toEqual(Float32Array.from(values(name, 'uint16'), (v) => v / 257))
    expect(floats.some((v) => !Number.isInteger(v))).toBe(true)
  })

  it.each(['h264_709.mp4', 'png_alpha.mov'])('float32 has the values of uint8 of %s, which has 8 bits', (name) => {
    expect(values(name, 'float32')).toEqual(Float32Array.from(values(name, 'uint8')))
  })

  it('are turned, and filled with fillValue, like others', () => {
    const bytes = shownBy(videoBytes('hevc_pq.mp4'), [0, 1, -1, 0])
    const stored = decode(videoBytes('hevc_pq.mp4'), { dtype: 'uint16', frames: [5] })
    const turned = decode(bytes, { dtype: 'uint16', frames: [5, 9], fillValue: [1, 2, 255] })
    const [, h, w] = stored.shape as [number, number, number]
    expect(turned.shape).toEqual([2, w, h, 3])
    const [a, b] = [stored.data, turned.data].map((data) => new Uint16Array(data.buffer, data.byteOffset))
    for (let y = 0; y < h; y++) {
      for (let x = 0; x < w; x++) {
        const [from, to] = [3 * (y * w + x), 3 * (x * h + h - 1 - y)]
        if (a![from] !== b![to] || a![from + 2] !== b![to + 2]) expect([x, y, b![to]]).toEqual([x, y, a![from]])
      }
    }
    expect([...b!.subarray(3 * w * h, 3 * w * h + 4)]).toEqual([257, 514, 65535, 257])
  })

  it('other dtypes are refused', () => {
    expect(refusal(videoBytes('h264_709.mp4'), { dtype: 'int16' } as Options)).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('dtype'),
    })
  })
})

describe.skipIf(!hasVideo)('alpha', () => {
  const clear = videoGoldens.filter(({ rgba }) => rgba)
  it.each(clear.map(({ name }) => name))('of %s is the fourth channel', (name) => {
    const { bytes, width, height, rgba } = golden(name)
    const found = decode(bytes, { imageType: 'rgba' })
    expect([found.layout, found.shape]).toEqual(['FHWC', [rgba!.length, height, width, 4]])
    expect(found.sums).toEqual(rgba)
    // Also where decoding does not begin at the first frame.
    const last = rgba!.length - 1
    expect(decode(bytes, { imageType: 'rgba', frames: [last, 1] }).sums).toEqual([rgba![last], rgba![1]])
  })

  it('is opaque where the stream has none', () => {
    const bytes = videoBytes('h264_709.mp4')
    const [rgb, rgba] = [decode(bytes).data, decode(bytes, { imageType: 'rgba' }).data]
    const expected = new Uint8Array((rgb.length / 3) * 4).map((_, i) =>
      i % 4 === 3 ? 255 : rgb[3 * (i >> 2) + (i % 4)]!,
    )
    expect(Buffer.compare(rgba, expected)).toBe(0)
  })

  it('has the precision of the colours', () => {
    const bytes = videoBytes('prores_alpha.mov')
    const [words, floats] = (['uint16', 'float32'] as const).map((dtype) =>
      nd.decoders.video(nd.tensor(bytes), { imageType: 'rgba', dtype, frames: [2] }).dataSync(),
    )
    const rgb = nd.decoders.video(nd.tensor(bytes), { dtype: 'uint16', frames: [2] }).dataSync()
    expect(Array.from(words as Uint16Array).filter((_, i) => i % 4 < 3)).toEqual(Array.from(rgb as Uint16Array))
    expect(floats).toEqual(Float32Array.from(words as Uint16Array, (v) => v / 257))
    // 12 bits, spread over 16.
    const alpha = Array.from(words as Uint16Array).filter((_, i) => i % 4 === 3)
    expect(alpha.every((v) => Math.round((Math.round((v * 4095) / 65535) * 65535) / 4095) === v)).toBe(true)
    expect(new Set(alpha).size).toBeGreaterThan(256)
  })

  it.each<[number[], number[]]>([
    [[7], [7, 7, 7, 7]],
    [
      [1, 2, 3],
      [1, 2, 3, 255],
    ],
    [
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ],
  ])('fillValue %j is %j', (fillValue, pixel) => {
    const { data } = decode(videoBytes('ffv1_alpha.mkv'), { imageType: 'rgba', frames: [0, 9], fillValue })
    expect([...data.subarray(data.length / 2, data.length / 2 + 4)]).toEqual(pixel)
  })

  it.each(['bgr', 'gray', 'ycbcr', 'any', 'index'] as const)('%s is refused', (imageType) => {
    expect(refusal(videoBytes('h264_709.mp4'), { imageType })).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining("'rgb' or 'rgba'"),
    })
  })
})

describe.skipIf(!hasVideo)('a video that is shown turned', () => {
  const video = golden('h264_709.mp4')
  const { width: w, height: h } = video
  // Also where the tests are skipped.
  const stored = hasVideo ? decode(video.bytes, { frames: [0, 7] }).data : new Uint8Array()

  /** Both frames, where the pixel at (x, y) is shown at (a x + c y, b x + d y), moved into the frame. */
  function turned([a, b, c, d]: readonly number[]) {
    const [width, height] = a === 0 ? [h, w] : [w, h]
    const data = new Uint8Array(stored.length)
    for (let i = 0; i < stored.length / 3; i++) {
      const [x, y, frame] = [i % w, Math.floor(i / w) % h, Math.floor(i / (w * h))]
      // A coordinate that counts backwards begins with the last one.
      const column = a! * x + c! * y + (a! + c! < 0 ? width - 1 : 0)
      const row = b! * x + d! * y + (b! + d! < 0 ? height - 1 : 0)
      data.set(stored.subarray(3 * i, 3 * i + 3), 3 * ((frame * height + row) * width + column))
    }
    return { shape: [2, height, width, 3], data }
  }

  it.each([
    [1, 0, 0, 1],
    [-1, 0, 0, 1],
    [-1, 0, 0, -1],
    [1, 0, 0, -1],
    [0, 1, 1, 0],
    [0, 1, -1, 0],
    [0, -1, -1, 0],
    [0, -1, 1, 0],
  ])('by the matrix %d %d %d %d', (...matrix) => {
    const bytes = shownBy(video.bytes, matrix)
    const found = decode(bytes, { frames: [0, 7] })
    const expected = turned(matrix)
    expect(found.shape).toEqual(expected.shape)
    expect(Buffer.compare(found.data, expected.data)).toBe(0)
    expect(Buffer.compare(decode(bytes, { frames: [0, 7], rotate: 'ignore' }).data, stored)).toBe(0)
  })

  it('by another angle counts as the nearest multiple of 90 degrees', () => {
    const slanted = shownBy(video.bytes, [0.6, 0.8, -0.8, 0.6])
    expect(Buffer.compare(decode(slanted, { frames: [0, 7] }).data, turned([0, 1, -1, 0]).data)).toBe(0)
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

describe.skipIf(!hasVideo)('frames by time', () => {
  // 25 frames a second, from 0 on.
  const video = golden('h264_open.mp4')
  // Frames that are not evenly apart.
  const uneven = golden('h264_vfr.mkv')
  const times = uneven.frames.map(([time]) => time! - uneven.frames[0]![0]!)
  const last = times.length - 1
  const end = 2 * times[last]! - times[last - 1]!
  // Its times are whole milliseconds, and so are those that are asked for.
  const shownAt = (t: number) =>
    t >= end ? -1 : times.findLastIndex((time) => Math.round(time * 1000) <= Math.round(t * 1000))
  const nearest = (t: number) =>
    t >= end
      ? -1
      : times.reduce((best, time, i) => (Math.abs(time - t) < Math.abs(times[best]! - t) - 1e-6 ? i : best), 0)

  /** The numbers of the frames that a call gives. */
  function numbersOf(bytes: Uint8Array, options: Options): number[] {
    const made = nd.decoders.video(nd.tensor(bytes), { ...options, enableFrameNum: 'sequence' } as Options) as unknown
    const [, numbers] = made as [nd.Tensor, nd.Tensor]
    return Array.from(numbers.dataSync() as Int32Array)
  }

  it.each<[Options, number[]]>([
    [{ times: [0, 0.04, 1.76, 0.4, 0.4] }, [0, 1, 44, 10, 10]],
    [{ times: [0.039, 0.041, 0.079] }, [0, 1, 1]],
    [{ times: [0.019, 0.021, 0.061], between: 'nearest' }, [0, 1, 2]],
    [{ times: [1.79, 1.8, 99] }, [44, -1, -1]],
    [{ times: [1.79, 1.8, 99], padMode: 'edge' }, [44, 44, 44]],
    [{ fps: 5 }, [0, 5, 10, 15, 20, 25, 30, 35, 40]],
    [{ fps: 25, startFrame: 40 }, [40, 41, 42, 43, 44]],
    [{ fps: 50, sequenceLength: 5 }, [0, 0, 1, 1, 2]],
    [{ fps: 10, sequenceLength: 4, between: 'nearest' }, [0, 2, 5, 7]],
    [{ fps: 5, startFrame: 2, stride: 3, sequenceLength: 3 }, [10, 25, 40]],
    [{ fps: 5, startFrame: 7, sequenceLength: 3 }, [35, 40, -1]],
    [{ fps: 5, startFrame: 7, sequenceLength: 3, padMode: 'none' }, [35, 40]],
    [{ fps: 0.1 }, [0]],
    [{ uniformSample: true, sequenceLength: 5 }, [0, 11, 22, 33, 44]],
    [{ uniformSample: true, sequenceLength: 3, startFrame: 40 }, [40, 42, 44]],
    [{ uniformSample: true, sequenceLength: 3, fps: 5 }, [0, 20, 40]],
  ])('%j', (options, numbers) => {
    expect(numbersOf(video.bytes, options)).toEqual(numbers)
    const [frames] = nd.decoders.video(nd.tensor(video.bytes), {
      ...options,
      enableTimestamps: true,
    } as Options) as unknown as [nd.Tensor, nd.Tensor]
    const black = crc32(new Uint8Array(video.width * video.height * 3))
    const found = framesOf(frames.shape as number[], frames.dataSync() as Uint8Array)
    expect(found.sums).toEqual(numbers.map((n) => (n < 0 ? black : video.sums[n])))
  })

  it('frames that are not evenly apart are those that are shown then, or the nearest', () => {
    const asked = Array.from({ length: 150 }, (_, i) => Math.fround((i * end * 1.02) / 149))
    expect(numbersOf(uneven.bytes, { times: asked })).toEqual(asked.map(shownAt))
    expect(numbersOf(uneven.bytes, { times: asked, between: 'nearest' })).toEqual(asked.map(nearest))
    // Every frame is found by its own time.
    expect(numbersOf(uneven.bytes, { times })).toEqual(times.map((_, i) => i))
  })

  it('times are those of the file', () => {
    const made = nd.decoders.video(nd.tensor(uneven.bytes), { frames: [last, 0, 99999], enableTimestamps: true })
    const [, stamps] = made
    expect(Array.from(stamps.dataSync() as Float64Array)).toEqual([times[last], 0, -1])
  })

  it.each<[Options, string, string]>([
    [{ times: [1.8], padMode: 'none' }, 'BAD_SAMPLE', 'at 1.800 s, for times but received 1.8'],
    [{ times: [-1] }, 'INVALID_ARGUMENT', 'times'],
    [{ times: [1], frames: [1] }, 'INVALID_ARGUMENT', 'times'],
    [{ times: [1], fps: 1 }, 'INVALID_ARGUMENT', 'times'],
    [{ fps: 1, frames: [1] }, 'INVALID_ARGUMENT', 'fps'],
    [{ uniformSample: true }, 'INVALID_ARGUMENT', 'sequenceLength'],
  ])('%j is refused', (options, code, text) => {
    const error = refusal(video.bytes, options)
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(text)])
  })

  it('a video without times has none to choose by', () => {
    const error = refusal(videoBytes('mpeg4.avi'), { fps: 5 })
    expect([error.code, error.message]).toEqual(['BAD_SAMPLE', expect.stringContaining('whose frames have times')])
  })
})

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
