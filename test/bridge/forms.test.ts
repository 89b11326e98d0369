// Which batches are alike: a consumer knows where the outputs of one lie when it has read the tables of another.
// @module-tag shared
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Forms } from '../../src/bridge/forms.js'
import { Slot } from '../../src/data/arena.js'
import { dtypeBytes } from '../../src/generated/abi.js'

const extents = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 })
const output = fc.record({
  dtype: fc.constantFrom('uint8' as const, 'int8' as const, 'float32' as const),
  layout: fc.constantFrom('', 'HW'),
  // One shape for all samples, or a second one for the last.
  shape: extents,
  other: fc.option(extents, { nil: undefined, freq: 4 }),
})
const batch = fc.record({
  name: fc.constantFrom('a', 'b', 'n'.repeat(100)),
  samples: fc.integer({ min: 0, max: 3 }),
  outputs: fc.array(output, { minLength: 1, maxLength: 2 }),
})
type Batch = typeof batch extends fc.Arbitrary<infer T> ? T : never
const batches = fc.array(batch, { minLength: 2, maxLength: 6 })

function written({ name, samples, outputs }: Batch): Slot {
  const slot = new Slot({ buffer: new SharedArrayBuffer(2 ** 16), handle: 0 })
  const all = Array.from({ length: samples }, (_, i) => i)
  slot.write(
    1,
    all.map((index) => ({ index, epoch: 0, flags: 0, source: name, ordinal: index + 1 })),
    outputs.map(({ dtype, layout, shape, other = shape }) => ({
      dtype,
      layout,
      samples: all.map((i) => {
        const own = i === samples - 1 ? other : shape
        return { shape: own, data: new Uint8Array(own.reduce((a, b) => a * b, dtypeBytes[dtype])).fill(i) }
      }),
    })),
    0,
    () => true,
  )
  return slot
}

/** What arrays depend on: the name moves the data. undefined where there is an array for each sample. */
function facts({ name, samples, outputs }: Batch): string | undefined {
  const differ = samples > 1 && outputs.some(({ shape, other = shape }) => `${shape}` !== `${other}`)
  const all = outputs.map(({ dtype, layout, shape, other = shape }) => [dtype, layout, samples > 1 ? shape : other])
  return samples && !differ ? JSON.stringify([name.length, samples, all]) : undefined
}

test('batches have one form where their arrays are the same, and none where each sample has an array', () => {
  fc.assert(
    fc.property(batches, (all) => {
      const forms = new Forms()
      const twice = [...all, ...all]
      const numbers = twice.map((one) => forms.of([written(one)]))
      const wanted = twice.map(facts)
      for (const [i, number] of numbers.entries()) {
        expect(number === 0).toBe(wanted[i] === undefined)
        for (const [k, other] of numbers.entries()) if (number) expect(number === other).toBe(wanted[i] === wanted[k])
      }
    }),
  )
})

test('a batch in several slots has a form of its own, and more forms than are kept come with new numbers', () => {
  const forms = new Forms()
  const sized = (extent: number) =>
    written({ name: 'a', samples: 1, outputs: [{ dtype: 'uint8', layout: '', shape: [extent], other: undefined }] })
  const [one, other] = [sized(1), sized(2)]
  const numbers = [[one], [other], [one, other], [other, one]].map((slots) => forms.of(slots))
  expect(new Set(numbers).size).toBe(4)
  const seen = new Set(numbers)
  for (let extent = 3; extent < 1100; extent++) seen.add(forms.of([sized(extent)]))
  expect(seen.size).toBe(4 + 1097)
  // It was forgotten, and its old number means no other form now.
  expect(seen.has(forms.of([one]))).toBe(false)
})
