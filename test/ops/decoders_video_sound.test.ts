// The sound of clips: samples of every codec and container against PyAV's decode (tools/docs/make-videos.py), clips as slices of
// the whole, and tracks that are missing, silent or damaged.
// @module-tag property
import fc from 'fast-check'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, it } from 'vitest'
import { check } from '../util/soak.js'
import { hasVideo, videoBytes, videoGoldens } from '../util/video.js'
import { type SoundGolden, soundGoldens } from '../util/video-sounds.js'

type Options = Parameters<typeof nd.decoders.video>[1]

interface Sound {
  shape: number[]
  data: Float32Array
}

/** The sound of the chosen frames. */
function soundOf(bytes: Uint8Array, options: Options = {}): Sound {
  const made = nd.decoders.video(nd.tensor(bytes), { ...options, audio: true } as Options) as unknown as nd.Tensor[]
  const sound = made.at(-1)!
  return { shape: [...sound.shape], data: Float32Array.from(sound.dataSync() as Float32Array) }
}
const timesOf = (name: string) => {
  const { frames } = videoGoldens.find((video) => video.name === name)!
  return frames.map(([time]) => time! - frames[0]![0]!)
}
/** The samples from a frame on, to another one that does not count, by the times of both. */
function span({ name, rate }: SoundGolden, from: number, to: number): [number, number] {
  const times = timesOf(name)
  const last = times.length - 1
  const end = 2 * times[last]! - times[last - 1]!
  const sample = (frame: number) => Math.ceil((frame > last ? end : times[frame]!) * rate - 1e-6)
  return [sample(from), sample(to)]
}
const slice = ({ shape, data }: Sound, [from, to]: [number, number]) => data.subarray(from * shape[1]!, to * shape[1]!)
const same = (a: Float32Array, b: Float32Array) =>
  Buffer.compare(Buffer.from(a.buffer, a.byteOffset, a.byteLength), Buffer.from(b.buffer, b.byteOffset, b.byteLength))

describe.skipIf(!hasVideo)('sound', () => {
  it.each(soundGoldens.map((sound) => [sound.name, sound] as const))('of %s is what PyAV decodes', (name, golden) => {
    const { shape, data } = soundOf(videoBytes(name))
    const channels = golden.values.length
    expect(shape).toEqual([span(golden, 0, Infinity)[1], channels])
    const at = (sample: number, channel: number) => data[sample * channels + channel]!
    for (let sample = 0; sample < shape[0]!; sample++) {
      // Outside of the track there is silence.
      const inside = sample >= golden.first && sample < golden.first + golden.samples
      const k = (sample - golden.first) / golden.each
      for (let c = 0; c < channels; c++) {
        const expected = inside ? (golden.values[c]![k] ?? at(sample, c)) : 0
        if (Math.abs(at(sample, c) - expected) > 1e-5) expect([sample, c, at(sample, c)]).toEqual([sample, c, expected])
      }
    }
  })

  it.each(soundGoldens.map((sound) => [sound.name, sound] as const))(
    'of any clip of %s is a slice of the whole, and clips that follow each other share no sample',
    async (name, golden) => {
      const bytes = videoBytes(name)
      const whole = soundOf(bytes)
      const frames = timesOf(name).length
      const clip = fc
        .tuple(fc.nat(frames - 1), fc.integer({ min: 1, max: frames }))
        .map(([from, count]) => [from, Math.min(count, frames - from)] as const)
      await check(
        60,
        41,
        fc.asyncProperty(clip, async ([startFrame, sequenceLength]) => {
          const found = soundOf(bytes, { startFrame, sequenceLength })
          const expected = slice(whole, span(golden, startFrame, startFrame + sequenceLength))
          expect(found.shape).toEqual([expected.length / whole.shape[1]!, whole.shape[1]])
          expect(same(found.data, expected)).toBe(0)
        }),
        12,
      )
    },
  )

  const golden = (name: string) => soundGoldens.find((sound) => sound.name === name)!
  const aac = golden('sound_aac.mp4')

  it('lasts from the first frame to the last one, in whatever order and at whatever distance', () => {
    const bytes = videoBytes(aac.name)
    const whole = soundOf(bytes)
    const expected = slice(whole, span(aac, 3, 30))
    expect(same(soundOf(bytes, { frames: [29, 3, 3, 11] }).data, expected)).toBe(0)
    expect(same(soundOf(bytes, { times: [0.12, 1.16] }).data, expected)).toBe(0)
    // Frames that padding adds have none.
    const end = slice(whole, span(aac, 57, Infinity))
    expect(same(soundOf(bytes, { startFrame: 57, sequenceLength: 20 }).data, end)).toBe(0)
    expect(soundOf(bytes, { times: [99] }).shape).toEqual([0, 2])
  })

  it('comes after the other outputs', () => {
    const args = { frames: [4, 2], audio: true, enableFrameNum: 'sequence', enableTimestamps: true } as const
    const made = nd.decoders.video(nd.tensor(videoBytes(aac.name)), args as Options) as unknown as nd.Tensor[]
    expect(made.map(({ dtype }) => dtype)).toEqual(['uint8', 'int32', 'float64', 'float32'])
    expect(made.map(({ shape }) => [...shape])).toEqual([[2, 32, 48, 3], [2], [2], [5760, 2]])
  })

  it('downmix gives the mean of the channels', () => {
    const bytes = videoBytes(aac.name)
    const { shape, data } = soundOf(bytes, { startFrame: 5, sequenceLength: 3 })
    const mono = soundOf(bytes, { startFrame: 5, sequenceLength: 3, downmix: true })
    expect(mono.shape).toEqual([shape[0]])
    const mean = Float32Array.from({ length: shape[0]! }, (_, i) =>
      Math.fround(Math.fround(data[2 * i]! * 0.5) + Math.fround(data[2 * i + 1]! * 0.5)),
    )
    expect(same(mono.data, mean)).toBe(0)
  })

  it.each([
    { sampleRate: 16000 },
    { sampleRate: 16000, downmix: true, antialias: true },
    { sampleRate: 96000, quality: 90 },
  ])('%j resamples the clip as audioResample does', ({ sampleRate, downmix, ...rest }) => {
    const bytes = videoBytes(aac.name)
    const clip = { startFrame: 20, sequenceLength: 10, downmix }
    const plain = soundOf(bytes, clip as Options)
    const found = soundOf(bytes, { ...clip, sampleRate, ...rest } as Options)
    const expected = nd.audioResample(nd.reshape(nd.tensor(plain.data), { shape: plain.shape }), {
      inRate: 48000,
      outRate: sampleRate,
      ...rest,
    } as never) as nd.Tensor
    expect(found.shape).toEqual([...expected.shape])
    expect(same(found.data, expected.dataSync() as Float32Array)).toBe(0)
  })

  it.each(['h264_709.mp4', 'vp9.webm', 'mpeg4.avi'])('of %s, which has none, has no samples', (name) => {
    expect(soundOf(videoBytes(name), { frames: [1] }).shape).toEqual([0, 1])
    expect(soundOf(videoBytes(name), { frames: [1], downmix: true, sampleRate: 8000 } as Options).shape).toEqual([0])
  })

  it('has the same bytes for any number of threads', async () => {
    const names = soundGoldens.map(({ name }) => name)
    const found: Buffer[][] = []
    for (const numThreads of [1, 4]) {
      await using pipe = pipelineDef({ batchSize: names.length, numThreads }, () => {
        const encoded = fn.externalSource({ source: () => names.map(videoBytes) })
        return fn.decoders.video(encoded, { startFrame: 7, sequenceLength: 30, audio: true })
      })()
      const [, sounds] = (await pipe.run()) as unknown as { at(i: number): nd.Tensor }[]
      found.push(names.map((_, i) => Buffer.from(sounds!.at(i).dataSync().slice().buffer)))
    }
    expect(found[0]!.map((one, i) => Buffer.compare(one, found[1]![i]!))).toEqual(names.map(() => 0))
    const opus = names.indexOf('sound_opus.webm')
    const alone = soundOf(videoBytes('sound_opus.webm'), { startFrame: 7, sequenceLength: 30 })
    expect(Buffer.compare(found[0]![opus]!, Buffer.from(alone.data.buffer))).toBe(0)
  })
})

/** What is said of a sound that is refused. */
function refusal(bytes: Uint8Array, options: Options = {}): { code: string; message: string } {
  try {
    soundOf(bytes, options)
  } catch (error) {
    return error as { code: string; message: string }
  }
  throw new Error('nothing was refused')
}

describe.skipIf(!hasVideo)('sound that is wrong', () => {
  const bytes = videoBytes('sound_aac.mp4')
  /** A file whose sound is of another codec, by the name that Matroska has for it. */
  const other = (() => {
    const file = Buffer.from(videoBytes('sound_opus.mkv'))
    file.write('A_DTS\0', file.indexOf('A_OPUS'), 'latin1')
    return new Uint8Array(file)
  })()

  it('of another codec is named', () => {
    expect(refusal(other)).toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('Expected sound of a codec that is decoded here but received dts'),
    })
    // Frames without it are decoded.
    expect([...nd.decoders.video(nd.tensor(other), { frames: [0] }).shape]).toEqual([1, 32, 48, 3])
  })

  it('in some packets makes the clips bad that have them, and no others', () => {
    // The packets of the track lie between those of the video, and their sizes in the second table.
    const file = Buffer.from(bytes)
    const table = file.lastIndexOf('stsz') + 12
    const sizes = Array.from({ length: file.readUInt32BE(table) }, (_, i) => file.readUInt32BE(table + 4 + 4 * i))
    expect(sizes).toHaveLength(114)
    const chunks = file.lastIndexOf('stco') + 8
    const runs = file.lastIndexOf('stsc') + 8
    const run = Array.from({ length: file.readUInt32BE(runs) }, (_, i) =>
      [0, 4].map((w) => file.readUInt32BE(runs + 4 + 12 * i + w)),
    )
    const count = file.readUInt32BE(chunks)
    let packet = 0
    for (let c = 1; c <= count; c++) {
      let at = file.readUInt32BE(chunks + 4 * c)
      const [, packets] = run.findLast(([first]) => first! <= c)!
      for (let i = 0; i < packets!; i++, packet++) {
        // From 1.28 s on.
        if (packet >= 61 && packet < 64) file.fill(0xff, at, at + sizes[packet]!)
        at += sizes[packet]!
      }
    }
    const whole = soundOf(bytes)
    for (const [startFrame, sequenceLength] of [
      [0, 31],
      [36, 24],
    ] as const) {
      const found = soundOf(file, { startFrame, sequenceLength })
      expect(same(found.data, slice(whole, span(soundGoldens[0]!, startFrame, startFrame + sequenceLength)))).toBe(0)
    }
    expect(soundGoldens[0]!.name).toBe('sound_aac.mp4')
    const error = refusal(file, { startFrame: 30, sequenceLength: 5 })
    expect([error.code, error.message]).toEqual([
      'BAD_SAMPLE',
      expect.stringMatching(/The sound is damaged at 1\.[23]\d\d s/),
    ])
  })

  it('onError leaves other samples as they are', async () => {
    await using pipe = pipelineDef({ batchSize: 2, numThreads: 2 }, () => {
      const encoded = fn.externalSource({ source: () => [other, bytes] })
      return fn.decoders.video(encoded, { sequenceLength: 3, audio: true, onError: 'placeholder' })
    })()
    const [, sounds] = (await pipe.run()) as unknown as { at(i: number): nd.Tensor }[]
    const { data } = soundOf(bytes, { sequenceLength: 3 })
    expect(same(sounds!.at(1).dataSync() as Float32Array, data)).toBe(0)
  })
})
