// Reads an object, or a range of one. A request that fails in passing is sent again, from the byte at which it stopped.
// All bytes of an answer are of one version of the object.
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { networkFailure, pauseAfter, type RetryPolicy, StoreFailure, statusFailure, usualRetries } from './failure.js'
import { send } from './http.js'
import type { Give, StoreEnd } from './protocol.js'

export interface ReadOptions {
  signal: AbortSignal
  retries?: RetryPolicy
  /** Milliseconds without a byte after which a connection is given up. */
  timeout?: number
  /** The version of a whole object that the caller has: its bytes are not given again. */
  known?: string
}

/** An object as HTTP knows it. */
export interface Target {
  /** Where it is, and the headers of a request that may read it, which are made anew for each. */
  prepare(headers: Record<string, string>): Promise<Prepared> | Prepared
  /** Whether the answer says that the object is elsewhere, which prepare() knows from now on. */
  moved?(response: IncomingMessage): boolean
  /** What to do where a request is not allowed. */
  cure?(): Promise<string | undefined>
}

export interface Prepared {
  url: URL
  headers: Record<string, string>
}

export interface Range {
  offset: number
  /** -1: up to the end of the object. */
  size: number
  /** The version that is meant; empty for any. */
  tag: string
}

export const usualTimeout = 30_000

const changed = () => statusFailure(412, '', undefined)

/** What names the version of an object: its ETag, or else the time of its last change. */
function tagOf({ headers }: IncomingMessage): string {
  if (headers.etag) return headers.etag
  return headers['last-modified'] ? `time ${headers['last-modified']}` : ''
}

/** What a response holds: the bytes [from, from + length) of an object of `total` bytes; -1 where it does not say. */
interface Held {
  from: number
  length: number
  total: number
}

function heldBy(response: IncomingMessage, from: number, size: number): Held {
  const { statusCode, headers } = response
  const length = headers['content-length'] === undefined ? -1 : Number(headers['content-length'])
  if (statusCode === 206) {
    const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
    if (Number(first) !== from)
      throw new StoreFailure(`the server answers with the range '${headers['content-range']}'`)
    return { from, length: Number(last) - from + 1, total: Number(total) }
  }
  // The server has sent the whole object.
  if (from === 0 && (size < 0 || (length >= 0 && length <= size))) return { from, length, total: length }
  throw new StoreFailure('the server answers a request for a range with the whole object', {
    hint: "Use a server with range requests, which every object store and most web servers have; Python's http.server has none",
  })
}

/** The first bytes of a body that explains an error, as text. */
async function firstText(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of response as AsyncIterable<Buffer>) {
    text += chunk.toString('latin1')
    if (text.length > 4096) break
  }
  return text
}

class ObjectRead {
  private got = 0
  private tag: string
  private total = -1

  constructor(
    private readonly target: Target,
    private readonly range: Range,
    private readonly give: Give,
    private readonly options: ReadOptions,
  ) {
    this.tag = range.tag
  }

  async run(): Promise<StoreEnd> {
    const { signal, retries = usualRetries } = this.options
    for (let failed = 0; ; ) {
      const before = this.got
      try {
        if (await this.attempt()) return { unchanged: true, tag: this.tag }
        return { total: this.total < 0 ? this.range.offset + this.got : this.total, tag: this.tag }
      } catch (error) {
        signal.throwIfAborted()
        const failure = error instanceof StoreFailure ? error : networkFailure(error)
        failed = this.got > before ? 1 : failed + 1
        if (!failure.facts.passing) throw failure
        if (failed >= retries.attempts) {
          throw new StoreFailure(`${failure.message}, after ${retries.attempts} attempts`, failure.facts)
        }
        await sleep(pauseAfter(failed, retries, failure.facts.after), undefined, { signal })
      }
    }
  }

  /** Returns true where the object is the version that the caller has. */
  private async attempt(): Promise<boolean> {
    const { offset, size } = this.range
    const from = offset + this.got
    const left = size < 0 ? -1 : size - this.got
    if (left === 0) return false
    const response = await this.ask(from, left)
    const tag = tagOf(response)
    try {
      if (response.statusCode === 416) {
        // The range begins behind the end of the object.
        this.total = Number(/^bytes \*\/(\d+)$/.exec(response.headers['content-range'] ?? '')?.[1] ?? -1)
        if (this.total < 0 || this.total > from) throw statusFailure(416, response.statusMessage ?? '', undefined)
        // Most servers name no version in this answer.
        if (tag) this.note(tag)
        return false
      }
      if (response.statusCode === 304) return true
      if (response.statusCode !== 200 && response.statusCode !== 206) {
        throw await this.refusal(response)
      }
      const held = heldBy(response, from, left)
      this.note(tag)
      if (held.total >= 0) this.total = held.total
      await this.receive(response, held)
      return false
    } finally {
      // A body that is not read to its end takes its connection with it.
      if (!response.readableEnded) response.destroy()
    }
  }

  private async refusal(response: IncomingMessage): Promise<StoreFailure> {
    const { statusCode, statusMessage = '', headers } = response
    if (this.target.moved?.(response)) return new StoreFailure('the bucket is in another region', { passing: true })
    // Stores say in a few lines of XML what they mean.
    const code = /<Code>(\w+)<\/Code>/.exec(await firstText(response))?.[1]
    const failure = statusFailure(
      statusCode!,
      code ? `${statusMessage} (${code})` : statusMessage,
      headers['retry-after'],
    )
    const cure = statusCode === 401 || statusCode === 403 ? await this.target.cure?.() : undefined
    return cure ? new StoreFailure(failure.message, { ...failure.facts, hint: cure }) : failure
  }

  /** All answers must be of the version of the first one. */
  private note(tag: string): void {
    if (this.got > 0 || this.range.tag) {
      if (tag !== this.tag) throw changed()
    }
    this.tag = tag
  }

  private async ask(from: number, left: number): Promise<IncomingMessage> {
    const headers: Record<string, string> = { 'accept-encoding': 'identity' }
    if (left >= 0) headers.range = `bytes=${from}-${from + left - 1}`
    else if (from > 0) headers.range = `bytes=${from}-`
    const { known } = this.options
    if (known && from === 0 && left < 0) headers['if-none-match'] = known
    // A weak tag, or a time, cannot be asked for.
    if (this.tag.startsWith('"')) headers['if-match'] = this.tag
    const { signal, timeout = usualTimeout } = this.options
    return send({ ...(await this.target.prepare(headers)), signal, timeout })
  }

  private async receive(response: IncomingMessage, held: Held): Promise<void> {
    const expected = held.length < 0 ? 0 : this.got + held.length
    let came = 0
    await eachChunk(response, (chunk) => {
      came += chunk.length
      if (held.length >= 0 && came > held.length) throw new StoreFailure('the server sends more bytes than it says')
      this.give(chunk, expected)
      this.got += chunk.length
    })
    if (held.length >= 0 && came < held.length) {
      throw new StoreFailure(`the answer ended after ${came} of ${held.length} bytes`, {
        passing: true,
        hint: 'The server, or a proxy before it, cuts answers off',
      })
    }
  }
}

/** Calls `take` with each chunk of a body. Listeners cost a fraction of what the body's iterator does. */
function eachChunk(response: IncomingMessage, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    response.on('data', (chunk: Buffer) => {
      try {
        take(chunk)
      } catch (error) {
        reject(error)
        response.destroy()
      }
    })
    response.on('end', resolve)
    response.on('error', reject)
    response.on('close', () => {
      if (!response.readableEnded) reject(new StoreFailure('the connection was closed', { passing: true }))
    })
  })
}

/** Reads a range of an object. Rejects with a StoreFailure, or with the signal's reason. */
export const readObject = (target: Target, range: Range, give: Give, options: ReadOptions): Promise<StoreEnd> =>
  new ObjectRead(target, range, give, options).run()
