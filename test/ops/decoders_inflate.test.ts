// decoders.inflate: blocks of LZ4's own library (test/golden/make_decoders_inflate.py), chunks, random blocks against a model,
// and blocks that are damaged.
// @module-tag property
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, it, test } from 'vitest'
import { check } from '../util/soak.js'

interface Case {
  name: string
  data: string
  blocks: Record<string, string>
}
const { cases } = JSON.parse(readFileSync(new URL('../golden/decoders_inflate.json', import.meta.url), 'utf8')) as {
  cases: Case[]
}
const bytesOf = ({ buffer, byteOffset, byteLength }: NodeJS.TypedArray) => Buffer.from(buffer, byteOffset, byteLength)
const base64 = (text: string) => Buffer.from(text, 'base64')
type Options = Parameters<typeof nd.decoders.inflate>[1]
const inflate = (block: Uint8Array, options: Options) => nd.decoders.inflate(nd.tensor(new Uint8Array(block)), options)

/** What is said of a block that is refused. */
function refusal(block: Uint8Array, options: Options): { code: string; message: string; hint: string } {
  try {
    inflate(block, options).dataSync()
  } catch (error) {
    return error as { code: string; message: string; hint: string }
  }
  throw new Error('nothing was refused')
}

describe("blocks of LZ4's library", () => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', (_, { data, blocks }) => {
    for (const [mode, block] of Object.entries(blocks)) {
      const found = bytesOf(inflate(base64(block), { shape: [base64(data).length] }).dataSync())
      expect([mode, found.equals(base64(data))]).toEqual([mode, true])
    }
  })

  it('are of any dtype and shape', () => {
    const { data, blocks } = cases.find(({ name }) => name === 'float32')!
    const found = inflate(base64(blocks.default!), { shape: [30, 30], dtype: 'float32', layout: 'HW' })
    expect([found.dtype, [...found.shape], found.layout]).toEqual(['float32', [30, 30], 'HW'])
    expect(bytesOf(found.dataSync())).toEqual(base64(data))
  })
})

/** A block of literals alone. */
const literals = (bytes: Uint8Array) => Buffer.concat([Buffer.from([bytes.length << 4]), bytes])
const three = [1, 2, 3].map((i) => literals(Buffer.from([i, i + 10])))
const packed = Buffer.concat(three)

describe('chunks', () => {
  const stacked: [string, Uint8Array, Options][] = [
    ['sizes', packed, { shape: [2], chunkSizes: [3, 3, 3] }],
    ['offsets', packed, { shape: [2], chunkOffsets: [0, 3, 6] }],
    [
      'both',
      Buffer.concat([Buffer.from([9]), packed, packed]),
      { shape: [2], chunkOffsets: [1, 13, 7], chunkSizes: [3, 3, 3] },
    ],
  ]
  it.each(stacked)('are stacked by %s', (_, bytes, options) => {
    const found = inflate(bytes, { ...options, layout: 'X' } as Options)
    expect([[...found.shape], found.layout]).toEqual([[3, 2], 'FX'])
    expect([...(found.dataSync() as Uint8Array)]).toEqual([1, 11, 2, 12, 3, 13])
  })

  it('may be of another number in each sample', async () => {
    const samples = [packed, packed.subarray(0, 6), packed.subarray(3)].map((bytes) => new Uint8Array(bytes))
    const sizes = [
      [3, 3, 3],
      [3, 3],
      [3, 3],
    ].map((list) => Int32Array.from(list))
    await using pipe = pipelineDef({ batchSize: 3, numThreads: 2 }, () => {
      const bytes = fn.externalSource({ source: () => samples })
      const chunkSizes = fn.externalSource({ source: () => sizes })
      return [fn.decoders.inflate(bytes, { shape: [2], chunkSizes, sequenceAxisName: 'D', layout: 'W' })]
    })()
    const [found] = await pipe.run()
    expect([0, 1, 2].map((i) => [...(found!.at(i).dataSync() as Uint8Array)])).toEqual([
      [1, 11, 2, 12, 3, 13],
      [1, 11, 2, 12],
      [2, 12, 3, 13],
    ])
    expect(found!.layout).toBe('DW')
  })

  const wrong: [Options, string, string][] = [
    [{ shape: [2], chunkSizes: [3, 3, 4] }, 'INVALID_INPUT', 'chunk 2 has 4 bytes from 6 on'],
    [{ shape: [2], chunkOffsets: [0, 10] }, 'INVALID_INPUT', 'inside of a sample of 9 bytes'],
    [{ shape: [2], chunkOffsets: [3, 0] }, 'INVALID_INPUT', 'chunk 0 has -3 bytes from 3 on'],
    [
      { shape: [2], chunkOffsets: [0], chunkSizes: [3, 3] },
      'INVALID_ARGUMENT',
      '1 values for chunkSizes (one per value of chunkOffsets) but received 2',
    ],
    [
      { shape: [2], chunkSizes: [3], layout: 'XY' },
      'INVALID_ARGUMENT',
      'Expected 1 letters for layout (one per extent of shape) but received 2',
    ],
    [
      { shape: [2], chunkSizes: [3], layout: 'X', sequenceAxisName: 'FG' },
      'INVALID_ARGUMENT',
      'Expected 1 letter for sequenceAxisName but received "FG"',
    ],
    [
      { shape: [1, 1, 1, 1, 1, 2], chunkSizes: [3] },
      'INVALID_ARGUMENT',
      'Expected at most 5 extents for shape but received 6',
    ],
    [{ shape: [-1] }, 'INVALID_ARGUMENT', 'xpected'],
  ]
  it.each(wrong)('%j are refused', (options, code, text) => {
    const error = refusal(packed, options)
    expect(error.code).toBe(code)
    expect(error.message).toContain(text)
  })
})

describe('blocks that are wrong', () => {
  const wrong: [string, number[], number, string][] = [
    ['nothing', [], 0, 'at byte 0 of chunk 0 the block ends where a sequence is due'],
    ['literals that are cut off', [0x30, 1, 2], 3, 'the literals are cut off'],
    ['a length that is cut off', [0xf0, 255], 300, 'a length is cut off'],
    ['more literals than the output', [0x30, 1, 2, 3], 2, 'inflates to more than 2 bytes'],
    ['fewer bytes than the output', [0x30, 1, 2, 3], 4, 'inflates to 3 bytes in place of 4'],
    ['a distance that is cut off', [0x10, 1, 1], 5, 'the distance of a match is cut off'],
    ['a distance of 0', [0x10, 1, 0, 0, 0], 5, 'a match goes back by 0 bytes, of 1'],
    ['a distance before the output', [0x10, 1, 2, 0, 0], 5, 'a match goes back by 2 bytes, of 1'],
    ['a match longer than the output', [0x1f, 1, 1, 0, 255, 255, 0, 0], 20, 'inflates to more than 20 bytes'],
    ['no last literals', [0x10, 1, 1, 0], 5, 'the block ends where a sequence is due'],
  ]
  it.each(wrong)('%s', (_, bytes, size, text) => {
    const error = refusal(Uint8Array.from(bytes), { shape: [size] })
    expect(error.code).toBe('BAD_SAMPLE')
    expect(error.message).toContain(text)
  })

  it('a frame is named as one', () => {
    const error = refusal(Uint8Array.from([0x04, 0x22, 0x4d, 0x18, 0x64, 0x40, 0xa7, 0]), { shape: [9] })
    expect(error.hint).toContain('It is an LZ4 frame')
  })

  it('every cut of a block is refused', () => {
    const { data, blocks } = cases.find(({ name }) => name === 'an image')!
    const block = base64(blocks.default!)
    for (let end = 0; end < block.length; end += 7) {
      expect(refusal(block.subarray(0, end), { shape: [base64(data).length] }).code).toBe('BAD_SAMPLE')
    }
  })
})

test('random blocks inflate to what their sequences say', async () => {
  const length = fc.oneof(fc.nat(20), fc.nat(700))
  const sequence = fc.record({ literals: length, distance: fc.oneof(fc.nat(20), fc.nat(65535)), match: length })
  const put = (n: number) => (n < 15 ? [] : [...Array<number>(Math.floor((n - 15) / 255)).fill(255), (n - 15) % 255])
  const property = fc.asyncProperty(fc.array(sequence, { maxLength: 12 }), length, async (sequences, last) => {
    const out: number[] = []
    const block: number[] = []
    const add = (count: number) => {
      for (let i = 0; i < count; i++) {
        const byte = (out.length * 7 + block.length) & 255
        out.push(byte)
        block.push(byte)
      }
    }
    for (const one of sequences) {
      const count = out.length ? one.literals : one.literals + 1
      block.push((Math.min(15, count) << 4) | Math.min(15, one.match), ...put(count))
      add(count)
      const distance = 1 + (one.distance % out.length)
      block.push(distance & 255, distance >> 8, ...put(one.match))
      for (let i = 0; i < one.match + 4; i++) out.push(out[out.length - distance]!)
    }
    block.push(Math.min(15, last) << 4, ...put(last))
    add(last)
    const found = inflate(Uint8Array.from(block), { shape: [out.length] }).dataSync()
    expect(bytesOf(found).equals(Buffer.from(out))).toBe(true)
  })
  await check(500, 7, property, 60)
})
