// The client of object stores: takes requests of native code, sends up to 64 of them at one time, and hands the answers
// over. What a thread waits for goes before what is read ahead.
import { failureOf } from './failure.js'
import { inFlight } from './http.js'
import type { Give, StoreEnd, StoreRequest, StoreWork } from './protocol.js'

/** Answers one request: gives its bytes, and returns how it ended. */
export type Answer = (request: StoreRequest, give: Give, signal: AbortSignal) => Promise<StoreEnd>

/** The functions of native code; tests replace them. */
export interface StoreSide {
  take(): StoreWork
  give(id: number, bytes: Uint8Array | null, expected: number, end: StoreEnd | null): void
}

export class StoreClient {
  private readonly urgent: StoreRequest[] = []
  private readonly ahead: StoreRequest[] = []
  private readonly sent = new Map<number, AbortController>()
  private readonly dropped = new Set<number>()

  constructor(
    private readonly side: StoreSide,
    private readonly answer: Answer,
    /** Called when no data set uses a store any more. */
    private readonly idle: () => void,
  ) {}

  /** Looks for requests that have come, and for those that were given up. */
  look(): void {
    const { work, dropped, idle } = this.side.take()
    for (const request of work) (request.urgent ? this.urgent : this.ahead).push(request)
    for (const id of dropped) {
      const sent = this.sent.get(id)
      if (sent) sent.abort()
      else this.dropped.add(id)
    }
    this.pump()
    if (idle) this.idle()
  }

  private pump(): void {
    while (this.sent.size < inFlight) {
      const request = this.urgent.shift() ?? this.ahead.shift()
      if (!request) {
        this.dropped.clear()
        return
      }
      if (!this.dropped.delete(request.id)) this.serve(request)
    }
  }

  private async serve(request: StoreRequest): Promise<void> {
    const { id } = request
    const controller = new AbortController()
    this.sent.set(id, controller)
    const give: Give = (bytes, expected) => this.side.give(id, bytes, expected, null)
    let end: StoreEnd
    try {
      end = await this.answer(request, give, controller.signal)
    } catch (error) {
      end = endOf(error)
    }
    try {
      this.side.give(id, null, 0, end)
    } catch (error) {
      // Whatever is wrong with an answer is a failure of this request alone.
      this.side.give(id, null, 0, endOf(error))
    } finally {
      this.sent.delete(id)
      this.pump()
    }
  }
}

/** Ends a request that has failed, whatever was thrown. */
function endOf(error: unknown): StoreEnd {
  const { message, facts } = failureOf(error)
  return { message: message || 'the request has failed', hint: facts.hint ?? '', missing: facts.missing ?? false }
}
