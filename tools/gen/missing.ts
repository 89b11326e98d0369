// docs/reference/dali-operators.json and other-names.json > src/generated/missing.ts: DALI's operators that are missing here, and
// names of other libraries, each with what to use in its place.
import { readFileSync } from 'node:fs'
import { type DaliOperator, operators, others } from '../schemas/dali-operators.js'
import type { OpSchema } from '../schemas/op-json.js'
import type { Files } from './files.js'

/** The operators of DALI's fn that this library lacks. */
export function missingOperators(schemas: OpSchema[]): DaliOperator[] {
  const here = new Set(schemas.filter((op) => !op.internal).map((op) => op.name))
  return [...operators, ...others].filter(({ name }) => !here.has(name))
}

interface OtherNames {
  names: string[]
  instead: string
}
const { operators: otherOperators, constants } = JSON.parse(
  readFileSync(new URL('../../docs/reference/other-names.json', import.meta.url), 'utf8'),
) as Record<'operators' | 'constants', OtherNames[]>

const byName = (list: readonly OtherNames[]) =>
  list.flatMap(({ names, instead }) => names.map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(instead)},`))

export function missingFiles(schemas: OpSchema[]): Files {
  const rows = missingOperators(schemas).map(
    ({ name, instead, insteadDynamic }) => `  '${name}': ${JSON.stringify({ instead, insteadDynamic })},`,
  )
  return {
    'src/generated/missing.ts': [
      '// From docs/reference/dali-operators.json and other-names.json by tools/gen.ts: names that are not here. Do not edit.',
      '',
      '/** By name, what to use until then: in fn, and in penstock-data/dynamic where that differs. */',
      'export const missing: Readonly<Record<string, { instead?: string; insteadDynamic?: string }>> = {',
      ...rows,
      '}',
      '',
      "/** Other libraries' names of operators, in camelCase: what to use in fn. */",
      'export const otherOperators: Readonly<Record<string, string>> = {',
      ...byName(otherOperators),
      '}',
      '',
      "/** Other libraries' names of constants: what to use of types. */",
      'export const otherConstants: Readonly<Record<string, string>> = {',
      ...byName(constants),
      '}',
      '',
    ].join('\n'),
  }
}
