// A producer's slots and their consumers against a model, over the real rings, on one thread: no slot is written while
// anybody holds it, none is lost, none comes back twice, and the memory account is exact.
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { type SampleRecord, Slot } from '../../src/actors/arena.js'
import { ControlWords, layOut } from '../../src/actors/block.js'
import { InEnd, OutEnd, type Taken } from '../../src/actors/mailbox.js'
import { type Handle, native } from '../../src/native.js'
import { handles } from '../util/resources.js'
import { generator } from '../util/simulate.js'
import { check } from '../util/soak.js'

const MiB = 2 ** 20
const most = 4 * MiB

interface Setting {
  /** Consumers per edge of the producer, which take turns. */
  edges: number[]
  slots: number
  depth: number
  /** Bytes. */
  budget: number
  hint: number
}

type Step =
  | { do: 'send'; bytes: number }
  | { do: 'take' | 'give'; edge: number; n: number }
  | { do: 'trim' }
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
    { weight: 1, arbitrary: fc.record({ do: fc.constant('check' as const) }) },
  ),
  { minLength: 1, maxLength: 120, size: 'max' },
)

const open: Handle[] = []
afterEach(() => {
  for (const handle of open.splice(0)) native().close(handle)
  expect(handles()).toBe(0)
})

/** A batch that says which it is in every byte. */
const content = (batch: number, bytes: number) => new Uint8Array(bytes).fill(1 + (batch % 251))
const record = (batch: number): SampleRecord => ({
  index: batch,
  epoch: 0,
  flags: 0,
  source: `batch ${batch}`,
  ordinal: batch,
})

class Bench {
  readonly words: ControlWords
  readonly out: OutEnd
  /** By edge and consumer. */
  readonly ins: InEnd[][]
  readonly configs: { buffer: SharedArrayBuffer; handle: Handle }[]
  /** What each consumer holds: the batch, by the model, and a view made when it came. */
  readonly held: { taken: Taken; batch: number; bytes: number; view: Uint8Array }[][][]
  /** Batches on their way, by edge and consumer. */
  readonly waiting: { batch: number; bytes: number }[][][]
  /** Who has a slot: edges that have not given it back. */
  readonly busy = new Map<number, number>()
  sent = 0

  constructor(readonly setting: Setting) {
    const n = native()
    const layout = layOut(
      2,
      setting.edges.reduce((a, b) => a + b, 0),
    )
    const buffer = new SharedArrayBuffer(layout.bytes)
    this.words = new ControlWords(buffer)
    this.words.setLimits(setting.budget, Math.floor(0.75 * setting.budget), Number.MAX_SAFE_INTEGER)
    const block = { buffer, handle: n.open(new Uint8Array(buffer)) }
    open.push(block.handle)
    const [mine, theirs] = layout.bells as [number, number]
    this.configs = Array.from({ length: setting.slots }, () => {
      const memory = new SharedArrayBuffer(2 ** 16, { maxByteLength: most })
      const handle = n.open(new Uint8Array(memory, 0, 2 ** 16))
      open.push(handle)
      return { buffer: memory, handle }
    })
    const offsets = [...layout.mailboxes]
    const edges = setting.edges.map((consumers) =>
      Array.from({ length: consumers }, () => {
        const offset = offsets.shift()!
        this.words.connect(offset, mine, theirs, setting.depth, false)
        return offset
      }),
    )
    const end = { block, replica: 0, replicas: 1, sources: [], peers: [] }
    this.out = new OutEnd(
      { ...end, bell: mine },
      { slots: this.configs, edges, hint: setting.hint, owner: mine, most: setting.slots, supplier: theirs },
      this.words,
    )
    this.ins = edges.map((edge) =>
      edge.map((offset, replica) => {
        const at = { ...end, bell: theirs, replica, replicas: edge.length }
        return new InEnd(at, { mailboxes: [{ offset, owner: mine, slots: this.configs }] }, this.words)
      }),
    )
    this.held = edges.map((edge) => edge.map(() => []))
    this.waiting = edges.map((edge) => edge.map(() => []))
  }

  send(bytes: number): void {
    const slot = this.out.poll()
    const room = this.waiting.every((edge) => edge[this.sent % edge.length]!.length < this.depth)
    const free = this.busy.size < this.setting.slots
    // Where memory is scarce fewer batches wait than may; never more.
    if (!room || !free) expect(slot).toBeUndefined()
    if (!slot) {
      if (this.words.comfortable) expect([room, free]).not.toEqual([true, true])
      return
    }
    expect(this.out.poll(), 'the same slot until it is sent').toBe(slot)
    const index = this.configs.findIndex(({ buffer }) => buffer === slot.buffer)
    expect(this.busy.has(index), 'a slot that somebody holds').toBe(false)
    const batch = this.sent
    const sample = { data: content(batch, bytes), shape: [bytes] }
    const outputs = [{ dtype: 'uint8' as const, layout: '', samples: [sample] }]
    if (!this.out.grow(bytes + 1000) || !slot.write(batch, [record(batch)], outputs, 0)) {
      // The budget does not hold it: the slot stays reserved, and nothing was booked.
      expect(this.words.usedBytes).toBeLessThanOrEqual(this.words.limitBytes)
      return
    }
    this.out.send()
    this.busy.set(index, this.setting.edges.length)
    for (const edge of this.waiting) edge[batch % edge.length]!.push({ batch, bytes })
    this.sent++
  }

  private get depth(): number {
    return this.setting.depth
  }

  take(edge: number, n: number): void {
    const consumer = n % this.ins[edge]!.length
    const taken = this.ins[edge]![consumer]!.poll()
    const wanted = this.waiting[edge]![consumer]!.shift()
    if (!wanted) {
      expect(taken).toBeUndefined()
      return
    }
    const slot = taken!.slot
    expect(slot.sample(0)).toMatchObject({ index: wanted.batch, source: `batch ${wanted.batch}` })
    const { offset, bytes } = slot.tensor(0, 0)
    expect(bytes).toBe(wanted.bytes)
    this.held[edge]![consumer]!.push({ taken: taken!, ...wanted, view: new Uint8Array(slot.buffer, offset, bytes) })
  }

  /** Any of those held, not the oldest first. */
  give(edge: number, n: number): void {
    const holders = this.held[edge]!
    const consumer = n % holders.length
    const mine = holders[consumer]!
    if (!mine.length) return
    const [one] = mine.splice(n % mine.length, 1)
    expectWhole(one!)
    this.ins[edge]![consumer]!.give(one!.taken)
    const left = this.busy.get(one!.taken.index)! - 1
    if (left) this.busy.set(one!.taken.index, left)
    else this.busy.delete(one!.taken.index)
  }

  /** Views made long ago still show their batch, whatever the slots have grown to. */
  check(): void {
    for (const one of this.held.flat(2)) expectWhole(one)
    expect(this.words.usedBytes).toBeGreaterThanOrEqual(0)
    expect(this.words.usedBytes).toBeLessThanOrEqual(this.setting.budget)
  }

  finish(): void {
    for (const [e, edge] of this.held.entries()) {
      for (const [c, mine] of edge.entries()) {
        while (this.waiting[e]![c]!.length) this.take(e, c)
        while (mine.length) this.give(e, mine.length * edge.length + c)
      }
    }
    this.check()
    expect(this.busy.size).toBe(0)
    // All slots are there again, each once: as many batches can be made without one being given back.
    const seen = new Set<SharedArrayBuffer>()
    for (let k = 0; k < this.setting.slots; k++) {
      const slot = this.out.poll()
      expect(slot, `slot ${k} of ${this.setting.slots}`).toBeDefined()
      seen.add(slot!.buffer)
      slot!.ensure(0)
      this.out.send()
      for (const [e, edge] of this.ins.entries()) {
        // Out of the mailbox, so that the depth is no limit, but not given back.
        expect(edge[(this.sent + k) % this.ins[e]!.length]!.poll()).toBeDefined()
      }
    }
    expect(seen.size).toBe(this.setting.slots)
    expect(this.out.poll()).toBeUndefined()
  }
}

function expectWhole({ batch, bytes, view }: { batch: number; bytes: number; view: Uint8Array }): void {
  expect(view.byteLength).toBe(bytes)
  const wanted = 1 + (batch % 251)
  expect(
    view.every((byte) => byte === wanted),
    `bytes of batch ${batch}`,
  ).toBe(true)
}

describe('a pool of slots', () => {
  test('random fan-outs, sizes and orders of giving back', { timeout: 60_000 }, async () => {
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
              const before = bench.words.usedBytes
              expect(bench.out.trim()).toBe(before - bench.words.usedBytes)
            }
            if (step.do === 'check') bench.check()
          }
          bench.finish()
        } finally {
          for (const handle of open.splice(0)) native().close(handle)
        }
      }),
    )
  })

  test('when all is given back and trimmed, nothing is booked', () => {
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
      bench.out.trim()
      // The slot that was reserved for a batch that did not fit is in use.
      const reserved = bench.out.poll() ? bench.out.poll()! : undefined
      expect(bench.words.usedBytes).toBe(0)
      expect(reserved).toBeDefined()
    }
  })
})

describe('a slot', () => {
  test('that grows keeps the bytes of old views, and books what it has', () => {
    const words = new ControlWords(new SharedArrayBuffer(layOut(1, 1).bytes))
    words.setLimits(2 * MiB, MiB, MiB)
    const buffer = new SharedArrayBuffer(2 ** 16, { maxByteLength: most })
    const handle = native().open(new Uint8Array(buffer, 0, 2 ** 16))
    open.push(handle)
    const slot = new Slot({ buffer, handle }, words)
    const sizes = [10, 60_000, 200_000, 1_000_000]
    const views = sizes.map((bytes, k) => {
      expect(slot.ensure(bytes)).toBe(true)
      expect(words.usedBytes).toBeGreaterThanOrEqual(bytes)
      expect(words.usedBytes).toBe(Math.ceil(words.usedBytes / 2 ** 16) * 2 ** 16)
      const view = new Uint8Array(buffer, k, 1)
      view[0] = 100 + k
      return view
    })
    expect(views.map((v) => v[0])).toEqual([100, 101, 102, 103])
    const used = words.usedBytes
    expect(slot.ensure(3 * MiB)).toBe(false)
    expect(words.usedBytes).toBe(used)
    expect(slot.ensure(3 * MiB, true)).toBe(true)
    expect(words.usedBytes).toBeGreaterThan(2 * MiB)
    expect(views.map((v) => v[0])).toEqual([100, 101, 102, 103])
    expect(() => slot.ensure(most + 1)).toThrow(expect.objectContaining({ code: 'OUT_OF_MEMORY' }))
    slot.trim()
    expect([words.usedBytes, slot.trim()]).toEqual([0, 0])
  })
})
