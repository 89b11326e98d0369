// Sends server-sent events to the pages. Each client has at most one message under way: what a slow one cannot take is
// dropped, and it gets the newest state when it can take more. A client that takes nothing for long is disconnected.
import type { ServerResponse } from 'node:http'

/** A client that takes no data for this time is dead. */
const deadMs = 20_000
/** More clients than this are refused. */
export const maxClients = 16

interface Client {
  response: ServerResponse
  /** When it last could take a message. */
  readyAt: number
  /** Total of bad samples that it was told. */
  badTold: number
}

export const eventText = (name: string, json: string) => `event: ${name}\ndata: ${json}\n\n`

export class Stream {
  private readonly clients = new Set<Client>()

  /** Number of messages that were not sent because a client was slow. */
  dropped = 0

  get size(): number {
    return this.clients.size
  }

  /** Makes the response a stream that begins with `first`. */
  add(response: ServerResponse, first: string): void {
    const client = { response, readyAt: performance.now(), badTold: -1 }
    this.clients.add(client)
    response.on('close', () => this.clients.delete(client))
    response.on('error', () => this.clients.delete(client))
    response.write(first)
  }

  /**
   * Sends a message to every client that can take one. `make` is called once for clients that know all `bad` samples, and
   * once for those that do not.
   */
  send(bad: number, make: (withBad: boolean) => string): void {
    const texts = new Map<boolean, string>()
    for (const client of this.clients) {
      const { response } = client
      if (response.writableNeedDrain) {
        this.dropped++
        if (performance.now() - client.readyAt > deadMs) response.destroy()
        continue
      }
      client.readyAt = performance.now()
      const news = client.badTold !== bad
      if (!texts.has(news)) texts.set(news, make(news))
      client.badTold = bad
      response.write(texts.get(news)!)
    }
  }

  /** Sends a message that is dropped for clients that are slow. */
  tell(text: string): void {
    for (const { response } of this.clients) {
      if (response.writableNeedDrain) this.dropped++
      else response.write(text)
    }
  }

  /** Ends all streams. A client that still has a message under way is cut off. */
  end(): void {
    for (const { response } of this.clients) {
      if (response.writableNeedDrain) response.destroy()
      else response.end()
    }
  }
}
