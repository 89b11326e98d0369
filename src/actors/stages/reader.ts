// The reader actor: a sampler decides which samples come next, and a native program reads them into the slot. It runs
// ahead of its consumers by as many batches as its mailbox may hold. Where it has two programs, two batches are in
// flight (flights.ts).

import { batchId } from '../../data/arena.js'
import { internal } from '../../errors/factories.js'
import type { PipelineErrorInfo } from '../../errors.js'
import { batchFlags, sampleFlags } from '../../generated/abi.js'
import { type Handle, native } from '../../native.js'
import { type SampleOrder, Sampler } from '../../readers/sampler.js'
import { Outbox } from '../blocking-waiter.js'
import { Mode } from '../protocol.js'
import { type Ahead, AheadDraws, type Drawn } from './ahead.js'
import { AheadBlocks } from './ahead-blocks.js'
import { type Flight, Flights } from './flights.js'
import { AllBadGuard, type Stage, type StageContext } from './stage.js'

/** The work on the samples that were drawn for one batch. */
interface DrawnFlight extends Flight {
  drawn?: Drawn | undefined
}

export class ReaderStageActor implements Stage {
  private readonly outbox: Outbox
  private readonly flights: Flights<DrawnFlight>
  private readonly sampler: Sampler
  private generation = 0
  /** Number of batches sent so far. */
  private batch = 0
  /** Samples that the sampler chose and that are not read yet. */
  private drawn: Drawn | undefined
  private given = 0
  private readonly ahead: Ahead
  /** Number of samples in the next batch if a checkpoint was taken within that batch; undefined otherwise. */
  private first: number | undefined
  private readonly allBad = new AllBadGuard()

  constructor(private readonly ctx: StageContext) {
    this.outbox = new Outbox(ctx.port, ctx.config)
    const { stage } = ctx.config
    if (stage.kind !== 'reader') {
      throw internal(`a ${stage.kind} stage is not a reader`)
    }
    const { op } = stage.program.ops[0]!
    const all = ctx.config.programs.map((program): DrawnFlight => ({ program, begun: false, putOff: false }))
    this.flights = new Flights(ctx, this.outbox, all, (flight, most) => this.setUp(flight, most))
    const [program] = ctx.config.programs as [Handle]
    const edges = () => native().programEdges(program, this.sampler.blockBytes)
    this.sampler = Sampler.fromArgs(op, { ...stage.reader, edges }, ctx.config.batchSize, ctx.config.seed)
    this.sampler.seek(ctx.config.start.epoch, ctx.config.start.position)
    this.first = ctx.config.start.first
    const draws = new AheadDraws(ctx, stage.reader.readAhead === true, () => this.draw())
    const blocks = () => new AheadBlocks(ctx, this.sampler, () => this.draw(), draws)
    this.ahead = this.sampler.blockWindow ? blocks() : draws
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
    this.ahead.reset()
    this.drawn = undefined
    this.given = 0
    this.first = undefined
    this.sampler.seek(epoch, 0)
  }

  /**
   * Whether each batch is what the sampler draws next. It is not while a batch that was begun before a checkpoint is
   * completed. What is read ahead is made when all of it has come, so nothing is gained there.
   */
  private mayOverlap(): boolean {
    return this.flights.all.length > 1 && this.first === undefined && this.drawn === undefined && this.ahead.idle
  }

  private makeOverlapped(first: DrawnFlight): void {
    if (!first.begun) this.begin(first)
    this.flights.awaitFirst((flight) => this.take(flight))
    this.flights.finish(first.drawn!.endOfEpoch ? batchFlags.endOfEpoch : 0, (flight) => {
      this.ahead.done(flight.drawn!)
      flight.drawn = undefined
    })
    this.batch++
  }

  /** Begins a batch, and waits for a slot and memory. */
  private begin(flight: DrawnFlight): void {
    if (flight.failure) throw flight.failure
    flight.slot = this.outbox.reserve()
    flight.drawn ??= this.ahead.next()
    this.flights.begin(flight)
  }

  private take(flight: DrawnFlight): boolean {
    flight.slot ??= this.outbox.reserveNext()
    if (!flight.slot) return false
    flight.drawn ??= this.ahead.next()
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
    let ended = false
    // There is one round, unless unreadable files are skipped: then further samples fill the gaps.
    for (let round = 0; good < wanted && !ended; round++) {
      this.drawn ??= this.ahead.next()
      const take = Math.min(wanted - good, this.drawn.count - this.drawn.next)
      const id = round === 0 ? batchId(this.generation, this.batch) : -1
      const before = good
      const { ids, next } = this.drawn
      good = this.outbox.make(
        (most) => n.programSetup(program, id, ids, next, take, most),
        (flags) => n.programRun(program, slot.handle, flags),
      )
      this.allBad.note(good > before, ids[4 * next + 1]!)
      this.drawn.next += take
      if (this.drawn.next < this.drawn.count) continue
      ended = this.drawn.endOfEpoch
      this.ahead.done(this.drawn)
      this.drawn = undefined
    }
    n.programRun(program, slot.handle, (ended ? batchFlags.endOfEpoch : 0) | short)
    this.first = undefined
    this.batch++
    this.outbox.send(good, slot.usedBytes)
  }

  fail(error: PipelineErrorInfo): void {
    this.outbox.sendFailure(batchId(this.ctx.words.epochs.generation, this.batch), error)
  }

  trim(): void {
    this.outbox.trim()
    for (const program of this.ctx.config.programs) native().trim(program, 0)
  }

  stop(): void {
    this.flights.settle()
  }

  private draw(): Drawn {
    const { mode } = this.ctx.words.epochs
    const order: SampleOrder = this.sampler.next(mode === Mode.epoch ? 'epoch' : 'continuous')
    const count = order.indices.length
    const ids = new Float64Array(4 * count)
    for (let i = 0; i < count; i++) {
      ids[4 * i] = order.indices[i]!
      ids[4 * i + 1] = order.epochs[i]!
      // The last `padded` samples repeat another one.
      ids[4 * i + 2] = i >= count - order.padded ? sampleFlags.padded : 0
      ids[4 * i + 3] = ++this.given
    }
    return { ids, count, next: 0, endOfEpoch: mode === Mode.epoch && order.endOfEpoch }
  }
}
