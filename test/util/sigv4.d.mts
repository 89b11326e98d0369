// The types of sigv4.mjs.
import type { IncomingMessage } from 'node:http'

export function refusal(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  keys: Readonly<Record<string, { secret: string; token?: string }>>,
): string | undefined
