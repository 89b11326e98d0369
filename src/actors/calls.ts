// Functions that another thread calls for a stage: a worker has the batch, and the thread that built the pipeline knows who
// runs the function. The batch goes through a room, memory of that thread, which reads it and writes the results to it.
import type { MessagePort } from 'node:worker_threads'
import { Slot } from '../data/arena.js'
import { errorFrom } from '../errors/factories.js'
import type { PipelineErrorInfo } from '../errors.js'
import type { DType } from '../generated/abi.js'

/** One output of a function: each sample's place in the room. */
export interface CalledOutput {
  dtype: DType
  layout: string
  at: readonly (readonly [offset: number, shape: readonly number[]])[]
}

/** What a worker asks for. Each but `done` is answered before the next comes. */
export type CallRequest =
  /** A room of so many bytes. */
  | { t: 'room'; bytes: number }
  /** The result of a function of a batch, which lies in the room. */
  | { t: 'call'; room: number; function: number; samples: number; inputs: number; outputs: number }
  /** The results were read. */
  | { t: 'done'; room: number }

export type CallAnswer =
  | { t: 'room'; room: number; buffer: SharedArrayBuffer }
  | { t: 'made'; outputs: readonly CalledOutput[] }
  | { t: 'failed'; error: PipelineErrorInfo }

/** Answers the requests of one worker that come through the port, until it is closed. */
export type Callee = (port: MessagePort) => void

/** The worker's side. */
export class Caller {
  private answered: (answer: CallAnswer) => void = () => {}

  constructor(private readonly port: MessagePort) {
    port.on('message', (answer: CallAnswer) => this.answered(answer))
  }

  private async ask<T extends CallAnswer['t']>(request: CallRequest): Promise<Extract<CallAnswer, { t: T }>> {
    const answer = await new Promise<CallAnswer>((resolve) => {
      this.answered = resolve
      this.port.postMessage(request)
    })
    if (answer.t === 'failed') throw errorFrom(answer.error)
    return answer as Extract<CallAnswer, { t: T }>
  }

  /** Memory of at least so many bytes, until done(). */
  async room(bytes: number): Promise<{ room: number; slot: Slot }> {
    const { room, buffer } = await this.ask<'room'>({ t: 'room', bytes })
    return { room, slot: new Slot({ buffer, handle: 0 }) }
  }

  /** Rejects with what the function has raised. */
  async call(call: Omit<Extract<CallRequest, { t: 'call' }>, 't'>): Promise<readonly CalledOutput[]> {
    return (await this.ask<'made'>({ t: 'call', ...call })).outputs
  }

  done(room: number): void {
    this.port.postMessage({ t: 'done', room } satisfies CallRequest)
  }

  close(): void {
    this.port.close()
  }
}
