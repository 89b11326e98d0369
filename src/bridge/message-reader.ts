// Splits the bytes that come over a socket into messages, and checks them: the peer is another program.
import { invalidInput } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import { callNames, mostMessageBytes, type Request } from './protocol.js'

const isCount = (n: unknown): n is number => Number.isSafeInteger(n) && (n as number) >= 0

const isCounts = (list: unknown): boolean => Array.isArray(list) && list.every(isCount)

const checks: Readonly<Record<Request['t'], (message: Readonly<Record<string, unknown>>) => boolean>> = {
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

export class MessageReader {
  private rest: Buffer = Buffer.alloc(0)

  /** Bytes that have come. */
  add(bytes: Buffer): void {
    this.rest = this.rest.byteLength ? Buffer.concat([this.rest, bytes]) : bytes
  }

  /** The next message; undefined where it has not come whole. Throws INVALID_INPUT for what is no message. */
  next(): Request | undefined {
    const { rest } = this
    if (rest.byteLength < 4) return undefined
    const size = rest.readUInt32LE(0)
    if (size > mostMessageBytes) {
      throw invalidInput(`Expected messages of at most ${mostMessageBytes} bytes but received one of ${size}`)
    }
    if (rest.byteLength < 4 + size) return undefined
    this.rest = rest.subarray(4 + size)
    return checked(rest.toString('utf8', 4, 4 + size))
  }
}

function checked(text: string): Request {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    // It is no message then either.
  }
  const record = (message ?? {}) as Readonly<Record<string, unknown>>
  const { t } = record
  if (typeof t === 'string' && Object.hasOwn(checks, t) && checks[t as Request['t']](record)) return message as Request
  throw invalidInput(`Expected a message of a consumer but received ${shown(text)}`)
}
