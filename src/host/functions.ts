// Calls functions of the process for the stages of its pipelines, over a socket of their own: a function may take long, and may
// use other pipelines meanwhile. A batch goes through a room, which is used again when the stage has read the results and no
// array of the process refers to the inputs.
import type { Socket } from 'node:net'
import type { MessagePort } from 'node:worker_threads'
import type { CallAnswer, Callee, CallRequest } from '../actors/calls.js'
import { Connection } from '../bridge/connection.js'
import type { ServerLimits } from '../bridge/limits.js'
import { MessageReader } from '../bridge/message-reader.js'
import { errorOf, userFunction } from '../errors/factories.js'
import { pipelineError } from '../errors/thrown.js'
import { type CallsMessage, type CallsRequest, callsLanguage } from './protocol.js'
import { Room } from './rooms.js'

/** A room, and who uses it. */
interface Used {
  room: Room
  byStage: boolean
  byProcess: boolean
}

/** A call that the process has not answered, or of whose inputs it has arrays. `port`: of the stage that waits. */
interface Call {
  used: Used
  port: MessagePort | undefined
}

export class Functions {
  private readonly connection: Connection<CallsRequest, CallsMessage>
  private readonly rooms = new Map<number, Used>()
  private readonly calls = new Map<number, Call>()
  private readonly stages = new Set<MessagePort>()
  private lastRoom = 0
  private lastCall = 0

  constructor(socket: Socket, limits: ServerLimits) {
    const events = {
      request: (_: Connection<CallsRequest, CallsMessage>, message: CallsRequest) => this.answer(message),
      // The process ends its two sockets together.
      ended: () => {},
    }
    this.connection = new Connection(socket, limits, events, new MessageReader<CallsRequest>(callsLanguage))
  }

  /** For the stages of the pipeline with this number. */
  callee(pipeline: number): Callee {
    return (port) => {
      const own = new Set<Used>()
      this.stages.add(port)
      port.on('message', (request: CallRequest) => {
        try {
          this.serve(pipeline, port, own, request)
        } catch (error) {
          answer(port, { t: 'failed', error: pipelineError(error).toJSON() })
        }
      })
      port.on('close', () => {
        this.stages.delete(port)
        for (const call of this.calls.values()) if (call.port === port) call.port = undefined
        for (const used of own) used.byStage = false
        this.tidy()
      })
    }
  }

  private serve(p: number, port: MessagePort, own: Set<Used>, request: CallRequest): void {
    if (request.t === 'room') {
      const used = this.free()
      used.byStage = true
      own.add(used)
      answer(port, { t: 'room', room: used.room.number, buffer: used.room.memory(request.bytes) })
      return
    }
    const used = this.rooms.get(request.room)!
    if (request.t === 'done') {
      used.byStage = false
      own.delete(used)
      return
    }
    const { function: f, samples: n, inputs: i, outputs: o } = request
    const { room } = used
    const id = ++this.lastCall
    used.byProcess = true
    this.calls.set(id, { used, port })
    const isNew = this.connection.mapped.mustMap(room.segment, 1)
    const bytes = room.memory(0).byteLength
    this.connection.send(
      { t: 'call', id, p, f, n, i, o, room: room.number, bytes, ...(isNew && { d: 1 }) },
      isNew ? [room.segment] : [],
    )
  }

  private free(): Used {
    for (const used of this.rooms.values()) if (!used.byStage && !used.byProcess) return used
    const used = { room: new Room(++this.lastRoom), byStage: false, byProcess: false }
    this.rooms.set(used.room.number, used)
    return used
  }

  private answer(message: CallsRequest): void {
    if (message.t === 'free') {
      for (const id of message.calls) this.freed(id)
      this.tidy()
      return
    }
    const call = this.call(message.id)
    const { port } = call
    call.port = undefined
    if (port) answer(port, this.result(message, call))
    if (message.free) this.freed(message.id)
    this.tidy()
  }

  private result(message: Exclude<CallsRequest, { t: 'free' }>, { used: { room } }: Call): CallAnswer {
    try {
      // The process finds what the function has raised by the number of the call.
      if (message.t === 'raised') throw userFunction(message.text, { cause: `call ${message.id}` })
      room.memory(message.bytes)
      const outputs = message.outputs.map((output) => ({ ...output, at: room.places(output) }))
      return { t: 'made', outputs }
    } catch (error) {
      return { t: 'failed', error: pipelineError(error).toJSON() }
    }
  }

  private call(id: number): Call {
    const call = this.calls.get(id)
    if (call) return call
    throw errorOf('INVALID_INPUT', `Expected the number of a call but received ${id}`)
  }

  private freed(id: number): void {
    const { used } = this.call(id)
    used.byProcess = false
    this.calls.delete(id)
  }

  /** Closes the rooms when no stage is left that could use them. */
  private tidy(): void {
    if (this.stages.size) return
    const unused = [...this.rooms.values()].filter((used) => !used.byStage && !used.byProcess)
    if (!unused.length) return
    for (const { room } of unused) {
      this.rooms.delete(room.number)
      this.connection.mapped.forget(room.segment)
      room.close()
    }
    this.connection.send({ t: 'closed', rooms: unused.map(({ room }) => room.number) })
  }
}

const answer = (port: MessagePort, message: CallAnswer) => port.postMessage(message)
