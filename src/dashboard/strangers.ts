// Limits connections that have not shown the token, in number and in time, so that they lock out no client that has
// the token.
import type { Socket } from 'node:net'

/** The most that may be open at once; of more, the oldest are closed. */
export const maxStrangers = 16
/** The time that a connection may go on without the token. */
const patienceMs = 5000

export class Strangers {
  /** In the order in which they came. */
  private readonly timers = new Map<Socket, NodeJS.Timeout>()
  private trims = false

  constructor(private readonly patience = patienceMs) {}

  get size(): number {
    return this.timers.size
  }

  /** A connection that has just been made. */
  add(socket: Socket): void {
    this.timers.set(socket, setTimeout(() => socket.destroy(), this.patience).unref())
    socket.once('close', () => this.remove(socket))
    if (this.timers.size > maxStrangers) this.trimLater()
  }

  /** The connection has shown the token, or has ended. */
  remove(socket: Socket): void {
    clearTimeout(this.timers.get(socket))
    this.timers.delete(socket)
  }

  /**
   * The system hands over many connections at once. What has come over them is read in the next turn of the event loop:
   * until then one with the token cannot be told from the others.
   */
  private trimLater(): void {
    if (this.trims) return
    this.trims = true
    setImmediate(() =>
      setImmediate(() => {
        this.trims = false
        const all = [...this.timers.keys()]
        for (const socket of all.slice(0, Math.max(0, all.length - maxStrangers))) socket.destroy()
      }),
    )
  }
}
