// Asks the C++ side for what has a counterpart in JavaScript: native/test/probe.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../build/penstock_probe', import.meta.url))

/** The answers to `requests`, in order. An error is an answer: { code, message, hint }. */
export function ask<Answer>(requests: readonly object[]): Answer[] {
  const input = requests.map((request) => `${JSON.stringify(request)}\n`).join('')
  const output = execFileSync(program, { input, encoding: 'utf8', maxBuffer: 2 ** 30 })
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
}
