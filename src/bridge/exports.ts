// Batches in GPU memory for consumers in other processes. Keeps track of the memory that each consumer has open, and of
// batches that were given back while the consumer's work on them still runs. Memory must not be freed while a process has it
// open, so memory that a slot has dropped is kept until all consumers have closed it.
//
// No stream ever waits for work of another process, because the death of that process would stop it for good. A batch is
// handed over when it is made, and used again when the event of its consumer is reached, for which the server asks.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as setTimer } from 'node:timers/promises'
import type { Slot } from '../data/arena.js'
import { whenMade } from '../data/device-wait.js'
import { gpuInfo, type Handle, native } from '../native.js'
import type { ExportMessage, GpuPart, Message } from './protocol.js'

/** Between two looks at the events of batches that were given back, and at a process that ends. */
const lookMs = 1
/** A consumer gets no further batch while its GPU still works on so many that it has given back. */
const mostBehind = 4
/** A process that has closed its socket and does not end is waited for so long. */
const mostGoneMs = 5000

/** A process that opens memory of this one: its connection. */
export interface Consumer {
  /** The slots of all batches that it holds. */
  readonly heldSlots: readonly Slot[]
  send(message: Extract<Message, { t: 'drop' }>): void
}

interface Export {
  handle: Handle
  message: ExportMessage
  openBy: Set<Consumer>
}

/** A batch whose consumer has given it back, and still works on it. */
interface Returning {
  consumer: Consumer
  slots: readonly Slot[]
  free: () => void
}

/** Whether some of the batch lies in GPU memory. */
const isOnGpu = (slot: Slot): boolean => slot.deviceBytes > 0

/** Resolves when all of a batch is made. Rejects with INTERNAL when the GPU failed. */
export async function made(slots: readonly Slot[]): Promise<void> {
  await Promise.all(slots.filter(isOnGpu).map((slot) => whenMade(slot.handle)))
}

/** Resolves when another process has ended; 0 is one that this one cannot see. */
export async function whenGone(pid: number): Promise<void> {
  if (!pid || pid === process.pid) return
  for (const end = Date.now() + mostGoneMs; runs(pid) && Date.now() < end; ) await setTimer(lookMs)
}

/** A zombie has nothing open any more, when it is the last of its threads. */
function runs(pid: number): boolean {
  try {
    const isZombie = /^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
    return !isZombie || readdirSync(`/proc/${pid}/task`).length > 1
  } catch (error) {
    // Without descriptors this cannot be known, and the memory is not used again before.
    return ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')
  }
}

/** Whether the consumer's work on the batch is over. What cannot be asked is not over: the consumer may just have died. */
function isOver({ slots }: Returning): boolean {
  try {
    return slots.every(({ handle }) => native().bridgeGivenBack(handle, false))
  } catch {
    return false
  }
}

export class Exports {
  private readonly known = new Map<number, Export>()
  private returning: Returning[] = []
  private timer: NodeJS.Timeout | undefined
  private buses: ReadonlyMap<number, string> | undefined

  /** The parts of a batch in GPU memory, and what of them the consumer must open first. It counts as open from now on. */
  of(slots: readonly Slot[], consumer: Consumer): { g?: readonly GpuPart[]; x?: readonly ExportMessage[] } {
    this.sweep()
    const x: ExportMessage[] = []
    const g = slots.flatMap((slot, part): GpuPart[] => {
      if (!isOnGpu(slot)) return []
      const all = native().bridgeExports(slot.handle)
      for (const [id, , bytes] of all) {
        const { openBy, message } = this.known.get(id) ?? this.add(slot, id, bytes)
        if (!openBy.has(consumer)) x.push(message)
        openBy.add(consumer)
      }
      return [[part, all.at(-1)![0], all.slice(0, -1)]]
    })
    return { ...(g.length > 0 && { g }), ...(x.length > 0 && { x }) }
  }

  private add(slot: Slot, id: number, bytes: number): Export {
    const [handle, gpu, ipc] = native().bridgeExport(slot.handle, id)
    this.buses ??= new Map(gpuInfo().devices.map((device) => [device.id, device.bus]))
    const made = { handle, message: { id, bytes, bus: this.buses.get(gpu) ?? '', ipc }, openBy: new Set<Consumer>() }
    this.known.set(id, made)
    return made
  }

  /** Tells consumers what slots have dropped, and lets go of what no consumer has open. */
  sweep(): void {
    const dropped = new Map<Consumer, number[]>()
    for (const [id, { handle, openBy }] of this.known) {
      if (!native().bridgeDropped(handle)) continue
      for (const consumer of openBy) dropped.set(consumer, [...(dropped.get(consumer) ?? []), id])
      this.known.delete(id)
      if (openBy.size) this.dropped.set(id, { handle, openBy })
      else native().close(handle)
    }
    for (const [consumer, x] of dropped) consumer.send({ t: 'drop', x })
  }
  /** What slots have dropped and consumers have still open. */
  private readonly dropped = new Map<number, Pick<Export, 'handle' | 'openBy'>>()

  /** The consumer has closed what was dropped. */
  closed(consumer: Consumer, ids: readonly number[]): void {
    for (const id of ids) {
      const { handle, openBy } = this.dropped.get(id) ?? {}
      if (!openBy?.delete(consumer) || openBy.size) continue
      this.dropped.delete(id)
      native().close(handle!)
    }
  }

  /** Whether the consumer has anything open. */
  isUsedBy(consumer: Consumer): boolean {
    return [...this.known.values(), ...this.dropped.values()].some(({ openBy }) => openBy.has(consumer))
  }

  /** Whether work of the consumer may run in memory of this process. */
  isWorking(consumer: Consumer): boolean {
    this.look()
    return consumer.heldSlots.some(isOnGpu) || this.returning.some((one) => one.consumer === consumer)
  }

  /** Whether the consumer's GPU is far behind what it was given; without that bound, it would take all memory. */
  isBehind(consumer: Consumer): boolean {
    return this.returning.filter((one) => one.consumer === consumer).length >= mostBehind
  }

  /** Calls `free` when the consumer's work on the batch is over. */
  whenDone(consumer: Consumer, slots: readonly Slot[], free: () => void): void {
    this.returning.push({ consumer, slots: slots.filter(isOnGpu), free })
    this.look()
  }

  private look(): void {
    clearTimeout(this.timer)
    const [over, left] = [[] as Returning[], [] as Returning[]]
    for (const one of this.returning) {
      ;(isOver(one) ? over : left).push(one)
    }
    this.returning = left
    for (const { free } of over) free()
    this.timer = this.returning.length ? setTimeout(() => this.look(), lookMs) : undefined
  }

  /** The consumer has ended: it has nothing open any more, and its work on the GPU is no more. */
  forget(consumer: Consumer): void {
    for (const { openBy } of this.known.values()) openBy.delete(consumer)
    this.closed(consumer, [...this.dropped.keys()])
    const own = this.returning.filter((one) => one.consumer === consumer)
    this.returning = this.returning.filter((one) => one.consumer !== consumer)
    for (const { slots, free } of own) {
      for (const { handle } of slots) native().bridgeGivenBack(handle, true)
      free()
    }
  }

  /** The pipeline is closed, so nothing writes to slots. What consumers have open stays until they close it or end. */
  close(): void {
    clearTimeout(this.timer)
    for (const { free } of this.returning.splice(0)) free()
    this.sweep()
  }
}
