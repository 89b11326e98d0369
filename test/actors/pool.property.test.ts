// A pool of slots against its model: no slot is written while anybody holds it, none is lost, none comes back twice, and
// the memory account is exact.
// @module-tag property
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { ControlWords } from '../../src/actors/control/control-words.js'
import { layOut } from '../../src/actors/control/layout.js'
import { Slot } from '../../src/data/arena.js'
import { native } from '../../src/native.js'
import { Bench, closeAll, most, open, type Setting } from '../util/pool-bench.js'
import { handles } from '../util/resources.js'
import { generator } from '../util/simulate.js'
import { check } from '../util/soak.js'

const MiB = 2 ** 20

type Step =
  | { do: 'send'; bytes: number }
  | { do: 'take' | 'give'; edge: number; n: number }
  | { do: 'trim' }
  | { do: 'depth'; depth: number }
  | { do: 'check' }

const settings: fc.Arbitrary<Setting> = fc.record({
  edges: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
  slots: fc.integer({ min: 1, max: 9 }),
  depth: fc.integer({ min: 1, max: 5 }),
  budget: fc.constantFrom(Number.MAX_SAFE_INTEGER, 2 * MiB, 600_000),
  hint: fc.constantFrom(0, 0, 300_000),
})
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('send' as const), bytes: fc.constantFrom(1, 900, 70_000, 400_000) }),
    },
    {
      weight: 8,
      arbitrary: fc.record({ do: fc.constantFrom('take', 'give' as const), edge: fc.nat(2), n: fc.nat(99) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('trim' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('depth' as const), depth: fc.integer({ min: 1, max: 5 }) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('check' as const) }) },
  ),
  { minLength: 1, maxLength: 120, size: 'max' },
)

afterEach(() => {
  closeAll()
  expect(handles()).toBe(0)
})

describe('a pool of slots', () => {
  test('serves random fan-outs, sizes and orders of giving back', { timeout: 60_000 }, async () => {
    await check(
      150,
      21,
      fc.asyncProperty(settings, steps, async (setting, list) => {
        const bench = new Bench(setting)
        try {
          for (const step of list) {
            if (step.do === 'send') bench.send(step.bytes)
            if (step.do === 'take') bench.take(step.edge % setting.edges.length, step.n)
            if (step.do === 'give') bench.give(step.edge % setting.edges.length, step.n)
            if (step.do === 'trim') {
              const before = bench.words.memory.usedBytes
              expect(bench.out.pool.trim()).toBe(before - bench.words.memory.usedBytes)
            }
            if (step.do === 'depth') bench.setDepth(step.depth)
            if (step.do === 'check') bench.check()
          }
          bench.finish()
        } finally {
          closeAll()
        }
      }),
      25,
    )
  })

  test('books nothing when all is given back and trimmed', () => {
    const random = generator(5)
    for (const budget of [Number.MAX_SAFE_INTEGER, 600_000]) {
      const bench = new Bench({ edges: [1, 2], slots: 6, depth: 4, budget, hint: 0 })
      for (let i = 0; i < 300; i++) {
        bench.send(Math.floor(random() * 300_000) + 1)
        for (const edge of [0, 1]) if (random() < 0.6) bench.take(edge, Math.floor(random() * 2))
        for (const edge of [0, 1]) if (random() < 0.6) bench.give(edge, Math.floor(random() * 9))
      }
      expect(bench.sent).toBeGreaterThan(20)
      for (const [e, edge] of bench.held.entries()) {
        for (const [c, mine] of edge.entries()) {
          while (bench.waiting[e]![c]!.length) bench.take(e, c)
          while (mine.length) bench.give(e, mine.length * edge.length + c)
        }
      }
      bench.out.pool.trim()
      // The slot that was reserved for a batch that did not fit is in use.
      const reserved = bench.out.poll() ? bench.out.poll()! : undefined
      expect(bench.words.memory.usedBytes).toBe(0)
      expect(reserved).toBeDefined()
    }
  })
})

test('gives back the memory of slots that a shallower mailbox has no use for', () => {
  const bench = new Bench({ edges: [1], slots: 6, depth: 4, budget: Number.MAX_SAFE_INTEGER, hint: 0 })
  for (let i = 0; i < 4; i++) bench.send(400_000)
  bench.take(0, 0)
  bench.send(400_000)
  for (let i = 0; i < 4; i++) bench.take(0, 0)
  bench.give(0, 0)
  const five = bench.words.memory.usedBytes
  expect(five).toBeGreaterThan(5 * 400_000)
  for (let i = 0; i < 4; i++) bench.give(0, 0)
  bench.send(400_000)
  expect(bench.words.memory.usedBytes).toBe(five)
  bench.setDepth(2)
  bench.send(400_000)
  expect(bench.words.memory.usedBytes).toBe((3 * five) / 5)
  bench.check()
  bench.finish()
})

describe('a slot', () => {
  test('keeps the bytes of old views when it grows, and books what it has', () => {
    const words = new ControlWords(new SharedArrayBuffer(layOut(1, 1).bytes))
    words.memory.setLimits(2 * MiB, MiB, MiB)
    const buffer = new SharedArrayBuffer(2 ** 16, { maxByteLength: most })
    const handle = native().open(new Uint8Array(buffer, 0, 2 ** 16))
    open.push(handle)
    const slot = new Slot({ buffer, handle }, words.memory)
    const sizes = [10, 60_000, 200_000, 1_000_000]
    const views = sizes.map((bytes, k) => {
      expect(slot.ensure(bytes)).toBe(true)
      expect(words.memory.usedBytes).toBeGreaterThanOrEqual(bytes)
      expect(words.memory.usedBytes).toBe(Math.ceil(words.memory.usedBytes / 2 ** 16) * 2 ** 16)
      const view = new Uint8Array(buffer, k, 1)
      view[0] = 100 + k
      return view
    })
    expect(views.map((v) => v[0])).toEqual([100, 101, 102, 103])
    const used = words.memory.usedBytes
    expect(slot.ensure(3 * MiB)).toBe(false)
    expect(words.memory.usedBytes).toBe(used)
    expect(slot.ensure(3 * MiB, true)).toBe(true)
    expect(words.memory.usedBytes).toBeGreaterThan(2 * MiB)
    expect(views.map((v) => v[0])).toEqual([100, 101, 102, 103])
    expect(() => slot.ensure(most + 1)).toThrow(expect.objectContaining({ code: 'OUT_OF_MEMORY' }))
    slot.trim()
    expect([words.memory.usedBytes, slot.trim()]).toEqual([0, 0])
  })
})
