// One consumer: its socket, the segments that it has mapped, and the batches that it holds. The event loop reads the
// socket; messages with descriptors are sent by native code. When the consumer ends, in whatever way, the system closes
// the socket.
import type { Socket } from 'node:net'
import type { Slot } from '../data/arena.js'
import { errorOf } from '../errors/factories.js'
import type { PipelineError } from '../errors.js'
import { type Handle, native } from '../native.js'
import { MessageReader } from './message-reader.js'
import { framed, type Message, type Request } from './protocol.js'

/** A consumer that has not taken so many bytes does not read its socket any more. */
const mostWaitingBytes = 16 * 2 ** 20
/** Until a descriptor can be sent again to a consumer that is slow to take them. */
const retryMs = 5

/** How long a connection that was ended stays open for what was sent before. */
const lingerMs = 1000

/** What a consumer holds of one batch: the slots that it lies in, and how to give it back. */
export interface Hold {
  slots: readonly Slot[]
  free: () => void
}

interface Waiting {
  kind: Message['t']
  bytes: Uint8Array
  segments: readonly Handle[]
}

export class Connection {
  readonly pid: number
  private readonly held = new Map<number, Hold>()
  /** Bytes that the consumer was told to map, by the segment. */
  private readonly mapped = new Map<Handle, number>()
  private readonly waiting: Waiting[] = []
  private waitingBytes = 0
  private sending = false
  /** The consumer has not answered to `descriptors`. Awaited: what waits goes on when it has. */
  private descriptors: 'taken' | 'announced' | 'awaited' = 'taken'
  private readonly fd: number
  private ended = false

  constructor(
    private readonly socket: Socket,
    private readonly events: {
      request(from: Connection, message: Request): void
      /** The consumer has ended, or was refused for `why`. */
      ended(from: Connection, why: PipelineError | undefined): void
    },
  ) {
    this.fd = descriptorOf(socket)
    const [pid, uid] = native().bridgePeer(this.fd)
    this.pid = pid
    const own = process.getuid?.()
    if (uid !== own) {
      const message = `Expected a consumer of user ${own} but process ${pid} of user ${uid} connected`
      throw errorOf('INVALID_ARGUMENT', message, 'A pipeline serves the processes of its own user')
    }
    const reader = new MessageReader()
    socket.on('data', (bytes: Buffer) => {
      try {
        for (const message of reader.take(bytes)) if (!this.ended) events.request(this, message)
      } catch (error) {
        this.refuse(error as PipelineError)
      }
    })
    // An error is followed by 'close'.
    socket.on('error', () => {})
    socket.on('close', () => this.end())
  }

  /** Number of batches that the consumer holds. */
  get holds(): number {
    return this.held.size
  }

  /** Whether the consumer must be given the segment's descriptor to map so many bytes; notes that it is given. */
  mustMap(segment: Handle, bytes: number): boolean {
    if ((this.mapped.get(segment) ?? 0) >= bytes) return false
    this.mapped.set(segment, bytes)
    return true
  }

  /** The slots of all batches that the consumer holds. */
  get heldSlots(): Slot[] {
    return [...this.held.values()].flatMap(({ slots }) => slots)
  }

  hold(batch: number, hold: Hold): void {
    this.held.set(batch, hold)
  }

  /** The consumer holds the batch no more; the caller gives it back. */
  letGo(batch: number): Hold {
    const hold = this.held.get(batch)
    if (!hold)
      throw errorOf('INVALID_INPUT', `Expected the number of a batch that the consumer holds but received ${batch}`)
    this.held.delete(batch)
    return hold
  }

  send(message: Message, segments: readonly Handle[] = []): void {
    if (this.ended) return
    if (segments.length) this.enqueue({ t: 'descriptors' })
    this.enqueue(message, segments)
    if (!this.sending) this.flush()
    if (this.waitingBytes > mostWaitingBytes) {
      this.refuse(errorOf('STALLED', `Process ${this.pid} does not read what it asked for`))
    }
  }

  private enqueue(message: Message, segments: readonly Handle[] = []): void {
    const bytes = framed(message)
    this.waiting.push({ kind: message.t, bytes, segments })
    this.waitingBytes += bytes.byteLength
  }

  /** The consumer takes the message with descriptors of which it was told. */
  takesDescriptors(): void {
    const { descriptors } = this
    if (descriptors === 'taken') throw errorOf('INVALID_INPUT', 'Expected no `descriptors`: none were announced')
    this.descriptors = 'taken'
    if (descriptors === 'awaited') this.flush()
  }

  /** The memory of descriptors that have not been sent is freed: of what waits with them and behind them, only the error is sent. */
  dropDescriptors(): void {
    const first = this.waiting.findIndex(({ segments }) => segments.length)
    if (first < 0) return
    for (const one of this.waiting.splice(first)) {
      if (one.kind === 'error') this.waiting.push(one)
      else this.waitingBytes -= one.bytes.byteLength
    }
    if (this.descriptors !== 'awaited') return
    this.descriptors = 'announced'
    this.flush()
  }

  /** Sends what waits, in order. Native code sends at once; what the socket has no room for goes through the event loop. */
  private flush(): void {
    this.sending = true
    for (let first = this.waiting[0]; first && !this.ended; first = this.waiting[0]) {
      const { kind, bytes, segments } = first
      if (segments.length && this.descriptors !== 'taken') {
        this.descriptors = 'awaited'
        return
      }
      if (kind === 'descriptors') this.descriptors = 'announced'
      const sent = this.give(bytes, segments)
      if (sent < 0) {
        this.end()
        return
      }
      if (sent === 0 && segments.length) {
        setTimeout(() => this.flush(), retryMs)
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

  /** Gives bytes to the system; returns how many it took, or -1 if the consumer has ended. */
  private give(bytes: Uint8Array, segments: readonly Handle[]): number {
    // Node.js closes the descriptor before it says so, and its number may belong to another socket by now.
    return this.socket.destroyed ? -1 : native().bridgeSend(this.fd, bytes, segments)
  }

  /** Ends the connection because of what the consumer did, and tells it why. */
  private refuse(why: PipelineError): void {
    if (this.ended) return
    if (!this.sending || this.descriptors === 'awaited') this.give(framed({ t: 'error', error: why.toJSON() }), [])
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
    for (const { free } of this.held.values()) free()
    this.held.clear()
  }
}

/** The number of a socket's descriptor. Node.js documents none, but has had this one since its first versions. */
function descriptorOf(socket: Socket): number {
  const { fd } = (socket as unknown as { _handle?: { fd?: number } })._handle ?? {}
  if (typeof fd === 'number' && fd >= 0) return fd
  throw errorOf('UNSUPPORTED', 'This runtime does not tell the descriptors of sockets', 'Use Node.js')
}
