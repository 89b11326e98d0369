// Decides which requests the server answers: those with the token, under a name of this machine. The token is all that
// protects the data, so it is compared in constant time. The Host header is checked because a page of another site can
// make its own name point to this machine (DNS rebinding).
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Why a request is refused: the status and a sentence for people. */
export interface Refusal {
  status: number
  text: string
}

export class Access {
  readonly token = randomBytes(24).toString('base64url')
  private readonly expected = digest(this.token)
  private readonly names: ReadonlySet<string>

  /** `host`: the address or name that the server listens on. `more`: further names in Host headers. */
  constructor(host: string, more: readonly string[] = []) {
    this.names = new Set(['localhost', host, hostname(), ...more].map((name) => name.toLowerCase()))
  }

  /** Returns why the request is refused, or undefined. */
  check(request: IncomingMessage, url: URL): Refusal | undefined {
    const { host = '', origin } = request.headers
    if (!this.knows(nameOf(host))) return { status: 421, text: 'This name is not one of the server: use its address' }
    if (!timingSafeEqual(digest(url.searchParams.get('token') ?? ''), this.expected)) {
      return { status: 403, text: 'The token is missing or wrong: open the whole address that the program has printed' }
    }
    // A form on another page could send a POST without being able to read the answer.
    if (request.method !== 'GET' && origin !== undefined && hostOf(origin) !== host.toLowerCase()) {
      return { status: 403, text: 'Requests of other pages are refused' }
    }
    return undefined
  }

  /** Addresses are let through: a name can be made to point here, an address cannot. */
  private knows(name: string): boolean {
    return this.names.has(name) || isIP(name) !== 0
  }
}

/** The name in a Host header, without port and without the brackets of an IPv6 address. */
function nameOf(host: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d+)?$/.exec(host) ?? []
  return (bracketed ?? plain ?? '').toLowerCase()
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : ''
}
