// Splits the bytes that come over a socket into messages, and checks them: the peer is another program.
import { invalidInput } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import { callNames, mostMessageBytes, type Request } from './protocol.js'

export const isCount = (n: unknown): n is number => Number.isSafeInteger(n) && (n as number) >= 0

export const isCounts = (list: unknown): boolean => Array.isArray(list) && list.every(isCount)

/** Whether the fields of a message of each kind are what they must be. */
export type Checks<Kind extends string> = Readonly<
  Record<Kind, (message: Readonly<Record<string, unknown>>) => boolean>
>

/** What can come over a socket. */
export interface Language<Kind extends string> {
  readonly checks: Checks<Kind>
  /** Bytes of a message. */
  readonly most: number
}

const checks: Checks<Request['t']> = {
  begin: ({ iteration }) => isCount(iteration),
  take: ({ b }) => isCount(b),
  free: ({ b, e }) => isCounts(b) && (e === undefined || isCounts(e)),
  closed: ({ x }) => isCounts(x),
  leave: () => true,
  call: ({ id, name, b }) =>
    isCount(id) &&
    (callNames as readonly unknown[]).includes(name) &&
    (name === 'picture' ? isCount(b) : b === undefined),
}

/** What a consumer says. */
export const consumerLanguage: Language<Request['t']> = { checks, most: mostMessageBytes }

export class MessageReader<One extends { readonly t: string }> {
  private rest: Buffer = Buffer.alloc(0)

  constructor(private readonly language: Language<One['t']>) {}

  /** Bytes that have come. */
  add(bytes: Buffer): void {
    this.rest = this.rest.byteLength ? Buffer.concat([this.rest, bytes]) : bytes
  }

  /** The next message; undefined where it has not come whole. Throws INVALID_INPUT for what is no message. */
  next(): One | undefined {
    const { rest } = this
    const { most } = this.language
    if (rest.byteLength < 4) return undefined
    const size = rest.readUInt32LE(0)
    if (size > most) throw invalidInput(`Expected messages of at most ${most} bytes but received one of ${size}`)
    if (rest.byteLength < 4 + size) return undefined
    this.rest = rest.subarray(4 + size)
    return this.checked(rest.toString('utf8', 4, 4 + size))
  }

  private checked(text: string): One {
    const { checks } = this.language
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch {
      // It is no message then either.
    }
    const record = (message ?? {}) as Readonly<Record<string, unknown>>
    const { t } = record
    if (typeof t === 'string' && Object.hasOwn(checks, t) && checks[t as One['t']](record)) return message as One
    throw invalidInput(`Expected a message of a consumer but received ${shown(text)}`)
  }
}
