// Hands values of imperative mode over: a value is copied to a segment that the process maps, or to GPU memory that it opens, and the
// segment is used again when the process has let go of it.
import { openSlot } from '../actors/slot-memory.js'
import { Mapped } from '../bridge/connection.js'
import { Exports, made } from '../bridge/exports.js'
import type { PartOfBatch } from '../bridge/protocol.js'
import { Slot } from '../data/arena.js'
import { tableBytes } from '../data/arena-tables.js'
import { withEvalMode } from '../dynamic/context/mode.js'
import { invokeAt } from '../dynamic/operators/invoke.js'
import { runInto } from '../dynamic/scheduling/into.js'
import { bytesOf } from '../dynamic/values/data-derive.js'
import { countOf, holds, rowOf, type Value, type View } from '../dynamic/values/value.js'
import { copyOp } from '../graph/devices.js'
import { native } from '../native.js'
import type { ProcessConnection } from './connection.js'
import type { SharedBatch } from './protocol.js'

/** Bytes of segments that are kept for later values. */
const spareBytes = 64 * 2 ** 20
/** Segments with GPU memory that are kept for later values, for each GPU. */
const spareOnGpu = 4

/** A segment and the number by which the process knows it, which is never used again. `gpu`: whose memory it has; -1: none. */
interface Segment {
  readonly number: number
  readonly slot: Slot
  readonly gpu: number
}

export class ValueSlots {
  private readonly unused = new Map<number, Segment[]>()
  private readonly mapped = new Mapped()
  private readonly exports = new Exports()
  private count = 0

  constructor(private readonly connection: ProcessConnection) {}

  /** Copies the view's value, which is there, and answers the question `id` with it as the batch `b`. */
  async send(id: number, view: View, b: number): Promise<void> {
    const segment = this.take(view.value.gpu)
    try {
      if (segment.gpu < 0) copyOnHost(view, segment.slot)
      else await copyOnGpu(view, segment.slot)
    } catch (error) {
      this.give(segment)
      throw error
    }
    const { slot, number } = segment
    const bytes = slot.buffer.byteLength
    const news = this.mapped.mustMap(number, bytes) ? [slot.config.segment!] : []
    this.connection.hold(b, { slots: [slot], free: () => this.give(segment) })
    const p: PartOfBatch[] = [[number, bytes]]
    const batch: SharedBatch = { b, n: countOf(view), e: slot.epoch, p, ...this.exports.of([slot], this.connection) }
    this.connection.send({ t: 'reply', id, value: batch, ...(news.length && { d: news.length }) }, news)
  }

  /** The process has let go of a value. `working`: work that it has queued on a GPU still uses it. */
  free(b: number, working: boolean): void {
    const { slots, free } = this.connection.letGo(b)
    if (working) this.exports.whenDone(this.connection, slots, free)
    else free()
  }

  /** The process has closed GPU memory, which may be of a pipeline. */
  closedMemory(numbers: readonly number[]): void {
    this.exports.closed(this.connection, numbers)
  }

  private take(gpu: number): Segment {
    return this.unused.get(gpu)?.pop() ?? { number: ++this.count, slot: new Slot(openSlot(true)), gpu }
  }

  private give(segment: Segment): void {
    const { gpu } = segment
    const unused = this.unused.get(gpu) ?? []
    this.unused.set(gpu, unused)
    // Those that were used last are used next, so that the memory in use does not wander.
    unused.push(segment)
    let bytes = unused.reduce((sum, { slot }) => sum + slot.bookedBytes, 0)
    const freed: number[] = []
    while (unused.length > 1 && (gpu < 0 ? bytes > spareBytes : unused.length > spareOnGpu)) {
      const { number, slot } = unused.shift()!
      bytes -= slot.bookedBytes
      this.mapped.forget(number)
      native().close(slot.handle)
      native().close(slot.config.segment!)
      freed.push(number)
    }
    if (!freed.length) return
    this.connection.send({ t: 'unmap', s: freed })
    this.exports.sweep()
  }

  close(): void {
    this.exports.close()
  }
}

function copyOnHost(view: View, to: Slot): void {
  const { value, rows } = view
  const { slot: from } = value.storage!
  const { dtype, layout } = from.output(value.place)
  const all = Array.from({ length: countOf(view) }, (_, i) => rowOf(rows, i))
  const samples = all.map((row) => ({ data: bytesOf(value, row), shape: from.tensor(value.place, row).shape }))
  const records = all.map((row) => from.sample(row))
  to.write(0, records, [{ dtype, layout, samples }], 0, (bytes) => to.ensure(bytes, true))
}

/** The copy is complete when this resolves: no stream waits for work of another process. */
async function copyOnGpu(view: View, to: Slot): Promise<void> {
  const { value } = view
  to.ensure(tableBytes(countOf(view), 1) + value.storage!.slot.usedBytes + 4096, true)
  const kept: Value[] = []
  const keep = (made: Value) => {
    made.own()
    kept.push(made)
  }
  const input = { [holds]: true, view }
  // A call of deferred mode is not begun.
  withEvalMode('deferred', () => invokeAt(copyOp, [input, { device: `gpu:${value.gpu}` }], { text: '' }, keep))
  try {
    await runInto(kept[0]!.call!, to.handle)
    to.refresh()
    await made([to])
  } finally {
    for (const one of kept) one.disown()
  }
}
