// readers.nemoAsr against decoders.audio, which is compared with DALI: which entries there are, which part of a sound each is,
// and every way in which a manifest or a sound can be wrong.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const sounds = fileURLToPath(new URL('../../data/sounds/', import.meta.url))
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-nemo-'))
  mkdirSync(join(folder, 'clips'))
  for (const name of ['s16.wav', 'voice.flac', 'pair.ogg']) copyFileSync(sounds + name, join(folder, 'clips', name))
})
afterAll(() => rmSync(folder, { recursive: true }))

let manifests = 0
function manifest(...lines: (object | string)[]): string {
  const path = join(folder, `${manifests++}.json`)
  writeFileSync(path, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
  return path
}
const wav = { audio_filepath: 'clips/s16.wav', text: 'a tone', duration: 0.0408 }
const flac = { audio_filepath: 'clips/voice.flac', text: 'a e i o \u00fc' }
const ogg = { audio_filepath: 'clips/pair.ogg' }

type Args = Parameters<typeof nd.readers.nemoAsr>[0]
interface Sample {
  shape: readonly number[]
  audio: number[]
  rate: number | undefined
  text: string
  idx: bigint | undefined
}
/** The samples of one epoch. */
async function read(paths: string | string[], args: Partial<Args> = {}): Promise<Sample[]> {
  const given = { readIdxs: true, ...args, manifestFilepaths: [paths].flat() } as Args
  const samples: Sample[] = []
  for await (const outputs of nd.readers.nemoAsr(given).nextEpoch()) {
    const [audio, rate, text, idx] = outputs as unknown as nd.Tensor[]
    samples.push({
      shape: audio!.shape,
      audio: [...(audio!.toTypedArray() as Float32Array)],
      rate: (rate!.toTypedArray() as Float32Array)[0],
      text: Buffer.from(text!.toTypedArray() as Uint8Array).toString(),
      idx: (idx!.toTypedArray() as BigInt64Array)[0],
    })
  }
  return samples
}

const decoded = (name: string, options: Parameters<typeof nd.decoders.audio>[1] = {}) => [
  ...(nd.decoders
    .audio(nd.tensor(new Uint8Array(readFileSync(sounds + name))), { downmix: true, ...options })[0]
    .toTypedArray() as Float32Array),
]

describe('entries', () => {
  it('come in the order of manifests and lines, with sound, rate, text and number', async () => {
    const made = await read([manifest(flac, '', ogg), manifest(wav)])
    expect(made.map(({ audio, ...rest }) => rest)).toEqual([
      { shape: [23200], rate: 16000, text: 'a e i o \u00fc', idx: 0n },
      { shape: [900], rate: 22050, text: '', idx: 1n },
      { shape: [899], rate: 22050, text: 'a tone', idx: 2n },
    ])
    expect(made.map(({ audio }) => audio)).toEqual([
      decoded('voice.flac'),
      decoded('pair.ogg'),
      decoded('s16.wav').slice(0, 899),
    ])
  })

  it('are left out by their duration, and then not counted', async () => {
    const path = manifest(...[1, 2, 3].map((duration) => ({ ...wav, duration, text: `${duration}` })), ogg)
    const kept = async (args: Partial<Args>) => (await read(path, args)).map(({ text, idx }) => [text, idx])
    expect(await kept({ minDuration: 1.5 })).toEqual([
      ['2', 0n],
      ['3', 1n],
    ])
    expect(await kept({ maxDuration: 2 })).toEqual([
      ['1', 0n],
      ['2', 1n],
      ['', 2n],
    ])
    expect(await kept({ minDuration: 2, maxDuration: 2 })).toEqual([['2', 0n]])
  })

  it.each([
    [{ offset: 0.01 }, 220, 900],
    [{ duration: 0.01 }, 0, 220],
    [{ offset: 0.01003, duration: 0.01003 }, 221, 442],
    [{ offset: 0.02, duration: 9 }, 441, 900],
    [{ offset: 0.01, duration: 0 }, 220, 220],
    [{ offset: -1, duration: -1 }, 0, 900],
  ])('are the part of a sound that %j says', async (part, from, to) => {
    for (const [file, entry] of Object.entries({ 's16.wav': { ...wav, duration: -1 }, 'pair.ogg': ogg })) {
      const [sample] = await read(manifest({ ...entry, ...part }))
      expect(sample!.audio).toEqual(decoded(file).slice(from, to))
    }
  })

  it('are resampled after their part is taken, with the new rate beside them', async () => {
    const [sample] = await read(manifest({ ...ogg, offset: 0.01 }), { sampleRate: 8000 })
    const part = nd.tensor(Float32Array.from(decoded('pair.ogg').slice(220)))
    const want = nd.audioResample(part, { inRate: 22_050, outRate: 8000 })
    expect(sample!.rate).toBe(8000)
    expect(sample!.audio).toEqual([...(want.toTypedArray() as Float32Array)])
  })

  it('keep their channels without downmix, and have whole numbers on request', async () => {
    const [sample] = await read(manifest(ogg), { downmix: false, dtype: 'int16' })
    expect(sample!.shape).toEqual([900, 2])
    expect(sample!.audio).toEqual(decoded('pair.ogg', { downmix: false, dtype: 'int16' }))
  })
})

it('outputs are those that are asked for', () => {
  const count = (args: Partial<Args>) => {
    let outputs = 0
    pipelineDef({ batchSize: 1 }, () => {
      const made = fn.readers.nemoAsr({ manifestFilepaths: ['m.json'], ...args } as never) as unknown
      outputs = Array.isArray(made) ? made.length : 1
      return made as never
    })()
    return outputs
  }
  expect(count({})).toBe(3)
  expect(count({ readIdxs: true })).toBe(4)
  expect(count({ readText: false, readSampleRate: false })).toBe(1)
})

it('plain reads give the same', async () => {
  const path = manifest(wav, flac, ogg)
  expect(await read(path, { dontUseMmap: true })).toEqual(await read(path))
})

describe('what can be wrong', () => {
  it.each<[string, (object | string)[], string, RegExp]>([
    ['a line that is no JSON', [wav, '{"audio_filepath": '], 'FILE_UNREADABLE', /a JSON object in line 2 of '.*json'/],
    ['a list', [[wav]], 'FILE_UNREADABLE', /a JSON object in line 1/],
    ['no path', ['', { text: 'x' }], 'FILE_UNREADABLE', /a path for audio_filepath in line 2/],
    ['a text that is none', [{ ...wav, text: 5 }], 'FILE_UNREADABLE', /a text for text but received number/],
    ['a duration as text', [{ ...wav, duration: '1' }], 'FILE_UNREADABLE', /a number for duration but received string/],
    ['nothing', [], 'EMPTY_DATASET', /at least one entry in manifestFilepaths/],
    ['a sound that is missing', [{ audio_filepath: 'no.wav' }], 'FILE_NOT_FOUND', /no\.wav/],
    ['an offset behind the end', [{ ...wav, offset: 1 }], 'BAD_SAMPLE', /inside the sound of 0\.0408\d* seconds/],
    ['no sound', [{ audio_filepath: '0.json' }], 'BAD_SAMPLE', /Expected a sound/],
  ])('%s', async (_, lines, code, message) => {
    await expect(read(manifest(...lines))).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('a manifest that is missing, and durations that nobody has', async () => {
    await expect(read('no.json')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
    const all = read(manifest(wav, ogg), { minDuration: 100 })
    await expect(all).rejects.toMatchObject({
      code: 'EMPTY_DATASET',
      message: expect.stringMatching(/all 2 are left out/),
    })
  })

  it('quality 101', async () => {
    await expect(read(manifest(wav), { quality: 101 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })
})
