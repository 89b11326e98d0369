// docs/dali-operators.json > src/generated/missing.ts: DALI's operators that are missing here, each with what to use in
// its place.
import { readFileSync } from 'node:fs'
import type { Files } from '../gen.js'
import type { OpSchema } from './schema.js'

interface DaliOperator {
  name: string
  instead?: string
  insteadDynamic?: string
}

/** The operators of DALI's fn that this library lacks. */
export function missingOperators(schemas: OpSchema[]): DaliOperator[] {
  const here = new Set(schemas.filter((op) => !op.internal).map((op) => op.name))
  const file = new URL('../../docs/dali-operators.json', import.meta.url)
  const { operators, others } = JSON.parse(readFileSync(file, 'utf8')) as Record<'operators' | 'others', DaliOperator[]>
  return [...operators, ...others].filter(({ name }) => !here.has(name))
}

export function missingFiles(schemas: OpSchema[]): Files {
  const rows = missingOperators(schemas).map(
    ({ name, instead, insteadDynamic }) => `  '${name}': ${JSON.stringify({ instead, insteadDynamic })},`,
  )
  return {
    'src/generated/missing.ts': [
      "// From docs/dali-operators.json by tools/gen.ts: DALI's operators that are not here yet. Do not edit.",
      '',
      '/** By name, what to use until then: in fn, and in penstock-data/dynamic where that differs. */',
      'export const missing: Readonly<Record<string, { instead?: string; insteadDynamic?: string }>> = {',
      ...rows,
      '}',
      '',
    ].join('\n'),
  }
}
