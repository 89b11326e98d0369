// Reads an object, or a range of one. A request that fails in passing is sent again, and one that brought fewer bytes than were
// asked for is continued, from the byte at which it stopped. All bytes of a read are of one version of the object, and it
// ends when all of them have come.
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { changed, type Promised, promisedBy, sizeBefore, tagOf } from './answer.js'
import {
  defaultRetries,
  failureOf,
  pauseAfter,
  pauseAsked,
  type RetryPolicy,
  StoreFailure,
  statusFailure,
} from './failure.js'
import { send } from './http.js'
import { Limits, type StoreLimits } from './limits.js'
import type { Give, StoreEnd } from './protocol.js'
import { room, smallBytes } from './room.js'

export interface ReadOptions {
  signal: AbortSignal
  retries?: RetryPolicy
  /** Milliseconds without a byte after which a connection is given up. */
  timeout?: number
  /** The version of a whole object that the caller has: its bytes are not given again. */
  known?: string
  limits?: StoreLimits
}

/** An object as HTTP knows it. */
export interface Target {
  /** The place of the object, and the headers of a request that may read it, which are made anew for each. */
  prepare(headers: Record<string, string>): Promise<Prepared> | Prepared
  /** Says why the object is elsewhere, where the answer means that. prepare() knows the place from now on. */
  moved?(response: IncomingMessage): string | undefined
  /** What a refusal means beyond its status. */
  refused?(response: IncomingMessage): Promise<Refusal> | Refusal
  /**
   * Takes note of an answer, or of a redirect to `to`, and returns what it says of the object beyond HTTP's own headers: that holds
   * for the answer at the end of the redirects.
   */
  seen?(response: IncomingMessage, asked: URL, to?: URL): Named | undefined
  /** An object under this name never changes, so servers are not asked whether it is the version that is meant. */
  pinned?: boolean
}

/** The version of an object and its size, as a store names them. */
export interface Named {
  tag?: string | undefined
  total?: number | undefined
}

export interface Refusal {
  /** A word of the store's that says why. */
  code?: string | undefined
  hint?: string | undefined
  missing?: boolean
}

export interface Prepared {
  url: URL
  /** The path and query as they are sent, where `url` would write them otherwise. */
  path?: string
  headers: Record<string, string>
  /** What is known of the object at this place. */
  named?: Named | undefined
}

/** An answer, with what redirects on the way to it have said. */
interface Answered {
  response: IncomingMessage
  named: Named
}

export interface Range {
  offset: number
  /** -1: up to the end of the object. */
  size: number
  /** The version that is meant; empty for any. */
  tag: string
}

export const defaultTimeout = 30_000
/** An attempt that brings fewer bytes before it breaks off counts as one that brings none. */
const leastProgress = 16_384
/** Limits of a body that explains an error: only its first bytes are read, within a time. */
const explanationBytes = 4096
const explanationMs = 2000

/** The end of an attempt: all has come, more is to be asked for, or the object is the version that the caller has. */
type Outcome = 'all' | 'more' | 'unchanged'

class ObjectRead {
  private got = 0
  private tag: string
  /** Bytes of the object, as an answer said of whose bytes some have come; -1 before. */
  private total = -1
  private readonly limits: Limits
  /** Bytes of the room that this read has taken, once it has asked for some. */
  private taken = 0
  private asked: Promise<void> | undefined
  private ended = false

  constructor(
    private readonly target: Target,
    private readonly range: Range,
    private readonly give: Give,
    private readonly options: ReadOptions,
  ) {
    this.tag = range.tag
    this.limits = new Limits(options.limits)
  }

  async run(): Promise<StoreEnd> {
    try {
      return await this.attempts()
    } finally {
      this.ended = true
      if (this.taken) room.give(this.taken)
    }
  }

  private async attempts(): Promise<StoreEnd> {
    const { signal, retries = defaultRetries } = this.options
    if (this.range.size === 0) return { tag: this.tag }
    for (let failed = 0; ; ) {
      const before = this.got
      try {
        this.limits.checkTime(this.got)
        const outcome = await this.attempt()
        if (outcome === 'unchanged') return { unchanged: true, tag: this.tag }
        if (outcome === 'all') return { total: this.total, tag: this.tag }
        failed = 0
      } catch (error) {
        signal.throwIfAborted()
        const failure = failureOf(error)
        failed = this.got - before >= leastProgress ? 1 : failed + 1
        if (!failure.facts.passing) throw failure
        if (failed >= retries.attempts) {
          throw new StoreFailure(`${failure.message}, after ${retries.attempts} attempts`, failure.facts)
        }
        await sleep(pauseAfter(failed, retries, failure.facts.after), undefined, { signal })
      }
    }
  }

  /** Bytes that are asked for in all; infinite where it is not known yet. */
  private wanted(): number {
    const { offset, size } = this.range
    const most = size < 0 ? Number.POSITIVE_INFINITY : size
    return this.total < 0 ? most : Math.min(most, Math.max(0, this.total - offset))
  }

  private async attempt(): Promise<Outcome> {
    const { offset, size } = this.range
    const from = offset + this.got
    const left = size < 0 ? -1 : size - this.got
    const { response, named } = await this.ask(from, left)
    try {
      switch (response.statusCode) {
        case 200:
        case 206:
          return await this.take(response, named, promisedBy(response, from, left))
        case 304:
          if (this.options.known && this.got === 0) return 'unchanged'
          break
        case 416:
          if (from > 0 || left >= 0) return this.beyond(response, named, from)
          break
        default:
          if (response.statusCode! < 400 && this.isKnown(named)) return 'unchanged'
      }
      throw await this.refusal(response)
    } finally {
      // A body that is not read to its end takes its connection with it.
      if (!response.readableEnded) response.destroy()
    }
  }

  private async take(response: IncomingMessage, named: Named, promised: Promised): Promise<Outcome> {
    const { tag = tagOf(response), total = promised.total } = named
    if (promised.total >= 0 && promised.total !== total) {
      throw new StoreFailure(`the store says that the object has ${total} bytes, and its server ${promised.total}`)
    }
    this.note(tag, promised.total)
    if (this.range.size < 0 && promised.total >= 0) this.limits.checkSize(promised.total)
    await this.receive(response, promised)
    if (promised.length < 0) this.total = this.got
    return this.got >= this.wanted() ? 'all' : 'more'
  }

  /** The range begins at the end of the object, or after it. */
  private beyond(response: IncomingMessage, named: Named, from: number): Outcome {
    const total = sizeBefore(response)
    // Bytes that have come are of an object that has them.
    if (!(total <= from) || (this.got > 0 && total !== from)) {
      throw statusFailure(416, response.statusMessage ?? '', undefined)
    }
    const tag = named.tag ?? tagOf(response)
    // Most servers name no version in this answer.
    this.note(tag || this.tag, total)
    this.total = total
    return 'all'
  }

  private async refusal(response: IncomingMessage): Promise<StoreFailure> {
    const { statusCode, statusMessage = '', headers } = response
    const moved = this.target.moved?.(response)
    if (moved) return new StoreFailure(moved, { passing: true })
    const refusal = await this.target.refused?.(response)
    // Stores say in a few lines of XML what they mean.
    const code = refusal?.code ?? /<Code>(\w+)<\/Code>/.exec(await firstText(response))?.[1]
    const failure = statusFailure(statusCode!, code ? `${statusMessage} (${code})` : statusMessage, pauseAsked(headers))
    const { hint = failure.facts.hint, missing = failure.facts.missing } = refusal ?? {}
    const facts = { ...failure.facts, ...(hint && { hint }), ...(missing && { missing }) }
    return new StoreFailure(failure.message, facts)
  }

  /** All answers must be of the version of the first one of which bytes have come, and of its size. */
  private note(tag: string, total: number): void {
    if (this.got > 0 || this.range.tag) {
      if (tag !== this.tag) throw changed()
    }
    if (this.got > 0 && this.total >= 0 && total >= 0 && total !== this.total) throw changed()
    this.tag = tag
    if (total >= 0 || this.got === 0) this.total = total
  }

  /** Whether the caller has the version of the object, all of which was asked for. */
  private isKnown({ tag }: Named): boolean {
    return tag !== undefined && tag === this.options.known && this.got === 0
  }

  private async ask(from: number, left: number): Promise<Answered> {
    const headers: Record<string, string> = { 'accept-encoding': 'identity' }
    if (left >= 0) headers.range = `bytes=${from}-${from + left - 1}`
    else if (from > 0) headers.range = `bytes=${from}-`
    const { known } = this.options
    if (known && from === 0 && left < 0) headers['if-none-match'] = known
    // A weak tag, or a time, cannot be asked for.
    if (this.tag.startsWith('"') && !this.target.pinned) headers['if-match'] = this.tag
    const { signal, timeout = defaultTimeout } = this.options
    const { named: first, ...prepared } = await this.target.prepare(headers)
    const named = { ...first }
    const seen = (answer: IncomingMessage, asked: URL, to?: URL) => {
      Object.assign(named, this.target.seen?.(answer, asked, to))
      return this.isKnown(named)
    }
    return { response: await send({ ...prepared, signal, timeout, seen }), named }
  }

  /** Gives the bytes of a body: those that are wanted, where the answer has more. */
  private async receive(response: IncomingMessage, { length }: Promised): Promise<void> {
    if (this.range.size < 0 && this.got + length > smallBytes) await this.makeRoom(response, this.got + length)
    const most = this.wanted()
    const expected = Math.min(most, length < 0 ? 0 : this.got + length)
    let came = 0
    await eachChunk(response, (chunk) => {
      came += chunk.length
      if (length >= 0 && came > length) throw new StoreFailure('the server sends more bytes than it says')
      if (this.range.size < 0) this.limits.checkSize(this.got + chunk.length)
      this.limits.checkTime(this.got + chunk.length)
      const wanted = chunk.subarray(0, most - this.got)
      if (wanted.length) this.give(wanted, expected)
      this.got += wanted.length
      if (length < 0 && this.got > smallBytes && !this.asked) {
        response.pause()
        void this.makeRoom(response, this.limits.most.maxObjectBytes).then(() => response.resume())
      }
      return this.got >= most && came < length
    })
    if (length >= 0 && came < length && this.got < most) {
      throw new StoreFailure(`the answer ended after ${came} of ${length} bytes`, {
        passing: true,
        hint: 'The server, or a proxy before it, cuts answers off',
      })
    }
  }

  /** Waits for room for a large object. Meanwhile its connection may be silent. */
  private async makeRoom(response: IncomingMessage, bytes: number): Promise<void> {
    const { signal, timeout = defaultTimeout } = this.options
    const since = performance.now()
    response.socket?.setTimeout(0)
    this.asked ??= room.take(bytes, signal).then((given) => {
      if (given && this.ended) room.give(bytes)
      else if (given) this.taken = bytes
    })
    await this.asked
    this.limits.pause(performance.now() - since)
    response.socket?.setTimeout(timeout)
  }
}

/** The first bytes of a body that explains an error, as text; what has come of it where it is slow or breaks off. */
async function firstText(response: IncomingMessage): Promise<string> {
  let text = ''
  const late = setTimeout(() => response.destroy(), explanationMs)
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      text += chunk.toString('latin1', 0, explanationBytes)
      if (text.length >= explanationBytes) break
    }
  } catch {
    // The status says enough.
  } finally {
    clearTimeout(late)
  }
  return text
}

/**
 * Calls `take` with each chunk of a body, until it returns true. Listeners cost a fraction of what the body's iterator
 * does.
 */
function eachChunk(response: IncomingMessage, take: (chunk: Buffer) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = () => reject(new StoreFailure('the connection was closed', { passing: true }))
    if (response.destroyed) closed()
    response.on('data', (chunk: Buffer) => {
      try {
        if (!take(chunk)) return
        resolve()
        response.destroy()
      } catch (error) {
        reject(error)
        response.destroy()
      }
    })
    response.on('end', resolve)
    response.on('error', reject)
    response.on('close', () => {
      if (!response.readableEnded) closed()
    })
  })
}

/** Reads a range of an object. Rejects with a StoreFailure, or with the signal's reason. */
export const readObject = (target: Target, range: Range, give: Give, options: ReadOptions): Promise<StoreEnd> =>
  new ObjectRead(target, range, give, options).run()
