// Functions that another thread calls for a stage: a worker has the batch, and the thread that built the pipeline knows who
// runs the function. The inputs go through a room, memory of that thread; the results are written to the slot of the stage.
import type { MessagePort } from 'node:worker_threads'
import { Slot, type SlotConfig } from '../data/arena.js'
import { errorFrom } from '../errors/factories.js'
import type { PipelineErrorInfo } from '../errors.js'
import type { DType } from '../generated/abi.js'
import type { Handle } from '../native.js'

/** One output of a function: each sample's place. */
export interface CalledOutput {
  dtype: DType
  layout: string
  at: readonly (readonly [offset: number, shape: readonly number[]])[]
}

/** A batch for a function. */
export interface FunctionCall {
  /** Where the inputs lie, in the first `bytes`. */
  room: number
  bytes: number
  /** The segment that the results are written to, from byte `end` on. */
  target: Handle
  end: number
  function: number
  samples: number
  inputs: number
  outputs: number
}

/** What a function has made. `end`: the bytes of the slot that are used. `kept`: it has kept arrays of the room, which stay as they are. */
export interface Made {
  outputs: readonly CalledOutput[]
  end: number
  kept: boolean
}

/** What a worker asks for. Each but `done` is answered, with its number. */
export type CallRequest =
  | { t: 'room'; id: number }
  /** The result of a function. Calls are made one after the other, in the order in which they were asked for. */
  | { t: 'call'; id: number; call: FunctionCall }
  /** The room is used no more. */
  | { t: 'done'; room: number }

export type CallAnswer =
  | { t: 'room'; id: number; room: number; config: SlotConfig }
  | { t: 'made'; id: number; made: Made }
  /** `kept`: as of Made. */
  | { t: 'failed'; id: number; error: PipelineErrorInfo; kept: boolean }

/** Answers the requests of one worker that come through the port, until it is closed. */
export type Callee = (port: MessagePort) => void

/** Memory for the inputs of a call, which grows as any slot. */
export interface CallRoom {
  number: number
  slot: Slot
}

/** The worker's side. */
export class Caller {
  private readonly waiting = new Map<number, (answer: CallAnswer) => void>()
  private last = 0

  constructor(private readonly port: MessagePort) {
    port.on('message', (answer: CallAnswer) => {
      this.waiting.get(answer.id)?.(answer)
      this.waiting.delete(answer.id)
    })
  }

  /** `answered` gets a room, or the reason why there is none. */
  room(answered: (room: CallRoom | Error) => void): void {
    const id = ++this.last
    this.waiting.set(id, (answer) => {
      if (answer.t === 'room') answered({ number: answer.room, slot: new Slot(answer.config) })
      else if (answer.t === 'failed') answered(errorFrom(answer.error))
    })
    this.port.postMessage({ t: 'room', id } satisfies CallRequest)
  }

  /** `answered` gets what the function has made, or what it has raised. `kept`: as of Made. */
  call(call: FunctionCall, answered: (made: Made | Error, kept: boolean) => void): void {
    const id = ++this.last
    this.waiting.set(id, (answer) => {
      if (answer.t === 'made') answered(answer.made, answer.made.kept)
      else if (answer.t === 'failed') answered(errorFrom(answer.error), answer.kept)
    })
    this.port.postMessage({ t: 'call', id, call } satisfies CallRequest)
  }

  done(room: CallRoom): void {
    this.port.postMessage({ t: 'done', room: room.number } satisfies CallRequest)
  }

  close(): void {
    this.port.close()
  }
}
