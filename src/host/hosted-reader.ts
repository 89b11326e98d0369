// A reader of imperative mode for the process, which asks for one item after the other.
import { Reader } from '../dynamic/readers/readers.js'
import type { Batch, Tensor } from '../dynamic/values/tensor.js'
import type { Json } from '../graph/types.js'
import type { readerQuestions } from './dynamic-protocol.js'

type Output = Batch | Tensor

export interface Item {
  /** Samples of each output. */
  count: number
  outputs: readonly Output[]
  names: readonly string[] | undefined
}

export class HostedReader {
  private readonly reader: Reader
  private epoch: AsyncIterator<unknown> | undefined
  /** The end of the epoch before. */
  private left: Promise<unknown> | undefined

  constructor(op: string, args: Readonly<Record<string, Json>>, site: string) {
    this.reader = new Reader(op, args, { text: site })
  }

  /** The next item of the epoch, or with `begins` the first of the next one; null at its end. */
  async next(batchSize: number | null, begins: boolean): Promise<Item | null> {
    if (begins) {
      this.stop()
      await this.left
      this.epoch = this.reader.nextEpoch(batchSize === null ? {} : { batchSize })[Symbol.asyncIterator]()
    }
    const { epoch } = this
    if (!epoch) return null
    const { done, value } = await epoch.next()
    if (done) {
      if (this.epoch === epoch) this.epoch = undefined
      return null
    }
    const item = value as readonly Output[] | Readonly<Record<string, Output>>
    const names = Array.isArray(item) ? undefined : Object.keys(item)
    const outputs = Object.values(item) as Output[]
    if (this.epoch !== epoch) {
      // The process has left the loop meanwhile.
      for (const output of outputs) output.dispose()
      return null
    }
    const first = outputs[0]
    return { count: first && 'length' in first ? first.length : 1, outputs, names }
  }

  /** The process has left the loop. */
  stop(): void {
    const { epoch } = this
    this.epoch = undefined
    this.left = epoch?.return?.()
  }

  ask(what: (typeof readerQuestions)[number]): unknown {
    return what === 'state' ? this.reader.getState() : this.reader.getMetadata()
  }

  setState(state: string): void {
    this.reader.setState(state)
  }

  async close(): Promise<void> {
    this.stop()
    await this.left
    await this.reader.close()
  }
}
