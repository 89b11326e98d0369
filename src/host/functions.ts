// Calls functions of the process for the stages of its pipelines, over a socket of their own: a function may take long, and may
// use other pipelines meanwhile. The inputs of a batch go through a room of the stage; the process writes the results to the stage's
// slot.
import type { Socket } from 'node:net'
import type { MessagePort } from 'node:worker_threads'
import type { CallAnswer, Callee, CallRequest, FunctionCall } from '../actors/calls.js'
import { Connection } from '../bridge/connection.js'
import type { ServerLimits } from '../bridge/limits.js'
import { MessageReader } from '../bridge/message-reader.js'
import { errorOf, userFunction } from '../errors/factories.js'
import { pipelineError } from '../errors/thrown.js'
import type { Handle } from '../native.js'
import { type CallsMessage, type CallsRequest, callsLanguage } from './protocol.js'
import { Room } from './rooms.js'

/** A stage, and memory that it uses. The process knows memory by a number, once a call has named it. */
interface Caller {
  pipeline: number
  port: MessagePort
  rooms: Map<number, Room>
  slots: Map<Handle, number>
  known: Set<number>
}

export class Functions {
  private readonly connection: Connection<CallsRequest, CallsMessage>
  /** What the process has not answered: the stage that waits, and its number of the call. */
  private readonly calls = new Map<number, { port: MessagePort; id: number }>()
  private lastMemory = 0
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
      const caller: Caller = { pipeline, port, rooms: new Map(), slots: new Map(), known: new Set() }
      port.on('message', (request: CallRequest) => {
        if (request.t === 'done') {
          this.close(caller, [request.room])
          return
        }
        try {
          if (request.t === 'room') this.open(caller, request.id)
          else this.call(caller, request.id, request.call)
        } catch (error) {
          send(port, { t: 'failed', id: request.id, error: pipelineError(error).toJSON(), kept: false })
        }
      })
      port.on('close', () => this.close(caller, [...caller.rooms.keys(), ...caller.slots.values()]))
    }
  }

  private open({ port, rooms }: Caller, id: number): void {
    const room = new Room(++this.lastMemory)
    rooms.set(room.number, room)
    send(port, { t: 'room', id, room: room.number, config: room.config })
  }

  private call({ pipeline, port, rooms, slots, known }: Caller, stageId: number, call: FunctionCall): void {
    const { room, target, bytes, end, function: f, samples: n, inputs: i, outputs: o } = call
    const out = slots.get(target) ?? ++this.lastMemory
    slots.set(target, out)
    const id = ++this.lastCall
    const unknown = [...(known.has(room) ? [] : [rooms.get(room)!.segment]), ...(known.has(out) ? [] : [target])]
    known.add(room).add(out)
    this.calls.set(id, { port, id: stageId })
    this.connection.send({ t: 'call', id, p: pipeline, f, n, i, o, room, bytes, out, end, d: unknown.length }, unknown)
  }

  private answer(message: CallsRequest): void {
    const call = this.calls.get(message.id)
    if (!call) throw errorOf('INVALID_INPUT', `Expected the number of a call but received ${message.id}`)
    this.calls.delete(message.id)
    const { port, id } = call
    const { kept = false } = message
    if (message.t === 'made') {
      const { outputs, end } = message
      send(port, { t: 'made', id, made: { outputs, end, kept } })
      return
    }
    // The process finds what the function has raised by the number of the call.
    const error = userFunction(message.text, { cause: `call ${message.id}` })
    send(port, { t: 'failed', id, error: error.toJSON(), kept })
  }

  /** The stage uses this memory no more. Arrays of the process keep what is in it. */
  private close({ rooms, known }: Caller, numbers: readonly number[]): void {
    for (const number of numbers) {
      rooms.get(number)?.close()
      rooms.delete(number)
    }
    const told = numbers.filter((number) => known.delete(number))
    if (told.length) this.connection.send({ t: 'closed', rooms: told })
  }
}

/** Where the stage has ended, nobody gets it. */
const send = (port: MessagePort, message: CallAnswer) => port.postMessage(message)
