// readers.nemoAsr against DALI (golden/make_nemo_asr.py) and decoders.audio: which entries there are, which part of a sound each
// is, how much of a file is read, and every way in which a manifest or a sound can be wrong.
// @module-tag property
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachOnce, goesOn, type ReadSet, refusesChanged } from './containers.js'

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

interface Golden {
  name: string
  manifests: string[][]
  args: Record<string, unknown>
  /** Of each sample its outputs: dtype, shape, bytes in base 64. Null where DALI refuses the manifest or crashes. */
  samples: [string, number[], string][][] | null
}
const golden = JSON.parse(readFileSync(new URL('./golden/nemo_asr.json', import.meta.url), 'utf8')) as {
  cases: Golden[]
}

describe('DALI', () => {
  /** Where the reader differs on purpose: docs/data/nemo.md. */
  const refused: Record<string, string> = {
    'a line that is no JSON': 'FILE_UNREADABLE',
    'a line without a path': 'FILE_UNREADABLE',
    'a sound that is missing': 'FILE_NOT_FOUND',
    'an empty manifest': 'EMPTY_DATASET',
  }
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

  async function epoch(c: Golden) {
    const manifestFilepaths = c.manifests.map((lines) => manifest(...lines.map((l) => l.replaceAll('@/', sounds))))
    const args = Object.fromEntries(Object.entries(c.args).map(([name, value]) => [camel(name), value]))
    const made: nd.Tensor[][] = []
    const given = { dtype: 'int16', ...args, readIdxs: true, manifestFilepaths } as Args
    for await (const outputs of nd.readers.nemoAsr(given).nextEpoch()) made.push(outputs as unknown as nd.Tensor[])
    return made
  }

  it.each(golden.cases.map((c) => [c.name, c] as const))('agrees: %s', async (name, c) => {
    if (refused[name]) {
      await expect(epoch(c)).rejects.toMatchObject({ code: refused[name] })
      return
    }
    const made = await epoch(c)
    expect(made).toHaveLength(c.samples!.length)
    for (const [i, sample] of c.samples!.entries()) {
      expect(made[i]!.map(({ dtype, shape }) => [dtype, shape])).toEqual(sample.map(([dtype, shape]) => [dtype, shape]))
      for (const [o, [dtype, , base64]] of sample.entries()) {
        const bytes = Uint8Array.from(Buffer.from(base64, 'base64')).buffer
        const got = made[i]![o]!.toTypedArray()
        // DALI counts the entries of each manifest from 0.
        if (o === sample.length - 1) expect(got).toEqual(BigInt64Array.of(BigInt(i)))
        else if (dtype !== 'float32')
          expect(Buffer.from(got.buffer, got.byteOffset, got.byteLength)).toEqual(Buffer.from(bytes))
        else
          for (const [k, x] of new Float32Array(bytes).entries())
            expect(Math.abs(Number(got[k]) - x)).toBeLessThan(1e-5)
      }
    }
  })
})

describe('a file', () => {
  /** A chunk, or what a format has in its place, of more bytes than the reader looks at first. */
  const long = Buffer.alloc(6000, 1)
  const source = (name: string) => readFileSync(sounds + name)
  const sizes = (bytes: Buffer, at: number) => {
    bytes.writeUInt32BE(bytes.readUInt32BE(at) + long.length + 8, at)
    return bytes
  }
  const number = (n: number, big: boolean) => {
    const four = Buffer.alloc(4)
    big ? four.writeUInt32BE(n) : four.writeUInt32LE(n)
    return four
  }
  const insert = (bytes: Buffer, at: number, ...parts: Uint8Array[]) =>
    Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)])
  const files: Record<string, () => Buffer> = {
    'wav with a long list': () => insert(source('s16.wav'), 12, Buffer.from('LIST'), number(long.length, false), long),
    'wav with a long list behind its format': () =>
      insert(source('s16.wav'), 36, Buffer.from('LIST'), number(long.length, false), long),
    'aiff with a long annotation': () =>
      insert(sizes(source('s16.aiff'), 4), 12, Buffer.from('ANNO'), number(long.length, true), long),
    'flac with a picture': () => insert(source('voice.flac'), 42, Uint8Array.of(6, 0, 0x17, 0x70), long),
    'flac behind a tag': () => insert(source('voice.flac'), 0, Buffer.from('ID3\x04\0\0\0\0\x2e\x70', 'latin1'), long),
    'flac that does not know its length': () => {
      const bytes = source('voice.flac')
      bytes[21]! &= 0xf0
      return Buffer.from(bytes.fill(0, 22, 26))
    },
    'wav whose end is missing': () => source('voice.wav').subarray(0, 30_001),
    ogg: () => source('voice.ogg'),
  }

  it.each(Object.entries(files))('is decoded whatever comes first: %s', async (_, make) => {
    const bytes = make()
    writeFileSync(join(folder, 'clips/odd'), bytes)
    const want = nd.decoders
      .audio(nd.tensor(new Uint8Array(bytes)), { downmix: true })[0]
      .toTypedArray() as Float32Array
    const entry = { audio_filepath: 'clips/odd' }
    const samples = await read(manifest(entry, { ...entry, offset: 0.01, duration: 0.02 }))
    const rate = samples[0]!.rate!
    expect(samples[0]!.audio).toEqual([...want])
    const from = Math.floor(0.01 * rate)
    expect(samples[1]!.audio).toEqual([...want.slice(from, from + Math.floor(0.02 * rate))])
  })

  it('is read once, and no more of it than the part', async () => {
    const header = source('s16.wav').subarray(0, 44)
    const frames = 4_000_000
    header.writeUInt32LE(frames * 2, 40)
    writeFileSync(join(folder, 'clips/long.wav'), Buffer.concat([header, Buffer.alloc(frames * 2, 7)]))
    const entry = { audio_filepath: 'clips/long.wav' }
    /** Bytes that this process reads meanwhile. */
    const bytesRead = async (part: object) => {
      const now = () => Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'latin1'))![1])
      const before = now()
      const args = { manifestFilepaths: [manifest({ ...entry, ...part })], dontUseMmap: true }
      // One batch at a time, and none ahead.
      const define = pipelineDef({ batchSize: 1, numThreads: 1, execPipelined: false }, () => [
        ...fn.readers.nemoAsr(args),
      ])
      await using pipe = define()
      ;(await pipe.run())[0]!.release()
      return now() - before
    }
    expect(await bytesRead({})).toBeLessThan(1.2 * frames * 2)
    expect(await bytesRead({ offset: 60, duration: 0.1 })).toBeLessThan(0.2 * frames * 2)
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

describe('wrong data', () => {
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

  it('quotes nothing of a file that a manifest names', async () => {
    const files = {
      secret: 'root:x:0:0:hunter2',
      binary: Buffer.from([1, 2, 3, 0x68, 0x75, 0x6e, 0x74]),
      json: '{"hunter2":1}',
    }
    for (const [name, contents] of Object.entries(files)) {
      writeFileSync(join(folder, name), contents)
      const failed = read(manifest({ audio_filepath: join(folder, name) })).catch((error: unknown) => error)
      const told = JSON.stringify(await failed)
      expect(told).toMatch(/received (text|binary data) \(\d+ bytes\)/)
      expect(told).not.toMatch(/hunt|root|68 75/)
    }
  })

  it('a missing manifest, and durations that no entry has', async () => {
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

const readSet: ReadSet = (size, options, shift) => {
  const entries = Array.from({ length: size }, (_, i) =>
    JSON.stringify({ ...wav, text: `tone ${i}`, offset: ((i * 7) % 30) / 1000, duration: (i + shift) / 10_000 }),
  )
  writeFileSync(join(folder, 'own.json'), entries.join('\n'))
  return [...fn.readers.nemoAsr({ manifestFilepaths: join(folder, 'own.json'), ...options })] as never
}
it('gives each sample once', () => eachOnce(readSet))
it('goes on after a checkpoint with the same bytes', () => goesOn(readSet))
it('refuses a checkpoint of other data', () => refusesChanged(readSet))
