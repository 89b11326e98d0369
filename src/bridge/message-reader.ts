// Splits the bytes that come over a socket into messages, and checks them: the peer is another program.
import { invalidInput } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import { callNames, freeMark, mostMessageBytes, numberBytes, type Request, takeMark } from './protocol.js'

const isCount = (n: unknown): n is number => Number.isSafeInteger(n) && (n as number) >= 0

const isCounts = (list: unknown): boolean => Array.isArray(list) && list.every(isCount)

const checks: Readonly<Record<Request['t'], (message: Readonly<Record<string, unknown>>) => boolean>> = {
  begin: ({ iteration }) => isCount(iteration),
  take: ({ b }) => isCount(b),
  free: ({ b, e }) => isCounts(b) && (e === undefined || isCounts(e)),
  closed: ({ x }) => isCounts(x),
  descriptors: () => true,
  leave: () => true,
  call: ({ id, name }) => isCount(id) && (callNames as readonly unknown[]).includes(name),
}

export class MessageReader {
  private rest: Buffer = Buffer.alloc(0)

  /** Returns the messages that are complete with these bytes. Throws INVALID_INPUT for what is no message. */
  take(bytes: Buffer): Request[] {
    this.rest = this.rest.byteLength ? Buffer.concat([this.rest, bytes]) : bytes
    const messages: Request[] = []
    while (this.rest.byteLength >= 4) {
      const size = this.rest.readUInt32LE(0)
      if (size > mostMessageBytes) {
        throw invalidInput(`Expected messages of at most ${mostMessageBytes} bytes but received one of ${size}`)
      }
      if (this.rest.byteLength < 4 + size) break
      messages.push(numbered(this.rest.subarray(4, 4 + size)) ?? checked(this.rest.toString('utf8', 4, 4 + size)))
      this.rest = this.rest.subarray(4 + size)
    }
    return messages
  }
}

/** A message that is not JSON; undefined for any other. */
function numbered(bytes: Buffer): Request | undefined {
  const mark = bytes.byteLength === numberBytes ? bytes.readUInt16LE(0) : 0
  if (mark !== takeMark && mark !== freeMark) return undefined
  const b = Number(bytes.readBigUInt64LE(2))
  if (!isCount(b)) throw invalidInput(`Expected the number of a batch but received ${b}`)
  return mark === takeMark ? { t: 'take', b } : { t: 'free', b: [b] }
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
