// The reader actor: a native source says which samples come next and reads their bytes ahead
// (native/dataset/order/reader_source.h), and a native program reads them into the slot. It runs ahead of its consumers by as
// many batches as its mailbox may hold. Where it has two programs, two batches are in flight (flights.ts).

import { batchId } from '../../data/arena.js'
import { internal } from '../../errors/factories.js'
import type { PipelineErrorInfo } from '../../errors.js'
import { batchFlags } from '../../generated/abi.js'
import { type Handle, native } from '../../native.js'
import { forReader } from '../../readers/args.js'
import { callOf, samplerArgs } from '../../readers/reader-order.js'
import { Outbox } from '../blocking-waiter.js'
import { Mode } from '../protocol.js'
import { Wait } from '../stats.js'
import { type Flight, Flights } from './flights.js'
import { AllBadGuard, type Stage, type StageContext } from './stage.js'

/** Samples that the source has given. */
interface Drawn {
  /** Four numbers per sample, as readerNext() writes them. */
  ids: Float64Array
  count: number
  /** Whether an epoch ends after them. */
  endOfEpoch: boolean
  /** The first sample that is not read yet. */
  next: number
}

/** The work on the samples that were drawn for one batch. */
interface DrawnFlight extends Flight {
  drawn?: Drawn | undefined
}

export class ReaderStageActor implements Stage {
  private readonly outbox: Outbox
  private readonly flights: Flights<DrawnFlight>
  private readonly source: Handle
  private generation = 0
  /** Number of batches sent so far. */
  private batch = 0
  /** Samples that the source gave and that are not all read yet. */
  private drawn: Drawn | undefined
  /** Whether bytes are read ahead; readerDone() says it after the first samples. */
  private readsAhead = true
  /** Number of samples in the next batch if a checkpoint was taken within that batch; undefined otherwise. */
  private first: number | undefined
  private readonly allBad = new AllBadGuard()
  /** Arrays for the ids of batches; each is used again once its batch is done. */
  private readonly spare: Float64Array[] = []

  constructor(private readonly ctx: StageContext) {
    this.outbox = new Outbox(ctx.port, ctx.config)
    const { stage } = ctx.config
    if (stage.kind !== 'reader') {
      throw internal(`a ${stage.kind} stage is not a reader`)
    }
    const { op } = callOf(stage)
    const all = ctx.config.programs.map((program): DrawnFlight => ({ program, begun: false, putOff: false }))
    this.flights = new Flights(ctx, this.outbox, all, (flight, most) => this.setUp(flight, most))
    const { block, bell, programs, batchSize, seed, start } = ctx.config
    const [program] = programs as [Handle]
    const args = samplerArgs(op, stage.reader, batchSize, seed)
    const disks = stage.reader.readAhead === true
    this.source = forReader(op, () => native().readerOpen(args, { program, block: block.handle, bell, disks }))
    native().readerSeek(this.source, start.epoch, start.position)
    this.first = start.first
  }

  step(): void {
    this.follow()
    const { first } = this.flights
    const begun = first.drawn !== undefined || first.failure !== undefined
    if (begun || this.mayOverlap()) this.makeOverlapped(first)
    else this.makeAlone(first)
  }

  /** Goes to where the consumer wants the data set to be read from. What is in flight belongs to the place before. */
  private follow(): void {
    const { generation, epoch } = this.ctx.words.epochs
    if (generation === this.generation) return
    this.generation = generation
    this.flights.drop((flight) => {
      flight.drawn = undefined
    })
    this.drawn = undefined
    this.first = undefined
    this.ctx.port.restock()
    // That of a later generation is followed at once: no stage takes batches of this one any more.
    const { moved } = this.ctx.port
    const to = moved && moved.generation >= generation ? moved : { epoch, position: 0 }
    native().readerSeek(this.source, to.epoch, to.position, moved?.weights)
  }

  /**
   * Whether each batch is what the source gives next. It is not while a batch that was begun before a checkpoint is
   * completed. What is read ahead is made when all of it has come, so nothing is gained there.
   */
  private mayOverlap(): boolean {
    return this.flights.all.length > 1 && this.first === undefined && this.drawn === undefined && !this.readsAhead
  }

  private makeOverlapped(first: DrawnFlight): void {
    if (!first.begun) this.begin(first)
    this.flights.awaitFirst((flight) => this.take(flight))
    this.flights.finish(first.drawn!.endOfEpoch ? batchFlags.endOfEpoch : 0, (flight) => {
      this.done(flight.drawn!)
      flight.drawn = undefined
    })
    this.batch++
  }

  /** Begins a batch, and waits for a slot and memory. */
  private begin(flight: DrawnFlight): void {
    if (flight.failure) throw flight.failure
    flight.slot = this.outbox.reserve()
    flight.drawn ??= this.draw()
    this.flights.begin(flight)
  }

  private take(flight: DrawnFlight): boolean {
    flight.slot ??= this.outbox.reserveNext()
    if (!flight.slot) return false
    flight.drawn ??= this.draw()
    return true
  }

  private setUp(flight: DrawnFlight, most: number): number {
    const { program, drawn } = flight
    const id = batchId(this.generation, this.batch + this.flights.all.indexOf(flight))
    return native().programSetup(program, id, drawn!.ids, 0, drawn!.count, most)
  }

  /** Makes a batch of what is drawn, and of further samples in place of those that are skipped. */
  private makeAlone({ program }: DrawnFlight): void {
    const n = native()
    const slot = this.outbox.reserve()
    const wanted = this.first ?? this.ctx.config.batchSize
    const short = this.first === undefined ? 0 : batchFlags.holes
    let good = 0
    let tried = 0
    let ended = false
    // There is one round, unless unreadable files are skipped: then further samples fill the gaps.
    for (let round = 0; good < wanted && !ended; round++) {
      this.drawn ??= this.draw()
      const take = Math.min(wanted - good, this.drawn.count - this.drawn.next)
      const id = batchId(this.generation, this.batch)
      const before = good
      const { ids, next } = this.drawn
      good = this.outbox.make(
        (most) =>
          round === 0
            ? n.programSetup(program, id, ids, next, take, most)
            : n.programAppend(program, ids, next, take, most),
        (outlook) => n.programRun(program, slot.handle, outlook),
      )
      if (take) this.allBad.note(good > before, ids[4 * next + 1]!)
      tried += take
      this.drawn.next += take
      if (this.drawn.next < this.drawn.count) continue
      ended = this.drawn.endOfEpoch
      this.done(this.drawn)
      this.drawn = undefined
    }
    // The consumer must know an epoch of bad samples from an empty one: an elastic shard may have none of what is left.
    const left = good || !tried ? 0 : batchFlags.holes
    n.programFinish(program, slot.handle, (ended ? batchFlags.endOfEpoch : 0) | short | left)
    this.first = undefined
    this.batch++
    this.outbox.send(good, slot.usedBytes)
  }

  fail(error: PipelineErrorInfo): void {
    this.outbox.sendFailure(batchId(this.ctx.words.epochs.generation, this.batch), error, true)
  }

  /** The samples that were drawn for the batch are not drawn again. */
  failBatch(error: PipelineErrorInfo): boolean {
    this.outbox.sendFailure(batchId(this.generation, this.batch), error, false)
    this.batch++
    this.first = undefined
    if (this.drawn) this.done(this.drawn)
    this.drawn = undefined
    this.flights.dropFirst((flight) => {
      if (flight.drawn) this.done(flight.drawn)
      flight.drawn = undefined
    })
    return true
  }

  trim(): void {
    this.outbox.trim()
    for (const program of this.ctx.config.programs) native().trim(program, 0)
  }

  stop(): void {
    this.flights.settle()
    native().close(this.source)
  }

  /** The samples that come next, when their bytes are there. Throws Signalled, and then continues there. */
  private draw(): Drawn {
    const epochs = this.ctx.words.epochs.mode === Mode.epoch
    const ids = this.spare[0] ?? new Float64Array(4 * this.ctx.config.batchSize)
    const drawn = this.ctx.port.until(Wait.starved, () => native().readerNext(this.source, ids, epochs) || undefined)
    this.spare.shift()
    return { ids, count: drawn < 0 ? -1 - drawn : drawn, endOfEpoch: drawn < 0, next: 0 }
  }

  /** Gives up the bytes of these samples, which were read. */
  private done({ ids, count }: Drawn): void {
    this.spare.push(ids)
    if (this.readsAhead && count) this.readsAhead = native().readerDone(this.source, ids[4 * count - 1]!)
  }
}
