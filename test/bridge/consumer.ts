// A consumer for tests, over a plain socket. It reads messages and not the shared memory: Node.js drops the descriptors.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { framed, type Message, type Request } from '../../src/bridge/protocol.js'

export class Consumer {
  readonly messages: Message[] = []
  ended = false
  private rest = Buffer.alloc(0)
  private news: () => void = () => {}
  private read = 0

  private constructor(readonly socket: Socket) {
    socket.on('data', (bytes) => {
      this.rest = Buffer.concat([this.rest, bytes])
      while (this.rest.length >= 4 && this.rest.length >= 4 + this.rest.readUInt32LE(0)) {
        const end = 4 + this.rest.readUInt32LE(0)
        this.messages.push(JSON.parse(this.rest.toString('utf8', 4, end)) as Message)
        this.rest = this.rest.subarray(end)
      }
      this.news()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      this.ended = true
      this.news()
    })
  }

  static async at(path: string): Promise<Consumer> {
    const socket = connect(path)
    await once(socket, 'connect')
    const consumer = new Consumer(socket)
    await consumer.next('hello')
    return consumer
  }

  send(message: Request): void {
    if (!this.ended) this.socket.write(framed(message))
  }

  /** The next message; it must be of one of these kinds. */
  async next<T extends Message['t']>(...kinds: T[]): Promise<Extract<Message, { t: T }>> {
    while (this.read === this.messages.length) {
      if (this.ended) throw new Error(`the server has ended, while the test waits for ${kinds.join(' or ')}`)
      await new Promise<void>((resolve) => {
        this.news = resolve
      })
    }
    const message = this.messages[this.read++]!
    if (!(kinds as string[]).includes(message.t))
      throw new Error(`${kinds.join(' or ')} wanted: ${JSON.stringify(message)}`)
    return message as Extract<Message, { t: T }>
  }

  /** Ends as a process does that is killed. */
  die(): void {
    this.ended = true
    this.socket.destroy()
  }
}
