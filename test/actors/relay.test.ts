// The batch that a user's function makes, sample by sample: tables, names, values that pass through, and how much it reserves.
// @module-tag shared
import { expect, test } from 'vitest'
import { SlotWriter } from '../../src/actors/slot-writer.js'
import { Slot, slotReserve } from '../../src/data/arena.js'

const empty = () => new Slot({ buffer: new SharedArrayBuffer(2 ** 16, { maxByteLength: slotReserve }), handle: 0 })
const roomIn = (slot: Slot) => (bytes: number) => {
  if (slot.buffer.byteLength < bytes) slot.buffer.grow(bytes)
  slot.refresh()
}
/** A batch of these sizes, of one output. */
function batchOf(sizes: readonly number[]): Slot {
  const slot = empty()
  const records = sizes.map((_, i) => ({ index: i, epoch: 2, flags: 0, source: `sample ${i}`, ordinal: i + 1 }))
  const samples = sizes.map((size, i) => ({ data: new Uint8Array(size).fill(i + 1), shape: [size] }))
  slot.write(5, records, [{ dtype: 'uint8', layout: 'W', samples }], 0, (bytes) => {
    roomIn(slot)(bytes)
    return true
  })
  return slot
}
const kind = { dtype: 'uint8', layout: 'W' } as const
const tensor = (size: number, value: number) => ({ ...kind, shape: [size], data: new Uint8Array(size).fill(value) })
const dataOf = (slot: Slot, o: number, i: number) => {
  const { offset, bytes } = slot.tensor(o, i)
  return [...new Uint8Array(slot.buffer, offset, bytes)]
}

test('new outputs and passed ones lie in one batch, with the records of the samples that are kept', () => {
  const from = batchOf([3, 1, 2])
  const target = empty()
  const relay = new SlotWriter(target, roomIn(target), from, 3, [kind, kind], [{ slot: from, output: 0 }])
  relay.add([tensor(2, 10), tensor(1, 11)])
  relay.add([tensor(5, 20), tensor(1, 21)])
  const used = relay.finish(9, [0, 2], [0, 1], 4)
  target.refresh()
  expect([target.id, target.epoch, target.flags, target.batchSize, target.numOutputs, target.usedBytes]).toEqual([
    9,
    2,
    4,
    2,
    3,
    used,
  ])
  expect([0, 1].map((i) => target.sample(i))).toEqual([
    { index: 0, epoch: 2, flags: 0, source: 'sample 0', ordinal: 1 },
    { index: 2, epoch: 2, flags: 1, source: 'sample 2', ordinal: 3 },
  ])
  const data = [0, 1, 2].map((o) => [dataOf(target, o, 0), dataOf(target, o, 1)])
  expect(data).toEqual([
    [Array(2).fill(10), Array(5).fill(20)],
    [[11], [21]],
    [Array(3).fill(1), Array(2).fill(3)],
  ])
  expect([0, 1, 2].map((o) => target.output(o).dense)).toEqual([false, true, false])
  expect(target.output(2)).toMatchObject({ dtype: 'uint8', layout: 'W', gpu: -1, dataBytes: 5 })
})

test('one large sample among small ones does not reserve a batch of large ones', () => {
  const count = 64
  const sizes = Array.from({ length: count }, (_, i) => (i === 4 ? 10_000 : 100))
  const from = batchOf(sizes.map(() => 1))
  const target = empty()
  const relay = new SlotWriter(target, roomIn(target), from, count, [kind, kind], [])
  for (const size of sizes) relay.add([tensor(size, 1), tensor(1, 2)])
  const used = relay.finish(
    0,
    [...sizes.keys()],
    sizes.map(() => 0),
    0,
  )
  const total = sizes.reduce((a, b) => a + b, 0)
  // Tables and names take some 16 KB. As large as the large one, those to come would take 590 KB.
  expect(used).toBeLessThan(10 * total)
  expect(dataOf(target, 0, 63)).toEqual(Array(100).fill(1))
})
