// The batches of a pipeline that run() and its like take: full ones, over the ends of epochs, one call after the other. The
// pipeline feeds its inputs before, and keeps what it gets; the engine makes the batches.
import { Mutex } from 'async-mutex'
import { Mode } from '../actors/protocol.js'
import type { Lease } from '../data/lease.js'
import type { Delivery, DeliveryOptions } from '../engine/delivery.js'
import type { Engine } from '../engine/engine.js'
import { apiMixed, endOfData } from '../errors/factories.js'
import type { PipelineError } from '../errors.js'
import { batchFlags } from '../generated/abi.js'

type Taken<Out> = { outputs: Out; lease: Lease }

export class Runs<Out> {
  private readonly lock = new Mutex()

  /** `drop` is called before a batch is taken, with which the last one is no longer valid. */
  constructor(
    private readonly engine: Engine<Out>,
    private readonly drop: () => void,
  ) {}

  /** Calls `take` when all calls before it have ended. */
  inTurn<T>(take: () => Promise<T>): Promise<T> {
    return this.lock.runExclusive(take)
  }

  /**
   * Takes one full batch. `own`: it is a run(), which has fed its data or not; batches that aborted calls have left are not
   * for one that has. `keep` gets the batch before the next call has its turn.
   */
  take<T>(options: DeliveryOptions, keep: (batch: Taken<Out>) => T, own?: boolean): Promise<T> {
    const contended = this.lock.isLocked()
    const { inputs } = this.engine
    return this.inTurn(async () => {
      // The previous call's caller must see its outputs before begin() releases them.
      if (contended) await new Promise((resolve) => setImmediate(resolve))
      try {
        const delivery = await this.engine.ready(Mode.continuous, options.signal)
        this.begin(delivery)
        for (; own && inputs.fed.left > 0; inputs.fed.left--) await this.dropLeft(options)
        const batch = await this.engine.next(options)
        inputs.fed.noteTaken()
        return batch ? keep(batch) : raiseEnd(delivery)
      } catch (error) {
        const { code } = error as PipelineError
        // It was delivered in place of a batch.
        if (this.isSpared(error)) inputs.fed.noteTaken()
        else if (own !== undefined) inputs.fed.noteUnserved(own && (code === 'ABORTED' || code === 'STALLED'))
        throw error
      }
    })
  }

  /** Takes a batch that an aborted call has left. If it failed, that is nothing to this call. */
  private async dropLeft(options: DeliveryOptions): Promise<void> {
    try {
      ;(await this.engine.next(options))?.lease.release()
    } catch (error) {
      if (!this.isSpared(error)) throw error
    }
  }

  private dropLeftSync(options: DeliveryOptions): void {
    try {
      this.engine.nextSync(options)?.lease.release()
    } catch (error) {
      if (!this.isSpared(error)) throw error
    }
  }

  /** Whether it is the failure of one batch, after which the run goes on. */
  isSpared(error: unknown): boolean {
    return this.engine.delivery?.spared.has(error as PipelineError) ?? false
  }

  /** Throws API_MIXED while a call waits that takeSync() would keep from ending. */
  checkFree(): void {
    if (!this.lock.isLocked()) return
    throw apiMixed('runSync() was called while a run() waits, which it would keep from ending', 'Await the run() first')
  }

  /** As take(), but blocks the thread. */
  takeSync(options: DeliveryOptions, own: boolean, delivery: Delivery<Out>): Taken<Out> {
    const { inputs } = this.engine
    this.begin(delivery, true)
    for (; own && inputs.fed.left > 0; inputs.fed.left--) this.dropLeftSync(options)
    try {
      const batch = this.engine.nextSync(options)
      inputs.fed.noteTaken()
      return batch ?? raiseEnd(delivery)
    } catch (error) {
      if (this.isSpared(error)) inputs.fed.noteTaken()
      throw error
    }
  }

  private begin(delivery: Delivery<Out>, blocks = false): void {
    this.drop()
    if (delivery.ended) raiseEnd(delivery)
    this.engine.inputs.fed.expect(0, undefined, blocks)
  }
}

/** Throws END_OF_DATA: at a stream's end at each call until reset(), at an epoch's end (cycle 'raise') once. */
export function raiseEnd<Out>(delivery: Delivery<Out>): never {
  if (!(delivery.ended & batchFlags.endOfStream)) delivery.ended = 0
  throw endOfData('An external source has no more data', 'Call reset() to start its next epoch, or give it cycle: true')
}
