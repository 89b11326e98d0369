// One consumer: its socket, the segments that it has mapped, and the batches that it holds. The event loop reads the
// socket; messages with descriptors are sent by native code. When the consumer ends, in whatever way, the system closes
// the socket.
//
// Consumers have turns: of one that has sent many requests, some are answered, and the event loop looks after the others
// before it goes on. Meanwhile its socket is not read, so that the requests wait in the consumer's own memory.
import type { Socket } from 'node:net'
import type { Slot } from '../data/arena.js'
import { errorOf } from '../errors/factories.js'
import { pipelineError } from '../errors/thrown.js'
import type { PipelineError } from '../errors.js'
import { type Handle, native } from '../native.js'
import type { ServerLimits } from './limits.js'
import type { MessageReader } from './message-reader.js'
import { framed, type Message, mostAnswerBytes, type Request } from './protocol.js'

/** Until a descriptor can be sent again to a consumer that is slow to take them. */
const retryMs = 5

/** How long a connection that was ended stays open for what was sent before. */
const lingerMs = 1000

/** What a consumer holds of one batch: the slots that it lies in, and how to give it back. */
export interface Hold {
  slots: readonly Slot[]
  free: () => void
}

/** What the process at the other end has mapped of this one's segments. */
export class Mapped {
  private readonly bytes = new Map<Handle, number>()

  /** Whether it must be given the segment's descriptor to map so many bytes; notes that it is given. */
  mustMap(segment: Handle, bytes: number): boolean {
    if ((this.bytes.get(segment) ?? 0) >= bytes) return false
    this.bytes.set(segment, bytes)
    return true
  }

  /** The segment is closed, and its handle may become another one's. */
  forget(segment: Handle): void {
    this.bytes.delete(segment)
  }
}

interface Waiting {
  kind: string
  bytes: Uint8Array
  segments: readonly Handle[]
}

/** `Asked` and `Told`: the messages that come and go. */
export class Connection<Asked extends { readonly t: string } = Request, Told extends { readonly t: string } = Message> {
  readonly pid: number
  private readonly holding = new Map<number, Hold>()
  readonly mapped = new Mapped()
  private readonly waiting: Waiting[] = []
  private waitingBytes = 0
  private sending = false
  /** Descriptors wait for the system to take them. */
  private retry: NodeJS.Timeout | undefined
  private readonly fd: number
  /** The next turn is due. */
  private waitsForTurn = false
  private ended = false

  constructor(
    private readonly socket: Socket,
    private readonly limits: ServerLimits,
    private readonly events: {
      request(from: Connection<Asked, Told>, message: Asked): void
      /** The consumer has ended, or was refused for `why`. */
      ended(from: Connection<Asked, Told>, why: PipelineError | undefined): void
    },
    private readonly reader: MessageReader<Asked>,
  ) {
    this.fd = descriptorOf(socket)
    const [pid, uid] = native().bridgePeer(this.fd)
    this.pid = pid
    const own = process.geteuid?.()
    // Root may do anything with this process's memory already.
    if (uid !== own && uid !== 0) {
      const message = `Expected a consumer of user ${own} but process ${pid} of user ${uid} connected`
      throw errorOf('INVALID_ARGUMENT', message, 'A pipeline serves the processes of its own user')
    }
    socket.on('data', (bytes: Buffer) => {
      this.reader.add(bytes)
      if (!this.waitsForTurn) this.turn()
    })
    // An error is followed by 'close'.
    socket.on('error', () => {})
    socket.on('close', () => this.end())
  }

  /** Answers some of the requests that have come. */
  private turn(): void {
    const { maxRequests } = this.limits
    try {
      for (let left = maxRequests; left > 0 && !this.ended; ) {
        const message = this.reader.next()
        if (!message) {
          this.socket.resume()
          return
        }
        // What is made for an answer takes as long as many other requests.
        left -= message.t === 'call' ? maxRequests : 1
        this.events.request(this, message)
      }
    } catch (error) {
      this.refuse(pipelineError(error))
    }
    if (this.ended) return
    this.socket.pause()
    this.waitsForTurn = true
    setImmediate(() => {
      this.waitsForTurn = false
      if (!this.ended) this.turn()
    })
  }

  /** Number of batches that the consumer holds. */
  get holds(): number {
    return this.holding.size
  }

  /** The slots of all batches that the consumer holds. */
  get heldSlots(): Slot[] {
    return [...this.holding.values()].flatMap(({ slots }) => slots)
  }

  hold(batch: number, hold: Hold): void {
    this.holding.set(batch, hold)
  }

  /** What the consumer holds of a batch. Throws INVALID_INPUT where it holds none. */
  held(batch: number): Hold {
    const hold = this.holding.get(batch)
    if (hold) return hold
    throw errorOf('INVALID_INPUT', `Expected the number of a batch that the consumer holds but received ${batch}`)
  }

  /** The consumer holds the batch no more; the caller gives it back. */
  letGo(batch: number): Hold {
    const hold = this.held(batch)
    this.holding.delete(batch)
    return hold
  }

  send(message: Told, segments: readonly Handle[] = []): void {
    if (this.ended) return
    this.enqueue(message, segments)
    if (!this.sending) this.flush()
    if (this.waitingBytes > this.limits.maxUnread) {
      const message = `Expected process ${this.pid} to read what it asked for but ${this.waitingBytes} bytes wait for it`
      this.refuse(errorOf('STALLED', message, `The server keeps at most ${this.limits.maxUnread} (maxUnread)`))
    }
  }

  private enqueue(message: Told, segments: readonly Handle[]): void {
    const bytes = framed(message)
    if (bytes.byteLength > mostAnswerBytes) {
      throw errorOf(
        'UNSUPPORTED',
        `Expected an answer of at most ${mostAnswerBytes} bytes but it has ${bytes.byteLength}`,
      )
    }
    this.waiting.push({ kind: message.t, bytes, segments })
    this.waitingBytes += bytes.byteLength
  }

  /** The memory of descriptors that have not been sent is freed: of what waits with them and behind them, only the error is sent. */
  dropDescriptors(): void {
    const first = this.waiting.findIndex(({ segments }) => segments.length)
    if (first < 0) return
    for (const one of this.waiting.splice(first)) {
      if (one.kind === 'error') this.waiting.push(one)
      else this.waitingBytes -= one.bytes.byteLength
    }
    if (this.retry) this.flush()
  }

  /** Sends what waits, in order. Native code sends at once; what the socket has no room for goes through the event loop. */
  private flush(): void {
    this.sending = true
    clearTimeout(this.retry)
    this.retry = undefined
    for (let first = this.waiting[0]; first && !this.ended; first = this.waiting[0]) {
      const { bytes, segments } = first
      const sent = this.give(bytes, segments)
      if (sent < 0) {
        this.end()
        return
      }
      if (sent === 0 && segments.length) {
        this.retry = setTimeout(() => this.flush(), retryMs)
        return
      }
      this.waiting.shift()
      if (sent < bytes.byteLength) {
        this.socket.write(bytes.subarray(sent), () => {
          this.waitingBytes -= bytes.byteLength
          this.flush()
        })
        return
      }
      this.waitingBytes -= bytes.byteLength
    }
    this.sending = false
  }

  /** Gives bytes to the system; returns how many it took, or -1 if the consumer has ended or cannot be reached. */
  private give(bytes: Uint8Array, segments: readonly Handle[]): number {
    // Node.js closes the descriptor before it says so, and its number may belong to another socket by now.
    if (this.socket.destroyed) return -1
    try {
      return native().bridgeSend(this.fd, bytes, segments)
    } catch (error) {
      // The system refuses it for a reason of this connection alone, and nothing can be sent any more.
      this.end(pipelineError(error))
      return -1
    }
  }

  /** Ends the connection because of what the consumer did, and tells it why. */
  refuse(why: PipelineError): void {
    if (this.ended) return
    if (!this.sending) this.give(framed({ t: 'error', error: why.toJSON() }), [])
    this.end(why)
  }

  /** Ends the connection; messages that were sent still arrive. */
  end(why?: PipelineError): void {
    if (this.ended) return
    this.ended = true
    this.socket.destroySoon()
    setTimeout(() => this.socket.destroy(), lingerMs).unref()
    this.events.ended(this, why)
  }

  /** The connection stays open for a consumer that uses memory of this process, and does not keep the process. */
  linger(): void {
    this.socket.unref()
  }

  /** Gives all batches back that the consumer holds. */
  freeAll(): void {
    for (const { free } of this.holding.values()) free()
    this.holding.clear()
  }
}

/** The number of a socket's descriptor. Node.js documents none, but has had this one since its first versions. */
function descriptorOf(socket: Socket): number {
  const { fd } = (socket as unknown as { _handle?: { fd?: number } })._handle ?? {}
  if (typeof fd === 'number' && fd >= 0) return fd
  throw errorOf('UNSUPPORTED', 'This runtime does not tell the descriptors of sockets', 'Use Node.js')
}
