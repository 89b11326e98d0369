// sequenceRearrange against reference outputs (see test/golden/make_join.py), and frames that go past the caches.
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { f32, i32, refusedTest } from '../util/refused.js'

goldenTest('sequence_rearrange')

test('large sequences have their frames in order', () => {
  // More than a megabyte; frames begin at any address.
  const [frames, size] = [5, 300_007]
  const data = Uint8Array.from({ length: frames * size }, (_, i) => (i * 31) ^ (i >> 9))
  const order = [4, 0, 2, 2, 1]
  const made = nd.sequenceRearrange(nd.asTensor({ data, shape: [frames, size], layout: 'FX' }), { newOrder: order })
  const bytes = Buffer.from(made.toTypedArray() as Uint8Array)
  for (const [i, from] of order.entries()) {
    const frame = data.subarray(from * size, (from + 1) * size)
    expect(bytes.subarray(i * size, (i + 1) * size).equals(frame), `frame ${i}`).toBe(true)
  }
})

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
refusedTest([
  [
    'what is no sequence',
    () => nd.sequenceRearrange(image, { newOrder: [0] }),
    'INVALID_INPUT',
    /a sequence .* received 3 dimensions, layout 'HWC'/,
  ],
  [
    'an order that is no list',
    () => nd.sequenceRearrange(f32([[1], [2]]), { newOrder: nd.asTensor(i32([[1], [0]])) }),
    'INVALID_ARGUMENT',
    /a list of places for newOrder but received a tensor of 2 dimensions/,
  ],
  ['no dimensions', () => nd.sequenceRearrange(f32(1), { newOrder: [0] }), 'INVALID_INPUT', /received 0 dimensions/],
])
