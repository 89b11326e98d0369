// The data set of a reader of imperative mode, which is listed when it is first needed, and the order of its samples.
import { checkSignal } from '../../actors/event-loop-waiter.js'
import { closed, withDetails } from '../../errors/factories.js'
import { PipelineError } from '../../errors.js'
import type { Json } from '../../graph/types.js'
import type { IndexState } from '../../native/dataset.js'
import { type Dataset, index, indexSync } from '../../readers/dataset.js'
import { tellIgnored } from '../../readers/meta.js'
import { ReaderOrder } from '../../readers/reader-order.js'
import { EvalContext } from '../context/context.js'
import type { EpochOptions } from './reader-options.js'

/** The reader's name in fn, and the line where it was made. */
export interface MadeAt {
  readonly op: string
  readonly callSite: string
}

const locate = (error: unknown, at: MadeAt) => (error instanceof PipelineError ? withDetails(error, { ...at }) : error)

/** Calls `body`; errors of the reader's arguments and files name the line where the reader was made. */
export function located<T>(at: MadeAt, body: () => T): T {
  try {
    return body()
  } catch (error) {
    throw locate(error, at)
  }
}

export class ReaderData {
  /**
   * What was listed. It is closed when it is collected: a value that is computed again may need it longer than the
   * reader.
   */
  private dataset: Dataset | undefined
  private closed = false

  constructor(
    private readonly madeAt: MadeAt,
    private readonly args: Readonly<Record<string, Json>>,
  ) {}

  /** The data set, where it was listed. */
  get known(): Dataset | undefined {
    return this.dataset
  }

  /** The data set, listed on this thread if it was not yet. */
  now(): Dataset {
    const { op, callSite } = this.madeAt
    this.checkOpen(callSite)
    return (
      this.dataset ??
      this.listed(located(this.madeAt, () => indexSync(op, this.args, EvalContext.current().numThreads)))
    )
  }

  /** Lists it on another thread if it was not yet. */
  async list({ signal, onProgress }: EpochOptions): Promise<void> {
    if (this.dataset) return
    const { op, callSite } = this.madeAt
    const tell = onProgress && ((state: IndexState) => onProgress({ reader: op, ...state }))
    const ended = signal ?? new AbortController().signal
    const threads = EvalContext.current().numThreads
    try {
      this.listed(await index(op, this.args, { signal: ended, onProgress: tell, threads }))
    } catch (error) {
      checkSignal(ended)
      throw locate(error, this.madeAt)
    }
    this.checkOpen(callSite)
  }

  private listed(dataset: Dataset): Dataset {
    tellIgnored(dataset)
    this.dataset = dataset
    return dataset
  }

  order(batchSize: number, seed: number): ReaderOrder {
    const { epochSize } = this.now()
    return located(
      this.madeAt,
      () => new ReaderOrder(this.madeAt.op, { ...this.args, size: epochSize }, batchSize, seed),
    )
  }

  close(): void {
    this.closed = true
    this.dataset = undefined
  }

  checkOpen(callSite: string): void {
    if (this.closed) throw closed('The reader', { op: this.madeAt.op, callSite })
  }
}
