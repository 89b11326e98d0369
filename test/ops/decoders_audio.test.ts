// decoders.audio against DALI (test/golden/make_decoders_audio.py), odd and damaged files, and what it refuses.
import { readFileSync } from 'node:fs'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'

const file = (name: string) => new Uint8Array(readFileSync(new URL(`../../data/sounds/${name}`, import.meta.url)))
const bytes = (...parts: (string | number[] | Uint8Array)[]) =>
  Uint8Array.from(parts.flatMap((part) => [...(typeof part === 'string' ? Buffer.from(part, 'latin1') : part)]))

type Options = Parameters<typeof nd.decoders.audio>[1]
goldenTest('decoders_audio', ({ name, args }) => {
  const data = file(name.split(',')[0]!)
  return fn.decoders.audio(fn.externalSource({ source: () => [data] }), args as object)
})

function decode(data: Uint8Array, options: Options = {}) {
  const [audio, rate] = nd.decoders.audio(nd.tensor(data), options)
  return { shape: audio.shape, data: [...(audio.toTypedArray() as Float32Array)], rate: rate.toTypedArray()[0] }
}

/** A RIFF file of chunks; sizes are those of the chunks unless given. */
const le = (value: number, size: number) => Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** i) & 255)
const chunk = (name: string, body: Uint8Array, size = body.length) =>
  bytes(name, le(size, 4), body, body.length % 2 ? [0] : [])
interface Format {
  channels?: number
  frame?: number
  rate?: number
}
const format = (tag: number, bits: number, given: Format = {}) => {
  const { channels = 1, rate = 8000, frame = (channels * bits) / 8 } = given
  return chunk('fmt ', bytes(le(tag, 2), le(channels, 2), le(rate, 4), le(rate * frame, 4), le(frame, 2), le(bits, 2)))
}
const riff = (...chunks: Uint8Array[]) => {
  const body = bytes('WAVE', ...chunks)
  return bytes('RIFF', le(body.length, 4), body)
}
const numbers = (list: Int16Array | Float32Array | Float64Array) => new Uint8Array(list.buffer)
const ramp = numbers(Int16Array.of(16384, -16384, 8192, -32768))
const ofRamp = [0.5, -0.5, 0.25, -1]

describe('WAV files as programs write them', () => {
  test.each<[string, Uint8Array, number[]]>([
    ['a chunk of odd size in front', riff(chunk('LIST', bytes([1, 2, 3])), format(1, 16), chunk('data', ramp)), ofRamp],
    ['the format behind the data', riff(chunk('data', ramp), format(1, 16)), ofRamp],
    ['a cut off end', riff(format(1, 16), chunk('data', ramp)).slice(0, -3), ofRamp.slice(0, 2)],
    ['a size beyond the end', riff(format(1, 16), chunk('data', ramp, 5000)), ofRamp],
    ['a size of a pipe', riff(format(1, 16), chunk('data', ramp, 0xffffffff)), ofRamp],
    ['never closed', bytes('RIFF', le(0, 4), 'WAVE', format(1, 16), chunk('data', ramp, 0)), ofRamp],
    ['no frames, and a chunk behind', riff(format(1, 16), chunk('data', bytes()), chunk('LIST', ramp)), []],
    ['12 bits in 16', riff(format(1, 12, { frame: 2 }), chunk('data', ramp)), ofRamp],
    [
      '20 bits in 32',
      riff(format(1, 20, { frame: 4 }), chunk('data', bytes([0, 0, 0, 0x40], [0, 0, 0, 0x80]))),
      [0.5, -1],
    ],
    ['part of a frame', riff(format(1, 16, { channels: 2 }), chunk('data', ramp.slice(0, 6))), ofRamp.slice(0, 2)],
  ])('%s', (_, data, want) => {
    expect(decode(data).data).toEqual(want)
  })

  test('the end that is missing is counted as a warning', async () => {
    const cut = riff(format(1, 16), chunk('data', ramp)).slice(0, -3)
    const define = pipelineDef({ batchSize: 1, numThreads: 1 }, () => [
      ...fn.decoders.audio(fn.externalSource({ source: () => [cut] })),
    ])
    await using pipe = define()
    await pipe.run()
    expect(JSON.stringify(pipe.statistics())).toMatch(/"warned":[1-9]/)
  })

  test('floats become whole numbers by the largest one, and keep inside the range', () => {
    const odd = Float32Array.of(0.5, -0.5, 1.5, -1.5, Number.NaN, 1)
    const wav = riff(format(3, 32), chunk('data', numbers(odd)))
    expect(decode(wav, { dtype: 'int16' }).data).toEqual([16384, -16384, 32767, -32768, 0, 32767])
    expect(decode(wav, { dtype: 'int32' }).data).toEqual([
      1073741824, -1073741824, 2147483647, -2147483648, 0, 2147483647,
    ])
    expect(decode(wav).data).toEqual([0.5, -0.5, 1.5, -1.5, Number.NaN, 1])
    const wide = riff(format(3, 64), chunk('data', numbers(Float64Array.from(odd))))
    expect(decode(wide, { dtype: 'int16' }).data).toEqual([16384, -16384, 32767, -32768, 0, 32767])
  })
})

describe('AIFF', () => {
  test('an offset in front of the sound, and a rate that is no whole number', () => {
    const aiff = file('s16.aiff')
    const whole = decode(aiff)
    // COMM: its name lies at 12; the exponent and the mantissa of the rate at 28.
    const odd = bytes(aiff.slice(0, 28), [0x40, 0x0d, 0xad, 0xdd, 0x17, 0x45, 0xd1, 0x74, 0x5d, 0x17], aiff.slice(38))
    expect(decode(odd).rate).toBeCloseTo(22254.5454, 2)
    const at = Buffer.from(aiff).indexOf('SSND') + 8
    const moved = bytes(aiff.slice(0, at), [0, 0, 0, 4, 0, 0, 0, 0], aiff.slice(at + 8))
    // The chunk does not grow, so that its last frame is cut off.
    expect(decode(moved).data).toEqual(whole.data.slice(2))
  })
})

interface Plain {
  name: string
  file: string
  rate: number
  shape: number[]
  values: string
}
const plain = (
  JSON.parse(readFileSync(new URL('../golden/plain_sounds.json', import.meta.url), 'utf8')) as { cases: Plain[] }
).cases
const unpacked = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'))
const wave64 = (wanted: string) => unpacked(plain.find(({ name }) => name === wanted)!.file)

describe('AU and Wave64', () => {
  test.each(plain.map((one) => [one.name, one] as const))('as libsndfile: %s', (_, { file, rate, shape, values }) => {
    const want = [...new Float32Array(unpacked(values).buffer)]
    expect(decode(unpacked(file))).toEqual({ shape, rate, data: want })
  })

  test('a sound of unknown size, and one that is cut off, go on to the end', () => {
    const au = unpacked(plain.find(({ name }) => name === 'AU PCM_16')!.file)
    const whole = decode(au)
    au.fill(255, 8, 12)
    expect(decode(au)).toEqual(whole)
    expect(decode(au.slice(0, -5)).data).toEqual(whole.data.slice(0, -4))
    const cut = wave64('W64 PCM_16').slice(0, -6)
    expect(decode(cut).data).toEqual(whole.data.slice(0, decode(cut).data.length))
  })
})

test('the voice is the same sound in all formats', () => {
  const wav = decode(file('voice.wav'))
  expect(wav).toMatchObject({ shape: [23200, 1], rate: 16000 })
  expect(decode(file('voice.flac')).data).toEqual(wav.data)
  expect(decode(file('voice.aiff')).data).toEqual(wav.data.slice(0, 8000))
  const lossy = decode(file('voice.ogg')).data
  const energy = (list: number[]) => list.reduce((sum, v) => sum + v * v, 0)
  expect(lossy).toHaveLength(wav.data.length)
  expect(energy(lossy.map((v, i) => v - wav.data[i]!))).toBeLessThan(0.05 * energy(wav.data))
})

describe('Ogg', () => {
  const pages = (data: Uint8Array) => {
    const out: Uint8Array[] = []
    for (let at = 0; at < data.length; ) {
      const parts = data.slice(at + 27, at + 27 + data[at + 26]!)
      const size = parts.reduce((sum, part) => sum + part, 27 + parts.length)
      out.push(data.slice(at, at + size))
      at += size
    }
    return out
  }
  const [voice, pair] = [file('voice.ogg'), file('pair.ogg')]

  test('sounds one after the other in a file are one sound', () => {
    const one = decode(pair)
    const two = decode(bytes(pair, pair))
    expect(two.shape).toEqual([1800, 2])
    expect(two.data).toEqual([...one.data, ...one.data])
  })
  test('a file that ends early has the frames of its pages', () => {
    const [a, b, c] = pages(voice)
    const cut = decode(bytes(a!, b!, c!, [79, 103, 103, 83, 0]))
    expect(cut.shape).toEqual([17152, 1])
    expect(cut.data).toEqual(decode(voice).data.slice(0, 17152))
  })
  test('bytes between pages are passed over', () => {
    expect(decode(bytes(...pages(voice).flatMap((page) => [page, [1, 2, 3]]))).data).toEqual(decode(voice).data)
  })
  test('code books are those of each file, whatever came before', async () => {
    const [a, b] = [decode(voice, { downmix: true }).data, decode(pair, { downmix: true }).data]
    const files = Array.from({ length: 24 }, (_, i) => (i % 5 === 2 || i > 18 ? pair : voice))
    const define = pipelineDef(
      { batchSize: files.length, numThreads: 2 },
      () => fn.decoders.audio(fn.externalSource({ source: () => files }), { downmix: true })[0]!,
    )
    await using pipe = define()
    for (let n = 0; n < 2; n++) {
      const [sounds] = await pipe.run()
      const wrong = files.filter((data, i) => {
        const made = sounds!.at(i).copy().dataSync() as Float32Array
        return Buffer.compare(numbers(made), numbers(Float32Array.from(data === voice ? a : b)))
      })
      expect(wrong).toEqual([])
    }
  })
})

test('a chunk of nothing at the end of a file is a sound without frames', () => {
  expect(decode(riff(format(1, 16), chunk('data', new Uint8Array(0)))).shape).toEqual([0, 1])
})

/** The file with one byte changed. */
const changed = (data: Uint8Array, at: number, value = data[at]! ^ 0x55) => {
  const out = Uint8Array.from(data)
  out[at] = value
  return out
}

const call =
  (data: Uint8Array, options: Options = {}) =>
  () =>
    nd.decoders.audio(nd.tensor(data), options)[0]
const flac = file('voice.flac')
/** The file with other bits 32 to 35 of its number of frames, and another byte below them. */
const claiming = (high: number, next = flac[22]!) => changed(changed(flac, 21, (flac[21]! & 0xf0) | high), 22, next)
const unknown = Uint8Array.from(flac)
unknown[21]! &= 0xf0
unknown.fill(0, 22, 26)
const be = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
const page = (data: string) => bytes('OggS', new Uint8Array(22), [1, data.length], data)
refusedTest([
  ['no bytes', call(bytes()), 'BAD_SAMPLE', /Expected a sound .* received nothing \(0 bytes\)/],
  ['a text', call(bytes('not a sound at all')), 'BAD_SAMPLE', /received text \(18 bytes\)/],
  ['MP3', call(bytes([0xff, 0xfb, 0x90, 0x64], new Uint8Array(99))), 'UNSUPPORTED', /received MP3/],
  ['MP3 with a tag', call(bytes('ID3', [4, 0, 0, 0, 0, 0, 2, 9, 9], [0xff, 0xfb])), 'UNSUPPORTED', /received MP3/],
  ['AAC', call(bytes([0xff, 0xf1, 0x50, 0x80], new Uint8Array(99))), 'UNSUPPORTED', /received AAC/],
  ['MP4', call(bytes(le(0, 4), 'ftypM4A ')), 'UNSUPPORTED', /received MP4/],
  ['Opus', call(page('OpusHead........')), 'UNSUPPORTED', /received Ogg Opus/],
  ['ADPCM', call(riff(format(2, 4), chunk('data', ramp))), 'UNSUPPORTED', /received Microsoft ADPCM/],
  ['float16', call(riff(format(3, 16), chunk('data', ramp))), 'UNSUPPORTED', /float32, .* tag 3, 16 bits/],
  ['no format', call(riff(chunk('data', ramp))), 'BAD_SAMPLE', /without fmt/],
  ['no data', call(riff(format(1, 16))), 'BAD_SAMPLE', /without data/],
  [
    'less than a chunk at the end',
    call(riff(format(1, 16), Uint8Array.of(1, 2, 3, 4, 5))),
    'BAD_SAMPLE',
    /without data/,
  ],
  ['no channels', call(riff(format(1, 16, { channels: 0 }), chunk('data', ramp))), 'BAD_SAMPLE', /received 0 channels/],
  ['no rate', call(riff(format(1, 16, { rate: 0 }), chunk('data', ramp))), 'BAD_SAMPLE', /received 1 channels, 0 Hz/],
  ['an AIFF of another kind', call(changed(file('sowt.aifc'), 50)), 'UNSUPPORTED', /received '.owt'/],
  ['an AIFF without its head', call(file('s16.aiff').slice(0, 20)), 'BAD_SAMPLE', /COMM chunk/],
  ['a FLAC that ends early', call(flac.slice(0, 15000)), 'BAD_SAMPLE', /FLAC file of 23200 frames, .* received \d+/],
  ['a changed FLAC', call(changed(flac, 15000)), 'BAD_SAMPLE', /without damage but received after \d+ frames/],
  ['a FLAC without a block', call(flac.slice(0, 20)), 'BAD_SAMPLE', /STREAMINFO/],
  // The number of frames is the lower half of the byte at 21, and 32 bits.
  [
    'a claim',
    call(claiming(15)),
    'BAD_SAMPLE',
    /at most 536870912 elements \(maxElements\) but received \d{11} frames of 1/,
  ],
  // A number of frames that the file could have, by its size: they are counted before memory is made for them.
  [
    'a claim that is counted',
    call(claiming(0, 0x10)),
    'BAD_SAMPLE',
    /FLAC file of 268\d{6} frames, as its header says, but received 23200/,
  ],
  ['a claim without a bound', call(claiming(15), { maxElements: 0 }), 'BAD_SAMPLE', /\d{11} frames, .* received 23200/],
  [
    'a FLAC that is longer than maxElements',
    call(flac, { maxElements: 23_199 }),
    'BAD_SAMPLE',
    /at most 23199 elements/,
  ],
  [
    'one without its length',
    call(unknown, { maxElements: 23_199 }),
    'BAD_SAMPLE',
    /at most 23199 .* received \d+ frames/,
  ],
  [
    'a Vorbis that is',
    call(file('voice.ogg'), { maxElements: 9999 }),
    'BAD_SAMPLE',
    /at most 9999 .* received 23200 frames/,
  ],
  [
    'a WAV that is',
    call(file('voice.wav'), { maxElements: 23_199 }),
    'BAD_SAMPLE',
    /at most 23199 .* received 23200 frames/,
  ],
  [
    'a rate that makes too much of a file',
    call(riff(format(1, 16, { rate: 1 }), chunk('data', new Uint8Array(80_000))), { sampleRate: 16_000 }),
    'BAD_SAMPLE',
    /at most 536870912 elements .* received 640000000 frames/,
  ],
  [
    'a rate that makes too little of it',
    call(riff(format(1, 16, { rate: 2 ** 32 - 1 }), chunk('data', ramp)), { sampleRate: 16, antialias: true }),
    'BAD_SAMPLE',
    /a rate of at least 1\/2048/,
  ],
  ['an AU of G.721', call(bytes('.snd', be(24), be(0), be(23), be(8000), be(1))), 'UNSUPPORTED', /the encoding 23/],
  ['an AU without its head', call(bytes('.snd', be(24))), 'BAD_SAMPLE', /a header of 24 bytes but received 8/],
  [
    'an AU behind its end',
    call(bytes('.snd', be(99), be(0), be(3), be(8000), be(1))),
    'BAD_SAMPLE',
    /the offset 99 of 24/,
  ],
  ['a Wave64 without data', call(wave64('W64 PCM_16').slice(0, 80)), 'BAD_SAMPLE', /Wave64 file .* without data/],
  ['CAF', call(bytes('caff', new Uint8Array(60))), 'UNSUPPORTED', /received CAF/],
  ['a changed Ogg', call(changed(file('voice.ogg'), 5000)), 'BAD_SAMPLE', /all pages .* received a gap/],
  ['an Ogg of headers that end', call(file('voice.ogg').slice(0, 2000)), 'BAD_SAMPLE', /three headers .* fewer/],
  [
    'uint8',
    call(flac, { dtype: 'uint8' as 'int16' }),
    'INVALID_ARGUMENT',
    /int16 or int32 for dtype but received uint8/,
  ],
  [
    'numbers in place of bytes',
    () => nd.decoders.audio({ data: Float32Array.of(1), shape: [1] })[0],
    'INVALID_INPUT',
    /file's bytes/,
  ],
])

test('a FLAC that does not know its length is counted', () => {
  expect(decode(unknown)).toEqual(decode(flac))
})
