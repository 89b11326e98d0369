// Runs pipelines and calls for the process at the other end of a socket, which has started this one: any number of them, each known
// by a number. It answers requests in the order in which they come; only what waits for a batch or for files is answered
// later. It ends with that process.
import type { Socket } from 'node:net'
import { Connection } from '../bridge/connection.js'
import { privateLimits } from '../bridge/limits.js'
import { MessageReader } from '../bridge/message-reader.js'
import { closed, errorOf } from '../errors/factories.js'
import { pipelineError } from '../errors/thrown.js'
import { abiHash } from '../generated/abi.js'
import type { Handle } from '../native.js'
import { stepsGraph } from '../processors/pipeline.js'
import type { ProcessConnection } from './connection.js'
import { DynamicCalls } from './dynamic.js'
import { FeedRooms } from './feeds.js'
import { Functions } from './functions.js'
import { HostedPipeline, pipelineOf, processorPipelineOf } from './hosted-pipeline.js'
import { type HostRequest, hostLanguage, hostVersion } from './protocol.js'

/** Requests that are answered before the event loop has a turn. */
const turn = 64

export class Host {
  private readonly connection: ProcessConnection
  private readonly pipelines = new Map<number, HostedPipeline>()
  /** Closed pipelines of which the process has GPU memory open. */
  private readonly lingering = new Set<HostedPipeline>()
  /** The pipeline of each batch that the process holds; null: a value of imperative mode. */
  private readonly batches = new Map<number, HostedPipeline | null>()
  private readonly rooms = new FeedRooms()
  private readonly functions: Functions
  private readonly dynamic: DynamicCalls
  private nextBatch = 0

  /**
   * `calls`: the socket for functions of the process. `ended` is called when the process has ended, or has closed its first
   * socket.
   */
  constructor(socket: Socket, calls: Socket, ended: () => void) {
    const events = {
      request: (_: ProcessConnection, message: HostRequest) => this.answer(message),
      ended,
    }
    const limits = { ...privateLimits(), maxRequests: turn, maxUnread: Number.MAX_SAFE_INTEGER }
    this.connection = new Connection(socket, limits, events, new MessageReader<HostRequest>(hostLanguage))
    this.functions = new Functions(calls, limits)
    this.dynamic = new DynamicCalls(this.connection, this.rooms)
    this.connection.send({ t: 'hello', version: hostVersion, abi: abiHash, pid: process.pid })
  }

  private answer(message: HostRequest): void {
    switch (message.t) {
      case 'free': {
        const working = new Set(message.e)
        for (const batch of message.b) this.free(batch, working.has(batch))
        break
      }
      case 'closed':
        for (const pipe of [...this.pipelines.values(), ...this.lingering]) pipe.closedMemory(message.x)
        this.dynamic.closedMemory(message.x)
        this.part()
        break
      case 'schedule':
        // A share of a pipeline that is closed is refused anyway.
        this.pipelines.get(message.p)?.schedule(message.s, message.feeds)
        break
      case 'release':
        this.pipelines.get(message.p)?.release()
        break
      case 'steps':
        this.dynamic.take(message)
        break
      default:
        void this.reply(message)
    }
  }

  private async reply(message: Extract<HostRequest, { id: number }>): Promise<void> {
    const { id } = message
    const send = (value: unknown, news: readonly Handle[] = []) => {
      const d = news.length
      this.connection.send({ t: 'reply', id, value, ...(d && { d }) }, news)
    }
    try {
      await this.done(message, send)
    } catch (error) {
      this.connection.send({ t: 'refusal', id, error: pipelineError(error).toJSON() })
    }
  }

  /** Does what a request asks for, and calls `send` with the answer. What does not wait is done before the function returns. */
  private async done(
    message: Extract<HostRequest, { id: number }>,
    send: (value: unknown, news?: readonly Handle[]) => void,
  ): Promise<void> {
    switch (message.t) {
      case 'build':
        send(await this.build(message))
        break
      case 'processorSteps':
        send(stepsGraph(JSON.parse(message.text)))
        break
      case 'feed':
        this.pipeline(message.p).feed(message.feeds)
        send(null)
        break
      case 'share':
        await this.share(this.pipeline(message.p), message.s, send)
        break
      case 'reset':
        this.pipeline(message.p).reset()
        send(null)
        break
      case 'setWeights':
        send(this.pipeline(message.p).setWeights(message.name, message.weights, message.from))
        break
      case 'ask':
        send(await this.pipeline(message.p).ask(message.what))
        break
      case 'room': {
        const { number: room, segment } = this.rooms.open()
        send({ room }, [segment])
        break
      }
      case 'close':
        await this.closePipeline(message.p)
        send(null)
        break
      default:
        await this.dynamic.answer(message, () => this.newBatch(null), send)
    }
  }

  private async build(message: Extract<HostRequest, { t: 'build' }>): Promise<unknown> {
    const { p: number, text, functions, folder } = message
    if (this.pipelines.has(number)) throw errorOf('INVALID_INPUT', `Pipeline ${number} was made before`)
    // The process may have gone to another folder since the last pipeline.
    if (folder && folder !== process.cwd()) process.chdir(folder)
    const callee = this.functions.callee(number)
    const made = message.processor ? processorPipelineOf(text) : pipelineOf(text, new Set(functions))
    const pipe = new HostedPipeline(made, callee, this.connection, this.rooms)
    this.pipelines.set(number, pipe)
    try {
      return await pipe.build()
    } catch (error) {
      await this.closePipeline(number)
      throw error
    }
  }

  private pipeline(number: number): HostedPipeline {
    const pipe = this.pipelines.get(number)
    if (pipe) return pipe
    throw closed()
  }

  private async share(
    pipe: HostedPipeline,
    scheduled: number,
    send: (value: unknown, news: readonly Handle[]) => void,
  ): Promise<void> {
    await pipe.share(scheduled, () => this.newBatch(pipe), send)
  }

  private newBatch(of: HostedPipeline | null): number {
    this.batches.set(this.nextBatch, of)
    return this.nextBatch++
  }

  private free(batch: number, working: boolean): void {
    const pipe = this.batches.get(batch)
    if (pipe === undefined)
      throw errorOf('INVALID_INPUT', `Expected the number of a batch that is held but received ${batch}`)
    this.batches.delete(batch)
    if (!pipe) this.dynamic.free(batch, working)
    else pipe.free(batch, working)
    this.part()
  }

  private async closePipeline(number: number): Promise<void> {
    const pipe = this.pipelines.get(number)
    if (!pipe) return
    this.lingering.add(pipe)
    try {
      await pipe.close()
    } finally {
      this.pipelines.delete(number)
      this.part()
    }
  }

  /** Forgets closed pipelines of which the process has nothing open. */
  private part(): void {
    for (const pipe of this.lingering) if (!pipe.isOpen) this.lingering.delete(pipe)
  }

  /** Closes all pipelines. */
  async close(): Promise<void> {
    const pipelines = [...this.pipelines.keys()].map((number) => this.closePipeline(number))
    await Promise.allSettled([...pipelines, this.dynamic.close()])
  }
}
