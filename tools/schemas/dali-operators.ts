// Reads docs/reference/dali-operators.json: DALI's operators, and what to use in place of those that are not here.
import { readFileSync } from 'node:fs'

export interface DaliOperator {
  name: string
  devices?: string[]
  instead?: string
  insteadDynamic?: string
}

const file = new URL('../../docs/reference/dali-operators.json', import.meta.url)

/** `operators`: those of DALI's documentation; `others`: further names of its module. */
export const { operators, others } = JSON.parse(readFileSync(file, 'utf8')) as Record<
  'operators' | 'others',
  DaliOperator[]
>
