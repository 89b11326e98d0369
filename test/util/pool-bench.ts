// Runs a producer's slots and their consumers on one thread, over real mailboxes, with a model of which side holds
// each slot.
import { expect } from 'vitest'
import { ControlWords } from '../../src/actors/control/control-words.js'
import { layOut } from '../../src/actors/control/layout.js'
import { InEnd, OutEnd, type Taken } from '../../src/actors/mailbox.js'
import type { SampleRecord } from '../../src/data/arena-tables.js'
import { ring } from '../../src/generated/abi.js'
import { type Handle, native } from '../../src/native.js'

/** Bytes that a slot can grow to. */
export const most = 2 ** 22

export interface Setting {
  /** Consumers per edge of the producer, which take turns. */
  edges: number[]
  slots: number
  depth: number
  /** Bytes. */
  budget: number
  hint: number
}

/** Handles that tests have opened; closeAll() closes them. */
export const open: Handle[] = []
export function closeAll(): void {
  for (const handle of open.splice(0)) native().close(handle)
}

/** The bytes of a batch, each of which identifies the batch. */
const content = (batch: number, bytes: number) => new Uint8Array(bytes).fill(1 + (batch % 251))
const record = (batch: number): SampleRecord => ({
  index: batch,
  epoch: 0,
  flags: 0,
  source: `batch ${batch}`,
  ordinal: batch,
})

export class Bench {
  readonly words: ControlWords
  readonly out: OutEnd
  /** The consumers' ends of the mailboxes, by edge and consumer. */
  readonly ins: InEnd[][]
  readonly configs: { buffer: SharedArrayBuffer; handle: Handle }[]
  /** The batches that each consumer holds: the batch by the model, and a view made when it arrived. */
  readonly held: { taken: Taken; batch: number; bytes: number; view: Uint8Array }[][][]
  /** Batches that are sent and not yet received, by edge and consumer. */
  readonly waiting: { batch: number; bytes: number }[][][]
  /** For each slot in use, the number of edges that have not given it back. */
  readonly busy = new Map<number, number>()
  sent = 0
  private depth: number
  private readonly offsets: readonly number[]

  constructor(readonly setting: Setting) {
    this.depth = setting.depth
    const n = native()
    const layout = layOut(
      2,
      setting.edges.reduce((a, b) => a + b, 0),
    )
    const buffer = new SharedArrayBuffer(layout.bytes)
    this.words = new ControlWords(buffer)
    this.words.memory.setLimits(setting.budget, Math.floor(0.75 * setting.budget), Number.MAX_SAFE_INTEGER)
    const block = { buffer, handle: n.open(new Uint8Array(buffer)) }
    open.push(block.handle)
    const [mine, theirs] = layout.bells as [number, number]
    this.configs = Array.from({ length: setting.slots }, () => {
      const memory = new SharedArrayBuffer(2 ** 16, { maxByteLength: most })
      const handle = n.open(new Uint8Array(memory, 0, 2 ** 16))
      open.push(handle)
      return { buffer: memory, handle }
    })
    this.offsets = layout.mailboxes
    const offsets = [...layout.mailboxes]
    const edges = setting.edges.map((consumers) =>
      Array.from({ length: consumers }, () => {
        const offset = offsets.shift()!
        this.words.mailboxes.connect(offset, mine, theirs, setting.depth, false)
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
    // A slot that was reserved stays so when the mailbox becomes shallower.
    const reserved = this.out.pool.held.length > 0
    const slot = this.out.poll()
    const room = this.waiting.every((edge) => edge.flat().length < this.depth)
    const free = this.busy.size < this.setting.slots
    // Under a memory budget fewer batches may wait than the depth allows, but never more.
    if (!reserved && (!room || !free)) expect(slot).toBeUndefined()
    if (!slot) {
      // Under a budget, memory that is reserved for other stages counts too.
      if (this.setting.budget === Number.MAX_SAFE_INTEGER) expect([room, free]).not.toEqual([true, true])
      return
    }
    expect(this.out.poll(), 'the same slot until it is sent').toBe(slot)
    const index = this.configs.findIndex(({ buffer }) => buffer === slot.buffer)
    expect(this.busy.has(index), 'a slot that a consumer holds').toBe(false)
    const batch = this.sent
    const sample = { data: content(batch, bytes), shape: [bytes] }
    const outputs = [{ dtype: 'uint8' as const, layout: '', samples: [sample] }]
    if (!this.out.pool.grow(bytes + 1000) || !slot.write(batch, [record(batch)], outputs, 0)) {
      // The budget is too small for the batch: the slot stays reserved, and nothing was booked.
      expect(this.words.memory.usedBytes).toBeLessThanOrEqual(this.words.memory.limitBytes)
      return
    }
    this.out.send()
    this.busy.set(index, this.setting.edges.length)
    for (const edge of this.waiting) edge[batch % edge.length]!.push({ batch, bytes })
    this.sent++
  }

  /** Changes the depth, as a consumer does when the speed of one side changes. */
  setDepth(depth: number): void {
    this.depth = depth
    const words = new Int32Array(this.words.buffer)
    for (const offset of this.offsets) Atomics.store(words, (offset + ring.mailboxDepth) / 4, depth)
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

  /** Gives back any of the held batches, not necessarily the oldest. */
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

  /** Checks that old views still show their batch, even if the slots have grown since. */
  check(): void {
    for (const one of this.held.flat(2)) expectWhole(one)
    expect(this.words.memory.usedBytes).toBeGreaterThanOrEqual(0)
    expect(this.words.memory.usedBytes).toBeLessThanOrEqual(this.setting.budget)
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
    // Under a budget, not all slots can be in use at once.
    if (this.setting.budget !== Number.MAX_SAFE_INTEGER) return
    // All slots are free again, each once: that many batches can be made before one is given back.
    const seen = new Set<SharedArrayBuffer>()
    for (let k = 0; k < this.setting.slots; k++) {
      const slot = this.out.poll()
      expect(slot, `slot ${k} of ${this.setting.slots}`).toBeDefined()
      seen.add(slot!.buffer)
      slot!.ensure(0)
      this.out.send()
      for (const [e, edge] of this.ins.entries()) {
        // The batch is received, so that the depth is no limit, but not given back.
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
